"""Reserved words of the language: they hold sentences together, so none of them may be a name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from rulekit.diagnostics import Problem, problem
from rulekit.source import Span
from rulekit.syntax.lexer import Token
from rulekit.syntax.parse_tree import Tree

JOINT = frozenset(
    """and are as at be beyond by choose each else ever every except finish for freely from has having if in instead
    into is it legal let lot may must no not nothing of old on once onto or otherwise per picks repeat require roll some
    stopping supposing then those through to together towards turned until when where with within yes""".split()
)
# These come behind a value in some sentence, so none of them can stand between the two values of a relation.
BEHIND_VALUES = frozenset("because does first sees times win wins".split())
# In these sentences any word may stand behind that keyword; a move is called by what an action is written as.
FREE = {"action": "WRITTEN", "able": "AS", "move": ""}
ALL_FREE = frozenset({"under"})


def usable_name(word: str) -> str:
    """The word itself as a proposal for a name, or made longer where it holds sentences together."""
    return f"{word}-one" if word in JOINT else word


# A name is made behind these words, or anywhere in the head of these declarations.
MAKING = frozenset("let state zone define total action each lot roll choose game option edition until".split())
NAMING = frozenset("type option card tile piece list part source relation space edition game rows".split())
PICKING = frozenset(("CLAUSE", "COLON", "COMMA"))
TYPED = ("state", "type", "card", "tile", "piece", "list", "part")  # declarations that name the type of what they hold


def makes_name(tokens: Sequence[Token], at: int) -> bool:
    """Is this word where a new name is made?"""
    before = tokens[at - 1] if at else None
    after = tokens[at + 1] if at + 1 < len(tokens) else None
    if before is None or before.text == tokens[at].text:
        return before is None
    if tokens[0].text in NAMING and (tokens[at].line == tokens[0].line or before.type in PICKING):
        return True
    if before.text in MAKING or (at == 1 and tokens[0].text == "to"):
        return True
    picked = after is not None and after.text in ("in", "are") and tokens[0].text != "always"
    return picked and (before.type in PICKING or before.text in ("with", "choose"))


def used_as_names(trees: Iterable[Tree], tokens: list[Token], file: str) -> list[Problem]:
    """Every joint word that slipped through as a name, because no sentence expected it there."""
    found = sorted(_names(trees), key=lambda token: (token.line, token.column))
    if not found:
        return []
    spots = {(token.line, token.column): number for number, token in enumerate(tokens)}
    return [_slip_at(tokens, spots[(token.line, token.column)], file) for token in found]


def _slip_at(tokens: list[Token], at: int, file: str) -> Problem:
    token, before = tokens[at], tokens[at - 1]
    span = Span(file, token.line, token.column, token.line, token.end)
    if makes_name(tokens, at):
        return problem("K02", span, name=token.text)
    if before.text == token.text:
        return problem("K01", span, "twice", found=token.text)
    if token.text in ("has", "have") and [t.text for t in tokens[at + 1 : at + 2]] == ["to"]:
        return problem("K01", span, "modal", found=f"{token.text} to", near="must")
    if (before.text, token.text) == ("or", "nothing") and tokens[0].text in TYPED:
        joined = span._replace(column=before.column)
        return problem("K01", joined, "unnamed-nothing", found=tokens[at - 2].text)
    if (tokens[0].text, token.text) == ("rows", "nothing") and tokens[at - 2].type in PICKING:
        return problem("K01", span, "row-nothing", name=before.text)
    return problem("K01", span, after=before.text, found=f"`{token.text}`", expected="a value")


def _names(trees: Iterable[Tree]) -> Iterator[Token]:
    todo = list(trees)
    while todo:
        tree = todo.pop()
        before = ""  # of the first part there is nothing before
        for kid in tree.kids:
            if isinstance(kid, Tree):
                todo.append(kid)
                before = kid.name
                continue
            free = tree.name in ALL_FREE or FREE.get(tree.name) == before
            if kid.type == "NAME" and kid.text in JOINT and not free:
                yield kid
            before = kid.type
