"""Data of each component: its sides with all attributes, how certain each is, and the rules that read it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from rulekit.check.names.symbol_info import KindInfo
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.typed_roots import nodes_with_roots
from rulekit.looks.declared_looks import noun
from rulekit.looks.game_looks import PictureModel
from rulekit.looks.looks_terms import tokens
from rulekit.looks.pieces.derived_row_names import shape_names
from rulekit.looks.pieces.effect_words import effect_words
from rulekit.looks.wording import number_words
from rulekit.memo import memoize
from rulekit.site.book import BookScene, SiteModel
from rulekit.site.reader_words import ReaderWords

ASSUMED = "assumed"
HOW_CERTAIN = {
    "stated": "stated by the rulebook",
    "inferred": "follows from the rulebook",
    "public": "publicly known",
    "ruling": "our ruling",
    ASSUMED: "assumed",
}
MOST_COMBINED = 100  # rows of a list of every combination that are worth a page each


@attrs.frozen
class Attribute:
    """One thing that is printed on a side."""

    column: str
    words: str
    certainty: str
    data: Any


@attrs.frozen
class ComponentSide:
    """A side of a component; a component without named sides has one, `face`."""

    name: str
    attributes: tuple[Attribute, ...]
    assumed: bool


@attrs.frozen
class ComponentEffect:
    """One of the things a component may do: its label in the table, the sentence, the same in words."""

    column: str
    label: str
    sentence: str
    words: str


@attrs.frozen
class Component:
    """One row of a kind."""

    kind: KindInfo
    row: str
    title: str
    copies: int
    sides: tuple[ComponentSide, ...]
    effects: tuple[ComponentEffect, ...]
    parts: tuple[tuple[str, tuple[Component, ...]], ...]
    cites: tuple[str, ...]  # clauses that its row rests on


@memoize
def words_of(book: SiteModel) -> ReaderWords:
    """The words of a game, made once."""
    return ReaderWords(book.looks)


def kinds_shown(book: SiteModel) -> list[KindInfo]:
    """The kinds whose rows have pages: all but parts, which stand on the page of their whole, and endless lists."""
    kinds = book.game.checked.symbols.kinds.values()
    return [k for k in kinds if k.rows and k.whole is None and not (k.combined and len(k.rows) > MOST_COMBINED)]


@memoize
def components(book: SiteModel, kind: str) -> tuple[Component, ...]:
    """All rows of a kind."""
    info = book.game.checked.symbols.kinds[kind]
    return tuple(component(book, info, row.name) for row in info.rows)


def component(book: SiteModel, kind: KindInfo, row: str) -> Component:
    """One row."""
    looks, words = book.looks, words_of(book)
    found = next(one for one in kind.rows if one.name == row)
    cited = [cite.text for cite in (*found.cites, *kind.decl.cites)]
    cites = tuple(dict.fromkeys(one for one in cited[: len(found.cites)] if one in book.clauses))
    sides = tuple(_side(book, kind, row, name, columns) for name, columns in looks.sides(kind.name).items())
    effects = tuple(
        ComponentEffect(column, label, said, effect_in_words(words, label, said))
        for columns in looks.sides(kind.name).values()
        for column in columns
        if looks.has_effects(kind.name, column)
        for label, said in looks.effects(kind.name, row, column)
    )
    parts = tuple(
        (part.name, tuple(component(book, part, one) for one in names)) for part, names in _parts(looks, kind, row)
    )
    return Component(kind, row, _title(words, kind.name, row), found.copies, sides, effects, parts, cites)


def _title(words: ReaderWords, kind: str, row: str) -> str:
    """Its name; one that several share, as they are called by their shape, stands with the code."""
    said = words.title(kind, row)
    return f"{said[:1].upper()}{said[1:]} ({row})" if row in shape_names(words.looks) else said


def _parts(looks: PictureModel, kind: KindInfo, row: str) -> list[tuple[KindInfo, list[str]]]:
    return looks.parts(kind.name, row) if kind.is_piece else []


def _side(book: SiteModel, kind: KindInfo, row: str, side: str, columns: list[str]) -> ComponentSide:
    looks, words = book.looks, words_of(book)
    assumed = looks.assumed_columns(kind.name, row) if kind.whole is None else frozenset()
    usual = _certainty(book, kind, row)
    found = []
    for column in columns:
        if looks.has_effects(kind.name, column):
            data: Any = dict(looks.effects(kind.name, row, column))
            said = "; ".join(effect_in_words(words, label, one) for label, one in data.items()) or "nothing"
        else:
            data = looks.value(kind.name, row, column)
            typed = kind.fields[column].type
            said = words.value(typed, data)
            said = number_words(looks, column, said) if typed.bare.numeric else said
        found.append(Attribute(column, said, ASSUMED if column in assumed else usual, data))
    return ComponentSide(side, tuple(found), looks.is_assumed(kind.name, row, side) if kind.whole is None else False)


def _certainty(book: SiteModel, kind: KindInfo, row: str) -> str:
    """How certain what is not assumed of a row is: as its table says, else as the clauses that it rests on."""
    said = book.looks.printed_rows.get(kind.name, {}).get(row, {})
    given = str(said.get("certainty", ""))
    if given == ASSUMED and said.get("attested"):
        return "public"
    if given:
        return given
    found = next(one for one in kind.rows if one.name == row)
    cited = [
        book.clauses[one.text].said.certainty for one in (*found.cites, *kind.decl.cites) if one.text in book.clauses
    ]
    return next((one for one in cited if one), "")


# ------------------------------------------------------------------ effects in words


def effect_in_words(words: ReaderWords, label: str, sentence: str) -> str:
    """A sentence of an effect, after what its label lets one choose."""
    said = effect_words(words.looks, sentence)
    _, with_, choice = label.partition("with ")
    return f"{effect_words(words.looks, f'with {choice}')}: {said}" if with_ else said


# ------------------------------------------------------------------ who reads a column


@memoize
def column_lines(book: SiteModel) -> dict[tuple[str, str], tuple[str, ...]]:
    """Of each kind and column the lines of the rules that read it, laws last."""
    found: dict[tuple[str, str], dict[str, bool]] = {}
    clauses = book.game.clauses
    for sort, node in nodes_with_roots(book.game.checked, v.FieldOf):
        line = clauses.line_at(None, node.span)
        if line is not None:
            name = line.id or line.name
            known = found.setdefault((node.kind, node.field), {})
            known[name] = known.get(name, True) and sort in ("law", "demand")
    return {key: tuple(sorted(names, key=lambda one: names[one])) for key, names in found.items()}


def column_clauses(book: SiteModel, kind: str, column: str) -> list[str]:
    """The clauses behind the lines that read a column."""
    by_name = {one.name: one for one in book.lines}
    found = []
    for name in column_lines(book).get((kind, column), ()):
        line = book.by_line.get(name) or by_name.get(name)
        found += [one for one in (line.cites if line is not None else ()) if one in book.clauses]
    return list(dict.fromkeys(found))


# ------------------------------------------------------------------ where a row is met


@memoize
def scenes_by_name(book: SiteModel) -> dict[str, tuple[BookScene, ...]]:
    """The scenes by every name that stands in them."""
    found: dict[str, dict[int, BookScene]] = {}
    for scene in book.scenes:
        for line in scene.lines:
            for word in tokens(line):
                found.setdefault(word, {})[scene.number] = scene
    return {word: tuple(scenes.values()) for word, scenes in found.items()}


@memoize
def clauses_by_title(book: SiteModel) -> dict[str, tuple[str, ...]]:
    """The clauses whose sentence names a component by its title; the shortest titles are words like others."""
    titles = {book.looks.title(kind.name, row.name) for kind in kinds_shown(book) for row in kind.rows}
    long = [one for one in titles if len(one) >= SHORTEST_TITLE and one[:1].isupper()]
    return {one: tuple(id_ for id_, clause in book.clauses.items() if one in clause.text) for one in long}


SHORTEST_TITLE = 4


def clauses_naming(book: SiteModel, one: Component) -> list[str]:
    """The clauses that a row rests on, then those whose sentence names it."""
    named = clauses_by_title(book).get(book.looks.title(one.kind.name, one.row), ())
    return list(dict.fromkeys([*one.cites, *named]))


def kind_noun(kind: KindInfo) -> str:
    """`mine tile` of `MineTile`"""
    return noun(kind.name).lower()


def all_components(book: SiteModel) -> Iterator[Component]:
    """Every component that has a page."""
    for kind in kinds_shown(book):
        yield from components(book, kind.name)
