"""A declaration less the lines that could not be read, so that the rest of it still can; and what such lines say."""

from __future__ import annotations

import re

from rulekit.syntax.error_site import LAYOUT
from rulekit.syntax.lexer import Token

WORD = re.compile(r"[^\W_]+(?:[.-][^\W_]+)*")


def words_of(text: str, lines: set[int]) -> frozenset[str]:
    """Every word of these lines of a text."""
    if not lines:
        return frozenset()
    found = text.split("\n")
    return frozenset(word for n in lines if 0 < n <= len(found) for word in WORD.findall(found[n - 1]))


def lines_of(tokens: list[Token]) -> set[int]:
    """The lines on which something stands."""
    return {token.line for token in tokens if token.type not in LAYOUT}


def without_lines(tokens: list[Token], bad: set[int]) -> list[Token]:
    """A declaration less some lines, what hangs under them, and blocks left empty; all of it, if its head goes."""
    kept: list[Token] = []
    index, count = 0, len(tokens)
    while index < count:
        token = tokens[index]
        if token.type in LAYOUT:
            index += 1
            kept.append(token)
            if token.type == "_DEDENT" and kept[-2].type == "_INDENT":
                del kept[-2:]
                _drop_last_line(kept)
        else:
            end = _line_end(tokens, index)
            if any(t.line in bad for t in tokens[index:end]):
                index = _block_end(tokens, end)
            else:
                kept += tokens[index:end]
                index = end
        if not kept:
            return []
    return kept


def _line_end(tokens: list[Token], index: int) -> int:
    while index < len(tokens) and tokens[index].type != "_NL":
        index += 1
    return index + 1


def _block_end(tokens: list[Token], index: int) -> int:
    """Behind the block that is opened here, if one is."""
    depth = 0
    while index < len(tokens):
        if tokens[index].type == "_INDENT":
            depth += 1
        elif tokens[index].type == "_DEDENT" and depth:
            depth -= 1
            if not depth:
                return index + 1
        if not depth:
            return index
        index += 1
    return index


def _drop_last_line(kept: list[Token]) -> None:
    """Take away the line whose block turned out empty."""
    while kept and kept[-1].type == "_NL":
        kept.pop()
    while kept and kept[-1].type not in LAYOUT:
        kept.pop()
