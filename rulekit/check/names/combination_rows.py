"""Rows that nobody wrote: a kind with a number and plain fields is every combination of their values."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence

from rulekit.check.names import symbol_info as i
from rulekit.check.names.symbols import Symbols, noun
from rulekit.spaces import geometry
from rulekit.typesystem import types as t

MADE_LIMIT = 10_000
NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")

Plain = tuple[str, object]  # how a value is written, and the value


def make_rows(symbols: Symbols, info: i.KindInfo) -> None:
    """The rows of a kind that has neither rows nor a file; if its number does not fit, a complaint."""
    count = info.decl.count
    if count is None:
        symbols.complain("K14", info.decl.span, "no-count" if info.is_piece else "none", kind=info.name)
        return
    if count > MADE_LIMIT:
        symbols.complain("K71", info.decl.span, "type", name=info.name, count=count, limit=MADE_LIMIT)
        return
    choices = [_plain(symbols, field.type, count) for field in info.fields.values()]
    size = 1
    for choice in choices:
        size *= len(choice)
    if size == 0 or count % size or (size != count and not info.is_piece):
        field = next((name for name, choice in zip(info.fields, choices, strict=True) if not choice), "")
        fits = {"field": field} if field else {"size": size, "count": count} if choices else {}
        symbols.complain(
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


def _plain(symbols: Symbols, kind: t.Type, most: int) -> Sequence[Plain]:
    """The values of a field that can be counted up; none of any other, or if there are too many."""
    if isinstance(kind, t.YesNo):
        return (("no", False), ("yes", True))
    if isinstance(kind, t.Choice):
        return [(member, number) for number, member in enumerate(kind.members)] if len(kind.members) <= most else ()
    if isinstance(kind, t.Number) and kind.high - kind.low < most:
        return [(str(number), number) for number in range(kind.low, kind.high + 1)]
    if isinstance(kind, t.Place):
        return _places(symbols, kind)
    if isinstance(kind, t.Row) and kind.kind in symbols.kinds:
        return [(row.name, number) for number, row in enumerate(symbols.kinds[kind.kind].rows)]
    return ()


def _places(symbols: Symbols, kind: t.Place) -> Sequence[Plain]:
    """The places of a space by their coordinates: `3-1`, and `m2-0` where one is below nothing."""
    try:
        spots = geometry.layout(symbols.spaces[kind.space], symbols).spots
    except (KeyError, IndexError, TypeError):  # its declaration is wrong, which is said elsewhere
        return ()
    return [("-".join(str(n) if n >= 0 else f"m{-n}" for n in spot), number) for number, spot in enumerate(spots)]


def _name(kind: str, values: Sequence[str]) -> str:
    """The values joined by hyphens; where that is no name, behind the noun of the kind: `card-1`."""
    name = "-".join(values)
    return name if NAME.fullmatch(name) and name not in ("yes", "no") else "-".join((noun(kind), *values))
