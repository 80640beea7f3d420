"""Views: what each seat sees of a position and of a step, and what it cannot tell apart."""
