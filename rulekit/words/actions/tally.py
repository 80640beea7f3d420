"""`tally of a`: how often an action was answered in this game; only laws may ask."""

from __future__ import annotations

from rulekit.typesystem import types as t
from rulekit.words.eyes import PAST, Eyes, Types
from rulekit.words.shared_typings import NUMBER_OF_THINGS
from rulekit.words.word import Asked, Word


def typing(asked: Asked) -> t.Type:
    """Of an action by its name; the answer is a number."""
    asked.place("of")
    return NUMBER_OF_THINGS


def meaning(eyes: Eyes, types: Types, of: str) -> int:
    """How often it was answered since the game began."""
    return eyes.tally(of)


WORD = Word(
    "tally",
    __doc__,
    typing,
    meaning,
    reads=(PAST,),
    named={"of": ("action",)},
    examples=(("tally of rest", "0"),),
)
