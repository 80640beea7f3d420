"""Can whoever chooses say which piece is meant? K47 no handle, K73 index tells a secret, K74 piece without a name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulekit.check import does
from rulekit.check.complain import say
from rulekit.check.examined import Checked
from rulekit.check.sight_asks import offered
from rulekit.check.sight_bodies import Bodies
from rulekit.check.sight_of import ANY, ASKED, Sights
from rulekit.check.sight_reads import Looker
from rulekit.check.sight_spots import Frame, Sense, Spot
from rulekit.kinds import types as t
from rulekit.node import record
from rulekit.problems import Problem
from rulekit.source import Span


@record
class Named:
    """One parameter of a move: what it is chosen from and in which frame that is read."""

    param: does.Param
    move: str
    frame: Frame


def examine(checked: Checked) -> Iterable[Problem]:
    sights = Sights(checked)
    bodies = Bodies(checked)
    lookers = [Looker(checked, sights, bodies, given) for given in sights.configurations()]
    said: set[tuple[str, Span | None]] = set()
    for named in _parameters(checked):
        if not isinstance(_member(named.param), t.Piece | t.Zone):
            continue
        for looker in lookers:
            problem = _Pointing(checked, looker).wrong(named)
            if problem is not None and (problem.code, problem.span) not in said:
                said.add((problem.code, problem.span))
                yield problem


def _parameters(checked: Checked) -> Iterator[Named]:
    """Every parameter of every move."""
    active = offered(checked)
    for name, info in checked.symbols.actions.items():
        body = checked.bodies.get(f"action {name}")
        params = [step for step in body.front if isinstance(step, does.Param)] if body is not None else []
        for param in params:
            yield Named(
                param,
                _move(info.written, params),
                Frame({"player": Sense(seat=ASKED)}, body, active.get(name, ()), early=True),
            )
    for body in checked.bodies.values():
        params = [step for step in body.front if isinstance(step, does.Param)] if body.sort == "effect" else []
        for param in params:
            yield Named(param, _move(body.name, params), Frame({"player": Sense(seat=ASKED)}, body, early=True))
    for body, choose in _chooses(checked):
        for param in choose.params:
            yield Named(param, _move(choose.name, choose.params), Frame({}, body, (choose.who,)))


def _chooses(checked: Checked) -> Iterator[tuple[does.Body, does.Choose]]:
    for body in checked.bodies.values():
        todo = list(body.lines)
        while todo:
            line = todo.pop()
            todo += line.body or ()
            yield from ((body, step) for step in line.does if isinstance(step, does.Choose))


def _move(name: str, params: Iterable[does.Param]) -> str:
    """`play {unit, mine}`"""
    return f"{name} {{{', '.join(param.name for param in params)}}}"


def _member(param: does.Param) -> t.Type:
    return t.bare(t.member(param.source.type) or t.UNKNOWN)


class _Pointing:
    """What one chooser can point to, in one configuration."""

    def __init__(self, checked: Checked, looker: Looker) -> None:
        self.checked = checked
        self.looker = looker
        self.sights: Sights = looker.sights

    def wrong(self, named: Named) -> Problem | None:
        spots = self.looker.sense(named.param.source, named.frame).spots
        if isinstance(_member(named.param), t.Zone):
            return self._zones(named, spots)
        kind = str(_member(named.param))
        if any(spot.sort == "table" for spot in spots):
            problem = self._anywhere(named, kind)
            if problem is not None:
                return problem
        for spot in sorted(spots, key=lambda spot: spot.zone):
            problem = self._piece(named, spot) if spot.sort == "lies" else None
            if problem is not None:
                return problem
        return None

    def _anywhere(self, named: Named, kind: str) -> Problem | None:
        """Out of the whole table: wherever rules lay the pieces of that kind, he must be able to point to each."""
        if not self.sights.naming(kind):
            return self._nameless(named, kind)
        zones = [zone for zone in self.checked.symbols.zones.values() if zone.kind == kind and zone.decl is not None]
        for zone in zones:
            at = (zone.name, ANY)
            if not (self.sights.names(*at, None, self.looker.given) or self.sights.handles(*at, self.looker.given)):
                return say("K47", named.param.span, "anywhere", move=named.move, zone=zone.name, kind=kind)
        return None

    def _zones(self, named: Named, spots: frozenset[Spot]) -> Problem | None:
        for spot in sorted(spots, key=lambda spot: spot.zone):
            if spot.sort == "lies" and not self._keyed(spot):
                return say("K73", named.param.source.span, name=named.param.name, zone=spot.zone)
        return None

    def _piece(self, named: Named, spot: Spot) -> Problem | None:
        info = self.checked.symbols.zones[spot.zone]
        if self.sights.names(spot.zone, spot.whose, spot.end, self.looker.given):
            return None
        if not self.sights.handles(spot.zone, spot.whose, self.looker.given):
            if not self.sights.naming(info.kind):
                return self._nameless(named, info.kind)
            return say("K47", named.param.span, move=named.move, zone=spot.zone, shape=info.shape)
        if not self._keyed(spot):
            return say("K73", named.param.span, name=named.param.name, zone=spot.zone)
        return None

    def _nameless(self, named: Named, kind: str) -> Problem:
        decl = self.checked.symbols.kinds[kind].decl
        rows = self.checked.symbols.kinds[kind].rows
        place = decl.faces[0].span if decl.faces else decl.span
        also = ((named.param.span, "named here"),)
        return say("K74", place, also=also, kind=kind, move=named.move, row=rows[0].name if rows else "")

    def _keyed(self, spot: Spot, depth: int = 0) -> bool:
        """Can he name the piece to which this zone belongs, if it belongs to one?"""
        info = self.checked.symbols.zones[spot.zone]
        kinds = [kind.kind for kind in info.indexes if isinstance(kind, t.Piece)]
        return all(self._known(key, kind, depth) for kind in kinds for key in spot.keys)

    def _known(self, key: Spot, kind: str, depth: int) -> bool:
        given, zones = self.looker.given, self.checked.symbols.zones.values()
        if key.sort != "lies":
            return depth > 2 or all(self._known(Spot(z.name), kind, depth + 1) for z in zones if z.kind == kind)
        if self.sights.names(key.zone, key.whose, key.end, given):
            return True
        return self.sights.handles(key.zone, key.whose, given) and (depth > 2 or self._keyed(key, depth + 1))
