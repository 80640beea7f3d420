"""Tests of engines as processes."""
