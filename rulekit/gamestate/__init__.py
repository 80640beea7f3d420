"""The state of a game in memory: zones and states of one position, laid out for one configuration."""
