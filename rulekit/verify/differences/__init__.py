"""Differences: answers of an engine compared with those of the rules, and what differs, as data and in words."""
