"""Can whoever chooses say which piece is meant? K47 no handle, K73 index tells a secret, K74 piece without a name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulekit.check.emit import problem_at
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.check.visibility import (
    ANY,
    ASKED,
    PieceLocation,
    ReadCollector,
    ReadContext,
    ValueInfo,
    def_use,
    offered_to,
    visible_facts,
)
from rulekit.diagnostics import Problem
from rulekit.records import record
from rulekit.source import Span
from rulekit.typesystem import types as t


@record
class NamedParam:
    """One parameter of a move: what it is chosen from and in which frame that is read."""

    param: typed_statements.Param
    move: str
    frame: ReadContext


def check(checked: CheckedRulebook) -> Iterable[Problem]:
    """Yields, for each parameter that is a piece or zone, K47, K73 or K74 if whoever chooses cannot say which one
    is meant without telling a secret.

    A declaration::

        action grab
          [grab.card]  c in market

    K47 where cards of the market lie face down in no order: nobody can say which one is meant.
    """
    visibility, bodies = visible_facts(checked), def_use(checked)
    collectors = [ReadCollector(checked, visibility, bodies, given) for given in visibility.configurations()]
    said: set[tuple[str, Span | None]] = set()
    for named in _parameters(checked):
        if not (_member(named.param).piece or _member(named.param).zone):
            continue
        for collector in collectors:
            problem = _Pointing(checked, collector).wrong(named)
            if problem is not None and (problem.code, problem.span) not in said:
                said.add((problem.code, problem.span))
                yield problem


def _parameters(checked: CheckedRulebook) -> Iterator[NamedParam]:
    """Every parameter of every move."""
    active = offered_to(checked)
    for name, info in checked.symbols.actions.items():
        body = checked.bodies.get(f"action {name}")
        params = [step for step in body.front if isinstance(step, typed_statements.Param)] if body is not None else []
        for param in params:
            yield NamedParam(
                param,
                _move(info.written, params),
                ReadContext({"player": ValueInfo(seat=ASKED)}, body, active.get(name, ()), early=True),
            )
    for body in checked.bodies.values():
        params = (
            [step for step in body.front if isinstance(step, typed_statements.Param)] if body.sort == "effect" else []
        )
        for param in params:
            yield NamedParam(
                param, _move(body.name, params), ReadContext({"player": ValueInfo(seat=ASKED)}, body, early=True)
            )
    for body, choose in _chooses(checked):
        for param in choose.params:
            yield NamedParam(param, _move(choose.name, choose.params), ReadContext({}, body, (choose.who,)))


def _chooses(checked: CheckedRulebook) -> Iterator[tuple[typed_statements.Body, typed_statements.Choose]]:
    for body in checked.bodies.values():
        todo = list(body.lines)
        while todo:
            line = todo.pop()
            todo += line.body or ()
            yield from ((body, step) for step in line.does if isinstance(step, typed_statements.Choose))


def _move(name: str, params: Iterable[typed_statements.Param]) -> str:
    """`play {unit, mine}`"""
    return f"{name} {{{', '.join(param.name for param in params)}}}"


def _member(param: typed_statements.Param) -> t.Type:
    return (param.source.type.member or t.UNKNOWN).bare


class _Pointing:
    """What one chooser can point to, in one configuration."""

    def __init__(self, checked: CheckedRulebook, collector: ReadCollector) -> None:
        self.checked = checked
        self.collector = collector
        self.visibility = collector.visibility

    def wrong(self, named: NamedParam) -> Problem | None:
        spots = self.collector.info(named.param.source, named.frame).spots
        if _member(named.param).zone:
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

    def _anywhere(self, named: NamedParam, kind: str) -> Problem | None:
        """Out of the whole table: wherever rules lay the pieces of that kind, he must be able to point to each."""
        if not self.visibility.naming_sides(kind):
            return self._nameless(named, kind)
        zones = [zone for zone in self.checked.symbols.zones.values() if zone.kind == kind and zone.decl is not None]
        for zone in zones:
            at = (zone.name, ANY)
            if not (
                self.visibility.names(*at, None, self.collector.given)
                or self.visibility.handles(*at, self.collector.given)
            ):
                return problem_at("K47", named.param.span, "anywhere", move=named.move, zone=zone.name, kind=kind)
        return None

    def _zones(self, named: NamedParam, spots: frozenset[PieceLocation]) -> Problem | None:
        for spot in sorted(spots, key=lambda spot: spot.zone):
            if spot.sort == "lies" and not self._can_name_owner(spot):
                return problem_at("K73", named.param.source.span, name=named.param.name, zone=spot.zone)
        return None

    def _piece(self, named: NamedParam, spot: PieceLocation) -> Problem | None:
        info = self.checked.symbols.zones[spot.zone]
        if self.visibility.names(spot.zone, spot.whose, spot.end, self.collector.given):
            return None
        if not self.visibility.handles(spot.zone, spot.whose, self.collector.given):
            if not self.visibility.naming_sides(info.kind):
                return self._nameless(named, info.kind)
            return problem_at("K47", named.param.span, move=named.move, zone=spot.zone, shape=info.shape)
        if not self._can_name_owner(spot):
            return problem_at("K73", named.param.span, name=named.param.name, zone=spot.zone)
        return None

    def _nameless(self, named: NamedParam, kind: str) -> Problem:
        decl = self.checked.symbols.kinds[kind].decl
        rows = self.checked.symbols.kinds[kind].rows
        place = decl.faces[0].span if decl.faces else decl.span
        also = ((named.param.span, "named here"),)
        return problem_at("K74", place, also=also, kind=kind, move=named.move, row=rows[0].name if rows else "")

    def _can_name_owner(self, spot: PieceLocation, depth: int = 0) -> bool:
        """Can he name the piece to which this zone belongs, if it belongs to one?"""
        info = self.checked.symbols.zones[spot.zone]
        kinds = [kind.kind for kind in info.indexes if kind.piece]
        return all(self._knows_key(key, kind, depth) for kind in kinds for key in spot.keys)

    def _knows_key(self, key: PieceLocation, kind: str, depth: int) -> bool:
        given, zones = self.collector.given, self.checked.symbols.zones.values()
        if key.sort != "lies":
            return depth > 2 or all(
                self._knows_key(PieceLocation(z.name), kind, depth + 1) for z in zones if z.kind == kind
            )
        if self.visibility.names(key.zone, key.whose, key.end, given):
            return True
        return self.visibility.handles(key.zone, key.whose, given) and (
            depth > 2 or self._can_name_owner(key, depth + 1)
        )
