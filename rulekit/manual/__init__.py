"""Data for readers of a game beyond its rules: sources that can be found, chapters, everyday words, questions."""
