"""Benchmarks: ratios within one run, never times."""
