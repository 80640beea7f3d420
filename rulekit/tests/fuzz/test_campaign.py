"""Campaigns: the same seed gives the same, however many play; they can be stopped, gone on with, and made small."""

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from rulekit import load
from rulekit.cli.commands.new import STARTER
from rulekit.data import PACKAGE
from rulekit.fuzz.calibration import sample
from rulekit.fuzz.coverage_goals import LINE
from rulekit.fuzz.driver import CampaignPlan, FuzzCampaign, run
from rulekit.fuzz.executors import crew
from rulekit.fuzz.game_script import GameScript, answers_of, choose_any, play
from rulekit.fuzz.oracles import engines, laws
from rulekit.fuzz.storage import corpus, record_store
from rulekit.fuzz.work_packet import game_of
from rulekit.tests.calling import Call
from rulekit.tests.play.toys import TOYS
from rulekit.tests.protocol import stones

pytestmark = pytest.mark.long

EFFECTS = str(TOYS / "effects.rules")


def plan(game: str = EFFECTS, **more: Any) -> CampaignPlan:
    loaded = game_of(game)
    return CampaignPlan(
        game, loaded.spec, sample(loaded), "7", **{"target": "laws", "games": 200, "size": 5, "every": 4, **more}
    )


def played(campaign: FuzzCampaign, jobs: int = 1) -> FuzzCampaign:
    with crew(jobs) as hands:
        assert run(campaign, hands, lambda *_: None)
    return campaign


def come_to(found: FuzzCampaign) -> tuple[Any, ...]:
    return found.coverage.reached, found.coverage.decisions, found.entries, found.judged, found.next


def test_two_processes_come_to_the_same_as_one() -> None:
    assert come_to(played(FuzzCampaign(plan()), 2)) == come_to(played(FuzzCampaign(plan())))


def test_another_seed_is_another_campaign() -> None:
    other = CampaignPlan(EFFECTS, game_of(EFFECTS).spec, sample(game_of(EFFECTS)), "8", games=200, size=5)
    assert played(FuzzCampaign(other)).entries != played(FuzzCampaign(plan())).entries


def test_a_small_game_is_reached_as_a_whole() -> None:
    found = played(FuzzCampaign(plan(str(STARTER))))
    assert not found.coverage.goals_never_reached() and found.coverage.total(LINE) == (3, 3)


def test_every_entry_plays_again_to_the_goals_it_was_kept_for(tmp_path: Path) -> None:
    from rulekit.fuzz.work_packet import counted_of

    kept = noted(tmp_path)
    for record in kept.records:
        if record["kind"] == "entry":
            game = game_of(EFFECTS)
            counted = counted_of(EFFECTS, corpus.chosen_of(game, record))
            counted.begin()
            went = play(counted.engine, corpus.script_of(record), choose_any)
            assert {tuple(goal) for goal in record["goals"]} <= counted.take_reached_goals(went.state)


def noted(folder: Path, **more: Any) -> record_store.StoreContent:
    """A campaign that is written down."""
    notes = corpus.open_for_writing(folder, game_of(EFFECTS), "7")
    with crew(1) as hands:
        run(FuzzCampaign(plan(**more)), hands, notes.add_packet)
    notes.close_and_report()
    return record_store.read_store(folder)


def test_a_campaign_goes_on_where_it_was(tmp_path: Path) -> None:
    whole = played(FuzzCampaign(plan()))
    found = corpus.resume_campaign(plan(), game_of(EFFECTS), noted(tmp_path))
    assert found.next == found.first == 200 and found.coverage.reached == whole.coverage.reached
    assert played(found).coverage.games == 400


def test_a_corpus_of_other_rules_is_only_something_to_go_on_from(tmp_path: Path) -> None:
    kept = noted(tmp_path)
    records = tuple({**one, "spec": "other"} for one in kept.records)
    found = corpus.resume_campaign(plan(), game_of(EFFECTS), record_store.StoreContent(records))
    assert found.entries and not found.coverage.reached and not found.next


def test_a_minimised_corpus_reaches_as_much_with_less(tmp_path: Path) -> None:
    notes = corpus.open_for_writing(tmp_path, game_of(EFFECTS), "7")
    with crew(1) as hands:
        run(FuzzCampaign(plan(guided=False)), hands, notes.add_packet)
    before = [one for one in notes.store.records if one["kind"] == "entry"]
    doubled = [*before, *({**one, "picks": [*one["picks"], 0, 0]} for one in before)]
    after = [one for one in corpus.minimise_corpus(doubled, game_of(EFFECTS).spec) if one["kind"] == "entry"]
    assert len(after) < len(doubled) and goals(after) == goals(before)


def goals(records: list[dict[str, Any]]) -> set[tuple[str, ...]]:
    return {tuple(goal) for one in records for goal in one["goals"]}


def test_an_interrupt_ends_it_in_order() -> None:
    campaign = FuzzCampaign(plan())

    def onward(here: FuzzCampaign, *_: Any) -> None:
        if here.packets == 3:
            raise KeyboardInterrupt

    with crew(1) as hands:
        assert not run(campaign, hands, onward)
    assert campaign.coverage.games == 15 and campaign.next == 15


def test_time_ends_it_too() -> None:
    ticks = iter(range(10_000))
    campaign = FuzzCampaign(plan(games=None, seconds=40.0))
    with crew(1) as hands:
        assert run(campaign, hands, lambda *_: None, lambda: float(next(ticks)))
    assert 0 < campaign.packets < 40


# ------------------------------------------------------------------ judges


@pytest.mark.parametrize("judge", [laws, engines])
@pytest.mark.parametrize("name", ["effects", "together", "chance-roll-lot", "chance-reshuffle", "menu-key-word"])
def test_good_games_are_not_blamed(name: str, judge: Any) -> None:
    game = load(TOYS / f"{name}.rules")
    chosen = sample(game)[-1]
    for seed in range(5):
        script = GameScript(seed, tuple(seed * 31 * n % 97 for n in range(20)))
        assert judge(game, chosen, answers_of(game.engine(chosen).for_playouts(), script)) is None


def test_an_engine_by_other_hands_is_judged_and_blamed(tmp_path: Path, rulekit: Call) -> None:
    text = Path(stones.__file__).read_text(encoding="utf-8").replace("twelve-stones", load(STARTER).name)
    right = tmp_path / "right.py"
    right.write_text(text, encoding="utf-8")
    wrong = tmp_path / "wrong.py"
    wrong.write_text(text.replace("(1, 2, 3)", "(1, 2, 3) if self.left != 2 or n != 2"), encoding="utf-8")
    good = rulekit("fuzz", STARTER, "--games", 10, "--seed", 1, "--impl", right)
    assert good.code == 0, good.err
    wrong.write_text(text.replace("if n <= self.left", "if (n < self.left or n == 1)"), encoding="utf-8")
    ran = rulekit(
        "fuzz", STARTER, "--games", 10, "--seed", 1, "--impl", wrong, "--failures", tmp_path, "--format", "json"
    )
    (found,) = json.loads(ran.out)["failures"]
    assert ran.code == 1 and found["clause"].startswith("grab.") and found["moves"] <= 5


# ------------------------------------------------------------------ the command


def test_the_report_tells_what_was_reached(rulekit: Call) -> None:
    ran = rulekit("fuzz", EFFECTS, "--games", 60, "--seed", 2)
    assert ran.code == 0 and "guards that alone refused a move" in ran.out and "nothing is wrong" in ran.out


def test_a_second_run_goes_on_with_the_seed_and_the_numbers_of_the_first(rulekit: Call, tmp_path: Path) -> None:
    words = ("fuzz", EFFECTS, "--games", 30, "--corpus", tmp_path, "--format", "json")
    first, second = (json.loads(rulekit(*words).out) for _ in range(2))
    assert second["seed"] == first["seed"] and (first["games"], second["games"]) == (30, 60)


def test_corpora_are_merged(rulekit: Call, tmp_path: Path) -> None:
    for name in ("one", "other"):
        rulekit("fuzz", EFFECTS, "--games", 30, "--seed", name, "--corpus", tmp_path / name)
    words = ("--corpus", tmp_path / "one", "--merge", tmp_path / "other", "--format", "json")
    report = json.loads(rulekit("fuzz", EFFECTS, "--games", 1, *words).out)
    assert report["total"]["guards"]["percent"] == 100.0 and report["corpus"]["damaged"] == 0


def test_no_games_is_nothing_run(rulekit: Call) -> None:
    assert rulekit("fuzz", STARTER, "--games", 0).code == 5


def test_merging_needs_a_corpus(rulekit: Call, tmp_path: Path) -> None:
    ran = rulekit("fuzz", STARTER, "--merge", tmp_path)
    assert ran.code == 2 and "--corpus" in ran.err


def test_control_c_leaves_a_summary_and_a_corpus(tmp_path: Path) -> None:
    words = [sys.executable, "-m", "rulekit", "fuzz", str(STARTER), "--max-time", "60", "--jobs", "2"]
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE.parent)}
    pipes: dict[str, Any] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    process = subprocess.Popen([*words, "--corpus", str(tmp_path)], env=environment, start_new_session=True, **pipes)
    end = time.monotonic() + 60
    while not record_store.read_store(tmp_path).records and time.monotonic() < end:
        time.sleep(0.05)
    os.killpg(process.pid, signal.SIGINT)
    out, err = process.communicate(timeout=60)
    assert process.returncode == 130 and "nothing is wrong" in out and "Traceback" not in err
    assert record_store.read_store(tmp_path).records
