"""The core verbs: what each may be given, and where it may write."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rulekit.check.elaboration import coercions, preposition_binding
from rulekit.check.elaboration.argument_slots import Slots, given, made, sentence_of
from rulekit.check.elaboration.write_verbs import add, raise_, set_
from rulekit.check.names.scope import Binding, Scope
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.diagnostics import nearest
from rulekit.model import expressions as x
from rulekit.typesystem import types as t

if TYPE_CHECKING:
    from rulekit.check.elaboration.elaborator import Elaborator


def core(e: Elaborator, node: x.Call, scope: Scope) -> typed_statements.Call:
    slots = given(e, node, frozenset(), scope)
    wanted = SHAPES[node.verb]
    if not any(set(slots) == set(shape) for shape in wanted):
        known = [sentence_of(node.verb, shape) for shape in wanted]
        variant = "source" if node.verb == "move" and "from" in slots else "prepositions"
        e.wrong("K08", node.span, variant, sentence=sentence_of(node.verb, slots), known=known)
        return typed_statements.Call(node.verb, None, (), span=node.span)
    return VERB_FORMS[node.verb](e, node, slots, scope)


SHAPES: dict[str, tuple[tuple[str, ...], ...]] = {
    "move": (("", "to"),),
    "shuffle": (("",), ("", "into"), ("", "onto")),
    "show": (("", "to"),),
    "perform": (("",), ("", "with")),
    "report": (("",),),
    "set": (("", "to"),),
    "add": (("", "to"),),
    "take": (("", "from"),),
    "raise": (("", "to"),),
    "lower": (("", "to"),),
}


def _end(given: Any) -> tuple[Any, str]:
    """`bottom of z` as a target: the zone and the end new pieces go to."""
    if (
        isinstance(given, preposition_binding.App)
        and given.word in ("top", "bottom")
        and given.arg is not None
        and given.number is None
    ):
        return given.arg, given.word
    return given, "top"


def _pieces(e: Elaborator, given: Any, scope: Scope, verb: str, kind: str | None) -> v.T:
    """What is moved or shuffled: pieces, one or many."""
    found = e.operand(given, scope, t.Zone(kind or "", "") if kind else None)
    single = coercions.value(found)
    if isinstance(t.bare(single.type), t.Piece | t.Unknown):
        return single
    held = t.member(found.type)
    if isinstance(held, t.Piece | t.Unknown):
        return coercions.contents(found)
    if isinstance(t.bare(found.type), t.BagOf | t.Number):
        return e.wrong("K27", e.span(given), name=e.written(given), verb=verb)
    return e.wrong(
        "K16", e.span(given), "verb", verb=verb, value=e.written(given), found=found.type.phrase, wanted="pieces"
    )


def kind_of(found: v.T) -> str | None:
    kind = t.bare(found.type)
    held = kind if isinstance(kind, t.Piece) else t.member(kind)
    held = t.bare(held) if held is not None else None
    return held.kind if isinstance(held, t.Piece) else None


def _zone(e: Elaborator, given: Any, scope: Scope, verb: str, kind: str | None) -> v.T:
    """A place for pieces of one kind."""
    found = e.operand(given, scope, t.Zone(kind or "", ""))
    where = found.type
    if isinstance(where, t.Unknown):
        return found
    if isinstance(where, t.Maybe) and isinstance(where.of, t.Zone):
        where = where.of
    if not isinstance(where, t.Zone):
        if isinstance(where, t.Map) and isinstance(where.value, t.Zone):
            return e.wrong(
                "K19", e.span(given), "missing", word=e.written(given), wanted=where.indexes[0].phrase, prep="of"
            )
        near = nearest(given.word, list(e.symbols.zones)) if isinstance(given, preposition_binding.App) else []
        if isinstance(t.bare(where), t.Number | t.BagOf):
            return e.wrong("K27", e.span(given), name=e.written(given), verb=verb)
        return e.wrong(
            "K16",
            e.span(given),
            "verb",
            verb=verb,
            value=e.written(given),
            found=where.phrase,
            wanted="a zone",
            near=near,
        )
    if kind and where.kind and where.kind != kind:
        wanted = f"a place of {kind}"
        return e.wrong(
            "K16", e.span(given), "verb", verb=verb, value=e.written(given), found=where.phrase, wanted=wanted
        )
    return found


def _move(e: Elaborator, node: x.Call, given: Slots, scope: Scope) -> typed_statements.Call:
    target, end = _end(given["to"])
    guess = e.quiet(target, scope.with_(Binding("it", t.UNKNOWN, node.span, "it")), None)
    kind = guess.type.kind if isinstance(guess.type, t.Zone) else None
    what = _pieces(e, given[""], scope, "move", kind)
    if not t.known(what.type):
        e.quiet(target, scope)
        return made(node)
    to = _zone(e, target, e.inside("it", _one(what), node.span, scope, "it"), "move", kind_of(what))
    return made(node, ("", what), ("to", to), end=end)


def _one(what: v.T) -> v.T:
    """For `it`: each of what is moved."""
    kind = t.bare(what.type)
    return v.Const((), type=t.SetOf(kind if isinstance(kind, t.Piece) else t.member(kind) or t.UNKNOWN), span=what.span)


def _shuffle(e: Elaborator, node: x.Call, given: Slots, scope: Scope) -> typed_statements.Call:
    slot = next((s for s in ("into", "onto") if s in given), None)
    if slot is None:
        found = _zone(e, given[""], scope, "shuffle", None)
        if isinstance(found.type, t.Zone) and found.type.shape != "pile":
            e.wrong(
                "K28", e.span(given[""]), "order", zone=e.written(given[""]), shape=found.type.shape, word="shuffle"
            )
        return made(node, ("", found))
    guess = e.quiet(given[slot], scope, None)
    what = _pieces(e, given[""], scope, "shuffle", guess.type.kind if isinstance(guess.type, t.Zone) else None)
    to = _zone(e, given[slot], scope, "shuffle", kind_of(what))
    if isinstance(to.type, t.Zone) and to.type.shape not in ("pile", ""):
        e.wrong("K28", e.span(given[slot]), "order", zone=e.written(given[slot]), shape=to.type.shape, word="shuffle")
    return made(node, ("", what), (slot, to))


def _show(e: Elaborator, node: x.Call, given: Slots, scope: Scope) -> typed_statements.Call:
    what = _pieces(e, given[""], scope, "show", None)
    return made(node, ("", what), ("to", e.as_(given["to"], scope, t.SetOf(t.SEAT), "verb", verb="show")))


def _perform(e: Elaborator, node: x.Call, given: Slots, scope: Scope) -> typed_statements.Call:
    effect = e.value(given[""], scope, None)
    kind = t.bare(effect.type)
    if t.known(kind) and not isinstance(kind, t.EffectOf):
        effect = e.wrong(
            "K16",
            e.span(given[""]),
            "verb",
            verb="perform",
            value=e.written(given[""]),
            found=kind.phrase,
            wanted="an effect",
        )
    if "with" not in given:
        if isinstance(kind, t.EffectOf):
            e.calls.append(("perform", (kind, None, _chosen(effect, scope)), node.span))
        return made(node, ("", effect))
    here = e.value(given["with"], scope, None)
    if isinstance(kind, t.EffectOf):
        e.calls.append(("perform", (kind, here.type, _chosen(effect, scope)), node.span))
    return made(node, ("", effect), ("with", here))


def _chosen(effect: v.T, scope: Scope) -> str | None:
    """The parameter an effect was chosen by, if it was."""
    return effect.name if isinstance(effect, v.Local) else None


def _report(e: Elaborator, node: x.Call, given: Slots, scope: Scope) -> typed_statements.Call:
    return made(node, ("", e.as_(given[""], scope, t.ANY_NUMBER, "verb", verb="report")))


VERB_FORMS: dict[str, Callable[..., typed_statements.Call]] = {
    "move": _move,
    "shuffle": _shuffle,
    "show": _show,
    "perform": _perform,
    "report": _report,
    "set": set_,
    "add": add("to"),
    "take": add("from"),
    "raise": raise_,
    "lower": raise_,
}
