"""Where things stand on a line: ids left, sentence in the middle, sources right, long lines broken inside brackets."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekit.model import declarations as d
from rulekit.model.base import Cite
from rulekit.records import evolve, record

INDENT = 2
ID_WIDTH = 18  # longer ids push their own sentence only
CITE_COLUMN = 88
LIMIT = 140
HANG = 4  # how far the rest of a broken line is moved in
ROOM = 110  # how much of a broken line is filled


@record
class PrintedRow:
    """One line to be: its parts, the lines under it, and the lines of the source it was read from."""

    text: str = ""
    id: str | None = None
    opener: str = ""  # what stands before the text and may stand on a line of its own
    cites: tuple[Cite, ...] = ()
    under: tuple[PrintedRow, ...] = ()
    source: int = 0
    last: int = 0
    joins: bool = False  # may be pulled up to the line that opens its block
    opens: bool = False  # has nothing but openers on its own line
    splits: bool = False  # may be opened to a block if it is too long
    unless_fits: str | None = None  # a text that goes to a line of its own if the whole is too long


@record
class Laid:
    """One finished line, perhaps broken into several, with where it came from."""

    lines: tuple[str, ...]
    source: int
    last: int
    indent: int


@record
class RowLayout:
    """Turns rows into lines. A tidy layout also opens long lines and pulls up short blocks."""

    tidy: bool = False
    remarks: frozenset[int] = frozenset()  # source lines with a comment: blocks that hold one are left alone

    def lay(self, rows: tuple[PrintedRow, ...], depth: int = 0) -> list[Laid]:
        """The lines of a block and of all blocks under it."""
        width = max((min(len(row.id) + 2, ID_WIDTH) for row in rows if row.id), default=0)
        found: list[Laid] = []
        for row in rows:
            settled = self._settle(row, depth, width)
            found.append(Laid(_lines(settled, depth, width), settled.source, settled.last, depth * INDENT))
            found += self.lay(settled.under, depth + 1)
        return found

    def _settle(self, row: PrintedRow, depth: int, width: int) -> PrintedRow:
        """A row in the form it will be printed in."""
        if row.unless_fits is not None:
            whole = evolve(row, text=row.unless_fits, unless_fits=None)
            below = PrintedRow(row.unless_fits)
            return whole if width_of(whole, depth, width) <= LIMIT else evolve(row, under=(below,), unless_fits=None)
        if not self.tidy:
            return row
        pulled = self._pull_up(row, depth, width)
        if pulled is not None:
            return pulled
        if row.splits and (row.id or row.opener) and width_of(row, depth, width) > LIMIT:
            return evolve(row, text="", under=(PrintedRow(row.text),), opens=True, splits=False)
        return row

    def _pull_up(self, row: PrintedRow, depth: int, width: int) -> PrintedRow | None:
        """A block with one short statement as one line, if it is one and no remark stands in it."""
        if not row.opens or len(row.under) != 1:
            return None
        (only,) = row.under
        inner = self._pull_up(only, depth + 1, 0) or only
        if not inner.joins or inner.id or inner.cites or inner.under:
            return None
        if any(row.source <= line <= inner.last for line in self.remarks):
            return None
        joined = evolve(
            inner,
            id=row.id,
            cites=row.cites,
            opener=f"{row.opener} {inner.opener}".strip(),
            source=row.source,
            last=inner.last,
        )
        short = len(_front(joined, depth, width)) <= CITE_COLUMN and width_of(joined, depth, width) <= LIMIT
        return joined if short else None


def cites_text(cites: tuple[Cite, ...]) -> str:
    """The sources of a line as they are written."""
    return "@" + ", ".join(cite.text for cite in cites) if cites else ""


def _front(row: PrintedRow, depth: int, width: int) -> str:
    """A line without its sources."""
    words = f"{row.opener} {row.text}".strip()
    margin = " " * (depth * INDENT)
    if row.id is None:
        return margin + words
    return (margin + f"[{row.id}]".ljust(width) + (f"  {words}" if words else "")).rstrip()


def width_of(row: PrintedRow, depth: int = 0, width: int = 0) -> int:
    """How many columns a row takes with its sources, unbroken."""
    return len(_with_cites(_front(row, depth, width), row))


def _with_cites(line: str, row: PrintedRow) -> str:
    sources = cites_text(row.cites)
    if not sources:
        return line
    column = max(len(line) + 2, min(CITE_COLUMN, LIMIT - len(sources)))
    return f"{line:<{column}}{sources}"


def _lines(row: PrintedRow, depth: int, width: int) -> tuple[str, ...]:
    front = _front(row, depth, width)
    if len(_with_cites(front, row)) <= LIMIT:
        return (_with_cites(front, row),)
    *first, end = break_line(front, depth * INDENT + HANG)
    return (*first, _with_cites(end, row))


def break_line(line: str, hang: int) -> list[str]:
    """A long line in pieces; only round brackets may hold a break."""
    found: list[str] = []
    start, opened, margin = 0, 0, ""
    room = max(ROOM, hang + ROOM // 2)
    while len(margin) + len(line) - start > room:
        place = _break(line, start, room - len(margin), opened)
        if place is None:
            break
        piece = line[start:place]
        opened += _open_brackets(piece)
        found.append(margin + piece.rstrip())
        start, margin = place + (line[place] == " "), " " * hang
    return [*found, margin + line[start:]]


def _open_brackets(text: str) -> int:
    bare = "".join(text.split('"')[::2])
    return bare.count("(") - bare.count(")")


def _break(line: str, start: int, room: int, opened: int) -> int | None:
    """The best place to break: before `and` or `or` far out, else behind a bracket, else at any space in brackets."""
    best: tuple[int, int, int] | None = None
    depth, quoted = opened, False
    for at in range(start, len(line) - 1):
        sign = line[at]
        quoted ^= sign == '"'
        if quoted:
            continue
        depth += (sign == "(") - (sign == ")")
        if at - start > room and best is not None:
            break
        if depth < 1 or sign not in " (" or at - start < room // 4:
            continue
        score = (_rank(line, at), -depth, at)
        if best is None or score > best:
            best = score
    return best[2] + (line[best[2]] == "(") if best else None


def _rank(line: str, at: int) -> int:
    if line[at] == "(":
        return 1
    return 2 if line.startswith(("and ", "or "), at + 1) else 1 if line.startswith(("+ ", "- "), at + 1) else 0


# ------------------------------------------------------------------ types, settings and parameters


def value(what: d.Value) -> str:
    """What stands in a table."""
    if isinstance(what, bool):
        return "yes" if what else "no"
    return f'"{what.text}"' if isinstance(what, d.Text) else str(what)


def settings(values: tuple[d.Setting, ...]) -> str:
    """`cost 2 wood, motto "Dig!"`: names and values, divided by commas."""
    return ", ".join(" ".join([s.name, *map(value, s.values)]) for s in values)


def span_of(low: int, high: int) -> str:
    """`2 to 4`, or one number"""
    return str(low) if low == high else f"{low} to {high}"


def upto(limit: int | None) -> str:
    """` up to 5` behind a shape, or no text where there is no limit."""
    return f" up to {limit}" if limit is not None else ""


def type_of(what: d.TypeExpr) -> str:
    """A type where something is declared to be of it."""
    return TYPES[type(what)](what)


def named_type_text(what: d.TypeExpr) -> str:
    """A type that gets a name."""
    if isinstance(what, d.ChoiceType):
        return f"one of {', '.join(what.members)}"
    return type_of(what)


TYPES: dict[type[d.TypeExpr], Callable[[Any], str]] = {
    d.NamedType: lambda t: f"{t.name} or nothing" if t.or_nothing else str(t.name),
    d.RangeType: lambda t: span_of(t.low, t.high),
    d.YesNoType: lambda t: "yes or no",
    d.ChoiceType: lambda t: " or ".join(t.members),
    d.RingType: lambda t: f"ring of {', '.join(t.members)}",
    d.CollectionType: lambda t: f"{t.shape} of {t.of}{upto(t.upto)}",
    d.EffectsType: lambda t: "effects",
    d.TextType: lambda t: "text",
}


def param(what: d.Param) -> str:
    """`to c: Cell`, `what: bag of Suit`"""
    prep = f"{what.prep} " if what.prep else ""
    shape = f"{what.shape} of " if what.shape else ""
    return f"{prep}{what.name}: {shape}{what.type}"


def params(what: tuple[d.Param, ...]) -> str:
    """The parameters behind the first, each with its preposition and a space before it."""
    return "".join(f" {param(p)}" for p in what)


def head(what: d.Head) -> str:
    """`limit of s: Suit at c: Cell`"""
    return f"{what.name}{' of' if what.of else ''}{params(what.params)}"


def indexes(of: tuple[str, ...], at: tuple[str, ...]) -> str:
    """` of Player at Cell`: what a zone or state exists for."""
    return "".join(f" of {kind}" for kind in of) + "".join(f" at {kind}" for kind in at)
