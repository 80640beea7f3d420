"""Tables: from TOML to the rows that `rows of` makes, files of one's own in their place, and what is assumed."""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

from rulekit.diagnostics import Problem, nearest, problem
from rulekit.limits import LARGEST, ROW_LIMIT
from rulekit.model import declarations as d
from rulekit.model.base import Cite
from rulekit.model.build_declarations import RulebookBuilder
from rulekit.model.rulebook import Rulebook
from rulekit.model.toml_places import Places, places, read_toml
from rulekit.records import evolve
from rulekit.source import Span
from rulekit.syntax.parse_tree import Kid
from rulekit.syntax.parser import parse

FRAME = "rows of Row\n  [row.row] row\n    "
INDENT = 5  # the column of the label in the frame


class _Moved(RulebookBuilder):
    """Builds what stands in the frame, with the places of the table."""

    def __init__(self, file: str, label: Span, sentence: Span, begins: int) -> None:
        super().__init__(file)
        self.label = label
        self.sentence = sentence
        self.begins = begins  # the column at which the sentence begins in the frame

    def span_of(self, kid: Kid) -> Span:
        return self.moved(super().span_of(kid))

    def moved(self, span: Span) -> Span:
        if span.line < 3:
            return self.label
        line, column = self._point(span.column)
        end = self._point(span.end_column - 1)
        return Span(self.file, line, column, max(line, end[0]), end[1] + 1)

    def _point(self, column: int) -> tuple[int, int]:
        if column < self.begins:
            last = max(self.label.column, self.label.end_column - 1)
            return self.label.line, min(last, self.label.column + max(0, column - INDENT))
        return self.sentence.line, self.sentence.column + column - self.begins


def effect(label: str, sentence: str, label_at: Span, sentence_at: Span) -> tuple[d.Effect | None, list[Problem]]:
    """`a` and `pay 1 gold -> gain 2 stone` as one effect; the places are those of the first letters."""
    words = " ".join(sentence.split("\n"))
    builder = _Moved(label_at.file, label_at, sentence_at, INDENT + len(label) + 2)
    parsed = parse(f"{FRAME}{label}: {words}\n", label_at.file)
    slips = [_at_its_place(found, builder) for found in parsed.problems]
    if slips or len(parsed.trees) != 1:
        return None, slips
    rows = builder.declaration(parsed.trees[0])
    effects = rows.rows[0].effects if isinstance(rows, d.Rows) else ()
    if len(effects) != 1:
        return None, []
    cites = tuple(evolve(cite, span=builder.moved(cite.span)) for cite in effects[0].cites)
    return evolve(effects[0], cites=cites), []


def _at_its_place(found: Problem, builder: _Moved) -> Problem:
    """A problem inside the sentence of an effect, told at its place in the table."""
    second = tuple((builder.moved(span), what) for span, what in found.second)
    return evolve(found, span=builder.moved(found.span) if found.span else None, second=second)


NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
LABEL = re.compile(r"([a-z][a-z0-9-]*|[0-9]+)( with .*)?", re.DOTALL)
# Columns that say nothing to the rules: where a row comes from, how certain it is, what of an assumed row is not.
REMARKS = frozenset(("source", "certainty", "attested", "cites", "title", "name", "note"))


def rows_from_table(
    kind: d.Kind, text: str, file: str, part_kinds: Sequence[d.Kind] = ()
) -> tuple[d.Rows | None, list[Problem]]:
    """The rows of the kind that the table lists, and everything that is wrong with it."""
    data, found = read_toml(text, file)
    if data is None:
        return None, found
    top = Span.point(file, 1, 1)
    tables = data.get("row")
    if not isinstance(tables, list) or not tables or not all(isinstance(row, dict) for row in tables):
        return None, [problem("K89", top, "shape", file=file)]
    if len(tables) > ROW_LIMIT:
        return None, [problem("K87", top, "rows", count=len(tables), limit=ROW_LIMIT, file=file)]
    reader = _Reader(kind, text, file, part_kinds)
    rows = tuple(row for number, table in enumerate(tables, 1) for row in reader.row(number, table))
    reader.strangers(data)
    cites = tuple(reader.cites(data, Places(top)))
    made = d.Rows(kind.name, rows, sum(map(is_assumed, tables)), span=top, cites=cites)
    return made, reader.problems


def row_name(text: str) -> str:
    """A name as it is; anything else in small letters, every run of other signs turned into one hyphen."""
    return text if NAME.fullmatch(text) else re.sub(r"[^a-z0-9]+", "-", text.lower()).strip("-")


@functools.lru_cache(maxsize=1024)
def noun(kind: str) -> str:
    """The noun of a kind: `Card` is `card`, `BonusTile` is `bonus-tile`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", kind).lower()


class _Reader:
    """Working memory of one reading; nothing of it outlives `rows_from_table`."""

    def __init__(self, kind: d.Kind, text: str, file: str, part_kinds: Sequence[d.Kind]) -> None:
        self.kind = kind
        self.file = file
        self.lines = text.split("\n")
        self.places = places(text, file, "row")
        self.parts = {word: part for part in part_kinds if part.whole == kind.name for word in _nouns(part.name)}
        self.problems: list[Problem] = []
        self.name = ""  # of the row being read

    def complain(self, code: str, span: Span, variant: str, **facts: Any) -> None:
        """Notes a problem; reading goes on, so that all that is wrong with a table is told at once."""
        self.problems.append(problem(code, span, variant, **facts))

    def strangers(self, data: dict[str, Any]) -> None:
        """What stands outside every row."""
        for name in data:
            if name != "row" and name not in REMARKS:
                line = next((n for n, line in enumerate(self.lines, 1) if name in line), 1)
                reason = f"`{_short(name)}` belongs to no row; rows begin with `[[row]]`"
                self.complain("K89", Span.point(self.file, line, 1), "plain", file=self.file, reason=reason)

    def row(self, number: int, table: dict[str, Any]) -> Iterator[d.Row]:
        """One table as a row, unless it has no name."""
        top = Span.point(self.file, 1, 1)
        at = self.places[number - 1] if number <= len(self.places) else Places(top)
        name = self._name(table, at, number)
        if name is None:
            return
        self.name = name
        parts: list[d.PartRow] = []
        effects: list[d.Effect] = []
        fields = _fields(self.kind)
        for key in table:
            column = key.replace("_", "-")
            if column not in fields and column in self.parts:
                parts.extend(self._parts(key, self.parts[column], table[key], at))
            elif isinstance(fields.get(column), d.EffectsType):
                effects.extend(self._effects(key, column, table[key], at))
        settings = tuple(self._settings(table, fields, at))
        span = at.entry_span("id") if at.has("id") else at.head
        cited = tuple(self.cites(table, at))
        yield d.Row(
            name, settings, tuple(parts), tuple(effects), span=span, id=f"{noun(self.kind.name)}.{name}", cites=cited
        )

    def _name(self, table: dict[str, Any], at: Places, number: int) -> str | None:
        """The name of a row or part from its column `id`; None, with a problem, if there is none or no name can be
        made of it.
        """
        given = table.get("id")
        if given is None or given == "":
            self.complain("K13", at.head, "no-id", number=number)
            return None
        name = row_name(given) if isinstance(given, str) else ""
        if NAME.fullmatch(name):
            return name
        shown = _short(given) if isinstance(given, str) else _sort(given)
        reason = f"no name can be made of the id `{shown}`; a name begins with a letter"
        self.complain("K89", at.value("id"), "plain", file=self.file, reason=reason)
        return None

    def _settings(self, table: dict[str, Any], fields: dict[str, d.TypeExpr], at: Places) -> Iterator[d.Setting]:
        """The columns that hold values; remarks are left out, columns nobody knows are kept for a complaint."""
        for key, given in table.items():
            column = key.replace("_", "-")
            kind = fields.get(column)
            remark = kind is None and (column in REMARKS or column in self.parts or column == "id")
            if remark or isinstance(kind, d.EffectsType) or (column == "id" and kind is None):
                continue
            if not key.strip():
                self.complain("K89", at.key(key), "plain", file=self.file, reason="a column has no name")
                continue
            values = self._values(given, kind, key, at)
            if values:  # an empty list says what leaving the column out says
                yield d.Setting(column, values, span=at.entry_span(key))

    def _values(self, given: Any, kind: d.TypeExpr | None, key: str, at: Places) -> tuple[d.Value, ...] | None:
        """A value, a list of values, or a table of amounts."""
        if isinstance(given, dict):
            pairs = [(count, self._value(name, kind)) for name, count in given.items()]
            if all(
                isinstance(count, int) and not isinstance(count, bool) and abs(count) <= LARGEST for count, _ in pairs
            ):
                return tuple(part for count, name in pairs if name is not None for part in (count, name))
            self._refuse(key, at, "a table of other things than amounts")
            return None
        found: list[d.Value] = []
        for one in given if isinstance(given, list) else [given]:
            value = self._value(one, kind)
            if value is None:
                self._refuse(key, at, _sort(one))
                return None
            found.append(value)
        return tuple(found)

    def _value(self, given: Any, kind: d.TypeExpr | None) -> d.Value | None:
        """One cell as a value of the rules; None for what tables do not have. What names something (`"Stone Wall"`)
        becomes a name (`stone-wall`), a text stays as it is.
        """
        if isinstance(given, bool):
            return given
        if isinstance(given, int):
            return given if abs(given) <= LARGEST else None
        if not isinstance(given, str):
            return None
        if isinstance(kind, d.TextType):
            return d.Text(given)
        if isinstance(kind, d.YesNoType) and given in ("yes", "no"):
            return given == "yes"
        return row_name(given) or given if isinstance(kind, d.NamedType | d.CollectionType) else given

    def _refuse(self, key: str, at: Places, found: str) -> None:
        """K89 at a value: what was found, in which column of which row."""
        self.complain("K89", at.value(key), "value", file=self.file, column=_short(key), row=self.name, found=found)

    def _parts(self, key: str, kind: d.Kind, given: Any, at: Places) -> Iterator[d.PartRow]:
        """`[[row.part]]` tables as the parts of a row."""
        if not isinstance(given, list) or not all(isinstance(part, dict) for part in given):
            self._refuse(key, at, "no list of parts")
            return
        row = self.name
        for number, table in enumerate(given):
            here = at.inner(key, number)
            name = self._name(table, here, number + 1)
            if name is None:
                continue
            self.name = name
            settings = tuple(self._settings(table, _fields(kind), here))
            span = here.entry_span("id") if here.has("id") else here.head
            yield d.PartRow(kind.name, name, settings, span=span, cites=tuple(self.cites(table, here)))
            self.name = row

    def _effects(self, key: str, column: str, given: Any, at: Places) -> Iterator[d.Effect]:
        """A table of labels and sentences as the effects of a row."""
        if not isinstance(given, dict):
            self._no_effect(column, at.value(key), "labels and sentences are wanted")
            return
        here = at.inner(key)
        for label, words in given.items():
            span = here.value(label)
            if not isinstance(words, str) or not words.strip():
                self._no_effect(column, span, "a sentence in quotation marks is wanted")
            elif not LABEL.fullmatch(label) or "\n" in label:
                self._no_effect(column, here.key(label), f"`{_short(label)}` is no label")
            else:
                made, slips = effect(label, words, self._inside(here.key(label)), self._inside(span))
                self.problems.extend(slips)
                if made is not None:
                    yield evolve(made, column=column)
                elif not slips:
                    self._no_effect(column, span, "it is no single effect")

    def _no_effect(self, column: str, span: Span, reason: str) -> None:
        """K89 at an effect that is not written as one."""
        self.complain("K89", span, "effect", file=self.file, row=self.name, column=column, reason=reason)

    def _inside(self, span: Span) -> Span:
        """A text without its quotation marks."""
        line = self.lines[span.line - 1][span.column - 1 :] if span.line <= len(self.lines) else ""
        marks = 3 if line.startswith(('"""', "'''")) else 1 if line[:1] in ('"', "'") else 0
        single = span.line == span.end_line
        end = max(span.column + marks + 1, span.end_column - marks) if single else span.end_column
        return Span(self.file, span.line, span.column + marks, span.end_line, end)

    def cites(self, table: dict[str, Any], at: Places) -> Iterator[Cite]:
        """The citations of a row, each where it stands."""
        given = table.get("cites", [])
        for text in given if isinstance(given, list) else [given]:
            if not isinstance(text, str):
                self._refuse("cites", at, _sort(text))
                continue
            for one in [text] if text.startswith("public:") else text.split(","):
                yield Cite(one.strip().removeprefix("@"), span=self._locate(one.strip(), at.value("cites")))

    def _locate(self, text: str, area: Span) -> Span:
        """Where a text stands inside a value."""
        for number in range(area.line, min(area.end_line, len(self.lines)) + 1):
            found = self.lines[number - 1].find(f'"{text}"', area.column - 1 if number == area.line else 0)
            if found >= 0:
                return Span.point(self.file, number, found + 2, max(1, len(text)))
        return area


def _fields(kind: d.Kind) -> dict[str, d.TypeExpr]:
    """The columns that a kind declares, on whichever side, with their types."""
    return {field.name: field.type for face in kind.faces for field in face.fields}


def _nouns(kind: str) -> tuple[str, str]:
    """What a column with the parts of this kind may be called: `corridor`, or without hyphens."""
    return noun(kind), kind.lower()


def _short(text: str) -> str:
    """As much of a text as fits in a message."""
    return text if len(text) <= 40 else text[:40] + ".."


def _sort(value: Any) -> str:
    """What a value is that tables do not have."""
    if isinstance(value, float):
        return "a number with a fraction"
    if isinstance(value, int):
        return "too large a number"
    if isinstance(value, dict):
        return "a table"
    return "a list in a list" if isinstance(value, list) else "a date or a time"


# ------------------------------------------------------------------ files of one's own in the place of tables


ENDING = ".toml"


@attrs.frozen
class OwnTable:
    """One such file: the name of the table it stands for, as it is typed, and the hash of its text."""

    name: str
    file: str
    hash: str


def own_table(file: str, given: Mapping[str, Path]) -> Path | None:
    """The file that stands in for a table, if there is one."""
    return given.get(file) or given.get(file.removesuffix(ENDING))


def unknown_tables(kinds: Iterable[d.Kind], given: Iterable[str]) -> list[Problem]:
    """Names that no kind of these rules is listed in."""
    files = [kind.file for kind in kinds if kind.file is not None]
    known = {*files, *(file.removesuffix(ENDING) for file in files)}
    return [problem("K07", None, "file", file=name, near=nearest(name, files)) for name in given if name not in known]


# ------------------------------------------------------------------ what is assumed: made up, because no source says it


ASSUMED, CERTAINTY = "assumed", "certainty"


def is_assumed(row: Mapping[str, Any]) -> bool:
    """Whether a row of a table says so: of itself, of one of its columns, or of one of its parts."""
    said = row.get(CERTAINTY)
    known = said.values() if isinstance(said, dict) else [said]
    parts = (part for column in row.values() if isinstance(column, list) for part in column if isinstance(part, dict))
    return ASSUMED in known or any(is_assumed(part) for part in parts)


def assumed_rows(rulebook: Rulebook) -> tuple[tuple[str, int, int], ...]:
    """Each kind of which rows are assumed, how many of them, and of how many."""
    return tuple((rows.kind, rows.assumed, len(rows.rows)) for rows in rulebook.declarations_of(d.Rows) if rows.assumed)


def in_words(found: Iterable[tuple[str, int, int]]) -> str:
    """One line for reports; empty if nothing is assumed."""
    parts = [f"{count:,} of {of:,} rows of {kind}" for kind, count, of in found]
    return f"rests on assumed data: {', '.join(parts)}; --table puts data of yours in its place" if parts else ""
