"""The pieces of an explanation: lines of the rules, what was looked at there, and the order in which they are told."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import islice
from typing import TYPE_CHECKING, Any, NamedTuple

import attrs

from rulekit.check.evaluation.evaluator import Env, Evaluator
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.typed_walk import walk
from rulekit.play.machine.rule_faults import Fault
from rulekit.play.moves.legal_moves import LegalMoves
from rulekit.play.position.seat_json import SeatCodec
from rulekit.play.position.value_json import ProseCodec
from rulekit.source import NOWHERE, Span
from rulekit.typesystem import types as t

if TYPE_CHECKING:
    from rulekit.play.machine.machine import Machine

DECIDES, LOOKED_AT, LED_HERE = "decides", "looked at", "led here"
MOST_LOOKED_AT = 40  # lines behind one comparison
DEEPEST = 6  # words in words that are followed for them
LONGEST = 6  # members of a set that are named


@attrs.frozen
class Line:
    """A line of the rules, or a row or effect of a table: its id, if it has one, and where it stands."""

    id: str | None
    span: Span
    option: bool = False
    place: bool = False  # a state, a zone, an option: where values lie, not what is done with them


@attrs.frozen
class Fact:
    """A value that was looked at: where the rules name it, and what it was. Without a place: plain words."""

    span: Span
    value: str


@attrs.frozen
class Here:
    """Where the explanation stands: who reads the position, the names bound, the lines it came through."""

    e: Evaluator
    env: Env
    path: tuple[Line, ...]
    bound: frozenset[str] = frozenset()  # names of members that were picked on the way, for the facts
    telling: bool = True  # also with values, and what is behind them

    def at(self, line: Line, env: Env | None = None) -> Here:
        """One line further in."""
        if env is None:
            return attrs.evolve(self, path=(*self.path, line))
        return attrs.evolve(self, path=(*self.path, line), env=env, bound=frozenset())

    def with_member(self, name: str, value: Any) -> Here:
        """The same with one member of a set in mind."""
        return attrs.evolve(self, env={**self.env, name: value}, bound=self.bound | {name})

    def truth(self, node: v.T) -> bool | None:
        """Whether a condition holds; nothing where it cannot be asked."""
        try:
            return self.e.holds(node, self.env)
        except (Fault, KeyError):
            return None

    def quiet(self, node: v.T) -> Any:
        """A value; nothing where it cannot be asked."""
        try:
            return self.e.value(node, self.env)
        except (Fault, KeyError):
            return None

    @property
    def machine(self) -> Machine:
        found: Machine = self.e.machine
        return found

    def inner(self, params: Iterable[Any], node: v.Use | v.Related) -> Env | None:
        """The names a word or relation begins with; none if it is asked about nothing."""
        args = [self.quiet(arg) for arg in node.args]
        if None in args:
            return None
        names = {name: self.quiet(value) for name, value in node.hidden}
        return names | {param.name: arg for param, arg in zip(params, args, strict=True)}


class Rank(NamedTuple):
    """How near a miss is; smaller is nearer."""

    absent: bool = False  # one side is nothing: the line speaks of something that is not there
    parts: int = 1  # how many parts of the way fail
    loose: bool = True  # no comparison of two values
    held: int = 0  # less for every part of the way that holds
    depth: int = 0  # less for every line that led there: a word of its own says more than the guard that asked


@attrs.frozen
class Cause:
    """One smallest part of a condition that decides."""

    path: tuple[Line, ...]  # the lines that led to it, innermost last
    decides: tuple[Line, ...]  # the line it stands in; for a price, that of the price and then what refuses it
    facts: tuple[Fact, ...]
    seen: tuple[Line, ...]  # words, rows and states behind the values
    rank: Rank


@attrs.frozen
class Ground:
    """One line of an explanation. `words` stand for themselves where no line speaks."""

    line: Line
    role: str = DECIDES
    facts: tuple[Fact, ...] = ()
    words: str = ""


def nearest_first(ways: Iterable[tuple[list[Cause], int]]) -> list[Cause]:
    """The causes of ways that all fail, each with how many of its parts hold; the way that misses least first."""
    ranked: list[Cause] = []
    for way, held in ways:
        for cause in way:
            rank = cause.rank._replace(held=cause.rank.held - held, depth=-len(cause.path))
            ranked.append(attrs.evolve(cause, rank=rank))
    return sorted(ranked, key=lambda cause: cause.rank)


def all_needed(parts: list[list[Cause]]) -> list[Cause]:
    """The causes of parts that would all have to hold: each misses by what the others miss as well."""
    parts = [part for part in parts if part]
    least = [min(cause.rank.parts for cause in part) for part in parts]
    absent = any(all(cause.rank.absent for cause in part) for part in parts)
    found: list[Cause] = []
    for part, own in zip(parts, least, strict=True):
        for cause in part:
            rank = cause.rank._replace(absent=absent or cause.rank.absent, parts=cause.rank.parts - own + sum(least))
            found.append(attrs.evolve(cause, rank=rank))
    return found


def grounds(groups: Iterable[list[Cause]]) -> tuple[Ground, ...]:
    """The lines in the order told: those that decide, what they looked at, what led there, where the values lie."""
    found: dict[Line, Ground] = {}
    told = [cause for group in groups for cause in sorted(group, key=lambda cause: cause.rank)]
    for cause in told:
        for number, line in enumerate(cause.decides):
            facts = cause.facts if number == len(cause.decides) - 1 else ()
            found.setdefault(line, Ground(line, DECIDES, facts))
    behind = [line for cause in told for line in cause.seen]
    for line in (one for one in behind if not one.place):
        found.setdefault(line, Ground(line, LOOKED_AT))
    for line in (line for cause in told for line in reversed(cause.path)):
        found.setdefault(line, Ground(line, LED_HERE))
    for line in (one for one in behind if one.place):
        found.setdefault(line, Ground(line, LOOKED_AT))
    return tuple(found.values())


# ------------------------------------------------------------------ values


def facts_of(here: Here, node: v.T) -> tuple[tuple[Fact, ...], bool]:
    """The values a test looks at; whether one of them is not there."""
    found = [(one, here.quiet(one)) for one in _operands(node) if not plain(one)]
    absent = any(value is None for _, value in found) and not isinstance(node, v.IsNothing)
    facts = [Fact(one.span, said(here, value, one.type)) for one, value in found if not _is_place(one)]
    named = {one.name: one for one in walk(node) if isinstance(one, v.Local) and one.name in here.bound}
    names = [Fact(one.span, said(here, here.env.get(name), one.type)) for name, one in named.items()]
    return tuple(dict.fromkeys((*names, *facts, *_example(here, node)))), absent


def _example(here: Here, node: v.T) -> Iterator[Fact]:
    """What is possible, as the first move in words."""
    asked = node.get("of") if isinstance(node, v.CoreUse) and node.word == "possible" else None
    if isinstance(asked, v.Named) and isinstance(node, v.CoreUse):
        by = node.get("by")
        seat: int = here.env["player"] if by is None else here.quiet(by)
        for move in islice(LegalMoves(here.e).action_moves(asked.name, seat), 1):
            yield Fact(NOWHERE, f"`{SeatCodec(here.machine, seat, in_move=True).move_text(move)}` is possible")


def _operands(node: v.T) -> tuple[v.T, ...]:
    if isinstance(node, v.Compare | v.Equal):
        return (node.left, node.right)
    if isinstance(node, v.IsIn):
        return (node.left,)
    if isinstance(node, v.IsNothing):
        return (node.value,)
    if isinstance(node, v.CoreUse):
        return tuple(value for _, value in node.args if not isinstance(value, v.Named))
    return ()


def plain(node: v.T) -> bool:
    """What the sentence says itself, and whoever or whatever it is asked about; a number has a value to be told."""
    if isinstance(node, v.Local):
        return not isinstance(t.bare(node.type), t.Number | t.BagOf)
    return isinstance(node, v.Const | v.OptionValue | v.Members)


def _is_place(node: v.T) -> bool:
    """A zone is where things lie; its name is no news."""
    return isinstance(t.bare(node.type), t.Zone | t.Map)


def said(here: Here, value: Any, kind: t.Type) -> str:
    """A value as people read it."""
    try:
        return _words(ProseCodec(here.machine).write(value, kind))
    except (LookupError, TypeError, AttributeError):
        return ""


def _words(data: Any) -> str:
    if data is None:
        return "nothing"
    if isinstance(data, bool):
        return "yes" if data else "no"
    if isinstance(data, dict):
        return " and ".join(f"{count} {name}" for name, count in data.items()) or "none"
    if isinstance(data, list):
        return ", ".join(map(_words, data)) or "none" if len(data) <= LONGEST else f"{len(data)} of them"
    return str(data)


# ------------------------------------------------------------------ what stands behind values


def seen_by(here: Here, node: v.T) -> tuple[Line, ...]:
    """The words, totals, rows, states and options that the values of a test come from, outermost first."""
    return tuple(dict.fromkeys(islice(_behind(here, node, DEEPEST), MOST_LOOKED_AT)))


def _behind(here: Here, node: v.T, left: int) -> Iterator[Line]:
    symbols = here.machine.plan.symbols
    for one in walk(node):
        if isinstance(one, v.Use) and left:
            yield from _word(here, one, left)
        elif isinstance(one, v.Local) and left and (let := here.machine.program.let_of(one)) is not None:
            yield Line(None, let.span)
            yield from _behind(here, let.value, left - 1)
        elif isinstance(one, v.FieldOf):
            yield from _row(here, one)
        elif isinstance(one, v.OptionValue):
            yield Line(None, symbols.options[one.name].decl.span, option=True, place=True)
        elif isinstance(one, v.Read | v.ZoneAt):
            info = symbols.states[one.state] if isinstance(one, v.Read) else symbols.zones[one.zone]
            if info.decl is not None:
                yield Line(None, info.decl.span, place=True)


def _word(here: Here, node: v.Use, left: int) -> Iterator[Line]:
    """The line of a word, or the lines of a first-of or total that apply, and what is behind them."""
    word = here.machine.words[node.word]
    env = here.inner(word.params, node)
    if env is None:
        return
    there = here.at(Line(None, word.decl.span), env)
    if isinstance(word.body, v.T):
        yield there.path[-1]
        yield from _behind(there, word.body, left - 1)
        return
    for case in word.body or ():
        if case.condition is None or there.truth(case.condition):
            yield Line(case.id, case.node.span)
            yield from _behind(there, case.value, left - 1)
            if case.sort == "value":
                return


def _row(here: Here, node: v.FieldOf) -> Iterator[Line]:
    """The row a printed value stands in."""
    of = here.quiet(node.of)
    if isinstance(of, int) and not isinstance(of, bool):
        row = here.machine.plan.row(node.kind, of)
        yield Line(row.id, row.span)


def untold(words: str) -> Ground:
    """What is said where no condition was asked: a clause in brackets, or plain words."""
    return Ground(Line(None, NOWHERE), words=words)
