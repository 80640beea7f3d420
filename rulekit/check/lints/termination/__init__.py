"""Does the game end? Loops, things that set themselves off, endings and results."""
