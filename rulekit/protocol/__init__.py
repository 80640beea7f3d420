"""The conformance protocol: what an engine by other hands is asked, how it is written, and the rules as an engine."""
