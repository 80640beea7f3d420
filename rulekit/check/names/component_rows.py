"""The rows of every kind: named first, then numbered, then read; so a row may name any other.

A row may say how many copies of it there are, and a part belongs to each copy of its piece. So names come first, from
which numbers follow (a member's number is its place among all copies in the order written), and only then values,
which may be members of any kind. A declaration::

    rows of Plan
      [plan.dig] dig: cost 2
      [plan.rest] rest: cost 0
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from rulekit.check.names import row_values as values
from rulekit.check.names import symbol_info as i
from rulekit.check.names.symbols import Symbols, noun
from rulekit.diagnostics import nearest
from rulekit.model import declarations as d
from rulekit.model.rulebook import Rulebook
from rulekit.records import record
from rulekit.source import Span
from rulekit.spaces import geometry
from rulekit.typesystem import types as t

PIECES_LIMIT = 10_000  # members of one kind
MADE_LIMIT = 10_000  # rows that nobody wrote
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
Plain = tuple[str, object]  # how a value is written, and the value


@record
class RowLine:
    """A row as it is written and the infos made of it: one, or for a part one for each copy of its piece."""

    kind: i.KindInfo
    infos: tuple[i.RowInfo, ...]
    row: d.Row | d.PartRow
    whole: str = ""  # how the piece of a part is shown


def _awaits_rows(info: i.KindInfo) -> bool:
    """Its rows stand in a file; if they did not come, the file has been complained about."""
    return info.decl.file is not None


def _row_copies(line: RowLine, part: d.PartRow) -> tuple[i.RowInfo, ...]:
    """One row for each copy of the piece that the part is printed on."""
    piece = line.infos[0]
    first = line.kind.number[piece.name]
    cites = part.cites or piece.cites
    return tuple(
        i.RowInfo(part.name, part.id, part.span, whole=first + copy, cites=cites) for copy in range(piece.copies)
    )


def _row_title(row: d.Row | d.PartRow) -> str:
    """A row as its readers know it: by id in the rules, by name in a table."""
    return row.name if row.id is None or row.span.file.endswith(".toml") else f"[{row.id}]"


def _name(kind: str, values: Sequence[str]) -> str:
    """The values joined by hyphens; where that is no name, behind the noun of the kind: `card-1`."""
    name = "-".join(values)
    return name if NAME.fullmatch(name) and name not in ("yes", "no") else "-".join((noun(kind), *values))


class RowReader:
    """Fills the rows, names, members and columns of every kind, and complains about what does not fit."""

    def __init__(self, symbols: Symbols, rulebook: Rulebook) -> None:
        self.symbols = symbols
        self.rulebook = rulebook

    def read_all(self) -> None:
        """All rows of all kinds."""
        written = self.rulebook.declarations_of(d.Rows)
        lines = [line for decl in written for line in self._named_rows(decl)]
        begun = {decl.kind for decl in written}
        for info in self.symbols.kinds.values():
            if info.sort != "part" and info.name not in begun and not _awaits_rows(info):
                self._make_rows(info)
        for info in self.symbols.kinds.values():
            self._number(info)
        seen: dict[str, dict[str, Span]] = {}
        lines += [part for line in lines for part in self._parts(line, seen)]
        for info in self.symbols.kinds.values():
            if info.sort == "part":
                self._number(info)
        for line in lines:
            self._values(line)
            self._effects(line)
        for info in self.symbols.kinds.values():
            self._count(info)

    # -------------------------------------------------------------- names

    def _named_rows(self, decl: d.Rows) -> list[RowLine]:
        """The rows of one declaration under their names, twins and strangers left out."""
        info = self.symbols.kinds.get(decl.kind)
        if info is None:
            known = decl.kind in self.symbols.types
            facts = {"what": "a type"} if known else {"near": nearest(decl.kind, list(self.symbols.kinds))}
            self.symbols.complain("K12", decl.span, "not-pieces" if known else "", name=decl.kind, **facts)
            return []
        if info.sort == "part":
            what = f"a part of {info.whole}; its rows stand under those of the piece"
            self.symbols.complain("K12", decl.span, "not-pieces", name=decl.kind, what=what)
            return []
        found: list[RowLine] = []
        seen = {row.name: row.span for row in info.rows}
        members = sum(row.copies for row in info.rows)
        for row in decl.rows:
            if self._twin(info, row, seen):
                continue
            copies = self._copies(info, row)
            if members <= PIECES_LIMIT < members + copies:
                members += copies
                self.symbols.complain("K71", row.span, "type", name=info.name, count=members, limit=PIECES_LIMIT)
            copies = copies if members + copies <= PIECES_LIMIT else 1
            members += copies
            cites = row.cites or decl.cites or info.decl.cites
            made = i.RowInfo(row.name, row.id, row.span, copies, cites=cites)
            info.rows.append(made)
            found.append(RowLine(info, (made,), row))
        return found

    def _twin(self, info: i.KindInfo, row: d.Row | d.PartRow, seen: dict[str, Span]) -> bool:
        """Is there another row of that name?"""
        first = seen.setdefault(row.name, row.span)
        if first is row.span:
            return False
        self.symbols.complain("K14", row.span, "twice", row=row.name, kind=info.name, also=((first, "the first one"),))
        return True

    def _copies(self, info: i.KindInfo, row: d.Row) -> int:
        """How many of this row there are; `copies` is no column of the face."""
        given = [s for s in row.settings if s.name == "copies"] if "copies" not in info.fields else []
        if not given:
            return 1
        copies = given[0].values[0] if len(given[0].values) == 1 else 0
        if not info.is_piece or isinstance(copies, bool) or not isinstance(copies, int) or copies < 1:
            self.symbols.complain("K14", given[0].span, "copies", row=row.name, kind=info.name)
            return 1
        return copies

    def _parts(self, line: RowLine, seen: dict[str, dict[str, Span]]) -> list[RowLine]:
        """The parts written under a row. Every copy of the piece has its own; all of them bear the one name."""
        found: list[RowLine] = []
        for part in line.row.parts if isinstance(line.row, d.Row) else ():
            info = self.symbols.kinds.get(part.kind)
            if info is None:
                self.symbols.complain(
                    "K12", part.span, name=part.kind, near=nearest(part.kind, list(self.symbols.kinds))
                )
                continue
            if info.sort != "part" or info.whole != line.kind.name:
                self.symbols.complain("K12", part.span, "no-part", name=part.kind, of=line.kind.name)
                continue
            if self._twin(info, part, seen.setdefault(info.name, {})):
                continue
            if len(info.rows) + line.infos[0].copies > PIECES_LIMIT:
                count = len(info.rows) + line.infos[0].copies
                self.symbols.complain("K71", part.span, "type", name=info.name, count=count, limit=PIECES_LIMIT)
                break
            made = _row_copies(line, part)
            info.rows.extend(made)
            found.append(RowLine(info, made, part, _row_title(line.row)))
        return found

    def _number(self, info: i.KindInfo) -> None:
        """Members in the order of the rows, each copy one; parts in the order of the pieces they belong to."""
        if info.sort == "part":
            info.rows.sort(key=lambda row: row.whole or 0)
        info.members.clear()
        for number, row in enumerate(info.rows):
            if row.name not in info.number:
                info.number[row.name] = len(info.members)
                self.symbols.rows.setdefault(row.name, []).append((self.symbols.types[info.name], info.name))
            info.members.extend([number] * row.copies)

    def _values(self, line: RowLine) -> None:
        """Every column once, under the name of its field; what is left out holds its default."""
        found: dict[str, object] = {}
        given: set[str] = set()
        meant: set[str] = set()  # fields whose names were misspelt
        for setting in line.row.settings:
            field = line.kind.fields.get(setting.name)
            if field is None:
                if setting.name != "copies" or isinstance(line.row, d.PartRow):
                    self._stranger(line, setting)
                    meant.update(nearest(setting.name, list(line.kind.fields))[:1])
                continue
            if setting.name in given:
                what = f"a column of `{line.row.name}`"
                self.symbols.complain("K11", setting.span, "declared", name=setting.name, what=what)
                continue
            given.add(setting.name)
            try:
                found[field.name] = values.Cell(self.symbols, field.name, setting.span).read_column(
                    setting.values, field.type
                )
            except values.BadCell:
                pass
        for field in line.kind.fields.values():
            if field.name not in given and field.name not in line.kind.columns and field.name not in meant:
                known, value = values.default(field.type)
                if known:
                    found[field.name] = value
                else:
                    self._missing(line, field)
        for info in line.infos:
            info.values.update(found)

    def _stranger(self, line: RowLine, setting: d.Setting) -> None:
        """A column that the kind does not have, with the nearest name that it has."""
        near = nearest(setting.name, list(line.kind.fields))
        file = {"file": setting.span.file.rsplit("/", 1)[-1]} if setting.span.file.endswith(".toml") else {}
        self.symbols.complain("K07", setting.span, "column", name=setting.name, kind=line.kind.name, near=near, **file)

    def _missing(self, line: RowLine, field: i.FieldInfo) -> None:
        """A field without a value, of a row or of a part under a row."""
        if isinstance(line.row, d.PartRow):
            self.symbols.complain("K13", line.row.span, "part", part=line.row.name, row=line.whole, field=field.name)
            return
        row = _row_title(line.row)
        self.symbols.complain("K13", line.row.span, row=row, field=field.name, type=values.phrase(field))

    def _effects(self, line: RowLine) -> None:
        """The effect lines of a row, in its effects column."""
        effects: Sequence[d.Effect] = line.row.effects if isinstance(line.row, d.Row) else ()
        columns = line.kind.columns
        seen: dict[tuple[str, str], Span] = {}
        for effect in effects:
            column = effect.column if effect.column is not None else next(iter(columns), None)
            if column is None:
                self.symbols.complain("K07", effect.span, "column", name=effect.label, kind=line.kind.name)
                return
            first = seen.setdefault((column, effect.label), effect.span)
            if first is not effect.span:
                what = f"an effect of `{line.row.name}`"
                also = ((first, "first declared here"),)
                self.symbols.complain("K11", effect.span, "declared", name=effect.label, what=what, also=also)
                continue
            line.infos[0].effects.append(effect)
            columns[column].setdefault(line.row.name, []).append(effect)

    def _count(self, info: i.KindInfo) -> None:
        """Does the table keep what the declaration promises?"""
        wanted, found = info.decl.count, len(info.members)
        if wanted is None or wanted == found or not info.rows:
            return
        tables = (rows for rows in self.rulebook.declarations_of(d.Rows) if rows.kind == info.name)
        if _awaits_rows(info) and not any(rows.span.file.endswith(".toml") for rows in tables):
            return
        self.symbols.complain("K14", info.decl.span, "count", kind=info.name, wanted=wanted, found=found)

    # -------------------------------------------------------------- rows that nobody wrote

    def _make_rows(self, info: i.KindInfo) -> None:
        """The rows of a kind that has neither rows nor a file; if its number does not fit, a complaint."""
        count = info.decl.count
        if count is None:
            self.symbols.complain("K14", info.decl.span, "no-count" if info.is_piece else "none", kind=info.name)
            return
        if count > MADE_LIMIT:
            self.symbols.complain("K71", info.decl.span, "type", name=info.name, count=count, limit=MADE_LIMIT)
            return
        choices = [self._plain(field.type, count) for field in info.fields.values()]
        size = 1
        for choice in choices:
            size *= len(choice)
        if size == 0 or count % size or (size != count and not info.is_piece):
            field = next((name for name, choice in zip(info.fields, choices, strict=True) if not choice), "")
            fits = {"field": field} if field else {"size": size, "count": count} if choices else {}
            self.symbols.complain(
                "K14", info.decl.span, "field" if field else "fits" if fits else "none", kind=info.name, **fits
            )
            return
        for number, combination in enumerate(itertools.product(*choices)):
            name = _name(info.name, [written for written, _ in combination])
            made = i.RowInfo(name, None, info.decl.span, count // size, cites=info.decl.cites)
            made.values = {field: value for field, (_, value) in zip(info.fields, combination, strict=True)}
            info.rows.append(made)
            if info.sort == "list":
                info.combined[tuple(value for _, value in combination)] = number

    def _plain(self, kind: t.Type, most: int) -> Sequence[Plain]:
        """The values of a field that can be counted up; none of any other, or if there are too many."""
        if kind == t.YES_NO:
            return (("no", False), ("yes", True))
        if kind.members:
            return [(member, number) for number, member in enumerate(kind.members)] if len(kind.members) <= most else ()
        if kind.numeric and kind.high - kind.low < most:
            return [(str(number), number) for number in range(kind.low, kind.high + 1)]
        if kind.place:
            return self._places(kind)
        if kind.row and kind.kind in self.symbols.kinds:
            return [(row.name, number) for number, row in enumerate(self.symbols.kinds[kind.kind].rows)]
        return ()

    def _places(self, kind: t.Type) -> Sequence[Plain]:
        """The places of a space by their coordinates: `3-1`, and `m2-0` where one is below nothing."""
        try:
            spots = geometry.layout(self.symbols.spaces[kind.space], self.symbols).spots
        except (KeyError, IndexError, TypeError):  # its declaration is wrong, which is said elsewhere
            return ()
        return [("-".join(str(n) if n >= 0 else f"m{-n}" for n in spot), number) for number, spot in enumerate(spots)]


def read_rows(symbols: Symbols, rulebook: Rulebook) -> None:
    """The rows of every kind, read into its symbol."""
    RowReader(symbols, rulebook).read_all()
