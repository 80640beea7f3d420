"""Tests of what the kit says when something is wrong."""
