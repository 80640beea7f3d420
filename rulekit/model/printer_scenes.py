"""Scenes as text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekit.model import scenes as sc
from rulekit.model.expressions import Expr, Name
from rulekit.model.printer_expressions import ALT, CHAIN, PATH, move, show
from rulekit.model.printer_layout import Row
from rulekit.model.printer_values import settings


def scene(value: sc.Scene) -> Row:
    """A worked example with its lines."""
    return _block(value, f'scene [{value.clause}] "{value.title}"')


def start(value: sc.Start) -> Row:
    """What many scenes begin with."""
    return _block(value, f'start {value.name} "{value.title}"')


def _block(value: sc.Scene | sc.Start, head: str) -> Row:
    under = tuple(Row(LINES[type(v)](v), source=v.span.line, last=v.span.end_line) for v in value.lines)
    line = value.span.line
    return Row(head, under=under, source=line, last=line)


def _ids(ids: tuple[str, ...]) -> str:
    return ", ".join(f"[{i}]" for i in ids)


def _values(values: tuple[Expr, ...]) -> str:
    return ", ".join(show(v, ALT) for v in values)


def _given(value: sc.Given) -> str:
    verb = "are" if value.place == Name("players") else "is"
    return f"given {show(value.place, CHAIN)} {verb} {_values(value.values)}"


def _may(value: sc.May) -> str:
    because = f" because {_ids(value.because)}" if value.because else ""
    return f"{show(value.who, PATH)} may {'' if value.allowed else 'not '}{move(value.move)}{because}"


def _wins(value: sc.Wins) -> str:
    if not value.who:
        return "nobody wins"
    return f"{' and '.join(show(one, PATH) for one in value.who)} {'wins' if len(value.who) == 1 else 'win'}"


LINES: dict[type[sc.SceneLine], Callable[[Any], str]] = {
    sc.From: lambda v: f"from {v.name}",
    sc.Despite: lambda v: f"despite {_ids(v.ids)}",
    sc.GivenOption: lambda v: f"given option {settings(v.settings)}",
    sc.Given: _given,
    sc.GivenRest: lambda v: f"given rest of {v.kind} in {show(v.zone, PATH)}",
    sc.GivenAsking: lambda v: f"given asking is {_ids(v.ids)}",
    sc.GivenLocal: lambda v: f"given {v.name} in [{v.id}] is {show(v.value, ALT)}",
    sc.Chance: lambda v: f"chance [{v.id}] is {_values(v.values)}",
    sc.Does: lambda v: f"when {show(v.who, PATH)} does {move(v.move)}",
    sc.Then: lambda v: f"then {show(v.condition)}",
    sc.Asked: lambda v: f"{show(v.who, PATH)} is asked [{v.id}]",
    sc.Sees: lambda v: f"{show(v.who, PATH)} sees {show(v.condition)}",
    sc.May: _may,
    sc.MayExactly: lambda v: f"{show(v.who, PATH)} may exactly {' or '.join(move(m) for m in v.moves)}",
    sc.Wins: _wins,
    sc.Tied: lambda v: f"ties are {v.ties}",
    sc.Graded: lambda v: f"grade is {show(v.grade, ALT)}",
    sc.Refused: lambda v: f"refused because {_ids(v.because)}",
}
