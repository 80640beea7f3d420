"""Lines of the rules and sentences of the rulebook as reports quote them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import PurePath
from typing import Any

from rulekit.play.games.game import Game
from rulekit.play.reasons.clause_texts import QuotedLine, RefusalReason
from rulekit.source import NOWHERE
from rulekit.verify import model

RULING = "ruling:"


def line_of(game: Game, name: str) -> QuotedLine | None:
    """The line of that id; else the one that declares it."""
    clauses = game.clauses
    if name in clauses.lines:
        return clauses.line_at(name, NOWHERE)
    return next((one for one in clauses.places.values() if one.id is None and one.name == name), None)


def quote_clauses(game: Game, cited: Iterable[tuple[str, str]]) -> tuple[model.Quoted, ...]:
    """Sentences with the place they stand at and how certain they are."""
    ledger = game.clauses.ledger
    known = [(name, text, ledger.get(name)) for name, text in cited]
    return tuple(
        model.Quoted(name, text, place_without_folders(one.place) if one else "", one.certainty if one else "")
        for name, text, one in known
    )


def place_without_folders(place: str) -> str:
    """A place as a report tells it: reports are passed on, so no folder of this machine stands in them."""
    path = PurePath(place)
    return f"{path.parent.name}/{path.name}" if path.is_absolute() else place


def quote_line(game: Game, clause: str, options: Mapping[str, Any]) -> tuple[model.Quoted, ...]:
    """What a line rests on under these options; a sentence that speaks of others is left out."""
    ledger, line = game.clauses.ledger, line_of(game, clause)
    cites = line.cites if line is not None else ()
    found = [(name, ledger[name].text_in(options)) for name in cites if name in ledger]
    return quote_clauses(game, [(name, text) for name, text in found if text is not None])


def sentences(found: Iterable[model.Quoted]) -> tuple[model.Quoted, ...]:
    """Those that are sentences of the rulebook."""
    return tuple(one for one in found if not one.id.startswith(RULING))


def rulings(found: Iterable[model.Quoted]) -> tuple[model.Quoted, ...]:
    """Those that are rulings."""
    return tuple(one for one in found if one.id.startswith(RULING))


def reason(game: Game, one: RefusalReason) -> model.Reason:
    """A reason of the rules as the report holds it."""
    return model.Reason(one.role, one.name, one.clause, one.line, one.facts, quote_clauses(game, one.sentences))
