"""Each fate a mutant can have, on a toy that is made for it; and that nothing but a kill counts as one."""

from pathlib import Path
from typing import Any

import attrs
import pytest

from rulekit.data import bundled_games
from rulekit.mutate import by_laws, judging
from rulekit.mutate import mutant_verdicts as v
from rulekit.mutate.chance_bias import biased_chance, favour_of
from rulekit.mutate.judging import Effort, MutantJudge, TimedOut, at_most
from rulekit.mutate.mutant_verdicts import summary
from rulekit.mutate.mutation_campaign import MutantSelection, prepare_judge, select_mutants, with_scenes
from rulekit.mutate.scene_coverage import order
from rulekit.play.machine.frames import ChancePoint
from rulekit.play.machine.random_bits import stream
from rulekit.play.refusals import Refused
from rulekit.tests.mutate.toys import QUICK, judge, mutants_of, rules, toy
from rulekit.tests.mutate.toys import fate as verdict
from rulekit.typesystem.types import Piece

FATES = {
    "viewer@zone-hand#2": v.TRIVIAL,  # the cards of the other are chosen from unseen
    "drop-line@wait.do#1": v.SCENE,
    "field@card.one#1": v.SCENE,
    "drop-step@lay.do#2": v.SCENE,
    "range@state-coins#3": v.LAW,
    "result@result.most#1": v.PLAY,
    "field@card.four#1": v.PLAY,
    "viewer@zone-hand#1": v.PLAY,
    "hidden-state@state-turns#1": v.PLAY,
    "result@result.most#3": v.PLAY,
    "forced@game-toy-cards#1": v.PLAY,
    "unshuffled@setup.mix#1": v.SCENE,
    "drop-guard@lay.low#1": v.EQUIVALENT,
    "order@end.late#4": v.EQUIVALENT,
    "if-able@turn.ask#1": v.EQUIVALENT,
}


@pytest.mark.parametrize(("mutant", "expected"), FATES.items(), ids=FATES)
def test_a_mutant_has_the_fate_it_deserves(mutant: str, expected: str) -> None:
    """Refused, killed by a scene, by a law, told apart by play alone, or by nothing."""
    found = verdict("cards", mutant)
    assert found.fate == expected, found.class_text


SUMS = {  # remainder, division, a let in a word, the most and the least, the first of them, pairs
    "sign@define-rich#1": v.PLAY,
    "account-line@define-rich#1": v.PLAY,
    "constant@define-rich#1": v.PLAY,
    "most-least@define-leader#1": v.PLAY,
    "most-least@define-poor#1": v.PLAY,
    "drop-condition@define-poor#1": v.PLAY,
    "extreme@take.coin#1": v.PLAY,
    "amount@take.coin#1": v.PLAY,
    "drop-line@take.rest#1": v.PLAY,
    "amount@take.rest#1": v.PLAY,
    "drop-guard@take.new#1": v.PLAY,
    "drop-line@take.do#1": v.PLAY,
    "negate@take.new#1": v.LAW,  # nobody can ever take anything, and nobody is ever asked
}


@pytest.mark.parametrize(("mutant", "expected"), SUMS.items(), ids=SUMS)
def test_a_mutant_of_a_line_with_a_younger_word_is_made_and_noticed(mutant: str, expected: str) -> None:
    found = verdict("sums", mutant)
    assert found.fate == expected, found.class_text


def test_what_is_made_of_younger_words_is_sound() -> None:
    """The checker refuses none of them but a division by 0, a peek, a sum of no numbers, a game without end."""
    judged = {
        name: judging.examine(one.apply(rules("sums")), judge("sums").ids) for name, one in mutants_of("sums").items()
    }
    refused = {name for name, found in judged.items() if found.errors}
    assert refused == {"constant@take.n#2", "hidden-state@state-past#1", "extreme@end.all#1", "ending@end.all#1"}


def test_a_kill_names_who_killed() -> None:
    """The scene with its line, the law with its game."""
    assert verdict("cards", "drop-line@wait.do#1").by.startswith('scene [wait.do] "Four times waited is the end"')
    assert "ran into a fault: outside at [lay.do]" in verdict("cards", "range@state-coins#3").by
    assert verdict("cards", "field@card.four#1").decisions > 0


def test_a_scene_whose_heading_names_what_is_gone_is_still_played() -> None:
    """External engines have no clauses; what they do must be seen to be wrong."""
    assert verdict("cards", "drop-line@lay.do#1").by.startswith("scene [lay.do]")


def test_equivalence_is_claimed_with_its_evidence() -> None:
    """So many games, decisions and configurations; both numbers of players were played."""
    found = verdict("cards", "drop-guard@lay.low#1")
    assert found.configurations == 2 and found.games == 32
    assert (
        found.class_text == f"equivalent (evidence: 32 games, {found.decisions} decisions, 2 configurations compared)"
    )


def test_a_survivor_says_what_a_scene_would_have_to_show() -> None:
    """Who won, or what somebody sees."""
    assert verdict("cards", "result@result.most#3").class_text.startswith("missing scene (the result: ")
    assert (
        verdict("cards", "hidden-state@state-turns#1").class_text
        == "missing scene (the view of seat 0 differs in game 0 after 0 answers)"
    )


def test_the_last_position_is_looked_at_closely() -> None:
    """What is shown when all is over is shown then."""
    found = verdict("two-sides", "view-condition@zone-hand#1")
    assert found.is_killed


def test_the_original_against_itself_never_differs() -> None:
    """Nothing is told apart that is the same."""
    from rulekit.mutate.by_play import CompareIntervals, duel, sample_of

    game, again = judge("cards").original, MutantJudge(rules("cards"), "", (), QUICK).original
    played = duel(game, again, sample_of(game), range(12), 200, "same", CompareIntervals(1, True))
    assert played.difference is None and played.games == 12


def test_a_time_out_is_no_kill(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is counted as what it is, and lowers the score."""

    def never(*_: Any) -> None:
        raise TimedOut

    monkeypatch.setattr(judging, "failing_scene", never)
    found = verdict("cards", "drop-line@wait.do#1")
    assert found.fate == v.TIMED_OUT and not found.is_killed
    assert summary((found,))["score_alone"] == 0


def test_demands_that_refuse_everything_are_a_kill() -> None:
    """There is nothing to play then, and that is seen."""
    assert by_laws.killer(judge("cards").original, (), range(3), 10, "0") == "the demands allow no configuration"


def test_work_is_broken_off_when_its_time_is_over() -> None:
    """The alarm rings in the middle of whatever is done."""
    with pytest.raises(TimedOut), at_most(0.05):
        while True:
            pass


def test_a_fault_of_ours_is_no_kill(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is told apart from everything else."""

    def breaks(*_: Any) -> None:
        raise ZeroDivisionError("of ours")

    monkeypatch.setattr(judging, "examine", breaks)
    found = MutantJudge(rules("cards"), "", (), QUICK).verdict(mutants_of("cards")["drop-line@wait.do#1"])
    assert found.fate == v.BROKEN and found.by == "ZeroDivisionError: of ours" and not found.is_killed


def test_rules_that_fail_their_own_scenes_judge_nobody(tmp_path: Path) -> None:
    """Otherwise every mutant would be killed by what is wrong already."""
    file = tmp_path / "cards.rules"
    text = toy("cards").read_text(encoding="utf-8")
    file.write_text(text.replace("then score of anna = 1", "then score of anna = 2"), encoding="utf-8")
    with pytest.raises(Refused, match="fail their own scenes"):
        with_scenes(prepare_judge(file, QUICK)[0])


def test_scenes_that_look_at_the_change_come_first() -> None:
    """Those of the clause before the others; those that never look there last."""
    one = judge("cards")
    found = order(one.scenes, one.rulebook, mutants_of("cards")["drop-line@wait.do#1"])
    assert (found.own, found.hopes, found.others) == ((1,), (), (0,)) and found.is_reached
    found = order(one.scenes, one.rulebook, mutants_of("cards")["viewer@zone-hand#1"])
    assert sorted(found.hopes) == [0, 1] and not found.others


def test_every_second_game_favours_the_row_that_was_changed() -> None:
    """It comes early in its pile there; the others are as chance will have it, and every outcome can be."""
    one = judge("cards")
    favour = favour_of(one.rulebook, one.original.checked, mutants_of("cards")["field@card.six#2"])
    point = ChancePoint("setup.mix", "order", None, tuple(range(6)), 6, Piece("Card"))  # type: ignore[arg-type]
    drawn = [[biased_chance(stream("x", n), side, favour).outcome(point) for n in range(40)] for side in (0, 1)]
    assert favour.pieces == {5}
    assert {order.index(5) for order in drawn[0]} == set(range(6)) and {order.index(5) for order in drawn[1]} == {0, 1}
    assert all(sorted(order) == list(range(6)) for order in drawn[1])


def test_looking_leaves_no_trace() -> None:
    """After the scenes were watched, values are worked out as before."""
    from rulekit.check.evaluation.evaluator import Evaluator
    from rulekit.play.machine.machine import HANDLERS
    from rulekit.play.views.seat_evaluator import SeatEvaluator

    tables = (Evaluator.forms, SeatEvaluator.forms, HANDLERS)
    before = [dict(table) for table in tables]
    with_scenes(prepare_judge(toy("cards"), QUICK)[0])
    assert before == [dict(table) for table in tables]


def test_scenes_and_laws_alone_leave_the_rest_open() -> None:
    """Without play nothing is called equivalent."""
    alone = attrs.evolve(QUICK, games=0)
    one = MutantJudge(rules("cards"), "", judge("cards").scenes, alone)
    assert one.verdict(mutants_of("cards")["field@card.four#1"]).fate == v.OPEN


BARS = {"alone": 0.80, "all": 0.99}


@pytest.mark.nightly
@pytest.mark.parametrize("game", bundled_games(), ids=lambda folder: folder.name)
def test_most_mutants_of_a_game_die(game: Path) -> None:
    """Of a sample four in five by scenes and laws alone, nearly all by play as well."""
    made, found = prepare_judge(game, Effort(play_seconds=5.0))
    night = with_scenes(made)
    verdicts = tuple(
        night.verdict(mutant) for mutant in select_mutants(found, MutantSelection(sample=100, seed="night"))
    )
    scores = summary(verdicts)
    assert scores["score_alone"] >= BARS["alone"] and scores["score"] >= BARS["all"]
    assert not [one for one in verdicts if one.fate == v.BROKEN]
