"""Scenes on pages: as words and as HTML, examples of clauses, the table at the start."""
