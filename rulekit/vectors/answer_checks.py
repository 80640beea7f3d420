"""What an engine answers, held against what a vector says; the whole is kept, and the whole is compared."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import attrs

from rulekit.play.position.strict_json import dumps
from rulekit.protocol.session import EngineRefused
from rulekit.vectors.copy_numbering import renumber
from rulekit.vectors.form import POSITION
from rulekit.vectors.hidden_runs import unfold_runs
from rulekit.vectors.normal import Tree, normal_form

Json = Any
TABLE = ("states", "zones")


@attrs.frozen
class AnswerDifference:
    """What is wrong with an answer: the part of the look, the name in it, what must be said and what was said.

    Parts: pending, legal, states, zones, view, result; refused (a legal move), taken (a wrong move), changed (a wrong
    move was refused and yet something changed), explanation; chance, load, loaded, save, perft.
    """

    part: str
    name: str  # a state, a zone, a key of the result; of a legal list: missing, offered, twice or order
    rules: Json
    engine: Json
    seat: int | None = None
    reader: str = ""  # of a view: the seat, or - for the spectator
    move: Json = None
    names: tuple[str, ...] = ()  # all names that differ
    table: str = ""  # of a view: states or zones


Judge = Callable[[Sequence[Json]], AnswerDifference | None]


def accept_judge(part: str, seat: int | None = None, move: Json = None) -> Judge:
    """Nothing may be refused."""

    def judge(answers: Sequence[Json]) -> AnswerDifference | None:
        (said,) = answers
        return (
            AnswerDifference(part, "", "taken", f"refused: {said}", seat, move=move)
            if isinstance(said, EngineRefused)
            else None
        )

    return judge


def judge_refusal(part: str, seat: int | None = None, move: Json = None) -> Judge:
    """It must be refused."""

    def judge(answers: Sequence[Json]) -> AnswerDifference | None:
        (said,) = answers
        return (
            None if isinstance(said, EngineRefused) else AnswerDifference(part, "", "refused", "taken", seat, move=move)
        )

    return judge


def explains(named: Sequence[str], lines: Sequence[str]) -> bool:
    """Whether what an engine names refuses the move: at least one line, and none that does not refuse it."""
    return bool(named) and set(named) <= set(lines)


def judge_explanation(lines: Sequence[str], seat: int, move: Json) -> Judge:
    """The lines that refuse a move."""

    def judge(answers: Sequence[Json]) -> AnswerDifference | None:
        named = answers[0]["clauses"]
        if explains(named, lines):
            return None
        return AnswerDifference("explanation", "", list(lines), named, seat, move=move)

    return judge


@attrs.define
class ExpectedState:
    """All that the engine must say by now: the position, and what each reader has seen last."""

    sets: Mapping[str, Tree]
    unsaid: frozenset[str]
    states: dict[str, Json] = attrs.field(factory=dict)
    zones: dict[str, Json] = attrs.field(factory=dict)
    views: dict[str, dict[str, dict[str, Json]]] = attrs.field(factory=dict)

    # -------------------------------------------------------------- what must be

    @property
    def is_known(self) -> bool:
        """Whether a whole position has been told yet; changes need one."""
        return bool(self.states or self.zones)

    @property
    def names(self) -> frozenset[str]:
        """The states and zones a position has."""
        return frozenset((*self.states, *self.zones))

    def table(self) -> dict[str, dict[str, Json]]:
        """States and zones, as a position writes them."""
        return {"states": self.states, "zones": self.zones}

    def take(self, told: Json) -> None:
        """What has changed in the position."""
        self.states = {**self.states, **told.get("states", {})}
        self.zones = {**self.zones, **told.get("zones", {})}

    def kept_by_copy(self) -> Any:
        """What a copy of the game has to keep."""
        return self.states, self.zones, dict(self.views)

    def restore(self, kept: Any) -> None:
        """Goes back to what was kept."""
        self.states, self.zones, self.views = kept

    def view_so_far(self, reader: str, told: Json) -> dict[str, dict[str, Json]]:
        """All that a reader sees by now."""
        told, like = unfold_runs(told), told.get("like", reader)
        before = self.table() if like == POSITION else self.views.get(like, {part: {} for part in TABLE})
        gone = told.get("gone", ())
        found = {
            part: {name: value for name, value in {**before[part], **told.get(part, {})}.items() if name not in gone}
            for part in TABLE
        }
        self.views[reader] = found
        return found

    # -------------------------------------------------------------- judges

    def judge_pending(self, pending: Json) -> Judge:
        """Who is asked; in any order."""

        def judge(answers: Sequence[Json]) -> AnswerDifference | None:
            (said,) = answers
            same = said["kind"] == pending["kind"]
            same = same and sorted(said.get("seats", ())) == sorted(pending.get("seats", ()))
            return None if same else AnswerDifference("pending", "", pending, said)

        return judge

    def judge_chance(self, chance: Json) -> Judge:
        """Which chance is asked, and of what."""
        wanted = asked_chance(chance)

        def judge(answers: Sequence[Json]) -> AnswerDifference | None:
            (said,) = answers
            found = {key: said.get(key) for key in wanted}
            if isinstance(found.get("of"), list):
                found["of"] = sorted(found["of"], key=dumps)
            return None if dumps(found) == dumps(wanted) else AnswerDifference("chance", "pending", wanted, said)

        return judge

    def judge_legal(self, seat: int, moves: Json, ordered: bool) -> Judge:
        """The same moves, each once; in the same order only where the rules give one."""
        trees = self.sets.get("moves", {})
        ours = {self._move(trees, move): move for move in moves}

        def judge(answers: Sequence[Json]) -> AnswerDifference | None:
            (said,) = answers
            if said == moves:
                return None
            theirs = [self._move(trees, move) for move in said]
            for text in ours:
                if text not in theirs:
                    return AnswerDifference("legal", "missing", "legal", "missing", seat, move=ours[text])
            for number, text in enumerate(theirs):
                if text not in ours:
                    return AnswerDifference("legal", "offered", "not legal", "offered", seat, move=said[number])
                if text in theirs[:number]:
                    return AnswerDifference("legal", "twice", "once", "twice", seat, move=said[number])
            wrong = ordered and theirs != list(ours)
            return AnswerDifference("legal", "order", moves, said, seat) if wrong else None

        return judge

    def _move(self, trees: Tree, move: Json) -> str:
        return dumps(normal_form(move, trees.get(str(move.get("do")))))

    def judge_position(self, part: str = "", seat: int | None = None, move: Json = None) -> Judge:
        """The whole position; `part` says what it is called if it is not as it must be."""
        wanted = self.table()

        def judge(answers: Sequence[Json]) -> AnswerDifference | None:
            found = self._gap("position", wanted, answers[0])
            return None if found is None else attrs.evolve(found, part=part or found.part, seat=seat, move=move)

        return judge

    def judge_view(self, reader: str, told: Json) -> Judge:
        """Everything that a reader sees."""
        wanted = self.view_so_far(reader, told)

        def judge(answers: Sequence[Json]) -> AnswerDifference | None:
            found = self._gap("view", wanted, answers[0])
            return None if found is None else attrs.evolve(found, part="view", table=found.part, reader=reader)

        return judge

    def _gap(self, tree: str, wanted: Json, said: Json) -> AnswerDifference | None:
        """The first name at which two tables differ, and all others."""
        found: list[AnswerDifference] = []
        wanted, said = self._renumber(tree, wanted, said)
        for part in TABLE:
            trees = self.sets.get(tree, {}).get(part, {})
            mine, theirs = wanted[part], said.get(part, {})
            if mine == theirs and dumps(mine) == dumps(theirs):
                continue
            for name in sorted({*mine, *theirs} - self.unsaid):
                ours, other = (normal_form(one.get(name), trees.get(name)) for one in (mine, theirs))
                if (name in mine) != (name in theirs) or dumps(ours) != dumps(other):
                    found.append(AnswerDifference(part, name, mine.get(name), theirs.get(name)))
        return attrs.evolve(found[0], names=tuple(one.name for one in found)) if found else None

    def _renumber(self, tree: str, wanted: Json, said: Json) -> tuple[Json, Json]:
        """Copies are numbered by whoever writes a position, so both sides are numbered anew; views have no numbers."""
        pieces = self.sets.get("copies", {})
        if tree != "position" or not pieces:
            return wanted, said
        tables = ({part: one.get(part, {}) for part in TABLE} for one in (wanted, said))
        one, other = (renumber(table, self.sets.get(tree), pieces) for table in tables)
        return one, {**said, **other}

    def judge_result(self, result: Json) -> Judge:
        """Scores, leaders, winners, outcome."""
        trees = self.sets.get("result", {})

        def judge(answers: Sequence[Json]) -> AnswerDifference | None:
            (said,) = answers
            for name in sorted({*result, *said} - self.unsaid, key=_result_place):
                ours, other = (normal_form(one.get(name), trees.get(name)) for one in (result, said))
                if (name in result) != (name in said) or dumps(ours) != dumps(other):
                    return AnswerDifference("result", name, result.get(name), said.get(name))
            return None

        return judge


RESULT = ("scores", "leaders", "winners", "outcome", "grade")  # as games compare them: scores say most


def _result_place(name: str) -> tuple[int, str]:
    return (RESULT.index(name) if name in RESULT else len(RESULT)), name


def asked_chance(chance: Json) -> dict[str, Json]:
    """What `pending` must say where a vector tells an outcome; an order is of just what it puts in order."""
    draw, outcome = chance["draw"], chance["outcome"]
    of = outcome if draw == "order" else chance.get("of", [])
    found: dict[str, Json] = {"kind": "chance", "label": chance["label"], "draw": draw, "of": sorted(of, key=dumps)}
    return found | ({"count": len(outcome)} if draw == "dice" else {})


__all__ = ["AnswerDifference", "ExpectedState", "Judge", "accept_judge", "asked_chance", "judge_refusal"]
