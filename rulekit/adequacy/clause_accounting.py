"""The first rung: is every sentence of the ledger accounted for, by a vector, a law, a scene, or a reason?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from rulekit.adequacy.ladder import Named, Rung
from rulekit.adequacy.noting import Notes, set_to
from rulekit.check.tree.statement_walk import lines_of
from rulekit.model import declarations as d
from rulekit.mutate.mutable_declarations import strings
from rulekit.play.games.game import Game
from rulekit.verify import quotations
from rulekit.verify.blaming.line_effects import line_effects
from rulekit.verify.lockstep.lines_met import cited_by

VECTOR = "vector"
OTHERS = ("law", "scene", "reason")  # what else accounts for a sentence, the strongest first
BAR = 100.0
Holders = Mapping[str, Sequence[Mapping[str, Any]]]  # as `rulekit ledger` tells them


def clauses(game: Game, notes: Notes, holders: Holders) -> Rung:
    """Each sentence is accounted for once, by the strongest that does."""
    lines = cited_by(game)
    met = notes.lines | notes.about | used(game, notes)
    parts: Counter[str] = Counter()
    missing: list[Named] = []
    sentences = [name for name in game.clauses.ledger if not name.startswith(quotations.RULING)]
    for clause in sentences:
        by = holders.get(clause, ())
        kind = VECTOR if clause in met or lines.get(clause, set()) & met else other(by)
        if kind:
            parts[kind] += 1
        else:
            names = ", ".join(dict.fromkeys(str(one["name"]) for one in by))
            missing.append(Named(clause, f"held by {names}, which no vector meets" if names else "held by nothing"))
    of = len(sentences)
    return Rung("clauses", "sentences of the ledger are accounted for", of - len(missing), of, tuple(missing),
                bar=BAR, parts=dict(parts))  # fmt: skip


def other(by: Sequence[Mapping[str, Any]]) -> str:
    """What accounts for a sentence that no vector meets."""
    sorts = {one["sort"] for one in by}
    return next((sort for sort in OTHERS if sort in sorts), "")


# ------------------------------------------------------------------ declarations without a line of their own


def used(game: Game, notes: Notes) -> set[str]:
    """Declarations that vectors make use of, by what they declare: `state stones`, `define crew`."""
    names = words_used(game, notes.lines) | notes.kinds
    if notes.looked:
        names |= shown(game)
    found = {f"action {info.name}" for info in game.checked.symbols.actions.values() if info.written in notes.kinds}
    found |= {
        one.name for one in game.clauses.places.values() if one.name.rpartition(" ")[2] in names and " " in one.name
    }
    found |= {f"to {name}" for name in procedures(game, notes.lines)}
    return found | {f"game {game.name}"} | {f"option {name}" for name in whole_options(game, notes)}


def procedures(game: Game, lines: set[str]) -> list[str]:
    """Those of which some line is met."""
    bodies = [body for body in game.checked.bodies.values() if body.sort == "procedure"]
    return [body.name for body in bodies if not lines.isdisjoint(line.id or "" for line in lines_of(body.lines))]


def words_used(game: Game, lines: set[str]) -> set[str]:
    """The words that lines use which vectors meet, and the words within those."""
    words = line_effects(game.checked).words
    found: set[str] = set()
    todo = list(lines)
    while todo:
        fresh = set(words.get(todo.pop(), ())) - found
        found |= fresh
        todo += [f"word {name}" for name in fresh]
    return found


def shown(game: Game) -> set[str]:
    """States and zones, all of which stand in every position that is compared, with the kinds they are written in."""
    symbols = game.checked.symbols
    decls: dict[str, Any] = {one.name: one for one in game.checked.rulebook.of(d.Kind)}
    decls |= {one.name: one for one in game.checked.rulebook.of(d.TypeDecl)}
    decls |= {one.name: one for one in game.checked.rulebook.of(d.Space)}
    found = {*symbols.states, *symbols.zones}
    todo: list[Any] = [info.decl for info in symbols.states.values()] + [info.decl for info in symbols.zones.values()]
    todo = [decl for decl in todo if decl is not None]
    while todo:
        fresh = {name for name in strings(todo.pop()) if name in decls} - found
        found |= fresh
        todo += [decls[name] for name in fresh]
    return found


def whole_options(game: Game, notes: Notes) -> list[str]:
    """Options that vectors play with every value."""
    return [
        name
        for name, values in game.options.items()
        if all(set_to(name, value) in notes.situations for value in values)
    ]


__all__ = ["Holders", "clauses"]
