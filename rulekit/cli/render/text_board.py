"""Places drawn in text, each where it lies: grids, half-offset rows, hexagons, lines. Letters only, no colours."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from rulekit.model.declarations import Space
from rulekit.spaces import geometry
from rulekit.spaces.shape import Layout, Spot

WIDEST = 110  # columns; a picture that would be wider is told as a list
EMPTY = "."
Cell = tuple[int, int]  # row and half column

PROJECTIONS: dict[str, Callable[[Spot], Cell]] = {
    "square-grid": lambda spot: (spot[1], 2 * spot[0]),
    "hex-grid": lambda spot: (spot[1], 2 * spot[0] + spot[1]),
    "brick": lambda spot: (spot[0], spot[1]),
    "line": lambda spot: (1, 2 * spot[0]),
}


def drawable(space: Space) -> bool:
    """Have the places of this space a geometry?"""
    return space.shape in PROJECTIONS


def draw_board(space: Space, symbols: Any, contents: Mapping[Spot, str]) -> list[str] | None:
    """The picture; nothing if it would be too wide. Of an open map only what holds something and lies between."""
    layout = geometry.layout(space, symbols)
    project = PROJECTIONS[space.shape]
    shown = [spot for spot in layout.spots if is_drawn(space, spot, contents)]
    if not shown:
        return []
    cells = {project(spot): contents.get(spot, EMPTY) for spot in shown}
    labels = {project(spot)[1]: str(column_number(space, spot)) for spot in shown} if space.shape != "hex-grid" else {}
    half = (max(len(text) for text in (*cells.values(), *labels.values())) + 2) // 2
    rows, columns = sorted({row for row, _ in cells}), sorted({column for _, column in cells})
    if grows_upwards(layout):
        rows.reverse()
    margin = max(len(str(row)) for row in rows) + 1 if space.shape != "line" else 0
    if margin + half * (columns[-1] - columns[0] + 2) > WIDEST:
        return None
    lines = [_line("", margin, half, columns[0], labels)] if labels else []
    for row in rows:
        texts = {column: text for (at, column), text in cells.items() if at == row}
        lines.append(_line(str(row) if margin else "", margin, half, columns[0], texts))
    return lines


def is_drawn(space: Space, spot: Spot, contents: Mapping[Spot, str]) -> bool:
    """A bounded space is drawn whole, an open one as far as something lies there."""
    if "reaching" not in dict(space.attributes):
        return True
    return bool(contents) and all(
        min(other[n] for other in contents) <= spot[n] <= max(other[n] for other in contents) for n in range(len(spot))
    )


def column_number(space: Space, spot: Spot) -> int:
    """The coordinate that is written above a column."""
    return spot[1] if space.shape == "brick" else spot[0]


def grows_upwards(layout: Layout) -> bool:
    """Does the second coordinate grow up the page? It does if the first direction is north or up."""
    return bool(layout.sides) and layout.sides[0][:1] in ("n", "u") and len(layout.spots[0]) == 2 and layout.level == 1


def _line(head: str, margin: int, half: int, first: int, texts: Mapping[int, str]) -> str:
    """Texts at their half columns."""
    line = head.rjust(margin - 1) + " " if margin else ""
    for column in sorted(texts):
        line = line.ljust(margin + (column - first) * half) + texts[column]
    return line.rstrip()
