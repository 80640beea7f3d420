"""Verbs that write: set, add, take, raise, lower; a state or a local, everything else is only read."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rulekit.check.elaboration import coercions, preposition_binding
from rulekit.check.elaboration.argument_slots import Slots, made
from rulekit.check.names.scope import Scope
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.model import expressions as x
from rulekit.typesystem import types as t

if TYPE_CHECKING:
    from rulekit.check.elaboration.elaborator import Elaborator


def place_to_write(e: Elaborator, given: Any, scope: Scope, verb: str) -> v.T | None:
    """A state or a local; everything else is read, not written."""
    if isinstance(given, preposition_binding.App) and given.arg is None and not given.preps:
        binding = scope.find(given.word)
        if binding is not None:
            if binding.sort != "local":
                e.wrong("K26", e.span(given), "local", name=given.word)
                return None
            return v.Local(given.word, type=binding.type, span=given.span)
        if given.word in e.symbols.options:
            e.wrong("K26", e.span(given), "constant", name=given.word, what="an option")
            return None
    found = e.operand(given, scope, None)
    if isinstance(found, v.Read):
        scope.frame.reads.add(f"writes {found.state}")
        return found
    if isinstance(found, v.Broken) or not t.known(found.type):
        return None
    if isinstance(found, v.ZoneAt):
        e.wrong("K26", e.span(given), "zone", zone=e.written(given))
    elif isinstance(found, v.FieldOf | v.Const | v.Members | v.OptionValue):
        what = "a printed field" if isinstance(found, v.FieldOf) else "a constant"
        e.wrong("K26", e.span(given), "constant", name=e.written(given), what=what)
    else:
        e.wrong("K26", e.span(given), "computed", value=e.written(given))
    return None


def set_(e: Elaborator, node: x.Call, given: Slots, scope: Scope) -> typed_statements.Call:
    place = place_to_write(e, given[""], scope, "set")
    if place is None:
        e.operand(given["to"], scope, None)
        return made(node)
    want = place.type
    if isinstance(place, v.Local):
        found = e.value(given["to"], scope, want)
        if t.join(want, found.type) is None and coercions.convert(found, want) is None:
            e.fit(found, want, given["to"], "value", name=e.written(given[""]))
        return made(node, ("", place), ("to", coercions.convert(found, want) or found))
    if isinstance(want, t.Map):
        e.wrong(
            "K19", e.span(given[""]), "missing", word=e.written(given[""]), wanted=want.indexes[0].phrase, prep="of"
        )
        return made(node)
    return made(node, ("", place), ("to", e.as_(given["to"], scope, want, "value", name=e.written(given[""]))))


def add(slot: str) -> Callable[..., typed_statements.Call]:
    def form(e: Elaborator, node: x.Call, given: Slots, scope: Scope) -> typed_statements.Call:
        place = place_to_write(e, given[slot], scope, node.verb)
        if place is None:
            found = e.quiet(given[slot], scope, None)
            if isinstance(t.bare(found.type), t.Zone):
                e.problems.pop()
                e.wrong("K27", e.span(given[slot]), "pieces", zone=e.written(given[slot]), verb=node.verb)
            e.quiet(given[""], scope, None)
            return made(node)
        return made(node, ("", _increment(e, place, given[""], scope, node)), (slot, place))

    return form


def _increment(e: Elaborator, place: v.T, given: Any, scope: Scope, node: x.Call) -> v.T:
    """What may be added: a number, a bag to a map of numbers, a member or a set, a member of a sequence."""
    kind = t.bare(place.type)
    if isinstance(kind, t.Number):
        return e.as_(given, scope, t.ANY_NUMBER, "verb", verb=node.verb)
    if isinstance(kind, t.Map) and len(kind.indexes) == 1 and isinstance(kind.value, t.Number):
        found = e.quiet(given, scope, t.BagOf(kind.indexes[0]))
        if isinstance(t.bare(found.type), t.Number):
            word = place.state if isinstance(place, v.Read) else e.written(given)
            return e.wrong("K19", place.span, "missing", word=word, wanted=kind.indexes[0].phrase, prep="of")
        return e.as_(given, scope, t.BagOf(kind.indexes[0]), "verb", verb=node.verb)
    if isinstance(kind, t.BagOf):
        return e.as_(given, scope, kind, "verb", verb=node.verb)
    if isinstance(kind, t.SetOf):
        return e.as_(given, scope, kind, "verb", verb=node.verb)
    if isinstance(kind, t.Sequence):
        return e.as_(given, scope, kind.of, "verb", verb=node.verb)
    if not t.known(kind):
        return e.operand(given, scope, None)
    name = place.state if isinstance(place, v.Read) else place.name if isinstance(place, v.Local) else ""
    return e.wrong("K26", place.span, "number", name=name, found=place.type.phrase)


def raise_(e: Elaborator, node: x.Call, given: Slots, scope: Scope) -> typed_statements.Call:
    place = place_to_write(e, given[""], scope, node.verb)
    value = e.as_(given["to"], scope, t.ANY_NUMBER, "verb", verb=node.verb)
    if place is None:
        return made(node)
    if t.known(place.type) and not isinstance(t.bare(place.type), t.Number):
        e.wrong("K26", e.span(given[""]), "number", name=e.written(given[""]), found=place.type.phrase)
    return made(node, ("", place), ("to", value))
