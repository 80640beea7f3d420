"""What changed between two versions of a game's rules, told in sentences of the rulebook."""
