"""Coverage of a lockstep game: the lines of the rules it met."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.check.tree.statement_walk import lines_of
from rulekit.check.tree.typed_walk import all_of
from rulekit.memo import memoize
from rulekit.play import json_api
from rulekit.play.games.game import Game, Position
from rulekit.play.machine.rule_faults import Fault
from rulekit.verify.blaming.line_effects import line_effects
from rulekit.verify.blaming.step_values import terms, words_read_by

EXPLAINED = 3  # moves of each kind in one game whose grounds are looked into


@memoize
def noticeable(checked: CheckedRulebook) -> frozenset[str]:
    """The lines that leave a trace when they are met: those that run, allow a move, end the game or count."""
    found = {line.id for body in checked.bodies.values() for line in lines_of(body.lines)}
    found |= {getattr(step, "id", None) for body in checked.bodies.values() for step in body.front}
    found |= set(line_effects(checked).askers)  # cases that a guard asks; of those that a line asks nothing is noted
    found |= {one.id for one in checked.endings} | {one.id for one in checked.results}
    found |= {case.id for word in words_read_by(checked) if isinstance(word.body, tuple) for case in word.body}
    return frozenset(name for name in found if name)


def met_lines(line: Iterable[Position]) -> frozenset[str]:
    """The lines that a game met, by their ids; those without one by what they declare (`define crew`)."""
    found: set[str] = set()
    kinds: dict[str, int] = {}
    last = None
    for here in line:
        last = here
        found.update(here.lines_run)
        if here.step is not None and "move" in here.step:
            kind = str(here.step["move"].get("do"))
            kinds[kind] = kinds.get(kind, 0) + 1
            found.update(_lines_allowing(here) if kinds[kind] <= EXPLAINED else ())
    if last is not None and last.is_over:
        found.update(_lines_ending(last))
    return frozenset(found)


def _lines_allowing(here: Position) -> Iterator[str]:
    """What allowed the move that led here, down to words and rows."""
    before, answer = here.before, here.answer
    if before is None or answer is None or len(answer) == 1:
        return
    try:
        told = json_api.explain_permission(before.machine, answer[0], answer[1])
    except Fault:
        return
    yield from json_api.allowing_clauses(before.machine, answer[0], answer[1])
    for ground in told:
        written = here.game.clauses.line_at(ground.line.id, ground.line.span)
        if written is not None:
            yield written.name.strip("[]")


def _lines_ending(here: Position) -> Iterator[str]:
    """What ended the game and what its result counts."""
    e = here.machine.evaluator()
    try:
        yield from (one.id or "" for one in here.game.checked.endings if e.holds(one.condition, {}))
        yield from (
            one.id or "" for one in here.game.checked.results if one.condition is None or e.holds(one.condition, {})
        )
    except (Fault, KeyError):
        pass  # a condition that cannot be asked any more was not met
    yield from (term.clause for term in terms(here) if any(term.amounts))
    yield from _lines_deciding(here)


def _lines_deciding(here: Position) -> Iterator[str]:
    """The case that holds of each word that the result reads, for every seat."""
    e, words = here.machine.evaluator(), words_read_by(here.game.checked)
    for seat in range(here.seats):
        for word in words:
            if isinstance(word.body, tuple) and all(param.type.bare.player for param in word.params):
                env = {"player": seat, **{param.name: seat for param in word.params}}
                yield next((case.id or "" for case in word.body if _holds(e, case, env)), "")
        yield from _cases_asked(here, e, {word.name: word for word in words}, seat)


def _cases_asked(here: Position, e: Any, words: dict[str, Any], seat: int) -> Iterator[str]:
    """The case of each word that the result asks about something else than a player: of a score, of a piece."""
    for node in (node for result in here.game.checked.results for node in all_of(result, v.Use)):
        word = words[node.word]
        if isinstance(word.body, tuple) and not all(param.type.bare.player for param in word.params):
            env: dict[str, Any] = {"player": seat}
            try:
                given = [e.value(arg, env) for arg in node.args]
            except (Fault, KeyError):
                continue
            env |= {param.name: value for param, value in zip(word.params, given, strict=False)}
            yield next((case.id or "" for case in word.body if _holds(e, case, env)), "")


def _holds(e: Any, case: Any, env: dict[str, Any]) -> bool:
    try:
        return case.sort == "value" and (case.condition is None or bool(e.holds(case.condition, env)))
    except (Fault, KeyError):
        return False


def lines_by_sentence(game: Game) -> dict[str, set[str]]:
    """Every sentence of the ledger with the lines that rest on it, those without an id by what they declare."""
    found: dict[str, set[str]] = {name: set() for name in game.clauses.ledger}
    for clause, names in game.clauses.cites.items():
        for name in names:
            found.setdefault(name, set()).add(clause)
    for written in game.clauses.places.values():
        for name in written.cites:
            found.setdefault(name, set()).add(written.id or written.name.strip("[]"))
    return found
