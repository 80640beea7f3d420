"""Drawing: colours, shapes, drawings with a size, small tokens; no game is known here."""
