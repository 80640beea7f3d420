"""Which clauses are named for a difference: those that wrote, asked or refused, and what stands behind them."""

from functools import cache
from pathlib import Path

import pytest

from rulekit.check.tree import typed_statements
from rulekit.pipeline import load
from rulekit.play.games.game import Position
from rulekit.tests.play.toys import TOYS
from rulekit.verify.blaming.blame import blamed_clauses
from rulekit.verify.blaming.changed_lines import writes_of
from rulekit.verify.blaming.line_effects import line_effects
from rulekit.verify.blaming.spectrum import Spectrum, rank_clauses
from rulekit.verify.differences.divergence import Divergence

game = cache(lambda name: load(TOYS / f"{name}.rules"))


def mixed() -> Position:
    """Three beads in a pile, and the pile mixed once more."""
    here = game("chance-shuffle").start(2).draw(["fir", "ash", "elm"])
    return here.apply(0, {"do": "mix"}).draw(["elm", "ash", "fir"])


def test_an_order_that_changed_was_written_by_the_line_that_mixed() -> None:
    assert [one.lines[0] for one in writes_of(mixed()) if "stack" in one.names] == ["mix.do"]


def test_an_engine_that_does_not_mix_is_told_the_line_that_does() -> None:
    parting = Divergence("position", ("zones", "stack", 0), "fir", "elm", names=("stack",))
    assert blamed_clauses(mixed(), parting)[0] == "mix.do"


def test_a_move_that_cannot_be_paid_is_told_with_the_line_of_its_price() -> None:
    here = game("prices").start(2)
    parting = Divergence("legal", (), "not legal", "offered", 0, {"do": "buy-two"})
    assert blamed_clauses(here, parting) == ("pay.enough", "two.pay")


def test_behind_a_choice_stand_the_cases_that_read_what_changes() -> None:
    behind = line_effects(game("relation-any").checked).deep
    front = game("relation-any").checked.bodies["action lay"].front
    guards = [one.condition for one in front if isinstance(one, typed_statements.Guard)]
    assert behind.cases(guards) == ["tops.higher", "tops.none"]


def test_what_has_just_asked_is_named_before_others_that_ask_the_same() -> None:
    here = game("chance-shuffle").start(2).draw(["fir", "ash", "elm"])
    found = blamed_clauses(here.apply(0, {"do": "lift"}), Divergence("asked", (), [1], [0], asks=("mix",)))
    assert found[0] == "turn.go"


def test_a_word_without_an_id_is_named_soon_after_the_line_that_rests_on_it() -> None:
    here = game("explained").start(2)
    assert {"do": "visit", "shop": "mill"} in here.legal(0)
    found = blamed_clauses(here, Divergence("legal", (), "legal", "missing", 0, {"do": "visit", "shop": "mill"}))
    assert "define tired" in found and found.index("define tired") <= found.index("visit.rest") + 2
    offered = blamed_clauses(here, Divergence("legal", (), "not legal", "offered", 0, {"do": "visit", "shop": "crypt"}))
    assert offered[0] == "visit.shop" and "define welcoming" in offered[:3]


def test_a_missing_move_is_told_with_the_guard_that_asks_the_case() -> None:
    here = game("relation-any").start(2).apply(0, {"do": "lay", "k": "left", "h": 2})
    found = blamed_clauses(here, Divergence("legal", (), "legal", "missing", 1, {"do": "lay", "k": "left", "h": 0}))
    assert found[:2] == ("tops.none", "lay.tops")


def test_another_writing_of_a_legal_move_is_told_with_the_choice_that_makes_them_one() -> None:
    here, told = game("tiles-turned").start(2), {"do": "lay", "t": "rail", "q": 3, "c": [1, 1]}
    assert told not in here.legal(0) and {**told, "q": 1} in here.legal(0)
    parting = Divergence("refusal", (), "legal", "no such turn", 0, told)
    assert blamed_clauses(here, parting)[0] == blamed_clauses(here.apply(0, told), parting)[0] == "lay.turn"
    listed = Divergence("refusal", (), "legal", "no", 0, {**told, "q": 1})
    assert "lay.turn" not in blamed_clauses(here.apply(0, {**told, "q": 1}), listed)[:1]


def test_what_is_seen_rests_on_the_declaration_of_the_zone() -> None:
    here = game("known-by").start(2).draw(["fir", "ash", "elm"])
    parting = Divergence("view", ("zones", "line-up", "pieces", 0, "shade"), "dark", "light", 0, names=("line-up",))
    assert "zone line-up" in blamed_clauses(here, parting)[:3]


def test_a_printed_value_rests_on_the_row_it_is_printed_in() -> None:
    here = game("known-by").start(2).draw(["fir", "ash", "elm"])
    parting = Divergence("view", ("zones", "line-up", "pieces", 0, "worth"), 3, 2, 0, names=("line-up",))
    assert blamed_clauses(here, parting)[0] == "leaf.fir"


def test_a_line_met_only_where_the_two_differ_outranks_one_met_everywhere() -> None:
    named = [("often", "rare"), ("rare", "often")]
    known = Spectrum({"often": 20, "rare": 1}, 20)
    assert [name for name, _ in rank_clauses(named, known)] == ["rare", "often"]
    assert 0 < rank_clauses(named, known)[0][1] <= 1


TERMS = """game toy-terms for 2 players
state gold of Player is 0 to 9, starts 2
state debt of Player is 0 to 9, starts 5
state laid is 0 to 9
total score of p: Player
  [score.gold]  + gold of p                                                             @public:toy
  [score.debt]  - debt of p                                                             @public:toy
action go
  [go.do]  add 1 to laid                                                                @public:toy
turn
  [turn.go]  player must go                                                             @public:toy
end
  [end.two]  at end of turn when laid = 2                                               @public:toy
result
  [result.most]  most score wins, ties are shared                                       @public:toy
"""


@pytest.mark.parametrize(
    ("engine", "clause"), [(2, "score.debt"), (-5, "score.gold"), (7, "score.debt"), (-1, "score.gold")]
)
def test_the_term_of_the_result_that_explains_the_difference_comes_first(
    engine: int, clause: str, tmp_path: Path
) -> None:
    """Left out, turned, counted twice."""
    file = tmp_path / "toy-terms.rules"
    file.write_text(TERMS, encoding="utf-8")
    here = load(file).start(2).apply(0, {"do": "go"}).apply(1, {"do": "go"})
    assert here.result()["scores"] == [-3, -3]
    assert blamed_clauses(here, Divergence("result", ("scores", 0), -3, engine))[0] == clause


def collected() -> Position:
    """At the end of a game one seat has three points and the other two."""
    here = game("copies").start(2)
    for seat, bead in enumerate(("bright", "bright", "plain")):
        here = here.apply(seat % 2, {"do": "take-bead", "bead": bead})
    assert here.is_over and here.result()["scores"] == [3, 2]
    return here


def test_a_whole_list_of_scores_is_explained_by_the_term_that_was_left_out() -> None:
    for wrong in ([0, 0], [6, 4], [-3, -2]):
        found = blamed_clauses(collected(), Divergence("result", ("scores",), [3, 2], wrong))
        assert found[0] == "score.own"


def test_who_has_won_rests_on_the_result_and_then_on_how_it_ended() -> None:
    found = blamed_clauses(collected(), Divergence("result", ("outcome",), "win", "shared"))
    assert found[0] == "result.most" and "end.few" in found


def test_what_is_lost_by_a_load_is_named_by_the_guards_that_ask_for_it() -> None:
    here = game("prices").start(2)
    for kept in ("loaded", "copy"):
        found = blamed_clauses(here, Divergence(kept, ("states", "purse", 0), 5, 0, names=("purse",)))
        assert found[0] == "pay.enough"
    offered = Divergence("loaded", (), "not legal", "offered", 0, {"do": "buy-two"})
    assert blamed_clauses(here, offered) == blamed_clauses(
        here, Divergence("legal", (), "not legal", "offered", 0, {"do": "buy-two"})
    )


def test_a_position_that_was_loaded_is_not_the_set_up() -> None:
    """Only how things lie at the very beginning rests on declarations; what was loaded lay there by the rules."""
    here = game("prices").start(2)
    parting = Divergence("position", ("states", "purse", 0), 5, 0, names=("purse",))
    assert "purse" in blamed_clauses(here, parting)[0]
    assert "purse" not in blamed_clauses(game("prices").position(here.to_json()), parting)[0]


GRADED = """game graded for 1 player
type Grade is one of poor, fair, good
state points is 0 to 9, starts 5
define grade, first of
  [grade.good]  good if points > 6  @public:toy
  [grade.fair]  fair if points > 4  @public:toy
  [grade.poor]  poor  @public:toy
action wait
  [wait.do]  add 1 to points  @public:toy
turn
  [turn.wait]  player must wait  @public:toy
end
  [end.six]  at end of turn when points = 6  @public:toy
result
  [result.grade]  grade is grade  @public:toy
"""


def test_a_wrong_grade_is_told_with_the_cases_of_both_grades(tmp_path: Path) -> None:
    (file := tmp_path / "graded.rules").write_text(GRADED, encoding="utf-8")
    here = load(file).start(1).apply(0, {"do": "wait"})
    key = next(key for key, value in here.result().items() if value == "fair")
    assert here.is_over and blamed_clauses(here, Divergence("result", (key,), "fair", "good"))[:2] == (
        "grade.fair",
        "grade.good",
    )


LUCK = """game luck for 1 player
state coins is 0 to 9, starts 1
state lucky is yes or no
action dig
  [dig.pay]  do gain 2  @public:toy
to gain n: Number
  [gain.add]  add n to coins  @public:toy
  [gain.more]  if lucky is yes: add 1 to coins  @public:toy
turn
  [turn.dig]  player must dig  @public:toy
end
  [end.six]  at end of turn when coins > 6  @public:toy
result
  [result.most]  grade is coins  @public:toy
"""


def test_a_line_that_refrained_is_named_soon_after_the_line_that_wrote(tmp_path: Path) -> None:
    """Who has one coin more has perhaps counted a line whose condition did not hold."""
    (file := tmp_path / "luck.rules").write_text(LUCK.replace("do gain", "gain"), encoding="utf-8")
    here = load(file).start(1).apply(0, {"do": "dig"})
    found = blamed_clauses(here, Divergence("position", ("states", "coins"), 3, 4, names=("coins",)))
    assert found[0] == "gain.add" and "gain.more" in found[:3]


TAKING = """game taking for 2 players
state coins of Player is 0 to 30, excess lost
state lead is Player
state turns is 0 to 9, excess lost
action bid
  [bid.much]  n in 1 to 3                                         @public:toy
  [bid.lead]  if n > 2: set lead to next of lead                  @public:toy
  [bid.pay]   if turns > 3: add n to coins of lead                @public:toy
  [bid.none]  if turns > 3 and n = 9: set lead to seat-one        @public:toy
turn
  [turn.bid]  player must bid                                     @public:toy
  [turn.count]  add 1 to turns                                    @public:toy
end
  [end.nine]  at end of turn when turns = 9                       @public:toy
result
  [result.most]  most coins wins, ties are shared                 @public:toy
"""


def taking(folder: Path, *bids: int) -> Position:
    (file := folder / "taking.rules").write_text(TAKING, encoding="utf-8")
    here = load(file).start(2)
    for n in bids:
        here = here.apply(here.pending.seats[0], {"do": "bid", "n": n})
    return here


def test_who_decides_is_named_before_what_hangs_on_it(tmp_path: Path) -> None:
    """Who leads is paid: where both differ, the line that says who leads explains both."""
    here = taking(tmp_path, 1, 1, 1, 1, 3)
    found = blamed_clauses(here, Divergence("position", ("states", "coins", 0), 0, 3, names=("coins", "lead")))
    assert found[0] == "bid.lead" and "bid.pay" in found[:3]
    alone = blamed_clauses(here, Divergence("position", ("states", "coins", 1), 3, 2, names=("coins",)))
    assert alone[0] == "bid.pay"


def test_a_line_that_should_have_refrained_and_did_not_is_named_first(tmp_path: Path) -> None:
    """The rules changed nobody's lead; of the lines that could have, those come first whose condition did not hold."""
    here = taking(tmp_path, 1, 1, 1, 1, 2)
    found = blamed_clauses(here, Divergence("position", ("states", "coins", 0), 2, 0, names=("coins", "lead")))
    assert found[0] == "bid.lead"
