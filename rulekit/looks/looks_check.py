"""Checks of a looks file: every name it uses must be declared by the game or known to the kit.

One function for each section of the file, found in `CHECKS` by its name. Each is given the looks, where in the file it
stands (`faces.Card.front`), the key and what is said under it, and yields a sentence for each mistake. A mistake in a
looks file never stops a game: pictures are then drawn as if there were no such file.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from rulekit.check.names.symbol_info import StateInfo
from rulekit.check.sources.ledger import option_value_text
from rulekit.looks.declared_looks import DeclaredLooks, noun
from rulekit.looks.drawing.palette import HUES
from rulekit.looks.looks_fields import (
    ANYTHING,
    COLOUR,
    COUNT,
    NAMES,
    NUMBER,
    SCALE,
    SIGN,
    TEXT,
    TEXTS,
    YES_NO,
    Complaints,
    Fields,
    all_signs,
    fields_problems,
    known_names,
    one_of,
)
from rulekit.looks.looks_terms import (
    CORNERS,
    CROSSINGS,
    DICE,
    EFFECTS,
    FITS,
    HALF_DISC,
    JOINING,
    MOST_TOKENS,
    NAME,
    RIM_PLACES,
    SEAT_MANNERS,
    SIZES,
    THINGS,
    TITLE,
    TOKENS,
    read_place,
    spec_of,
    tokens,
)
from rulekit.looks.move_words import HOLE, declared_moves, labels, sentences
from rulekit.looks.wording import SIDE
from rulekit.memo import memoize
from rulekit.typesystem import types as t

OUTLINE = re.compile(r"[MmLlHhVvCcSsQqAaZz0-9 .,-]+")
SLOTS = {*CORNERS, "middle", "body", "foot", "rim", "title", "parts", "ways"}
WITH_COLUMN = SLOTS - {"parts", "ways", "title"} | {"colour"}
SEAT_PLACE = re.compile(r"\d+:\d+(,\d+:\d+)*")
LAID = ("pile", "row", "count")  # manners of a zone

MEMBER: Fields = {"sign": SIGN, "colour": COLOUR, "hollow": YES_NO}
SLOT: Fields = {
    "of": TEXT,
    "as": one_of("manner", FITS),
    "sign": SIGN,
    "colour": COLOUR,
    "text": TEXT,
    "named": TEXTS,
    "size": SCALE,
    "down": NUMBER,
    "across": COUNT,
    "of-most": COUNT,
    "rest": YES_NO,
    "centre": YES_NO,
    "need": TEXT,
    "may": TEXT,
}
WAYS: Fields = {"room": ANYTHING, "marks": ANYTHING}
ROOM: Fields = {"of": TEXT, "members": NAMES}
MARK: Fields = {"sign": SIGN, "colour": COLOUR, "room": YES_NO, "full": TEXT}
PARTS: Fields = {"of": TEXT, "group": TEXT, "show": NAMES, "flags": TEXTS, "paid": NAMES}
ZONE: Fields = {"title": TEXT, "as": one_of("manner", LAID), "scale": SCALE}
STATE: Fields = {
    "title": TEXT,
    "sign": SIGN,
    "colour": COLOUR,
    "quiet": YES_NO,
    "as": one_of("manner", THINGS),
    "below": TEXT,
}
TRACK: Fields = dict.fromkeys(("list", "group", "step", "show", "marker", "at", "only"), TEXT)
WALLS: Fields = {**dict.fromkeys(("list", "near", "far", "way", "built"), TEXT), "colour": COLOUR}
OF_SPACE: Fields = {"title": TEXT, "as": one_of("manner", (CROSSINGS,))}
SEAT: Fields = {"name": TEXT, "sign": SIGN, "colour": COLOUR, "hollow": YES_NO}
OF_LIST: Fields = {
    "title": TEXT,
    "places": NAMES,
    "spare": NAMES,
    "outer": TEXT,
    "marks": TEXTS,
    "walls": ANYTHING,
    "across": TEXT,
    "down": TEXT,
    "upward": YES_NO,
}
OF_NUMBERS: Fields = {"title": TEXT, "places": NAMES, "as": one_of("manner", SEAT_MANNERS), "labels": TEXTS}


def looks_problems(looks: DeclaredLooks) -> list[str]:
    """Each problem with its place in the file and the nearest right name."""
    found = [*known_names("top", "section", looks.looks, CHECKS)]
    for name, check in CHECKS.items():
        for key, said in looks.section(name).items():
            try:
                found += check(looks, f"{name}.{key}", key, said)
            except (AttributeError, KeyError, TypeError):  # a value of another sort than every check may count on
                found.append(f"{name}.{key}: this is not written as `{name}` is; a value is missing or of another sort")
    return found


def members(looks: DeclaredLooks) -> dict[str, list[str]]:
    """The members of every choice and the rows of every kind, by name."""
    found = {str(one): list(one.members) for one in looks.symbols.types.values() if one.members}
    for kind in looks.symbols.kinds.values():
        found[kind.name] = [row.name for row in kind.rows]
        types = [field.type.bare for field in kind.fields.values()]
        found |= {str(one): list(one.members) for one in types if one.members}
    return found


# ------------------------------------------------------------------ section by section


def _own_sign(looks: DeclaredLooks, where: str, name: str, said: Any) -> Complaints:
    """`[signs]`: a sign of the game's own is the outline of an SVG path."""
    if not isinstance(said, str) or not OUTLINE.fullmatch(said):
        yield f"{where}: only letters of a path and numbers may stand here"


def _member(looks: DeclaredLooks, where: str, name: str, said: Any) -> Complaints:
    """`[members]`: the sign and colour of each member of a choice, or of each row of a list."""
    known = members(looks)
    yield from known_names("members", "choice", [name], known)
    for member, spec in said.items() if name in known else ():
        yield from known_names(where, "member", [member], known[name])
        yield from fields_problems(looks, f"{where}.{member}", spec, MEMBER)


def _faces(looks: DeclaredLooks, where: str, name: str, said: Any) -> Complaints:
    """`[faces]`: what is drawn on each side of a kind of piece."""
    yield from known_names("faces", "kind", [name], looks.symbols.kinds)
    for side, look in said.items() if name in looks.symbols.kinds else ():
        yield from known_names(where, "side", [side], looks.sides(name))
        if side in looks.sides(name):
            yield from _face(looks, f"{where}.{side}", name, side, look)


def _face(looks: DeclaredLooks, where: str, kind: str, side: str, look: Any) -> Complaints:
    """One side of a piece: which columns stand in which slots, how large it is, its colour."""
    fields: Fields = {**dict.fromkeys(SLOTS, ANYTHING), "size": one_of("size", SIZES), "colour": TEXT, "soft": YES_NO}
    yield from fields_problems(looks, where, look, fields, what="slot")
    for key in WITH_COLUMN & {*look}:
        yield from _slot(looks, f"{where}.{key}", kind, side, key, look[key])
    if "parts" in look:
        yield from _parts(looks, f"{where}.parts", look["parts"])
    if "ways" in look:
        yield from _ways(looks, f"{where}.ways", kind, look["ways"])


def _slot(looks: DeclaredLooks, where: str, kind: str, side: str, key: str, said: Any) -> Complaints:
    """A column, drawn in a manner that its type can be drawn in; or a sign or text that is always there."""
    spec = spec_of(said)
    yield from fields_problems(looks, where, spec, SLOT)
    if "of" not in spec:
        if not {"sign", "text"} & {*spec}:
            yield f"{where}: `of` must stand here too, or a `sign` that is always there"
        return
    columns = {*looks.kind(kind).fields, *looks.sides(kind)[side], TITLE}
    yield from known_names(where, "column", [spec["of"]], columns)
    if spec["of"] not in columns:
        return
    typed = looks.kind(kind).fields[spec["of"]].type.bare if spec["of"] in looks.kind(kind).fields else t.TEXT
    yield from _fit(looks, where, kind, key, spec, typed)


def _fit(looks: DeclaredLooks, where: str, kind: str, key: str, spec: Mapping[str, Any], typed: t.Type) -> Complaints:
    """Whether a column of this type can be drawn so, and stand there."""
    effects, how = looks.has_effects(kind, spec["of"]), spec.get("as")
    if key == "rim":
        if not typed.set_of.members:
            yield f"{where}: `{spec['of']}` is no set of places at the rim: {', '.join(RIM_PLACES)}"
        yield from known_names(where, "place at the rim", typed.set_of.members, RIM_PLACES)
    elif key == "colour":
        if effects or not FITS["signs"](typed):
            yield f"{where}: `{spec['of']}` has no colours; a choice or a row of a list has"
    elif how in FITS and (how != EFFECTS if effects else not FITS[how](typed)):
        able = [EFFECTS] if effects else [one for one in FITS if FITS[one](typed)]
        yield f"{where}: `{spec['of']}` cannot stand as {how}, but as {' or '.join(able)}"
    elif how == "walls":
        yield from (f"{where}: `{name}` must stand here too" for name in ("need", "may") if name not in spec)
        yield from known_names(where, "column", {spec["need"], spec["may"]}, looks.kind(typed.kind).fields)


def _parts(looks: DeclaredLooks, where: str, spec: Any) -> Complaints:
    """What is drawn for the parts printed on a piece: grouped by one column, showing others."""
    yield from fields_problems(looks, where, spec, PARTS, ("of", "group", "show"))
    yield from known_names(where, "kind", [spec["of"]], looks.symbols.kinds)
    if spec["of"] in looks.symbols.kinds:
        columns = (spec["group"], *spec["show"], *spec.get("flags", ()), *spec.get("paid", ()))
        yield from known_names(where, "column", columns, looks.kind(spec["of"]).fields)
    yield from known_names(where, "sign", spec.get("flags", {}).values(), all_signs(looks))


def _ways(looks: DeclaredLooks, where: str, kind: str, spec: Any) -> Complaints:
    """The room of tiles of some sorts, and what is printed in their ways."""
    yield from fields_problems(looks, where, spec, WAYS)
    ring = looks.ring_of(kind)
    if ring is None:
        yield f"{where}: no part of {kind} opens to four sides"
        return
    if "room" in spec:
        yield from fields_problems(looks, f"{where}.room", spec["room"], ROOM, ("of", "members"))
        column = spec["room"]["of"]
        yield from known_names(f"{where}.room", "column", [column], looks.kind(kind).fields)
        if column in looks.kind(kind).fields:
            yield from known_names(
                f"{where}.room", "member", spec["room"]["members"], looks.type_of(kind, column).members
            )
    yield from known_names(f"{where}.marks", "column", spec.get("marks", {}), ring[0].fields)
    for name, mark in spec.get("marks", {}).items():
        yield from fields_problems(looks, f"{where}.marks.{name}", mark, MARK, ("sign",))
        told = [mark["full"]] if "full" in mark else []
        yield from known_names(f"{where}.marks.{name}", "state", told, looks.symbols.states)


def _effect(looks: DeclaredLooks, where: str, pattern: str, template: Any) -> Complaints:
    """`[effects]`: a pattern of words, as `gain # Good`, and the signs it is drawn as. A pattern that no printed
    effect has is a slip; so is a template with more numbers than it is given.
    """
    known = members(looks)
    if not _stands(pattern, known, _sentences(looks)):
        yield f"effects: `{pattern}` is found in no effect of this game"
    yield from known_names(where, "sign", re.findall(r"\{([^}]*)\}", template), {*all_signs(looks), *known})
    if template.count("#") > pattern.count("#"):
        yield f"effects: `{template}` has more numbers than `{pattern}`"


def _effect_words(looks: DeclaredLooks, where: str, pattern: str, template: Any) -> Complaints:
    """`[effect-words]`: the same for sentences in words. What a label lets one choose is looked at as well."""
    known = members(looks)
    if not _stands(pattern, known, _sentences(looks)) and not _stands(pattern, known, _labels(looks)):
        yield f"effect-words: `{pattern}` is found in no effect of this game"
    yield from known_names(where, "choice", re.findall(r"\{([^}]*)\}", template), known)
    if template.count("#") > pattern.count("#"):
        yield f"effect-words: `{template}` has more numbers than `{pattern}`"


def _legend(looks: DeclaredLooks, where: str, name: str, said: Any) -> Complaints:
    """`[legend]`: what a sign means, in words."""
    yield from known_names("legend", "sign", [name], {*all_signs(looks), HALF_DISC})
    if not isinstance(said, str):
        yield f"{where}: the word for a sign must stand in quotation marks"


def _words(looks: DeclaredLooks, where: str, piece: str, said: Any) -> Complaints:
    """Each word of a piece is one that the rules declare, a name in them, one of a title, a label or a choice."""
    if not isinstance(said, str):
        yield f"{where}: what readers say must stand in quotation marks"
    elif said.count("#") > piece.count("#"):
        yield f"words: `{said}` has more numbers than `{piece}`"
    yield from known_names("words", "name", [one for one in NAME.findall(piece) if one not in JOINING], _said(looks))


@memoize
def _said(looks: DeclaredLooks) -> set[str]:
    """Every word that a piece may consist of."""
    symbols = looks.symbols
    params = {param.name for action in symbols.actions.values() for param in action.params}
    params |= {name for names in declared_moves(looks).values() for name in names}
    declared = (symbols.actions, symbols.zones, symbols.states, symbols.fields, symbols.words, symbols.members)
    titles = (looks.title(kind.name, row.name) for kind in symbols.kinds.values() for row in kind.rows)
    names = {name for many in declared for name in many} | params | {word for one in titles for word in one.split()}
    names |= {word for label in labels(looks) for word in NAME.findall(label)}
    names |= {word for one in members(looks) for word in noun(one).lower().split()}  # `side n`: a choice, its member
    return names


def _move(looks: DeclaredLooks, where: str, name: str, said: Any) -> Complaints:
    """Every name in braces must be one of those that are chosen in that move."""
    declared = declared_moves(looks)
    yield from known_names("moves", "move", [name], declared)
    for one in sentences(said) if name in declared else ():
        yield from known_names(where, "choice", HOLE.findall(one), declared[name])


def _asks(looks: DeclaredLooks, where: str, name: str, said: Any) -> Complaints:
    """A question for each thing that is chosen in a move; `do` names the move itself among others."""
    declared = declared_moves(looks)
    yield from known_names("asks", "move", [name], declared)
    yield from TEXTS(looks, where, said)
    for one in said if name in declared else ():
        yield from known_names(where, "choice", [one], {*declared[name], "do"})


def _option(looks: DeclaredLooks, where: str, name: str, said: Any) -> Complaints:
    """The words for each value of a choice of the table."""
    options = looks.symbols.options
    yield from known_names("options", "option", [name], options)
    if name in options:
        yield from known_names(where, "value", said, [option_value_text(one) for one in options[name].values])
        yield from (
            f"{where}.{value}: the words must stand in quotation marks"
            for value in said
            if not isinstance(said[value], str)
        )


def _columns(looks: DeclaredLooks, where: str, name: str, said: Any) -> Complaints:
    """`[columns]`: what readers call the columns and the sides of a kind."""
    yield from known_names("columns", "kind", [name], looks.symbols.kinds)
    yield from TEXTS(looks, where, said)
    if name in looks.symbols.kinds:
        sides = (f"{side} {SIDE}" for side in looks.sides(name))
        known = [*looks.kind(name).fields, *looks.kind(name).columns, *sides]
        yield from known_names(where, "column or side", said, dict.fromkeys(known))


Printed = dict[str, list[tuple[list[set[str]], int]]]  # by word: the sentences with it, and its place in each


def _stands(pattern: str, known: Mapping[str, list[str]], printed: Printed) -> bool:
    """Whether the words of a pattern stand in a sentence, one behind the other: `#` is any number, a type any of its
    members.
    """
    wanted = [{word, *known.get(word, ())} for word in tokens(pattern)]
    return any(
        len(words) - place >= len(wanted) and not any(map(set.isdisjoint, wanted, words[place:]))
        for first in (wanted[0] if wanted else ())
        for words, place in printed.get(first, ())
    )


@memoize
def _sentences(looks: DeclaredLooks) -> Printed:
    """All effects of all rows."""
    return _by_word(said for _, said in _effects(looks) if isinstance(said, str))


@memoize
def _labels(looks: DeclaredLooks) -> Printed:
    """What the labels of effects let one choose: `with good in (wood, stone)`."""
    return _by_word(label for label, _ in _effects(looks))


def _effects(looks: DeclaredLooks) -> Iterator[tuple[str, Any]]:
    """Label and sentence of every effect of every row."""
    values = (value for kind in looks.printed_rows.values() for row in kind.values() for value in row.values())
    return (effect for value in values if isinstance(value, dict) for effect in value.items())


def _by_word(said: Iterable[str]) -> Printed:
    found: Printed = {}
    for one in said:
        words = [{word, "#"} if word.isdigit() else {word} for word in tokens(one)]
        for place, names in enumerate(words):
            for name in names:
                found.setdefault(name, []).append((words, place))
    return found


def _tint(looks: DeclaredLooks, where: str, name: str, colour: Any) -> Complaints:
    """`[tints]`: the colour of a sign that is the same wherever it stands."""
    yield from known_names("tints", "sign", [name], all_signs(looks))
    yield from known_names(where, "colour", [colour], HUES)


def _board(looks: DeclaredLooks, where: str, name: str, board: Any) -> Complaints:
    """`[boards]`: a space, a list or a range of numbers as a board; each of the three has fields of its own."""
    numbers = {name for name, kind in looks.symbols.types.items() if kind.numeric}
    spaces, lists = looks.symbols.spaces, looks.symbols.kinds
    yield from known_names("boards", "space or list", [name], {*spaces, *lists, *numbers})
    if name in spaces:
        yield from fields_problems(looks, where, board, OF_SPACE)
    elif name in lists:
        yield from fields_problems(looks, where, board, OF_LIST)
        yield from _list_board(looks, where, name, board)
    elif name in numbers:
        yield from fields_problems(looks, where, board, OF_NUMBERS)
        yield from _seat_board(looks, where, name, board)


def _list_board(looks: DeclaredLooks, where: str, name: str, board: Mapping[str, Any]) -> Complaints:
    """Columns, signs and walls of a board whose places are rows of a list, and each of these once on its map."""
    columns = [board[key] for key in ("across", "down", "outer") if key in board]
    marks = board.get("marks", {})
    yield from known_names(where, "column", [*columns, *marks], looks.kind(name).fields)
    yield from known_names(where, "sign", marks.values(), all_signs(looks))
    if "walls" in board:
        walls, at = board["walls"], f"{where}.walls"
        yield from fields_problems(looks, at, walls, WALLS, ("list", "near", "way", "built"))
        yield from known_names(at, "list", [walls["list"]], looks.symbols.kinds)
        yield from known_names(at, "state", [walls["built"]], looks.symbols.states)
        if walls["list"] in looks.symbols.kinds:
            yield from known_names(
                at,
                "column",
                [walls[one] for one in ("near", "far", "way") if one in walls],
                looks.kind(walls["list"]).fields,
            )
    if "places" in board:
        rows = members(looks)[name]
        drawn = [word for line in board["places"] for word in line.split() if word != "."]
        yield from known_names(f"{where}.places", "place", dict.fromkeys([*drawn, *board.get("spare", ())]), rows)
        yield from (f"{where}.places: `{row}` stands {drawn.count(row)} times" for row in rows if drawn.count(row) != 1)


def _seat_board(looks: DeclaredLooks, where: str, name: str, board: Any) -> Complaints:
    """Each word of the map must be `.` or numbers that seats count, and each of these must stand there once."""
    words = [word for line in board.get("places", ()) for word in line.split() if word != "."]
    for word in words:
        if not SEAT_PLACE.fullmatch(word):
            yield f"{where}.places: `{word}` is written as `0:13,1:12`: a seat, a colon, and how it counts the place"
            return
    typed = looks.symbols.types[name]
    assert typed.numeric
    spots = [spot for word in words for spot in read_place(word)]
    wanted = [(seat, number) for seat in {seat for seat, _ in spots} for number in range(typed.low, typed.high + 1)]
    for seat, number in dict.fromkeys([*wanted, *spots]):
        count = spots.count((seat, number))
        if count != 1 or not typed.low <= number <= typed.high:
            wanted_once = f"each number of {name} ({typed.low} to {typed.high}) must stand once"
            yield f"{where}.places: `{seat}:{number}` stands {count} times; {wanted_once}"


def _zone(looks: DeclaredLooks, where: str, name: str, spec: Any) -> Complaints:
    """`[zones]`: the title of a zone, and whether its pieces are drawn as a pile, a row or a number."""
    yield from known_names("zones", "zone", [name], looks.symbols.zones)
    yield from fields_problems(looks, where, spec, ZONE)


def _state(looks: DeclaredLooks, where: str, name: str, spec: Any) -> Complaints:
    """`[states]`: the title, sign and colour of a number."""
    yield from known_names("states", "state", [name], looks.symbols.states)
    yield from fields_problems(looks, where, spec, STATE)
    if name in looks.symbols.states:
        yield from _things(looks.symbols.states[name], where, spec)
        yield from _below(looks, looks.symbols.states[name], where, spec)


def _things(state: StateInfo, where: str, spec: Mapping[str, Any]) -> Complaints:
    """Dice show a number, or are counted by number; tokens are counted up to a number that is not too high."""
    held, numbers = state.type.bare, [kind for kind in state.indexes if not kind.player]
    if spec.get("as") == DICE and not (held.numeric and len(numbers) < 2 and all(kind.numeric for kind in numbers)):
        yield f"{where}: dice show a number, or are counted by what they show; `{state.name}` is neither"
    if spec.get("as") == TOKENS:
        if numbers or not held.numeric or not 0 < held.high <= MOST_TOKENS:
            yield f"{where}: only a number up to {MOST_TOKENS} can stand as tokens"
        yield from (f"{where}: `sign` must stand here too" for _ in "1" if "sign" not in spec)


def _below(looks: DeclaredLooks, state: StateInfo, where: str, spec: Mapping[str, Any]) -> Complaints:
    """What stands below the pieces of a zone is told by their number, and for whoever the zone is."""
    if "below" in spec:
        zones = looks.symbols.zones
        yield from known_names(where, "zone", [spec["below"]], zones)
        if spec["below"] in zones and not (
            state.indexes[:-1] == zones[spec["below"]].indexes and state.indexes and state.indexes[-1].numeric
        ):
            yield f"{where}: `{state.name}` does not number the pieces of `{spec['below']}`"


def _seat(looks: DeclaredLooks, where: str, name: str, spec: Any) -> Complaints:
    """`[seats]`: name, sign and colour of each seat, by its number from 0."""
    seats = [str(seat) for seat in range(looks.symbols.seats[1])]
    yield from known_names("seats", "seat", [name], seats)
    yield from fields_problems(looks, where, spec, SEAT)


def _track(looks: DeclaredLooks, where: str, name: str, spec: Any) -> Complaints:
    """`[tracks]`: a list drawn as steps along which markers go; where a marker stands is a state."""
    yield from fields_problems(looks, where, spec, TRACK, ("list", "group", "step", "show", "marker", "at"))
    yield from known_names(where, "list", [spec["list"]], looks.symbols.kinds)
    if spec["list"] in looks.symbols.kinds:
        kind = looks.kind(spec["list"])
        yield from known_names(
            where, "column", [spec[key] for key in ("group", "step", "show")], {*kind.fields, *kind.columns}
        )
    yield from known_names(
        where, "state", [spec[k] for k in ("marker", "at", "only") if k in spec], looks.symbols.states
    )


def _table(looks: DeclaredLooks, where: str, key: str, names: Any) -> Complaints:
    """`[table]`: which zones and states are drawn at the top, on the mat of a seat, or not at all."""
    yield from known_names("table", "list", [key], ("top", "mat", "hide"))
    found = [*NAMES(looks, where, names)]
    yield from found or known_names(where, "zone or state", names, {*looks.symbols.zones, *looks.symbols.states})


CHECKS: dict[str, Callable[[DeclaredLooks, str, str, Any], Complaints]] = {
    "signs": _own_sign,
    "members": _member,
    "faces": _faces,
    "effects": _effect,
    "effect-words": _effect_words,
    "legend": _legend,
    "words": _words,
    "moves": _move,
    "asks": _asks,
    "options": _option,
    "columns": _columns,
    "tints": _tint,
    "boards": _board,
    "zones": _zone,
    "states": _state,
    "seats": _seat,
    "tracks": _track,
    "table": _table,
}
