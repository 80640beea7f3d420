"""Tokens that could have stood at the error: the complaint about a sentence that breaks off."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from rulekit.diagnostics import Problem
from rulekit.source import Span
from rulekit.syntax.error_site import ErrorSite, Hint, Reads
from rulekit.syntax.lexer import Token
from rulekit.syntax.parse_tables import tables
from rulekit.syntax.slip_table import RULES

VALUE_SIGNS = {"NAME", "UPPER"}
VALUE_WORDS = frozenset("NUMBER LPAR IT OLD THOSE EVERY SOME NO NOT MINUS LEGAL SUPPOSING IF YES NOTHING".split())
PHRASES = {
    "COMMA": "`,`",
    "COLON": "`:`",
    "NAME": "a name",
    "UPPER": "a Kind (with a capital letter)",
    "NUMBER": "a number",
    "STRING": 'a text in "quotation marks"',
    "CLAUSE": "an id in [square brackets]",
    "LPAR": "`(`",
    "RPAR": "`)`",
    "PLUS": "`+`",
    "MINUS": "`-`",
    "MULDIV": "`*` or `/`",
    "COMPARE": "`=`, `<` or `>`",
    "SHAPE": "`pile of`, `set of` or `bag of`",
    "_INDENT": "indented lines",
    "CITE": "a citation `@..`",
    "_NL": "the end of the line",
}
NOISE = ("PLAYER", "PLAYERS")  # follow a number in the line `game` only
PREPOSITIONS = {"AT", "WITHIN", "THROUGH", "STOPPING", "TURNED", "BEYOND", "TOWARDS", "BY"}
MANY = 5  # more continuations than this help nobody


def complaint(
    expected: Mapping[str, int], tokens: list[Token], at: int, file: str, joint: list[Token], reads: Reads
) -> Problem:
    """The most helpful words for a token that fits nowhere. `joint` are the joint words that were read as names."""
    place = ErrorSite(expected, tokens, at, joint, reads)
    for rule in RULES:
        hint = rule(place)
        if hint is not None:
            break
    else:
        hint = Hint("plain", {"found": _token_name(place.token)})
    facts = dict(hint.facts)
    if hint.code == "K01" and hint.variant in ("plain", "line-end"):
        facts = {**_context(place, hint), **facts}
    first, last = hint.first or place.token, hint.last or hint.first or place.token
    end = max(last.end, first.column + 1) if last.line == first.line else first.end
    return Problem(hint.code, Span(file, first.line, first.column, first.line, end), hint.variant, facts)


def _context(place: ErrorSite, hint: Hint) -> dict[str, str]:
    """The word before, if the complaint points at the word behind it, and what could have followed."""
    facts = {}
    if place.before is not None and place.before.text and hint.first in (None, place.token):
        facts["after"] = place.before.text
    phrase = phrases(place.expected, place.tokens[0].text)
    if phrase:
        facts["expected"] = phrase
    return facts


def phrases(expected: Iterable[str], head: str = "") -> str:
    """The continuations in a reader's words; nothing if there are too many to help."""
    signs = set(expected)
    if head != "game":
        signs.difference_update(NOISE)
    if PREPOSITIONS <= signs and signs - PREPOSITIONS:
        signs -= PREPOSITIONS  # they follow every word
    spelled = {name: text for text, name in tables().keywords.items()}
    value = signs >= VALUE_SIGNS
    words = ["a value"] if value else []
    hidden = VALUE_SIGNS | VALUE_WORDS if value else set()
    words += [PHRASES[sign] for sign in PHRASES if sign in signs - hidden]
    keywords = [f"`{spelled[sign]}`" for sign in sorted(signs - PHRASES.keys() - hidden) if sign in spelled]
    if not value or len(keywords) + len(words) <= MANY:
        words = keywords + words
    if not words or len(words) > 2 * MANY:
        return ""
    return words[0] if len(words) == 1 else ", ".join(words[:-1]) + " or " + words[-1]


def _token_name(token: Token) -> str:
    if token.type in ("_NL", "_DEDENT", "$END"):
        return "the end of the line"
    if token.type == "_INDENT":
        return "an indented line"
    return f"`{token.text}`"
