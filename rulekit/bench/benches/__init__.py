"""One file for each bench; the first line of a file says what it compares."""
