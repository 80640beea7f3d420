"""Verification of engines by other hands: smoke checks, vectors, games in lockstep, blame, the report model."""
