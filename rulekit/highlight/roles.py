"""The role of every word of a rules text (keyword, name, clause id ..), as the parser reads it."""

from __future__ import annotations

import enum
import textwrap
from collections.abc import Iterable, Iterator, Mapping

import attrs

from rulekit.syntax.lexer import PATTERN, Token
from rulekit.syntax.parse_tables import tables
from rulekit.syntax.parse_tree import Tree
from rulekit.syntax.parser import parse
from rulekit.syntax.reserved_words import JOINT
from rulekit.words import vocabulary

AROUND = "action sample"  # lines out of the middle of a declaration are read inside of this one


class Role(enum.Enum):
    """What a piece of text is to its reader."""

    KEYWORD = "keyword"
    DECLARATION = "declaration"  # the keyword that begins a declaration
    NAME = "name"
    WORD = "word"  # a name that the kit brings along: `count`, `top`, `move`
    KIND = "kind"  # a name with a capital: `Card`, `Player`
    CLAUSE = "clause"
    CITATION = "citation"
    NUMBER = "number"
    STRING = "string"
    SIGN = "sign"
    COMMENT = "comment"
    SPACE = "space"
    WRONG = "wrong"  # letters that no sentence has


@attrs.frozen
class HighlightedText:
    """A stretch of text with one role."""

    text: str
    role: Role


LEXICAL = {
    "CLAUSE": Role.CLAUSE,
    "NUMBER": Role.NUMBER,
    "UPPER": Role.KIND,
    "CITE": Role.CITATION,
    "COMMENT": Role.COMMENT,
    "STRING": Role.STRING,
    "PUNCT": Role.SIGN,
    "BAD": Role.WRONG,
}
Place = tuple[int, int]  # line and column, counted from 1


def pieces(text: str) -> Iterator[HighlightedText]:
    """The text in pieces that give the text again when they are joined; wrong text is read as far as it goes.

    `require strength of unit > 5` is a keyword, a name, a keyword, a name, a sign and a number.
    """
    read = _words_read(text)
    for number, line in enumerate(text.split("\n"), 1):
        if number > 1:
            yield HighlightedText("\n", Role.SPACE)
        yield from _line(line, number, read)


def _line(line: str, number: int, read: Mapping[Place, str]) -> Iterator[HighlightedText]:
    at = 0
    for match in PATTERN.finditer(line):
        group = match.lastgroup or "BAD"
        found = match[group]
        start = match.end() - len(found)
        if start > at:
            yield HighlightedText(line[at:start], Role.SPACE)
        role = _role_of_word(found, read.get((number, start + 1)), start == 0) if group == "WORD" else LEXICAL[group]
        yield HighlightedText(found, role)
        at = match.end()
    if at < len(line):
        yield HighlightedText(line[at:], Role.SPACE)


def _role_of_word(word: str, sort: str | None, first: bool) -> Role:
    """The role of a word that the parser took for a token of this sort; None where it could not read the line."""
    keyword = word in tables().keywords and (word in JOINT or first) if sort is None else sort != "NAME"
    if keyword:
        return Role.DECLARATION if first else Role.KEYWORD
    return Role.WORD if vocabulary.is_core_name(word) else Role.NAME


def _words_read(text: str) -> dict[Place, str]:
    """The sort of token that the parser took each word for, by its place."""
    margin = _margin(text)
    if margin is None:
        return dict(_sorts(parse(text, "").trees, 0, 0))
    inside = textwrap.indent(textwrap.dedent(text), "  ")
    return dict(_sorts(parse(f"{AROUND}\n{inside}", "").trees, 1, 2 - margin))


def _margin(text: str) -> int | None:
    """How far a text out of the middle of a declaration is indented; None for whole declarations."""
    lines = [line for line in text.split("\n") if line.strip()]
    if not lines or not lines[0].startswith((" ", "[")):
        return None
    return min(len(line) - len(line.lstrip()) for line in lines)


def _sorts(trees: Iterable[Tree], lines: int, columns: int) -> Iterator[tuple[Place, str]]:
    """Places and sorts of all tokens; those of two words, as `pile of`, once for each word."""
    todo = list(trees)
    while todo:
        for kid in todo.pop().kids:
            if isinstance(kid, Token):
                yield from _places(kid, lines, columns)
            else:
                todo.append(kid)


def _places(token: Token, lines: int, columns: int) -> Iterator[tuple[Place, str]]:
    place = token.line - lines, token.column - columns
    yield place, token.type
    if token.type == "SHAPE":
        yield (place[0], token.end - columns - len("of")), token.type
