"""Questions asked before play: one file for each."""
