"""Boards: where their places lie, what lies and stands on them, seats on tracks."""
