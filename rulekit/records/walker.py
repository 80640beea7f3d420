"""The one generic walk: finds every node of some classes under one of them, without recursion."""

from __future__ import annotations

import re
from collections.abc import Callable
from operator import attrgetter
from typing import Any

import attrs

from rulekit.records import Record, put_under
from rulekit.records.constructor import FIELDS

PLAIN = re.compile(r"\b(str|int|bool|None|tuple|frozenset|Span|Type|Constant)\b|[\[\], .|]")
Look = tuple[int, Callable[[Any], Any]]  # how many fields may hold nodes, and how to get them, last one first


class Walker:
    """Finds every node of some classes under one of them; what it has found once, a `Record` remembers."""

    def __init__(self, walked: tuple[type, ...], skipped: tuple[str, ...]) -> None:
        self.walked = walked
        self.skipped = skipped
        self.looks: dict[type, Look | None] = {}

    def nodes_under(self, root: Any) -> tuple[Any, ...]:
        """A node (or each of several) and everything under it, outermost first; no recursion, so depth cannot hurt."""
        known = root._under if isinstance(root, Record) else None
        return self._collect(root) if known is None else known

    def _collect(self, root: Any) -> tuple[Any, ...]:
        looks, found, lasting = self.looks, list[Any](), True
        todo = [root]
        while todo:
            here = todo.pop()
            kind = type(here)
            if kind is tuple or kind is list:
                lasting = lasting and kind is tuple
                todo.extend(here[::-1])
                continue
            try:
                look = looks[kind]
            except KeyError:
                look = self._look(kind)
            if look is None:
                continue
            if here._under is not None:
                found.extend(here._under)
                continue
            found.append(here)
            count, get = look
            if count == 1:
                todo.append(get(here))
            elif count:
                todo.extend(get(here))
        whole = tuple(found)
        if lasting and isinstance(root, Record) and isinstance(root, self.walked):
            put_under(root, whole)
        return whole

    def children(self, node: Any) -> tuple[Any, ...]:
        """The nodes directly under one, in the order of its fields."""
        look = self.looks[type(node)] if type(node) in self.looks else self._look(type(node))
        if look is None or not look[0]:
            return ()
        found, looks = list[Any](), self.looks
        count, get = look
        todo = [get(node)] if count == 1 else list(get(node))
        while todo:
            here = todo.pop()
            kind = type(here)
            if kind is tuple or kind is list:
                todo.extend(here[::-1])
            elif (looks[kind] if kind in looks else self._look(kind)) is not None:
                found.append(here)
        return tuple(found)

    def _look(self, kind: type) -> Look | None:
        """Where to look in a class for nodes; nothing, if it is not walked. Fields of plain values hold none."""
        names: list[str] = []
        if issubclass(kind, self.walked):
            declared: Any = FIELDS[kind] if kind in FIELDS else attrs.fields(kind)  # type: ignore[arg-type]
            names = [a.name for a in declared if a.name not in self.skipped and PLAIN.sub("", str(a.type))]
        found = (len(names), attrgetter(*reversed(names)) if names else repr) if issubclass(kind, self.walked) else None
        self.looks[kind] = found
        return found
