"""The reference engine: lowering to ops, the machine that steps through them, chance, decisions, verbs."""
