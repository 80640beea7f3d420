"""The vocabulary of the kit: one file for each word."""
