"""The words of one game as JSON Schema: moves, chance, positions, views, results, with examples from random games.

Everything follows from the declarations: a type knows its form, a state or zone is nested by its indexes. Examples
come from random games and, for what these do not come to, from scenes. `x-order` says of each list what its order
means, which JSON Schema cannot.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import cycle, islice
from typing import Any

from rulekit.check import configuration_space
from rulekit.check.configuration_space import GameConfig
from rulekit.check.names.symbol_info import StateInfo, ZoneInfo
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import CheckedResult, CheckedRulebook
from rulekit.check.tree.typed_walk import walk
from rulekit.model import scenes as sc
from rulekit.play import json_api
from rulekit.play.games import playouts
from rulekit.play.games.game import Game, Position
from rulekit.play.machine import ops as o
from rulekit.play.machine.machine import Machine
from rulekit.play.machine.random_bits import Bits, stream
from rulekit.play.position.indexed_form import has_text_members
from rulekit.play.position.pending import pending_of
from rulekit.play.position.strict_json import dumps
from rulekit.play.scenes.scene_fill import fill
from rulekit.protocol.json_shapes import (
    ANYTHING,
    BOTTOM,
    LIST,
    NULL,
    PAIRS,
    SEATS,
    SET,
    AnyOf,
    JsonShape,
    ListOf,
    ObjectByName,
    ObjectShape,
    OneOfValues,
    TextShape,
    TupleShape,
    WholeNumber,
    YesNoShape,
    or_null,
)
from rulekit.protocol.rules_engine import pending_json, table, without_history
from rulekit.protocol.schemas import DRAFT
from rulekit.typesystem import types as t

DECISIONS = 200  # that are played for examples
SCENES = 30  # that are looked at for moves nobody came to
NAMES = 24  # of one kind that are listed where they are used
ENDED = 5, 2000  # games that are played to their end for a result, and decisions of one at most
DRAWS = {o.Shuffle: "order", o.Lot: "pick", o.Roll: "dice"}
Json = Any


def schema(game: Game) -> dict[str, Json]:
    """All of it; what stands under `$defs` are the parts by name."""
    forms, seen = GameShapes(game), examples(game)
    moves = {name: _with(shape, seen["moves"].get(name)) for name, shape in forms.moves().items()}
    parts = {
        "config": forms.config().schema(),
        "position": _with(forms.position(), seen.get("position")),
        "view": _with(forms.view(), seen.get("view")),
        "result": _with(forms.result(), seen.get("result")),
        "move": {"anyOf": [{"$ref": f"#/$defs/moves/{name}"} for name in moves]},
        "moves": moves,
        "chance": {line: {**told, **seen["chance"].get(line, {})} for line, told in forms.chance().items()},
    }
    return {"$schema": DRAFT, "title": game.name, "x-spec": game.spec, "$defs": parts}


def _with(shape: JsonShape, example: Json) -> dict[str, Json]:
    """A shape as a schema, with the example that was met, if one was."""
    return {**shape.schema(), **({"examples": [example]} if example is not None else {})}


# ------------------------------------------------------------------ shapes


class GameShapes:
    """The shapes of one game, as its declarations give them."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.checked: CheckedRulebook = game.checked
        self.symbols = game.checked.symbols

    def value(self, kind: t.Type, seen: bool) -> JsonShape:
        """A value of a type; `seen`: in a view or a move, where pieces may stand by their place, and forms are used."""
        if kind.optional:
            return or_null(self.value(kind.bare, seen)) if not (kind.bare == t.Never()) else NULL
        if seen and self._has_form(kind):
            return ANYTHING
        form = FORMS.get(type(kind))
        return form(self, kind, seen) if form is not None else ANYTHING

    def number(self, kind: t.Type, seen: bool) -> JsonShape:
        """A range; without bounds where they say nothing."""
        return (
            WholeNumber() if abs(kind.low) >= t.LARGEST or kind.high >= t.LARGEST else WholeNumber(kind.low, kind.high)
        )

    def of_table(self, kind: t.Type, seen: bool) -> JsonShape:
        """A piece or row by its name; in views a piece may stand by its place."""
        name = self._name(kind.kind)
        return AnyOf((name, ListOf(ANYTHING), ObjectShape({}))) if seen else name

    def place(self, kind: t.Place, seen: bool) -> JsonShape:
        """By its name, or by its coordinates, between the least and the greatest; one alone has no brackets."""
        layout = self.game.setting(configurations(self.game)[0]).program.plan.layout(kind.space)
        if layout.names is not None:
            return OneOfValues(layout.names) if len(layout.names) <= NAMES else TextShape()
        bounds = tuple(WholeNumber(min(column), max(column)) for column in zip(*layout.spots, strict=True))
        return bounds[0] if len(bounds) == 1 else TupleShape(bounds)

    def edge(self, kind: t.Edge, seen: bool) -> JsonShape:
        """By the places at its two ends."""
        end = self.place(t.Place(kind.space), seen)
        return TupleShape((end, end))

    def _has_form(self, kind: t.Type) -> bool:
        """Is it written in a form that the rules declare?"""
        writtens = self.checked.writtens
        if kind.numeric:
            return any(self.symbols.types.get(name, t.UNKNOWN).numeric for name in writtens)
        return (kind.members or kind.table or kind.place) and str(kind) in writtens

    def _name(self, kind: str) -> JsonShape:
        """A row by its name; of many rows, or where copies are numbered, no list of names is given."""
        info = self.symbols.kinds[kind]
        wholes = self.symbols.kinds[info.whole].rows if info.whole is not None else info.rows
        copied = any(row.copies > 1 for row in wholes)
        return TextShape() if copied or len(info.rows) > NAMES else OneOfValues(tuple(row.name for row in info.rows))

    def nested_shape(self, kinds: tuple[t.Type, ...], leaf: JsonShape, seen: bool) -> JsonShape:
        """By seat, by name, or as pairs."""
        if not kinds:
            return leaf
        inner = self.nested_shape(kinds[1:], leaf, seen)
        if kinds[0].bare.player:
            return ListOf(inner, SEATS)
        index = self.value(kinds[0], seen)
        if has_text_members(kinds[0]):
            return ObjectByName(inner, index.values if isinstance(index, OneOfValues) else None)
        return ListOf(TupleShape((index, inner)), PAIRS)

    # -------------------------------------------------------------- what is played

    def config(self) -> ObjectShape:
        """What `start` tells."""
        options = {name: OneOfValues(tuple(values)) for name, values in self.game.options.items()}
        seats = WholeNumber(self.game.players[0], self.game.players[-1])
        return ObjectShape({"game": OneOfValues((self.game.name,)), "options": ObjectShape(options), "seats": seats})

    # -------------------------------------------------------------- positions and views

    def position(self) -> ObjectShape:
        """Every state and zone that a position holds."""
        states = {
            info.name: self.nested_shape(info.indexes, self.value(info.type, False), False)
            for info in self.symbols.states.values()
            if not _ghost(info)
        }
        zones = {
            info.name: self.nested_shape(info.indexes, ListOf(self._name(info.kind), self._order(info)), False)
            for info in self.symbols.zones.values()
        }
        return ObjectShape({"states": ObjectShape(states), "zones": ObjectShape(zones)})

    def view(self) -> ObjectShape:
        """What a reader does not see is left out."""
        told = [info for info in self.symbols.states.values() if not _ghost(info) and not _of_piece(info)]
        states = {info.name: self._seen_state(info) for info in told}
        pieces = AnyOf((TextShape(), ListOf(ANYTHING), ObjectShape({}, open=True)))
        zones = {
            info.name: self.nested_shape(info.indexes, self._seen_zone(info, pieces), True)
            for info in self.symbols.zones.values()
            if not _of_piece(info)
        }
        return ObjectShape({"states": ObjectShape({}, states), "zones": ObjectShape({}, zones)})

    def _seen_state(self, info: StateInfo) -> JsonShape:
        """One that not everybody sees, or of parts of copies, stands as rows of its indexes and its value."""
        nested = self.nested_shape(info.indexes, self.value(info.type, True), True)
        partly = info.decl is not None and bool(self.checked.states[info.name].views)
        return ListOf(ListOf(ANYTHING), SET) if info.indexes and (partly or self._of_copies(info)) else nested

    def _of_copies(self, info: StateInfo) -> bool:
        """Whether an index is a part of a piece with copies: then one name means several, and pairs are told."""
        kinds = self.symbols.kinds
        wholes = (kinds[kind.kind].whole for kind in info.indexes if kind.row)
        return any(row.copies > 1 for whole in wholes if whole is not None for row in kinds[whole].rows)

    def _seen_zone(self, info: ZoneInfo, pieces: JsonShape) -> JsonShape:
        """What a view tells of a zone: how many, which pieces, and how many in each place within."""
        parts = {
            "count": WholeNumber(0),
            "pieces": ListOf(pieces, self._order(info)),
            "within": ObjectByName(WholeNumber(0)),
        }
        return ObjectShape({}, parts)

    def _order(self, info: ZoneInfo) -> str:
        """A pile lies in an order, from the bottom up; of anything else the order means nothing."""
        return BOTTOM if info.shape == "pile" else SET

    def result(self) -> ObjectShape:
        """Keys that every end of the game has, and those that only some have."""
        grades = [one for one in self.checked.results if one.sort == "grade"]
        ends = [self._result_shapes(one) for one in self.checked.results if one.sort != "grade"]
        ends += [self._result_shapes(None)] if any(self._won_by()) else []
        known = {key: shape for end in ends for key, shape in end.items()}
        always = {key for key in known if all(key in end for end in ends)}
        if grades:  # beside a ranking or alone; then the outcome is the grade
            grade = self.value(grades[0].values[0].type, False)
            alone = {"winners": self._seats()} if self.game.players[0] == 1 else {}
            known = {**alone, **known, "grade": grade}
            known["outcome"] = AnyOf((known["outcome"], grade)) if ends else grade
            always = always & {"outcome"} if ends else {"outcome", "grade"}
        must = {key: shape for key, shape in known.items() if key in always}
        return ObjectShape(must, {key: shape for key, shape in known.items() if key not in always})

    def _seats(self) -> JsonShape:
        """Some of the seats, in any order."""
        return ListOf(WholeNumber(0, self.game.players[-1] - 1), SET)

    def _result_shapes(self, line: CheckedResult | None) -> dict[str, JsonShape]:
        """What a line of the result tells; nothing stands for an end that names the winners itself."""
        if line is None:
            return {"winners": self._seats(), "outcome": OneOfValues(("win", "shared", "drawn"))}
        seats = {"leaders": self._seats(), "winners": self._seats()}
        if line.sort == "winner":
            return {**seats, "outcome": OneOfValues(("win", "shared", "drawn"))}
        ties = line.ties if isinstance(line.ties, str) or line.ties is None else getattr(line.ties.type, "members", ())
        several = (ties or "shared",) if isinstance(ties, str) or ties is None else tuple(ties)
        return {
            "scores": ListOf(WholeNumber(), SEATS),
            **seats,
            "outcome": OneOfValues(tuple(dict.fromkeys(("win", *several)))),
        }

    def _won_by(self) -> Iterator[bool]:
        """Whether statements end the game and name the winners."""
        for body in self.checked.bodies.values():
            yield from (node.winners is not None for node in walk(body) if isinstance(node, typed_statements.Finish))

    # -------------------------------------------------------------- moves and chance

    def moves(self) -> dict[str, ObjectShape]:
        """By what stands in `do`; a value that an effect brings along may be missing."""
        found: dict[str, dict[str, JsonShape]] = {}
        must: dict[str, set[str]] = {}
        for name, params in self._moves_with_parameters():
            own = {param.name: self.value(param.type, True) for param in params}
            needed = {p.name for p in params if not p.type.bare.effects}
            must[name] = must.get(name, needed) & needed
            brings = any(param.type.bare.effects for param in params)
            found[name] = {**found.get(name, {}), **(self._effect_shapes() if brings else {}), **own}
        return {
            name: ObjectShape(
                {"do": OneOfValues((name,)), **{key: own[key] for key in own if key in must[name]}},
                {key: shape for key, shape in own.items() if key not in must[name]},
            )
            for name, own in sorted(found.items())
        }

    def _moves_with_parameters(self) -> Iterator[tuple[str, list[typed_statements.Param]]]:
        """Every move by its written name with its parameters: choices, closing a menu, declining, actions."""
        for body in self.checked.bodies.values():
            for node in walk(body):
                if isinstance(node, typed_statements.Choose):
                    yield node.name, list(node.params)
                if isinstance(node, typed_statements.Menu):
                    yield node.close, []
                if isinstance(node, typed_statements.Ask | typed_statements.Choose) and node.mode == "may":
                    yield node.declining or "pass", []
        for info in self.symbols.actions.values():
            yield info.written, _params(self.checked.bodies[f"action {info.name}"].front)

    def _effect_shapes(self) -> dict[str, JsonShape]:
        """The values of all effects."""
        effects = (body for body in self.checked.bodies.values() if body.sort == "effect")
        return {param.name: self.value(param.type, True) for body in effects for param in _params(body.front)}

    def chance(self) -> dict[str, dict[str, Json]]:
        """By the line that draws; the label is that line with `#` and the how-manieth time."""
        found: dict[str, dict[str, Json]] = {}
        for one in configurations(self.game):
            for block in self.game.setting(one).program.blocks.values():
                for op in block.ops:
                    if type(op) in DRAWS:
                        found[op.id or ""] = {"label": f"{op.id}#1", "draw": DRAWS[type(op)]}
        return dict(sorted(found.items()))


FORMS: dict[type[t.Type], Callable[[GameShapes, Any, bool], JsonShape]] = {
    t.Number: GameShapes.number,
    t.YesNo: lambda forms, kind, seen: YesNoShape(),
    t.Text: lambda forms, kind, seen: TextShape(),
    t.EffectOf: lambda forms, kind, seen: TextShape(),
    t.Choice: lambda forms, kind, seen: OneOfValues(kind.members),
    t.Place: GameShapes.place,
    t.Edge: GameShapes.edge,
    t.Seat: lambda forms, kind, seen: WholeNumber(0, forms.game.players[-1] - 1),
    t.Piece: GameShapes.of_table,
    t.Row: GameShapes.of_table,
    t.SetOf: lambda forms, kind, seen: ListOf(forms.value(kind.of, seen), SET),
    t.Sequence: lambda forms, kind, seen: ListOf(forms.value(kind.of, seen), LIST),
    t.BagOf: lambda forms, kind, seen: ObjectByName(WholeNumber(0)),
}


def _params(front: Iterable[Any]) -> list[typed_statements.Param]:
    """The parameters among the steps of a front."""
    return [step for step in front if isinstance(step, typed_statements.Param)]


def _ghost(info: StateInfo) -> bool:
    """A tally of laws and fuzzing, which no position holds."""
    return info.decl is not None and bool(info.decl.ghost)


def _of_piece(info: StateInfo | ZoneInfo) -> bool:
    """Whether an index is a piece, so that views tell it with the piece."""
    return any(kind.piece for kind in info.indexes)


# ------------------------------------------------------------------ examples


def configurations(game: Game) -> list[GameConfig]:
    """A sample that shows every pair of choices."""
    return list(configuration_space.configurations(game.checked))


def examples(game: Game) -> dict[str, Json]:
    """One of each kind, met in random games in all configurations or in scenes; always the same."""
    found: dict[str, Json] = {"moves": {}, "chance": {}}
    bits, left = stream("0", "schema"), DECISIONS
    for one in islice(cycle(configurations(game)), DECISIONS):  # short games are played again, with other luck
        here = game.start(one.seats, dict(one.options))
        for _ in range(max(20, DECISIONS // 8)):
            here = _draw_until_asked(here, found, bits)
            if here.is_over:
                found.setdefault("result", here.result())
                break
            seat = here.pending.seats[0]
            moves = here.legal(seat)
            for move in moves:
                found["moves"].setdefault(move["do"], move)
            fresh = [n for n, move in enumerate(moves) if move["do"] != "pass"] or list(range(len(moves)))
            left -= 1
            here = without_history(here.take(seat, bits.pick(fresh)))
            found["position"] = found.get("position") or table(here.machine)
            found["view"] = found.get("view") or {part: here.view(seat)[part] for part in ("states", "zones")}
        if left <= 0:
            break
    if "result" not in found:
        found.update({"result": one} if (one := _sample_result(game)) is not None else {})
    for m in _scene_positions(game) if set(GameShapes(game).moves()) - set(found["moves"]) else ():
        for seat in pending_of(m.pending).seats if m.pending is not None else ():
            for move in json_api.legal(m, seat):
                found["moves"].setdefault(move["do"], move)
    return found


def _sample_result(game: Game) -> Json:
    """The result of the first of some random games that comes to its end."""
    engine = game.engine(configurations(game)[0])
    results = (playouts.play(engine, "schema", number, ENDED[1]).result for number in range(ENDED[0]))
    return next((one for one in results if one is not None), None)


def _scene_positions(game: Game) -> Iterator[Machine]:
    """What is given in the scenes, for moves that chance seldom comes to."""
    scenes = game.checked.scenes
    for scene in scenes[:: 1 + len(scenes) // SCENES]:
        if not any(isinstance(line.node, sc.Refused) for line in scene.lines):
            yield fill(game.settings, scene)[0]


def _draw_until_asked(here: Position, found: dict[str, Json], bits: Bits) -> Position:
    """Draws until somebody is asked, and keeps the first draw at each line as an example."""
    from rulekit.protocol.talk import draw_outcome

    while here.pending.kind == "chance":
        wanted = pending_json(here)
        outcome = draw_outcome(wanted, bits)
        line = here.pending.line
        found["chance"].setdefault(line, {"of": wanted["of"], "examples": [outcome]})
        here = without_history(here.draw(outcome))
    return here


# ------------------------------------------------------------------ in words

NONE = "  (none)"


def text(game: Game, found: dict[str, Json]) -> str:
    """The same for people, an example of each."""
    parts = found["$defs"]
    lines = [f"{game.name}: the words of the conformance protocol", "", "Options and players, as `start` tells them"]
    config = parts["config"]["properties"]
    lines += [f"  {name:20} {form_text(one)}" for name, one in config["options"]["properties"].items()]
    lines += [f"  {'seats':20} {form_text(config['seats'])}", "", "Moves"]
    lines += [f"  {name:20} {_example(one)}" for name, one in parts["moves"].items()]
    lines += ["", "Chance: the line that draws, the how-manieth time, the way, what can come"]
    lines += [] if parts["chance"] else [NONE]
    for line, one in parts["chance"].items():
        lines.append(
            f"  {line}#1, #2 ..  {one['draw']}  {_shorten(dumps(one.get('of', 'not met in the games played')))}"
        )
    for title, part in (("Position", "position"), ("View", "view")):
        for side in ("states", "zones"):
            lines += ["", f"{title}, {side}: name, form, example"]
            example = (parts[part].get("examples") or [{}])[0].get(side, {})
            known = parts[part]["properties"][side]["properties"]
            lines += [] if known else [NONE]
            for name, one in known.items():
                shown = _shorten(dumps(example[name])) if name in example else ""
                lines.append(f"  {name:20} {form_text(one):40} {shown}".rstrip())
    lines += ["", "Result: key, form, example"]
    example = (parts["result"].get("examples") or [{}])[0]
    for name, one in parts["result"]["properties"].items():
        form = form_text(one) if name in parts["result"]["required"] else f"{form_text(one)} (not at every end)"
        lines.append(f"  {name:20} {form:40} {_shorten(dumps(example[name])) if name in example else ''}".rstrip())
    return "\n".join(lines)


def form_text(one: dict[str, Json]) -> str:
    """The form of a value in a few words."""
    kind = one.get("type")
    if kind == "array" and "items" in one:
        return f"list ({one['x-order']}) of {form_text(one['items'])}"
    if kind == "array":
        return f"[{', '.join(form_text(item) for item in one.get('prefixItems', []))}]"
    if kind == "object":
        keys = ", ".join(one.get("properties", {}))
        return f"{{{keys}}}" if keys else f"{{name: {form_text(one.get('additionalProperties') or {})}}}"
    if kind == "integer":
        low, high = one["minimum"], one["maximum"]
        return "number" if low <= -t.LARGEST else f"{low} to {high}" if low < high else f"{low}"
    if "anyOf" in one:
        return " or ".join(dict.fromkeys(form_text(choice) for choice in one["anyOf"]))
    values = one.get("enum", [one["const"]] if "const" in one else [])
    if values:
        return _shorten(
            " | ".join(
                "nothing" if value is None else value if isinstance(value, str) else dumps(value) for value in values
            ),
            60,
        )
    return {"string": "name", "boolean": "yes/no"}.get(kind or "", "value")


def _example(one: dict[str, Json]) -> str:
    """One that was met in the games played, else what it may hold."""
    if one.get("examples"):
        return _shorten(dumps(one["examples"][0]))
    return f"{{{', '.join(f'{key}: {form_text(form)}' for key, form in one['properties'].items())}}}"


def _shorten(shown: str, longest: int = 100) -> str:
    """As much of a text as fits in its column."""
    return shown if len(shown) <= longest else f"{shown[:longest]} .."


__all__ = ["schema", "text"]
