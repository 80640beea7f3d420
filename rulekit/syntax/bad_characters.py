"""Letters that belong to no sentence: which complaint fits them."""

from __future__ import annotations

import re
import unicodedata

from rulekit.records import record

Facts = dict[str, str]

# Letters of other scripts that look like ours; they come from keyboards and from copied rulebooks.
LOOKALIKES = dict(
    zip(
        "аеорсухіјѕһԁԛԝАВЕКМНОРСТУХІЈЅαονρτυκιΑΒΕΖΗΙΚΜΝΟΡΤΥΧ",
        "aeopcyxijshdqwABEKMHOPCTYXIJSaovptukiABEZHIKMNOPTYX",
        strict=True,
    )
)
# Signs that word processors put in the place of plain ones.
TYPED = {
    **dict.fromkeys("\u201c\u201d\u201e\u00ab\u00bb\u2033", '"'),
    **dict.fromkeys("\u2010\u2011\u2012\u2013\u2014\u2212", "-"),
    **dict(zip("\u00d7\u00f7\u2018\u2019\uff08\uff09\uff0c\uff1a\uff1d", "*/''(),:=", strict=True)),
    "\u2264": "<=",
    "\u2265": ">=",
    "\u2260": "is not",
    "\u2192": "->",
}
BIDI = frozenset("\u061c\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")
LOGIC = {"&": "and", "|": "or", "!": "not"}
HANGING = (
    (re.compile(r"\.\.+[0-9]*"), "dots"),
    (re.compile(r"\.[0-9]+"), "decimal"),
    (re.compile(r"(?:_[A-Za-z0-9]*)+"), "underscore"),
    (re.compile(r"\.[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*(?=])"), "bracket-before"),
    (re.compile(r"\.[A-Za-z][A-Za-z0-9]*(?:-[A-Za-z0-9]+)*"), "dot"),
    (re.compile(r"'s?(?![A-Za-z])"), "possessive"),
)
NUMERIC = ("dots", "decimal")


@record
class BadCharacters:
    """What to say about letters that are no word, how many of them to mark, and whether the word before belongs."""

    code: str
    variant: str
    facts: Facts
    length: int
    from_before: bool = False


def explain(text: str, before: str = "") -> BadCharacters:
    """About a run of letters that is no word; `before` is the word it hangs on, if any."""
    first = text[0]
    if ord(first) > 126 or not first.isprintable():
        code, variant, facts = letter(first)
        return BadCharacters(code, variant, facts, 1)
    if before:
        hanging = _hanging(text, before)
        if hanging is not None:
            return hanging
    variant, facts, length = _sign(text)
    return BadCharacters("K01", variant, facts, length)


def _hanging(text: str, before: str) -> BadCharacters | None:
    """What hangs on a word: `my_name`, `0..9`, `3.5`, `card.suit`, `player's`, `a.b]`"""
    if text[0] == "]":
        return BadCharacters("K01", "bracket", {"bracket": "["}, 1, True)
    for pattern, variant in HANGING:
        match = pattern.match(text)
        if match and (before.isdigit() or variant not in NUMERIC):
            whole = before + match.group()
            if variant == "bracket-before":
                return BadCharacters("K01", "bracket", {"found": whole, "bracket": "["}, len(match.group()), True)
            facts = {"found": whole, "name": whole, "right": whole.replace("_", "-").lower(), "owner": before}
            rest = match.group().lstrip(".'_")
            if variant == "dot":
                facts["right"] = f"[{whole}]"
            return BadCharacters("K01", variant, {**facts, "part": rest} if rest else facts, len(match.group()), True)
    return None


def _sign(text: str) -> tuple[str, Facts, int]:
    first = text[0]
    if first == "[":
        closed = text.find("]") + 1
        if closed:
            return "clause-id", {"found": text[:closed]}, closed
        word = text.split()[0]
        return "bracket", {"found": word, "bracket": "]"}, len(word)
    if first == '"':
        return "string", {}, len(text)
    if text.startswith(".."):
        return "dots", {"found": text}, len(text)
    if text.startswith("!="):
        return "differs", {"found": "!="}, 2
    if first == "%":
        return "modulo-form", {"found": "%"}, 1
    if first in LOGIC:
        found = first * 2 if text[1:2] == first else first
        return "logic", {"found": found, "word": LOGIC[first]}, len(found)
    if first.isdigit():
        run = re.match(r"[A-Za-z0-9]+", text)
        return "sign", {"found": run.group() if run else first}, len(run.group()) if run else 1
    return "sign", {"found": first}, 1


def letter(sign: str) -> tuple[str, str, Facts]:
    """What to say of one letter or mark that the language does not use."""
    facts = {"sign": f"U+{ord(sign):04X}"}
    if sign in TYPED:
        return "K86", "typed", {**facts, "letter": sign, "like": TYPED[sign]}
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


def is_hidden(sign: str) -> bool:
    """Whether a sign is none that anybody sees; a tab and a line end are expected."""
    return unicodedata.category(sign) in ("Cc", "Cf", "Cs", "Zl", "Zp") and sign not in JOINERS
