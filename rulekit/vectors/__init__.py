"""Vector files: what an engine is asked and must answer, so that anybody can replay it without the rules."""
