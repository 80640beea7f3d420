"""What never happens or never holds: conditions, cases, choices of options, scenes."""
