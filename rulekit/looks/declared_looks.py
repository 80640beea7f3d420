"""What a looks file speaks of: declarations of the rules, rows as they are written, and its own sections.

All of it is there before anything is played, so a looks file is checked without an engine.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path

from rulekit.check.names.symbol_info import FieldInfo, KindInfo, StateInfo, ZoneInfo
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.looks.looks_file import NAME, Section, folder_of, read_looks
from rulekit.model.toml_places import read_toml
from rulekit.syntax.source_files import read_file
from rulekit.typesystem import types as t

FOUR_SIDES = 4
HYPHEN = re.compile(r"(?<=\w)-(?=\w)")  # between words; what stands before a number is a minus


def noun(name: object) -> str:
    """A name of the rules as a reader writes it."""
    return HYPHEN.sub(" ", str(name))


class DeclaredLooks:
    """The looks of a game for every configuration: what its rules declare and its looks file says."""

    def __init__(self, checked: CheckedRulebook, looks: Mapping[str, Section] | None = None) -> None:
        self.checked = checked
        self.symbols = checked.symbols
        self.looks = read_looks(folder_of(checked) / NAME) if looks is None else looks
        self.own_signs: Section = self.section("signs")

    def section(self, name: str) -> Section:
        """A section of the looks file; empty if it has none."""
        return self.looks.get(name, {})

    @property
    def hidden_names(self) -> frozenset[str]:
        """The zones and states that stand on no picture."""
        return frozenset((*self.section("table").get("hide", ()), *self.symbols.boxes.values()))

    @property
    def zones_and_states(self) -> list[ZoneInfo | StateInfo]:
        """All zones and all states."""
        return [*self.symbols.zones.values(), *self.symbols.states.values()]

    def kind(self, name: str) -> KindInfo:
        """The kind of pieces of that name."""
        return self.symbols.kinds[name]

    @cached_property
    def printed_rows(self) -> dict[str, dict[str, Section]]:
        """Of each kind the rows of its table as they are written: what only they have are titles and sentences."""
        return {name: _table(info) for name, info in self.symbols.kinds.items()}

    def title(self, kind: str, row: str) -> str:
        """The name that is printed on a row."""
        said = self.printed_rows[kind].get(row, {})
        return str(said.get("title") or said.get("name") or noun(row))

    def has_effects(self, kind: str, column: str) -> bool:
        """Whether a column holds effects of its rows."""
        field = self.kind(kind).fields.get(column)
        if column in self.kind(kind).columns:
            return True
        held = field.type.bare if field is not None else t.UNKNOWN
        return bool(held.effects or held.set_of.effects)

    def sides(self, kind: str) -> dict[str, list[str]]:
        """The columns on each side of a piece; a piece without named sides has one, `face`."""
        return {face.side or "face": [field.name for field in face.fields] for face in self.kind(kind).decl.faces}

    def type_of(self, kind: str, column: str) -> t.Type:
        """The type of a column."""
        return self.kind(kind).fields[column].type.bare

    def ring_of(self, kind: str) -> tuple[KindInfo, FieldInfo] | None:
        """The parts of a tile that open to its four sides, and the column that says to which."""
        for part in self.symbols.kinds.values():
            if part.whole == kind:
                for field in part.fields.values():
                    if field.turning and len(field.type.set_of.members) == FOUR_SIDES:
                        return part, field
        return None


def _table(info: KindInfo) -> dict[str, Section]:
    """The rows of the table of a kind, columns as the rules spell them; nothing if they stand in the rules."""
    if info.decl.file is None or not info.rows:
        return {}
    table = read_file(Path(info.rows[0].span.file))
    data, _ = read_toml(table.text, table.name)
    named = zip(info.rows, (data or {}).get("row", ()), strict=False)
    return {row.name: {key.replace("_", "-"): value for key, value in said.items()} for row, said in named}
