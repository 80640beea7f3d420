"""Elaboration: from expressions and statements as written to typed ones."""
