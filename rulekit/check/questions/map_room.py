"""K60: can more pieces be laid in a row than an open map reaches?

A map is too small only if so many pieces can really come to lie on it. So the lines that lay them are counted: how often
a game can run each, by the loops it stands in and the decisions that offer it. What cannot be counted has no bound but
the number of pieces.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulekit.check import does
from rulekit.check import typed as v
from rulekit.check.complain import say
from rulekit.check.examined import Checked
from rulekit.check.walking import walk
from rulekit.kinds import types as t
from rulekit.model import declarations as d
from rulekit.problems import Problem

OFTEN = 10**6  # more often than can be told
STEP = {"brick": 2}  # how much further one piece more reaches; elsewhere 1


def examine(checked: Checked) -> Iterable[Problem]:
    """Every open map with the zones that lie on it."""
    for space in checked.symbols.spaces.values():
        reach = dict(space.attributes).get("reaching")
        if not isinstance(reach, int):
            continue
        most = max((_laid(checked, name) for name in _zones(checked, space)), default=0)
        step = STEP.get(space.shape, 1)
        if (most - 1) * step > reach:
            far = most * step
            yield say("K60", space.span, count=most, place_name=f"({far}, 0)", reach=reach)


def _zones(checked: Checked, space: d.Space) -> Iterator[str]:
    for name, zone in checked.symbols.zones.items():
        if any(isinstance(place, t.Place) and place.space == space.name for place in zone.at):
            yield name


def _laid(checked: Checked, name: str) -> int:
    """How many pieces can come to lie in one such zone, with one player's hand where each has his own."""
    zone = checked.symbols.zones[name]
    pieces = len(checked.symbols.kinds[zone.kind].members)
    own = any(isinstance(kind, t.Seat) for kind in zone.indexes)
    runs = _Runs(checked, own)
    laid = 0
    for key, body in checked.bodies.items():
        for times, call in runs.calls(key, body):
            if call.verb == "move" and _to(call, name):
                laid += times * _many(call, pieces)
    return min(laid, pieces)


def _to(call: does.Call, name: str) -> bool:
    """Does this move go to that zone, or to one that is not named here?"""
    to = call.get("to")
    if to is None:
        return False
    zones = {node.zone for node in walk(to) if isinstance(node, v.ZoneAt)}
    return name in zones or (not zones and isinstance(t.bare(to.type), t.Zone))


def _many(call: does.Call, pieces: int) -> int:
    what = call.get("")
    return 1 if what is not None and isinstance(t.bare(what.type), t.Piece) else pieces


class _Runs:
    """How often each body can run in one game."""

    def __init__(self, checked: Checked, own: bool) -> None:
        self.checked = checked
        self.own = own  # loops over players do not count: each lays in his own zone
        self.known: dict[str, int] = {}
        self.asked: dict[str, int] = {}

    def calls(self, key: str, body: does.Body) -> Iterator[tuple[int, does.Call]]:
        """The calls of a body, each with how often it can be done."""
        for times, step in self._steps(body.lines, self.often(key)):
            if isinstance(step, does.Call):
                yield times, step

    def _steps(self, lines: tuple[does.Line, ...], times: int) -> Iterator[tuple[int, does.Step]]:
        for line in lines:
            inner = times
            for opener in line.openers:
                inner = min(OFTEN, inner * self._loops(opener))
            for step in (line.price or ()) + line.does:
                yield inner, step
            if line.body is not None:
                yield from self._steps(line.body, inner)

    def _loops(self, opener: does.Step) -> int:
        if isinstance(opener, does.Repeat):
            return _high(opener.times)
        if isinstance(opener, does.Until):
            return _high(opener.times) if opener.times is not None else OFTEN
        if isinstance(opener, does.Each | does.Together):
            seats = isinstance(opener, does.Together) or isinstance(t.member(opener.source.type), t.Seat)
            return (1 if self.own else self.checked.symbols.seats[1]) if seats else OFTEN
        return OFTEN if isinstance(opener, does.Ever) else 1

    def often(self, key: str) -> int:
        """At most how often a body runs; a circle of calls cannot be counted."""
        if key in self.known:
            return self.known[key]
        self.known[key] = OFTEN
        if key in ("setup", "play"):
            found = 1
        elif key == "turn" and "play" not in self.checked.bodies:
            found = OFTEN
        else:
            found = sum(self._from(other, body, key) for other, body in self.checked.bodies.items())
        self.known[key] = min(OFTEN, found)
        return self.known[key]

    def _from(self, other: str, body: does.Body, key: str) -> int:
        """How often one body lets another run."""
        sort, _, name = key.partition(" ")
        found = [times for times, step in self._steps(body.lines, 1) if _starts(step, sort, name)]
        if not found:
            return 0
        return OFTEN if OFTEN in found else sum(found) * self.often(other)


def _starts(step: does.Step, sort: str, name: str) -> bool:
    if isinstance(step, does.Call):
        return (sort == "proc" and step.proc == name) or (sort == "turn" and step.verb == "turn")
    if isinstance(step, does.Ask):
        return sort == "action" and name in step.offers
    if isinstance(step, does.Menu):
        return sort == "action" and any(name in group.offers for group in step.groups)
    return False


def _high(node: v.T) -> int:
    kind = t.bare(node.type)
    return max(0, min(OFTEN, kind.high)) if isinstance(kind, t.Number) else OFTEN
