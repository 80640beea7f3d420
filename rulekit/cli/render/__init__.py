"""Positions, events and results in words and plain pictures, for terminals, pipes and screen readers."""
