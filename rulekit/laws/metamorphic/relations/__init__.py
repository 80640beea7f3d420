"""The ways of renaming, one file each, by the word that a law says after `under`."""
