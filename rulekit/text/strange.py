"""Letters that belong to no sentence: which complaint fits them."""

from __future__ import annotations

import re
import unicodedata

Facts = dict[str, str]

# Letters of other scripts that look like ours; they come from keyboards and from copied rulebooks.
LOOKALIKES = dict(
    zip(
        "аеорсухіјѕһԁԛԝАВЕКМНОРСТУХІЈЅαονρτυκιΑΒΕΖΗΙΚΜΝΟΡΤΥΧ",
        "aeopcyxijshdqwABEKMHOPCTYXIJSaovptukiABEZHIKMNOPTYX",
        strict=True,
    )
)
BIDI = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
LOGIC = {"&": "and", "|": "or", "!": "not"}
SNAKE = re.compile(r"[A-Za-z][A-Za-z0-9]*(_[A-Za-z0-9]+)+")


def explain(text: str) -> tuple[str, str, Facts]:
    """Code, variant and facts for a run of letters that is no word."""
    first = text[0]
    if ord(first) > 127 or not first.isprintable():
        return letter(first)
    if first == "[":
        return "K01", "clause-id" if "]" in text else "bracket", {"found": text, "bracket": "]"}
    if first == '"':
        return "K01", "string", {}
    if first == ".":
        return "K01", "dots", {"found": text}
    if text.startswith(("!=", "<>")):
        return "K01", "differs", {"found": text[:2]}
    if first in LOGIC:
        return "K01", "logic", {"found": text[:2] if text[1:2] == first else first, "word": LOGIC[first]}
    if first.isdigit():
        return "K01", "sign", {"found": text}
    return "K01", "sign", {"found": first}


def letter(sign: str) -> tuple[str, str, Facts]:
    """What to say of one letter or mark that the language does not use."""
    facts = {"sign": f"U+{ord(sign):04X}"}
    if sign in LOOKALIKES:
        return "K86", "lookalike", {**facts, "letter": sign, "like": LOOKALIKES[sign]}
    if sign in BIDI:
        return "K86", "bidi", facts
    category = unicodedata.category(sign)
    if category == "Zs":
        return "K86", "space", facts
    if category in ("Cc", "Cf", "Cs", "Co", "Cn"):
        return "K86", "control", facts
    return "K86", "sign", {**facts, "letter": sign}


JOINERS = frozenset("\u200c\u200d")  # some scripts cannot be written without them


def hidden(sign: str) -> bool:
    """Whether a sign is none that anybody sees; a tab and a line end are expected."""
    return unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Zl", "Zp") and sign not in JOINERS


def snake(text: str) -> Facts | None:
    """Facts about a name joined by underscores, if it is one."""
    match = SNAKE.match(text)
    return {"name": match.group(), "right": match.group().replace("_", "-").lower()} if match else None
