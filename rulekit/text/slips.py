"""Slips that people make often: how to know them, where to point, which words to find for them."""

from __future__ import annotations

from collections.abc import Callable

from rulekit.problems import nearest
from rulekit.text.joint import JOINT
from rulekit.text.lex import Token
from rulekit.text.place import LAYOUT, Hint, Place
from rulekit.text.tables import tables

MODALS = ("must", "may", "picks")
MODAL_LIKE = frozenset("shall should can could will would might needs chooses selects takes decides does".split())
OPENERS = {"while": "until", "when": "if", "unless": "if not", "foreach": "for each", "loop": "repeat"}
ENDS_OPENER = frozenset("if for repeat until together else".split())
DOING = frozenset(
    """move set add take raise lower shuffle show perform report finish let roll lot require repeat do then
    player""".split()
)
COMPARING = {
    ("equal", "to"): "`=`",
    ("equals", ""): "`=`",
    ("greater", "than"): "`>`",
    ("more", "than"): "`>`",
    ("bigger", "than"): "`>`",
    ("less", "than"): "`<`",
    ("fewer", "than"): "`<`",
    ("smaller", "than"): "`<`",
    ("at", "least"): "`>=`",
    ("at", "most"): "`<=`",
}
TAILS = {"relation": "`, if any` or `, if all`", "result": "`, ties are ..`"}  # what the only comma there begins


def _head(place: Place) -> Hint | None:
    """A line at the margin that begins with no declaration."""
    first = place.tokens[0]
    known = tables().keywords
    if first.type == "WORD" and first.text not in known and first.text not in LAW_BLOCKS and place.before is not None:
        near = nearest(first.text, _heads())
        if near and place.tokens[1].type in LAYOUT:
            return Hint("head", {"found": first.text, "near": ", ".join(near)}, first)
    if first.type != "WORD" or first.text in known or place.at > 1 or place.token.type in LAYOUT:
        return None
    if first.text in JOINT or place.expected - {"_NL"}:
        return None
    return Hint("head", {"found": first.text, "near": ", ".join(nearest(first.text, _heads()))}, first)


LAW_BLOCKS = (
    "always at-rest never at-end each-step never-rises never-falls never-changes at-most same demands conserved".split()
)


def _heads() -> list[str]:
    return """game source option edition type space card tile piece list part written rows zone state define total
        relation setup play turn action to whenever end result scene demands""".split()


def _block(place: Place) -> Hint | None:
    """Too far in, nothing under a head, or no colon before the lines under an opener."""
    last = place.last_word()
    if place.token.type == "_INDENT":
        if last is not None and "COLON" in place.expected:
            return Hint("colon", {"after": last.text}, last)
        spaces = place.token.column - 1
        return Hint("deep", {"spaces": str(spaces), "wanted": str(max(spaces - 2, 0))}, code="K03")
    if last is not None and place.expected <= {"_INDENT", "CITE"}:
        line = " ".join(t.text for t in place.tokens if t.line == last.line and t.text)
        return Hint("empty", {"after": line}, last, code="K03")
    if place.token.type in ("_DEDENT", "$END") and last is not None and "_INDENT" in place.expected:
        behind = Token("_NL", "", last.line, last.end, last.end)
        return Hint("line-end", {"after": last.text, "expected": "a sentence"}, behind)
    if place.expected <= {"CLAUSE", "_DEDENT"} and place.token.type not in LAYOUT:
        return Hint("case", {}, code="K05")
    return None


def _other_opener(place: Place) -> Hint | None:
    """`while ..:` for `until`, `for every` for `for each`."""
    words = place.statement()
    if words and words[0].text in OPENERS and place.token.type != "_NL":
        return Hint("plain", {"found": f"`{words[0].text}`", "expected": f"`{OPENERS[words[0].text]}`"}, words[0])
    if "EACH" in place.expected and place.token.text in ("every", "all", "any"):
        return Hint("plain", {"found": f"`{place.token.text}`", "expected": "`each`"})
    return None


def _opener(place: Place) -> Hint | None:
    """An opener that lacks its colon."""
    words = place.statement()
    if not words or words[0].text not in ENDS_OPENER or place.token.type == "COLON":
        return None
    if sum((t.type == "LPAR") - (t.type == "RPAR") for t in words):
        return None
    if place.token.type == "_NL":
        return Hint("colon", {"after": words[-1].text}, words[-1]) if "COLON" in place.expected else None
    line = [*words, place.token]
    if any(t.type == "COLON" for t in place.tokens[place.at : place.at + 40] if t.line == place.token.line):
        return None
    for i in range(2, len(line)):
        if line[i].text in DOING:
            return Hint("colon", {"after": line[i - 1].text}, line[i])
    return Hint("colon", {"after": words[-1].text}) if "COLON" in place.expected else None


def _line_end(place: Place) -> Hint | None:
    if place.token.type not in ("_NL", "$END"):
        return None
    if place.tokens[0].text == "zone" and "KNOWN" in place.expected and len(place.tokens) > 1:
        return Hint("", {"zone": place.tokens[1].text}, place.tokens[1], code="K48")
    tail = TAILS.get(place.tokens[0].text)
    if tail and "COMMA" in place.expected:
        return Hint("line-end", {"expected": tail})
    return Hint("line-end")


def _views(place: Place) -> Hint | None:
    """A comma before the views of a zone."""
    if place.tokens[0].text != "zone" or "KNOWN" not in place.expected or place.token.type != "COMMA":
        return None
    return Hint("plain", {"found": "`,`", "expected": "who sees it, as in `nobody sees it`"})


def _signs(place: Place) -> Hint | None:
    """Signs of other languages that are made of ours."""
    token, before, after = place.token, place.before, place.next
    if before is None:
        return None
    pair = before.text + token.text if before.end == token.column and before.line == token.line else ""
    if pair in ("==", "<>", "/="):
        return Hint("equals" if pair == "==" else "differs", {"found": pair}, before, token)
    if pair in ("=>", "=<"):
        return Hint("plain", {"found": f"`{pair}`", "expected": f"`{pair[::-1]}`"}, before, token)
    if pair in ("--", "//", "/*"):
        return Hint("comment", {"found": pair}, before, token)
    if token.text == ":" and after.text == "=":
        return Hint("assign", {"found": ":=", "name": before.text}, token, after)
    if token.text == "=" and "IS" in place.expected and "COMPARE" not in place.expected:
        return Hint("plain", {"found": "`=`", "expected": "`is`"})
    if token.text == "=" and len(place.statement()) == 1:
        return Hint("assign", {"found": "=", "name": before.text})
    if token.text == "-" and before.type == "NUMBER" and "TO" in place.expected:
        return Hint("dots", {"found": f"{before.text}-{after.text}"}, before, after if after.text else token)
    if token.text == "-" and after.type == "NUMBER" and "NUMBER" in place.expected:
        return Hint("negative", {"number": after.text}, token, after)
    return Hint("after-cite") if before.type == "CITE" else None


def _slashes(place: Place) -> Hint | None:
    """A remark in the manner of other languages, at the beginning of a line."""
    token, after = place.token, place.next
    if token.text in ("/", "-") and after.text in ("/", "-", "*") and token.end == after.column:
        return Hint("comment", {"found": token.text + after.text}, token, after)
    return None


def _commas(place: Place) -> Hint | None:
    """Offers and choices joined by commas, things done joined by `and` or a comma; colons behind a head."""
    token, before = place.token, place.before
    if token.type == "COLON" and (before is None or "_NL" in place.expected or before.type == "CLAUSE"):
        return Hint("no-colon", {"after": before.text if before else ""})
    comma = before if before is not None and before.type == "COMMA" else token if token.type == "COMMA" else None
    words = {t.text for t in place.words()}
    if token.text == "else":
        return Hint("else")
    if comma is not None and words & {"must", "may", "once", "freely", "except", "after", "before"}:
        offered = "OR" in place.expected or place.expected <= {"IF", "DECLINING"}
        return Hint("comma-offer", {}, comma) if offered else None
    if comma is not None and place.tokens[0].text in ("option", "type", "state", "card", "tile", "piece"):
        choice = place.expected <= {"USUALLY"} or (comma is token and "OR" in place.expected)
        return Hint("comma-choice", {}, comma) if choice else None
    joins = comma is before is not None and place.expected == {"AT"}
    if joins or (token.text == "and" and "THEN" in place.expected and "AND" not in place.expected):
        mark = comma if joins else token
        return Hint("then", {"found": mark.text if mark else ""}, mark)
    return None


def _arrows(place: Place) -> Hint | None:
    """A second price on one line."""
    second = place.token.type == "ARROW" and any(t.type == "ARROW" for t in place.words())
    return Hint("", code="K77") if second else None


def _letters(place: Place) -> Hint | None:
    """A small letter for a capital one, or the other way about."""
    token, expected = place.token, place.expected
    if token.type == "UPPER" and "NAME" in expected and "UPPER" not in expected:
        return Hint("upper-name", {"name": token.text, "lower": token.text.lower()})
    if token.type == "WORD" and "UPPER" in expected and "NAME" not in expected:
        kind = "".join(part.capitalize() for part in token.text.split("-"))
        return Hint("lower-kind", {"name": token.text, "kind": kind})
    return None


def _quantified(place: Place) -> Hint | None:
    """`a and no x in S has b`: a condition of that kind stands in brackets inside another."""
    line = place.words()
    for before, word in zip(line, line[1:], strict=False):
        if word.text in ("every", "some", "no") and before.text in ("and", "or", "not"):
            return Hint("quantifier", {"name": word.text}, word, code="K02")
    return None


def _joint(place: Place) -> Hint | None:
    """A joint word was taken for a name a little earlier in the line, which is why the rest does not fit."""
    line = place.words()
    for i, word in enumerate(line):
        if word in place.joint and not (i and line[i - 1].text in ("written", "under", "as")):
            if word.text == "else":
                return Hint("else", {}, word)
            quantifier = word.text in ("every", "some", "no")
            return Hint("quantifier" if quantifier else "plain", {"name": word.text}, word, code="K02")
    return None


def _modal(place: Place) -> Hint | None:
    """`player shall lay`"""
    words = place.statement()
    if len(words) == 2 and place.token.type == "WORD":
        verb = words[1]
        near = nearest(verb.text, MODALS)
        if verb.text in MODAL_LIKE or (near and words[0].text in ("player", "active", "winner", "owner")):
            return Hint("modal", {"found": verb.text, "near": ", ".join(near or MODALS[:2])}, verb)
    if place.token.type == "WORD" and {"MUST", "MAY"} <= place.expected and len(place.expected) <= 4:
        return Hint("modal", {"found": place.token.text, "near": ", ".join(nearest(place.token.text, MODALS))})
    return None


def _habits(place: Place) -> Hint | None:
    """English that says the same in more words."""
    token, before = place.token, place.before
    if token.type != "WORD" or before is None:
        return None
    sign = COMPARING.get((before.text, token.text)) or COMPARING.get((token.text, ""))
    if sign:
        first = token if COMPARING.get((token.text, "")) else before
        said = " ".join(dict.fromkeys((first.text, token.text)))
        return Hint("plain", {"found": f"`{said}`", "expected": sign}, first, token)
    if before.text in ("top", "bottom") and place.next.text == "of":
        return Hint("plain", {"found": f"`{token.text}`", "expected": "`of`"})
    return None


def _spelling(place: Place) -> Hint | None:
    """A keyword with a slip in it, or one that stands where a name is expected."""
    token = place.token
    if token.type != "WORD":
        return None
    keywords = tables().keywords
    spelled = {name: text for text, name in keywords.items()}
    if token.text in JOINT and "NAME" in place.expected and "LPAR" not in place.expected:
        return Hint("plain", {"name": token.text}, code="K02")
    near = nearest(token.text, [spelled[s] for s in place.expected if s in spelled])
    if near:
        return Hint("plain", {"found": f"`{token.text}`", "expected": " or ".join(f"`{n}`" for n in near)})
    tail = TAILS.get(place.tokens[0].text)
    if tail and "COMMA" in place.expected and "_NL" not in place.expected:
        return Hint("plain", {"found": f"`{token.text}`", "expected": tail})
    return None


RULES: tuple[Callable[[Place], Hint | None], ...] = (
    _head,
    _slashes,
    _other_opener,
    _quantified,
    _joint,
    _block,
    _opener,
    _line_end,
    _views,
    _signs,
    _commas,
    _arrows,
    _letters,
    _modal,
    _habits,
    _spelling,
)
