"""Dataflow analysis: what is known at each line; intervals, nullability, cardinality, where pieces may lie."""
