"""Syntax highlighting of rules: what each word of a text is, as the grammar reads it; for pages and terminals."""
