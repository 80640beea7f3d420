"""Values worked out before play: the evaluator of play, where a position, and any option left open, is not known yet.

Whatever only a position could tell raises `NotConstant`. A few forms know their value although a part is unknown
(`no and ..`, a choice between equals); they are the only ones that differ from play.

A sample: of

A value::

    refill is one and count of deck > 0

the answer is no wherever the option `refill` is chosen otherwise, whatever the deck holds; else it is OPEN, not
known before play.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NoReturn

from rulekit.check.evaluation.evaluator import Env, Evaluator
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.check.tree.typed_walk import walk
from rulekit.gamestate.configuration_layout import ConfigIndex
from rulekit.memo import memoize
from rulekit.typesystem import types as t

TOO_LONG = 10_000  # steps of one question
LONGEST = 5_000  # of a range that is listed


class NotConstant(Exception):
    """Only a position, an option or a player count that is not settled yet could tell."""


class _Open:
    def __repr__(self) -> str:
        return "OPEN"


OPEN: Any = _Open()  # the answer where a value is not known


def _option(checked: CheckedRulebook, name: str, written: Any) -> Any:
    """A choice of an option as a value: members of a choice are numbers."""
    kind = checked.symbols.options[name].type if name in checked.symbols.options else t.UNKNOWN
    if kind.members:
        return kind.members.index(str(written)) if str(written) in kind.members else OPEN
    return written


class OpenPlan(ConfigIndex):
    """A plan in which the number of players may be open, and long types are not listed."""

    def _all_members(self, kind: t.Type) -> tuple[Any, ...]:
        long = kind.numeric and kind.high - kind.low >= LONGEST
        if long or (kind.player and self.seats is None) or kind.zone or kind.effects:
            raise NotConstant
        return super()._all_members(kind)

    def seat_if_taken(self, seat: int) -> int | None:
        """Whether somebody sits there may depend on how many play."""
        seats: int | None = self.seats
        if seats is None and seat >= self.symbols.seats[0]:
            raise NotConstant
        return seat if seats is None else super().seat_if_taken(seat)


@memoize
def _plan(checked: CheckedRulebook, options: tuple[tuple[str, Any], ...], seats: int | None) -> OpenPlan:
    return OpenPlan(checked.symbols, dict(options), seats)  # type: ignore[arg-type]


class _Blind:
    """A position, or the rest of a machine, of which nothing is known."""

    def __getattr__(self, name: str) -> NoReturn:
        raise NotConstant


NO_POSITION: Any = _Blind()


class _Definitions(_Blind):
    """What a rulebook defines; moves are not known."""

    def __init__(self, checked: CheckedRulebook) -> None:
        self.words = {word.key: word for word in checked.words}
        self.relations = checked.symbols.relations
        self.bends = {bend.target for bend in checked.bends}


@memoize
def _definitions(checked: CheckedRulebook) -> _Definitions:
    return _Definitions(checked)


def known_value(value: Any) -> Any:
    """The value, if it is known before play; else `NotConstant` is raised."""
    if value is OPEN:
        raise NotConstant
    return value


def _may_be_nothing(node: v.T) -> bool:
    return any(isinstance(one, v.T) and one.type.optional for one in walk(node))


def all_hold(values: list[Any]) -> Any:
    """Whether all hold: no if one surely does not, OPEN if one is not known, else yes."""
    if any(value is False or value is None for value in values):
        return False
    return OPEN if OPEN in values else True


def any_holds(values: list[Any]) -> Any:
    """Whether one holds: yes if one surely does, OPEN if one is not known, else no."""
    if any(value is True for value in values):
        return True
    return OPEN if OPEN in values else False


class ConstantFolder(Evaluator):
    """One configuration, whole or in part: options as they are written, and how many play."""

    def __init__(
        self, checked: CheckedRulebook, options: Mapping[str, Any] | None = None, seats: int | None = None
    ) -> None:
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
        except (NotConstant, RecursionError):
            return OPEN

    def argument(self, node: v.T, env: Env) -> Any:
        """What a word is given may stay open, unless it may be nothing: of nothing a word says nothing."""
        found = self.attempt(node, env)
        return known_value(found) if _may_be_nothing(node) else found

    def value(self, node: v.T, env: Env) -> Any:
        """The value of a node. Raises `NotConstant` if it is not known before play, or takes too many steps to work
        out.
        """
        self.steps += 1
        if self.steps > TOO_LONG:
            raise NotConstant
        if self.known and node in self.known:
            return known_value(self.known[node])
        return self.forms.get(type(node), ConstantFolder._position)(self, node, env)

    def word(self, key: str, env: Env) -> Any:
        """A word of the game; one without a body has no known value."""
        return known_value(OPEN) if self.machine.words[key].body is None else super().word(key, env)

    def relation_holds(self, name: str, env: Env) -> bool:
        """A relation of the game. A case that an exception may take away is not known to fail."""
        info, found = self.machine.relations[name], []
        for case in info.cases:
            if case.sort == "case":
                holds = self.attempt(case.value, env)
                found.append(OPEN if holds is False and case.id in self.machine.bends else holds)
        return bool(known_value(any_holds(found) if info.decl.mode == "any" else all_hold(found)))

    # -------------------------------------------------------------- the forms that differ

    def _position(self, node: v.T, env: Env) -> NoReturn:
        """What only a position tells."""
        raise NotConstant

    _read = _zone = _held = _map_values = _as_bag = _supposing = _legal = _earlier = _position

    def _const(self, node: v.Const, env: Env) -> Any:
        """What is written; whether somebody sits at a seat may depend on how many play."""
        return known_value(OPEN if node.type.bare.effects else super()._const(node, env))

    def _local(self, node: v.Local, env: Env) -> Any:
        return known_value(env.get(node.name, OPEN))

    def _option(self, node: v.OptionValue, env: Env) -> Any:
        return known_value(self.options.get(node.name, OPEN))

    def _and(self, node: v.And, env: Env) -> Any:
        return known_value(all_hold([self.attempt(part, env) for part in node.parts]))

    def _or(self, node: v.Or, env: Env) -> Any:
        return known_value(any_holds([self.attempt(part, env) for part in node.parts]))

    def _quantifier(self, node: v.Quantifier, env: Env) -> Any:
        found = known_value(self._over(node, node.binds, env))
        return not found if node.kind == "no" else found

    def _over(self, node: v.Quantifier, binds: tuple[tuple[str, v.T], ...], env: Env) -> Any:
        if not binds:
            return self.attempt(node.body, env)
        (name, values), rest = binds[0], binds[1:]
        source = self.attempt(values, env)
        if source is OPEN:
            return OPEN
        answers = [self._over(node, rest, {**env, name: one}) for one in source or ()]
        return all_hold(answers) if node.kind == "every" else any_holds(answers)

    def _choice(self, node: v.Choice, env: Env) -> Any:
        holds = self.attempt(node.condition, env)
        if holds is not OPEN:
            return self.value(node.yes if holds else node.no, env)
        yes, no = self.value(node.yes, env), self.value(node.no, env)
        return known_value(yes if yes == no and type(yes) is type(no) else OPEN)

    def _interval(self, node: v.Interval, env: Env) -> Any:
        low, high = self.value(node.low, env), self.value(node.high, env)
        if low is None or high is None:
            return ()
        return known_value(tuple(range(low, high + 1)) if high - low < LONGEST else OPEN)

    def _core(self, node: v.CoreUse, env: Env) -> Any:
        try:
            return super()._core(node, env)
        except (LookupError, TypeError, ValueError, AttributeError):  # a word that looked too far
            raise NotConstant from None


POSITION = (v.Read, v.ZoneAt, v.Held, v.MapValues, v.AsBag, v.Supposing, v.Legal, v.Earlier)


def foldable(node: Any) -> bool:
    """Is it worked out from its parts alone?"""
    return type(node) in ConstantFolder.forms and not isinstance(node, POSITION)
