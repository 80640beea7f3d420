"""Scenes: worked examples set up, played and judged."""
