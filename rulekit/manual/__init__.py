"""What readers of a game need beyond its rules: sources that can be found, chapters, everyday words, questions."""
