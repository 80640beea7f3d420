"""Faulty engines: programs that each do one thing wrong, and what must be said of each."""
