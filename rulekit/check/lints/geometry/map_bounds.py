"""K60: can more pieces be laid in a row than an open map reaches?

On a map that all share, all pieces may come to lie in one row. On a player's own map only those can that he lays
himself, so the lines that lay them are counted: how often a game can run each, by the loops it stands in and the
decisions that offer it. What cannot be counted has no bound but the number of pieces.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulekit.check.emit import problem_at
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.check.tree.typed_walk import all_of
from rulekit.diagnostics import Problem
from rulekit.model import declarations as d
from rulekit.typesystem import types as t
from rulekit.verbs.verb import VerbAction

OFTEN = 10**6  # more often than can be told
STEP = {"brick": 2}  # how much further one piece more reaches; elsewhere 1


def check(checked: CheckedRulebook) -> Iterable[Problem]:
    """Every open map with the zones that lie on it.

    A declaration::

        type Side is ring of n, e, s, w
        space Cell is square-grid, sides Side, reaching 1

    With nine tiles to be laid on it, K60.
    """
    for space in checked.symbols.spaces.values():
        reach = dict(space.attributes).get("reaching")
        if not isinstance(reach, int):
            continue
        most = max((_most_pieces(checked, name) for name in _zones(checked, space)), default=0)
        step = STEP.get(space.shape, 1)
        if (most - 1) * step > reach:
            far = most * step
            yield problem_at("K60", space.span, count=most, place_name=f"({far}, 0)", reach=reach)


def _zones(checked: CheckedRulebook, space: d.Space) -> Iterator[str]:
    for name, zone in checked.symbols.zones.items():
        if any(place.place and place.space == space.name for place in zone.at):
            yield name


def _most_pieces(checked: CheckedRulebook, name: str) -> int:
    """How many pieces can come to lie in one such zone: all, or on a player's own map those he can lay."""
    zone = checked.symbols.zones[name]
    pieces = len(checked.symbols.kinds[zone.kind].members)
    if not any(kind.player for kind in zone.indexes):
        return pieces
    runs = _Runs(checked)
    laid = 0
    for key, steps in runs.steps.items():
        for times, step in steps:
            if isinstance(step, typed_statements.Call) and step.core.does is VerbAction.MOVE and _to(step, name):
                laid += times * runs.most_runs(key) * _many(step, pieces)
    return min(laid, pieces)


def _to(call: typed_statements.Call, name: str) -> bool:
    """Does this move go to that zone, or to one that is not named here?"""
    to = call.get("to")
    if to is None:
        return False
    zones = {node.zone for node in all_of(to, v.ZoneAt)}
    return name in zones or (not zones and to.type.bare.zone)


def _many(call: typed_statements.Call, pieces: int) -> int:
    what = call.get("")
    return 1 if what is not None and what.type.bare.piece else pieces


class _Runs:
    """How often each body can run in one game; loops over players do not count, for each lays on his own map."""

    def __init__(self, checked: CheckedRulebook) -> None:
        self.checked = checked
        self.known = {"setup": 1, "play": 1}
        if "play" not in checked.bodies:
            self.known["turn"] = OFTEN
        self.steps = {key: list(self._steps(body.lines, 1)) for key, body in checked.bodies.items()}
        self.starts: dict[str, list[tuple[str, int]]] = {}  # body -> the bodies that let it run, and how often
        for key, steps in self.steps.items():
            for times, step in steps:
                for other in _started_bodies(step):
                    self.starts.setdefault(other, []).append(
                        (key, OFTEN if isinstance(step, typed_statements.Menu) else times)
                    )

    def _steps(
        self, lines: tuple[typed_statements.Line, ...], times: int
    ) -> Iterator[tuple[int, typed_statements.Step]]:
        for line in lines:
            inner = times
            for opener in line.openers:
                inner = min(OFTEN, inner * self._loops(opener))
            for step in (line.price or ()) + line.does:
                yield inner, step
            if line.body is not None:
                yield from self._steps(line.body, inner)

    def _loops(self, opener: typed_statements.Step) -> int:
        if isinstance(opener, typed_statements.Repeat):
            return _high(opener.times)
        if isinstance(opener, typed_statements.Until):
            return _high(opener.times) if opener.times is not None else OFTEN
        if isinstance(opener, typed_statements.Each):
            return 1 if (opener.source.type.member or t.UNKNOWN).player else OFTEN
        return OFTEN if isinstance(opener, typed_statements.Ever) else 1

    def most_runs(self, key: str) -> int:
        """At most how often a body runs; a circle of calls cannot be counted."""
        if key not in self.known:
            self.known[key] = OFTEN
            if key.startswith(("effect ", "reaction ")):
                return OFTEN
            found = sum(min(OFTEN, times * self.most_runs(other)) for other, times in self.starts.get(key, ()))
            self.known[key] = min(OFTEN, found)
        return self.known[key]


def _started_bodies(step: typed_statements.Step) -> tuple[str, ...]:
    """The bodies a statement lets run."""
    if isinstance(step, typed_statements.Call):
        return ("turn",) if step.proc is None and step.verb == "turn" else (f"proc {step.proc}",)
    if isinstance(step, typed_statements.Ask):
        return tuple(f"action {name}" for name in step.offers)
    if isinstance(step, typed_statements.Menu):
        return tuple(f"action {name}" for group in step.groups for name in group.offers)
    return ()


def _high(node: v.T) -> int:
    kind = node.type.bare
    return max(0, min(OFTEN, kind.high)) if kind.numeric else OFTEN
