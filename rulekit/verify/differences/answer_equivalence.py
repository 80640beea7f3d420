"""Answers of an engine beside those of the rules: equality first, then without orders that mean nothing, then why."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from rulekit.play.codegen.writers.json_equality import plainly
from rulekit.play.position.strict_json import dumps
from rulekit.vectors.copy_numbering import renumber
from rulekit.vectors.normal import Tree, normal_form
from rulekit.verify.differences.answer_divergences import chance_divergence, pending_divergence
from rulekit.verify.differences.divergence import (
    ABSENT,
    TABLE,
    Divergence,
    first_gap,
    legal_divergence,
    table_divergence,
)

Json = Any


class Comparison:
    """One game, and what its engine leaves unsaid."""

    def __init__(self, sets: Mapping[str, Tree], unsaid: frozenset[str]) -> None:
        self.sets, self.unsaid = sets, unsaid

    # -------------------------------------------------------------- equality

    def common_parts(self, table: Mapping[str, Mapping[str, Json]]) -> dict[str, dict[str, Json]]:
        """States and zones as they are now, those left out that the engine does not say."""
        if not self.unsaid:
            return {part: dict(table[part]) for part in TABLE}
        return {part: {name: one for name, one in table[part].items() if name not in self.unsaid} for part in TABLE}

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

    def tables(self, what: str, ours: Json, theirs: Json, reader: int | None = None) -> Divergence | None:
        """The first place at which states and zones differ."""
        mine, said = plainly(self.common_parts(ours)), self.common_parts(theirs)
        if what == "position" and "copies" in self.sets and mine != said:  # each side may number copies in its own way
            mine, said = (renumber(one, self.sets.get(what), self.sets["copies"]) for one in (mine, said))
        return table_divergence(what, mine, {**theirs, **said}, self.sets.get(what, {}), reader)

    def legal(self, seat: int, ours: list[Json], theirs: list[Json]) -> Divergence | None:
        """The first move that only one side has; none may come twice."""
        return legal_divergence(seat, plainly(ours), theirs, self.sets.get("moves", {}))

    def text(self, move: Json) -> str:
        """A move as one text, sets in one order."""
        plain = plainly(move)
        return dumps(normal_form(plain, self.sets.get("moves", {}).get(str(plain.get("do")))))

    def result(self, ours: Json, theirs: Json) -> Divergence | None:
        """The first key of the result that differs."""
        trees = self.sets.get("result", {})
        for name in dict.fromkeys((*ours, *theirs)):
            if name not in self.unsaid:
                mine, said = (normal_form(plainly(one.get(name, ABSENT)), trees.get(name)) for one in (ours, theirs))
                gap = first_gap(mine, said)
                if gap is not None:
                    return Divergence("result", (name, *gap[0]), *gap[1:])
        return None

    def compare_pending(self, ours: Json, theirs: Json) -> Divergence | None:
        """Who must answer, or what chance is wanted, of what."""
        if ours["kind"] == "chance":
            return chance_divergence(ours, theirs)
        return pending_divergence(list(ours.get("seats", ())), theirs)


__all__ = ["Comparison"]
