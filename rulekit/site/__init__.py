"""The rules site: what a game's folder knows, gathered into one book, and pages for readers made from it."""
