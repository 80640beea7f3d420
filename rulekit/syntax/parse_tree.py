"""Parse trees: named nodes over tokens, with nothing decided yet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Union

from rulekit.syntax.lexer import Token

Kid = Union["Tree", Token]


class Tree:
    """A sentence or a part of one; punctuation is left out, keywords stay."""

    __slots__ = ("depth", "first", "kids", "last", "name")

    def __init__(self, name: str, kids: list[Kid], first: Token, last: Token, depth: int) -> None:
        self.name = name
        self.kids = kids
        self.first = first
        self.last = last
        self.depth = depth

    def trees(self, *names: str) -> list[Tree]:
        """The parts that are sentences themselves, all or those of these names."""
        return [k for k in self.kids if type(k) is Tree and (not names or k.name in names)]

    def tokens(self, type_: str) -> list[Token]:
        """The tokens of a type that stand directly in this node."""
        return [k for k in self.kids if type(k) is Token and k.type == type_]

    def words(self, type_: str) -> list[str]:
        """Their texts."""
        return [k.text for k in self.kids if type(k) is Token and k.type == type_]

    def child(self, name: str) -> Tree:
        """The first part of this name."""
        return self.trees(name)[0]

    def word(self, number: int) -> str:
        """What stands at a place that holds a token."""
        return self.kids[number].text  # type: ignore[union-attr]

    def children_behind(self, *types: str) -> list[Kid]:
        """All that stands behind the first of these keywords."""
        place = next(i for i, k in enumerate(self.kids) if type(k) is Token and k.type in types)
        return self.kids[place + 1 :]

    def has(self, *types: str) -> bool:
        """Is one of these keywords written here?"""
        return any(type(k) is Token and k.type in types for k in self.kids)


def lines(tree: Tree) -> Iterator[str]:
    """The tree as indented lines, for people; no recursion, so depth cannot hurt."""
    todo: list[tuple[int, Kid]] = [(0, tree)]
    while todo:
        depth, kid = todo.pop()
        if isinstance(kid, Tree):
            yield f"{'  ' * depth}{kid.name}  {kid.first.line}:{kid.first.column}"
            todo.extend((depth + 1, k) for k in reversed(kid.kids))
        else:
            yield f"{'  ' * depth}{kid.text}"
