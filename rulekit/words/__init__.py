"""The vocabulary of the language: packages by topic, one file for each word: its typing, its meaning, its examples."""
