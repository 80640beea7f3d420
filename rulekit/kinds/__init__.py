"""Kinds of value."""
