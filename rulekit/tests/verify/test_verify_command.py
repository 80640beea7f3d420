"""rulekit verify: its options, its exit codes, and that every command it prints works when it is pasted."""

from __future__ import annotations

import json
import re
import subprocess
import sys
import time
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rulekit.data import conformance_root
from rulekit.pipeline import load
from rulekit.tests.calling import Call
from rulekit.tests.scale import examples
from rulekit.verify import journal, model
from rulekit.verify.work_units import WorkUnit

pytestmark = pytest.mark.long

GOOD = (Path(__file__).parents[1] / "protocol" / "stones.py").read_text(encoding="utf-8")
CHANGES = {
    "too-many": ("if n <= self.left and seat", "if seat"),
    "result": ("self.turn if self.lucky else 1 - self.turn", "self.turn"),
    "crash": ('self.left -= move["n"]', 'self.gone -= move["n"]'),
    "hello": ('"twelve-stones", "seats"', '"thirteen-stones", "seats"'),
    "no-load": ('"load", ', ""),
}


@pytest.fixture(autouse=True)
def there(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands are typed beside the game."""
    monkeypatch.chdir(game.parent)


def engine(*changes: str) -> str:
    text = GOOD
    for name in changes:
        old, new = CHANGES[name]
        assert text.count(old) == 1
        text = text.replace(old, new)
    file = Path(f"{'-'.join(changes) or 'good'}.py")
    file.write_text(text, encoding="utf-8")
    return str(file)


def report(rulekit: Call, *words: Any, games: int = 8) -> tuple[int, model.Verification]:
    ran = rulekit("verify", "twelve-stones", "--games", games, *words, "--format", "json")
    return ran.code, model.read_verification(json.loads(ran.out))


def test_an_engine_that_agrees_leaves_with_0(rulekit: Call) -> None:
    ran = rulekit("verify", "twelve-stones", "--impl", engine(), "--games", "4")
    assert ran.code == 0 and ran.out.startswith("stones plays by the rules of twelve-stones in 4 games")


@pytest.mark.parametrize(("change", "code"), [("too-many", 1), ("result", 1), ("crash", 3), ("hello", 3)])
def test_the_exit_code_is_that_of_the_report(change: str, code: int, rulekit: Call) -> None:
    left, found = report(rulekit, "--impl", engine(change))
    assert left == found.verdict.code == code


def test_nothing_played_leaves_with_5(rulekit: Call) -> None:
    assert rulekit("verify", "twelve-stones", "--impl", engine(), "--games", "0").code == 5


def test_an_engine_that_is_not_there_cannot_be_judged(rulekit: Call) -> None:
    ran = rulekit("verify", "twelve-stones", "--impl", "no-such-engine.py", "--games", "1")
    assert ran.code == 3 and "there is no file and no program called" in ran.out and "cure" in ran.out


def test_an_engine_that_is_there_and_cannot_be_started_is_told_as_that(rulekit: Call, tmp_path: Path) -> None:
    (tmp_path / "engine.zz").write_text("print 1", encoding="utf-8")
    ran = rulekit("verify", "twelve-stones", "--impl", tmp_path / "engine.zz", "--games", "1")
    assert ran.code == 3 and "may not be executed" in " ".join(ran.out.split()) and "there is no file" not in ran.out
    ran = rulekit("verify", "twelve-stones", "--impl", tmp_path, "--games", "1")
    assert ran.code == 3 and "is a folder" in " ".join(ran.out.split()) and "there is no file" not in ran.out


def test_every_command_that_is_printed_works_in_a_shell(rulekit: Call) -> None:
    ran = rulekit("verify", "twelve-stones", "--impl", engine("too-many", "result"), "--games", "20", "--cases", "a b")
    commands = re.findall(r"^  run +(rulekit .*)$", ran.out, re.MULTILINE)
    assert len(commands) >= 4 and any("--case" in one for one in commands)
    for command in commands:
        typed = command.replace("rulekit", f"{sys.executable} -m rulekit", 1)
        again = subprocess.run(typed, shell=True, capture_output=True, text=True, check=False)
        assert again.returncode == 1 and "FAIL 1" in again.stdout, command


def test_a_case_file_is_a_vector(rulekit: Call) -> None:
    from rulekit.vectors import files

    report(rulekit, "--impl", engine("too-many"), "--cases", "cases")
    (file,) = Path("cases").iterdir()
    (vector,) = files.read_vectors(file)
    assert vector.sort == "kept" and vector.steps


def test_a_difference_that_began_at_a_position_is_replayed_like_any_other(rulekit: Call) -> None:
    _, found = report(rulekit, "--impl", engine("too-many"), "--cases", "cases", games=12)
    began = [one for cause in found.causes for one in cause.examples if "from" in one.case]
    assert began
    code, again = report(rulekit, "--impl", engine("too-many"), "--case", found.causes[0].examples[0].file)
    assert code == 1 and again.causes[0].clause == found.causes[0].clause


def test_an_option_is_never_ignored(rulekit: Call) -> None:
    _, found = report(rulekit, "--impl", engine(), "--option", "last-stone=unlucky")
    assert [one.options for one in found.configurations] == [{"last-stone": "unlucky"}]
    told = rulekit("verify", "twelve-stones", "--impl", engine(), "--option", "last-stone=blue")
    assert told.code == 2 and "blue" in told.err
    assert rulekit("verify", "twelve-stones", "--impl", engine(), "--players", "7").code == 2


def test_a_baseline_is_written_filled_in_and_kept_to(rulekit: Call) -> None:
    words = ("verify", "twelve-stones", "--impl", engine("too-many"), "--games", "8")
    assert rulekit(*words, "--write-baseline", "known.toml").code == 1
    refused = rulekit(*words, "--baseline", "known.toml")
    assert refused.code == 2 and "lacks `reason`" in refused.err
    file = Path("known.toml")
    text = (
        file.read_text(encoding="utf-8").replace('reason = ""', 'reason = "old"').replace('owner = ""', 'owner = "me"')
    )
    file.write_text(text, encoding="utf-8")
    ran = rulekit(*words, "--baseline", "known.toml")
    assert ran.code == 0 and "old (me)" in ran.out


def test_the_same_games_are_played_on_any_number_of_processes(rulekit: Call) -> None:
    one, two = (report(rulekit, "--impl", engine("too-many"), "--jobs", jobs, games=9)[1] for jobs in (1, 2))
    assert one == two


def test_only_what_failed_is_done_again(rulekit: Call) -> None:
    _, first = report(rulekit, "--impl", engine("no-load", "result"), "--log", "log.jsonl", games=12)
    wrong = next(one for one in first.stages if one.name == "games").failed
    _, again = report(rulekit, "--impl", engine("no-load", "result"), "--log", "log.jsonl", "--last-failed", games=12)
    done = next(one for one in again.stages if one.name == "games")
    assert 0 < wrong < 12 and done.done == done.failed == wrong
    assert rulekit("verify", "twelve-stones", "--impl", engine(), "--last-failed").code == 2


def test_a_run_that_is_killed_again_and_again_repeats_at_most_one_game_each_time(rulekit: Call) -> None:
    """Killed at moments of all sorts, also before the first line of its log and in the midst of one."""
    Path("slow.py").write_text(GOOD.replace("def start(self, config: dict[str, Any]) -> None:", SLOW), encoding="utf-8")
    asked = ("--impl", "slow.py", "--sandbox", "none")
    code, whole = report(rulekit, *asked, "--log", "whole.jsonl", games=GAMES)
    words = [sys.executable, "-m", "rulekit", "verify", "twelve-stones", "--games", str(GAMES), *asked]
    moments, log = Random(7), Path("killed.jsonl")
    for _ in range(KILLS):
        before = units_of(log)
        running = subprocess.Popen([*words, "--log", str(log)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        wanted, end = len(before) + moments.randrange(3), time.monotonic() + 60
        while len(units_of(log)) < wanted and running.poll() is None and time.monotonic() < end:
            time.sleep(0.01)
        time.sleep(moments.random() * 0.3)
        running.kill()
        running.wait()
        after = units_of(log)
        if running.returncode == 0:
            log.unlink()  # it was quicker; a run that came to its end is no part of this
        else:
            assert after[: len(before)] == before
    known = units_of(log)
    _, again = report(rulekit, *asked, "--log", str(log), games=GAMES)
    assert code == 0 and again.to_json() == whole.to_json()
    assert units_of(log)[: len(known)] == known and len(units_of(log)) == GAMES
    ids = [unit.id for unit in units_of(log)]
    assert len(set(ids)) == len(ids)


GAMES = examples(30, 120)
KILLS = examples(5, 200)


def units_of(log: Path) -> tuple[WorkUnit, ...]:
    kept = journal.read_journal(log)
    return () if kept is None else kept.units


SLOW = """def start(self, config: dict[str, Any]) -> None:
        __import__("time").sleep(0.1)"""


def test_an_unfinished_log_of_another_run_is_refused_in_a_sentence(rulekit: Call) -> None:
    report(rulekit, "--impl", engine(), "--log", "log.jsonl")
    file = Path("log.jsonl")
    file.write_bytes(b"".join(file.read_bytes().splitlines(keepends=True)[:-1]))
    ran = rulekit("verify", "twelve-stones", "--impl", engine(), "--games", "8", "--seed", "9", "--log", "log.jsonl")
    assert ran.code == 2 and "another `seed`" in ran.err


def test_limits_that_do_not_exist_are_told(rulekit: Call) -> None:
    ran = rulekit("verify", "twelve-stones", "--impl", engine(), "--limit", "patience=3")
    assert ran.code == 2 and "is no limit" in ran.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--vectors", "empty"), "empty is no folder of vectors: it has no manifest.json"),
        (("--vectors", "nowhere"), "nowhere is no folder of vectors"),
        (
            ("--vectors", str(min((conformance_root() / "vectors").glob("*/manifest.json")).parent)),
            "are of other rules",
        ),
        (("--option", "nothing=1"), "there is no option `nothing`"),
        (("--baseline", "torn.toml"), "`torn.toml` cannot be read as a table"),
        (("--baseline", "strange.toml"), "strange.toml holds `x`"),
        (("--baseline", "none.toml"), "none.toml: no such file"),
    ],
)
def test_what_cannot_be_used_is_told_before_anything_is_played(
    words: tuple[str, ...], said: str, rulekit: Call
) -> None:
    Path("empty").mkdir()
    Path("torn.toml").write_text("x = [", encoding="utf-8")
    Path("strange.toml").write_text("x = 1", encoding="utf-8")
    ran = rulekit("verify", "twelve-stones", "--impl", engine(), "--games", "2", *words)
    assert ran.code == 2 and said in ran.err and not ran.out


def test_a_log_of_another_engine_is_refused_in_a_sentence(rulekit: Call) -> None:
    report(rulekit, "--impl", engine(), "--log", "log.jsonl")
    file = Path("log.jsonl")
    file.write_bytes(b"".join(file.read_bytes().splitlines(keepends=True)[:-1]))
    ran = rulekit("verify", "twelve-stones", "--impl", engine("no-load"), "--games", "8", "--log", "log.jsonl")
    assert ran.code == 2 and "with another engine; finish that one" in ran.err
    Path("good.py").write_text(GOOD + "# changed\n", encoding="utf-8")
    ran = rulekit("verify", "twelve-stones", "--impl", "good.py", "--games", "8", "--log", "log.jsonl")
    assert ran.code == 2 and "its file has changed since" in ran.err


def test_an_engine_that_plays_nothing_of_what_was_asked_cannot_be_judged(rulekit: Call) -> None:
    text = GOOD.replace('"seats": [2]', '"seats": [2], "options": {"last-stone": ["lucky"]}')
    assert text != GOOD
    Path("half.py").write_text(text, encoding="utf-8")
    code, found = report(rulekit, "--impl", "half.py", "--option", "last-stone=unlucky")
    (check,) = [one for one in found.smoke if one.state == "failed"]
    assert code == 3 and check.name == "plays what was asked for" and "none of the configurations" in check.said


def test_games_are_played_until_so_many_decisions(rulekit: Call) -> None:
    """And no longer than the game in which they are reached."""
    ran = rulekit("verify", "twelve-stones", "--impl", engine(), "--decisions", "60", "--format", "json")
    found = model.read_verification(json.loads(ran.out))
    assert ran.code == 0 and 60 <= found.decisions < 60 + LONGEST_GAME


LONGEST_GAME = 12


def test_games_begin_with_positions_of_a_file_in_turn(rulekit: Call) -> None:
    loaded = load("twelve-stones")
    given = [loaded.start(2, {"last-stone": "unlucky"}).apply(0, {"do": "grab", "n": n}).to_json() for n in (1, 3)]
    Path("starts.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in given), encoding="utf-8")
    code, found = report(rulekit, "--impl", engine("result"), "--positions", "starts.jsonl", games=6)
    began = [one.case["from"] for cause in found.causes for one in cause.examples if one.source in ("game 0", "game 1")]
    assert code == 1 and [one.options for one in found.configurations] == [{"last-stone": "unlucky"}]
    assert began and all(one in given for one in began)


def test_a_position_of_another_option_is_not_begun_with(rulekit: Call) -> None:
    """The option of the file had won over the one asked for, without a word."""
    loaded = load("twelve-stones")
    given = [loaded.start(2, {"last-stone": value}).to_json() for value in ("lucky", "unlucky")]
    Path("starts.jsonl").write_text("".join(f"{json.dumps(one)}\n" for one in given), encoding="utf-8")
    asked = ("--impl", engine(), "--positions", "starts.jsonl", "--option", "last-stone=unlucky")
    code, found = report(rulekit, *asked, games=4)
    assert code == 0 and [one.options for one in found.configurations] == [{"last-stone": "unlucky"}]
    Path("starts.jsonl").write_text(f"{json.dumps(given[0])}\n", encoding="utf-8")
    none = rulekit("verify", "twelve-stones", *asked, "--games", "4")
    assert none.code == 5 and "no position to begin with" in none.err


def test_games_begin_with_what_the_scenes_give(rulekit: Call) -> None:
    """Each of them, also where chance alone seldom comes; only those of the configuration asked for, if one is."""
    code, found = report(rulekit, "--impl", engine(), "--scenes", games=20)
    assert code == 0 and found.compared
    started = rulekit("verify", "twelve-stones", "--impl", engine("too-many"), "--scenes", "--games", "20")
    assert started.code == 1 and re.search(r"^  run +rulekit verify .*--scenes .*--only", started.out, re.MULTILINE)
    none = rulekit("verify", "twelve-stones", "--impl", engine(), "--scenes", "--option", "last-stone=unlucky")
    assert none.code == 5 and "no position to begin with" in none.err


def test_the_old_name_of_the_command_is_answered_with_the_new_one(rulekit: Call) -> None:
    ran = rulekit("in-step", "twelve-stones", "--impl", engine())
    assert ran.code == 2 and "`in-step` is now `rulekit verify`" in ran.err
