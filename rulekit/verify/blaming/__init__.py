"""From a difference to a cause: which clauses answer for it, with the values and lines behind it."""
