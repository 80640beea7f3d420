"""rulekit: the rules of a board game, written once, then checked, played and proved."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulekit.pipeline import load as load
    from rulekit.play.faults import Fault as Fault
    from rulekit.play.game import Game as Game
    from rulekit.play.moment import Position as Position
    from rulekit.play.refusals import Refused as Refused
    from rulekit.play.trace import Trace as Trace
    from rulekit.problems import Problems as Problems

__version__ = "0.1.0"
__all__ = ["Fault", "Game", "Position", "Problems", "Refused", "Trace", "__version__", "load"]

PLACES = {
    "load": "pipeline",
    "Fault": "play.faults",
    "Game": "play.game",
    "Position": "play.moment",
    "Refused": "play.refusals",
    "Trace": "play.trace",
    "Problems": "problems",
}


def __getattr__(name: str) -> Any:
    """Public names are fetched when they are asked for, so that `import rulekit` costs nothing."""
    if name not in PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{PLACES[name]}"), name)
