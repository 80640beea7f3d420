"""rulekit: the rules of a board game, written once, then checked, played and proved."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulekit.diagnostics import Problems as Problems
    from rulekit.pipeline import load as load
    from rulekit.play.games.game import Game, Position, Trace
    from rulekit.play.machine.rule_faults import Fault
    from rulekit.play.refusals import Refused

__version__ = "0.1.0"
__all__ = ["Fault", "Game", "Position", "Problems", "Refused", "Trace", "__version__", "load"]

PLACES = {
    "load": "pipeline",
    "Fault": "play.machine.rule_faults",
    "Game": "play.games.game",
    "Position": "play.games.game",
    "Refused": "play.refusals",
    "Trace": "play.games.game",
    "Problems": "diagnostics",
}


def __getattr__(name: str) -> Any:
    """Public names are fetched when they are asked for, so that `import rulekit` costs nothing."""
    if name not in PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{PLACES[name]}"), name)
