"""Declared views: what each player sees of zones and states, asked from the side of the player who decides.

A place belongs to that player (ASKED), to another (OTHER), or it is not known to whom (ANY).
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product

import attrs

from rulekit.check.evaluation.constant_folding import ConstantFolder
from rulekit.check.names.symbols import noun
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.check.tree.typed_walk import all_of
from rulekit.memo import memoize
from rulekit.records import record
from rulekit.source import NOWHERE, Span
from rulekit.typesystem import types as t

ASKED, OTHER, ANY = "asked", "other", "any"
VALUE = "value"  # stands for the side of a state
MAX_CONFIGURATIONS = 64  # views may depend on options; more combinations than this are not tried


@record
class VisibleFact:
    """One thing somebody sees of a place: some sides of its pieces, the value of a state, or only how many there are.

    viewer: `everyone`, `owner`, `others`, or a value: a set of players worked out from `owner`.
    end: `top` or `bottom` if only that piece is seen.
    """

    viewer: v.T | str
    sides: tuple[str, ...]
    end: str | None = None
    condition: v.T | None = None

    def holds_for(self, whose: str, given: ConstantFolder) -> bool:
        """Is the player who decides among the viewers, in this configuration?"""
        if self.condition is not None and given.ask(self.condition) is not True:
            return False
        return self.viewer == "everyone" or whose == (OTHER if self.viewer == "others" else ASKED)


@record
class HiddenRead:
    """One read. `sort`: value (of a state), side, which (piece it is), count, or all (too deep to tell)."""

    sort: str
    place: str  # `zone NAME` or `state NAME`
    whose: str
    sides: tuple[str, ...]
    end: str | None = None
    span: Span = attrs.field(default=NOWHERE, eq=False)
    inner: Span = attrs.field(default=NOWHERE, eq=False)  # where it really stands, if in another sentence


class VisibleFacts:
    """The facts of one rulebook; `facts["zone deck"]` and `facts["state bid"]` list who sees what there."""

    def __init__(self, checked: CheckedRulebook) -> None:
        self.checked = checked
        self.symbols = checked.symbols
        kinds = self.symbols.kinds.items()
        self.sides = {name: tuple(face.side or "face" for face in info.decl.faces) for name, info in kinds}
        self.facts: dict[str, tuple[VisibleFact, ...]] = {}
        for name, info in self.symbols.zones.items():
            self.facts[f"zone {name}"] = self._zone_facts(name, self.sides[info.kind])
        for name in self.symbols.states:
            self.facts[f"state {name}"] = self._state_facts(name)

    def _zone_facts(self, name: str, sides: tuple[str, ...]) -> tuple[VisibleFact, ...]:
        """The declared views, and the count for everyone unless `nobody sees count` is said."""
        views = self.checked.zone_views[name]
        seen = {"it": sides, "count": ()}
        facts = [
            VisibleFact(w.viewer, seen.get(w.what, (w.what,)), w.end, w.condition)
            for w in views
            if w.viewer != "nobody"
        ]
        if not any(w.viewer == "nobody" and w.what == "count" for w in views):
            facts.append(VisibleFact("everyone", ()))
        return tuple(facts)

    def _state_facts(self, name: str) -> tuple[VisibleFact, ...]:
        """A state without views is seen by everyone."""
        views = self.checked.states[name].views if name in self.checked.states else ()
        facts = [
            VisibleFact(w.viewer, () if w.what == "count" else (VALUE,), condition=w.condition)
            for w in views
            if w.viewer != "nobody"
        ]
        return tuple(facts) if views else (VisibleFact("everyone", (VALUE,)),)

    def configurations(self) -> Iterator[ConstantFolder]:
        """Every choice of the options that some view depends on."""
        conditions = [f.condition for facts in self.facts.values() for f in facts if f.condition is not None]
        names = sorted({n.name for c in conditions for n in all_of(c, v.OptionValue)})
        values = product(*(self.symbols.options[name].values for name in names))
        for chosen in islice(values, MAX_CONFIGURATIONS):
            yield ConstantFolder(self.checked, dict(zip(names, chosen, strict=True)))

    def naming_sides(self, kind: str) -> tuple[str, ...]:
        """The sides that name a piece of this kind."""
        return tuple(f.side or "face" for f in self.symbols.kinds[kind].decl.faces if f.names_it)

    def telling_sides(self, kind: str) -> tuple[str, ...]:
        """The sides that tell which piece it is: those that name it, or any if none does."""
        return self.naming_sides(kind) or self.sides[kind]

    def sees(self, place: str, sides: tuple[str, ...], whose: str, end: str | None, given: ConstantFolder) -> bool:
        """Does the player see one of these sides at that end of the place; without sides, how many lie there?"""
        for fact in self.facts[place]:
            right_end = fact.end in (None, end) or (not sides and fact.end is None)
            if right_end and (not sides or set(sides) & set(fact.sides)) and fact.holds_for(whose, given):
                return True
        return False

    def is_secret(self, place: str) -> bool:
        """Does nobody ever see more there than how many there are?"""
        return not any(fact.sides for fact in self.facts[place])

    def hides(self, place: str) -> bool:
        """Is there something to see that not everyone always sees?"""
        sort, _, name = place.partition(" ")
        sides = self.sides[self.symbols.zones[name].kind] if sort == "zone" else (VALUE,)
        public = (f for f in self.facts[place] if f.viewer == "everyone" and not f.end and not f.condition)
        return not set(sides) <= {side for fact in public for side in fact.sides}

    def names(self, zone: str, whose: str, end: str | None, given: ConstantFolder) -> bool:
        """Can the player name the pieces of this zone?"""
        sides = self.naming_sides(self.symbols.zones[zone].kind)
        return bool(sides) and self.sees(f"zone {zone}", sides, whose, end, given)

    def shows_order(self, zone: str, whose: str, given: ConstantFolder) -> bool:
        """Does the player see in which order a pile lies, if only by seeing its top?"""
        facts = self.facts[f"zone {zone}"] if self.symbols.zones[zone].shape == "pile" else ()
        return any(f.sides and f.holds_for(whose, given) for f in facts)

    def handles(self, zone: str, whose: str, given: ConstantFolder) -> bool:
        """Can the player point to an unnamed piece there: alone in its place, by its key, or by its height?"""
        info = self.symbols.zones[zone]
        keyed = info.decl is not None and info.decl.known_by is not None
        return info.shape == "one" or keyed or self.shows_order(zone, whose, given)

    def describe(self, read: HiddenRead) -> str:
        """A read in words: "the `bid` of another player", "the unit side of the top of `deck`"."""
        sort, _, name = read.place.partition(" ")
        info = self.symbols.states[name] if sort == "state" else self.symbols.zones[name]
        owned = player_index(info.indexes) is not None and read.whose != ASKED
        place = f"the `{name}` of another player" if owned else f"`{name}`"
        if sort == "state":
            return place
        if read.sort == "count":
            return f"how many lie in {place}"
        if read.end is not None:
            place = f"the {read.end} of {place}"
        if read.sort == "which":
            return f"which {noun(self.symbols.zones[name].kind)} lies in {place}"
        return f"the {' or '.join(s if s == 'face' else f'{s} side' for s in read.sides)} of {place}"


@memoize
def visible_facts(checked: CheckedRulebook) -> VisibleFacts:
    """Those of a rulebook, worked out when first asked for."""
    return VisibleFacts(checked)


def player_index(indexes: tuple[t.Type, ...]) -> int | None:
    """The position of the index that says whose a place is."""
    return next((n for n, kind in enumerate(indexes) if kind.player), None)
