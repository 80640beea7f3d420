"""Two rungs held against fresh games: pairs of a line and a kind of answer, and situations."""

from __future__ import annotations

from collections.abc import Iterable

from rulekit.adequacy.ladder import Rung, counted
from rulekit.adequacy.noting import Notes, configured, ended, pairs_of, seen_by
from rulekit.play.games.game import Game
from rulekit.play.games.game_config import Chosen
from rulekit.vectorgen.games import Played, configurations, games

GAMES = 12  # or one of each configuration, if there are fewer


def fresh(game: Game, seed: str) -> Notes:
    """What some games show that no vector was made from: they have a seed of their own."""
    found = Notes()
    chosen = configurations(game)
    for one in chosen:
        found.situations |= of_configuration(one)
    for played in games(game, f"adequacy {seed}", GAMES, chosen):
        found.add(of_game(played))
    return found


def of_configuration(chosen: Chosen) -> set[str]:
    return configured(chosen.seats, dict(chosen.options))


def of_game(played: Played) -> Notes:
    """Everything that could be looked at in it."""
    found = Notes()
    for here in played.positions:
        found.pairs |= pairs_of(here)
        if here.over:
            found.situations.add(ended(here.result()))
        if here.pending.kind != "chance":
            readers: Iterable[int | None] = (*range(here.seats), None)
            found.situations.update(seen_by(here, seat) for seat in readers)
    return found


def pairs(notes: Notes, wanted: Notes) -> Rung:
    """Of those that come up in the fresh games."""
    return counted(
        "pairs",
        "pairs of a line and a kind of answer",
        wanted.pairs,
        notes.pairs,
        notes=(_more(notes.pairs, wanted.pairs),),
    )


def situations(notes: Notes, wanted: Notes) -> Rung:
    """Views by reader and question, ends, options and numbers of players."""
    return counted("situations", "situations are looked at", wanted.situations, notes.situations,
                   notes=(_more(notes.situations, wanted.situations),))  # fmt: skip


def _more(had: set[str], wanted: set[str]) -> str:
    return f"{len(had - wanted):,} besides that these games did not show"


__all__ = ["fresh", "pairs", "situations"]
