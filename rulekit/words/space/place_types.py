"""What the words of space share: in which space a place lies, and how that is laid out."""

from __future__ import annotations

from typing import Any

from rulekit.spaces import geometry
from rulekit.spaces.shape import Layout
from rulekit.typesystem import types as t
from rulekit.words.shared_typings import inmost, is_a, member_or_self, one_or_member, unfit
from rulekit.words.word import TypingContext
from rulekit.words.word_context import Types, WordContext

A_PLACE = "a place of a space"


def place_type(space: Any) -> t.Type:
    """What a place of a space is: a row of its list, or a place of its own."""
    listed = dict(space.attributes).get("places")
    return t.Row(listed) if isinstance(listed, str) else t.Place(space.name)


def hint(asked: TypingContext) -> t.Type | None:
    """Coordinates need no name beside them if there is but one space they can lie in."""
    spaces = list(asked.things().spaces.values())
    return place_type(spaces[0]) if len(spaces) == 1 else None


def set_hint(asked: TypingContext) -> t.Type | None:
    """The same for a set of places."""
    kind = hint(asked)
    return None if kind is None else t.SetOf(kind)


def space_of(asked: TypingContext, kind: t.Type) -> Any:
    """The space a place or an edge lies in, as declared; None if it is neither."""
    kind, spaces = kind.bare, asked.things().spaces
    if kind.space:
        return spaces.get(kind.space)
    return next((space for space in spaces.values() if place_type(space) == kind), None)


def one_place(asked: TypingContext, word: str) -> t.Type:
    """The type of one place."""
    kind = asked.type("of", hint(asked))
    return kind.bare if is_place(asked, kind) else unfit(asked, word, "of", A_PLACE)


def some_places(asked: TypingContext, word: str) -> t.Type:
    """The type of a place given alone or as a member of a set."""
    kind = member_or_self(asked, "of", hint(asked))
    return kind if is_place(asked, kind) else unfit(asked, word, "of", A_PLACE)


def is_place(asked: TypingContext, kind: t.Type) -> bool:
    """Whether it is a place of some space; also yes where the type is not known, so that one mistake is told once."""
    return is_a(kind) or (not is_a(kind, t.Edge) and space_of(asked, kind) is not None)


def directions(asked: TypingContext, kind: t.Type) -> t.Type:
    """The type of the directions of the space a place or an edge lies in."""
    space = space_of(asked, kind)
    if space is None:
        return t.UNKNOWN
    ring = geometry.directions(space, asked.things())
    return ring if ring is not None else asked.complain("K07", "no-sides", name="sides", space=space.name)


def hoped_space(asked: TypingContext, word: str) -> t.Type:
    """The places a word means that is asked of a number: those that are expected, or those of the only space."""
    hope, spaces = inmost(asked.expected_type()), asked.things().spaces
    if hope is not None and is_a(hope, t.Place, t.Row) and space_of(asked, hope) is not None:
        return hope
    if len(spaces) > 1:
        return asked.complain("K76", name=word, meanings=list(spaces))
    if not spaces:
        return asked.complain("K07", "word", word=f"{word} of", arg="a number")
    return place_type(next(iter(spaces.values())))


def edge_end(asked: TypingContext, kind: t.Type) -> t.Type:
    """The type of the places an edge joins."""
    space = space_of(asked, kind)
    return t.Place(kind.space) if space is None else place_type(space)


def laid_out(asked: TypingContext, kind: t.Type) -> Layout | None:
    """The space of a place laid out while checking; None if its declaration is wrong."""
    space = space_of(asked, kind)
    try:
        return None if space is None else geometry.layout(space, asked.things())
    except (KeyError, IndexError, TypeError):
        return None


def ground(context: WordContext, kind: t.Type) -> Layout:
    """The same in play."""
    kind = inmost(kind) or kind
    return context.layout(kind.space if kind.edge else str(kind))


def layout_of(context: WordContext, types: Types) -> Layout:
    """The board on which the argument lies, or its members."""
    return ground(context, one_or_member(types, "of"))
