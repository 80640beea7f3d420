"""The reference in the documentation: problems, words, verbs, types, commands and grammar as Markdown."""
