"""Positions as JSON: written, read and checked; who sees what of them as JSON; outcomes of chance, results."""
