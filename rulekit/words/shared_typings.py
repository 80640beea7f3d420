"""What the typings of several words share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulekit.typesystem import types as t
from rulekit.words.word import TypingContext

NUMBER_OF_THINGS = t.Number(0, t.LARGEST)


def lift_nothing(asked: TypingContext, kind: t.Type, *slots: str) -> t.Type:
    """The type, `or nothing` if something it is asked of may be nothing."""
    given = [slot for slot in slots if asked.has(slot)]
    return t.or_nothing(kind) if any(asked.place(slot).optional for slot in given) else kind


def unfit(asked: TypingContext, word: str, slot: str, wanted: str) -> t.Type:
    """Complain that what was given is of another type."""
    return asked.complain(
        "K16", "argument", word=word, value=asked.argument_text(slot), found=argument_text(asked, slot), wanted=wanted
    )


def relation_misfit(asked: TypingContext, word: str, slot: str, wanted: str) -> t.Type:
    """The same for a word between two values."""
    value = asked.argument_text(slot)
    return asked.complain(
        "K16", "relation", relation=word, value=value, found=argument_text(asked, slot), wanted=wanted
    )


def argument_text(asked: TypingContext, slot: str) -> str:
    """The type of an argument as a message names it: "a set of Card"."""
    return asked.type(slot).phrase


def is_a(kind: t.Type, *wanted: type[t.Type]) -> bool:
    """Is this one of these types, or unknown because a complaint was made already?"""
    return isinstance(kind.bare, (*wanted, t.Unknown))


def inmost(kind: t.Type | None) -> t.Type | None:
    """What a collection of collections holds in the end; None of None."""
    return None if kind is None else kind.innermost


def member_or_self(asked: TypingContext, slot: str, hint: t.Type | None = None) -> t.Type:
    """The type of one thing, given alone or as a member of a set."""
    kind = asked.place(slot, hint).bare
    alone = not kind.collection or (kind.zone and kind.shape == "one")
    return (asked.type(slot) if alone else asked.members(slot)).bare


def one_or_member(types: Mapping[str, t.Type], slot: str = "of") -> t.Type:
    """The same of types already known."""
    kind = types[slot].bare
    return (kind.member or kind).bare


def members_or_one(value: Any) -> tuple[Any, ...]:
    """The members of a set, or one thing alone."""
    return value if isinstance(value, tuple) else (value,)
