"""What a value looks at: every state, side of a piece and count it reads, told by whose place it stands in."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulekit.check import typed as v
from rulekit.check.examined import Checked
from rulekit.check.folding import Folder
from rulekit.check.sight_bodies import Bodies
from rulekit.check.sight_of import ASKED, Sights
from rulekit.check.sight_spots import Frame, Sense, Sighting, Spot, union
from rulekit.check.walking import children, walk
from rulekit.kinds import types as t

OPEN_ENDED = (v.Quantifier, v.Filter, v.Collect, v.CoreUse, v.Related, v.Local)


class Looker:
    """Looks through the values of one rulebook, in one configuration as far as `given` settles it."""

    def __init__(self, checked: Checked, sights: Sights, bodies: Bodies, given: Folder) -> None:
        from rulekit.check.sight_forms import FORMS

        self.forms = FORMS
        self.checked = checked
        self.symbols = checked.symbols
        self.sights = sights
        self.bodies = bodies
        self.given = given
        self.words = {w.key: w for w in checked.words}
        self.bends: dict[str, list[v.T]] = {}
        for bend in checked.bends:
            self.bends.setdefault(bend.target, []).append(bend.condition)
        self.done: dict[Any, tuple[Sense, tuple[Sighting, ...]]] = {}  # words, relations: looked through once
        self.open: set[Any] = set()
        self._folds: dict[int, tuple[v.T, bool | None]] = {}

    def sense(self, node: v.T, frame: Frame) -> Sense:
        """What is known of a value; what it looks at is added to the frame."""
        form = self.forms.get(type(node))
        found = self.parts(node, frame) if form is None else form(self, node, frame)
        if frame.asked and isinstance(t.bare(node.type), t.Seat) and any(alike(node, who) for who in frame.asked):
            return Sense(found.spots, ASKED)
        return found

    def parts(self, node: v.T, frame: Frame) -> Sense:
        """What is known of all that a value is made of."""
        return Sense(self.all((part for part in children(node) if isinstance(part, v.T)), frame).spots)

    def all(self, nodes: Iterable[v.T], frame: Frame) -> Sense:
        return union([self.sense(node, frame) for node in nodes])

    def told(self, node: v.T) -> bool | None:
        """Yes or no where the options settle a condition."""
        if id(node) not in self._folds:
            self._folds[id(node)] = (node, self._told(node))
        return self._folds[id(node)][1]

    def _told(self, node: v.T) -> bool | None:
        if not self.given.options or any(isinstance(n, OPEN_ENDED) for n in walk(node)):
            return None
        found = self.given.ask(node)
        return found if isinstance(found, bool) else None

    def seen(self, found: Sighting, whose: str | None = None) -> bool:
        """Does the one who is asked see what was looked at; or anybody, whosever it is?"""
        place = whose if whose is not None else found.whose
        return found.sort == "all" or self.sights.sees(found.place, found.sides, place, found.end, self.given)

    # -------------------------------------------------------------- what is looked at

    def note(self, frame: Frame, sort: str, spot: Spot, sides: tuple[str, ...], node: v.T) -> None:
        frame.found.append(Sighting(sort, f"zone {spot.zone}", spot.whose, sides, spot.end, node.span))

    def side(self, frame: Frame, sense: Sense, kind: str, sides: tuple[str, ...], node: v.T) -> None:
        """A side of a piece is read, wherever it may lie; of a piece looked up in the table it is known."""
        for spot in self.everywhere(sense, kind):
            self.note(frame, "side", spot, sides, node)

    def which(self, frame: Frame, spots: Iterable[Spot], node: v.T) -> None:
        """It is asked which piece lies there."""
        for spot in spots:
            self.note(frame, "which", spot, self.sights.telling(self.symbols.zones[spot.zone].kind), node)

    def everywhere(self, sense: Sense, kind: str) -> list[Spot]:
        """Where it may lie; if nobody can say, in any zone of its kind that the rules declare."""
        found = sense.lying
        if any(spot.sort == "lost" for spot in sense.spots):
            found += [Spot(z.name) for z in self.symbols.zones.values() if z.kind == kind and z.decl is not None]
        return found

    def compared(self, frame: Frame, left: Sense, right: Sense, node: v.T) -> None:
        """A piece that is known meets one that lies somewhere: so it is told which one that is."""
        if left.from_table:
            self.which(frame, right.lying, node)
        if right.from_table:
            self.which(frame, left.lying, node)


def alike(left: v.T, right: v.T) -> bool:
    """Are these written the same?"""
    if isinstance(left, v.Local) and isinstance(right, v.Local):
        return left.name == right.name
    return left == right


def of_pieces(looker: Looker, kind: t.Type) -> str | None:
    """The kind of piece a value is, is a part of, or holds."""
    kind = t.bare(kind)
    while isinstance(kind, t.SetOf | t.BagOf | t.Sequence | t.Maybe):
        kind = kind.of
    if isinstance(kind, t.Piece):
        return kind.kind
    if isinstance(kind, t.Row) and kind.kind in looker.symbols.kinds:
        return looker.symbols.kinds[kind.kind].whole
    return None
