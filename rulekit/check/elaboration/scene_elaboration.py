"""Scenes: every name in them resolved, every move one that the game has."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from rulekit.check.elaboration import coercions, move_typing
from rulekit.check.elaboration.law_elaboration import tie_word
from rulekit.check.names import scene_starts
from rulekit.check.names.scope import Binding, Frame, Scope
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.checked_rulebook import CheckedLine, CheckedMove, CheckedScene, CheckedStart
from rulekit.diagnostics import nearest
from rulekit.model import declarations as d
from rulekit.model import expressions as x
from rulekit.model import scenes as sc
from rulekit.source import NOWHERE
from rulekit.typesystem import types as t

if TYPE_CHECKING:
    from rulekit.check.elaboration.elaborator import Elaborator

SEATS = (
    "anna",
    "ben",
    "cleo",
    "dora",
    "emil",
    "faye",
    "gus",
    "hana",
    "ivo",
    "jana",
    "kaya",
    "leo",
    "mira",
    "nils",
    "olga",
    "pia",
)


Forms = dict[str, list[move_typing.MoveForm]]
Lines = tuple[CheckedLine, ...]


def starts(e: Elaborator, nodes: list[sc.Start], known: Forms, ids: set[str]) -> dict[str, CheckedStart]:
    """Every start by its name, with what those say that it goes on from."""
    written = scene_starts.by_name(e, nodes)
    lines = {name: _lines(e, node, known, ids) for name, node in written.items()}
    return {
        name: CheckedStart(node, lines[name], _before(scene_starts.chain(e, node, written), lines))
        for name, node in written.items()
    }


def scene(e: Elaborator, node: sc.Scene, known: Forms, ids: set[str], begun: dict[str, CheckedStart]) -> CheckedScene:
    """One worked example."""
    if node.clause not in ids:
        e.wrong("K07", node.span, "clause", id=f"[{node.clause}]", near=_ids(nearest(node.clause, sorted(ids))))
    names = scene_starts.chain(e, node, {name: start.node for name, start in begun.items()})
    lines = _lines(e, node, known, ids)
    return CheckedScene(node, lines, _before(names, {name: start.lines for name, start in begun.items()}))


def _before(names: tuple[str, ...], lines: dict[str, Lines]) -> Lines:
    return tuple(line for name in names for line in lines[name])


def _lines(e: Elaborator, node: sc.Scene | sc.Start, known: Forms, ids: set[str]) -> Lines:
    scope = Scope(frame=Frame("scene", earlier=False))
    for seat in SEATS[: e.symbols.seats[1]]:
        scope.bind(Binding(seat, t.SEAT, NOWHERE, "scene"))
    reader = _Reader(e, scope, known, ids)
    return tuple(LINES[type(line)](reader, line) for line in node.lines)


def _ids(names: list[str]) -> list[str]:
    return [f"[{n}]" for n in names]


class _Reader:
    def __init__(
        self, e: Elaborator, scope: Scope, known: dict[str, list[move_typing.MoveForm]], ids: set[str]
    ) -> None:
        self.e = e
        self.scope = scope
        self.known = known
        self.ids = ids

    def seat(self, node: x.Expr) -> v.T:
        name = node.name if isinstance(node, x.Name) else self.e.written(node)
        if name in SEATS[: self.e.symbols.seats[1]]:
            return v.Const(SEATS.index(name), type=t.SEAT, span=node.span)
        players = SEATS[: self.e.symbols.seats[1]]
        return self.e.wrong("K07", node.span, "seat", name=name, players=players, near=nearest(name, players))

    def ids_known(self, names: tuple[str, ...], node: sc.SceneLine) -> None:
        for name in names:
            if name not in self.ids and name != "not-asked":
                near = _ids(nearest(name, sorted(self.ids)))
                self.e.wrong("K07", node.span, "clause", id=f"[{name}]", near=near)

    def move(self, move: x.Move) -> CheckedMove:
        return CheckedMove(move.name, move_typing.scene_move(self.e, move, self.scope, self.known), move.span)


def _given(r: _Reader, line: sc.Given) -> CheckedLine:
    place = line.place
    if isinstance(place, x.Name) and place.name == "players":
        return CheckedLine(line, None, tuple(r.e.as_(n, r.scope, t.ANY_NUMBER) for n in line.values))
    found = r.e.operand(r.e.sentence(r.scope).read(place), r.scope, None)
    if t.known(found.type) and not isinstance(found, v.Read | v.ZoneAt):
        r.e.wrong("K26", place.span, "computed", value=r.e.written(place))
        return CheckedLine(line)
    want = _held(found.type)
    given = tuple(_piece(r, n, want, found) for n in line.values)
    return CheckedLine(line, found, given, type=found.type)


def _held(kind: t.Type) -> t.Type:
    """What may be given: pieces for a zone, members or values for a state."""
    kind = t.bare(kind)
    if isinstance(kind, t.Zone):
        return t.Piece(kind.kind)
    if isinstance(kind, t.SetOf | t.Sequence):
        return kind.of
    if isinstance(kind, t.Map):
        return _held(kind.value)
    return kind


def _piece(r: _Reader, node: x.Expr, want: t.Type, place: v.T) -> v.T:
    if isinstance(node, x.Nothing):
        return v.Const(None, type=t.NOTHING, span=node.span)
    found = r.e.operand(node, r.scope, t.maybe(want))
    if _counts(place.type, coercions.value(found).type):
        return coercions.value(found)
    return coercions.value(r.e.fit(found, t.maybe(want), node, "value", name=_called(place)))


def _called(place: v.T) -> str:
    return place.state if isinstance(place, v.Read) else place.zone if isinstance(place, v.ZoneAt) else "given"


def _counts(place: t.Type, given: t.Type) -> bool:
    """A map of numbers takes a bag of its last index: so many of each."""
    given = t.bare(given)
    if not isinstance(place, t.Map) or not isinstance(given, t.BagOf):
        return False
    return isinstance(t.bare(place.value), t.Number) and t.same(given.of, place.indexes[-1])


def _option(r: _Reader, line: sc.GivenOption) -> CheckedLine:
    for setting in line.settings:
        option_value(r.e, setting)
    return CheckedLine(line)


def option_value(e: Elaborator, setting: d.Setting) -> None:
    """An option, or `edition`, with a value it has."""
    name, value = setting.name, setting.values[0]
    editions = [ed.name for ed in e.editions]
    if name == "edition":
        if value not in editions:
            e.wrong("K07", setting.span, "choice", name=str(value), option="edition", choices=editions)
        return
    option = e.symbols.options.get(name)
    if option is None:
        e.wrong("K07", setting.span, "option", name=name, near=nearest(name, [*e.symbols.options, "edition"]))
    elif value not in option.values or isinstance(value, bool) != isinstance(option.values[0], bool):
        choices = [_shown(v_) for v_ in option.values]
        near = nearest(_shown(value), choices)
        e.wrong("K07", setting.span, "choice", name=_shown(value), option=name, choices=choices, near=near)


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _rest(r: _Reader, line: sc.GivenRest) -> CheckedLine:
    info = r.e.symbols.kinds.get(line.kind)
    if info is None or not info.is_piece:
        r.e.wrong("K12", line.span, name=line.kind, near=nearest(line.kind, list(r.e.symbols.kinds)))
        return CheckedLine(line)
    inner = r.scope.with_(Binding("it", t.Piece(line.kind), line.span, "it"))  # each piece may have a place of its own
    zone = r.e.operand(r.e.sentence(inner).read(line.zone), inner, t.Zone(line.kind, ""))
    if t.known(zone.type) and not isinstance(zone.type, t.Zone):
        r.e.wrong("K07", line.zone.span, "zone", name=r.e.written(line.zone), near=())
    return CheckedLine(line, zone)


def _asking(r: _Reader, line: sc.GivenAsking | sc.Despite) -> CheckedLine:
    r.ids_known(line.ids, line)
    return CheckedLine(line)


def _local(r: _Reader, line: sc.GivenLocal) -> CheckedLine:
    r.ids_known((line.id,), line)
    want = r.e.local_types.get(line.name)
    found = coercions.value(r.e.operand(line.value, r.scope, want))
    return CheckedLine(line, None, (found,))


def _chance(r: _Reader, line: sc.Chance) -> CheckedLine:
    r.ids_known((line.id,), line)
    want = r.e.chance_types.get(line.id)
    found = tuple(_outcome(r, n, want) for n in line.values)
    return CheckedLine(line, None, found)


def _outcome(r: _Reader, node: x.Expr, want: t.Type | None) -> v.T:
    goal = t.Sequence(want) if isinstance(node, x.Tuple) and want is not None else want
    return coercions.value(r.e.operand(node, r.scope, goal))


def _does(r: _Reader, line: sc.Does) -> CheckedLine:
    return CheckedLine(line, who=r.seat(line.who), moves=(r.move(line.move),))


def _then(r: _Reader, line: sc.Then) -> CheckedLine:
    return CheckedLine(line, None, (r.e.condition(line.condition, r.scope),))


def _asked(r: _Reader, line: sc.Asked) -> CheckedLine:
    r.ids_known((line.id.split("/")[0],), line)
    return CheckedLine(line, who=r.seat(line.who))


def _sees(r: _Reader, line: sc.Sees) -> CheckedLine:
    return CheckedLine(line, None, (r.e.condition(line.condition, r.scope),), who=r.seat(line.who))


def _may(r: _Reader, line: sc.May) -> CheckedLine:
    r.ids_known(line.because, line)
    return CheckedLine(line, who=r.seat(line.who), moves=(r.move(line.move),))


def _exactly(r: _Reader, line: sc.MayExactly) -> CheckedLine:
    return CheckedLine(line, who=r.seat(line.who), moves=tuple(r.move(m) for m in line.moves))


def _wins(r: _Reader, line: sc.Wins) -> CheckedLine:
    return CheckedLine(line, None, tuple(r.seat(one) for one in line.who))


def _tied(r: _Reader, line: sc.Tied) -> CheckedLine:
    tie_word(r.e, line.ties, line.span)
    return CheckedLine(line)


def _graded(r: _Reader, line: sc.Graded) -> CheckedLine:
    """A grade that some line of the result can give."""
    if not r.e.grades:
        r.e.wrong("K65", line.span, "no-grade")
        return CheckedLine(line)
    return CheckedLine(line, None, (r.e.as_(line.grade, r.scope, r.e.grades[0], "value", name="grade"),))


def _refused(r: _Reader, line: sc.Refused) -> CheckedLine:
    r.ids_known(line.because, line)
    return CheckedLine(line)


LINES: dict[type, Callable[..., CheckedLine]] = {
    sc.From: lambda r, line: CheckedLine(line),
    sc.Despite: _asking,
    sc.Given: _given,
    sc.GivenOption: _option,
    sc.GivenRest: _rest,
    sc.GivenAsking: _asking,
    sc.GivenLocal: _local,
    sc.Chance: _chance,
    sc.Does: _does,
    sc.Then: _then,
    sc.Asked: _asked,
    sc.Sees: _sees,
    sc.May: _may,
    sc.MayExactly: _exactly,
    sc.Wins: _wins,
    sc.Tied: _tied,
    sc.Graded: _graded,
    sc.Refused: _refused,
}
