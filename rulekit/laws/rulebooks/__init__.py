"""Rulebooks drawn at random, as models: what stands in lines, the lines, and the whole."""
