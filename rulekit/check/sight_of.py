"""Who sees what: the views of every zone and state in one plain form, and what follows for the one who is asked.

`Sights(checked).facts` holds for `zone NAME` and `state NAME` what each viewer sees there; `sees`, `names`, `ordered`
and `handles` answer for one chooser, told only whose the place is: his own (`asked`), another's (`other`), or either.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product
from typing import Any

import attrs

from rulekit.check import typed as v
from rulekit.check.examined import Checked, CheckedView
from rulekit.check.folding import Folder
from rulekit.check.walking import walk
from rulekit.kinds import types as t
from rulekit.node import record
from rulekit.source import NOWHERE, Span

ASKED, OTHER, ANY = "asked", "other", "any"  # whose a place is: of the one who is asked, of another, nobody knows
VALUE = "value"  # what is seen of a state
CONFIGURATIONS = 64  # looked at one by one


@record
class Seen:
    """One thing somebody sees. `sides` are sides of pieces, `value` of a state; none of them: the count alone."""

    place: str
    viewer: v.T | str  # everyone | owner | others, or a set of players made from `owner`
    sides: tuple[str, ...]
    end: str | None  # top, bottom: of that piece only
    condition: v.T | None
    span: Span = attrs.field(default=NOWHERE, eq=False, repr=False)

    def covers(self, whose: str, given: Folder) -> bool:
        """Does it hold for the one who is asked?"""
        if self.condition is not None and given.ask(self.condition) is not True:
            return False
        if self.viewer == "everyone":
            return True
        return whose == (OTHER if self.viewer == "others" else ASKED)


class Sights:
    """The facts of one rulebook."""

    def __init__(self, checked: Checked) -> None:
        self.checked = checked
        self.symbols = checked.symbols
        self.sides = {name: _sides(info.decl) for name, info in self.symbols.kinds.items()}
        self.facts: dict[str, tuple[Seen, ...]] = {}
        for name, info in self.symbols.zones.items():
            self.facts[f"zone {name}"] = tuple(_of_zone(name, checked.zone_views[name], self.sides[info.kind]))
        for name in self.symbols.states:
            views = checked.states[name].views if name in checked.states else ()
            self.facts[f"state {name}"] = tuple(_of_state(name, views))

    def configurations(self) -> Iterator[Folder]:
        """Every way to settle the options on which some view depends."""
        conditions = [f.condition for facts in self.facts.values() for f in facts if f.condition is not None]
        nodes = (node for condition in conditions for node in walk(condition))
        names = sorted({node.name for node in nodes if isinstance(node, v.OptionValue)})
        lists = [self.symbols.options[name].values for name in names]
        for chosen in islice(product(*lists), CONFIGURATIONS):
            yield Folder(self.checked, dict(zip(names, chosen, strict=True)))

    # -------------------------------------------------------------- one place

    def naming(self, kind: str) -> tuple[str, ...]:
        """The sides that name a piece of this kind."""
        return tuple(f.side or "face" for f in self.symbols.kinds[kind].decl.faces if f.names_it)

    def telling(self, kind: str) -> tuple[str, ...]:
        """The sides that tell which piece it is: those that name it, or any if none does."""
        return self.naming(kind) or self.sides[kind]

    def sees(self, place: str, sides: tuple[str, ...], whose: str, end: str | None, given: Folder) -> bool:
        """Does the one who is asked see one of these sides there; without sides: how many lie there?"""
        for fact in self.facts[place]:
            near = fact.end in (None, end) or (not sides and fact.end is None)
            if near and (not sides or set(sides) & set(fact.sides)) and fact.covers(whose, given):
                return True
        return False

    def secret(self, place: str) -> bool:
        """Does nobody ever see more there than how many there are?"""
        return not any(fact.sides for fact in self.facts[place])

    def hides(self, place: str) -> bool:
        """Is there something to see that not everyone sees?"""
        sort, _, name = place.partition(" ")
        sides = self.sides[self.symbols.zones[name].kind] if sort == "zone" else (VALUE,)
        seen = {
            side
            for f in self.facts[place]
            if f.viewer == "everyone" and not f.end and not f.condition
            for side in f.sides
        }
        return not set(sides) <= seen

    def names(self, zone: str, whose: str, end: str | None, given: Folder) -> bool:
        """Can the one who is asked name the pieces of this zone?"""
        sides = self.naming(self.symbols.zones[zone].kind)
        return bool(sides) and self.sees(f"zone {zone}", sides, whose, end, given)

    def ordered(self, zone: str, whose: str, given: Folder) -> bool:
        """Does he see in which order a pile lies, if only by seeing its top?"""
        if self.symbols.zones[zone].shape != "pile":
            return False
        return any(f.sides and f.covers(whose, given) for f in self.facts[f"zone {zone}"])

    def handles(self, zone: str, whose: str, given: Folder) -> bool:
        """Can he point to an unnamed piece there: alone in its place, by its key, or by its height?"""
        info = self.symbols.zones[zone]
        if info.shape == "one" or (info.decl is not None and info.decl.known_by is not None):
            return True
        return self.ordered(zone, whose, given)


def _sides(decl: Any) -> tuple[str, ...]:
    return tuple(face.side or "face" for face in decl.faces)


def _of_zone(name: str, views: tuple[CheckedView, ...], sides: tuple[str, ...]) -> list[Seen]:
    found = [
        Seen(name, view.viewer, _what(view.what, sides), view.end, view.condition, view.span)
        for view in views
        if view.viewer != "nobody"
    ]
    if not any(view.viewer == "nobody" and view.what == "count" for view in views):
        found.append(Seen(name, "everyone", (), None, None))
    return found


def _what(what: str, sides: tuple[str, ...]) -> tuple[str, ...]:
    if what == "it":
        return sides
    return () if what == "count" else (what,)


def _of_state(name: str, views: tuple[CheckedView, ...]) -> list[Seen]:
    """Everyone sees a state of which nothing is said."""
    if not views:
        return [Seen(name, "everyone", (VALUE,), None, None)]
    return [
        Seen(name, w.viewer, () if w.what == "count" else (VALUE,), None, w.condition, w.span)
        for w in views
        if w.viewer != "nobody"
    ]


def index_of_player(indexes: tuple[t.Type, ...]) -> int | None:
    """Which index says whose a place is."""
    return next((n for n, kind in enumerate(indexes) if isinstance(kind, t.Seat)), None)
