"""The reference engine: lowering to ops, the machine that steps through them, decisions, legal moves, verbs."""
