"""The front end: reads files, lexes, parses by LALR tables, explains syntax errors."""
