"""Values worked out before play: the evaluator of play, where a position, and any option left open, is not known yet.

Whatever only a position could tell raises `Unknown`. A few forms know their value although a part is unknown (`no and
..`, a choice between equals); they are the only ones that differ from play.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NoReturn

from rulekit.check.evaluation.evaluator import FORMS as PLAY
from rulekit.check.evaluation.evaluator import Env, Evaluator, Unknown
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.checked_rulebook import Checked
from rulekit.check.tree.typed_walk import walk
from rulekit.gamestate.configuration_layout import Plan
from rulekit.memo import kept
from rulekit.typesystem import types as t

TOO_LONG = 10_000  # steps of one question
LONGEST = 5_000  # of a range that is listed


class _Open:
    def __repr__(self) -> str:
        return "OPEN"


OPEN: Any = _Open()  # the answer where a value is not known


class Folder(Evaluator):
    """One configuration, whole or in part: options as they are written, and how many play."""

    def __init__(self, checked: Checked, options: Mapping[str, Any] | None = None, seats: int | None = None) -> None:
        self.checked = checked
        self.symbols = checked.symbols
        self.options = {n: _option(checked, n, value) for n, value in (options or {}).items()}
        super().__init__(_plan(checked, tuple(self.options.items()), seats), NO_POSITION, _definitions(checked))
        self.keeps = False
        self.known: dict[Any, Any] = {}  # values taken as given, for proofs by cases
        self.steps = 0

    def ask(self, node: v.T, env: Env | None = None) -> Any:
        """The value, or OPEN; a question that takes too long stays open."""
        self.steps = 0
        return self.attempt(node, env or {})

    def attempt(self, node: v.T, env: Env) -> Any:
        """The value, or OPEN: for forms that may be known although a part of them is not."""
        try:
            return self.value(node, env)
        except (Unknown, RecursionError):
            return OPEN

    def argument(self, node: v.T, env: Env) -> Any:
        """What a word is given may stay open, unless it may be nothing: of nothing a word says nothing."""
        found = self.attempt(node, env)
        return settled(found) if _may_be_nothing(node) else found

    def value(self, node: v.T, env: Env) -> Any:
        self.steps += 1
        if self.steps > TOO_LONG:
            raise Unknown
        if self.known and node in self.known:
            return settled(self.known[node])
        return FORMS.get(type(node), _unknown)(self, node, env)

    def word(self, key: str, env: Env) -> Any:
        return settled(OPEN) if self.machine.words[key].body is None else super().word(key, env)

    def related(self, name: str, env: Env) -> bool:
        info, found = self.machine.relations[name], []
        for case in info.cases:
            if case.sort == "case":
                holds = self.attempt(case.value, env)
                found.append(OPEN if holds is False and case.id in self.machine.bends else holds)
        return bool(settled(some(found) if info.decl.mode == "any" else every(found)))


def _option(checked: Checked, name: str, written: Any) -> Any:
    """A choice of an option as a value: members of a choice are numbers."""
    kind = checked.symbols.options[name].type if name in checked.symbols.options else None
    if isinstance(kind, t.Choice):
        return kind.members.index(str(written)) if str(written) in kind.members else OPEN
    return written


class OpenPlan(Plan):
    """A plan in which the number of players may be open, and long types are not listed."""

    def _all_members(self, kind: t.Type) -> tuple[Any, ...]:
        long = isinstance(kind, t.Number) and kind.high - kind.low >= LONGEST
        if long or (isinstance(kind, t.Seat) and self.seats is None) or isinstance(kind, t.Zone | t.EffectOf):
            raise Unknown
        return super()._all_members(kind)

    def seated(self, seat: int) -> int | None:
        """Whether somebody sits there may depend on how many play."""
        seats: int | None = self.seats
        if seats is None and seat >= self.symbols.seats[0]:
            raise Unknown
        return seat if seats is None else super().seated(seat)


@kept
def _plan(checked: Checked, options: tuple[tuple[str, Any], ...], seats: int | None) -> OpenPlan:
    return OpenPlan(checked.symbols, dict(options), seats)  # type: ignore[arg-type]


class _Blind:
    """A position, or the rest of a machine, of which nothing is known."""

    def __getattr__(self, name: str) -> NoReturn:
        raise Unknown


NO_POSITION: Any = _Blind()


class _Definitions(_Blind):
    """What a rulebook defines; moves are not known."""

    def __init__(self, checked: Checked) -> None:
        self.words = {word.key: word for word in checked.words}
        self.relations = checked.symbols.relations
        self.bends = {bend.target for bend in checked.bends}


@kept
def _definitions(checked: Checked) -> _Definitions:
    return _Definitions(checked)


# ------------------------------------------------------------------ the forms that differ


def settled(value: Any) -> Any:
    if value is OPEN:
        raise Unknown
    return value


def _may_be_nothing(node: v.T) -> bool:
    return any(isinstance(one, v.T) and isinstance(one.type, t.Maybe) for one in walk(node))


def every(values: list[Any]) -> Any:
    if any(value is False or value is None for value in values):
        return False
    return OPEN if OPEN in values else True


def some(values: list[Any]) -> Any:
    if any(value is True for value in values):
        return True
    return OPEN if OPEN in values else False


def _unknown(f: Folder, node: v.T, env: Env) -> NoReturn:
    raise Unknown


def _const(f: Folder, node: v.Const, env: Env) -> Any:
    """What is written; whether somebody sits at a seat may depend on how many play."""
    return settled(OPEN if isinstance(t.bare(node.type), t.EffectOf) else PLAY[v.Const](f, node, env))


def _quantifier(f: Folder, node: v.Quantifier, env: Env) -> Any:
    def over(binds: tuple[tuple[str, v.T], ...], inner: Env) -> Any:
        source = f.attempt(binds[0][1], inner) if binds else None
        if source is OPEN or not binds:
            return OPEN if binds else f.attempt(node.body, inner)
        answers = [over(binds[1:], {**inner, binds[0][0]: one}) for one in source or ()]
        return every(answers) if node.kind == "every" else some(answers)

    found = settled(over(node.binds, env))
    return not found if node.kind == "no" else found


def _choice(f: Folder, node: v.Choice, env: Env) -> Any:
    holds = f.attempt(node.condition, env)
    if holds is not OPEN:
        return f.value(node.yes if holds else node.no, env)
    yes, no = f.value(node.yes, env), f.value(node.no, env)
    return settled(yes if yes == no and type(yes) is type(no) else OPEN)


def _interval(f: Folder, node: v.Interval, env: Env) -> Any:
    low, high = f.value(node.low, env), f.value(node.high, env)
    if low is None or high is None:
        return ()
    return settled(tuple(range(low, high + 1)) if high - low < LONGEST else OPEN)


def _core(f: Folder, node: v.CoreUse, env: Env) -> Any:
    try:
        return PLAY[v.CoreUse](f, node, env)
    except (LookupError, TypeError, ValueError, AttributeError):  # a word that looked too far
        raise Unknown from None


POSITION = (v.Read, v.ZoneAt, v.Held, v.MapValues, v.AsBag, v.Supposing, v.Legal, v.Earlier)
FORMS: dict[type, Any] = {
    **{kind: form for kind, form in PLAY.items() if kind not in POSITION},
    v.Const: _const,
    v.Local: lambda f, node, env: settled(env.get(node.name, OPEN)),
    v.OptionValue: lambda f, node, env: settled(f.options.get(node.name, OPEN)),
    v.And: lambda f, node, env: settled(every([f.attempt(part, env) for part in node.parts])),
    v.Or: lambda f, node, env: settled(some([f.attempt(part, env) for part in node.parts])),
    v.Quantifier: _quantifier,
    v.Choice: _choice,
    v.Interval: _interval,
    v.CoreUse: _core,
}
