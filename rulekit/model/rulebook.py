"""The rulebook: every declaration of a game in the order written."""

from __future__ import annotations

from typing import TypeVar

from rulekit.model.base import Node
from rulekit.model.build_declarations import RulebookBuilder
from rulekit.model.declarations import Decl
from rulekit.records import record
from rulekit.syntax.parse_tree import Tree

D = TypeVar("D", bound=Decl)


@record
class Rulebook(Node):
    """One game as it was written; nothing is resolved yet."""

    declarations: tuple[Decl, ...]

    def of(self, *kinds: type[D]) -> list[D]:
        """The declarations of these kinds, in the order written."""
        return [x for x in self.declarations if isinstance(x, kinds)]


def build(trees: list[tuple[str, list[Tree]]]) -> Rulebook:
    """From the trees of all files, in the order of the files."""
    return Rulebook(tuple(RulebookBuilder(file).declaration(tree) for file, found in trees for tree in found))
