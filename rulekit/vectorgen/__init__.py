"""Making vectors from the rules: scenes, games, turns, wrong moves and more, and choosing among them by coverage."""
