"""The syntax tree of a rulebook as written: frozen nodes with spans; builder, printer, formatter, tables."""
