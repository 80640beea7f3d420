"""Mutants of a rulebook: one node changed at a time, to see whether scenes and laws notice."""
