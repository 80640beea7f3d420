"""Answers of an engine beside those of the rules: equality first, then without orders that mean nothing, then why."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulekit.play.compiled.writers.exact import plainly
from rulekit.play.strict_json import dumps
from rulekit.vectors.sets import Tree, normal
from rulekit.verify.parting import Parting, first_gap

Json = Any
PARTS = ("states", "zones")


class Comparison:
    """One game, and what its engine leaves unsaid."""

    def __init__(self, sets: Mapping[str, Tree], unsaid: frozenset[str]) -> None:
        self.sets, self.unsaid = sets, unsaid

    # -------------------------------------------------------------- equality

    def cut(self, table: Mapping[str, Mapping[str, Json]]) -> dict[str, dict[str, Json]]:
        """States and zones as they are now, those left out that the engine does not say."""
        if not self.unsaid:
            return {part: dict(table[part]) for part in PARTS}
        return {part: {name: one for name, one in table[part].items() if name not in self.unsaid} for part in PARTS}

    @staticmethod
    def same_moves(ours: list[Json], theirs: Any) -> bool:
        """The same moves in some order: each is looked for where it should be, and taken away."""
        if type(theirs) is not list or len(ours) != len(theirs):
            return False
        rest = ours[::-1]
        try:
            for move in reversed(theirs):
                rest.remove(move)
        except ValueError:
            return False
        return True

    # -------------------------------------------------------------- what differs

    def tables(self, what: str, ours: Json, theirs: Json, reader: int | None = None) -> Parting | None:
        """The first place at which states and zones differ."""
        found: list[tuple[tuple[Any, ...], Json, Json]] = []
        for part in PARTS:
            trees = self.sets.get(what, {}).get(part, {})
            mine, said = ours.get(part, {}), theirs.get(part, {})
            names = [*mine, *(name for name in said if name not in mine)]
            for name in names:
                if name not in self.unsaid:
                    gap = self.gap(mine, said, name, trees.get(name))
                    found += [((part, *gap[0]), *gap[1:])] if gap is not None else []
        if what == "view":  # whatever else stands there is seen, too
            found += [(("keys", key), None, theirs[key]) for key in theirs if key not in PARTS]
        names = [str(where[1]).partition(" of ")[0] for where, _, _ in found]
        return Parting(what, *found[0], reader, None, tuple(dict.fromkeys(names))) if found else None

    def gap(self, ours: Json, theirs: Json, name: str, tree: Tree | None) -> tuple[tuple[Any, ...], Json, Json] | None:
        """Where two values of one name differ, if they do; a name that only one side has differs as a whole."""
        if (name in ours) != (name in theirs):
            return (name,), plainly(ours.get(name)), theirs.get(name)
        mine, said = normal(plainly(ours[name]), tree), normal(theirs[name], tree)
        if dumps(mine) == dumps(said):
            return None
        gap = first_gap(mine, said)
        return ((name,), mine, said) if gap is None else ((name, *gap[0]), *gap[1:])

    def legal(self, seat: int, ours: list[Json], theirs: list[Json]) -> Parting | None:
        """The first move that only one side has; none may come twice."""
        mine, other = ({self.text(move): plainly(move) for move in moves} for moves in (ours, theirs))
        for text in mine:
            if text not in other:
                return Parting("legal", (), "legal", "missing", seat, mine[text])
        for text in other:
            if text not in mine:
                return Parting("legal", (), "not legal", "offered", seat, other[text])
        if len(theirs) == len(other):
            return None
        texts = [self.text(move) for move in theirs]
        twice = next(move for n, move in enumerate(theirs) if texts[n] in texts[:n])
        return Parting("legal", (), "legal", "offered more than once", seat, twice)

    def text(self, move: Json) -> str:
        """A move as one text, sets in one order."""
        plain = plainly(move)
        return dumps(normal(plain, self.sets.get("moves", {}).get(str(plain.get("do")))))

    def result(self, ours: Json, theirs: Json) -> Parting | None:
        """The first key of the result that differs."""
        trees = self.sets.get("result", {})
        for name in [*ours, *(name for name in theirs if name not in ours)]:
            if name not in self.unsaid:
                gap = self.gap(ours, theirs, name, trees.get(name))
                if gap is not None:
                    return Parting("result", *gap)
        return None

    def pending(self, ours: Json, theirs: Json) -> Parting | None:
        """Who must answer, or what chance is wanted, of what."""
        mine, said = _pending(ours), _pending({key: theirs.get(key) for key in ours})
        if dumps(mine) == dumps(said):
            return None
        if ours["kind"] == "chance":
            return Parting("chance", (), ours, theirs)
        seats = list(ours.get("seats", []))
        chance = theirs["kind"] == "chance"
        return Parting("asked", (), seats, theirs if chance else list(theirs.get("seats", [])))


def _pending(told: Json) -> Json:
    return {key: sorted(one, key=dumps) if isinstance(one, list) else one for key, one in told.items()}


__all__ = ["PARTS", "Comparison"]
