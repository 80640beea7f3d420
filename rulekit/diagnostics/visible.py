"""Text made safe to show: what a terminal would obey is spelt out instead."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable
from functools import cache, lru_cache

TAB_WIDTH = 4
HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


@lru_cache(maxsize=4096)
def visible_char(sign: str) -> str:
    """One character as it may be shown: itself, or its number if it is a command or cannot be seen."""
    if sign == "\t":
        return " " * TAB_WIDTH
    if " " <= sign <= "~":
        return sign
    odd = unicodedata.category(sign) in HIDDEN or (unicodedata.category(sign) == "Zs")
    return f"<U+{ord(sign):04X}>" if odd else sign


def visible(text: str) -> str:
    """A text as it may be shown on one line."""
    return text if text.isascii() and text.isprintable() else "".join(map(visible_char, text))


@lru_cache(maxsize=4096)
def width(sign: str) -> int:
    """How many columns of a terminal one character takes, as shown."""
    plain = visible_char(sign)
    return len(plain) if plain.isascii() else max(0, _wcwidth()(plain))


@cache
def _wcwidth() -> Callable[[str], int]:
    """The table of wide characters, read only when a line needs it."""
    from wcwidth import wcwidth

    return wcwidth
