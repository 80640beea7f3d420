"""Letters without their marks, for a search that does not fold them itself: `zolty` finds `żółty`."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable

ALONE = str.maketrans(
    {"ł": "l", "Ł": "L", "đ": "d", "Đ": "D", "ø": "o", "Ø": "O", "ß": "ss", "æ": "ae", "œ": "oe", "ı": "i"}
)
WORD = re.compile(r"[^\W\d_]+")


def fold_text(text: str) -> str:
    """The text in plain letters."""
    return "".join(
        sign for sign in unicodedata.normalize("NFD", text.translate(ALONE)) if not unicodedata.combining(sign)
    )


def also_folded(words: Iterable[str]) -> list[str]:
    """The words, and the plain spelling of each that has another."""
    given = list(words)
    found = {word for text in given for word in WORD.findall(text)}
    return [*given, *sorted(plain for word in found if (plain := fold_text(word)) != word)]
