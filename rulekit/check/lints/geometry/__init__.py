"""Spaces and what lies on them: tiles that turn, maps that are too small."""
