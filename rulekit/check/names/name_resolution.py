"""Which name is meant: head position, local, member of the expected type, constant, in this order."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulekit.check.elaboration.preposition_binding import App
from rulekit.check.names.scope import Scope
from rulekit.check.names.unknown_names import unknown
from rulekit.check.tree import typed_expressions as v
from rulekit.source import Span
from rulekit.typesystem import types as t
from rulekit.words import core

if TYPE_CHECKING:
    from rulekit.check.elaboration.elaborator import Elaborator


def plain(e: Elaborator, name: str, span: Span, scope: Scope, want: t.Type | None) -> v.T:
    """A name standing alone."""
    found = local(e, name, span, scope)
    if found is not None:
        return found
    if want is not None:
        found = member(e, name, span, want)
        if found is not None:
            return found
    found = constant(e, name, span, scope)
    if found is not None:
        return found
    return unknown(e, name, span, scope, want)


def local(e: Elaborator, name: str, span: Span, scope: Scope) -> v.T | None:
    binding = scope.find(name)
    if binding is not None:
        return v.Local(name, type=binding.type, span=span)
    if name == "player" and scope.frame.has_player:
        scope.frame.uses.add("player")
        return v.Local("player", type=t.SEAT, span=span)
    if name == "here" and scope.frame.has_here:
        return here(e, span, scope)
    if name == "last":
        return last(e, span, scope)
    return None


def here(e: Elaborator, span: Span, scope: Scope) -> v.T:
    scope.frame.uses.add("here")
    return v.Local("here", type=e.here_type(scope.frame), span=span)


BODIES = ("action", "procedure", "reaction", "effect", "programme", "scene")  # where chains are; 0 before any verb


def last(e: Elaborator, span: Span, scope: Scope) -> v.T | None:
    if scope.frame.sort in BODIES:
        return v.Local("last", type=t.number(0, t.LARGEST), span=span)
    if "last" in e.symbols.states or "last" in e.symbols.words:
        return None
    return e.wrong("K07", span, "last")


def member(e: Elaborator, name: str, span: Span, want: t.Type) -> v.T | None:
    """A member of the type that is expected here."""
    goal = t.bare(want)
    while isinstance(goal, t.SetOf | t.BagOf | t.Sequence):
        goal = t.bare(goal.of)
    if isinstance(goal, t.Choice) and name in goal.members:
        return v.Const(goal.members.index(name), type=goal, span=span)
    if isinstance(goal, t.Piece | t.Row):
        return row(e, name, span, goal)
    if isinstance(goal, t.Seat):
        return seat(e, name, span)
    if isinstance(goal, t.Place) and name == "origin":
        return v.CoreUse("origin", (), type=goal, span=span)
    if isinstance(goal, t.Place | t.Edge):
        return e.place_named(name, span, goal)
    if isinstance(goal, t.EffectOf):
        return e.effect_named(name, span, goal)
    if isinstance(goal, t.Zone):
        return zone(e, name, span, goal)
    return None


def row(e: Elaborator, name: str, span: Span, kind: t.Piece | t.Row) -> v.T | None:
    info = e.symbols.kinds.get(kind.kind)
    if info is None or name not in info.number:
        return None
    return v.Const(info.number[name], type=kind, span=span)


def seat(e: Elaborator, name: str, span: Span) -> v.T | None:
    """A seat by its name; nothing where fewer play, and unknown if so many never do."""
    if name not in core.SEATS:
        return None
    number, most = core.SEATS.index(name), e.symbols.seats[1]
    if number >= most:
        return e.wrong("K07", span, "no-seat", name=name, players=most, near=core.SEATS[most - 1 : most])
    kind = t.SEAT if number < e.symbols.seats[0] else t.maybe(t.SEAT)
    return v.Const(number, type=kind, span=span)


def zone(e: Elaborator, name: str, span: Span, want: t.Zone | None = None) -> v.T | None:
    """A zone by its name alone; `box` is the box of the kind at hand."""
    if name == "box":
        kinds = [want.kind] if want is not None and want.kind else list(e.symbols.boxes)
        if len(kinds) != 1:
            return None
        name = e.symbols.boxes.get(kinds[0], "")
    info = e.symbols.zones.get(name)
    if info is None:
        return None
    return e.zone(info, (), span)


def box(e: Elaborator, span: Span) -> v.T | None:
    """The box where no kind is at hand: the only one, or the only one that is declared."""
    zones = [e.symbols.zones[name] for name in e.symbols.boxes.values()]
    declared = [zone for zone in zones if zone.decl is not None]
    for found in (zones, declared):
        if len(found) == 1:
            return e.zone(found[0], (), span)
    return None


def constant(e: Elaborator, name: str, span: Span, scope: Scope) -> v.T | None:
    """A define without parameters, an option, a place, a row, a core constant, a member only one type has."""
    symbols = e.symbols
    for word in symbols.words.get(name, ()):
        if not word.params:
            return e.use(word, (), span, scope)
    if name in symbols.options:
        return v.OptionValue(name, type=symbols.options[name].type, span=span)
    if name in symbols.zones:
        return e.zone(symbols.zones[name], (), span)
    if name == "box":
        return box(e, span)
    if name in symbols.states and not (name == "facing" and not symbols.states[name].indexes):
        return e.state(symbols.states[name], (), span)
    rows = symbols.rows.get(name, [])
    kinds = symbols.members.get(name, [])
    meanings = [str(kind) for kind, _ in rows] + [str(c) for c in kinds]
    if len(rows) == 1:
        kind = rows[0][0]
        assert isinstance(kind, t.Piece | t.Row)
        return row(e, name, span, kind)
    found = core_constant(e, name, span, scope)
    if found is not None:
        return found
    distinct = _distinct(kinds)
    if len(distinct) == 1 and not rows:
        return v.Const(distinct[0].members.index(name), type=distinct[0], span=span)
    if len(meanings) > 1:
        return e.wrong("K76", span, name=name, meanings=meanings)
    return None


def _distinct(kinds: list[t.Choice]) -> list[t.Choice]:
    found: list[t.Choice] = []
    for kind in kinds:
        if not any(k.members == kind.members for k in found):
            found.append(kind)
    return found


def core_constant(e: Elaborator, name: str, span: Span, scope: Scope) -> v.T | None:
    if name in core.SEATS:
        return seat(e, name, span)
    if name == "player":
        return e.state(e.symbols.states["active"], (), span)
    if name == "here":
        return e.wrong("K82", span, "outside")
    if name == "finished":
        return v.CoreUse("finished", (), type=t.YES_NO, span=span)
    if name == "everyone":
        return v.CoreUse(name, (), type=t.SetOf(t.SEAT), span=span)
    if name == "others":  # all but the player, who is handed down to a word like everywhere
        who = plain(e, "player", span, scope, t.SEAT)
        return v.CoreUse(name, (("of", who),), type=t.SetOf(t.SEAT), span=span)
    if name == "origin" and e.symbols.spaces:
        if len(e.symbols.spaces) > 1:
            return e.wrong("K76", span, name=name, meanings=list(e.symbols.spaces))
        return v.CoreUse("origin", (), type=t.Place(next(iter(e.symbols.spaces))), span=span)
    word = core.find(name)
    if word is not None and not word.of and not word.takes and not word.adjective and not word.infix:
        return e.core(word, App(name, None, None, {}, span, span), scope, None)
    return None
