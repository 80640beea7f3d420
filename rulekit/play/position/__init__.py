"""Positions: the public object, its written form, loading and checking one that comes from outside."""
