"""Reports of a finished verification: text, HTML, JUnit, SARIF, TAP, Markdown, badge; two of them compared."""
