"""A game as its pictures need it: what it declares, what its rows say in names, and its looks file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import Any

from rulekit.check.configuration_space import GameConfig
from rulekit.check.names.symbol_info import KindInfo
from rulekit.diagnostics import Problems
from rulekit.looks.declared_looks import DeclaredLooks
from rulekit.looks.drawing.kit_signs import kit_signs
from rulekit.looks.drawing.palette import HUES
from rulekit.looks.drawing.svg_shapes import sign
from rulekit.looks.looks_check import looks_problems
from rulekit.looks.looks_file import Section, folder_of
from rulekit.looks.looks_terms import TITLE
from rulekit.manual.manual import Component
from rulekit.manual.notes import notes_beside
from rulekit.play.games.game import Game
from rulekit.typesystem import types as t

SHAPES = ("circle", "triangle", "square", "diamond", "hexagon", "pentagon", "star", "cross")
SEEN_GREY = ("grey", "light", "dark")  # members called so get the one colour without a hue
ASSUMED, EVERYTHING = "assumed", {"everything", "every-attribute"}
Effects = list[tuple[str, str]]  # the alternatives of a row: label and sentence


def in_words(value: Any) -> str:
    """A value in few words."""
    if isinstance(value, dict):
        return " ".join(f"{count} {name}" for name, count in value.items()) or "none"
    if isinstance(value, list | tuple):
        return " ".join(map(in_words, value)) or "none"
    if value is None:
        return "nothing"
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


class MemberLook:
    """How a member of a choice, or a row of a list, is told: sign and colour; `given` if the sign belongs to it."""

    __slots__ = ("colour", "given", "hollow", "sign")

    def __init__(self, sign: str, colour: str, given: bool, hollow: bool = False) -> None:
        self.sign, self.colour, self.given, self.hollow = sign, colour, given, hollow


class PictureModel(DeclaredLooks):
    """One configuration of a game: what rows and parts are there, too."""

    def __init__(self, game: Game, chosen: GameConfig, looks: Mapping[str, Section] | None = None) -> None:
        super().__init__(game.checked, looks)
        self.game, self.chosen = game, chosen
        self.plan = game.setting(chosen).program.plan

    def seat_look(self, seat: int) -> Mapping[str, Any]:
        """What the looks file says of a seat: what it is called, and its counters."""
        found: Mapping[str, Any] = self.section("seats").get(str(seat), {})
        return found

    def seat_name(self, seat: int, names: Sequence[str] = ()) -> str:
        """A seat by the name of its player, if there is one; with what the game calls it: `seat 0 (White)`."""
        called = self.seat_look(seat).get("name")
        named = names[seat] if seat < len(names) else f"seat {seat}"
        return f"{named} ({called})" if called else named

    # -------------------------------------------------------------- what rows say

    @cached_property
    def notes(self) -> Mapping[Component, str]:
        """What rules and no column say of components, in the words of the manual."""
        return notes_beside(folder_of(self.checked))

    def note(self, kind: str, row: str | None) -> str:
        """What the manual notes about a row; empty if nothing."""
        return self.notes.get((kind, row), "") if row is not None else ""

    def assumed_columns(self, kind: str, row: str) -> frozenset[str]:
        """The columns of a row that somebody made up: all that are not attested, or those that its note names."""
        said, columns = self.printed_rows[kind].get(row, {}), self.kind(kind).fields
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
        return bool(self.assumed_columns(kind, row) & {*columns})

    def effects(self, kind: str, row: str, column: str) -> Effects:
        """The sentences of an effects column."""
        said = self.printed_rows[kind].get(row, {}).get(column, {})
        return [(str(label), str(sentence)) for label, sentence in said.items()] if isinstance(said, dict) else []

    def value(self, kind: str, row: str, column: str) -> Any:
        """A value of a row, told in names."""
        if self.has_effects(kind, column):
            return self.effects(kind, row, column)
        info = self.kind(kind)
        return self.value_in_names(info.fields[column].type, self.plan.column(kind, column)[info.number[row]])

    def seen_value(self, kind: str, row: str | None, seen: Mapping[str, Any], column: str) -> Any:
        """A value of a piece as it is seen: of its row, or what of it is shown."""
        if row and column == TITLE and column not in self.kind(kind).fields:
            return self.title(kind, row)
        return self.value(kind, row, column) if row else seen.get(column)

    def value_in_names(self, kind: t.Type, value: Any) -> Any:
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
            return {self.value_in_names(kind.of, one): count for one, count in value.items()}
        return [self.value_in_names(kind.of, one) for one in value] if kind.distinct else value

    # -------------------------------------------------------------- sides and parts

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

    def member(self, kind: t.Type, name: str) -> MemberLook:
        """How a member is told: as the looks file says, by the sign that is called like it, or by its number."""
        key, names = self._members(kind)
        said = self.section("members").get(key, {}).get(name, {})
        number = names.index(name) if name in names else 0
        colour = name if name in HUES else "slate" if name in SEEN_GREY else list(HUES)[number % len(HUES)]
        own = said.get("sign") or (name if self.has_sign(name) else None)
        return MemberLook(
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

    def member_sign(self, member: MemberLook, x: float, y: float, size: float) -> str:
        """The sign of a member in its colour; hollow ones as an outline, so that light and dark men differ without."""
        if not member.hollow:
            return self.sign(member.sign, x, y, size, member.colour)
        return sign(member.sign, x, y, size, "face", self.own_signs, outline=member.colour)

    def as_member(self, sign: str, colour: str) -> MemberLook:
        """A sign in a colour, as members are drawn."""
        return MemberLook(sign, colour, True, True)

    def has_sign(self, name: str) -> bool:
        """Whether the looks file or the kit has a sign of that name."""
        return name in self.own_signs or name in kit_signs()


def usable_looks(game: Game, chosen: GameConfig) -> tuple[PictureModel, list[str]]:
    """The looks of a game and what is wrong with its file; with a wrong file, as if it had none."""
    try:
        looks = PictureModel(game, chosen)
        problems = looks_problems(looks)
    except Problems as wrong:
        problems = [str(one) for one in wrong.problems]
    return (PictureModel(game, chosen, {}) if problems else looks), problems
