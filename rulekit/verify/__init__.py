"""Verification of external engines: smoke checks, vectors, games in lockstep, blame, the report model."""
