"""Joint words are no names, in whatever place a name may stand; but for a few places where any word may."""

from __future__ import annotations

import pytest

from rulekit.syntax.parse_tables import tables
from rulekit.syntax.reserved_words import JOINT
from rulekit.tests.reading import codes, model

PLACES = {
    "action": "action {}\n  [a.b] stir\n",
    "field": "card X\n  face: {} 0 to 9\n",
    "row": "rows of X\n  [a.b] {}: y 1\n",
    "value": "rows of X\n  [a.b] x: y 1, {} 2\n",
    "option": "option {} is a or b\n",
    "word": "define {} is 3\n",
    "argument": "always\n  [a.b] x is empty and {} of y = 1\n",
    "local": "action a\n  [a.b] let {} be 3\n",
    "loop": "action a\n  [a.b] for each {} in S: stir\n",
    "close": "action a\n  [a.b] player picks until {}\n    [a.c] once: b\n",
}
FREE = [
    "action a, written {}\n  [a.b] stir\n",
    "action a\n  [a.b] player may b, declining as {}\n",
    "same\n  [a.b] under {} X\n",
    'scene [a.b] "x"\n  when anna does {} x 1\n',
]


@pytest.mark.parametrize("place", PLACES)
def test_no_joint_word_is_a_name(place: str) -> None:
    accepted = [word for word in sorted(JOINT) if not codes(PLACES[place].format(word))]
    assert accepted == []


@pytest.mark.parametrize("text", FREE)
def test_where_any_word_may_stand_a_joint_word_may(text: str) -> None:
    for word in sorted(JOINT):
        assert model(text.format(word)).declarations


def test_the_joint_words_are_those_of_the_language_page() -> None:
    assert len(JOINT) == 61 and {"and", "turned", "yes"} <= JOINT


USES = [  # a declaration, and a sentence with what it declares
    ("relation a: Cell {} b: Cell, if all\n  [a.b]  a = b\n", "define z x: Cell is x {} b\n"),
    ("define {} of p: Player is 3\n", "define z is 1 + {} of p\n"),
    ("define {} p: Player is p = q\n", "define z is p is not {} and q is {}\n"),
    ("state {} is 0 to 9\n", "define z is ({} if {} > 2 else 1 + {})\n"),
    ("zone {} pile of C everyone sees it\n", "to a\n  [a.b]  move top of {} to {}\n"),
    ("to {} n: Number\n  [a.b]  finish\n", "to a\n  [a.b]  finish then {} 3 then {} x\n"),
    ("action {}\n  [a.b]  finish\n", "turn\n  [a.b]  player must x or {}\n"),
]


@pytest.mark.parametrize(("declared", "used"), USES, ids=[one[0].split()[0] for one in USES])
def test_what_can_be_declared_can_be_said(declared: str, used: str) -> None:
    """A keyword that some sentence needs where the name would stand is refused as the name, not at its uses."""
    free = [word for word in sorted(tables().keywords) if not codes(declared.format(word))]
    said = {word: codes(used.replace("{}", word)) for word in free}
    assert {word: found for word, found in said.items() if found} == {}
