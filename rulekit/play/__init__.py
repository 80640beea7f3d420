"""The interpreter and the generated engine: positions, legal moves, chance, views, reasons, traces."""
