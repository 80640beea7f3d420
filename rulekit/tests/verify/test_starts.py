"""External engines go on from the positions of the scenes, and from those written down beside their adapters."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulekit.data import conformance_root
from rulekit.pipeline import load
from rulekit.play.refusals import Refused
from rulekit.runner.engine_command import EngineCommand
from rulekit.tests.bundled import bundled
from rulekit.tests.calling import Call
from rulekit.tests.scale import examples
from rulekit.tests.verify.side_by_side import side_by_side
from rulekit.verify.lockstep import start_positions
from rulekit.verify.lockstep.played_game import LookPlan

FOUND = sorted((conformance_root() / "adapters").glob("*/adapter.*"))
TAKES = re.compile(r"^ +(def load\(self|load\([^)]*\) \{)", re.MULTILINE)  # how an adapter says that it takes positions
LOADING = [file for file in FOUND if TAKES.search(file.read_text(encoding="utf-8"))]
WRITTEN = [file for file in FOUND if (file.parent / "starts.jsonl").is_file()]
game = bundled


def name(file: Path) -> str:
    return file.parent.name


def played(file: Path, begins: list[start_positions.StartPosition], longest: int) -> None:
    """So many short games from these positions, one after the other."""
    source = EngineCommand(str(file))
    if source.why_missing():
        pytest.skip(f"its program is not here: {source.why_missing()}")
    manner, sample = LookPlan(enough=longest), tuple(dict.fromkeys(one.chosen for one in begins))
    found = side_by_side(game(name(file)), source.open, sample, len(begins), manner, starts=tuple(begins))
    assert found.agrees, "\n".join(one.story() for one in found.differences)
    assert found.counts["not loaded"] <= len(begins) / 8


@pytest.mark.long
@pytest.mark.parametrize("file", LOADING, ids=name)
def test_an_engine_goes_on_from_what_scenes_give(file: Path) -> None:
    played(file, list(start_positions.of_scenes(game(name(file)), examples(10, 1))), examples(3, 60))


@pytest.mark.long
@pytest.mark.parametrize("file", WRITTEN, ids=name)
def test_an_engine_goes_on_from_what_is_written_down(file: Path) -> None:
    begins = list(start_positions.of_file(game(name(file)), file.parent / "starts.jsonl"))
    played(file, begins[:: examples(4, 1)], examples(30, 10_000))


def test_a_position_that_cannot_be_is_refused(game: Path, tmp_path: Path, rulekit: Call) -> None:
    (tmp_path / "starts.jsonl").write_text('{"config": {}}\n', encoding="utf-8")
    with pytest.raises(Refused, match="malformed"):
        list(start_positions.of_file(load(game), tmp_path / "starts.jsonl"))


def test_there_are_engines_that_take_positions() -> None:
    assert LOADING and WRITTEN
