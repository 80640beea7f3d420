"""A replayed vector passes on a right engine; each sort of mistake is told by its part, and nothing is passed over."""

from collections.abc import Sequence
from typing import Any

import pytest

from rulekit.protocol.in_process import InProcess
from rulekit.protocol.session import Call, EngineFailure
from rulekit.tests.vectors.stones import (
    FIRST,
    SETS,
    WHOLE,
    Adapter,
    agreed_with,
    grab,
    position,
    replayed,
    see,
    vector,
)
from rulekit.vectors.answer_checks import ExpectedState
from rulekit.vectors.normal import normal_form
from rulekit.vectors.replay import ADVICE, ERROR, FAILED, PASSED, SKIPPED, Replayer, counts


def test_a_right_engine_passes_and_everything_is_counted() -> None:
    found = replayed(WHOLE)
    assert found.kind == PASSED and found.difference is None
    assert found.compared == {
        "pending": 6, "legal": 2, "position": 6, "view": 2, "refusal": 2, "result": 1, "load": 1, "fork": 1, "save": 1,
    }  # fmt: skip


class Backwards(Adapter):
    """Its lists have another order, which means nothing here."""

    def legal(self, seat: int) -> list[dict[str, Any]]:
        return super().legal(seat)[::-1]


def test_the_order_of_a_legal_list_counts_only_where_the_vector_says_so() -> None:
    assert replayed(WHOLE, Backwards()).kind == PASSED
    ordered = vector(see(0, ordered=True, legal={"0": [grab(1), grab(2), grab(3)]}, states=FIRST["see"]["states"]))
    assert replayed(ordered).kind == PASSED
    found = replayed(ordered, Backwards()).difference
    assert found is not None and (found.part, found.name) == ("legal", "order")


class TakesAll(Adapter):
    def move(self, seat: int, move: dict[str, Any]) -> None:
        self.left = max(0, self.left - move["n"])
        self.turn = 1 - self.turn if self.left else self.turn


class RefusedCosts(Adapter):
    def move(self, seat: int, move: dict[str, Any]) -> None:
        try:
            super().move(seat, move)
        except ValueError:
            self.left -= 1
            raise


class Forgets(Adapter):
    def restore(self, saved: list[int]) -> None:
        super().restore([saved[0], 0, saved[2]])


class SharesCopies(Adapter):
    def back(self) -> None:
        self.kept.pop()


class FewMoves(Adapter):
    def legal(self, seat: int) -> list[dict[str, Any]]:
        return super().legal(seat)[:2]


class Twice(Adapter):
    def legal(self, seat: int) -> list[dict[str, Any]]:
        return [*super().legal(seat), *super().legal(seat)[:1]]


class Stays(Adapter):
    def move(self, seat: int, move: dict[str, Any]) -> None:
        super().move(seat, move)
        self.turn = seat


class Unlucky(Adapter):
    def result(self) -> dict[str, Any]:
        return {**super().result(), "winners": [0]}


class Blind(Adapter):
    def view(self, seat: int | None) -> dict[str, Any]:
        return {"states": {"active": self.turn}, "zones": {}}


class Yes(Adapter):
    """`true` is not 1."""

    def position(self) -> dict[str, Any]:
        found = super().position()
        return {**found, "states": {**found["states"], "active": bool(self.turn)}}


WRONG: dict[type, tuple[int, str, str]] = {
    TakesAll: (1, "taken", ""),
    RefusedCosts: (1, "changed", "stones"),
    Forgets: (8, "states", "active"),
    SharesCopies: (6, "states", "active"),
    FewMoves: (0, "legal", "missing"),
    Twice: (0, "legal", "twice"),
    Stays: (4, "states", "active"),
    Unlucky: (13, "result", "winners"),
    Blind: (4, "view", "stones"),
    Yes: (0, "states", "active"),
}


@pytest.mark.parametrize("engine", WRONG, ids=lambda one: one.__name__)
def test_a_wrong_engine_fails_where_it_is_wrong(engine: type) -> None:
    found = replayed(WHOLE, engine())
    assert found.kind == FAILED and found.difference is not None
    assert (found.step, found.difference.part, found.difference.name) == WRONG[engine]


def test_an_error_is_never_a_refusal() -> None:
    class Breaks(Adapter):
        def move(self, seat: int, move: dict[str, Any]) -> None:
            raise KeyError("n")

    found = replayed(vector(FIRST, {"not": [1, grab(1)], "kind": "other-seat"}), Breaks())
    assert (found.kind, found.failure) == (ERROR, "error") and "KeyError" in found.why


class Process(InProcess):
    """Like one of its own: after a failure it answers nothing more."""

    failure: EngineFailure | None = None

    def ask_all(self, calls: Sequence[Call]) -> list[Any]:
        if self.failure is not None:
            raise self.failure
        try:
            return super().ask_all(calls)
        except EngineFailure as wrong:
            self.failure = wrong
            raise


def test_a_process_that_is_gone_is_told_with_a_step_that_it_was_asked() -> None:
    """Asked once more it answers nothing, and that would be told as a failure of the first step."""

    class Breaks(Adapter):
        def result(self) -> dict[str, Any]:
            raise KeyError("winner")

    loaded = next(number for number, step in enumerate(WHOLE.steps) if "load" in step)
    found = Replayer(Process(Breaks()), agreed_with(Breaks()), SETS).replay(WHOLE)
    assert (found.kind, found.step) == (ERROR, loaded + 1) and "KeyError" in found.why
    assert replayed(WHOLE, Breaks()).step == len(WHOLE.steps) - 1  # one that goes on is asked one by one


def test_a_difference_is_told_although_the_engine_breaks_down_after_it() -> None:
    class Breaks(Stays):
        def legal(self, seat: int) -> list[dict[str, Any]]:
            if self.left < 12:
                raise KeyError("lost")
            return super().legal(seat)

    found = replayed(WHOLE, Breaks())
    assert (found.kind, found.step) == (FAILED, 4)


def test_what_an_engine_cannot_do_is_skipped_with_its_reason() -> None:
    loaded = vector(see(1), **{"from": position(5, 1)})
    assert replayed(loaded).kind == PASSED
    found = replayed(loaded, None, "load")
    assert (found.kind, found.why) == (SKIPPED, "it has no `load`")
    assert counts([found, replayed(loaded)])["skipped"] == {"it has no `load`": 1}
    assert replayed(WHOLE, None, "fork").why == "it has no `fork`"
    assert replayed(WHOLE, None, "save").why == "it has no `save`"


def test_an_engine_without_load_goes_along_the_path() -> None:
    path = [{"move": [0, grab(3)]}, {"move": [1, grab(3)]}, {"move": [0, grab(1)]}]
    loaded = vector(see(1, legal={"1": [grab(1), grab(2), grab(3)]}), **{"from": position(5, 1)}, path=path)
    assert replayed(loaded, None, "load").kind == PASSED
    assert replayed(loaded, Stays(), "load").kind == FAILED


class Choosy(Adapter):
    """It takes no positions, although it has the call."""

    def load(self, position: dict[str, Any]) -> None:
        raise ValueError("nothing is known of that")


def test_an_engine_may_refuse_positions() -> None:
    """It goes along the path, or is not asked; a mistake on the way is found all the same."""
    path = [{"move": [0, grab(3)]}, {"move": [1, grab(3)]}, {"move": [0, grab(1)]}]
    begins = vector(see(1), **{"from": position(5, 1)}, path=path)
    assert replayed(begins, Choosy()).kind == PASSED
    found = replayed(vector(see(1), **{"from": position(5, 1)}), Choosy())
    assert (found.kind, found.why) == (SKIPPED, "it refuses the position")
    assert replayed(vector(FIRST, {"load": {"asks": {}, "frames": []}}, see(0)), Choosy()).kind == SKIPPED


def test_parts_an_engine_does_not_tell_are_left_out_and_counted() -> None:
    found = replayed(WHOLE, Blind(), "views")
    assert found.kind == PASSED and found.left_out == {"view": 2}
    assert replayed(WHOLE, None, "position").left_out == {"position": 6}


def test_names_left_unsaid_are_left_out_on_both_sides() -> None:
    class Unsaid(Unlucky):
        def hello(self) -> dict[str, Any]:
            return {**super().hello(), "unsaid": ["winners", "active"]}

        def position(self) -> dict[str, Any]:
            return {"states": {"stones": self.left, "active": "told all the same"}, "zones": {}}

    assert replayed(WHOLE, Unsaid()).kind == PASSED


def test_a_key_too_many_is_refused_by_strict_engines_only() -> None:
    only = vector({"not": [0, {**grab(1), "also": 1}], "kind": "extra"})
    assert replayed(only).kind == PASSED
    assert replayed(only, TakesAll()).kind == FAILED
    assert replayed(only, TakesAll(), "strict").why == "it is not `strict`"


def test_advice_never_fails() -> None:
    odd = {**position(5, 1), "asks": {"decide": "[turn.other]"}}
    assert replayed(vector({"not-load": odd, "kind": "asks"}, advice=True)).kind == PASSED
    taken = replayed(vector({"not-load": position(5, 1), "kind": "asks"}, advice=True))
    assert taken.kind == ADVICE and taken.difference is not None


def test_what_a_reader_no_longer_sees_is_asked_for_no_more() -> None:
    """And whoever still shows it shows too much."""
    whole = ExpectedState({}, frozenset())
    assert whole.judge_view("0", {"states": {"heap": 3, "purse": 1}})([{"states": {"heap": 3, "purse": 1}}]) is None
    judge = whole.judge_view("0", {"states": {"heap": 2}, "gone": ["purse"]})
    assert judge([{"states": {"heap": 2}}]) is None
    told = judge([{"states": {"heap": 2, "purse": 1}}])
    assert told is not None and (told.part, told.name, told.reader) == ("view", "purse", "0")


def test_a_view_may_begin_like_that_of_another_reader_or_like_the_position() -> None:
    """And is compared whole: who shows what he must not, or forgets what stands in the other, is told."""
    whole = ExpectedState({}, frozenset(), {"heap": 3, "purse": 1})
    spectator = {"like": "position", "gone": ["purse"]}
    assert whole.judge_view("-", spectator)([{"states": {"heap": 3}}]) is None
    found = whole.judge_view("-", spectator)([{"states": {"heap": 3, "purse": 1}}])
    assert found is not None and found.name == "purse"
    judge = whole.judge_view("0", {"like": "-", "states": {"hand": 2}})
    assert judge([{"states": {"heap": 3, "hand": 2}}]) is None
    forgotten = judge([{"states": {"hand": 2}}])
    assert forgotten is not None and (forgotten.name, forgotten.reader) == ("heap", "0")


def test_ways_are_counted() -> None:
    levels = [{"depth": 1, "leaves": 3, "ends": 0, "sum": 0}, {"depth": 4, "leaves": 81, "ends": 1, "sum": 0}]
    found = replayed(vector({"perft": levels}), None, "position")
    assert found.kind == PASSED
    wrong = replayed(vector({"perft": [{**levels[0], "leaves": 4}]}), None, "position")
    assert wrong.difference is not None and wrong.difference.part == "perft"
    assert replayed(vector({"perft": levels})).kind == FAILED  # the sums are not 0


def test_a_list_is_a_set_only_where_a_tree_says_so() -> None:
    tree = {"hand": {"*": {"set": True}}, "pairs": {"set": True, "*": {"1": {"set": True}}}}
    one = {"hand": [[2, 1], [3]], "pairs": [["b", [2, 1]], ["a", []]], "pile": [2, 1]}
    other = {"hand": [[1, 2], [3]], "pairs": [["a", []], ["b", [1, 2]]], "pile": [2, 1]}
    assert normal_form(one, tree) == normal_form(other, tree)
    assert normal_form({**one, "pile": [1, 2]}, tree) != normal_form(other, tree)
    assert normal_form({**one, "hand": [[3], [1, 2]]}, tree) != normal_form(other, tree)
