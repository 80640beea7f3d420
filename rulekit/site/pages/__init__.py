"""Kinds of pages: each module here has `pages(book)`, which gives the pages of that kind, and is found by looking."""
