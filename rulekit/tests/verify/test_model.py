"""The report of a verification as data: its schema, reading it back, and the one place that says the verdict."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import attrs
import pytest

from rulekit.cli.exits import Exit
from rulekit.data import conformance_root
from rulekit.pipeline import load
from rulekit.verify import model, quotations, work_units
from rulekit.verify.assembly import VerificationRun, verification
from rulekit.verify.baseline import BadBaseline, BaselineEntry, entries, read_baseline
from rulekit.verify.differences.divergence import Divergence
from rulekit.verify.differences.found_difference import FoundDifference
from rulekit.verify.record_json import Misfit, pack, schema
from rulekit.verify.work_units import WorkUnit

SCHEMA = conformance_root() / "protocol" / "verification.json"
SAMPLE = conformance_root() / "protocol" / "verification-sample.json"
ENGINE = model.EngineTold("stones", "1", "Python", "", "", "stones.py", "", "L1", (), "none")


def sample() -> Any:
    """A real report, of an engine with four planted mistakes."""
    return json.loads(SAMPLE.read_text(encoding="utf-8"))


def side(left: int, moves: tuple[int, ...] = (1, 2, 3)) -> model.Side:
    legal = {"0": [{"do": "grab", "n": n} for n in moves]}
    return model.Side({"kind": "decision", "seats": [0]}, legal, {"stones": left, "active": 0}, {}, {}, None)


def met(number: int, parting: Divergence, *taken: int, stage: str = work_units.GAMES) -> FoundDifference:
    steps = tuple({"move": {"do": "grab", "n": n}, "seat": turn % 2} for turn, n in enumerate(taken))
    source = f"game {number}" if stage == work_units.GAMES else f"scenes/{number}"
    return FoundDifference(
        stage, source, number, {"last-stone": "lucky"}, 2, None, steps, parting, side(12 - sum(taken))
    )


def unit(
    number: int, *found: FoundDifference, stage: str = work_units.GAMES, failure: model.Failed | None = None
) -> WorkUnit:
    state = work_units.FAILED if failure is not None else work_units.DIFFERS if found else work_units.AGREED
    name = f"game {number}" if stage == work_units.GAMES else f"scenes/{number}"
    counts = {} if failure is not None else {"position": 8, "legal": 8}
    lines = ("grab.do", "grab.count")
    return WorkUnit(
        stage, name, number, {"last-stone": "lucky"}, 2, state, "", not found, 8, counts, {}, found, failure, lines, ()
    )


WRONG_COUNT = Divergence("position", ("states", "stones"), 9, 8, names=("stones",))
TOO_MANY = Divergence("legal", (), "not legal", "offered", 0, {"do": "grab", "n": 3})
CRASH = model.Failed("exit", "it ended with 1", 1, "game 3", ())


def report(game: Path, *done: WorkUnit, **more: Any) -> model.Verification:
    return verification(load(game), VerificationRun(ENGINE, "0", "0.1.0", **more), done)


# ------------------------------------------------------------------ the form


def test_the_schema_is_that_of_the_records(request: pytest.FixtureRequest) -> None:
    text = json.dumps(schema(model.Verification, model.FORMAT), indent=1, ensure_ascii=False) + "\n"
    if request.config.getoption("--update-golden"):
        SCHEMA.write_text(text, encoding="utf-8", newline="\n")
    assert SCHEMA.read_text(encoding="utf-8") == text


def test_a_real_report_fits_the_schema_and_is_read_back() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    known = json.loads(SCHEMA.read_text(encoding="utf-8"))
    jsonschema.Draft202012Validator.check_schema(known)
    jsonschema.validate(sample(), known)
    assert model.read_verification(sample()).to_json() == sample()


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"format": "rulekit-in-step/1"}, "no report of a verification"),
        ({"seed": 7}, "seed must be of type string"),
        ({"more": 1}, "does not know `more`"),
        ({"verdict": {"word": "agrees", "code": 0}}, "verdict lacks `sentence`"),
        ({"decisions": True}, "decisions must be of type integer"),
        ({"causes": {}}, "causes must be a list"),
    ],
)
def test_a_report_that_is_none_is_told_so(change: dict[str, Any], said: str) -> None:
    with pytest.raises(Misfit, match=said):
        model.read_verification({**sample(), **change})


def test_every_cause_of_a_real_report_tells_what_decides_and_replays() -> None:
    for cause in model.read_verification(sample()).causes:
        assert cause.title and cause.rules and cause.engine and cause.suspects and cause.examples
        assert cause.values or cause.reasons
        sizes = [len(one.case["steps"]) for one in cause.examples]
        assert sizes == sorted(sizes) and cause.examples[0].case["sort"] == "found"


# ------------------------------------------------------------------ the verdict


@pytest.mark.parametrize("word", list(model.VerdictWord))
def test_every_verdict_has_the_exit_code_of_the_commands(word: model.VerdictWord) -> None:
    assert Exit(model.CODES[word]).value == model.CODES[word]


def test_an_engine_that_agrees_has_a_bound_for_each_kind(game: Path) -> None:
    found = report(game, *map(unit, range(4)))
    assert found.verdict.word == "agrees" and found.verdict.code == Exit.GOOD
    assert {one.kind: one.bound for one in found.compared} == {"legal": "3/4", "position": "3/4"}


def test_three_games_bound_nothing(game: Path) -> None:
    assert not any(one.bound for one in report(game, *map(unit, range(3))).compared)


def test_a_kind_that_differed_has_no_bound(game: Path) -> None:
    found = report(game, unit(0), unit(1, met(1, WRONG_COUNT, 3)), unit(2), unit(3))
    assert {one.kind: one.bound for one in found.compared} == {"legal": "3/4", "position": ""}
    assert found.verdict.code == Exit.FINDINGS and "1 cause in 1 of 4 games" in found.verdict.sentence


def test_an_engine_that_failed_cannot_be_judged(game: Path) -> None:
    found = report(game, unit(0), unit(3, failure=CRASH), unit(4, failure=CRASH))
    assert found.verdict.code == Exit.UNJUDGED and [one.times for one in found.failures] == [2]
    assert [one.what for one in found.missing if "failed there" in one.why] == ["2 games"]


def test_a_difference_is_one_though_the_engine_failed_elsewhere(game: Path) -> None:
    found = report(game, unit(0, met(0, WRONG_COUNT, 3)), unit(3, failure=CRASH), unit(4, failure=CRASH))
    assert found.verdict.code == Exit.FINDINGS and found.verdict.sentence.endswith("besides, it failed 2 times")


def test_vectors_and_games_that_differ_are_counted_apart(game: Path) -> None:
    vectors = [attrs.evolve(unit(n), stage="vectors", id=f"v{n}", number=-1) for n in range(3)]
    found = report(game, *vectors, unit(0), unit(1, met(1, WRONG_COUNT, 3)))
    assert found.verdict.sentence.endswith("1 cause in 0 of 3 vectors and 1 of 2 games")


def test_a_wrong_adapter_is_told_before_any_broken_rule(game: Path) -> None:
    checks = (model.Check("shapes", "failed", "`legal` answers a text", "answer a list"),)
    found = report(game, unit(0, met(0, WRONG_COUNT, 3)), smoke=checks)
    assert found.verdict.word == "cannot be judged" and "1 check of its adapter" in found.verdict.sentence


def test_nothing_compared_is_no_agreement(game: Path) -> None:
    assert report(game).verdict.code == Exit.NOTHING_RUN
    assert report(game, attrs.evolve(unit(0), counts={})).verdict.code == Exit.NOTHING_RUN


def test_a_run_that_was_stopped_says_so(game: Path) -> None:
    assert report(game, unit(0), stopped=True).verdict.code == Exit.INTERRUPTED


def test_what_the_engine_does_not_know_is_listed_as_not_compared(game: Path) -> None:
    found = report(game, unit(0), unsaid=("winners",))
    assert [(one.what, "does not know" in one.why) for one in found.missing] == [("winners", True)]


# ------------------------------------------------------------------ causes


def test_one_cause_is_one_story_with_a_count_and_the_smallest_case_first(game: Path) -> None:
    wrong = [unit(n, met(n, attrs.evolve(WRONG_COUNT, engine=n), *[1] * (9 - n))) for n in range(6)]
    found = report(game, *wrong, unit(9, met(9, TOO_MANY, 3, 3, 3, 1)))
    assert [(one.kind, one.games) for one in found.causes] == [("position", 6), ("legal", 1)]
    assert [one.moves for one in found.causes[0].examples] == [4, 5, 6]
    assert found.causes[0].clause == "grab.do" and found.causes[1].clause == "grab.enough"


def test_a_story_tells_both_sides_and_the_values_that_decided(game: Path) -> None:
    (cause,) = report(game, unit(9, met(9, TOO_MANY, 3, 3, 3, 1))).causes
    assert cause.rules == "Seat 0 may not grab: n 3."
    assert cause.engine.startswith("The move is offered.")
    assert cause.title == cause.sentences[0].text
    assert any("n is 3" in fact for one in cause.reasons for fact in one.facts)


def test_counts_of_vectors_and_games_stand_apart(game: Path) -> None:
    several = (unit(1, met(1, WRONG_COUNT, 3)), unit(2, met(2, WRONG_COUNT, 3, stage="vectors"), stage="vectors"))
    (cause,) = report(game, *several).causes
    assert (cause.games, cause.vectors, cause.times) == (1, 1, 2)


def test_sentences_are_failed_agreed_or_not_met(game: Path) -> None:
    found = report(game, unit(0), unit(1, met(1, TOO_MANY, 3, 3, 3, 1)))
    states = {one.quoted.id: one.state for one in found.sentences}
    assert "failed" in states.values() and "agreed" in states.values() and "not met" in states.values()


# ------------------------------------------------------------------ the baseline


def test_an_accepted_difference_is_no_finding_and_is_counted(game: Path) -> None:
    entry = BaselineEntry("position", "", "stones", "it counts from one", "somebody")
    found = report(game, unit(0, met(0, WRONG_COUNT, 3)), accepted=(entry,))
    assert found.verdict.code == Exit.GOOD and "besides 1 accepted difference" in found.verdict.sentence
    assert found.known[0].seen == 1 and found.causes[0].known is not None and not found.open_causes


def test_an_accepted_difference_does_not_hide_another(game: Path) -> None:
    entry = BaselineEntry("position", "", "active", "its turns", "somebody")
    assert report(game, unit(0, met(0, WRONG_COUNT, 3)), accepted=(entry,)).verdict.code == Exit.FINDINGS


def test_an_accepted_difference_whose_vectors_all_agree_is_told(game: Path) -> None:
    entry = BaselineEntry("position", "grab.do", "stones", "once it was", "somebody", ("scenes/1",))
    found = report(game, unit(1, stage="vectors"), accepted=(entry,))
    assert found.known[0].state == "passes" and found.verdict.code == Exit.FINDINGS
    assert report(game, unit(2, stage="vectors"), accepted=(entry,)).verdict.code == Exit.GOOD


def test_a_baseline_is_written_and_read_back(game: Path, tmp_path: Path) -> None:
    found = report(game, unit(0, met(0, WRONG_COUNT, 3)), unit(9, met(9, TOO_MANY, 3, 3, 3, 1)))
    file = tmp_path / "known.toml"
    file.write_text(entries(found.causes, 'it "counts"', "somebody"), encoding="utf-8")
    accepted = read_baseline(file)
    assert len(accepted) == 2 and accepted[0].reason == 'it "counts"'
    again = report(game, unit(0, met(0, WRONG_COUNT, 3)), unit(9, met(9, TOO_MANY, 3, 3, 3, 1)), accepted=accepted)
    assert not again.open_causes


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("[[accepted", "cannot be read as a table"),
        ("x = " + "[" * 2000, "the limit is 50"),
        ("[[known]]", "holds nothing but"),
        ('[[accepted]]\nkind = "position"', "lacks `reason`"),
        ('[[accepted]]\nkind = "colour"\nreason = "a"\nowner = "b"', "there is no kind `colour`"),
        ('[[accepted]]\nkind = "legal"\nreason = "a"\nowner = "b"\nwhy = 1', "has `why`"),
        ('[[accepted]]\nkind = "legal"\nreason = "a"\nowner = "b"\nplace = 1', "`place` must be text"),
    ],
)
def test_a_baseline_that_cannot_be_read_says_where(text: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "known.toml"
    file.write_text(text, encoding="utf-8")
    with pytest.raises(BadBaseline, match=said):
        read_baseline(file)


def test_units_can_be_kept_as_json_and_read_back() -> None:
    from rulekit.verify.record_json import unpack

    one = unit(9, met(9, TOO_MANY, 3, 3, 3, 1), failure=CRASH)
    assert unpack(WorkUnit, json.loads(json.dumps(pack(one)))) == one


def test_a_wrong_move_that_is_listed_and_one_that_is_taken_are_one_cause(game: Path) -> None:
    taken = Divergence("refusal", (), "not legal", "taken", 0, {"do": "grab", "n": 3})
    several = (unit(1, met(1, TOO_MANY, 3, 3, 3, 1)), unit(2, met(2, taken, 3, 3, 3, 1)))
    (cause,) = report(game, *several).causes
    assert (cause.kind, cause.clause, cause.games) == ("legal", "grab.enough", 2)
    assert {one.kind: one.differences for one in report(game, *several).compared} == {
        "legal": 1,
        "position": 0,
        "refusal": 1,
    }


def test_a_move_that_is_taken_after_the_end_is_told_with_the_ending(game: Path) -> None:
    late = Divergence("refusal", (), "not legal", "taken", 0, {"do": "grab", "n": 1})
    (cause,) = report(game, unit(1, met(1, late, 3, 3, 3, 3))).causes
    assert cause.clause == "end.empty"


def test_no_folder_of_this_machine_stands_in_a_report() -> None:
    """Reports are passed on; a file of the rules is told by its folder and name."""
    assert quotations.place_without_folders("/home/anna/games/my-game/rulings.md") == "my-game/rulings.md"
    assert quotations.place_without_folders("000.txt:81-83, 003.txt:193") == "000.txt:81-83, 003.txt:193"
    assert "/tmp/" not in SAMPLE.read_text(encoding="utf-8")
