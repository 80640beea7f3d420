"""Words and relations, of the game and of the kit, with their arguments."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from rulekit.check.evaluation.place_values import seat_of
from rulekit.check.tree import typed_expressions as v
from rulekit.typesystem import types as t
from rulekit.words import core
from rulekit.words.word import Related, keyword

if TYPE_CHECKING:
    from rulekit.check.evaluation.evaluator import Env, Evaluator


ALL = object()  # in the place of the second thing: all that the first is related to


class Asked:
    """A relation of the game as something that can be asked again and again."""

    def __init__(self, e: Evaluator, name: str, hidden: Env) -> None:
        info = e.machine.relations[name]
        self.e, self.name, self.hidden = e, name, hidden
        self.one, self.other = info.params[0].name, info.params[1].name
        self.members = e.plan.members(info.params[1].type)

    def __call__(self, a: Any, b: Any) -> bool:
        found: bool = self.e.again(self.name, {**self.hidden, self.one: a, self.other: b}, self.e.related)
        return found

    def leads(self, a: Any) -> tuple[Any, ...]:
        """All that it leads to from here."""
        found: tuple[Any, ...] = self.e.again(self.name, {**self.hidden, self.one: a, self.other: ALL}, self._all)
        return found

    def _all(self, name: str, env: Env) -> tuple[Any, ...]:
        return tuple([b for b in self.members if self.e.related(name, {**env, self.other: b})])


def _hidden(e: Evaluator, node: Any, env: Env) -> Env:
    return {name: e.argument(value, env) for name, value in node.hidden} if node.hidden else {}


def _use(e: Evaluator, node: v.Use, env: Env) -> Any:
    inner = _hidden(e, node, env)
    for param, arg in zip(e.machine.words[node.word].params, node.args, strict=True):
        found = e.argument(arg, env)
        if found is None:
            return () if t.is_collection(node.type) else None
        inner[param.name] = found
    return e.again(node.word, inner, e.word)


def _core(e: Evaluator, node: v.CoreUse, env: Env) -> Any:
    plain = PLAIN.get(node.word)
    if plain is not None:
        return plain(e, node, env)
    types = {slot: arg.type for slot, arg in node.args}
    given = {keyword(slot): _given(e, arg, types, env) for slot, arg in node.args}
    types[""] = node.type
    found = core.vocabulary()[node.word].run(e.eyes, types=types, **given)
    return e.near(found, node) if node.type == t.ANY_NUMBER else found


def _given(e: Evaluator, arg: v.T, types: dict[str, t.Type], env: Env) -> Any:
    """The value of one slot; a relation of the kit that is named compares members of what the word is asked of."""
    if isinstance(arg, v.Named) and arg.sort == "relation" and arg.name not in e.machine.relations:
        word = core.vocabulary()[arg.name]
        of = types.get("of", t.UNKNOWN)
        one = t.member(of) or t.bare(of)
        kinds = {"of": one, "=": one, "": t.YES_NO}
        return Related(word, e.eyes, kinds)
    return e.value(arg, env)


def _named(e: Evaluator, node: v.Named, env: Env) -> Any:
    """A relation or adjective as something that can be asked again and again."""
    if node.sort == "relation":
        hidden = sorted(e.machine.relations[node.name].hidden)
        return Asked(e, node.name, {name: e.value(v.Local(name, type=t.SEAT), env) for name in hidden})
    if node.sort == "adjective":
        words = e.plan.symbols.words[node.name]
        name = words[0].params[0].name
        return lambda a: e.word(words[0].key, {**env, name: a}) is True
    return node.name


def _related(e: Evaluator, node: v.Related, env: Env) -> Any:
    inner = _hidden(e, node, env)
    for param, arg in zip(e.machine.relations[node.relation].params, node.args, strict=True):
        found = e.argument(arg, env)
        if found is None:
            return False
        inner[param.name] = found
    return e.again(node.relation, inner, e.related)


def _finished(e: Evaluator, node: v.CoreUse, env: Env) -> Any:
    return e.machine.finished


def _everyone(e: Evaluator, node: v.CoreUse, env: Env) -> Any:
    return tuple(range(e.plan.seats))


def _others(e: Evaluator, node: v.CoreUse, env: Env) -> Any:
    ((_, who),) = node.args
    me = e.value(who, env)
    return tuple(s for s in range(e.plan.seats) if s != me)


def _origin(e: Evaluator, node: v.CoreUse, env: Env) -> Any:
    layout = e.plan.layout(t.bare(node.type).space)  # type: ignore[attr-defined]
    return None if layout.origin is None else layout.number.get(layout.origin)


def _turned(e: Evaluator, node: v.CoreUse, env: Env) -> Any:
    """A direction or a set of directions, so many steps round its ring."""
    (_, what), (_, by) = node.args
    of, turns = e.value(what, env), e.value(by, env)
    if turns is None or of is None:
        return of
    kind = t.bare(node.type)
    ring = kind.of if isinstance(kind, t.SetOf | t.Sequence) else kind
    size = len(ring.members) if isinstance(ring, t.Choice) else 1
    if isinstance(of, tuple):
        return tuple(sorted((side + turns) % size for side in of))
    return (of + turns) % size


def _beyond(e: Evaluator, node: v.CoreUse, env: Env) -> Any:
    (_, of), (_, by) = node.args
    place, side = e.value(of, env), e.value(by, env)
    if place is None or side is None:
        return None
    return e.plan.layout(t.bare(node.type).space).beyond(place, side)  # type: ignore[attr-defined]


def _payable(e: Evaluator, node: v.CoreUse, env: Env) -> Any:
    at = node.get("at")
    of = node.get("of")
    effect, here = None if of is None else e.value(of, env), None if at is None else e.value(at, env)
    return False if effect is None else e.machine.payable(e, effect, here, seat_of(e, env))


def _possible(e: Evaluator, node: v.CoreUse, env: Env) -> Any:
    by = node.get("by")
    action, seat = node.get("of"), seat_of(e, env) if by is None else e.value(by, env)
    assert isinstance(action, v.Named)
    return False if seat is None else e.machine.possible(e, action.name, seat)


PLAIN: dict[str, Any] = {
    "payable": _payable,
    "possible": _possible,
    "finished": _finished,
    "everyone": _everyone,
    "others": _others,
    "origin": _origin,
    "turned": _turned,
    "beyond": _beyond,
}


FORMS: dict[type, Any] = {
    v.Use: _use,
    v.CoreUse: _core,
    v.Named: _named,
    v.Related: _related,
}
