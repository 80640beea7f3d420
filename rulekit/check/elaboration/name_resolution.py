"""Name resolution: local, member of the expected type, constant, in this order; hints for an unknown name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekit.check.elaboration import coercions
from rulekit.check.elaboration.elaboration_context import ElaborationContext
from rulekit.check.elaboration.preposition_binding import WordUse
from rulekit.check.names import symbol_info as i
from rulekit.check.names.scope import Scope, ScopeKind
from rulekit.check.tree import typed_expressions as v
from rulekit.diagnostics import nearest
from rulekit.memo import memoize
from rulekit.source import Span
from rulekit.spaces import geometry
from rulekit.typesystem import types as t
from rulekit.words import vocabulary
from rulekit.words.vocabulary import ACTIVE, FACING

BODIES = ("action", "procedure", "reaction", "effect", "programme", "scene")  # where chains are; 0 before any verb

# Words of everyday speech and of other languages, and the ones that stand for them here.
MEANT = {
    "true": "yes",
    "false": "no",
    "none": "nothing",
    "null": "nothing",
    "nil": "nothing",
    "me": "player",
    "self": "player",
    "everybody": "everyone",
    "anyone": "everyone",
    "opponents": "others",
    "owner": "player",
    **{word: str(n) for n, word in enumerate("zero one two three four five six seven eight nine ten".split())},
}


def _distinct(kinds: list[t.Choice]) -> list[t.Choice]:
    found: list[t.Choice] = []
    for kind in kinds:
        if not any(k.members == kind.members for k in found):
            found.append(kind)
    return found


class NameResolver(ElaborationContext):
    """The lowest level: names that stand alone."""

    def name(self, name: str, span: Span, scope: Scope, want: t.Type | None) -> v.T:
        """A name standing alone.

        A value::

            heap

        Local names are asked first, then members of the type that is wanted here, then what the rulebook declares.
        """
        found = self._local(name, span, scope)
        if found is not None:
            return found
        if want is not None:
            found = self.member_named(name, span, want)
            if found is not None:
                return found
        found = self._constant(name, span, scope)
        if found is not None:
            return found
        return self._unknown_name(name, span, scope, want)

    def _local(self, name: str, span: Span, scope: Scope) -> v.T | None:
        binding = scope.find(name)
        if binding is not None:
            return v.Local(name, type=binding.type, span=span)
        if name == "player" and scope.frame.has_player:
            scope.frame.uses.add("player")
            return v.Local("player", type=t.SEAT, span=span)
        if name == "here" and scope.frame.has_here:
            return self._here(span, scope)
        if name == "last":
            return self._last(span, scope)
        return None

    def _here(self, span: Span, scope: Scope) -> v.T:
        scope.frame.uses.add("here")
        return v.Local("here", type=self.here_type(scope.frame), span=span)

    def _last(self, span: Span, scope: Scope) -> v.T | None:
        if scope.frame.sort in BODIES:
            return v.Local("last", type=t.number(0, t.LARGEST), span=span)
        if "last" in self.symbols.states or "last" in self.symbols.words:
            return None
        return self.complain("K07", span, "last")

    def member_named(self, name: str, span: Span, want: t.Type) -> v.T | None:
        """A member of the type that is expected here.

        A value::

            owner of c is seat-two

        Where a Player is expected `seat-two` is one; where a card is, it would be unknown.
        """
        goal = want.innermost
        find = MEMBERS.get(type(goal))
        return find(self, name, span, goal) if find is not None else None

    def _member(self, name: str, span: Span, goal: t.Type) -> v.T | None:
        return v.Const(goal.members.index(name), type=goal, span=span) if name in goal.members else None

    def _place(self, name: str, span: Span, goal: t.Type) -> v.T | None:
        return v.CoreUse("origin", (), type=goal, span=span) if name == "origin" else self.place_named(name, span, goal)

    def _row(self, name: str, span: Span, kind: t.Type) -> v.T | None:
        info = self.symbols.kinds.get(kind.kind)
        if info is None or name not in info.number:
            return None
        return v.Const(info.number[name], type=kind, span=span)

    def _seat(self, name: str, span: Span, _: t.Type = t.SEAT) -> v.T | None:
        """A seat by its name; nothing where fewer play, and unknown if so many never do."""
        if name not in vocabulary.SEATS:
            return None
        number, most = vocabulary.SEATS.index(name), self.symbols.seats[1]
        if number >= most:
            return self.complain(
                "K07", span, "no-seat", name=name, players=most, near=vocabulary.SEATS[most - 1 : most]
            )
        kind = t.SEAT if number < self.symbols.seats[0] else t.or_nothing(t.SEAT)
        return v.Const(number, type=kind, span=span)

    def _zone_named(self, name: str, span: Span, want: t.Zone | None = None) -> v.T | None:
        """A zone by its name alone; `box` is the box of the kind at hand."""
        if name == "box":
            kinds = [want.kind] if want is not None and want.kind else list(self.symbols.boxes)
            if len(kinds) != 1:
                return None
            name = self.symbols.boxes.get(kinds[0], "")
        info = self.symbols.zones.get(name)
        if info is None:
            return None
        return self.zone(info, (), span)

    def _box(self, span: Span) -> v.T | None:
        """The box where no kind is at hand: the only one, or the only one that is declared."""
        zones = [self.symbols.zones[name] for name in self.symbols.boxes.values()]
        declared = [zone for zone in zones if zone.decl is not None]
        for found in (zones, declared):
            if len(found) == 1:
                return self.zone(found[0], (), span)
        return None

    def _constant(self, name: str, span: Span, scope: Scope) -> v.T | None:
        """A define without parameters, an option, a place, a row, a core constant, a member only one type has."""
        symbols = self.symbols
        for word in symbols.words.get(name, ()):
            if not word.params:
                return self.use(word, (), span, scope)
        if name in symbols.options:
            return v.OptionValue(name, type=symbols.options[name].type, span=span)
        if name in symbols.zones:
            return self.zone(symbols.zones[name], (), span)
        if name == "box":
            return self._box(span)
        if name in symbols.states and not (name == FACING and not symbols.states[name].indexes):
            return self.state(symbols.states[name], (), span)
        rows = symbols.rows.get(name, [])
        kinds = symbols.members.get(name, [])
        meanings = [str(kind) for kind, _ in rows] + [str(c) for c in kinds]
        if len(rows) == 1:
            return self._row(name, span, rows[0][0])
        found = self._core_constant(name, span, scope)
        if found is not None:
            return found
        distinct = _distinct(kinds)
        if len(distinct) == 1 and not rows:
            return v.Const(distinct[0].members.index(name), type=distinct[0], span=span)
        if len(meanings) > 1:
            return self.complain("K76", span, name=name, meanings=meanings)
        return None

    def _core_constant(self, name: str, span: Span, scope: Scope) -> v.T | None:
        if name in vocabulary.SEATS:
            return self._seat(name, span)
        if name == "player":
            return self.state(self.symbols.states[ACTIVE], (), span)
        if name == "here":
            return self.complain("K82", span, "outside")
        if name == "finished":
            return v.CoreUse("finished", (), type=t.YES_NO, span=span)
        if name == "everyone":
            return v.CoreUse(name, (), type=t.SetOf(t.SEAT), span=span)
        if name == "others":  # all but the player, who is handed down to a word like everywhere
            who = self.name("player", span, scope, t.SEAT)
            return v.CoreUse(name, (("of", who),), type=t.SetOf(t.SEAT), span=span)
        if name == "origin" and self.symbols.spaces:
            if len(self.symbols.spaces) > 1:
                return self.complain("K76", span, name=name, meanings=list(self.symbols.spaces))
            return v.CoreUse("origin", (), type=t.Place(next(iter(self.symbols.spaces))), span=span)
        word = vocabulary.find(name)
        if word is not None and not word.of and not word.takes and not word.adjective and not word.infix:
            return self.core(word, WordUse(name, None, None, {}, span, span), scope, None)
        return None

    # -------------------------------------------------------------- zones, states, places, effects

    def zone(self, info: i.ZoneInfo, args: tuple[v.T, ...], span: Span) -> v.T:
        """A zone at some of its indexes; with fewer than it has, a map of zones over the rest.

        A value::

            hand of player

        With its index it is one zone; `hand` alone is a map from players to zones.
        """
        kind = coercions.zone(info.kind, info.shape, info.name)
        left = info.indexes[len(args) :]
        return v.ZoneAt(info.name, args, type=t.Map(left, kind) if left else kind, span=span)

    def state(self, info: i.StateInfo, args: tuple[v.T, ...], span: Span) -> v.T:
        """A state at some of its indexes; with fewer than it has, a map over the rest.

        A value::

            coins of player

        With its index it is a number; `coins` alone is a map from players to numbers.
        """
        left = info.indexes[len(args) :]
        return v.Read(info.name, args, type=t.Map(left, info.type) if left else info.type, span=span)

    def place_named(self, name: str, span: Span, goal: t.Type) -> v.T | None:
        """The place or edge of that name in the space of the type wanted, None if there is none."""
        space = self.symbols.spaces.get(goal.space)
        found = geometry.place_number(space, name, self.symbols) if space is not None else None
        return None if found is None else v.Const(found, type=goal, span=span)

    def effect_named(self, name: str, span: Span, goal: t.Type) -> v.T | None:
        """An effect by its label, or `row.label`; labels that several rows share stay a label."""
        found = self._effects_of(goal.kind, goal.column).get(name)
        return v.Const(tuple(found), type=goal, span=span) if found else None

    @memoize
    def _effects_of(self, kind: str, column: str) -> dict[str, list[tuple[str, int]]]:
        """All effects of a column by their labels, each as its row and its place there."""
        found: dict[str, list[tuple[str, int]]] = {}
        for row, effects in self.symbols.kinds[kind].columns.get(column, {}).items():
            for n, effect in enumerate(effects):
                found.setdefault(effect.label, []).append((row, n))
        return found

    def here_type(self, frame: ScopeKind) -> t.Type:
        """The type of `here`: what the column runs on; outside of columns only if all columns agree."""
        if frame.column is not None:
            return t.or_nothing(self.here.get(frame.column, t.UNKNOWN))
        kinds = [kind for kind in dict.fromkeys(self.here.values()) if kind.is_known]
        return t.or_nothing(kinds[0]) if len(kinds) == 1 else t.UNKNOWN

    # -------------------------------------------------------------- names without a meaning

    def _unknown_name(self, name: str, span: Span, scope: Scope, want: t.Type | None) -> v.T:
        """No meaning was found; say what is nearest, and why a word cannot stand alone."""
        if name in self.symbols.broken:
            return v.Broken(span=span)
        if name == "it":
            return self.complain("K07", span, "it")
        names = [*scope.names(), *self.symbols.constants()]
        goal = (want or t.UNKNOWN).innermost
        if goal.members:
            near = nearest(name, goal.members)
            if not near and goal is not want and MEANT.get(name) == "nothing":
                near = ["nothing"]
            other = [] if near else nearest(name, names)
            if not other:
                return self.complain("K15", span, name=name, type=str(goal), members=goal.members, near=near)
            return self.complain("K07", span, name=name, near=other)
        if goal.table and goal.kind in self.symbols.kinds:
            rows = list(self.symbols.kinds[goal.kind].number)
            known = nearest(name, [*rows, *names])
            if known or not self._other_meaning(name):
                row = "row" if not known or known[0] in rows else ""
                return self.complain("K07", span, row, name=name, kind=goal.kind, near=known)
        for word in self.symbols.words.get(name, ()):
            wanted = word.params[0].type.phrase
            return self.complain("K19", span, "missing", word=name, wanted=wanted, prep=word.params[0].prep or "of")
        if name in MEANT:
            return self.complain("K07", span, name=name, near=[MEANT[name]])
        if name == "players":
            return self.complain("K07", span, name=name, near=["Player"])
        near = nearest(name, [*names, *vocabulary.adjectives(), *vocabulary.SEATS[: self.symbols.seats[1]]])
        return self._other_sort(name, span) or self.complain("K07", span, name=name, near=near)

    def _other_meaning(self, name: str) -> bool:
        return bool(self.symbols.fields.get(name)) or self.kind_named(name) != "" or name in self.symbols.actions

    def _other_sort(self, name: str, span: Span) -> v.T | None:
        """A field without its thing, a kind in small letters, an action in the place of a value."""
        if self.symbols.fields.get(name):
            return self.complain("K09", span, "of", word=name)
        kind = self.kind_named(name)
        if kind:
            return self.complain("K07", span, "kind", name=name, kind=kind)
        if name in self.symbols.actions:
            return self.complain("K07", span, "no-value", name=name)
        return None

    def kind_named(self, name: str) -> str:
        """The kind whose name in small letters this is, or its plural.

        A line::

            move every card of box to deck

        `card` means the kind `Card`, and so does `cards`.
        """
        for one in (name, name.removesuffix("s")):
            kind = "".join(part.capitalize() for part in one.split("-"))
            if kind in self.symbols.types:
                return kind
        return ""


MEMBERS: dict[type[t.Type], Callable[[Any, str, Span, Any], v.T | None]] = {
    t.Choice: NameResolver._member,
    t.Piece: NameResolver._row,
    t.Row: NameResolver._row,
    t.Seat: NameResolver._seat,
    t.Place: NameResolver._place,
    t.Edge: NameResolver.place_named,
    t.EffectOf: NameResolver.effect_named,
    t.Zone: NameResolver._zone_named,
}
