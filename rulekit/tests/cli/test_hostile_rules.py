"""Whatever the rules: no command leaves with a fault of rulekit, and none takes more than its time and memory."""

from __future__ import annotations

import random
import resource
import time
from pathlib import Path

import pytest

from rulekit.tests.bent_rules import bent
from rulekit.tests.calling import Call
from rulekit.tests.hostile_rules import CASES
from rulekit.tests.scale import examples

pytestmark = pytest.mark.long

SECONDS = 10.0  # of computing, for one command
MEGABYTES = 1024
INTERNAL = 4
BATCHES = 20
LARGE = ("many words", "2,000 actions", "5,000 states", "30,000 wrong names")  # ten seconds each and more: at night
PLAYED = ("--games", "1", "--longest", "30", "--seed", "1")


def commands(file: Path) -> list[tuple[str, ...]]:
    """What is done with a game; it is played only if nothing is wrong with it."""
    shown = str(file)
    return [
        ("check", shown), ("fmt", "--check", shown), ("show", shown), ("run", shown, *PLAYED),
        ("run", shown, *PLAYED, "--engine", "reference"),
    ]  # fmt: skip


def used() -> float:
    """Megabytes at the most so far."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def survives(rulekit: Call, text: str, folder: Path) -> list[int]:
    """The exit codes; everything in its time and memory, and nothing is a fault of rulekit."""
    file = folder / "game.rules"
    file.write_text(text, encoding="utf-8")
    codes: list[int] = []
    for command in commands(file):
        before, start = used(), time.process_time()
        ran = rulekit(*command)
        taken, more = time.process_time() - start, used() - before
        assert ran.code != INTERNAL and "Traceback" not in ran.err, (command[0], ran.err[-500:], text[:3000])
        assert taken < SECONDS and more < MEGABYTES, (command[0], taken, more, text[:3000])
        codes.append(ran.code)
        if codes[0]:
            break
    return codes


@pytest.mark.parametrize(
    "name", [pytest.param(one, marks=pytest.mark.nightly) if one in LARGE else one for one in CASES]
)
def test_rules_that_multiply_are_refused_or_played_in_time(name: str, rulekit: Call, tmp_path: Path) -> None:
    codes = survives(rulekit, CASES[name](), tmp_path)
    assert codes and codes[0] in (0, 1)


@pytest.mark.parametrize("batch", range(BATCHES))
def test_bent_rules_are_refused_or_played_in_time(batch: int, rulekit: Call, tmp_path: Path) -> None:
    chance = random.Random(f"bent {batch}")
    for _ in range(examples(5, 5_000)):
        survives(rulekit, bent(chance), tmp_path)


def test_some_bent_rules_are_played(rulekit: Call, tmp_path: Path) -> None:
    """A campaign in which everything is refused would prove little."""
    chance = random.Random("played")
    codes = [survives(rulekit, bent(chance), tmp_path) for _ in range(30)]
    assert sum(len(found) > 1 for found in codes) >= 3
