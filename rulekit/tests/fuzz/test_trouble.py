"""Campaigns in trouble: no room, no engine, a process that dies, somebody who is in a hurry. What was found is told."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
from pathlib import Path
from typing import Any

import pytest

from rulekit.fuzz import failure_files, failure_story
from rulekit.fuzz.driver import FuzzCampaign, run
from rulekit.fuzz.executors import crew
from rulekit.fuzz.storage import record_store
from rulekit.tests.calling import Call
from rulekit.tests.fuzz.planted import planted
from rulekit.tests.fuzz.test_campaign import come_to, plan, played
from rulekit.tests.verify import vices

pytestmark = pytest.mark.long

FALSE = "never\n  [law.planted]  stones = 5  @heap.twelve\n"
FULL = OSError(28, "No space left on device")


@pytest.fixture
def false_game(game: Path) -> Path:
    """The starter with a law that does not hold."""
    return planted(game, FALSE)


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Nothing is written where the tests lie."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


@pytest.mark.parametrize(
    ("options", "said"),
    [
        (("--corpus", "one", "--merge", "nowhere"), "there is no corpus in nowhere"),
        (("--impl", " "), "--impl needs an engine"),
        (("--failures", "file"), "is a file, and a folder is wanted"),
        (("--corpus", "file"), "it is a file, and a folder is wanted"),
        (("--max-time", "nan"), "'nan' is no number"),
    ],
)
def test_mistakes_are_told_before_anything_is_played(
    options: tuple[str, ...], said: str, game: Path, here: Path, rulekit: Call
) -> None:
    (here / "file").write_text("", encoding="utf-8")
    ran = rulekit("fuzz", game, "--games", 2, *options)
    assert ran.code == 2 and said in ran.err and not ran.out


@pytest.mark.parametrize("jobs", [1, 2])
def test_an_engine_that_does_not_start_cannot_be_judged(jobs: int, game: Path, here: Path, rulekit: Call) -> None:
    ran = rulekit("fuzz", game, "--games", 3, "--impl", "no-such-engine", "--jobs", jobs)
    assert ran.code == 3 and "the engine cannot be judged: there is no file and no program" in ran.err


def test_an_engine_that_fails_is_started_again_for_the_next_game(game: Path, here: Path, rulekit: Call) -> None:
    """So the game that is kept is one in which it fails, not the first one after that."""
    command = vices.program(here, "is killed")
    ran = rulekit("fuzz", game, "--games", 6, "--seed", 1, "--every", 1, "--impl", command, "--format", "json")
    (found,) = json.loads(ran.out)["failures"]
    assert ran.code == 3 and found["sort"] == "failure" and "SIGKILL" in found["said"]


def test_a_failure_that_finds_no_room_is_told_all_the_same(
    false_game: Path, here: Path, rulekit: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(failure_story, "write_story", refuses)
    ran = rulekit("fuzz", false_game, "--games", 60, "--seed", 1, "--every", 1)
    assert ran.code == 1 and "the law [law.planted] is broken" in ran.out
    assert "[law.planted] cannot be kept in failures: no space left on device" in ran.err


def test_a_corpus_without_room_has_kept_nothing(
    game: Path, here: Path, rulekit: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(record_store, "write_atomically", refuses)
    found = json.loads(rulekit("fuzz", game, "--games", 9, "--corpus", "found", "--format", "json").out)["corpus"]
    assert found["entries"] == 0 and found["unwritten"] > 0


def refuses(*_: Any) -> None:
    raise FULL


def test_control_c_while_games_are_made_small_leaves_them_as_they_are(
    false_game: Path, here: Path, rulekit: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first try is broken off; then the game is kept as it was found."""
    efforts: list[int | None] = []

    def small(*given: Any) -> Any:
        efforts.append(given[-1])
        if given[-1] is None:
            raise KeyboardInterrupt
        return wanted(*given)

    wanted = failure_files.smallest_failing_game
    monkeypatch.setattr(failure_files, "smallest_failing_game", small)
    ran = rulekit("fuzz", false_game, "--games", 60, "--seed", 1, "--every", 1)
    assert efforts[:2] == [None, 0] and ran.code == 1 and "`rulekit shrink` goes on" in ran.err
    assert list((here / "failures").iterdir()) and "set up       players 2" in ran.out


def test_a_game_that_cannot_be_written_is_told_small(
    false_game: Path, here: Path, rulekit: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    rulekit("fuzz", false_game, "--games", 60, "--seed", 1, "--every", 1)
    (file,) = (here / "failures").iterdir()
    monkeypatch.setattr(failure_story, "write_story", refuses)
    ran = rulekit("shrink", file, "--game", false_game)
    assert ran.code == 2 and "is broken" in ran.out and "say another place with --out" in ran.err


def test_what_a_dead_process_has_not_done_is_done_by_another() -> None:
    killed: list[int] = []

    def onward(campaign: FuzzCampaign, *_: Any) -> None:
        if campaign.packets in (2, 9):
            process = multiprocessing.active_children()[0]
            killed.append(process.pid or 0)
            os.kill(killed[-1], signal.SIGKILL)

    campaign = FuzzCampaign(plan())
    with crew(2) as hands:
        assert run(campaign, hands, onward)
    assert len(killed) == 2 and come_to(campaign) == come_to(played(FuzzCampaign(plan())))
