"""Slips that read as sentences: a range upside down, promises that exclude each other, verbs nobody could use."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from rulekit.diagnostics import Problem, problem
from rulekit.source import Span
from rulekit.syntax.lexer import Token
from rulekit.syntax.reserved_words import BEHIND_VALUES

REASONED = ("starts", "most", "least", "if", "sees")  # behind these stand values that are worked out
RELATION_VERB = 4  # `relation a : Cell leads b ..`: its place among the words
RANGED = ("state", "type", "card", "tile", "piece", "list", "part", "option")


def contradictions(tokens: list[Token], file: str) -> Iterator[Problem]:
    """What no declaration can mean; only heads of declarations are looked at: in a rule `1 to 0` is empty."""
    head = tokens[0].text
    if head == "relation":
        verb = tokens[RELATION_VERB] if len(tokens) > RELATION_VERB else tokens[0]
        if verb.text in BEHIND_VALUES:
            yield problem("K02", Span(file, verb.line, verb.column, verb.line, verb.end), name=verb.text)
    if head not in RANGED:
        return
    told = list(takewhile(lambda token: token.text not in REASONED, tokens))
    for low, to, high in zip(told, told[1:], told[2:], strict=False):
        if to.text == "to" and low.type == high.type == "NUMBER" and int(low.text) > int(high.text):
            found, right = f"{low.text} to {high.text}", f"{high.text} to {low.text}"
            whole = Span(file, low.line, low.column, low.line, high.end)
            yield problem("K01", whole, "range-order", found=found, right=right)
    words = [token.text for token in tokens] if head == "state" else []
    if "excess" in words and "fit" in words:
        last = tokens[max(words.index("excess"), words.index("fit") - 1)]
        yield problem("K01", Span(file, last.line, last.column, last.line, last.end), "both")
