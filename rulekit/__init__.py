"""rulekit: the rules of a board game, written once, then checked, played and proved."""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from rulekit.diagnostics import Problems
    from rulekit.pipeline import load
    from rulekit.play.games.game import Game, Position, Trace, read_trace
    from rulekit.play.games.players import playout, random_player, scripted_player
    from rulekit.play.machine.rule_faults import Fault
    from rulekit.play.refusals import Refused

__version__ = "0.1.0"
__all__ = [
    "Fault",
    "Game",
    "Position",
    "Problems",
    "Refused",
    "Trace",
    "__version__",
    "load",
    "playout",
    "random_player",
    "read_trace",
    "scripted_player",
]

_MODULE_OF = {
    "load": "pipeline",
    "Fault": "play.machine.rule_faults",
    "Game": "play.games.game",
    "Position": "play.games.game",
    "Trace": "play.games.game",
    "read_trace": "play.games.game",
    "playout": "play.games.players",
    "random_player": "play.games.players",
    "scripted_player": "play.games.players",
    "Refused": "play.refusals",
    "Problems": "diagnostics",
}


def __getattr__(name: str) -> Any:
    """Public names are fetched when they are asked for, so that `import rulekit` costs nothing."""
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from importlib import import_module

    return getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)


def __dir__() -> list[str]:
    """Public names, also those that were not fetched yet, for completion at a prompt."""
    return sorted({*globals(), *__all__})
