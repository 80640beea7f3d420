"""The checker: resolves names, types every expression, works out effects, ranges and visibility, runs the lints."""
