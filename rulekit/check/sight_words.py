"""What words and relations look at, at each call with what they are given there."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from rulekit.check import typed as v
from rulekit.check.defining import CheckedCase
from rulekit.check.sight_narrow import word_frame
from rulekit.check.sight_of import ANY, ASKED, OTHER
from rulekit.check.sight_spots import NONE, TABLE, Frame, Sense, Sighting, Spot, union
from rulekit.kinds import types as t
from rulekit.node import evolve
from rulekit.words import core as vocabulary
from rulekit.words import eyes

if TYPE_CHECKING:
    from rulekit.check.sight_reads import Looker

PEOPLE = ("player", "here")
DEEPEST = 60  # words inside words; what lies deeper is left to the games that are played


def use(looker: Looker, node: v.Use | v.Related, frame: Frame) -> Sense:
    """A word or relation of the game; what it looks at counts where it is called."""
    inner = word_frame(looker, node, frame)
    name = node.word if isinstance(node, v.Use) else node.relation
    return opened(looker, (type(node), name), inner, node, frame)


def opened(looker: Looker, name: Any, inner: Frame, node: v.T, frame: Frame) -> Sense:
    """Look inside once for each way it is called."""
    key = (name, tuple(sorted(inner.env.items(), key=lambda item: item[0])), bool(inner.asked))
    if key in looker.open:
        return NONE
    if len(looker.open) > DEEPEST:
        frame.found.append(Sighting("all", "", ANY, (), span=node.span))
        return NONE
    if key not in looker.done:
        looker.open.add(key)
        sense = INSIDE[name[0]](looker, name[1], inner)
        looker.done[key] = (sense, tuple(dict.fromkeys(inner.found)))
        looker.open.discard(key)
    sense, found = looker.done[key]
    frame.found += [evolve(s, span=node.span, inner=s.inner if s.inner.line else s.span) for s in found]
    return sense


def _word(looker: Looker, name: str, frame: Frame) -> Sense:
    word = looker.words.get(name)
    if word is None or word.body is None:
        return NONE
    if isinstance(word.body, v.T):
        return looker.sense(word.body, frame)
    return cases(looker, word.body, frame)


def cases(looker: Looker, found: tuple[CheckedCase, ...], frame: Frame) -> Sense:
    """The lines of a first-of or a total, as far as the options leave them in."""
    senses = []
    for case in found:
        holds = True if case.condition is None else looker.told(case.condition)
        if holds is False:
            continue
        if case.condition is not None:
            looker.sense(case.condition, frame)
        if case.value is not None:
            senses.append(looker.sense(case.value, frame))
        if holds is True and case.sort == "value":
            break
    return union(senses)


def _relation(looker: Looker, name: str, frame: Frame) -> Sense:
    for case in looker.symbols.relations[name].cases:
        for part in (case.value, case.condition, *looker.bends.get(case.id or "", ())):
            if part is not None and looker.told(part) is None:
                looker.sense(part, frame)
    return NONE


def _action(looker: Looker, name: str, frame: Frame) -> Sense:
    from rulekit.check.sight_moves import look_at_action

    """What an action looks at that its own player does not see is said of the action, and only there."""
    player = frame.env["player"]
    for look in look_at_action(looker, f"action {name}", player):
        if not look.openly:
            frame.found += [s for s in look.found if player.seat != ASKED or looker.seen(s)]
    return NONE


def _effects(looker: Looker, name: tuple[str, str], frame: Frame) -> Sense:
    from rulekit.check.sight_moves import look_at_effects

    frame.found += look_at_effects(looker, name, frame)
    return NONE


INSIDE: dict[Any, Callable[[Looker, Any, Frame], Sense]] = {
    v.Use: _word,
    v.Related: _relation,
    "action": _action,
    "effects": _effects,
}


# ------------------------------------------------------------------ words of the kit


def core(looker: Looker, node: v.CoreUse, frame: Frame) -> Sense:
    form = CORE.get(node.word, _looking if node.reads & {eyes.POSITION, eyes.GIVEN, eyes.ASKED} else _plain)
    return form(looker, node, frame)


def _plain(looker: Looker, node: v.CoreUse, frame: Frame) -> Sense:
    """Most words only look at what they are given; a named relation or adjective is looked at as well."""
    found = Sense(looker.all((arg for _, arg in node.args if not isinstance(arg, v.Named)), frame).spots)
    for _, arg in node.args:
        if isinstance(arg, v.Named):
            _named(looker, arg, node, frame)
    return found


def _named(looker: Looker, named: v.Named, node: v.CoreUse, frame: Frame) -> None:
    """Whatever is walked through may be any member of its type."""
    player = {name: sense for name, sense in frame.env.items() if name in PEOPLE}
    if named.sort == "relation" and named.name in looker.symbols.relations:
        params = looker.symbols.relations[named.name].params
        opened(looker, (v.Related, named.name), Frame({**player, **_any(looker, params)}), node, frame)
    elif named.sort == "adjective":
        for word in looker.symbols.words.get(named.name, ()):
            opened(looker, (v.Use, word.key), Frame({**player, **_any(looker, word.params)}), node, frame)


def _any(looker: Looker, params: Any) -> dict[str, Sense]:
    from rulekit.check.sight_reads import of_pieces

    return {p.name: Sense(frozenset((TABLE,))) if of_pieces(looker, p.type) else NONE for p in params}


def _looking(looker: Looker, node: v.CoreUse, frame: Frame) -> Sense:
    """Any word that looks about by itself: the pieces it is given, and all that lie with them, decide its answer."""
    from rulekit.check.sight_reads import of_pieces

    for _, arg in node.args:
        kind = of_pieces(looker, arg.type) or _held(arg.type)
        if kind is not None and node.reads & {eyes.POSITION, eyes.GIVEN}:
            found = looker.sense(arg, frame)
            where = Sense(found.spots | _zones(looker, kind)) if found.from_table else found
            looker.which(frame, looker.everywhere(where, kind), node)
    return _asking(looker, node, frame) if eyes.ASKED in node.reads else _plain(looker, node, frame)


def _held(kind: t.Type) -> str | None:
    """The kind of piece a zone, or a map of zones, holds."""
    kind = t.bare(kind)
    place = t.bare(kind.value) if isinstance(kind, t.Map) else kind
    return place.kind if isinstance(place, t.Zone) else None


def _zones(looker: Looker, kind: str) -> frozenset[Spot]:
    """Every declared zone for a kind of piece."""
    return frozenset(Spot(z.name) for z in looker.symbols.zones.values() if z.kind == kind and z.decl is not None)


def _end(looker: Looker, node: v.CoreUse, frame: Frame) -> Sense:
    """`top of z`; more than one of them is any of the pile."""
    found = _plain(looker, node, frame)
    if node.get("n") is not None:
        return found
    return Sense(frozenset(evolve(s, end=node.word) if s.sort == "lies" else s for s in found.spots))


def _counted(looker: Looker, node: v.CoreUse, frame: Frame) -> Sense:
    """`z is empty`, `places of z`: only how many lie there is asked."""
    found = _plain(looker, node, frame)
    of = node.get("of")
    kind = t.bare(of.type) if of is not None else t.UNKNOWN
    if isinstance(t.bare(kind.value) if isinstance(kind, t.Map) else kind, t.Zone):
        for spot in found.lying:
            looker.note(frame, "count", spot, (), node)
    return Sense()


def _beside(looker: Looker, node: v.CoreUse, frame: Frame) -> Sense:
    """`next of player` is another."""
    of = node.get("of")
    found = looker.sense(of, frame) if of is not None else NONE
    return Sense(seat=OTHER if found.seat == ASKED else ANY)


def _lies(looker: Looker, node: v.CoreUse, frame: Frame) -> Sense:
    """Where a piece lies: of one from the table that is told by all zones of which the answer could speak."""
    of = node.get("of")
    found = looker.sense(of, frame) if of is not None else NONE
    if found.from_table and of is not None:
        looker.which(frame, looker.everywhere(*_somewhere(looker, node, of)), node)
    seats = {spot.whose for spot in found.spots if spot.sort == "lies"} or {ANY}
    return Sense(found.spots, seats.pop() if node.word == "owner" and len(seats) == 1 else ANY)


def _somewhere(looker: Looker, node: v.CoreUse, of: v.T) -> tuple[Sense, str]:
    from rulekit.check.sight_reads import of_pieces

    kind, at = of_pieces(looker, of.type) or "", node.get("at")
    found = [spot for spot in _zones(looker, kind) if vocabulary.tells(node.word, looker.symbols.zones[spot.zone])]
    named = [spot for spot in found if isinstance(at, v.Named) and spot.zone == at.name]
    return Sense(frozenset(named if isinstance(at, v.Named) else found)), kind


def _look(looker: Looker, node: v.CoreUse, frame: Frame) -> Sense:
    """`look of t`, `poses of t`: the drawing of a tile."""
    from rulekit.check.sight_reads import of_pieces

    looker.all((arg for slot, arg in node.args if slot != "of"), frame)
    of = node.get("of")
    kind = of_pieces(looker, of.type) if of is not None else None
    if of is not None and kind is not None:
        looker.side(frame, looker.sense(of, frame), kind, looker.sights.telling(kind), node)
    return NONE


def _inside(looker: Looker, node: v.CoreUse, frame: Frame) -> Sense:
    sides = [looker.sense(arg, frame) for _, arg in node.args]
    if len(sides) == 2:
        looker.compared(frame, sides[0], sides[1], node)
    return NONE


def _asking(looker: Looker, node: v.CoreUse, frame: Frame) -> Sense:
    """What the guards of an action or the prices of effects look at, `by` somebody or for `player`."""
    by = node.get("by")
    looker.all((arg for _, arg in node.args if not isinstance(arg, v.Named)), frame)
    who = looker.sense(v.Local("player", type=t.SEAT) if by is None else by, frame)
    for _, arg in node.args:
        kind = t.bare(arg.type)
        if isinstance(arg, v.Named) and arg.name in looker.symbols.actions:
            opened(looker, ("action", arg.name), Frame({"player": who}), node, frame)
        elif isinstance(kind, t.EffectOf):
            opened(looker, ("effects", (kind.kind, kind.column)), Frame({"player": who}), node, frame)
    return NONE


def _others(looker: Looker, node: v.CoreUse, frame: Frame) -> Sense:
    return Sense(seat=OTHER)


CORE: dict[str, Callable[[Looker, v.CoreUse, Frame], Sense]] = {
    "top": _end,
    "bottom": _end,
    "empty": _counted,
    "count": _counted,
    "places": _counted,
    "next": _beside,
    "previous": _beside,
    "opposite": _beside,
    "owner": _lies,
    "place": _lies,
    "zone": _lies,
    "look": _look,
    "poses": _look,
    "inside": _inside,
    "possible": _asking,
    "payable": _asking,
    "others": _others,
}
