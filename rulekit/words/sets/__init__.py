"""Words about sets: none of a kind, the only one, whether a set is empty or lies in another."""
