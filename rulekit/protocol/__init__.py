"""The conformance protocol: what an external engine is asked, how it is written, and the rules as an engine."""
