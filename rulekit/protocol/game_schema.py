"""The words of one game as JSON Schema: moves, chance, positions, views, results, with examples from random games."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rulekit.check import configuration_space
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import Checked
from rulekit.check.tree.typed_walk import walk
from rulekit.model import scenes as sc
from rulekit.play.games import json_api
from rulekit.play.games.game import Game
from rulekit.play.games.game_config import Chosen
from rulekit.play.games.random_bits import stream
from rulekit.play.machine import ops as o
from rulekit.play.machine.machine import Machine
from rulekit.play.moves.pending import asked
from rulekit.play.position.indexed_form import named
from rulekit.play.position.public_position import Position
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
    Either,
    ListOf,
    Named,
    Only,
    Record,
    Row,
    Shape,
    Text,
    Truth,
    Whole,
    maybe,
)
from rulekit.protocol.rules_engine import alone, table, written_pending
from rulekit.protocol.schemas import DRAFT
from rulekit.typesystem import types as t

DECISIONS = 200  # that are played for examples
SCENES = 30  # that are looked at for moves nobody came to
NAMES = 24  # of one kind that are listed where they are used
DRAWS = {o.Shuffle: "order", o.Lot: "pick", o.Roll: "dice"}
Json = Any


def schema(game: Game) -> dict[str, Json]:
    """All of it; what stands under `$defs` are the parts by name."""
    forms, seen = Forms(game), examples(game)
    moves = {name: _with(shape, seen["moves"].get(name)) for name, shape in forms.moves().items()}
    parts = {
        "position": _with(forms.position(), seen.get("position")),
        "view": _with(forms.view(), seen.get("view")),
        "result": _with(forms.result(), seen.get("result")),
        "move": {"anyOf": [{"$ref": f"#/$defs/moves/{name}"} for name in moves]},
        "moves": moves,
        "chance": {line: {**told, **seen["chance"].get(line, {})} for line, told in forms.chance().items()},
    }
    return {"$schema": DRAFT, "title": game.name, "x-spec": game.spec, "$defs": parts}


def _with(shape: Shape, example: Json) -> dict[str, Json]:
    return {**shape.schema(), **({"examples": [example]} if example is not None else {})}


# ------------------------------------------------------------------ shapes


class Forms:
    """The shapes of one game, as its declarations give them."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.checked: Checked = game.checked
        self.symbols = game.checked.symbols

    def value(self, kind: t.Type, seen: bool) -> Shape:
        """A value of a type; `seen`: in a view or a move, where pieces may stand by their place, and forms are used."""
        if isinstance(kind, t.Maybe):
            return maybe(self.value(kind.of, seen)) if not isinstance(kind.of, t.Never) else NULL
        if seen and self._formed(kind):
            return ANYTHING
        if isinstance(kind, t.Number):
            return Whole() if abs(kind.low) >= t.LARGEST or kind.high >= t.LARGEST else Whole(kind.low, kind.high)
        if isinstance(kind, t.SetOf):
            return ListOf(self.value(kind.of, seen), SET)
        if isinstance(kind, t.Sequence):
            return ListOf(self.value(kind.of, seen), LIST)
        if isinstance(kind, t.BagOf):
            return Named(Whole(0))
        if isinstance(kind, t.Piece | t.Row):
            name = self._name(kind.kind)
            return Either((name, ListOf(ANYTHING), Record({}))) if seen else name
        simple = {t.YesNo: Truth(), t.Seat: Whole(0, self.game.players[-1] - 1), t.Text: Text(), t.EffectOf: Text()}
        return Only(kind.members) if isinstance(kind, t.Choice) else simple.get(type(kind), ANYTHING)

    def _formed(self, kind: t.Type) -> bool:
        """Is it written in a form that the rules declare?"""
        writtens = self.checked.writtens
        if isinstance(kind, t.Number):
            return any(isinstance(self.symbols.types.get(name), t.Number) for name in writtens)
        return isinstance(kind, t.Choice | t.Row | t.Piece | t.Place) and str(kind) in writtens

    def _name(self, kind: str) -> Shape:
        info = self.symbols.kinds[kind]
        wholes = self.symbols.kinds[info.whole].rows if info.whole is not None else info.rows
        copied = any(row.copies > 1 for row in wholes)
        return Text() if copied or len(info.rows) > NAMES else Only(tuple(row.name for row in info.rows))

    def nested(self, kinds: tuple[t.Type, ...], leaf: Shape, seen: bool) -> Shape:
        """By seat, by name, or as pairs."""
        if not kinds:
            return leaf
        inner = self.nested(kinds[1:], leaf, seen)
        if isinstance(t.bare(kinds[0]), t.Seat):
            return ListOf(inner, SEATS)
        return Named(inner) if named(kinds[0]) else ListOf(Row((self.value(kinds[0], seen), inner)), PAIRS)

    # -------------------------------------------------------------- positions and views

    def position(self) -> Record:
        states = {
            info.name: self.nested(info.indexes, self.value(info.type, False), False)
            for info in self.symbols.states.values()
            if info.decl is None or not info.decl.ghost
        }
        zones = {
            info.name: self.nested(info.indexes, ListOf(self._name(info.kind), self._order(info)), False)
            for info in self.symbols.zones.values()
        }
        return Record({"states": Record(states), "zones": Record(zones)})

    def view(self) -> Record:
        """What a reader does not see is left out."""
        states = {info.name: self._seen_state(info) for info in self.symbols.states.values() if not _of_piece(info)}
        pieces = Either((Text(), ListOf(ANYTHING), Record({}, open=True)))
        zones = {
            info.name: self.nested(info.indexes, self._seen_zone(info, pieces), True)
            for info in self.symbols.zones.values()
            if not _of_piece(info)
        }
        return Record({"states": Record({}, states), "zones": Record({}, zones)})

    def _seen_state(self, info: Any) -> Shape:
        """One that not everybody sees, or of parts of copies, stands as rows of its indexes and its value."""
        nested = self.nested(info.indexes, self.value(info.type, True), True)
        partly = info.decl is not None and bool(self.checked.states[info.name].views)
        return ListOf(ListOf(ANYTHING), SET) if info.indexes and (partly or self._of_copies(info)) else nested

    def _of_copies(self, info: Any) -> bool:
        kinds = self.symbols.kinds
        wholes = (kinds[kind.kind].whole for kind in info.indexes if isinstance(kind, t.Row))
        return any(row.copies > 1 for whole in wholes if whole is not None for row in kinds[whole].rows)

    def _seen_zone(self, info: Any, pieces: Shape) -> Shape:
        parts = {"count": Whole(0), "pieces": ListOf(pieces, self._order(info)), "within": Named(Whole(0))}
        return Record({}, parts)

    def _order(self, info: Any) -> str:
        return BOTTOM if info.shape == "pile" else SET

    def result(self) -> Record:
        seats = ListOf(Whole(0, self.game.players[-1] - 1), SET)
        parts = {"scores": ListOf(Whole(), SEATS), "leaders": seats, "winners": seats}
        return Record({}, {**parts, "outcome": ANYTHING, "grade": ANYTHING})

    # -------------------------------------------------------------- moves and chance

    def moves(self) -> dict[str, Record]:
        """By what stands in `do`; a value that an effect brings along may be missing."""
        found: dict[str, dict[str, Shape]] = {}
        must: dict[str, set[str]] = {}
        for name, params in self._offered():
            own = {param.name: self.value(param.type, True) for param in params}
            needed = {p.name for p in params if not isinstance(t.bare(p.type), t.EffectOf)}
            must[name] = must.get(name, needed) & needed
            brings = any(isinstance(t.bare(param.type), t.EffectOf) for param in params)
            found[name] = {**found.get(name, {}), **(self._brought() if brings else {}), **own}
        return {
            name: Record(
                {"do": Only((name,)), **{key: own[key] for key in own if key in must[name]}},
                {key: shape for key, shape in own.items() if key not in must[name]},
            )
            for name, own in sorted(found.items())
        }

    def _offered(self) -> Iterator[tuple[str, list[typed_statements.Param]]]:
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

    def _brought(self) -> dict[str, Shape]:
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


def _params(front: Iterable[Any]) -> list[typed_statements.Param]:
    return [step for step in front if isinstance(step, typed_statements.Param)]


def _of_piece(info: Any) -> bool:
    return any(isinstance(kind, t.Piece) for kind in info.indexes)


# ------------------------------------------------------------------ examples


def configurations(game: Game) -> list[Chosen]:
    """A sample that shows every pair of choices."""
    return [Chosen(one.options, one.seats) for one in configuration_space.configurations(game.checked)]


def examples(game: Game) -> dict[str, Json]:
    """One of each kind, met in random games in all configurations or in scenes; always the same."""
    found: dict[str, Json] = {"moves": {}, "chance": {}}
    bits, left = stream("0", "schema"), DECISIONS
    for one in configurations(game):
        here = game.start(one.seats, dict(one.options))
        for _ in range(max(20, DECISIONS // 8)):
            here = _drawn(here, found, bits)
            if here.over:
                found.setdefault("result", here.result())
                break
            seat = here.pending.seats[0]
            moves = here.legal(seat)
            for move in moves:
                found["moves"].setdefault(move["do"], move)
            fresh = [n for n, move in enumerate(moves) if move["do"] != "pass"] or list(range(len(moves)))
            left -= 1
            here = alone(here.take(seat, bits.pick(fresh)))
            found["position"] = found.get("position") or table(here.machine)
            found["view"] = found.get("view") or {part: here.view(seat)[part] for part in ("states", "zones")}
        if left <= 0:
            break
    for m in _given(game) if set(Forms(game).moves()) - set(found["moves"]) else ():
        for seat in asked(m.pending).seats if m.pending is not None else ():
            for move in json_api.legal(m, seat):
                found["moves"].setdefault(move["do"], move)
    return found


def _given(game: Game) -> Iterator[Machine]:
    """What is given in the scenes, for moves that chance seldom comes to."""
    scenes = game.checked.scenes
    for scene in scenes[:: 1 + len(scenes) // SCENES]:
        if not any(isinstance(line.node, sc.Refused) for line in scene.lines):
            yield fill(game.settings, scene)[0]


def _drawn(here: Position, found: dict[str, Json], bits: Any) -> Position:
    from rulekit.protocol.talk import drawn

    while here.pending.kind == "chance":
        wanted = written_pending(here)
        outcome = drawn(wanted, bits)
        line = here.pending.line
        found["chance"].setdefault(line, {"of": wanted["of"], "examples": [outcome]})
        here = alone(here.draw(outcome))
    return here


# ------------------------------------------------------------------ in words


def text(game: Game, found: dict[str, Json]) -> str:
    """The same for people, an example of each."""
    parts = found["$defs"]
    lines = [f"{game.name}: the words of the conformance protocol", "", "Moves"]
    lines += [f"  {name:20} {_example(one)}" for name, one in parts["moves"].items()]
    lines += ["", "Chance: the line that draws, the how-manieth time, the way, what can come"]
    for line, one in parts["chance"].items():
        lines.append(f"  {line}#1, #2 ..  {one['draw']}  {_cut(dumps(one.get('of', 'not met in the games played')))}")
    for title, part in (("Position", "position"), ("View", "view")):
        for side in ("states", "zones"):
            lines += ["", f"{title}, {side}: name, form, example"]
            example = (parts[part].get("examples") or [{}])[0].get(side, {})
            for name, one in parts[part]["properties"][side]["properties"].items():
                shown = _cut(dumps(example[name])) if name in example else ""
                lines.append(f"  {name:20} {told(one):40} {shown}".rstrip())
    lines += ["", "Result", f"  {_example(parts['result'])}"]
    return "\n".join(lines)


def told(one: dict[str, Json]) -> str:
    """The form of a value in a few words."""
    kind = one.get("type")
    if kind == "array" and "items" in one:
        return f"list ({one['x-order']}) of {told(one['items'])}"
    if kind == "array":
        return f"[{', '.join(told(item) for item in one.get('prefixItems', []))}]"
    if kind == "object":
        keys = ", ".join(one.get("properties", {}))
        return f"{{{keys}}}" if keys else f"{{name: {told(one.get('additionalProperties') or {})}}}"
    if kind == "integer":
        return "number" if one["minimum"] <= -t.LARGEST else f"{one['minimum']} to {one['maximum']}"
    if "anyOf" in one:
        return " or ".join(dict.fromkeys(told(choice) for choice in one["anyOf"]))
    values = one.get("enum", [one["const"]] if "const" in one else [])
    if values:
        return _cut(" | ".join("nothing" if value is None else str(value) for value in values), 60)
    return {"string": "name", "boolean": "yes/no"}.get(kind or "", "value")


def _example(one: dict[str, Json]) -> str:
    return _cut(dumps(one["examples"][0])) if one.get("examples") else "(not met in the games played for examples)"


def _cut(shown: str, longest: int = 100) -> str:
    return shown if len(shown) <= longest else f"{shown[:longest]} .."


__all__ = ["schema", "text"]
