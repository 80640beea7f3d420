"""Moves that come from outside, from a scene or as JSON: which legal move is meant, or why it is refused."""
