"""Words about space: places of a board or map, their neighbours, rows, lines, and ways across it."""
