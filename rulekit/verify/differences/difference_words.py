"""Differences in words: moves, places in a position, values, and what each side says, as sentences for people."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulekit.play.games.game import Game
from rulekit.play.position.strict_json import dumps
from rulekit.typesystem import types as t
from rulekit.verify.differences.divergence import OVER, Divergence, first_gap

LONGEST = 160  # letters of one value
EMPTY = "empty"
Json = Any


def shorten_text(text: str, longest: int = LONGEST) -> str:
    """At most so many letters."""
    return text if len(text) <= longest else f"{text[: longest - 3].rstrip()}..."


def reader(seat: int | None) -> str:
    """A seat, or the spectator."""
    return "a spectator" if seat is None else f"seat {seat}"


def value(data: Json) -> str:
    """A value as people read it."""
    if data is None:
        return "nothing"
    if isinstance(data, bool):
        return "yes" if data else "no"
    if isinstance(data, dict):
        return ", ".join(f"{name} {_within(one)}" for name, one in data.items()) or EMPTY
    if isinstance(data, list):
        return ", ".join(_within(one) for one in data) or EMPTY
    return str(data)


def _within(data: Json) -> str:
    if isinstance(data, list) and not any(isinstance(one, list | dict) for one in data):
        return " ".join(map(str, data)) if data else EMPTY
    return f"({value(data)})" if isinstance(data, list | dict) and data else value(data)


def plural(number: int, one: str, several: str = "") -> str:
    """`1 game`, `2,000 games`."""
    return f"{number:,} {one if number == 1 else several or one + 's'}"


# ------------------------------------------------------------------ moves


def move(data: Json) -> str:
    """`grab: n 3`, the parameters by their names, in the order written."""
    if not isinstance(data, dict):
        return shorten_text(dumps(data))
    parts = [f"{name} {_within(one)}" for name, one in data.items() if name != "do"]
    head = str(data.get("do", "a move without `do`"))
    return f"{head}: {', '.join(parts)}" if parts else head


# ------------------------------------------------------------------ places


def indexes_of(game: Game, name: str) -> tuple[t.Type, ...]:
    """What a state or zone is one of: `hand of Player` has one index."""
    symbols = game.checked.symbols
    info = symbols.zones.get(name) or symbols.states.get(name)
    return info.indexes if info is not None else ()


def entries(data: Json, indexes: tuple[t.Type, ...]) -> Iterator[tuple[tuple[Json, ...], Json]]:
    """A written state or zone apart: each index with what stands there."""
    if not indexes:
        yield (), data
        return
    if isinstance(data, dict):
        pairs: list[Any] = list(data.items())
    elif indexes[0].bare.player and isinstance(data, list):
        pairs = list(enumerate(data))
    elif isinstance(data, list) and all(isinstance(one, list) and len(one) == 2 for one in data):
        pairs = data
    else:
        yield (), data
        return
    for key, inner in pairs:
        for rest, one in entries(inner, indexes[1:]):
            yield (key, *rest), one


def place(name: str, index: tuple[Json, ...], indexes: tuple[t.Type, ...]) -> str:
    """`hand of seat 1`, `centre 0`, `goods of seat 0, wood`."""
    told = [_index(key, kind) for key, kind in zip(index, indexes, strict=False)]
    head = f"{name} of {told[0]}" if told and indexes[0].bare.player else " ".join([name, *told[:1]])
    return ", ".join([head, *told[1:]])


def _index(key: Json, kind: t.Type) -> str:
    return f"seat {key}" if kind.bare.player else _within(key)


def first_place(game: Game, name: str, ours: Json, theirs: Json) -> tuple[str, Json, Json]:
    """The first index of a state or zone at which two accounts differ, in words, and what each has there."""
    indexes = indexes_of(game, name.partition(" of ")[0] if not indexes_of(game, name) else name)
    mine, other = ({dumps(list(at)): (at, one) for at, one in entries(data, indexes)} for data in (ours, theirs))
    for key in [*mine, *(key for key in other if key not in mine)]:
        at, one = mine.get(key, (other.get(key, ((), None))[0], None))
        said = other.get(key, ((), None))[1]
        if first_gap(one, said) is not None:
            return place(name, at, indexes), one, said
    return name, ours, theirs


# ------------------------------------------------------------------ what each side says


def place_and_sides(
    game: Game, parting: Divergence, ours: dict[str, Json], theirs: dict[str, Json]
) -> tuple[str, str, str]:
    """The place of a difference, what the rules say there and what the engine says, each as a sentence.

    `ours` and `theirs` are the two accounts of what differs: the whole position or view.
    """
    told = SORTS.get(parting.what, _plain)(game, parting, ours, theirs)
    more = _fades(parting) or _asks(parting)
    return told[0], told[1], f"{told[2]} {more}".strip()


def _fades(parting: Divergence) -> str:
    """What does not come from the moves alone."""
    return (
        "After the same moves alone it says something else: a copy, a save, a load, a refused move, an earlier "
        "question or an earlier game has left something behind, or has lost it."
        if parting.fades
        else ""
    )


def _asks(parting: Divergence) -> str:
    """What the engine asks for and the rules do not."""
    if parting.took is not None:
        return f"It makes the move {move(parting.took)} without asking."
    if OVER in parting.asks:
        return "" if parting.what == "asked" else "There the game is over."
    return f"It asks for {', '.join(parting.asks)}, the rules do not." if parting.asks else ""


LEGAL = {
    "missing": "The move is not offered.",
    "offered": "The move is offered.",
    "offered more than once": "The move is offered more than once.",
}


def _legal(game: Game, parting: Divergence, ours: Json, theirs: Json) -> tuple[str, str, str]:
    who = reader(parting.seat)
    if parting.move is None and isinstance(parting.rules, dict):
        return "how many ways there are", _ways(parting.rules), _ways(parting.engine)
    if parting.move is None:
        return f"what {who} may do", "A list of moves is due.", f"It answers {shorten_text(dumps(parting.engine))}."
    may = "may" if parting.rules == "legal" else "may not"
    engine = LEGAL[str(parting.engine)]
    return f"what {who} may do", f"{who.capitalize()} {may} {move(parting.move)}.", engine


def _ways(level: Json) -> str:
    """What was counted of all ways that are so many moves long."""
    told = f"{plural(level['leaves'], 'way')} of {plural(level['depth'], 'move')}; {level['ends']:,} end the game"
    return f"{told}; the sum of the positions is {level['sum']:,}." if "sum" in level else f"{told}."


def _refusal(game: Game, parting: Divergence, ours: Json, theirs: Json) -> tuple[str, str, str]:
    who = reader(parting.seat)
    if parting.rules == "legal":
        said = shorten_text(str(parting.engine)) or "without a word"
        return f"a move of {who}", f"{who.capitalize()} may {move(parting.move)}.", f"It refuses the move: {said}"
    engine = "The move is taken." if parting.engine == "taken" else f"The move is {shorten_text(str(parting.engine))}."
    return f"a wrong move of {who}", f"{who.capitalize()} may not {move(parting.move)}.", engine


def _explanation(game: Game, parting: Divergence, ours: Json, theirs: Json) -> tuple[str, str, str]:
    who, wrong = reader(parting.seat), [name for name in parting.engine if name not in parting.rules]
    rules = f"{who.capitalize()} may not {move(parting.move)}: it is refused by {', '.join(parting.rules)}."
    if not wrong:
        return f"why a move of {who} is refused", rules, "It refuses the move and names no line."
    does = "does" if len(wrong) == 1 else "do"
    return (
        f"why a move of {who} is refused",
        rules,
        f"It names {shorten_text(', '.join(wrong))}, which {does} not refuse it.",
    )


def _pending_words(game: Game, parting: Divergence, ours: Json, theirs: Json) -> tuple[str, str, str]:
    return "who must answer", _answers(parting.rules), _answers(parting.engine)


def _answers(seats: Json) -> str:
    if not isinstance(seats, list):
        return f"{shorten_text(dumps(seats))}."
    if not seats:
        return "The game is over."
    return f"{' and '.join(f'seat {seat}' for seat in seats).capitalize()} must answer."


def _place(game: Game, parting: Divergence, ours: Json, theirs: Json) -> tuple[str, str, str]:
    if len(parting.where) < 2:
        return _plain(game, parting, ours, theirs)
    part, name = str(parting.where[0]), str(parting.where[1])
    mine, said = (data.get(part, {}).get(name) if isinstance(data, dict) else None for data in (ours, theirs))
    where, one, other = first_place(game, name, mine, said)
    eyes = f" in the eyes of {reader(parting.seat)}" if parting.answer == "view" else ""
    head = f"{where[:1].upper()}{where[1:]}"
    verb = "holds" if part == "zones" else "is"
    rules, engine = (f"{head} {'is' if told == EMPTY else verb} {shorten_text(told)}." for told in _apart(one, other))
    return f"{where}{eyes}", rules, engine


def _apart(one: Json, other: Json) -> tuple[str, str]:
    """Two values in words; of long lists only what one side alone has."""
    if isinstance(one, list) and isinstance(other, list) and max(len(one), len(other)) > 4:
        texts = [[dumps(each) for each in values] for values in (one, other)]
        alone = [
            [each for each, text in zip(values, texts[n], strict=True) if text not in texts[1 - n]]
            for n, values in enumerate((one, other))
        ]
        if any(alone):
            told = [f"{value(each)} and what both have" if each else "only what both have" for each in alone]
            return told[0], told[1]
    return value(one), value(other)


def _result(game: Game, parting: Divergence, ours: Json, theirs: Json) -> tuple[str, str, str]:
    key = str(parting.where[0]) if parting.where else "the result"
    mine, said = (data.get(key) if isinstance(data, dict) else data for data in (ours, theirs))
    return key, f"{key.capitalize()}: {_scores(mine)}.", f"{key.capitalize()}: {_scores(said)}."


def _scores(data: Json) -> str:
    if isinstance(data, list) and data and all(type(one) is int for one in data):
        return ", ".join(map(str, data))
    return "nobody" if data == [] else shorten_text(value(data))


def _plain(game: Game, parting: Divergence, ours: Json, theirs: Json) -> tuple[str, str, str]:
    where = ", ".join(str(part) for part in parting.where) or parting.what
    return where, f"{shorten_text(value(parting.rules))}.", f"{shorten_text(value(parting.engine))}."


def _words_of_kept(game: Game, parting: Divergence, ours: Json, theirs: Json) -> tuple[str, str, str]:
    """After something that must change nothing: what was done, then the difference as it is told elsewhere."""
    where, rules, engine = _sort_of(parting)(game, parting, ours, theirs)
    done = parting.after or ({LATER: ()} if parting.lost else {})
    at, when = next((told for key, told in DONE.items() if key in done), DONE[""])
    return f"{where} {at}", f"{when} {rules}", engine


def _sort_of(parting: Divergence) -> Any:
    """In what two accounts differ that were to be the same as before."""
    if parting.lost:
        return SORTS[parting.lost]
    if parting.move is not None and str(parting.engine) in LEGAL:
        return _legal
    if parting.where[:1] in (("states",), ("zones",)):
        return _place
    return _pending_words if isinstance(parting.rules, list) and isinstance(parting.engine, list) else _plain


LATER = "later"  # of what shows some answers after it
DONE = {  # of what must change nothing: where it shows, and when
    "fork": ("after a copy", "After `fork`, a move in the copy and `back` all must be as it was."),
    "save": ("after a save", "After `save`, other moves and `restore` all must be as it was."),
    LATER: ("some answers after a load", "Some answers after `load` all must be as by the same moves without it."),
    "load": ("after a load", "After `load` of this very position all must be as it was."),
    "": ("in a copy or after one", "In a copy, or when a game is taken up again, all must be as it was."),
}


CHANCE = {  # what `pending` says where chance is wanted, by its key
    "kind": "Asked is {}.",
    "label": "What is drawn is {}.",
    "draw": "The way to draw is {}.",
    "of": "What can come: {}.",
    "count": "{} dice are thrown.",
}


def _chance(game: Game, parting: Divergence, ours: Json, theirs: Json) -> tuple[str, str, str]:
    """What is drawn, how and of what; or an outcome that can come and is refused."""
    told = CHANCE.get(str(parting.where[-1]), "{}.") if len(parting.where) > 1 else "{}."
    rules, engine = (told.format(shorten_text(value(one))) for one in (parting.rules, parting.engine))
    return f"chance at {parting.where[0]}" if parting.where else "chance", _sentence(rules), _sentence(engine)


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}"


def _shape(game: Game, parting: Divergence, ours: Json, theirs: Json) -> tuple[str, str, str]:
    return f"the form of {parting.where[0]}", parting.form[0], parting.form[1]


SORTS: dict[str, Any] = {
    "shape": _shape,
    "copy": _words_of_kept,
    "loaded": _words_of_kept,
    "legal": _legal,
    "refusal": _refusal,
    "explanation": _explanation,
    "asked": _pending_words,
    "chance": _chance,
    "position": _place,
    "view": _place,
    "result": _result,
}
