"""Tests of the room that plays engines by other hands in step with the rules."""
