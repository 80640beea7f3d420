"""Joint words: they hold sentences together everywhere, so none of them may be a name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulekit.problems import Problem, problem
from rulekit.source import Span
from rulekit.text.lex import Token
from rulekit.text.tree import Tree

JOINT = frozenset(
    """and are as at be beyond by choose each else ever every except finish for freely from has having if in instead
    into is it let lot may must no not nothing of old on once onto or otherwise per picks repeat require roll some
    stopping supposing then those through to together towards turned until when where with within yes""".split()
)
# In these sentences any word may stand behind that keyword; a move is called by what an action is written as.
FREE = {"action": "WRITTEN", "able": "AS", "move": ""}
ALL_FREE = frozenset({"under"})


def used_as_names(trees: Iterable[Tree], file: str) -> list[Problem]:
    """Every joint word that slipped through as a name, because no sentence expected it there."""
    return [
        problem("K02", Span(file, token.line, token.column, token.line, token.end), name=token.text)
        for token in sorted(_names(trees), key=lambda found: (found.line, found.column))
    ]


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
