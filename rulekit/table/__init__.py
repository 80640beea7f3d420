"""A position on the table: what lies where, what is counted, who sees it."""
