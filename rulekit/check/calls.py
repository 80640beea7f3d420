"""Verbs: which procedure a sentence calls, and what the core verbs may be given."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rulekit.check import does, takers, values
from rulekit.check import infos as i
from rulekit.check import typed as v
from rulekit.check.scope import Binding, Scope
from rulekit.kinds import types as t
from rulekit.model import expressions as x
from rulekit.problems import nearest
from rulekit.words.core import VERBS

if TYPE_CHECKING:
    from rulekit.check.elaborate import Elaborator

Slots = dict[str, Any]


def call(e: Elaborator, node: x.Call, scope: Scope) -> does.Call:
    """One sentence with a verb."""
    if node.verb in VERBS and node.verb not in e.symbols.procs:
        made = _core(e, node, scope)
    else:
        made = _own(e, node, scope)
    return _measured(e, node, made, scope)


def _measured(e: Elaborator, node: x.Call, made: does.Call, scope: Scope) -> does.Call:
    """`per n w` and `at most v`."""
    per = most = None
    if node.per is not None:
        per = (node.per[0], e.as_(node.per[1], scope, t.ANY_NUMBER, "verb", verb=node.verb))
    if node.limit is not None:
        most = e.as_(node.limit[1], scope, t.ANY_NUMBER, "verb", verb=node.verb)
    if per is None and most is None:
        return made
    return does.Call(made.verb, made.proc, made.args, made.hidden, made.end, per, most, span=node.span)


def _given(e: Elaborator, node: x.Call, preps: frozenset[str], scope: Scope) -> Slots:
    """The arguments by slot; prepositions written behind a value may be the verb's own."""
    sentence = e.sentence(scope)
    verb = sentence.verb(node.verb, preps, node.span)
    found: Slots = {}
    if node.arg is not None:
        found[""] = sentence.read(node.arg)
    for prep, value in node.args:
        found[prep] = sentence.read(value)
    return {**found, **verb.preps}


# ------------------------------------------------------------------ procedures


def _own(e: Elaborator, node: x.Call, scope: Scope) -> does.Call:
    known = e.symbols.procs.get(node.verb, [])
    if not known:
        return _unknown(e, node, scope)
    preps = frozenset(p for proc in known for p in proc.preps)
    given = _given(e, node, preps, scope)
    slots = frozenset(given)
    fitting = [p for p in known if frozenset(q.prep for q in p.params) == slots]
    if not fitting:
        return _no_such(e, node, known, given, scope)
    proc = fitting[0]
    args = []
    for param in proc.params:
        want = param.type
        args.append((param.name, e.as_(given[param.prep], scope, want, "verb", verb=node.verb)))
    scope.frame.reads.add(f"proc {proc.key}")
    return does.Call(node.verb, proc.key, tuple(args), span=node.span)


def sentence_of(verb: str, slots: Any) -> str:
    """`lay .. onto ..` from the slots of a call."""
    direct = " .." if "" in slots else ""
    return verb + direct + "".join(f" {p} .." for p in slots if p)


def _no_such(e: Elaborator, node: x.Call, known: list[i.ProcInfo], given: Slots, scope: Scope) -> does.Call:
    sentences = [sentence_of(p.verb, [q.prep for q in p.params]) for p in known]
    variant = "prepositions" if any(set(given) - {""} != p.preps for p in known) else "argument"
    e.wrong("K08", node.span, variant, sentence=sentence_of(node.verb, given), known=sentences)
    for value in given.values():
        e.operand(value, scope, None)
    return does.Call(node.verb, None, (), span=node.span)


def _unknown(e: Elaborator, node: x.Call, scope: Scope) -> does.Call:
    if node.verb in e.symbols.actions:
        e.wrong("K08", node.span, "action-called", name=node.verb)
    else:
        e.wrong("K08", node.span, verb=node.verb, near=nearest(node.verb, [*VERBS, *e.symbols.procs]))
    with e.quietly():
        for value in _given(e, node, frozenset(), scope).values():
            e.operand(value, scope, None)
    return does.Call(node.verb, None, (), span=node.span)


# ------------------------------------------------------------------ core verbs


def _core(e: Elaborator, node: x.Call, scope: Scope) -> does.Call:
    given = _given(e, node, frozenset(), scope)
    wanted = SHAPES[node.verb]
    if not any(set(given) == set(shape) for shape in wanted):
        known = [sentence_of(node.verb, shape) for shape in wanted]
        e.wrong("K08", node.span, "prepositions", sentence=sentence_of(node.verb, given), known=known)
        return does.Call(node.verb, None, (), span=node.span)
    return VERB_FORMS[node.verb](e, node, given, scope)


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


def _made(node: x.Call, *args: tuple[str, v.T], end: str = "top") -> does.Call:
    return does.Call(node.verb, None, args, end=end, span=node.span)


def _end(given: Any) -> tuple[Any, str]:
    """`bottom of z` as a target: the zone and the end new pieces go to."""
    if isinstance(given, takers.App) and given.word in ("top", "bottom") and given.arg is not None and given.number is None:
        return given.arg, given.word
    return given, "top"


def _pieces(e: Elaborator, given: Any, scope: Scope, verb: str, kind: str | None) -> v.T:
    """What is moved or shuffled: pieces, one or many."""
    found = e.operand(given, scope, t.Zone(kind or "", "") if kind else None)
    single = values.value(found)
    if isinstance(t.bare(single.type), t.Piece | t.Unknown):
        return single
    held = t.member(found.type)
    if isinstance(held, t.Piece | t.Unknown):
        return values.contents(found)
    if isinstance(t.bare(found.type), t.BagOf | t.Number):
        return e.wrong("K27", e.span(given), name=e.written(given), verb=verb)
    return e.wrong("K16", e.span(given), "verb", verb=verb, value=e.written(given), found=found.type.phrase, wanted="pieces")


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
            return e.wrong("K19", e.span(given), "missing", word=e.written(given), wanted=where.indexes[0].phrase, prep="of")
        near = nearest(given.word, list(e.symbols.zones)) if isinstance(given, takers.App) else []
        if isinstance(t.bare(where), t.Number | t.BagOf):
            return e.wrong("K27", e.span(given), name=e.written(given), verb=verb)
        return e.wrong("K16", e.span(given), "verb", verb=verb, value=e.written(given), found=where.phrase, wanted="a zone", near=near)
    if kind and where.kind and where.kind != kind:
        wanted = f"a place of {kind}"
        return e.wrong("K16", e.span(given), "verb", verb=verb, value=e.written(given), found=where.phrase, wanted=wanted)
    return found


def _move(e: Elaborator, node: x.Call, given: Slots, scope: Scope) -> does.Call:
    target, end = _end(given["to"])
    guess = e.quiet(target, scope.with_(Binding("it", t.UNKNOWN, node.span, "it")), None)
    kind = guess.type.kind if isinstance(guess.type, t.Zone) else None
    what = _pieces(e, given[""], scope, "move", kind)
    to = _zone(e, target, e.inside("it", _one(what), node.span, scope, "it"), "move", kind_of(what))
    _turns_over(e, node, given[""], what, to)
    return _made(node, ("", what), ("to", to), end=end)


def _one(what: v.T) -> v.T:
    """For `it`: each of what is moved."""
    kind = t.bare(what.type)
    return v.Const((), type=t.SetOf(kind if isinstance(kind, t.Piece) else t.member(kind) or t.UNKNOWN), span=what.span)


def _turns_over(e: Elaborator, node: x.Call, given: Any, what: v.T, to: v.T) -> None:
    """K41: several cards from pile to pile, and the order would matter."""
    if not (isinstance(to.type, t.Zone) and to.type.shape == "pile"):
        return
    if isinstance(what, v.CoreUse) and what.word == "top" and what.get("n") is not None:
        number = what.get("n")
        if not (isinstance(number, v.Const) and number.value == 1) and _from_pile(what.get("of")):
            e.wrong("K41", node.span, "top", amount=e.written(given.number) if isinstance(given, takers.App) else "n")


def _from_pile(found: v.T | None) -> bool:
    return found is not None and isinstance(t.bare(found.type), t.Zone) and t.bare(found.type).shape == "pile"  # type: ignore[attr-defined]


def _shuffle(e: Elaborator, node: x.Call, given: Slots, scope: Scope) -> does.Call:
    slot = next((s for s in ("into", "onto") if s in given), None)
    if slot is None:
        found = _zone(e, given[""], scope, "shuffle", None)
        if isinstance(found.type, t.Zone) and found.type.shape != "pile":
            e.wrong("K28", e.span(given[""]), "order", zone=e.written(given[""]), shape=found.type.shape, word="shuffle")
        return _made(node, ("", found))
    guess = e.quiet(given[slot], scope, None)
    what = _pieces(e, given[""], scope, "shuffle", guess.type.kind if isinstance(guess.type, t.Zone) else None)
    to = _zone(e, given[slot], scope, "shuffle", kind_of(what))
    if isinstance(to.type, t.Zone) and to.type.shape not in ("pile", ""):
        e.wrong("K28", e.span(given[slot]), "order", zone=e.written(given[slot]), shape=to.type.shape, word="shuffle")
    return _made(node, ("", what), (slot, to))


def _show(e: Elaborator, node: x.Call, given: Slots, scope: Scope) -> does.Call:
    what = _pieces(e, given[""], scope, "show", None)
    return _made(node, ("", what), ("to", e.as_(given["to"], scope, t.SetOf(t.SEAT), "verb", verb="show")))


def _perform(e: Elaborator, node: x.Call, given: Slots, scope: Scope) -> does.Call:
    effect = e.value(given[""], scope, None)
    kind = t.bare(effect.type)
    if t.known(kind) and not isinstance(kind, t.EffectOf):
        effect = e.wrong("K16", e.span(given[""]), "verb", verb="perform", value=e.written(given[""]), found=kind.phrase, wanted="an effect")
    if "with" not in given:
        if isinstance(kind, t.EffectOf):
            e.calls.append(("perform", (kind, None, _chosen(effect, scope)), node.span))
        return _made(node, ("", effect))
    here = e.value(given["with"], scope, None)
    if isinstance(kind, t.EffectOf):
        e.calls.append(("perform", (kind, here.type, _chosen(effect, scope)), node.span))
    return _made(node, ("", effect), ("with", here))


def _chosen(effect: v.T, scope: Scope) -> str | None:
    """The parameter an effect was chosen by, if it was."""
    return effect.name if isinstance(effect, v.Local) else None


def _report(e: Elaborator, node: x.Call, given: Slots, scope: Scope) -> does.Call:
    return _made(node, ("", e.as_(given[""], scope, t.ANY_NUMBER, "verb", verb="report")))


# ------------------------------------------------------------------ writing


def place_to_write(e: Elaborator, given: Any, scope: Scope, verb: str) -> v.T | None:
    """A state or a local; everything else is read, not written."""
    if isinstance(given, takers.App) and given.arg is None and not given.preps:
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


def _set(e: Elaborator, node: x.Call, given: Slots, scope: Scope) -> does.Call:
    place = place_to_write(e, given[""], scope, "set")
    if place is None:
        e.operand(given["to"], scope, None)
        return _made(node)
    want = place.type
    if isinstance(place, v.Local):
        found = e.value(given["to"], scope, want)
        if t.join(want, found.type) is None and values.convert(found, want) is None:
            e.fit(found, want, given["to"], "value", name=e.written(given[""]))
        return _made(node, ("", place), ("to", values.convert(found, want) or found))
    if isinstance(want, t.Map):
        e.wrong("K19", e.span(given[""]), "missing", word=e.written(given[""]), wanted=want.indexes[0].phrase, prep="of")
        return _made(node)
    return _made(node, ("", place), ("to", e.as_(given["to"], scope, want, "value", name=e.written(given[""]))))


def _add(slot: str) -> Callable[..., does.Call]:
    def form(e: Elaborator, node: x.Call, given: Slots, scope: Scope) -> does.Call:
        place = place_to_write(e, given[slot], scope, node.verb)
        if place is None:
            found = e.quiet(given[slot], scope, None)
            if isinstance(t.bare(found.type), t.Zone):
                e.problems.pop()
                e.wrong("K27", e.span(given[slot]), "pieces", zone=e.written(given[slot]), verb=node.verb)
            e.quiet(given[""], scope, None)
            return _made(node)
        return _made(node, ("", _increment(e, place, given[""], scope, node)), (slot, place))

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


def _raise(e: Elaborator, node: x.Call, given: Slots, scope: Scope) -> does.Call:
    place = place_to_write(e, given[""], scope, node.verb)
    value = e.as_(given["to"], scope, t.ANY_NUMBER, "verb", verb=node.verb)
    if place is None:
        return _made(node)
    if t.known(place.type) and not isinstance(t.bare(place.type), t.Number):
        e.wrong("K26", e.span(given[""]), "number", name=e.written(given[""]), found=place.type.phrase)
    return _made(node, ("", place), ("to", value))


VERB_FORMS: dict[str, Callable[..., does.Call]] = {
    "move": _move,
    "shuffle": _shuffle,
    "show": _show,
    "perform": _perform,
    "report": _report,
    "set": _set,
    "add": _add("to"),
    "take": _add("from"),
    "raise": _raise,
    "lower": _raise,
}
