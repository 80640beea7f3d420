"""A game as its pictures need it: what it declares, what its rows say in names, and its looks file."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import cached_property
from pathlib import Path
from typing import Any

from rulekit.check.names.symbol_info import KindInfo, StateInfo, ZoneInfo
from rulekit.files import reading
from rulekit.looks.drawing.palette import HUES
from rulekit.looks.drawing.svg_shapes import kit_signs, sign
from rulekit.looks.looks_file import NAME, Section, folder_of, read_looks
from rulekit.manual.manual import Component
from rulekit.manual.notes import notes_beside
from rulekit.play.games.game import Game
from rulekit.play.games.game_config import Chosen
from rulekit.typesystem import types as t

SHAPES = ("circle", "triangle", "square", "diamond", "hexagon", "pentagon", "star", "cross")
SEEN_GREY = ("grey", "light", "dark")  # members called so get the one colour without a hue
EFFECTS = "effects"
TITLE = "title"  # what is printed on a row as its name
ASSUMED, EVERYTHING = "assumed", {"everything", "every-attribute"}
HYPHEN = re.compile(r"(?<=\w)-(?=\w)")  # between words; what stands before a number is a minus
Effects = list[tuple[str, str]]  # the alternatives of a row: label and sentence


def noun(name: object) -> str:
    """A name of the rules as a reader writes it."""
    return HYPHEN.sub(" ", str(name))


def in_words(value: Any) -> str:
    """A value in few words."""
    if isinstance(value, dict):
        return " ".join(f"{count} {name}" for name, count in value.items()) or "none"
    if isinstance(value, list | tuple):
        return " ".join(map(in_words, value)) or "none"
    if value is None:
        return "nothing"
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


class Member:
    """How a member of a choice, or a row of a list, is told: sign and colour; `given` if the sign belongs to it."""

    __slots__ = ("colour", "given", "hollow", "sign")

    def __init__(self, sign: str, colour: str, given: bool, hollow: bool = False) -> None:
        self.sign, self.colour, self.given, self.hollow = sign, colour, given, hollow


class GameLooks:
    """One configuration of a game."""

    def __init__(self, game: Game, chosen: Chosen, looks: Mapping[str, Section] | None = None) -> None:
        self.game = game
        self.symbols = game.checked.symbols
        self.plan = game.setting(chosen).program.plan
        self.looks = read_looks(folder_of(game) / NAME) if looks is None else looks
        self.own_signs: Section = self.section("signs")

    def section(self, name: str) -> Section:
        """A section of the looks file; empty if it has none."""
        return self.looks.get(name, {})

    def seat_look(self, seat: int) -> Mapping[str, Any]:
        """What the looks file says of a seat: what it is called, and its counters."""
        found: Mapping[str, Any] = self.section("seats").get(str(seat), {})
        return found

    def seat_name(self, seat: int, names: Sequence[str] = ()) -> str:
        """A seat by the name of its player, if there is one; with what the game calls it: `seat 0 (White)`."""
        called = self.seat_look(seat).get("name")
        named = names[seat] if seat < len(names) else f"seat {seat}"
        return f"{named} ({called})" if called else named

    @property
    def hidden(self) -> frozenset[str]:
        """The zones and states that stand on no picture."""
        return frozenset((*self.section("table").get("hide", ()), *self.symbols.boxes.values()))

    @property
    def laid_out(self) -> list[ZoneInfo | StateInfo]:
        """All zones and all states."""
        return [*self.symbols.zones.values(), *self.symbols.states.values()]

    def kind(self, name: str) -> KindInfo:
        """The kind of pieces of that name."""
        return self.symbols.kinds[name]

    # -------------------------------------------------------------- what rows say

    @cached_property
    def printed(self) -> dict[str, dict[str, Section]]:
        """Of each kind the rows of its table as they are written: what only they have are titles and sentences."""
        return {name: _table(info) for name, info in self.symbols.kinds.items()}

    def title(self, kind: str, row: str) -> str:
        """The name that is printed on a row."""
        said = self.printed[kind].get(row, {})
        return str(said.get("title") or said.get("name") or noun(row))

    @cached_property
    def notes(self) -> Mapping[Component, str]:
        """What rules and no column say of components, in the words of the manual."""
        return notes_beside(folder_of(self.game))

    def note(self, kind: str, row: str | None) -> str:
        """What the manual notes about a row; empty if nothing."""
        return self.notes.get((kind, row), "") if row is not None else ""

    def assumed(self, kind: str, row: str) -> frozenset[str]:
        """The columns of a row that somebody made up: all that are not attested, or those that its note names."""
        said, columns = self.printed[kind].get(row, {}), self.kind(kind).fields
        if said.get("certainty") == ASSUMED:
            return frozenset(columns) - {str(one).replace("_", "-") for one in said.get("attested", ())}
        head, _, named = str(said.get("note", "")).partition(":")
        if head != ASSUMED:
            return frozenset()
        names = {one.strip(" .").replace(" ", "-") for one in named.split(",")}
        return frozenset(columns) if names & EVERYTHING else frozenset(columns) & names

    def is_assumed(self, kind: str, row: str, side: str | None = None) -> bool:
        """Whether anything of a row is made up; or of one side, where that is named."""
        columns = self.kind(kind).fields if side is None else self.sides(kind)[side]
        return bool(self.assumed(kind, row) & {*columns})

    def has_effects(self, kind: str, column: str) -> bool:
        """Whether a column holds effects of its rows."""
        field = self.kind(kind).fields.get(column)
        if column in self.kind(kind).columns:
            return True
        held = field.type.bare if field is not None else t.UNKNOWN
        return bool(held.effects or held.set_of.effects)

    def effects(self, kind: str, row: str, column: str) -> Effects:
        """The sentences of an effects column."""
        said = self.printed[kind].get(row, {}).get(column, {})
        return [(str(label), str(sentence)) for label, sentence in said.items()] if isinstance(said, dict) else []

    def value(self, kind: str, row: str, column: str) -> Any:
        """A value of a row, told in names."""
        if self.has_effects(kind, column):
            return self.effects(kind, row, column)
        info = self.kind(kind)
        return self.named(info.fields[column].type, self.plan.column(kind, column)[info.number[row]])

    def seen_value(self, kind: str, row: str | None, seen: Mapping[str, Any], column: str) -> Any:
        """A value of a piece as it is seen: of its row, or what of it is shown."""
        if row and column == TITLE and column not in self.kind(kind).fields:
            return self.title(kind, row)
        return self.value(kind, row, column) if row else seen.get(column)

    def named(self, kind: t.Type, value: Any) -> Any:
        """A value of the engine in names."""
        kind = kind.bare
        if value is None:
            return None
        if kind.members:
            return kind.members[value]
        if kind.table:
            info = self.kind(kind.kind)
            return info.rows[info.members[value]].name
        if kind.counted:
            return {self.named(kind.of, one): count for one, count in value.items()}
        return [self.named(kind.of, one) for one in value] if kind.distinct else value

    # -------------------------------------------------------------- sides and parts

    def sides(self, kind: str) -> dict[str, list[str]]:
        """The columns on each side of a piece; a piece without named sides has one, `face`."""
        return {face.side or "face": [field.name for field in face.fields] for face in self.kind(kind).decl.faces}

    def type_of(self, kind: str, column: str) -> t.Type:
        """The type of a column."""
        return self.kind(kind).fields[column].type.bare

    def parts(self, kind: str, row: str) -> list[tuple[KindInfo, list[str]]]:
        """The kinds of parts that a row has, with the names of its parts."""
        number = self.kind(kind).number[row]
        found = []
        for part in self.symbols.kinds.values():
            members = self.plan.parts(part.name).get(number, ()) if part.whole == kind else ()
            if members:
                found.append((part, [part.rows[part.members[member]].name for member in members]))
        return found

    # -------------------------------------------------------------- signs

    def member(self, kind: t.Type, name: str) -> Member:
        """How a member is told: as the looks file says, by the sign that is called like it, or by its number."""
        key, names = self._members(kind)
        said = self.section("members").get(key, {}).get(name, {})
        number = names.index(name) if name in names else 0
        colour = name if name in HUES else "slate" if name in SEEN_GREY else list(HUES)[number % len(HUES)]
        own = said.get("sign") or (name if self.has_sign(name) else None)
        return Member(
            own or SHAPES[number % len(SHAPES)],
            said.get("colour") or colour,
            own is not None,
            bool(said.get("hollow", False)),
        )

    def _members(self, kind: t.Type) -> tuple[str, list[str]]:
        if kind.table:
            return kind.kind, [row.name for row in self.kind(kind.kind).rows]
        assert kind.members
        return str(kind), list(kind.members)

    def sign(self, name: str, x: float, y: float, size: float, role: str = "ink", halo: str | None = None) -> str:
        """A sign of the game or of the kit with its middle at x, y."""
        return sign(name, x, y, size, role, self.own_signs, halo)

    def member_sign(self, member: Member, x: float, y: float, size: float) -> str:
        """The sign of a member in its colour; hollow ones as an outline, so that light and dark men differ without."""
        if not member.hollow:
            return self.sign(member.sign, x, y, size, member.colour)
        return sign(member.sign, x, y, size, "face", self.own_signs, outline=member.colour)

    def as_member(self, sign: str, colour: str) -> Member:
        """A sign in a colour, as members are drawn."""
        return Member(sign, colour, True, True)

    def has_sign(self, name: str) -> bool:
        """Whether the looks file or the kit has a sign of that name."""
        return name in self.own_signs or name in kit_signs()


def _table(info: KindInfo) -> dict[str, Section]:
    """The rows of the table of a kind, columns as the rules spell them; nothing if they stand in the rules."""
    if info.decl.file is None or not info.rows:
        return {}
    data = tomllib.loads(reading.strip_bom(reading.read(Path(info.rows[0].span.file))).decode())
    named = zip(info.rows, data.get("row", ()), strict=False)
    return {row.name: {key.replace("_", "-"): value for key, value in said.items()} for row, said in named}
