"""The vocabulary of the language: one file for each word, with its typing, its meaning and its examples."""
