"""`e is payable`: the price of an effect can be paid now; `at x`: with x as `here`."""

from __future__ import annotations

from typing import Any

from rulekit.typesystem import types as t
from rulekit.words.shared_typings import is_a, unfit
from rulekit.words.word import TypingContext, Word
from rulekit.words.word_context import ASKED, Types, WordContext


def typing(asked: TypingContext) -> t.Type:
    """Of an effect, and perhaps what it lies on; the answer is yes or no."""
    if not is_a(asked.type("of"), t.EffectOf):
        return unfit(asked, "payable", "of", "an effect")
    if asked.has("at"):
        asked.type("at")
    return t.YES_NO


def meaning(context: WordContext, types: Types, of: Any, at: Any = None) -> bool:
    """Whether the price can be paid whole now; nothing is paid."""
    return context.payable(of, at)


WORD = Word(
    "payable",
    __doc__,
    typing,
    meaning,
    reads=(ASKED,),
    dear=True,
    takes={"at": False},
    adjective=True,
    examples=(
        ("some how in doing of elm has how is payable", "yes"),
        ("some how in doing of fir has how is payable", "no"),
        ("some how in doing of oak has how is payable at ash", "no"),
        ("some how in doing of oak has how is payable at oak", "yes"),
    ),
)
