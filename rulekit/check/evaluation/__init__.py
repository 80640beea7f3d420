"""The evaluator: what typed expressions mean in a position; constant folding is the same with less known."""
