"""Copies of one piece are numbered by whoever writes a position: the same position has one numbering of its own here.

The rules cannot tell copies apart but by where they lie and what is noted of them. So each copy is known by the places
at which it stands, and others that stand there with it by what is known of them. Where several are known by the same,
any of them may be the first.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from typing import Any

from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.play.position.strict_json import dumps
from rulekit.vectors.normal import normal_form

Json = Any
Copy = tuple[str, str]  # the name of the piece and its number, both as they are written
NUMBERED = re.compile(r"(.+)#([0-9]+)")


def copy_names(checked: CheckedRulebook) -> dict[str, str]:
    """Names that may carry a number: of pieces with copies, and of their parts; each with the name of the piece.

    A name of two sorts of pieces is left out: nobody knows which of them is meant.
    """
    kinds = checked.symbols.kinds
    found: dict[str, set[tuple[str, str]]] = {}
    for kind in kinds.values():
        above = kinds[kind.whole] if kind.whole is not None else kind
        for row in kind.rows:
            piece = row if row.whole is None else above.rows[above.members[row.whole]]
            if above.is_piece and piece.copies > 1:
                found.setdefault(row.name, set()).add((above.name, piece.name))
    return {name: next(iter(of))[1] for name, of in sorted(found.items()) if len(of) == 1}


def renumber(table: Json, tree: Any, pieces: Mapping[str, str]) -> Json:
    """The same with numbers that follow from the table alone."""
    copies = list(dict.fromkeys(_copies(table, pieces)))
    if not copies:
        return table
    single = {copy for copy, times in Counter(_copies(table, pieces)).items() if times == 1}
    classes = _refine(table, tree, pieces, dict.fromkeys(copies, 0))
    while (first := _alike(classes, single)) is not None:
        classes = _refine(table, tree, pieces, {**classes, first: len(copies)})
    order = sorted(copies, key=lambda copy: (copy[0], classes[copy]))
    count: Counter[str] = Counter()
    numbers: dict[Copy, str] = {}
    for name, number in order:
        count[name] += 1
        numbers[name, number] = str(count[name])
    return _with_numbers(table, pieces, lambda name, copy: f"{name}#{numbers[copy]}")


def _alike(classes: dict[Copy, int], single: set[Copy]) -> Copy | None:
    """One of several copies that look alike and are written more than once: which is first is chosen, not found."""
    many: dict[int, list[Copy]] = {}
    for copy, kind in classes.items():
        many.setdefault(kind, []).append(copy)
    return next(
        (alike[0] for _, alike in sorted(many.items()) if len(alike) > 1 and not single.issuperset(alike)), None
    )


def _refine(table: Json, tree: Any, pieces: Mapping[str, str], classes: dict[Copy, int]) -> dict[Copy, int]:
    """Copies told apart by where they stand and what stands beside them, until nothing more is told apart."""
    while True:
        walk = CopyWalk(pieces, classes)
        walk.into(table, tree, ())
        seen = {copy: (copy[0], classes[copy], tuple(sorted(walk.places[copy]))) for copy in classes}
        numbers = {one: number for number, one in enumerate(sorted(set(seen.values())))}
        found = {copy: numbers[seen[copy]] for copy in classes}
        if len(numbers) == len(set(classes.values())):
            return found
        classes = found


class CopyWalk:
    """Every place at which each copy stands: the way there, and the members of sets that hold it."""

    def __init__(self, pieces: Mapping[str, str], classes: dict[Copy, int]) -> None:
        self.pieces, self.classes = pieces, classes
        self.places: dict[Copy, list[tuple[str, ...]]] = {copy: [] for copy in classes}

    def into(self, value: Json, tree: Any, way: tuple[str, ...]) -> None:
        """Notes where each copy of a piece is named inside a value, in the order of the text."""
        if isinstance(value, dict):
            for key, one in value.items():
                inner = (tree or {}).get(key, (tree or {}).get("*"))
                self._note(key, (*way, "key", self._text(one, inner)))
                self.into(one, inner, (*way, self._text(key, None)))
        elif isinstance(value, list):
            for number, one in enumerate(value):
                inner = (tree or {}).get(str(number), (tree or {}).get("*"))
                self.into(one, inner, (*way, self._text(one, inner) if (tree or {}).get("set") else f"{number:06}"))
        elif isinstance(value, str):
            self._note(value, way)

    def _note(self, text: str, way: tuple[str, ...]) -> None:
        copy = _copy(text, self.pieces)
        if copy is not None:
            self.places[copy].append((text.rpartition("#")[0], *way))

    def _text(self, value: Json, tree: Any) -> str:
        """Copies stand there by what is known of them."""
        return dumps(
            normal_form(_with_numbers(value, self.pieces, lambda name, copy: f"{name}#{self.classes[copy]}."), tree)
        )


def _copies(value: Json, pieces: Mapping[str, str]) -> Iterator[Copy]:
    """Every numbered name, wherever it stands."""
    if isinstance(value, dict):
        for key, one in value.items():
            yield from _copies(key, pieces)
            yield from _copies(one, pieces)
    elif isinstance(value, list):
        for one in value:
            yield from _copies(one, pieces)
    elif isinstance(value, str) and (copy := _copy(value, pieces)) is not None:
        yield copy


def _copy(text: str, pieces: Mapping[str, str]) -> Copy | None:
    found = NUMBERED.fullmatch(text) if "#" in text else None
    return (pieces[found[1]], found[2]) if found is not None and found[1] in pieces else None


def _with_numbers(value: Json, pieces: Mapping[str, str], told: Callable[[str, Copy], str]) -> Json:
    """The value with every numbered name told otherwise."""
    if isinstance(value, dict):
        return {_with_numbers(key, pieces, told): _with_numbers(one, pieces, told) for key, one in value.items()}
    if isinstance(value, list):
        return [_with_numbers(one, pieces, told) for one in value]
    copy = _copy(value, pieces) if isinstance(value, str) else None
    return value if copy is None else told(value.rpartition("#")[0], copy)


__all__ = ["copy_names", "renumber"]
