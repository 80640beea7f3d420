"""Differences between two versions of a game's rules, in sentences of the rulebook."""
