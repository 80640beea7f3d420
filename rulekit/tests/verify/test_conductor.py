"""A whole verification: what is played, what goes on after a difference, and how a killed run comes to its end."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

import attrs
import pytest

from rulekit.pipeline import load
from rulekit.play.games.game_config import choose
from rulekit.protocol.in_process import InProcess
from rulekit.report.text import text
from rulekit.tests.protocol.stones import Adapter
from rulekit.verify import conductor, journal, model
from rulekit.verify.baseline import BaselineEntry
from rulekit.verify.conductor import verify
from rulekit.verify.work_order import WorkOrder


class Plain(Adapter):
    """It can nothing besides the first level and positions."""

    def hello(self) -> dict[str, Any]:
        return {**super().hello(), "features": ["position", "views"]}


class TooMany(Adapter):
    """Three stones may be taken from a heap of two."""

    def legal(self, seat: int) -> list[dict[str, Any]]:
        return [{"do": "grab", "n": n} for n in (1, 2, 3) if self.left and seat == self.turn]


class Unlucky(TooMany):
    """And whoever takes the last stone loses, whatever the option says."""

    def result(self) -> dict[str, Any]:
        return {"winners": [1 - self.turn], "leaders": [1 - self.turn], "outcome": "win"}


class Shows(Adapter):
    """Views hold one stone too many."""

    def view(self, seat: int | None) -> dict[str, Any]:
        return {"states": {"stones": self.left + 1, "active": self.turn}, "zones": {}}


class Crashes(Adapter):
    def move(self, seat: int, move: dict[str, Any]) -> None:
        super().move(seat, move)
        if self.left == 3:
            raise RuntimeError("three is too few")


class Cheats(Adapter):
    """It says names that it leaves unsaid, and says them wrongly."""

    def hello(self) -> dict[str, Any]:
        return {**super().hello(), "unsaid": ["winners", "stones"]}

    def position(self) -> dict[str, Any]:
        return {"states": {"stones": 99, "active": self.turn}, "zones": {}}

    def result(self) -> dict[str, Any]:
        return {**super().result(), "winners": []}


@attrs.frozen
class Here:
    """An engine in this process."""

    made: Callable[[], Any]

    def open(self) -> InProcess:
        return InProcess(self.made())


def run(game: Path, made: Callable[[], Any], games: int = 12, **more: Any) -> model.Verification:
    loaded = load(game)
    chosen = (choose(loaded.checked, None, {}, None),)
    work = WorkOrder(str(game), Here(made), chosen, games=games, version="0.1.0", command="stones.py", **more)
    return verify(loaded, work)


def kinds(found: model.Verification) -> set[tuple[str, str]]:
    return {(one.kind, one.clause) for one in found.causes}


def test_an_engine_that_agrees_is_told_so(game: Path) -> None:
    found = run(game, Adapter)
    assert found.verdict.code == 0 and not found.causes and found.finished >= 8
    assert {one.state for one in found.smoke} == {"passed"}
    assert {one.kind for one in found.compared} >= {"position", "legal", "asked", "view", "result", "refusal"}
    assert "plays by the rules of twelve-stones in 12 games" in text(found)


def test_a_frequent_mistake_does_not_hide_another_where_positions_are_taken(game: Path) -> None:
    """Every game meets the first before its end; only positions of the rules lead on to the second."""
    found = run(game, Unlucky, games=20)
    assert {kind for kind, _ in kinds(found)} == {"legal", "result"}
    assert ("legal", "grab.enough") in kinds(found)


def test_an_engine_without_load_goes_on_with_the_next_game(game: Path) -> None:
    class Stuck(TooMany):
        def hello(self) -> dict[str, Any]:
            return {**super().hello(), "features": ["position"]}

    (cause,) = run(game, Stuck, games=20).causes
    assert cause.games > 10 and cause.clause == "grab.enough"


def test_an_accepted_difference_ends_nothing_and_is_no_finding(game: Path) -> None:
    entry = BaselineEntry("legal", "grab.enough", "", "a known gap", "somebody")
    found = run(game, TooMany, games=20, accepted=(entry,))
    assert found.verdict.code == 0 and found.known[0].seen > 5 and found.finished > 0


def test_a_difference_in_a_view_is_about_what_is_seen(game: Path) -> None:
    assert ("view",) in {(kind,) for kind, _ in kinds(run(game, Shows, games=4))}


def test_views_that_are_wrong_in_every_game_hide_nothing_else(game: Path) -> None:
    class Both(Shows, TooMany):
        """Wrong views, and a list that is too long near the end."""

    class Unloadable(Both):
        def hello(self) -> dict[str, Any]:
            return {**super().hello(), "features": ["position", "views"]}

    for made in (Both, Unloadable):
        found = run(game, made, games=20)
        assert {"view", "legal"} <= {kind for kind, _ in kinds(found)}, made


def test_an_engine_that_breaks_down_cannot_be_judged_and_is_given_up(game: Path) -> None:
    found = run(game, Crashes, games=500)
    assert found.verdict.code == 3 and 5 <= sum(one.times for one in found.failures) <= 6
    assert "three is too few" in text(found) and not found.causes
    assert {one.again for one in found.failures} == {"it fails again"}
    left = {one.what: one.why for one in found.missing}
    played = next(one.done for one in found.stages if one.name == "games")
    assert left[f"{500 - played} of 500 games"] == "the engine failed 6 times and is not started again"
    assert left["3 games"] == "the engine failed there"


def test_a_failure_that_does_not_come_again_is_told_as_such_and_is_no_pass(game: Path) -> None:
    class Tires(Adapter):
        """Its third game is its last, whatever is played."""

        games = 0

        def start(self, config: dict[str, Any]) -> None:
            super().start(config)
            self.games += 1

        def move(self, seat: int, move: dict[str, Any]) -> None:
            super().move(seat, move)
            if self.games == 3:
                raise RuntimeError("tired")

    found = run(game, Tires, games=4)
    (failed,) = found.failures
    assert failed.again == "it does not fail again"
    assert found.verdict.code == 3 and "it does not fail again when it is started anew" in text(found)


def test_an_engine_that_says_something_else_when_it_is_started_again_cannot_be_judged(game: Path) -> None:
    starts: list[int] = []

    class Moody(Crashes):
        def __init__(self) -> None:
            starts.append(1)
            super().__init__()

        def hello(self) -> dict[str, Any]:
            said = super().hello()
            return said if len(starts) < 4 else {**said, "features": []}

    found = run(game, Moody, games=30)
    assert found.verdict.code == 3 and "handshake" in {one.kind for one in found.failures}


def test_an_engine_that_starts_only_once_cannot_be_judged(game: Path) -> None:
    starts: list[int] = []

    class Once(Adapter):
        def hello(self) -> dict[str, Any]:
            starts.append(1)
            if len(starts) > 1:
                raise RuntimeError("already taken")
            return super().hello()

    found = run(game, Once)
    assert found.verdict.code == 3 and found.smoke[-1].name == "starts again" and "already taken" in text(found)


def test_an_engine_that_breaks_down_and_plays_wrongly_differs(game: Path) -> None:
    class Both(Shows, Crashes):
        """Views are wrong from the start on, and late it breaks down."""

    found = run(game, Both, games=9)
    assert found.verdict.code == 1 and found.failures and {one.kind for one in found.causes} == {"view"}


def test_what_is_unsaid_and_said_all_the_same_is_left_out_of_both_sides(game: Path) -> None:
    found = run(game, Cheats)
    assert found.verdict.code == 0 and [one.what for one in found.missing if "does not know" in one.why] == [
        "stones",
        "winners",
    ]


def test_what_the_engine_cannot_is_told_as_not_compared(game: Path) -> None:
    class Blind(Adapter):
        def hello(self) -> dict[str, Any]:
            return {**super().hello(), "features": []}

        position = view = None  # type: ignore[assignment]

    found = run(game, Blind)
    assert found.verdict.code == 0
    assert {"positions", "views"} <= {one.what for one in found.missing}
    assert not {"position", "view"} & {one.kind for one in found.compared}
    alike = run(game, Adapter, level=1)
    assert {one.kind for one in alike.compared} == {one.kind for one in found.compared}


def test_a_level_leaves_the_rest_out_and_says_so(game: Path) -> None:
    found = run(game, Adapter, level=2)
    assert found.engine.level == "L2"
    assert any(one.what == "scenes and games from positions" and "--level 2" in one.why for one in found.missing)


def test_it_ends_when_so_many_causes_are_known(game: Path) -> None:
    found = run(game, Unlucky, games=200, until=1)
    assert sum(one.games for one in found.configurations) < 20


# ------------------------------------------------------------------ the journal


def test_a_killed_run_goes_on_and_ends_with_the_same_report(game: Path, tmp_path: Path) -> None:
    whole = run(game, Unlucky, games=9, log=tmp_path / "whole.jsonl")
    lines = (tmp_path / "whole.jsonl").read_bytes().splitlines(keepends=True)
    for cut in (1, 4, len(lines) - 1):
        file = tmp_path / f"cut-{cut}.jsonl"
        file.write_bytes(b"".join(lines[:cut]) + lines[cut][: len(lines[cut]) // 2])
        assert run(game, Unlucky, games=9, log=file).to_json() == whole.to_json()
        kept = journal.read_journal(file)
        assert kept is not None and kept.ended and len(kept.units) == 9


def test_a_run_that_was_killed_before_its_last_word_plays_nothing_more(game: Path, tmp_path: Path) -> None:
    file = tmp_path / "log.jsonl"
    for made, more in ((Crashes, {}), (Unlucky, {"until": 1})):
        whole = run(game, made, games=200, log=file, **more)
        file.write_bytes(b"".join(file.read_bytes().splitlines(keepends=True)[:-1]))
        assert run(game, made, games=200, log=file, **more).to_json() == whole.to_json()
        file.unlink()


def test_a_finished_journal_begins_anew(game: Path, tmp_path: Path) -> None:
    file = tmp_path / "log.jsonl"
    run(game, Adapter, games=3, log=file)
    assert len(run(game, Adapter, games=3, log=file).configurations) == 1
    kept = journal.read_journal(file)
    assert kept is not None and len(kept.units) == 3


def test_an_unfinished_journal_of_another_verification_is_not_gone_on_with(game: Path, tmp_path: Path) -> None:
    file = tmp_path / "log.jsonl"
    run(game, Adapter, games=3, log=file)
    file.write_bytes(b"".join(file.read_bytes().splitlines(keepends=True)[:2]))
    with pytest.raises(journal.ForeignJournal, match="another `seed`"):
        run(game, Adapter, games=3, log=file, seed="1")


def test_a_file_that_is_no_journal_is_left_alone(game: Path, tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text('{"dear": "diary"}\n', encoding="utf-8")
    with pytest.raises(journal.ForeignJournal, match="no journal"):
        run(game, Adapter, games=3, log=file)
    assert json.loads(file.read_text(encoding="utf-8")) == {"dear": "diary"}


def test_only_what_failed_can_be_done_again(game: Path) -> None:
    found = run(game, Adapter, games=50, only=("game 3", "game 7"))
    assert sum(one.games for one in found.configurations) == 2


def test_an_engine_that_fails_seldom_is_started_more_often_than_one_that_fails_at_once(
    game: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ten times in all; five times within three minutes, however many games there are."""
    monkeypatch.setattr(conductor.GamesClock, "seconds_in_all", property(lambda clock: next(MINUTES) * 60.0))
    found = run(game, Crashes, games=500)
    assert found.verdict.code == 3 and 10 <= sum(one.times for one in found.failures) <= 11


MINUTES = count(0, 4)


def test_a_run_that_goes_on_gets_the_rest_of_its_time(game: Path, tmp_path: Path) -> None:
    """Its budget was spent when it was killed, so nothing more is played; before it was, games go on."""
    file = tmp_path / "log.jsonl"
    run(game, Adapter, games=6, seconds=1000.0, log=file)
    lines = [json.loads(line) for line in file.read_bytes().splitlines()[:-1]]
    for spent, more in ((1000.0, False), (0.0, True)):
        for line in lines[1:]:
            line["spent"] = spent
        file.write_text("".join(f"{json.dumps(line)}\n" for line in lines[:3]), encoding="utf-8")
        found = run(game, Adapter, games=6, seconds=1000.0, log=file)
        assert sum(one.games for one in found.configurations) == (6 if more else 2)
