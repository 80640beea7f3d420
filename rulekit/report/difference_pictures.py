"""Pictures of a difference: the position before, and both accounts side by side with what only one of them has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import attrs

from rulekit.check.configuration_space import GameConfig
from rulekit.looks.changes import Changes, differences
from rulekit.looks.description import position_in_words
from rulekit.looks.drawing.picture import Picture, row
from rulekit.looks.game_looks import PictureModel, usable_looks
from rulekit.looks.legend import legend
from rulekit.looks.legend_html import legend_list
from rulekit.looks.open_view import open_view
from rulekit.looks.table_picture import table_picture
from rulekit.looks.table_view import Marks, TableView
from rulekit.looks.view_parts import Key, deep_tuple, identity, nested_zones, state_instances, zone_instances
from rulekit.play.games.game import Game
from rulekit.verify.model import DifferenceKind, Example, MoveTold, Side

ROOM = 330.0  # as wide as a telephone
View = Mapping[str, Any]
UNDRAWABLE = (LookupError, TypeError, ValueError, AttributeError)  # what an engine says may be of any form


@attrs.frozen
class CausePicture:
    """A picture with its heading and the same in words."""

    head: str
    picture: Picture
    words: str


@attrs.frozen
class CausePictures:
    """The position before the last move, the two accounts or the one position of both, and what their signs mean."""

    before: CausePicture | None
    tables: tuple[CausePicture, ...]
    signs: str  # as HTML


def pictures(game: Game, example: Example) -> CausePictures:
    """All pictures of a cause. Where both accounts are equal and nothing came before, there is one."""
    configured = example.configuration
    looks, _ = usable_looks(game, GameConfig(tuple(configured.options.items()), configured.seats))
    before, tables = _all(looks, example)
    if len(tables) == 1:  # both stand in the same position: it is drawn once
        before, tables = tables[0], ()
    drawn = [one.picture for one in (before, *tables) if one is not None]
    return CausePictures(before, tables, legend_list(looks, legend(looks, row(drawn))))


def _all(looks: PictureModel, example: Example) -> tuple[CausePicture | None, tuple[CausePicture, ...]]:
    """The position before the last move, if there is one, and the two accounts; one picture where both are equal."""
    rules, engine = _views(looks, example)
    if rules is None:
        return None, ()
    named = {*_names_in(example)}
    marks, tables = _two(looks, rules, engine) if engine is not None else (Changes({}, {}), ())
    if tables:
        return _before(looks, example, marks.touched_keys, named), tables
    only = _instances_of(looks, rules, named)
    return _before(looks, example, only, named), (_picture_of(looks, "The position", rules, {}, only),)


def _two(looks: PictureModel, rules: View, engine: View) -> tuple[Changes, tuple[CausePicture, ...]]:
    """Both accounts, if they differ; only the rules' where what the engine says has no form that could be drawn."""
    try:
        marks = differences(looks.symbols, rules, engine)
        theirs = _picture_of(looks, "In the engine", engine, marks.after, marks.touched_keys)
    except UNDRAWABLE:
        return Changes({}, {}), ()
    ours = _picture_of(looks, "By the rules", rules, marks.before, marks.touched_keys)
    return marks, (ours, theirs) if marks.touched_keys else ()


def _views(looks: PictureModel, example: Example) -> tuple[View | None, View | None]:
    """Both accounts as they are drawn: what a seat sees if that differs, else everything open."""
    if example.where.kind == DifferenceKind.VIEW:
        seat = "-" if example.where.seat is None else str(example.where.seat)
        return _whole(example.rules.views.get(seat)), _whole(example.engine.views.get(seat))
    try:
        return _open_side(looks, example.rules), _open_side(looks, example.engine)
    except UNDRAWABLE:
        return _open_side(looks, example.rules), None


def _whole(view: Any) -> View | None:
    """A view, if it has the form of one; what an engine answered may have any."""
    return view if isinstance(view, dict) and {"states", "zones"} <= {*view} else None


def _open_side(looks: PictureModel, side: Side) -> View | None:
    if not isinstance(side.states, dict) or not isinstance(side.zones, dict):
        return None
    return open_view(looks.symbols, {"states": side.states, "zones": side.zones})


def _before(looks: PictureModel, example: Example, only: set[Key] | None, named: set[Any]) -> CausePicture | None:
    if not isinstance(example.before, dict) or "zones" not in example.before:
        return None
    view = open_view(looks.symbols, example.before)
    involved = _instances_of(looks, view, named)
    wanted = None if only is None else only | (involved or set())
    return _picture_of(looks, "Before", view, {}, wanted)


def _picture_of(looks: PictureModel, head: str, view: View, marks: Marks, only: set[Key] | None) -> CausePicture:
    near = [index[-1] for kind, _, index in only or () if index and kind == "zone"]
    picture = table_picture(TableView(looks, view, marks, only), ROOM, near)
    return CausePicture(head, picture, position_in_words(looks, view))


# ------------------------------------------------------------------ what a move names


def _names_in(example: Example) -> Iterator[Any]:
    """Everything that the last move, and the move in which the two differ, name."""
    moves: Iterable[MoveTold | None] = (*example.last[-1:], example.where.move)
    for one in moves:
        if one is not None and isinstance(one.move, dict):
            yield from _leaves([value for name, value in one.move.items() if name != "do"])


def _leaves(value: Any) -> Iterator[Any]:
    """Names and places in a move: strings, and lists as tuples."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        yield deep_tuple(value)
        for one in value:
            yield from _leaves(one)
    elif isinstance(value, dict):
        for one in value.values():
            yield from _leaves(one)


def _instances_of(looks: PictureModel, view: View, named: set[Any]) -> set[Key] | None:
    """The instances that hold what is named, or that are told by it; all of them if none does."""
    places = {one[1:] if isinstance(one, tuple) and len(one) > 1 and isinstance(one[0], str) else one for one in named}
    found: set[Key] = set()
    for zone, index, content in zone_instances(looks.symbols, view):
        pieces = content.get("pieces", ())
        inner = [lying for piece in pieces for _, lying in nested_zones(looks.symbols, piece)]
        carried = [one for lying in inner for one in lying.get("pieces", ())]
        if {identity(piece) for piece in (*pieces, *carried)} & named or _is_at(zone.name, index, named, places):
            found.add(("zone", zone.name, index))
    for state, index, _ in state_instances(looks.symbols, view):
        if index and (index[-1] in named or index in places):
            found.add(("state", state.name, index))
    return found or None


def _is_at(zone: str, index: tuple[Any, ...], named: set[Any], places: set[Any]) -> bool:
    """Whether a place of a zone is named: `["centre", 2]`, or by itself."""
    return (zone, *index) in named or (bool(index) and (index[-1] in named or (index in places and len(index) > 1)))
