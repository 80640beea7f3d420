"""The commands: one file for each, found by looking; its first line is its line of help."""
