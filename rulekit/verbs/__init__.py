"""The verbs of the language: one declaration for each, with its sentences, what it writes and what it does."""
