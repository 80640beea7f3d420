"""The small change that would make a broken line a sentence: a word misspelt, doubled, missing or misplaced."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from rulekit.diagnostics import nearest
from rulekit.syntax.error_site import ErrorSite, Hint
from rulekit.syntax.lexer import Token
from rulekit.syntax.parse_tables import tables
from rulekit.syntax.reserved_words import JOINT, usable_name
from rulekit.verbs.known_verbs import preposition

REACH = 4  # words before the mark in which the slip is looked for
LONG_LINE = 120  # words; a longer line is not tried again and again
LONG_TEXT = 4_000  # words before it in the same declaration
MANY = 4  # more words that would fit help nobody
JOINERS = "of to from in at is with on into be as and must may are".split()
SMALL = frozenset("of to from in at is with on into onto by as for are be".split())
EVERYDAY = frozenset(
    "off out over under upon inside outside against among amongst via unto toward between for till per than".split()
)
BEGINNING = frozenset("old those every some legal".split())  # words before a value
CONDITIONAL = frozenset("= < > <= >= is in and or not has".split())  # no value has these
ARTICLES = frozenset("the a an".split())
OF_WORDS = frozenset("count sum most least only top bottom next previous opposite facing".split())
GOES_WITH = {"let": "be", "give": "to"}  # beside the verbs of the kit
VALUES = ("NAME", "NUMBER", "UPPER", "LPAR", "RPAR")

Line = list[Token]


def repair(place: ErrorSite) -> Hint | None:
    """What to say if one small change makes the line whole."""
    line = _Line(place)
    if place.token.type in ("_INDENT", "_DEDENT", "$END") or not line.short() or line.breaks_off():
        return None
    for kind in KINDS:
        hint = kind(line)
        if hint is not None:
            return hint
    return None


class _Line:
    """The line in which the parser stopped, and whether it would read if it were another."""

    def __init__(self, place: ErrorSite) -> None:
        self.place = place
        self.start = place.at - len(place.words())
        end = place.at
        while end < len(place.tokens) and place.tokens[end].type != "_NL":
            end += 1
        self.words = place.tokens[self.start : end]
        self.at = place.at - self.start
        self.statement = place.statement()

    def short(self) -> bool:
        return len(self.words) <= LONG_LINE and self.start <= LONG_TEXT

    def breaks_off(self) -> bool:
        """Is the last word one behind which something must come?"""
        last = self.place.before
        ended = self.place.token.type in ("_NL", "CITE") and last is not None
        return ended and last is not None and (last.type not in VALUES or last.text in SMALL or last.text in JOINT)

    def joiners(self) -> list[str]:
        """The small words that might be missing."""
        return [*JOINERS, "does"] if self.place.tokens[0].text in ("scene", "start") else JOINERS

    def spots(self) -> range:
        """Where the slip may lie, the mark first."""
        return range(min(self.at, len(self.words) - 1), max(self.at - REACH, 0) - 1, -1)

    def reads(self, words: Line) -> bool:
        """Is this a whole line?"""
        tokens = self.place.tokens
        end = Token("_NL", "", self.words[-1].line, self.words[-1].end, self.words[-1].end)
        return self.place.reads([*tokens[: self.start], *words, end], self.start)

    def without(self, spot: int) -> bool:
        return self.reads(self.words[:spot] + self.words[spot + 1 :])

    def with_(self, spot: int, *texts: str, instead: int = 0) -> bool:
        """Would it read with these words put in, in place of so many others?"""
        here = self.words[min(spot, len(self.words) - 1)]
        new = [Token(_type(text), text, here.line, here.column, here.end) for text in texts]
        return self.reads(self.words[:spot] + new + self.words[spot + instead :])

    def verb(self) -> str:
        """The preposition of the known verb that begins the sentence."""
        first = self.statement[0].text if self.statement else ""
        wanted = preposition(first) or GOES_WITH.get(first, "")
        return "" if any(word.text == wanted for word in self.statement) else wanted


def missing_colon(place: ErrorSite) -> Hint | None:
    """The first place where a colon makes `repeat 2 draw player` a sentence."""
    line = _Line(place)
    spots = range(2, len(line.words)) if line.short() else range(0)
    spot = next((spot for spot in spots if line.with_(spot, ":")), None)
    return None if spot is None else Hint("colon", {"after": line.words[spot - 1].text}, line.words[spot])


def _type(text: str) -> str:
    return {",": "COMMA", ":": "COLON"}.get(text, "NAME")


def _twice(line: _Line) -> Hint | None:
    """`of of q`"""
    for spot in line.spots():
        word = line.words[spot]
        if spot and word.text == line.words[spot - 1].text and line.without(spot):
            return Hint("twice", {"found": word.text}, word)
    return None


def _article(line: _Line) -> Hint | None:
    """`move the card to hand`"""
    for spot, word in enumerate(line.words[: line.at + 1]):
        if word.text in ARTICLES and line.words[spot + 1 : spot + 2]:
            kept = [w for w in line.words if w.text not in ARTICLES]
            if line.reads(kept) or (word.text == "the" and spot >= line.at - 1):
                return Hint("article", {"found": word.text}, word)
    return None


def _misspelt(line: _Line) -> Hint | None:
    """`lot gone are 3 frmo rooms`: a small word with a slip in it."""
    keywords = tables().keywords
    for spot in line.spots():
        word = line.words[spot]
        if word.type == "UPPER" and line.with_(spot, word.text.lower(), instead=1):
            return Hint("upper-name", {"name": word.text, "lower": usable_name(word.text.lower())}, word)
        if word.type != "NAME" or word.text in keywords or len(word.text) < 3:
            continue
        fits = [near for near in nearest(word.text, keywords) if line.with_(spot, near, instead=1)]
        if fits and not (BEGINNING.issuperset(fits) and line.with_(spot + 1, "of")):  # `hold player` is no `old player`
            return Hint("misspelt", {"found": word.text, "near": ", ".join(fits)}, word)
    return None


def _bracket_before_relation(line: _Line) -> Hint | None:
    """`if (1 oak) inside sack`, `if 1 oak inside sack`: left of a relation stands more than a word."""
    for spot in range(2, len(line.words) - 1):
        verb, start = line.words[spot], _value_before(line.words, spot)
        if start is None or verb.type != "NAME" or verb.text in JOINT or verb.text in SMALL:
            continue
        found = line.words[start:spot]
        if CONDITIONAL.isdisjoint(word.text for word in found) and line.with_(start, "x", instead=spot - start):
            bare = found[0].type == "LPAR" and all(word.type != "COMMA" for word in found)
            value = " ".join(word.text for word in (found[1:-1] if bare else found))
            facts = {"found": re.sub(r"(?<=\() | (?=[,)])", "", value), "verb": verb.text}
            return Hint("relation-left", facts, found[0], found[-1])
    return None


def _value_before(words: Line, spot: int) -> int | None:
    """Where the bracket or the amount begins that ends before a word."""
    if [word.type for word in words[spot - 2 : spot]] == ["NUMBER", "NAME"]:
        return spot - 2
    closed, start = 0, spot
    while start > 0 and (closed or start == spot):
        start -= 1
        closed += (words[start].type == "RPAR") - (words[start].type == "LPAR")
        if words[start].type != "RPAR" and start == spot - 1:
            return None
    return start if not closed else None


def _everyday(line: _Line) -> Hint | None:
    """`take 1 off heap`, `take 1 of heap`: a small word that does not go with the others."""
    modal = "MUST" in line.place.expected
    spots = range(1, len(line.words)) if modal or line.verb() else line.spots()
    for strange in (True, False):
        for spot in spots:
            word = line.words[spot]
            if word.type != "NAME" or word.text not in (EVERYDAY if strange else SMALL):
                continue
            known = [line.verb()] if line.verb() else [w for w in line.joiners() if w != word.text]
            fits = [near for near in known if line.with_(spot, near, instead=1)]
            if fits:
                return Hint("small-word", {"found": word.text, "words": _few(fits)}, word)
    return None


def _missing(line: _Line) -> Hint | None:
    """`move card waste`: nothing joins two words."""
    for spot in range(line.at, max(line.at - REACH, 0), -1):
        if spot >= len(line.words) or line.words[spot - 1].text in SMALL:
            continue
        if line.words[spot].text == "because" or line.words[spot - 1].text == "because":
            continue  # a reason is no part of the move before it
        if line.place.tokens[0].text in ("scene", "start") and any(
            w.text in ("does", "may") for w in line.words[: spot - 1]
        ):
            facts = {"found": line.words[spot].text, "left": line.words[spot - 1].text}
            return Hint("move-value", facts, line.words[spot])
        left, right = line.words[spot - 1], line.words[spot]
        verb = line.verb()
        if verb and line.with_(spot, verb):
            return Hint("missing-to" if verb == "to" else "missing", _around(line, left, right, [verb]), right)
        words = ["of"] if left.text in OF_WORDS else [",", ":", *line.joiners()]
        fits = [word for word in words if line.with_(spot, word)]
        if fits:
            return Hint("missing", _around(line, left, right, fits), right)
    return None


def _around(line: _Line, left: Token, right: Token, fits: list[str]) -> dict[str, str]:
    facts = {"left": left.text, "right": right.text, "words": _few(fits)}
    return {**facts, "verb": line.statement[0].text if line.statement else left.text, "found": f"`{right.text}`"}


def _few(fits: list[str]) -> str:
    """The words that would fit, if they are few; a comma is spelt, for lists are joined by commas."""
    said = [{",": "a comma", ":": "a colon"}.get(word, f"`{word}`") for word in fits]
    if len(said) > MANY:
        return "`of`" if "of" in fits else ""  # it joins any two names
    return said[0] if len(said) == 1 else ", ".join(said[:-1]) + " or " + said[-1]


def _swap_hint(line: _Line) -> Hint | None:
    """`in x S`: two neighbours the wrong way round, one of them a small word."""
    for spot in line.spots():
        if spot == 0:
            continue
        left, right = line.words[spot - 1], line.words[spot]
        if (left.text in JOINT or left.text in SMALL) == (right.text in JOINT or right.text in SMALL):
            continue
        if line.reads([*line.words[: spot - 1], right, left, *line.words[spot + 1 :]]):
            return Hint(
                "swapped", {"found": f"{left.text} {right.text}", "right": f"{right.text} {left.text}"}, left, right
            )
    return None


def _too_many(line: _Line) -> Hint | None:
    """A word that has no work."""
    for spot in line.spots():
        word = line.words[spot]
        if spot == 0 or word.text in ("must", "may", "picks"):
            continue
        if word.type in ("NAME", "PLUS", "MINUS", "COMPARE", "COMMA", "COLON") and line.without(spot):
            small = word.text in JOINT or word.type != "NAME"
            return Hint("extra" if small else "beside", _beside(line, spot), word)
    return None


def _beside(line: _Line, spot: int) -> dict[str, str]:
    left = line.words[spot - 1].text if spot else ""
    return {"left": left, "right": line.words[spot].text, "found": line.words[spot].text}


def _side_by_side(line: _Line) -> Hint | None:
    """Two values and nothing between them, whatever else may be wrong."""
    token, before = line.place.token, line.place.before
    if before is None or token.type not in ("NAME", "NUMBER", "UPPER", "LPAR") or before.type not in VALUES:
        return None
    known = tables().keywords
    if before.text in known or token.text in JOINT or not {"PLUS", "OF", "_NL", "IS"} & line.place.expected:
        return None
    listed = line.place.tokens[0].text in ("type", "option") and "COMMA" in line.place.expected
    return Hint("comma-missing" if listed else "beside", {"left": before.text, "right": token.text}, token)


KINDS: tuple[Callable[[_Line], Hint | None], ...] = (
    _twice,
    _article,
    _misspelt,
    _bracket_before_relation,
    _everyday,
    _missing,
    _swap_hint,
    _too_many,
    _side_by_side,
)


def names(place: ErrorSite) -> Iterator[Token]:
    """Words of this line that hold sentences together and were taken for names."""
    words = place.words()
    for i, word in enumerate(words):
        if word in place.joint and not (i and words[i - 1].text in ("written", "under", "as")):
            yield word
