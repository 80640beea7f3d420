"""A long list of moves is narrowed field by field, by buttons and by clicks."""

from __future__ import annotations

import itertools

from rulekit.webplay.answers import DO, FieldValue, MoveOption
from rulekit.webplay.move_picker import PickStep, allows, question


def value(text: str, *keys: str) -> FieldValue:
    return FieldValue(text, text.upper(), keys)


def group(names: str, ordered: bool = False) -> FieldValue:
    return FieldValue(names, names, (), tuple(value(one, f"key {one}") for one in names), ordered)


def moves(*fields: dict[str, FieldValue]) -> tuple[MoveOption, ...]:
    return tuple(MoveOption(number, {DO: value("go"), **one}) for number, one in enumerate(fields))


def words(found: tuple[MoveOption, ...], *picks: PickStep) -> list[str]:
    return [said for said, _ in question(found, picks).options]


WAYS = moves(*({"unit": value(u, f"card {u}"), "mine": value(m, f"place {m}")} for u in "abc" for m in "xyz"))
SETS = moves(*({"gone": group("".join(some))} for n in range(4) for some in itertools.combinations("abcde", n)))
ORDERS = moves(*({"order": group("".join(some), True)} for some in itertools.permutations("abcd")))


def test_the_first_field_that_is_open_is_asked() -> None:
    assert question(WAYS, ()).ask == "GO: which unit?" and words(WAYS) == ["A", "B", "C"]


def test_a_click_may_answer_a_later_field_first() -> None:
    click = question(WAYS, ()).keys["place y"]
    assert click == PickStep("mine", "key", "place y")
    assert [one.fields["unit"].text for one in WAYS if allows([click], one)] == ["a", "b", "c"]


def test_a_click_that_would_narrow_nothing_is_none() -> None:
    same = moves(*({"unit": value("a", "card a"), "mine": value(m, f"place {m}")} for m in "vwxyz123"))
    assert "card a" not in question(same, ()).keys


def test_a_thing_that_two_fields_could_mean_answers_the_one_that_is_asked() -> None:
    both = moves(*({"start": value(a, f"place {a}"), "goal": value(b, f"place {b}")} for a in "abc" for b in "abc"))
    assert question(both, ()).keys["place b"] == PickStep("start", "key", "place b")
    assert question(both, (PickStep("start", "is", "a"),)).keys["place b"] == PickStep("goal", "key", "place b")


def test_few_moves_are_shown_whole() -> None:
    assert words(WAYS, PickStep("unit", "is", "a")) == ["X", "Y", "Z"]


def test_many_sets_are_asked_member_by_member_and_closed_by_a_word() -> None:
    assert words(SETS) == ["A", "B", "C", "D", "E", "none"]
    picks = (PickStep("gone", "with", "a"), PickStep("gone", "with", "c"))
    left = [one.fields["gone"].text for one in SETS if allows(picks, one)]
    assert left == ["ac", "abc", "acd", "ace"]
    done = [one.fields["gone"].text for one in SETS if allows((*picks, PickStep("gone", "done")), one)]
    assert done == ["ac"]


def test_a_click_on_a_member_adds_it() -> None:
    assert question(SETS, ()).keys["key b"] == PickStep("gone", "with", "b")


def test_an_order_is_asked_from_its_first_member_on() -> None:
    assert words(ORDERS) == ["A", "B", "C", "D"]
    assert {one.fields["order"].text[:2] for one in ORDERS if allows(two("b", "a"), one)} == {"ba"}


def two(*texts: str) -> tuple[PickStep, ...]:
    return tuple(PickStep("order", "with", text) for text in texts)


def test_a_member_held_twice_can_be_named_twice() -> None:
    bags = moves({"paid": group("aa")}, {"paid": group("ab")})
    assert [one.number for one in bags if allows((PickStep("paid", "with", "a"),) * 2, one)] == [0]


def test_moves_without_the_field_that_is_asked_stand_whole_behind_it() -> None:
    found = (*WAYS, MoveOption(9, {DO: value("go")}))
    assert words(found)[-1] == "GO"
