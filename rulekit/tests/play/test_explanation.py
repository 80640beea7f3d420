"""Refusals tell first the line that decides, with the values it looked at, and nothing that the options close."""

from pathlib import Path
from typing import Any

import pytest

from rulekit import Position, load
from rulekit.check.sources.clauses import clauses
from rulekit.data import bundled_games
from rulekit.play.reasons.clause_texts import RefusalReason
from rulekit.play.reasons.played_wording import reason_lines
from rulekit.tests.bundled import bundled
from rulekit.tests.play.toys import toy


def start(**options: Any) -> Position:
    """The game whose refusals are decided behind words, filters, totals and prices."""
    return toy("explained").start(options=options, chance=1)


def told(here: Position, move: dict[str, Any], role: str = "decides") -> list[str]:
    """What refuses a move of the seat that is asked: the names of the lines with one role."""
    return [reason.name for reason in refused(here, move) if reason.role == role]


def refused(here: Position, move: dict[str, Any]) -> tuple[RefusalReason, ...]:
    return here.why_not(here.pending.seats[0], move)


def facts(here: Position, move: dict[str, Any]) -> dict[str, tuple[str, ...]]:
    return {reason.name: reason.facts for reason in refused(here, move) if reason.facts}


def visited(shop: str, times: int) -> Position:
    """A shop that was knocked at, by leaving if it is the crypt."""
    here = start(generous=True)
    for _ in range(times):
        here = here.apply(here.pending.seats[0], {"do": "visit", "shop": shop})
    return here


def test_the_condition_of_a_filter_decides_about_a_value_that_is_not_among_its_members() -> None:
    """It stands in a line without an id, which is named after what it defines."""
    here, move = start(generous=True), {"do": "visit", "shop": "crypt"}
    assert told(here, move) == ["define welcoming"]
    assert facts(here, move)["define welcoming"] == ("s is crypt", "open of s is no")
    assert told(here, move, "led here") == ["[visit.shop]"]


def test_a_way_that_an_option_closes_is_told_by_the_option() -> None:
    """Not by the case that can never hold; and where the option opens it, the move is legal."""
    move = {"do": "visit", "shop": "mill"}
    here = start().apply(0, move)
    assert told(here, move)[0] == "option generous" and "[suits.kind]" not in told(here, move)
    assert facts(here, move)["option generous"] == ("generous is no",)
    assert refused(start(generous=True).apply(0, move), move) == ()


def test_the_way_that_misses_least_is_told_first() -> None:
    """A shop that was visited fails by that alone, for it is open; of the rich nothing holds."""
    move = {"do": "visit", "shop": "mill"}
    assert told(start().apply(0, move), move)[1:] == ["[suits.first]", "define rich"]


def test_a_total_is_followed_to_the_lines_that_apply() -> None:
    """The two more visits of a closed shop are no part of the limit of an open one."""
    here, move = visited("mill", 2), {"do": "visit", "shop": "mill"}
    assert told(here, move) == ["define tired"]
    assert told(here, move, "looked at") == ["[limit.basic]"]
    assert facts(here, move)["define tired"] == ("visits of s is 2", "limit of s is 1")


def test_a_first_of_is_followed_to_the_line_that_applies() -> None:
    """And to the row that makes it apply."""
    move = {"do": "knock", "shop": "mill"}
    assert told(start(), move) == ["[knock.rate]"] and "[rate.open]" in told(start(), move, "looked at")
    assert facts(start(), move) == {"[knock.rate]": ("rate of shop is 4",)}


def test_the_member_that_breaks_an_every_is_named() -> None:
    """Not one that the filter leaves out."""
    here, move = visited("forge", 1).apply(1, {"do": "leave"}), {"do": "knock", "shop": "crypt"}
    assert facts(here, move) == {"[knock.all]": ("s is forge", "visits of s is 1")}


def test_a_price_that_cannot_be_paid_is_told_with_what_is_there_and_what_is_needed() -> None:
    """`is payable` is looked into: the effect first, then the guard that refuses it."""
    move = {"do": "use", "shop": "mill", "how": "grind"}
    assert told(start(), move) == ["row mill", "[pay.enough]"] and told(start(), move, "led here") == ["[use.able]"]
    assert facts(start(), move) == {"[pay.enough]": ("g is ruby", "purse of player at g is 0", "price at g is 2")}


def test_an_effect_with_parameters_is_told_by_the_step_that_fails() -> None:
    """A verb of the kit that would leave its range has no guard; its line is told."""
    move = {"do": "use", "shop": "forge", "how": "melt", "gem": "opal"}
    assert told(start(), move)[:2] == ["row forge", "[one.take]"]


def test_what_is_possible_is_told_with_a_move() -> None:
    """A guard that wants nothing to be possible fails because of one."""
    data = toy("possible").start(chance=1).to_json()
    data["states"] |= {"purse": [2, 1]}
    here = toy("possible").position(data)
    assert facts(here, {"do": "save"}) == {"[save.not]": ("`buy` is possible",)}


def test_of_a_value_that_may_not_be_chosen_nothing_is_told_by_later_guards() -> None:
    """It may be a card that this seat cannot look at: the clause is named, and no value of it."""
    here = start(generous=True)
    reasons = refused(here, {"do": "visit", "shop": "crypt"})
    assert [one.facts for one in reasons if one.name == "[visit.suits]"] in ([], [()])
    wrong = refused(toy("reasons-all").start(chance=1), {"do": "paint", "hue": "blue", "n": 9})
    assert [one.facts for one in wrong if one.name == "[paint.room]"] == [()]


@pytest.mark.parametrize(("boots", "last"), [(False, "[stride.boots]"), (True, "[stride.mud]")])
def test_an_exception_that_does_not_hold_or_is_lifted_is_told_after_the_guard(boots: bool, last: str) -> None:
    """What could have lifted the guard, or what has lifted the exception."""
    game = toy("except-chain")
    data = game.start(chance=1).to_json()
    data["states"] |= {"boots": [boots, False], "mud": boots}
    assert told(game.position(data), {"do": "stride", "n": 2}) == ["[stride.short]", last]


def test_reasons_read_as_lines_with_values_and_sentences() -> None:
    """The values stand under their line."""
    lines = reason_lines(refused(start(), {"do": "knock", "shop": "mill"}))
    assert lines[:2] == ["[knock.rate] require rate of shop <= 1", "    here rate of shop is 4"]


RULES = """game {name} for 2 players
option strict is no or yes  @limit.usual, limit.strict, ruling:AMB-1
state heap is 0 to 9, starts 9, must fit
define cap is (2 if strict is yes else 4)  @limit.usual, limit.strict
action grab
  [grab.n]   n in 1 to 9  @grab.some
  [grab.few]  require n <= cap  @limit.usual, limit.strict, ruling:AMB-1
  let rest be heap - n  @limit.rest
  [grab.left]  require rest >= 3  @grab.some
  [grab.do]  take n from heap  @grab.some
turn
  [turn.grab]  player must grab  @grab.some
end
  [end.low]  at end of turn when heap <= 5  @grab.some
result
  [result.one]  winner is seat-one  @grab.some
"""
LEDGER = """game = "{name}"
title = "Heap"
[[clause]]
id = "{name}.grab.some"
text = "Take some."
[[clause]]
id = "{name}.limit.rest"
text = "What is left counts."
[[clause]]
id = "{name}.limit.usual"
text = "At most four."
when = "strict no"
[[clause]]
id = "{name}.limit.strict"
text = "At most two."
when = "strict yes"
"""
RULINGS = """## AMB-1: How many?
- Readings: two; four.
- Ruling: four, for nothing
  speaks against it.
- With `strict yes`: two.
- Why: because.
"""


@pytest.fixture
def heap(tmp_path: Path) -> Path:
    folder = tmp_path / "heap"
    folder.mkdir()
    (folder / "1-game.rules").write_text(RULES.format(name="heap"), encoding="utf-8")
    (folder / "ledger.toml").write_text(LEDGER.format(name="heap"), encoding="utf-8")
    (folder / "rulings.md").write_text(RULINGS, encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    ("strict", "limit", "answer"),
    [
        (False, ("limit.usual", "At most four."), "How many? four, for nothing speaks against it."),
        (True, ("limit.strict", "At most two."), "How many? With `strict yes`: two."),
    ],
)
def test_sentences_and_rulings_are_those_of_the_options_in_force(
    heap: Path, strict: bool, limit: tuple[str, str], answer: str
) -> None:
    """A sentence of another reading is not told, and a ruling is told by its answer here."""
    here = load(heap).start(options={"strict": strict})
    reason = here.why_not(0, {"do": "grab", "n": 7})[0]
    assert reason.name == "[grab.few]" and reason.sentences == (limit, ("ruling:AMB-1", answer))


def test_a_sentence_that_a_let_cites_is_told(heap: Path) -> None:
    """The line that gives the value its name was looked at."""
    reasons = load(heap).start().why_not(0, {"do": "grab", "n": 7})
    left = next(one for one in reasons if one.name == "[grab.left]")
    assert left.facts == ("rest is 2",)
    assert [one.sentences for one in reasons if one.line.startswith("let rest")] == [
        (("limit.rest", "What is left counts."),)
    ]


@pytest.mark.parametrize("folder", bundled_games(), ids=lambda folder: folder.name)
def test_every_line_that_cites_can_be_quoted(folder: Path) -> None:
    """Declarations, rows and lets too, which have no id."""
    game = bundled(folder)
    cited = [place.clause for place in clauses(game.checked.rulebook) if place.clause.cites]
    for clause in cited:
        written = game.clauses.line_at(None, clause.span)
        assert written is not None and {cite.text for cite in clause.cites} <= set(written.cites), clause.span


def test_a_clause_can_be_looked_up_whatever_the_options(heap: Path) -> None:
    """Then all its sentences are told, and rulings by the usual answer."""
    told = load(heap).clause("grab.few")
    assert [name for name, _ in told.sentences] == ["limit.usual", "limit.strict", "ruling:AMB-1"]
