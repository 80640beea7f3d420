"""Reasons: why a move is allowed or refused, in lines of the rules and sentences of the rulebook."""
