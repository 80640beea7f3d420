"""Guidance of a campaign: goals, what can reach them, archives of rare values."""
