"""Geometry: one file for each shape of space; a shape is found by looking, never named elsewhere."""
