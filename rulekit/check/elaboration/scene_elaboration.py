"""Scenes and their starts: every name in them resolved, every move one that the game has.

A scene speaks of a position, so it is read last, when all bodies are: only then is it known which moves there are,
what each line draws, and of which type a name bound somewhere in the middle of a body is. Players are called by the
names of seats. A scene line::

    given coins of anna is 5
    when anna does pay
    then coins of anna = 4
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, ClassVar

from rulekit.check.elaboration import coercions
from rulekit.check.elaboration.elaborator import Elaborator
from rulekit.check.elaboration.law_elaboration import LawElaborator
from rulekit.check.names.scope import Binding, Scope, ScopeKind
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import CheckedLine, CheckedMove, CheckedScene, CheckedStart
from rulekit.check.tree.typed_walk import walk
from rulekit.diagnostics import nearest
from rulekit.model import base
from rulekit.model import declarations as d
from rulekit.model import expressions as x
from rulekit.model import scenes as sc
from rulekit.model.rulebook import Rulebook
from rulekit.records import record
from rulekit.source import NOWHERE
from rulekit.typesystem import types as t
from rulekit.words.space.place_types import place_type

SEATS = tuple("anna ben cleo dora emil faye gus hana ivo jana kaya leo mira nils olga pia".split())


@record
class MoveForm:
    """A move that can be made somewhere: its written name and its parameters."""

    name: str
    params: tuple[tuple[str, t.Type], ...]
    action: str | None


Lines = tuple[CheckedLine, ...]


def _before(names: tuple[str, ...], lines: dict[str, Lines]) -> Lines:
    """The lines of several starts, one start after the other."""
    return tuple(line for name in names for line in lines[name])


def _ids(names: list[str]) -> list[str]:
    """Ids in brackets, as messages show them."""
    return [f"[{n}]" for n in names]


def _given_type(kind: t.Type) -> t.Type:
    """What may be given: pieces for a zone, members or values for a state."""
    kind = kind.bare
    if kind.zone:
        return t.Piece(kind.kind)
    if kind.plural:
        return kind.of
    if kind.indexes:
        return _given_type(kind.value)
    return kind


def _place_name(place: v.T) -> str:
    """What a message calls the place that is given: its name."""
    return place.stored or "given"


def _counts(place: t.Type, given: t.Type) -> bool:
    """A map of numbers takes a bag of its last index: so many of each."""
    given = given.bare
    if not place.indexes or not given.counted:
        return False
    return place.value.bare.numeric and t.is_same_kind(given.of, place.indexes[-1])


def _value_text(value: object) -> str:
    """A value of an option as it is written in the rules."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _origin(node: sc.Start | sc.Scene) -> sc.From | None:
    """The line `from NAME` of a scene or start, None if it begins with nothing."""
    return next((line for line in node.lines if isinstance(line, sc.From)), None)


def closings(bodies: Iterable[typed_statements.Body]) -> list[str]:
    """Names of moves that decline or close: `pass`, and what is written instead."""
    found = {"pass"}
    for node in (node for body in bodies for node in walk(body)):
        if isinstance(node, typed_statements.Menu):
            found.add(node.close)
        elif isinstance(node, typed_statements.Ask | typed_statements.Choose) and node.declining:
            found.add(node.declining)
    return sorted(found)


def clause_ids(rulebook: Rulebook) -> set[str]:
    """Every id that stands at a margin."""
    found = set()
    for decl in rulebook.declarations:
        if isinstance(decl, sc.Scene | sc.Start):
            continue
        found |= {n.id for n in base.walk(decl) if isinstance(n, base.Clause) and n.id}
    return found


class SceneElaborator:
    """All worked examples of a game: what they may name, the moves there are, the starts they go on from."""

    def __init__(self, e: Elaborator, laws: LawElaborator, editions: list[d.Edition]) -> None:
        self.e = e
        self.laws = laws
        self.editions = editions
        self.ids: set[str] = set()
        self.forms: dict[str, list[MoveForm]] = {}
        self.local_types: dict[str, t.Type] = {}
        self.chance_types: dict[str, t.Type] = {}
        self.players = SEATS[: e.symbols.seats[1]]
        self.seats = [Binding(name, t.SEAT, NOWHERE, "scene") for name in self.players]

    def all_of(
        self, rulebook: Rulebook, ledger_ids: frozenset[str]
    ) -> tuple[tuple[CheckedStart, ...], tuple[CheckedScene, ...]]:
        """Every start and every scene, once all bodies are read."""
        written, begun = rulebook.declarations_of(sc.Scene), rulebook.declarations_of(sc.Start)
        if not (written or begun):
            return (), ()
        self.ids = clause_ids(rulebook) | ledger_ids
        self.forms = self._forms()
        for body in self.e.bodies.values():
            self._locals(body)
            self._chances(body)
        for param in (param for procs in self.e.symbols.procs.values() for proc in procs for param in proc.params):
            self.local_types.setdefault(param.name, param.type)
        starts = self._starts(begun)
        scenes = tuple(self._scene(node, starts) for node in written)
        return tuple(starts.values()), scenes

    def _locals(self, body: typed_statements.Body) -> None:
        """The types of names that are bound in bodies; the first of a name counts."""
        for name, kind in body.locals:
            self.local_types.setdefault(name, kind)
        for step in body.front:
            if isinstance(step, typed_statements.Param):
                self.local_types.setdefault(step.name, step.type)

    def _chances(self, body: typed_statements.Body) -> None:
        """What each line that draws draws: members of which type."""
        for line in walk(body):
            if not isinstance(line, typed_statements.Line) or not line.id:
                continue
            for step in line.does + (line.price or ()):
                if isinstance(step, typed_statements.Roll):
                    self.chance_types[line.id] = step.source.type.member or t.UNKNOWN
                elif isinstance(step, typed_statements.Lot):
                    self.chance_types[line.id] = step.param.source.type.member or t.UNKNOWN
                elif isinstance(step, typed_statements.Call) and step.core.draws and step.args:
                    self.chance_types[line.id] = step.args[0][1].type.member or t.UNKNOWN

    def _starts(self, nodes: list[sc.Start]) -> dict[str, CheckedStart]:
        """Every start by its name, with what those say that it goes on from."""
        written = self._starts_by_name(nodes)
        lines = {name: self._lines(node) for name, node in written.items()}
        return {
            name: CheckedStart(node, lines[name], _before(self._start_chain(node, written), lines))
            for name, node in written.items()
        }

    def _scene(self, node: sc.Scene, begun: dict[str, CheckedStart]) -> CheckedScene:
        """One worked example."""
        if node.clause not in self.ids:
            near = _ids(nearest(node.clause, sorted(self.ids)))
            self.e.complain("K07", node.span, "clause", id=f"[{node.clause}]", near=near)
        names = self._start_chain(node, {name: start.node for name, start in begun.items()})
        lines = self._lines(node)
        return CheckedScene(node, lines, _before(names, {name: start.lines for name, start in begun.items()}))

    def _lines(self, node: sc.Scene | sc.Start) -> Lines:
        """The lines of one scene or start, in a scope in which only the seats have names."""
        scope = Scope(frame=ScopeKind("scene", earlier=False))
        for seat in self.seats:
            scope.bind(seat)
        reader = LineElaborator(self, scope)
        return tuple(reader.line(line) for line in node.lines)

    def _starts_by_name(self, nodes: list[sc.Start]) -> dict[str, sc.Start]:
        """Every start by its name, which no two share."""
        found: dict[str, sc.Start] = {}
        for node in nodes:
            if node.name in found:
                there = ((found[node.name].span, "first declared here"),)
                self.e.complain("K11", node.span, "declared", name=node.name, what="a start", also=there)
            found.setdefault(node.name, node)
        return found

    def _start_chain(self, node: sc.Start | sc.Scene, known: Mapping[str, sc.Start]) -> tuple[str, ...]:
        """The names of all starts that one goes on from, the first of them first; none if one is not there."""
        passed = [node.name] if isinstance(node, sc.Start) else []
        found: tuple[str, ...] = ()
        origin = _origin(node)
        while origin is not None:
            if origin.name not in known:
                self.e.unknown(origin.span, origin.name, known, "start")
                return ()
            if origin.name in passed:
                self.e.complain("K34", origin.span, "start", name=origin.name, chain=[*passed, origin.name])
                return ()
            passed.append(origin.name)
            found = (origin.name, *found)
            origin = _origin(known[origin.name])
        return found

    def option_value(self, setting: d.Setting) -> None:
        """An option, or `edition`, with a value it has."""
        name, value = setting.name, setting.values[0]
        editions = [edition.name for edition in self.editions]
        if name == "edition":
            if value not in editions:
                self.e.complain("K07", setting.span, "choice", name=str(value), option="edition", choices=editions)
            return
        option = self.e.symbols.options.get(name)
        if option is None:
            near = nearest(name, [*self.e.symbols.options, "edition"])
            self.e.complain("K07", setting.span, "option", name=name, near=near)
        elif value not in option.values or isinstance(value, bool) != isinstance(option.values[0], bool):
            choices = [_value_text(v_) for v_ in option.values]
            near = nearest(_value_text(value), choices)
            self.e.complain(
                "K07", setting.span, "choice", name=_value_text(value), option=name, choices=choices, near=near
            )

    # -------------------------------------------------------------- moves

    def _forms(self) -> dict[str, list[MoveForm]]:
        """All moves of the game by their written names."""
        found: dict[str, list[MoveForm]] = {}
        for action in self.e.symbols.actions.values():
            params = tuple((p.name, p.type) for p in action.params) + self._own_params(action.params)
            found.setdefault(action.written, []).append(MoveForm(action.written, params, action.name))
        for _, node, picked in self.e.chooses:
            params = tuple((p.name, p.type) for p in picked) + self._own_params(picked)
            found.setdefault(node.name, []).append(MoveForm(node.name, params, None))
        for name in closings(self.e.bodies.values()):
            found.setdefault(name, []).append(MoveForm(name, (), None))
        return found

    def _own_params(self, params: Any) -> tuple[tuple[str, t.Type], ...]:
        """Parameters that a chosen effect brings along."""
        found: dict[str, t.Type] = {}
        for param in params:
            kind = param.type.bare
            if kind.effects:
                start = f"effect {kind.kind}.{kind.column}."
                for key, body in self.e.bodies.items():
                    if key.startswith(start):
                        found.update({p.name: p.type for p in body.front if isinstance(p, typed_statements.Param)})
        return tuple(found.items())

    def move(self, move: x.Move, scope: Scope) -> CheckedMove:
        """A move with its typed values; K07 where there is no such move or parameter."""
        return CheckedMove(move.name, tuple(self._values(move, scope)), move.span)

    def _values(self, move: x.Move, scope: Scope) -> Iterator[tuple[str, v.T]]:
        """The arguments of a move with their types. Several moves may share a written name; a value is tried as each
        of them wants it.
        """
        candidates = self.forms.get(move.name, [])
        if not candidates:
            self.e.unknown(move.span, move.name, self.forms, "action")
        wants: dict[str, list[t.Type]] = {}
        for form in candidates:
            for name, kind in form.params:
                wants.setdefault(name, []).append(kind)
        for name, value in move.args if candidates else ():
            if name not in wants:
                facts = {"name": name, "action": move.name, "near": nearest(name, list(wants))}
                self.e.complain("K07", move.span, "parameter", **facts)
                continue
            yield name, self._value(value, scope, wants[name], name)

    def _value(self, node: x.Expr, scope: Scope, wants: list[t.Type], name: str) -> v.T:
        """The first of the wanted types that the value can be; written forms of ranges are numbers."""
        for want in wants if len(wants) > 1 else ():
            with self.e.collect_problems() as trouble:
                found = self._fit_argument(node, scope, want, name)
            if not trouble:
                return found
        return self._fit_argument(node, scope, wants[0], name)

    def _fit_argument(self, node: x.Expr, scope: Scope, want: t.Type, name: str) -> v.T:
        goal = want.bare
        if goal.effects:
            label = node.name if isinstance(node, x.Name) else str(node.value) if isinstance(node, x.Number) else ""
            found = self.e.effect_named(label, node.span, goal)
            if found is None:
                rows = self.e.symbols.kinds[goal.kind].columns.get(goal.column, {})
                near = nearest(label, [effect.label for effects in rows.values() for effect in effects])
                return self.e.complain("K07", node.span, "label", name=label or self.e.operand_text(node), near=near)
            return found
        if goal.place and isinstance(node, x.Number):
            node = x.Tuple((node,), span=node.span)  # a place of a line is written as its number
        if goal.edge and isinstance(node, x.Tuple):
            return self._edge(node, scope, goal)
        if goal.numeric and isinstance(node, x.Tuple):
            return self.e.operand(node, scope, None)
        if str(goal) in self.e.symbols.writtens:
            with self.e.collect_problems() as trouble:
                found = self.e.as_(node, scope, want, "argument", word=name)
            return self.e.operand(node, scope, None) if trouble else found  # as it is written in moves
        return self.e.as_(node, scope, want, "argument", word=name)

    def _edge(self, node: x.Tuple, scope: Scope, goal: t.Type) -> v.T:
        """An edge by its two ends."""
        space = self.e.symbols.spaces[goal.space]
        end = place_type(space)
        ends = tuple(self.e.as_(item, scope, end, "argument", word="edge") for item in node.items)
        return v.Listed(ends, type=t.Sequence(end), span=node.span)


class LineElaborator:
    """The lines of one scene or start."""

    def __init__(self, scenes: SceneElaborator, scope: Scope) -> None:
        self.scenes = scenes
        self.e = scenes.e
        self.scope = scope

    def line(self, line: sc.SceneLine) -> CheckedLine:
        """One line with its values."""
        return self.lines[type(line)](self, line)

    def seat(self, node: x.Expr) -> v.T:
        """A player of a scene, called by the name of its seat: anna is 0, ben 1 and so on."""
        name = node.name if isinstance(node, x.Name) else self.e.operand_text(node)
        players = self.scenes.players
        if name in players:
            return v.Const(players.index(name), type=t.SEAT, span=node.span)
        return self.e.unknown(node.span, name, players, "seat", players=players)

    def complain_of_unknown_ids(self, names: tuple[str, ...], node: sc.SceneLine) -> None:
        """Notes a problem for each id that no line of the game has, with the nearest ones."""
        for name in names:
            if name not in self.scenes.ids and name != "not-asked":
                near = _ids(nearest(name, sorted(self.scenes.ids)))
                self.e.complain("K07", node.span, "clause", id=f"[{name}]", near=near)

    def _plain(self, line: sc.SceneLine) -> CheckedLine:
        """A line in which nothing has to be looked up."""
        return CheckedLine(line)

    def _elaborate_given(self, line: sc.Given) -> CheckedLine:
        """`given coins of anna is 5`: the place must be stored, for what is worked out cannot be set (K26). How many
        players there are is given in the same way.
        """
        place = line.place
        if isinstance(place, x.Name) and place.name == "players":
            return CheckedLine(line, None, tuple(self.e.as_(n, self.scope, t.ANY_NUMBER) for n in line.values))
        found = self.e.operand(self.e.sentence(self.scope).bind(place), self.scope, None)
        if found.type.is_known and not found.stored:
            self.e.complain("K26", place.span, "computed", value=self.e.operand_text(place))
            return CheckedLine(line)
        kind = _given_type(found.type)
        want = t.or_nothing(kind)
        listed = found.zone_name or (found.type.bare.plural and kind.bare.single_word)
        if len(line.values) == 1 and isinstance(line.values[0], x.Tuple) and listed:
            line = sc.Given(place, line.values[0].items, span=line.span)  # in brackets, as behind `then hand of anna =`
        given = tuple(self._piece(n, want, found) for n in line.values)
        return CheckedLine(line, found, given, type=found.type)

    def _piece(self, node: x.Expr, want: t.Type, place: v.T) -> v.T:
        """One of the given values: of the wanted type, nothing, or so many of a member for a map of numbers."""
        if isinstance(node, x.Nothing):
            return v.Const(None, type=t.NOTHING, span=node.span)
        found = self.e.operand(node, self.scope, want)
        if _counts(place.type, coercions.value(found).type):
            return coercions.value(found)
        return coercions.value(self.e.fit(found, want, node, "value", name=_place_name(place)))

    def _option(self, line: sc.GivenOption) -> CheckedLine:
        """`given option refill all`."""
        for setting in line.settings:
            self.scenes.option_value(setting)
        return CheckedLine(line)

    def _rest(self, line: sc.GivenRest) -> CheckedLine:
        """`given rest of Card in deck`. The zone may speak of each piece by `it`, so each piece may have a place of
        its own.
        """
        info = self.e.symbols.kinds.get(line.kind)
        if info is None or not info.is_piece:
            self.e.unknown(line.span, line.kind, self.e.symbols.kinds, code="K12")
            return CheckedLine(line)
        each = Binding("it", t.Piece(line.kind), line.span, "it")  # each piece may have a place of its own
        inner = self.scope.with_(each)
        zone = self.e.operand(self.e.sentence(inner).bind(line.zone), inner, t.Zone(line.kind, ""))
        if zone.type.is_known and not zone.type.zone:
            self.e.complain("K07", line.zone.span, "zone", name=self.e.operand_text(line.zone), near=())
        return CheckedLine(line, zone)

    def _asking(self, line: sc.GivenAsking | sc.Despite) -> CheckedLine:
        """The ids of a line are known; nothing else stands in it."""
        self.complain_of_unknown_ids(line.ids, line)
        return CheckedLine(line)

    def _local(self, line: sc.GivenLocal) -> CheckedLine:
        """`given n in [pay.coins] is 2`: the value has the type that the name has in the body."""
        self.complain_of_unknown_ids((line.id,), line)
        want = self.scenes.local_types.get(line.name)
        found = coercions.value(self.e.operand(line.value, self.scope, want))
        return CheckedLine(line, None, (found,))

    def _chance(self, line: sc.Chance) -> CheckedLine:
        """`chance [dice.roll] is 4, 2`: the outcomes have the type of what the line draws from."""
        self.complain_of_unknown_ids((line.id,), line)
        want = self.scenes.chance_types.get(line.id)
        found = tuple(self._outcome(n, want) for n in line.values)
        return CheckedLine(line, None, found)

    def _outcome(self, node: x.Expr, want: t.Type | None) -> v.T:
        """One outcome; several pieces in brackets are a list of what is drawn."""
        goal = t.Sequence(want) if isinstance(node, x.Tuple) and want is not None else want
        return coercions.value(self.e.operand(node, self.scope, goal))

    def _does(self, line: sc.Does) -> CheckedLine:
        """`when anna does pay`."""
        return CheckedLine(line, who=self.seat(line.who), moves=(self.scenes.move(line.move, self.scope),))

    def _then(self, line: sc.Then) -> CheckedLine:
        """`then coins of anna = 4`."""
        return CheckedLine(line, None, (self.e.condition(line.condition, self.scope),))

    def _elaborate_asked(self, line: sc.Asked) -> CheckedLine:
        """`anna is asked [turn.buy]`."""
        self.complain_of_unknown_ids((line.id.split("/")[0],), line)
        return CheckedLine(line, who=self.seat(line.who))

    def _sees(self, line: sc.Sees) -> CheckedLine:
        """`anna sees count of deck = 3`, read with what anna can see."""
        return CheckedLine(line, None, (self.e.condition(line.condition, self.scope),), who=self.seat(line.who))

    def _may(self, line: sc.May) -> CheckedLine:
        """`anna may pay`, `anna may not pay because [pay.enough]`."""
        self.complain_of_unknown_ids(line.because, line)
        return CheckedLine(line, who=self.seat(line.who), moves=(self.scenes.move(line.move, self.scope),))

    def _exactly(self, line: sc.MayExactly) -> CheckedLine:
        """`anna may exactly pay or rest`: the whole list of legal moves."""
        return CheckedLine(
            line, who=self.seat(line.who), moves=tuple(self.scenes.move(m, self.scope) for m in line.moves)
        )

    def _wins(self, line: sc.Wins) -> CheckedLine:
        """`anna wins`, `nobody wins`."""
        return CheckedLine(line, None, tuple(self.seat(one) for one in line.who))

    def _elaborate_tie(self, line: sc.Tied) -> CheckedLine:
        """`ties are shared`, one of the words by which the result settles ties."""
        self.scenes.laws.tie_word(line.ties, line.span)
        return CheckedLine(line)

    def _elaborate_grade(self, line: sc.Graded) -> CheckedLine:
        """A grade that some line of the result can give."""
        grades = self.scenes.laws.grades
        if not grades:
            self.e.complain("K65", line.span, "no-grade")
            return CheckedLine(line)
        return CheckedLine(line, None, (self.e.as_(line.grade, self.scope, grades[0], "value", name="grade"),))

    def _elaborate_refusal(self, line: sc.Refused) -> CheckedLine:
        """`refused because [pay.enough]`: the given position itself cannot be."""
        self.complain_of_unknown_ids(line.because, line)
        return CheckedLine(line)

    lines: ClassVar[dict[type, Callable[..., CheckedLine]]] = {
        sc.From: _plain,
        sc.Despite: _asking,
        sc.Given: _elaborate_given,
        sc.GivenOption: _option,
        sc.GivenRest: _rest,
        sc.GivenAsking: _asking,
        sc.GivenLocal: _local,
        sc.Chance: _chance,
        sc.Does: _does,
        sc.Then: _then,
        sc.Asked: _elaborate_asked,
        sc.Sees: _sees,
        sc.May: _may,
        sc.MayExactly: _exactly,
        sc.Wins: _wins,
        sc.Tied: _elaborate_tie,
        sc.Graded: _elaborate_grade,
        sc.Refused: _elaborate_refusal,
    }
