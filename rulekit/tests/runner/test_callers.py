"""Every command that starts an external engine runs it under the conditions that were asked for."""

from __future__ import annotations

import os
import time
from pathlib import Path

import pytest

from rulekit.runner.conditions import SETTING, conditions, source_of
from rulekit.runner.engine_limits import USUAL
from rulekit.tests.calling import Call
from rulekit.tests.protocol import stones

pytestmark = pytest.mark.long

GOOD = Path(stones.__file__).read_text(encoding="utf-8")
LEGAL = "return [{"


@pytest.fixture(autouse=True)
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Failures that are found lie in the folder in which one stands."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def silent(tmp_path: Path) -> str:
    """An engine that does not answer what is legal."""
    file = tmp_path / "engine.py"
    file.write_text("import time\n" + GOOD.replace(LEGAL, f"time.sleep(60); {LEGAL}"), encoding="utf-8")
    return str(file)


def test_conditions_hold_for_whoever_is_named_meanwhile() -> None:
    assert source_of("x").limits == USUAL
    with conditions(USUAL.with_limit("step=3"), "none", ["HERE"]):
        with conditions(USUAL.with_limit("step=4"), "auto", []):
            assert source_of("x").limits.step == 4
        assert (source_of("x").limits.step, source_of("x").sandbox, source_of("x").environment) == (
            3,
            "none",
            ("HERE",),
        )
    assert SETTING not in os.environ


@pytest.mark.parametrize(
    "words",
    [
        ("verify", "{game}", "--games", "1", "--impl"),
        ("fuzz", "{game}", "--games", "1", "--seed", "1", "--impl"),
    ],
    ids=lambda words: words[0],
)
def test_an_engine_that_does_not_answer_is_waited_for_no_longer_than_was_said(
    words: tuple[str, ...], silent: str, game: Path, rulekit: Call
) -> None:
    start = time.monotonic()
    asked = [word.replace("{game}", str(game)) for word in words]
    ran = rulekit(*asked, silent, "--limit", "step=0.3", "--limit", "start=30")
    assert ran.code == 3 and "within 0.3 seconds" in ran.out + ran.err
    assert time.monotonic() - start < 60 and SETTING not in os.environ


@pytest.mark.parametrize("command", ["verify", "fuzz"])
def test_a_limit_that_makes_no_sense_is_told_before_anything_is_played(command: str, game: Path, rulekit: Call) -> None:
    ran = rulekit(command, game, "--impl", "cat", "--limit", "step=soon")
    assert ran.code == 2 and "no number of seconds" in ran.err


def test_an_engine_that_ends_the_process_is_not_all_good(game: Path, tmp_path: Path, rulekit: Call) -> None:
    """In a process of ours it would have ended us, and nobody would have heard of anything."""
    file = tmp_path / "ends.py"
    file.write_text("import os\n" + GOOD.replace(LEGAL, f"os._exit(0); {LEGAL}"), encoding="utf-8")
    for words in (("verify", "--impl"), ("fuzz", "--seed", "1", "--games", "1", "--impl")):
        ran = rulekit(words[0], game, *words[1:], file)
        assert ran.code == 3 and "it ended with 0" in ran.out + ran.err
