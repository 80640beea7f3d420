"""What a manifest says of the lines of the rules, so that a failed vector can be blamed without the rules."""

from __future__ import annotations

from typing import Any

from rulekit.check.tree import typed_statements
from rulekit.check.tree.typed_walk import walk
from rulekit.play.games.game import Game
from rulekit.verify.blaming.line_effects import line_effects
from rulekit.verify.blaming.step_values import read_by

Json = Any


def lines(game: Game) -> dict[str, Json]:
    """For each line the clauses it rests on, and the states and zones it writes itself."""
    own = line_effects(game.checked).own
    cites = game.clauses.cites
    return {
        line: {"clauses": list(cites.get(line, ())), "writes": sorted(own.get(line, ()))}
        for line in sorted({*game.clauses.lines, *own})
    }


def moves(game: Game) -> dict[str, list[str]]:
    """For each kind of move the lines that decide about it: what it is chosen from, its guards, its price."""
    checked = game.checked
    found: dict[str, set[str]] = {}
    for info in checked.symbols.actions.values():
        body = checked.bodies[f"action {info.name}"]
        ids = (getattr(step, "id", None) for step in body.front)
        found.setdefault(info.written, set()).update(one for one in ids if one)
    for body in checked.bodies.values():
        for node in walk(body):
            if isinstance(node, typed_statements.Choose):
                found.setdefault(node.name, set()).update(one.id for one in node.params if one.id)
    for word, prices in line_effects(checked).prices.items():
        found.setdefault(word, set()).update(prices)
    return {word: sorted(ids) for word, ids in sorted(found.items())}


def names(game: Game) -> dict[str, list[str]]:
    """For each state and zone the clauses its declaration rests on."""
    symbols = game.checked.symbols
    infos: list[Any] = [*symbols.states.values(), *symbols.zones.values()]
    found = {info.name: [one.text for one in info.decl.cites] for info in infos if info.decl is not None}
    return {name: cited for name, cited in sorted(found.items()) if cited}


def results(game: Game) -> tuple[str, ...]:
    """The lines of the result, and the terms of what it counts."""
    checked = game.checked
    totals = [word.body for word in read_by(checked) if isinstance(word.body, tuple)]
    terms = [case.id for total in totals for case in total if case.sort == "term"]
    return tuple(dict.fromkeys(name for name in (*(line.id for line in checked.results), *terms) if name))


__all__ = ["lines", "moves", "names", "results"]
