"""Wrong engines of conformance/mutants, played until they part from the rules."""

from __future__ import annotations

from functools import cache
from typing import Any

from rulekit.adequacy.planted import change, changed, configurations, fits, made, read, right_clauses
from rulekit.data import conformance_root
from rulekit.play.configured import Chosen
from rulekit.play.game import Game
from rulekit.runner.source import Source
from rulekit.verify.campaign import Report, in_step
from rulekit.verify.played import Manner
from rulekit.verify.starts import Start, of_scenes

GAMES = 300  # whole ones, in which a mistake must show
TIMES, MOVES, VIEWS = 3, 6, 5  # how often and how far it is played from each scene, and how often views are looked at


def collected() -> list[tuple[str, str]]:
    """Every game that has wrong engines, with the name of each."""
    files = sorted((conformance_root() / "mutants").glob("*.toml"))
    return [(file.stem, wrong["name"]) for file in files for wrong in read(file.stem)["wrong"]]


def met(game: Game, wrong: dict[str, Any], source: Source) -> Report:
    """Played until it parts from the rules: whole games, or, where chance alone seldom comes, from what scenes give."""
    sample = configurations(game, wrong)
    if wrong.get("begin") != "scenes":
        return in_step(game, source.open, sample, GAMES, "0", most=1)
    begins = tuple(one for one in given(game) if fits(one.chosen, wrong))
    manner = Manner(views=VIEWS, enough=MOVES)
    return in_step(game, source.open, configured(begins), TIMES * len(begins), "0", manner, most=1, starts=begins)


@cache
def given(game: Game) -> tuple[Start, ...]:
    """The positions of all its scenes."""
    return tuple(of_scenes(game))


def configured(begins: tuple[Start, ...]) -> tuple[Chosen, ...]:
    return tuple(dict.fromkeys(one.chosen for one in begins))


__all__ = ["change", "changed", "collected", "configurations", "made", "met", "read", "right_clauses"]
