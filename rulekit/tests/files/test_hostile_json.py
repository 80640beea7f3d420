"""Spoilt positions, traces, failures, corpora, verdicts and tables through every command that reads such.

Whatever stands in a file: no fault of rulekit itself, at most ten seconds of the processor and a gigabyte.
"""

from __future__ import annotations

import json
import os
import resource
import shutil
import sys
import time
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rulekit.cli import game_options
from rulekit.cli.exits import Exit
from rulekit.data import bundled_games
from rulekit.fuzz.storage import record_segments, record_store
from rulekit.pipeline import load
from rulekit.tests.calling import Call
from rulekit.tests.files import hostile
from rulekit.tests.fuzz.planted import LAW, planted
from rulekit.tests.play.toys import TOYS
from rulekit.tests.scale import examples

pytestmark = pytest.mark.long

PARTS = 8
SECONDS = 10.0
KILOBYTES = 1_000_000  # more than before, so that other tests of the same process do not count
WITH_CARDS = min(
    (game for game in bundled_games() if (game / "cards.toml").is_file()),
    key=lambda game: sum(file.stat().st_size for file in game.rglob("*")),
)
PLAYED = (WITH_CARDS, TOYS / "effects.rules", *(game for game in bundled_games() if len(game.name) == 7))[:3]
load_once = cache(lambda name, tables: load(name, dict(tables)))


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    return good_files(tmp_path_factory.mktemp("good"))


def good_files(folder: Path) -> dict[str, Any]:
    """Good files of each sort."""
    from rulekit.cli.main import run

    run(["new", "stones", "--out", str(folder)])
    game = folder / "stones"
    run(["run", str(game), "--games", "1", "--traces", str(folder / "t"), "--seed", "1"])
    planted(game, f"\nalways\n  [{LAW}]  stones > 6  @public:sample\n")
    run(["fuzz", str(game), "--games", "8", "--every", "1", "--seed", "1", "--corpus", str(folder / "c")])
    quick = ("--law-games", "1", "--play-games", "0", "--mutants", "2")
    toy = Path(__file__).parents[1] / "mutate" / "cards.rules"
    run(["mutate", str(toy), *quick, "--log", str(folder / "kept.jsonl")])
    found: dict[str, Any] = {"game": game, "toy": toy, "quick": quick, "play": {}}
    for name in PLAYED:
        here = load(name).start(chance=3)
        moved = [here]
        while not moved[-1].is_over and len(moved) < 6:
            seat = moved[-1].pending.seats[0]
            moved.append(moved[-1].apply(seat, moved[-1].legal(seat)[0]))
        found["play"][name] = (
            [one.to_json() for one in moved],
            moved[-1].trace().to_json(),
            moved[-1].legal(0) or [{"do": "x"}],
        )
    found["failure"] = json.loads(next((folder / "c" / "failures").glob("*.json")).read_text(encoding="utf-8"))
    found["corpus"] = list(record_store.read_store(folder / "c").records)
    found["verdicts"] = [json.loads(line) for line in (folder / "kept.jsonl").read_text(encoding="utf-8").splitlines()]
    return found


def commands(good: dict[str, Any], number: int, folder: Path) -> list[str]:
    """A command with a spoilt file; the file is written."""
    source, file = Random(f"hostile {number}"), folder / "spoilt.json"
    game = PLAYED[number % len(PLAYED)]
    positions, trace, moves = good["play"][game]
    position, failing = source.choice(positions), ["--game", str(good["game"])]
    sort = source.randrange(24)
    if sort < 9:
        file.write_bytes(hostile.spoilt(position, source))
        seat = source.choice(("0", "1", "all", "spectator"))
        words = source.choice(
            (["legal", str(game)], ["view", str(game), "--seat", seat], ["perft", str(game), "--depth", "1"])
        )
        return [*words, "--position", str(file)]
    if sort < 16:
        file.write_bytes(hostile.spoilt(trace, source))
        words = source.choice((["replay", str(file), "--game", str(game), "--any-spec"], ["replay", str(file)],
            ["replay", str(file), "--game", str(game), "--steps", "--clauses", "--format", "json"],
            ["view", str(game), "--trace", str(file)], ["legal", str(game), "--trace", str(file), "--step", "2"],
            ["play", str(game), "--resume", str(file), "--watch"]))  # fmt: skip
        return words
    if sort < 18:
        file.write_bytes(hostile.spoilt(good["failure"], source))
        return ["shrink", str(file), *source.choice((failing, [])), "--effort", "5", *source.choice((["--replay"], []))]
    if sort < 20:
        corpus = folder / "corpus"
        shutil.rmtree(corpus, ignore_errors=True)
        corpus.mkdir()
        (corpus / "000001-aaaaaaaa.sealed").write_bytes(
            hostile.lines(good["corpus"], source, record_segments.frame_record)
        )
        return [
            "fuzz",
            str(good["game"]),
            "--games",
            "1",
            "--every",
            "9",
            "--target",
            "engines",
            "--corpus",
            str(corpus),
        ]
    if sort == 20:
        file.write_bytes(hostile.lines(good["verdicts"], source))
        return ["mutate", str(good["toy"]), *good["quick"], "--max-time", "0", "--log", str(file)]
    if sort == 21:
        file.write_bytes(hostile.table((WITH_CARDS / "cards.toml").read_text(encoding="utf-8"), source))
        return ["check", str(WITH_CARDS), "--table", f"cards.toml={file}"]
    if sort == 22:
        file.write_bytes(hostile.lines(positions, source))
        return ["verify", str(game), "--impl", str(folder / "none.py"), "--games", "1", "--positions", str(file)]
    return [
        "why-not",
        str(game),
        hostile.spoilt(source.choice(moves), source).decode("utf-8", "replace").replace("\0", ""),
    ]


@pytest.mark.parametrize("part", range(PARTS))
def test_no_file_of_json_brings_a_command_down(
    part: int, good: dict[str, Any], rulekit: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(game_options, "load_game", lambda name, tables=(): load_once(name, tables))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "none.py").write_text("raise SystemExit\n", encoding="utf-8")
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for number in range(part, examples(240, 20_000), PARTS):
        words = commands(good, number, tmp_path)
        start = time.process_time()
        ran = rulekit(*words)
        seconds = time.process_time() - start
        assert ran.code in (*range(4), Exit.NOTHING_RUN), (number, words, ran.err)
        assert "Traceback" not in ran.err and seconds < SECONDS, (number, words, seconds)
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < KILOBYTES * (
        1 if sys.platform != "darwin" else 1024
    )
    assert not list(tmp_path.rglob("PWNED")) and os.getcwd() == str(tmp_path)
