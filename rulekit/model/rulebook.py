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
    """One game as it was written: the declarations of all its files, one behind the other; nothing is resolved
    yet.

    A file::

        game pebbles for 2 players
        state heap is 0 to 9, starts 9
        action grab
          [grab.do]  take 1 from heap
    """

    declarations: tuple[Decl, ...]

    def declarations_of(self, *kinds: type[D]) -> list[D]:
        """The declarations of these kinds, in the order written."""
        return [x for x in self.declarations if isinstance(x, kinds)]


def build(trees: list[tuple[str, list[Tree]]]) -> Rulebook:
    """The rulebook of parsed files: pairs of file name and trees, in the order in which the files are read."""
    return Rulebook(tuple(RulebookBuilder(file).declaration(tree) for file, found in trees for tree in found))
