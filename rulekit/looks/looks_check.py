"""Checks of a looks file: every name it uses must be declared by the game or known to the kit."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from rulekit.check.sources.ledger import option_value_text
from rulekit.diagnostics import Problems
from rulekit.diagnostics.suggest import nearest
from rulekit.looks.boards.seat_board import MANNERS as SEAT_MANNERS
from rulekit.looks.boards.seat_board import read_place
from rulekit.looks.drawing.palette import HUES
from rulekit.looks.drawing.svg_shapes import kit_signs
from rulekit.looks.game_looks import GameLooks
from rulekit.looks.move_words import HOLE, moves_declared, sentences
from rulekit.looks.pieces.effects import tokens
from rulekit.looks.pieces.slots import MANNERS, spec_of
from rulekit.looks.pieces.styled_face import CORNERS, SIZES
from rulekit.looks.wording import JOINING, NAME
from rulekit.play.games.game import Game
from rulekit.play.games.game_config import Chosen

OUTLINE = re.compile(r"[MmLlHhVvCcSsQqAaZz0-9 .,-]+")
SLOTS = {*CORNERS, "middle", "body", "foot", "rim", "title", "parts", "ways"}
WITH_COLUMN = SLOTS - {"parts", "ways", "title"} | {"colour"}
SEAT_PLACE = re.compile(r"\d+:\d+(,\d+:\d+)*")
BOARD_WORDS = (
    *("title", "places", "spare", "outer", "marks", "walls"),
    *("across", "down", "upward", "as", "labels"),
)
LAID = ("pile", "row", "count")  # manners of a zone
Complaints = Iterator[str]


def sound_looks(game: Game, chosen: Chosen) -> GameLooks:
    """The looks of the file of a game; plain ones if anything in it is wrong, which `check` tells."""
    try:
        looks = GameLooks(game, chosen)
    except Problems:
        return GameLooks(game, chosen, {})
    return GameLooks(game, chosen, {}) if looks_problems(looks) else looks


def looks_problems(looks: GameLooks) -> list[str]:
    """Each problem with its place in the file and the nearest right name."""
    found = [*_known("top", "section", looks.looks, CHECKS)]
    for name, check in CHECKS.items():
        for key, said in looks.section(name).items():
            try:
                found += check(looks, f"{name}.{key}", key, said)
            except (AttributeError, KeyError, TypeError):  # a value of another sort than every check may count on
                found.append(f"{name}.{key}: this is not written as `{name}` is; a value is missing or of another sort")
    return found


def _known(where: str, what: str, names: Collection[Any], right: Collection[Any]) -> Complaints:
    """A complaint for each name that is not among the right ones."""
    for name in names:
        if name not in right:
            near = nearest(str(name), [str(one) for one in right], 1)
            yield f"{where}: there is no {what} `{name}`" + (f"; did you mean `{near[0]}`?" if near else "")


def _signs(looks: GameLooks) -> set[str]:
    return {*kit_signs(), *looks.own_signs}


def _style(looks: GameLooks, where: str, spec: Mapping[str, Any]) -> Complaints:
    colours = {*HUES, "ink", "dim", "line", "mark"}
    for key, right in (("sign", _signs(looks)), ("colour", colours), ("as", {*MANNERS, *LAID})):
        yield from _known(where, key, [spec[key]] if key in spec else [], right)


def members(looks: GameLooks) -> dict[str, list[str]]:
    """The members of every choice and the rows of every kind, by name."""
    found = {str(one): list(one.members) for one in looks.symbols.types.values() if one.members}
    for kind in looks.symbols.kinds.values():
        found[kind.name] = [row.name for row in kind.rows]
        types = [field.type.bare for field in kind.fields.values()]
        found |= {str(one): list(one.members) for one in types if one.members}
    return found


# ------------------------------------------------------------------ section by section


def _own_sign(looks: GameLooks, where: str, name: str, said: Any) -> Complaints:
    if not isinstance(said, str) or not OUTLINE.fullmatch(said):
        yield f"{where}: only letters of a path and numbers may stand here"


def _member(looks: GameLooks, where: str, name: str, said: Any) -> Complaints:
    known = members(looks)
    yield from _known("members", "choice", [name], known)
    for member, spec in said.items() if name in known else ():
        yield from _known(where, "member", [member], known[name])
        yield from _style(looks, f"{where}.{member}", spec)


def _faces(looks: GameLooks, where: str, name: str, said: Any) -> Complaints:
    yield from _known("faces", "kind", [name], looks.symbols.kinds)
    for side, look in said.items() if name in looks.symbols.kinds else ():
        yield from _known(where, "side", [side], looks.sides(name))
        if side in looks.sides(name):
            yield from _face(looks, f"{where}.{side}", name, side, look)


def _face(looks: GameLooks, where: str, kind: str, side: str, look: Mapping[str, Any]) -> Complaints:
    columns = {*looks.kind(kind).fields, *looks.sides(kind)[side], "title"}
    yield from _known(where, "slot", look, {*SLOTS, "size", "colour", "soft"})
    yield from _known(where, "size", [look["size"]] if "size" in look else [], SIZES)
    for key, said in look.items():
        if key in WITH_COLUMN:
            spec = spec_of(said)
            yield from _known(f"{where}.{key}", "column", [spec["of"]] if "of" in spec else [], columns)
            yield from _style(looks, f"{where}.{key}", spec)
    if "parts" in look:
        yield from _parts(looks, f"{where}.parts", look["parts"])


def _parts(looks: GameLooks, where: str, spec: Mapping[str, Any]) -> Complaints:
    yield from _known(where, "kind", [spec["of"]], looks.symbols.kinds)
    if spec["of"] in looks.symbols.kinds:
        columns = (spec["group"], *spec["show"], *spec.get("flags", ()))
        yield from _known(where, "column", columns, looks.kind(spec["of"]).fields)


def _effect(looks: GameLooks, where: str, pattern: str, template: Any) -> Complaints:
    known = members(looks)
    words = [_expression(word, known) for word in tokens(pattern)]
    if not any(re.search(f" {' '.join(words)} ", said) for said in _sentences(looks)):
        yield f"effects: `{pattern}` is found in no effect of this game"
    yield from _known(where, "sign", re.findall(r"\{([^}]*)\}", template), {*_signs(looks), *known})
    if template.count("#") > pattern.count("#"):
        yield f"effects: `{template}` has more numbers than `{pattern}`"


def _effect_words(looks: GameLooks, where: str, pattern: str, template: Any) -> Complaints:
    known = members(looks)
    words = [_expression(word, known) for word in tokens(pattern)]
    if not any(re.search(f" {' '.join(words)} ", said) for said in (*_sentences(looks), *_labels(looks))):
        yield f"effect-words: `{pattern}` is found in no effect of this game"
    yield from _known(where, "choice", re.findall(r"\{([^}]*)\}", template), known)
    if template.count("#") > pattern.count("#"):
        yield f"effect-words: `{template}` has more numbers than `{pattern}`"


def _legend(looks: GameLooks, where: str, name: str, said: Any) -> Complaints:
    yield from _known("legend", "sign", [name], _signs(looks))
    if not isinstance(said, str):
        yield f"{where}: the word for a sign must stand in quotation marks"


def _words(looks: GameLooks, where: str, piece: str, said: Any) -> Complaints:
    """Each word of the piece must be one that the rules declare, a name in them, or one of a title."""
    if not isinstance(said, str):
        yield f"{where}: what readers say must stand in quotation marks"
    elif said.count("#") > piece.count("#"):
        yield f"words: `{said}` has more numbers than `{piece}`"
    symbols = looks.symbols
    params = {param.name for action in symbols.actions.values() for param in action.params}
    declared = (symbols.actions, symbols.zones, symbols.states, symbols.fields, symbols.words, symbols.members)
    titles = (looks.title(kind.name, row.name) for kind in symbols.kinds.values() for row in kind.rows)
    names = {name for many in declared for name in many} | params | {word for one in titles for word in one.split()}
    yield from _known("words", "name", [one for one in NAME.findall(piece) if one not in JOINING], names)


def _move(looks: GameLooks, where: str, name: str, said: Any) -> Complaints:
    """Every name in braces must be one of those that are chosen in that move."""
    declared = moves_declared(looks)
    yield from _known("moves", "move", [name], declared)
    for one in sentences(said) if name in declared else ():
        yield from _known(where, "choice", HOLE.findall(one), declared[name])


def _option(looks: GameLooks, where: str, name: str, said: Any) -> Complaints:
    """The words for each value of a choice of the table."""
    options = looks.symbols.options
    yield from _known("options", "option", [name], options)
    if name in options:
        yield from _known(where, "value", said, [option_value_text(one) for one in options[name].values])
        yield from (
            f"{where}.{value}: the words must stand in quotation marks"
            for value in said
            if not isinstance(said[value], str)
        )


def _expression(word: str, known: Mapping[str, list[str]]) -> str:
    if word == "#":
        return r"\d+"
    return f"({'|'.join(map(re.escape, [word, *known.get(word, ())]))})"


def _sentences(looks: GameLooks) -> list[str]:
    """All effects of all rows, in words with one blank between."""
    rows = [row for kind in looks.printed.values() for row in kind.values()]
    said = [value for row in rows for value in row.values() if isinstance(value, dict)]
    return [f" {' '.join(tokens(one))} " for many in said for one in many.values() if isinstance(one, str)]


def _labels(looks: GameLooks) -> list[str]:
    """What the labels of effects let one choose: `with good in (wood, stone)`."""
    rows = [row for kind in looks.printed.values() for row in kind.values()]
    labels = [label for row in rows for value in row.values() if isinstance(value, dict) for label in value]
    return [f" {' '.join(tokens(one))} " for one in labels]


def _tint(looks: GameLooks, where: str, name: str, colour: Any) -> Complaints:
    yield from _known("tints", "sign", [name], _signs(looks))
    yield from _known(where, "colour", [colour], HUES)


def _board(looks: GameLooks, where: str, name: str, board: Any) -> Complaints:
    numbers = {name for name, kind in looks.symbols.types.items() if kind.numeric}
    yield from _known("boards", "space or list", [name], {*looks.symbols.spaces, *looks.symbols.kinds, *numbers})
    yield from _known(where, "word", board, BOARD_WORDS)
    if name in numbers:
        yield from _seat_board(looks, where, name, board)
    if name in looks.symbols.kinds:
        columns = [board[key] for key in ("across", "down") if key in board]
        yield from _known(where, "column", columns, looks.kind(name).fields)
    if "places" in board and name in looks.symbols.kinds:
        rows = members(looks)[name]
        drawn = [word for line in board["places"] for word in line.split() if word != "."]
        yield from _known(f"{where}.places", "place", dict.fromkeys([*drawn, *board.get("spare", ())]), rows)
        yield from (f"{where}.places: `{row}` stands {drawn.count(row)} times" for row in rows if drawn.count(row) != 1)


def _seat_board(looks: GameLooks, where: str, name: str, board: Any) -> Complaints:
    """Each word of the map must be `.` or numbers that seats count, and each of these must stand there once."""
    words = [word for line in board.get("places", ()) for word in line.split() if word != "."]
    for word in words:
        if not SEAT_PLACE.fullmatch(word):
            yield f"{where}.places: `{word}` is written as `0:13,1:12`: a seat, a colon, and how it counts the place"
            return
    yield from _known(where, "as", [board["as"]] if "as" in board else [], SEAT_MANNERS)
    typed = looks.symbols.types[name]
    assert typed.numeric
    spots = [spot for word in words for spot in read_place(word)]
    wanted = [(seat, number) for seat in {seat for seat, _ in spots} for number in range(typed.low, typed.high + 1)]
    for seat, number in dict.fromkeys([*wanted, *spots]):
        count = spots.count((seat, number))
        if count != 1 or not typed.low <= number <= typed.high:
            wanted_once = f"each number of {name} ({typed.low} to {typed.high}) must stand once"
            yield f"{where}.places: `{seat}:{number}` stands {count} times; {wanted_once}"


def _zone(looks: GameLooks, where: str, name: str, spec: Any) -> Complaints:
    yield from _known("zones", "zone", [name], looks.symbols.zones)
    yield from _style(looks, where, spec)


def _state(looks: GameLooks, where: str, name: str, spec: Any) -> Complaints:
    yield from _known("states", "state", [name], looks.symbols.states)
    yield from _style(looks, where, spec)


def _track(looks: GameLooks, where: str, name: str, spec: Any) -> Complaints:
    yield from _known(where, "list", [spec["list"]], looks.symbols.kinds)
    if spec["list"] in looks.symbols.kinds:
        kind = looks.kind(spec["list"])
        yield from _known(
            where, "column", [spec[key] for key in ("group", "step", "show")], {*kind.fields, *kind.columns}
        )
    yield from _known(where, "state", [spec[k] for k in ("marker", "at", "only") if k in spec], looks.symbols.states)


def _table(looks: GameLooks, where: str, key: str, names: Any) -> Complaints:
    yield from _known("table", "list", [key], ("top", "mat", "hide"))
    yield from _known(where, "zone or state", names, {*looks.symbols.zones, *looks.symbols.states})


CHECKS: dict[str, Callable[[GameLooks, str, str, Any], Complaints]] = {
    "signs": _own_sign,
    "members": _member,
    "faces": _faces,
    "effects": _effect,
    "effect-words": _effect_words,
    "legend": _legend,
    "words": _words,
    "moves": _move,
    "options": _option,
    "tints": _tint,
    "boards": _board,
    "zones": _zone,
    "states": _state,
    "tracks": _track,
    "table": _table,
}
