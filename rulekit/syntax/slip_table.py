"""Slips that people make often: how to know them, where to point, which words to find for them.

A rule looks at the place where the parser could go no further and gives a `Hint`, or None if the slip is another one.
The first rule that answers is right, so those that are sure stand before those that guess; where none answers, the
message only names what could have stood there.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from rulekit.diagnostics import nearest
from rulekit.syntax import foreign_keywords
from rulekit.syntax.error_site import LAYOUT, ErrorSite, Hint
from rulekit.syntax.lexer import Token
from rulekit.syntax.parse_tables import tables
from rulekit.syntax.phrase_hints import phrase
from rulekit.syntax.repair_hints import missing_colon, repair
from rulekit.syntax.reserved_words import JOINT, TYPED

MINUS_RANGE = 9  # words of `(-5) to (-1)`
ENDS_OPENER = frozenset("if for repeat until together else".split())
DOING = frozenset(
    """move set add take raise lower shuffle show perform report finish let roll lot require repeat do then
    player""".split()
)


def _head(place: ErrorSite) -> Hint | None:
    """A line at the margin that begins with no declaration."""
    first = place.tokens[0]
    known = tables().keywords
    if first.type == "CLAUSE":
        return Hint("clause", {"id": first.text}, first, code="K03")
    if first.type == "NAME" and first.text not in known and first.text not in LAW_BLOCKS and place.before is not None:
        near = nearest(first.text, _heads())
        if near and place.tokens[1].type in LAYOUT:
            return Hint("head", {"found": first.text, "near": ", ".join(near)}, first)
    if first.type != "NAME" or first.text in known or place.at > 1 or place.token.type in LAYOUT:
        return None
    if first.text in JOINT or place.expected - {"_NL"}:
        return None
    near = ["total"] if place.tokens[1].text == "of" else nearest(first.text, _heads())
    return Hint("head", {"found": first.text, "near": ", ".join(near)}, first)


LAW_BLOCKS = (
    "always at-rest never at-end each-step never-rises never-falls never-changes at-most same demands conserved".split()
)


def _heads() -> list[str]:
    """The words that begin a declaration, for the nearest one."""
    return """game source option edition type space card tile piece list part written rows zone state define total
        relation setup play turn action to whenever end result scene start demands""".split()


def _block(place: ErrorSite) -> Hint | None:
    """Too far in, nothing under a head, or no colon before the lines under an opener."""
    last = place.last_word()
    if place.token.type == "_INDENT":
        if last is not None and "COLON" in place.expected:
            return Hint("colon", {"after": last.text}, last)
        spaces = place.token.column - 1
        return Hint("deep", {"spaces": str(spaces), "wanted": str(max(spaces - 2, 0))}, code="K03")
    if last is not None and place.expected <= {"_INDENT", "CITE"}:
        if last.type == "CITE" and "  " in last.text:
            return Hint("after-cite", {}, last)
        line = " ".join(t.text for t in place.tokens if t.line == last.line and t.text)
        return Hint("empty", {"after": line}, last, code="K03")
    if place.token.type in ("_DEDENT", "$END") and last is not None and "_INDENT" in place.expected:
        behind = Token("_NL", "", last.line, last.end, last.end)
        return Hint("line-end", {"after": last.text, "expected": "a sentence"}, behind)
    if place.expected <= {"CLAUSE", "_DEDENT"} and place.token.type not in LAYOUT:
        return Hint("case", {}, code="K05")
    return None


def _opener(place: ErrorSite) -> Hint | None:
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
    whole = missing_colon(place)
    if whole is not None:
        return whole
    for i in range(2, len(line)):
        if line[i].text in DOING:
            return Hint("colon", {"after": line[i - 1].text}, line[i])
    return Hint("colon", {"after": words[-1].text}) if "COLON" in place.expected else None


def _line_end(place: ErrorSite) -> Hint | None:
    """A line that ends too soon: what its declaration still wants, as the views of a zone."""
    if place.token.type == "CITE" and place.tokens[0].text in foreign_keywords.TAILS and "COMMA" in place.expected:
        return Hint("line-end", {"expected": foreign_keywords.TAILS[place.tokens[0].text]})
    if place.tokens[0].text == "zone" and "KNOWN" in place.expected and place.token.type in ("_NL", "$END", "CITE"):
        return Hint("", {"zone": place.tokens[1].text}, place.tokens[1], code="K48")
    if place.token.type not in ("_NL", "$END"):
        return None
    tail = foreign_keywords.TAILS.get(place.tokens[0].text)
    if tail and "COMMA" in place.expected:
        return Hint("line-end", {"expected": tail})
    return Hint("line-end")


def _views(place: ErrorSite) -> Hint | None:
    """A comma before the views of a zone."""
    if place.tokens[0].text != "zone" or "KNOWN" not in place.expected or place.token.type != "COMMA":
        return None
    return Hint("plain", {"found": "`,`", "expected": "who sees it, as in `nobody sees it`"})


def _range_below_zero(place: ErrorSite) -> Hint | None:
    """`state debt is -5 to 5`, or with brackets round the minus: a declared range begins at 0 or above."""
    if place.tokens[0].text not in TYPED or place.before is None or "NUMBER" not in place.expected:
        return None
    bare = [token for token in place.tokens[place.at : place.at + MINUS_RANGE] if token.type not in ("LPAR", "RPAR")]
    found = re.match(r"- (?P<low>[0-9]+) to (?P<below>- )?(?P<high>[0-9]+)", " ".join(token.text for token in bare))
    if found is None:
        return None
    low, high = int(found["low"]), int(found["high"]) * (-1 if found["below"] else 1)
    if high < -low:
        return None
    name = place.tokens[1].text if place.before.text == "is" else place.before.text
    facts = {"found": f"-{low} to {high}", "number": str(low), "shifted": f"0 to {low + high}", "name": name}
    return Hint("range-below-zero", facts, place.token, bare[len(found[0].split()) - 1])


def _signs(place: ErrorSite) -> Hint | None:
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
    if (
        token.type == "LPAR"
        and before.type == "NAME"
        and place.expected >= {"NAME", "OLD"}
        and "LPAR" not in place.expected
    ):
        return Hint("relation-side", {"verb": before.text}, before)
    if token.type == "CLAUSE" and before.type == "NAME" and before.end == token.column:
        return Hint("index-brackets", {"found": token.text, "name": before.text})
    return Hint("after-cite") if before.type == "CITE" else None


def _slashes(place: ErrorSite) -> Hint | None:
    """A remark in the manner of other languages, at the beginning of a line."""
    token, after = place.token, place.next
    if token.text in ("/", "-") and after.text in ("/", "-", "*") and token.end == after.column:
        return Hint("comment", {"found": token.text + after.text}, token, after)
    return None


def _commas(place: ErrorSite) -> Hint | None:
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


def _arrows(place: ErrorSite) -> Hint | None:
    """A second price on one line."""
    second = place.token.type == "ARROW" and any(t.type == "ARROW" for t in place.words())
    return Hint("", code="K77") if second else None


RULES: tuple[Callable[[ErrorSite], Hint | None], ...] = (
    _head,
    _slashes,
    foreign_keywords.fields,
    foreign_keywords.source_sign,
    foreign_keywords.other_opener,
    foreign_keywords.missing_brackets,
    foreign_keywords.unnamed_or_nothing,
    foreign_keywords.bare_quantifier,
    foreign_keywords.each_of_brackets,
    phrase,
    foreign_keywords.conjunction_hint,
    foreign_keywords.forbidden_hint,
    foreign_keywords.middle,
    foreign_keywords.assignment,
    _block,
    _opener,
    foreign_keywords.modifiers,
    foreign_keywords.types,
    _range_below_zero,
    _signs,
    _commas,
    _arrows,
    foreign_keywords.letters,
    foreign_keywords.everyday,
    _views,
    foreign_keywords.bare_count,
    foreign_keywords.modal_verb_hint,
    foreign_keywords.subject,
    repair,
    _line_end,
    foreign_keywords.spelling,
    foreign_keywords.stray_word_hint,
)
