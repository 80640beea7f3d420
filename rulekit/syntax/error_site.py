"""Error site: where the parser stopped, with what the rules about common slips need to know of it."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import attrs

from rulekit.records import record
from rulekit.syntax.lexer import Token

Reads = Callable[[list[Token], int], bool]  # would these tokens read to their end, seen from one on?
LAYOUT = ("_NL", "_INDENT", "_DEDENT")


@record
class Hint:
    """Code, variant and facts, and the words to mark if they are others than the one that did not fit."""

    variant: str
    facts: Mapping[str, str] = attrs.field(factory=dict)
    first: Token | None = None
    last: Token | None = None
    code: str = "K01"


class ErrorSite:
    """Where the parser stopped: the token, those around it, and the signs that could have followed."""

    def __init__(
        self, expected: Mapping[str, int], tokens: list[Token], at: int, joint: list[Token], reads: Reads
    ) -> None:
        self.expected = {
            sign for sign in expected if not sign.strip("_$").islower()
        }  # terminals, no parts of sentences
        self.tokens = tokens
        self.at = at
        self.joint = joint
        self.reads = reads
        self.before = tokens[at - 1] if at else None
        self.token = tokens[at] if at < len(tokens) else self._end()
        self.next = tokens[at + 1] if at + 1 < len(tokens) else self._end()

    def _end(self) -> Token:
        last = self.tokens[-1]
        return Token("$END", "", last.line, last.end, last.end)

    def words(self) -> list[Token]:
        """The tokens of this line up to the one that did not fit, without its id."""
        start = self.at
        while start > 0 and self.tokens[start - 1].type not in LAYOUT:
            start -= 1
        found = self.tokens[start : self.at]
        return found[1:] if found and found[0].type == "CLAUSE" else found

    def statement(self) -> list[Token]:
        """The same from the last colon, arrow or `then` on: the sentence that broke."""
        words = self.words()
        for i in range(len(words), 0, -1):
            if words[i - 1].type in ("COLON", "ARROW") or words[i - 1].text == "then":
                return words[i:]
        return words

    def last_word(self) -> Token | None:
        """The last token that is a word, seen from here."""
        return next((t for t in reversed(self.tokens[: self.at]) if t.type not in LAYOUT), None)
