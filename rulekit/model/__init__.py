"""The typed model of a rulebook: frozen nodes with spans, one generic walk."""
