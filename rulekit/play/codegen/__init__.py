"""The second engine: Python written from the same blocks, for one game in one configuration."""
