"""States drawn as the things they count: dice with what they show, tokens in a row with the places of those gone."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rulekit.check.names.symbol_info import StateInfo
from rulekit.looks.declared_looks import noun
from rulekit.looks.drawing.palette import HAIR
from rulekit.looks.drawing.picture import NOTHING, Picture, row
from rulekit.looks.drawing.svg_shapes import rect, text, text_width
from rulekit.looks.drawing.tokens import CAME, CHANGED, LEFT, die, mark_change
from rulekit.looks.looks_terms import DICE, TOKENS
from rulekit.looks.table_view import TableView
from rulekit.looks.view_parts import Index

DIE, TOKEN = 24.0, 17.0  # sizes
Told = Sequence[tuple[Index, Any]]


def shown_by_dice(state: StateInfo, index: Index, value: Any) -> list[Any]:
    """What the dice of one instance show: the value, or, of a state that counts them by number, that number each."""
    if state.indexes and not state.indexes[-1].player:
        return [index[-1]] * (value or 0)
    return [value] if value else []


def _dice(table: TableView, state: StateInfo, told: Told) -> list[Picture]:
    drawn = []
    for index, value in told:
        before = table.marks.get(("state", state.name, index), {}).get("before", value)
        now, was = shown_by_dice(state, index, value), shown_by_dice(state, index, before)
        change = table.change_of(state.name, index)
        for number, shown in enumerate(now if len(now) > len(was) else was):
            drawn.append(mark_change(die(shown, DIE), _change_of(change, number, len(was), len(now))))
    return drawn


def _tokens(table: TableView, state: StateInfo, told: Told) -> list[Picture]:
    look, high = table.state_look(state.name), state.type.bare.high
    drawn = []
    for index, value in told:
        before = table.marks.get(("state", state.name, index), {}).get("before", value) or 0
        for number in range(high):
            colour = look.get("colour", "ink") if number < value else "line"
            token = Picture(TOKEN, TOKEN, table.looks.sign(look["sign"], TOKEN / 2, TOKEN / 2, TOKEN - 1, colour))
            change = table.change_of(state.name, index) if min(before, value) <= number < max(before, value) else None
            drawn.append(mark_change(token, _change_of(change, number, before, value)))
    return drawn


def _change_of(change: str | None, number: int, was: int, now: int) -> str | None:
    """What became of the thing of that number; another change than of a number holds for all of them."""
    if change != CHANGED or was == now:
        return change
    return LEFT if number >= now else CAME if number >= was else None


DRAWN: Mapping[str, Callable[[TableView, StateInfo, Told], list[Picture]]] = {DICE: _dice, TOKENS: _tokens}


def things(table: TableView, state: StateInfo, told: Told) -> Picture:
    """All things of one state with its name, in a frame; nothing where there are none."""
    look = table.state_look(state.name)
    drawn = DRAWN[look["as"]](table, state, told)
    if not drawn:
        return NOTHING
    inside, label = row(drawn, 4), look.get("title", noun(state.name))
    left = 18 + text_width(label, 10)
    width, height = left + inside.width + 10, inside.height + 8
    frame = rect(0.5, 0.5, width - 1, height - 1, 11.5, fill="face", stroke="line", width=HAIR)
    return Picture(width, height, frame + text(9, height / 2 + 4, label, 10, "dim") + inside.svg_at(left, 4))
