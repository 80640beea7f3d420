"""Words about numbers: how many, how much together, the greatest and the least."""
