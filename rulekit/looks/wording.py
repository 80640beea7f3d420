"""Words of the rules as readers say them: what the section `words` of the looks file puts in their place."""

from __future__ import annotations

import re

from rulekit.looks.declared_looks import DeclaredLooks, noun
from rulekit.memo import memoize

WORDS, OPTIONS, COLUMNS, NUMBER = "words", "options", "columns", "#"
SIDE = "side"
Replacement = tuple[re.Pattern[str], str]


def name_pieces(looks: DeclaredLooks, said: str) -> str:
    """A text in which every piece that the file knows is said as it says; `#` stands for a number."""
    for pattern, words in _replacements(looks):
        said = pattern.sub(words, said)
    return said


def member_words(looks: DeclaredLooks, choice: str, member: str) -> str:
    """A member of a choice, as the file says it behind the name of the choice: `side n`; else its own name."""
    before = f"{noun(choice).lower()} "
    return name_pieces(looks, f"{before}{noun(member)}").removeprefix(before)


def column_words(looks: DeclaredLooks, kind: str, name: str) -> str:
    """What readers call a column of a kind, as the file says it; else its own name."""
    return str(looks.section(COLUMNS).get(kind, {}).get(name) or noun(name))


def side_words(looks: DeclaredLooks, kind: str, side: str) -> str:
    """What readers call a side, which the file says behind its name and the word side; a column may be called alike."""
    return str(looks.section(COLUMNS).get(kind, {}).get(f"{side} {SIDE}") or noun(side))


def number_words(looks: DeclaredLooks, column: str, number: str) -> str:
    """A number of a column, as the file says it behind the name of the column: `level 2`; else as it is."""
    before = f"{noun(column)} "
    return name_pieces(looks, before + number).removeprefix(before)


def option_words(looks: DeclaredLooks, option: str, value: str) -> str:
    """What a table chooses, as readers say it; else the value itself."""
    return str(looks.section(OPTIONS).get(option, {}).get(value) or noun(value))


@memoize
def _replacements(looks: DeclaredLooks) -> tuple[Replacement, ...]:
    """The longest first: many words decide better than few."""
    pieces = sorted(looks.section(WORDS).items(), key=lambda one: -len(one[0]))
    return tuple((_pattern(piece), words.replace(NUMBER, r"\g<number>")) for piece, words in pieces)


def _pattern(piece: str) -> re.Pattern[str]:
    said = re.escape(piece.replace("-", " ")).replace(re.escape(NUMBER), r"(?P<number>-?\d+)")
    before = r"(?<![\w-])" if piece[:1].isalnum() or piece[:1] == NUMBER else ""
    return re.compile(rf"{before}{said}(?![\w-])")
