"""rulekit: the rules of a board game, written once, then checked, played and proved."""

__version__ = "0.1.0"
__all__ = ["__version__"]
