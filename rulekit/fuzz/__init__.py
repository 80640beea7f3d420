"""Random games that look for what has not happened yet: coverage, a corpus on disk, failures made small and told."""
