"""Expressions, moves and values of the rules in the words of a reader: people by name, pieces by title, no hyphens."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import groupby, takewhile
from typing import Any

import attrs

from rulekit.check.elaboration.scene_elaboration import SEATS
from rulekit.looks.declared_looks import noun
from rulekit.looks.game_looks import PictureModel, in_words
from rulekit.looks.move_words import move_words
from rulekit.looks.pieces.derived_row_names import row_name, shape_names, told_by_looks
from rulekit.looks.pieces.ways import sides_by_name, sides_in_words, ways_of
from rulekit.looks.place_names import place_name, with_place_names
from rulekit.looks.wording import OPTIONS, member_words, name_pieces
from rulekit.memo import memoize
from rulekit.model import expressions as x
from rulekit.model.printer_expressions import move as written_move
from rulekit.model.printer_expressions import show
from rulekit.typesystem import types as t

MOST_NAMED, LONG = 9, 60  # of a list of pieces; letters of one that is no place
PEOPLE = tuple(name.capitalize() for name in SEATS)
WORD = re.compile(r"\"[^\"]*\"|[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*")
CODE = re.compile(r"[a-z]{0,2}[0-9]+[a-z]?(-([a-z]{0,2}[0-9]+[a-z]?|[a-z]))*")  # as rows are called that have no name
LOCAL = re.compile(r"\b[b-hj-z]\b|\ba\b(?= in )")  # a name that an expression binds: no word of a reader
INNER = re.compile(r"\bwhere\b|\bof player\b|\bit\b")  # what only the rules say
OWNED = re.compile(rf"([a-z][a-z0-9-]*) of ({'|'.join(SEATS)})\b")
SIGNS = (
    (" <= ", " is at most "),
    (" >= ", " is at least "),
    (" < ", " is less than "),
    (" > ", " is more than "),
    (" = ", " is "),
)
BEFORE_NOUN = ("the", "a", "an")  # is said with its noun
NUMBERED = re.compile(r"\d|,")  # part of a place: `row 1, 2 left`
JOINED = re.compile(r", | and | or ")  # stands in a text that a comma would not set off from the next one
SMALL = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def person(seat: int) -> str:
    """Who sits there, as scenes name the seats."""
    return PEOPLE[seat]


def number(value: int) -> str:
    """A small number as a word."""
    return SMALL[value] if 0 <= value < len(SMALL) else f"{value:,}"


def join_list(parts: Sequence[str], last: str = "and") -> str:
    """`a, b and c`"""
    return f" {last} ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 1 else [*parts])


def join_moves(moves: Sequence[str]) -> str:
    """Several moves to choose from: what neighbours in the list begin with is said once."""
    alike = [[*many] for _, many in groupby(moves, key=lambda one: one.partition(" ")[0])]
    said = [_moves_alike(many) for many in alike]
    loose = len(said) > 1 and any(len(many) > 1 for many in alike)
    return ", or ".join(said) if loose else join_list(said, "or")


def _moves_alike(moves: Sequence[str]) -> str:
    """`draw from the deck`, `draw from the camp` as `draw from the deck or the camp`."""
    split = [one.split(" ") for one in moves]
    begin = _beginning(split) if len(moves) > 1 else []
    ends = [" ".join(words[len(begin) :]) for words in split]
    loose = len(ends) > 1 and any(map(JOINED.search, ends))
    joined = f"{'; '.join(ends[:-1])}; or {ends[-1]}" if loose else join_list(ends, "or")
    return " ".join([*begin, joined])


def _beginning(split: Sequence[Sequence[str]]) -> list[str]:
    """The words with which all begin, without a last one that belongs to what differs: `the`, `row` of `row 1`."""
    columns = zip(*(words[:-1] for words in split), strict=False)
    common = [many[0] for many in takewhile(lambda many: len({*many}) == 1, columns)]
    words = [*takewhile(lambda word: not NUMBERED.search(word), common)]
    if words and len(words) < len(common) and not words[-1].endswith(":"):
        words.pop()
    while words and words[-1] in BEFORE_NOUN:
        words.pop()
    return words


def sentence(said: str) -> str:
    """With a capital letter and a full stop."""
    said = said.strip()
    return said[:1].upper() + said[1:] + ("" if said.endswith((".", "!", "?", ":")) else ".") if said else ""


def without_brackets(said: str) -> str:
    """Without the brackets round the whole of it."""
    inner = said[1:-1]
    whole = said.startswith("(") and said.endswith(")") and inner.find(")") >= inner.find("(")
    return inner if whole else said


def _few(parts: Sequence[str]) -> str:
    """A list of which only the first are named if it is long."""
    more = len(parts) - MOST_NAMED
    return ", ".join(parts[:MOST_NAMED]) + f" and {more} more" if more > 1 else ", ".join(parts)


def _title(looks: PictureModel, kind: str, row: str) -> str:
    said = row_name(looks, kind, row)
    if said == noun(row) and CODE.fullmatch(row):
        return row
    return said if said == told_by_looks(looks, row) else said[:1].upper() + said[1:]


@attrs.frozen
class Lying:
    """Where a piece lies, and by how many quarters it is turned."""

    place: str
    facing: int = 0


@memoize
def _titles(looks: PictureModel) -> dict[str, str]:
    """What rows are called that are not called by a word that stands small in a sentence."""
    symbols = looks.symbols
    taken = {*symbols.zones, *symbols.states, *symbols.words, *symbols.fields}
    rows = [(kind.name, row.name) for kind in symbols.kinds.values() for row in kind.rows if row.name not in taken]
    common = {(kind, row) for kind, row in rows if row_name(looks, kind, row) == noun(row) and not CODE.fullmatch(row)}
    said = {(kind, row): looks.title(kind, row) for kind, row in rows if (kind, row) not in common}
    return {row: title if title != noun(row) else _title(looks, kind, row) for (kind, row), title in said.items()}


@memoize
def _columns(looks: PictureModel) -> dict[str, list[tuple[str, str]]]:
    """For each row what is printed on it, without its effects: the kind and the column."""
    told = {
        kind.name: [(kind.name, one) for one in kind.fields if not looks.has_effects(kind.name, one)]
        for kind in looks.symbols.kinds.values()
    }
    return {row.name: told[kind.name] for kind in looks.symbols.kinds.values() for row in kind.rows}


class ReaderWords:
    """The words of one game."""

    def __init__(
        self, looks: PictureModel, places: Mapping[str, Lying] | None = None, moves: Iterable[x.Move] = ()
    ) -> None:
        """`places`: where tiles lie, so that a way of one of them is told by its place; `moves`: no two read alike."""
        self.looks = looks
        self.seats = SEATS[: looks.symbols.seats[1]]
        self.places = places or {}
        self.alike = self._alike(moves)

    def for_scene(self, places: Mapping[str, Lying], moves: Iterable[x.Move]) -> ReaderWords:
        """The same words for a scene in which tiles lie at these places and these moves are told."""
        return ReaderWords(self.looks, places, moves)

    @cached_property
    def titles(self) -> dict[str, str]:
        """The names of rows that have a title or are called by their shape; others are common words: `wood`."""
        return _titles(self.looks) | self._ways()

    def _ways(self) -> dict[str, str]:
        """The ways of the tiles that lie somewhere."""
        named = shape_names(self.looks)
        found: dict[str, str] = {}
        for kind in self.looks.symbols.kinds.values() if self.places else ():
            for row in (row.name for row in kind.rows if row.name in self.places):
                lies = self.places[row]
                ways = [way for way in ways_of(self.looks, kind.name, row, lies.facing) if way.part in named]
                for way in ways:
                    sides = f" ({sides_in_words(sides_by_name(self.looks, kind.name, way))})" if len(ways) > 1 else ""
                    found[way.part] = f"{named[way.part]} at {lies.place}{sides}"
        return found

    def title(self, kind: str, row: str) -> str:
        """What a component is called; a code such as `z12` or `z1-z2` stays as it is."""
        return _title(self.looks, kind, row)

    # -------------------------------------------------------------- expressions

    def text(self, written: str, places: bool = True) -> str:
        """A piece of the rules in words. `places`: pairs of numbers are places, where they can be."""
        written = with_place_names(self.looks, written) if places else written
        said = OWNED.sub(lambda found: f"{found[2]}'s {found[1]}", written)
        said = re.sub(r"([A-Za-z'-]+) is not nothing", r"\1 is there", said)
        for sign, words in SIGNS:
            said = said.replace(sign, words)
        return name_pieces(self.looks, " ".join(WORD.sub(lambda found: self._word(found[0]), said).split()))

    def _word(self, word: str) -> str:
        if word.startswith('"'):
            return word.strip('"')
        if word in self.seats:
            return word.capitalize()
        return self.titles.get(word) or noun(word)

    def expression(self, node: x.Expr, places: bool = True) -> str:
        """An expression of a scene."""
        return self.text(show(node), places)

    def speaks(self, node: x.Expr) -> bool:
        """Whether an expression can be told in words: one that binds names of its own cannot."""
        return self.can_say(show(node))

    def can_say(self, written: str) -> bool:
        """The same of a piece of the rules as it is written."""
        said = re.sub(r"\([^()]*\)", "", written)
        return LOCAL.search(said) is None and not INNER.search(written)

    def option(self, name: str, value: str) -> str:
        """A choice of the table, as the looks file says it, else by its names."""
        return self.own_option(name, value) or f"{self.text(name)}: {self.text(value)}"

    def own_option(self, name: str, value: str) -> str | None:
        """What the looks file says for it, if anything."""
        said = self.looks.section(OPTIONS).get(name, {}).get(value)
        return None if said is None else str(said)

    def chance_text(self, nodes: Iterable[x.Expr]) -> str:
        """What chance gives: numbers and names, no places; of many the first ones."""
        return _few(", ".join(without_brackets(self.expression(one, places=False)) for one in nodes).split(", "))

    def values(self, nodes: Iterable[x.Expr]) -> str:
        """What is given to a place."""
        said = [
            without_brackets(self.expression(one)) if len(show(one)) > LONG else self.expression(one) for one in nodes
        ]
        return _few(", ".join(said).split(", "))

    def move(self, move: x.Move) -> str:
        """A move, with what tells it from another one of the same scene that would read alike."""
        return ", ".join(filter(None, (self._told(move), self.alike.get(written_move(move)))))

    def _told(self, move: x.Move) -> str:
        """As the looks file says it, else `plant tree Old Oak, field Meadow`.

        What is chosen says by itself what it is where it stands alone.
        """
        own = move_words(self.looks, move.name, dict(self._chosen(move)))
        if own is not None:
            return name_pieces(self.looks, own)
        alone = len(move.args) == 1
        said = [f"{'' if alone or len(name) < 3 else noun(name)} {self.expression(v)}".strip() for name, v in move.args]
        return name_pieces(self.looks, f"{noun(move.name)} {', '.join(said)}".strip())

    def _alike(self, moves: Iterable[x.Move]) -> dict[str, str]:
        """What tells moves apart that would read alike, by the moves as they are written: what differs in them."""
        told: dict[str, dict[str, x.Move]] = {}
        for one in moves:
            told.setdefault(self._told(one), {})[written_move(one)] = one
        many = (alike for alike in told.values() if len(alike) > 1)
        return {written: self._apart(one, [*alike.values()]) for alike in many for written, one in alike.items()}

    def _apart(self, move: x.Move, others: Sequence[x.Move]) -> str:
        """What is chosen in a move in which another one differs."""
        chosen = [{name: self.expression(value) for name, value in one.args} for one in others]
        mine = ((name, self.expression(value)) for name, value in move.args)
        return join_list([said for name, said in mine if len({one.get(name) for one in chosen}) > 1])

    def _chosen(self, move: x.Move) -> Iterator[tuple[str, str]]:
        """What is chosen in a move, and what is printed on it."""
        for name, value in move.args:
            yield name, without_brackets(self.expression(value))
            row = show(value)
            for kind, column in _columns(self.looks).get(row, ()):
                said = self.looks.value(kind, row, column)
                yield f"{name}.{column}", noun(in_words(said))

    def prose(self, said: str) -> str:
        """A sentence that somebody wrote for people: ids in brackets and marks of code are taken out.

        What is left of an id in a sentence is set in quotation marks.
        """
        said = re.sub(r" ?\[[a-z][a-z0-9.-]*\]", "", said)
        said = re.sub(r"`([a-z-]+)\.([a-z0-9.-]+)`", lambda found: f"“{noun(found[1])} {noun(found[2])}”", said)
        return " ".join(re.sub(r"`([^`]*)`", lambda found: noun(found[1]), said).split())

    # -------------------------------------------------------------- values

    def value(self, kind: t.Type, said: Any) -> str:
        """A value of a column as `PictureModel.value` tells it."""
        if said is None:
            return "none"
        if isinstance(said, bool):
            return "yes" if said else "no"
        bare = kind.bare
        if isinstance(said, dict):
            return join_list([f"{count} {noun(name)}" for name, count in said.items()]) or "nothing"
        if isinstance(said, list | tuple):
            return self._many(bare, said)
        if bare.table:
            return self.title(bare.kind, str(said))
        if bare.enumerated:
            return member_words(self.looks, str(bare), str(said))
        return said if bare == t.TEXT else noun(said)

    def _many(self, kind: t.Type, said: Sequence[Any]) -> str:
        inner = kind.member or kind
        if kind.place:
            return place_name(self.looks, kind.space, tuple(said))
        return ", ".join(self.value(inner, one) for one in said) or "none"
