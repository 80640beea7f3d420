"""Positions, decisions, chance, views and reasons, on two engines that agree."""
