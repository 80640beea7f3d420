"""Moves: the legal ones, how they are written, and how a move from outside is read."""
