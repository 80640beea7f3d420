"""What is kept of verdicts: added line by line, apart for each seed, never into a file of somebody else."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from rulekit.files.writing import AppendOnlyFile
from rulekit.tests.calling import Call
from rulekit.tests.mutate.toys import HERE

pytestmark = pytest.mark.long

CARDS = HERE / "cards.rules"
QUICK = ("--law-games", "2", "--play-games", "0")


def lines(file: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]


def ids(file: Path) -> list[object]:
    return [line["id"] for line in lines(file) if "id" in line]


def test_another_seed_is_kept_beside(rulekit: Call, tmp_path: Path) -> None:
    """And each goes on with its own."""
    file = tmp_path / "kept.jsonl"
    for seed, sample in (("1", 4), ("2", 3), ("1", 6), ("2", 3)):
        rulekit("mutate", CARDS, "--mutants", sample, "--seed", seed, "--log", file, *QUICK)
    found = ids(file)
    assert len(found) >= 9 and len(lines(file)) - len(found) == 3
    again = file.read_bytes()
    rulekit("mutate", CARDS, "--mutants", 3, "--seed", "2", "--log", file, *QUICK)
    assert file.read_bytes() == again


@pytest.mark.parametrize("text", ["my notes\nof a year\n", "", '{"id": "x"}\n', "5\n", "\n", '{"spec": "x"}\n', "\xff"])
def test_a_file_of_somebody_else_is_never_overwritten(text: str, rulekit: Call, tmp_path: Path) -> None:
    file = tmp_path / "precious.txt"
    file.write_text(text, encoding="latin-1")
    ran = rulekit("mutate", CARDS, "--mutants", 1, "--log", file, *QUICK)
    if text:
        assert ran.code == 2 and "no file of verdicts" in ran.err and file.read_text(encoding="latin-1") == text
    else:
        assert ran.code in (0, 1) and ids(file)


@pytest.mark.parametrize(
    "bad",
    [
        b"5",
        b'{"id":"x"}',
        b"\xff",
        b"[1, 2]",
        b"",
        b'{"id": "x", "id": "y"}',
        b'{"seconds": 1e400}',
        b"[" * 100_000,
    ],
)
def test_a_bad_line_is_told_with_its_number_and_nothing_is_changed(bad: bytes, rulekit: Call, tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    rulekit("mutate", CARDS, "--mutants", 2, "--log", file, *QUICK)
    file.write_bytes(file.read_bytes() + bad + b"\n")
    before = file.read_bytes()
    ran = rulekit("mutate", CARDS, "--mutants", 3, "--log", file, *QUICK)
    assert ran.code == 2 and "kept.jsonl:4: " in ran.err and file.read_bytes() == before


@pytest.mark.parametrize("name", ["fate", "seconds", "reached", "games"])
def test_a_verdict_of_another_shape_is_told(name: str, rulekit: Call, tmp_path: Path) -> None:
    file = tmp_path / "kept.jsonl"
    rulekit("mutate", CARDS, "--mutants", 1, "--log", file, *QUICK)
    head, verdict = lines(file)
    file.write_text(f"{json.dumps(head)}\n{json.dumps({**verdict, name: 'wondrous'})}\n", encoding="utf-8")
    ran = rulekit("mutate", CARDS, "--mutants", 2, "--log", file, *QUICK)
    assert ran.code == 2 and "kept.jsonl:2: " in ran.err


def test_two_campaigns_do_not_write_into_one_file(rulekit: Call, tmp_path: Path) -> None:
    held = AppendOnlyFile(tmp_path / "kept.jsonl")
    ran = rulekit("mutate", CARDS, "--mutants", 1, "--log", tmp_path / "kept.jsonl", *QUICK)
    held.close()
    assert ran.code == 2 and "somebody else is writing" in ran.err


def interrupted(jobs: str, kept: Path) -> tuple[int, str, str]:
    """A campaign that gets Ctrl-C as soon as it has kept some verdicts: its exit code and what it printed."""
    words = [sys.executable, "-m", "rulekit", "mutate", str(CARDS), "--log", str(kept), "--jobs", jobs]
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": ""}
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=env) as ran:
        end = time.monotonic() + 60
        while not (kept.is_file() and kept.read_bytes().count(b"\n") > 3) and time.monotonic() < end:
            time.sleep(0.05)
        ran.send_signal(signal.SIGINT)
        out, err = ran.communicate(timeout=60)
    return ran.returncode, out, err


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_ctrl_c_tells_the_verdicts_so_far(jobs: str, tmp_path: Path) -> None:
    """On a busy machine Ctrl-C may come when all is judged; then it is tried again."""
    for attempt in range(3):
        kept = tmp_path / f"kept{attempt}.jsonl"
        code, out, err = interrupted(jobs, kept)
        if code == 130:
            break
    assert code == 130 and "stopped; these are the verdicts so far" in err
    judged = int(out.split(": ")[1].split(" of ")[0])
    assert judged >= 3 and "not judged" in out and len(ids(kept)) == judged


def test_after_kill_9_the_next_one_goes_on_at_once_and_nobody_is_left(tmp_path: Path) -> None:
    """The processes of a campaign that was killed hold its file no longer, and end."""
    kept = tmp_path / "kept.jsonl"
    words = [sys.executable, "-m", "rulekit", "mutate", str(CARDS), "--log", str(kept), "--jobs", "2"]
    with subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT) as ran:
        assert ran.stdout is not None
        end = time.monotonic() + 60
        while not (kept.is_file() and kept.read_bytes().count(b"\n") > 1) and time.monotonic() < end:
            time.sleep(0.05)
        ran.kill()
        ran.wait()
        AppendOnlyFile(kept).close()
        ran.stdout.read()  # comes to its end when the last process that could write to it has ended
    assert len(ids(kept)) >= 1
