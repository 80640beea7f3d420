"""What the rooms of the check work out on the way stays as it is, unless somebody means to change it."""

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.typed_roots import nodes_with_roots
from rulekit.pipeline import examine_all
from rulekit.records import Record
from rulekit.tests.check.answers import GAMES, digests, every_answer, toys
from rulekit.tests.source_tree import KIT


@pytest.mark.long
def test_intermediate_answers_are_as_they_were(golden: Callable[[str, str], None]) -> None:
    """Facts, intervals, proofs, effects, visibility and lints; `answers.py` writes them out for comparing."""
    golden("check/answers.txt", digests(toys()))


SOME = ("bags", "effects", "laws", "options", "prices", "scene-frames", "views-conditions", "words-cases")
ASKED = "import sys, json, pathlib; from rulekit.tests.check.answers import every_answer; "
ASKED += "print(json.dumps([every_answer(pathlib.Path(place)) for place in sys.argv[1:]]))"


def test_the_answers_are_the_same_whatever_the_order_of_sets() -> None:
    places = [GAMES / f"{name}.rules" for name in SOME]
    command = [sys.executable, "-c", ASKED, *map(str, places)]
    other = subprocess.run(
        command, env={**os.environ, "PYTHONHASHSEED": "7"}, capture_output=True, text=True, check=True
    )
    assert json.loads(other.stdout) == [every_answer(place) for place in places]


def test_no_constant_holds_a_node() -> None:
    """No walk looks inside a constant: what stood there would be looked through by nobody."""

    def holds(value: object) -> bool:
        return any(map(holds, value)) if isinstance(value, tuple) else isinstance(value, Record)

    constants = [
        one for place in GAMES.glob("*.rules") for _, one in nodes_with_roots(examine_all(place).checked, v.Const)
    ]
    assert len(constants) > 500
    assert not [one for one in constants if holds(one.value)]


CHANGES = [
    ("constants", "require 1 + 1 = 2", "require 1 + 1 = 3"),
    ("symbols", "state heap is 0 to 9", "state heap is 0 to 8"),
    ("tree", "take 1 from heap", "take 2 from heap"),
    ("problems", "when heap = 0", "when heaps = 0"),
]
GRAB = """game pebbles for 2 players
state heap is 0 to 9, starts 5
action grab
  [grab.sum]  require 1 + 1 = 2  @public:test
  [grab.do]   as far as possible: take 1 from heap  @public:test
turn
  [turn.grab]  player must grab  @public:test
end
  [end.heap]  at end of turn when heap = 0  @public:test
result
  [win.last]  winner is active  @public:test
"""


@pytest.mark.parametrize(("topic", "before", "after"), CHANGES, ids=lambda one: one[:12])
def test_a_change_of_one_line_shows_in_its_topic(topic: str, before: str, after: str, tmp_path: Path) -> None:
    file = tmp_path / "game.rules"
    file.write_text(GRAB, encoding="utf-8")
    first = every_answer(file)
    assert before in GRAB and first[topic]
    file.write_text(GRAB.replace(before, after), encoding="utf-8")
    assert every_answer(file)[topic] != first[topic]


def test_a_wish_for_help_is_no_file(tmp_path: Path) -> None:
    """From another folder; an installed kit has no tests, so the source must be named."""
    command = [sys.executable, "-m", "rulekit.tests.check.answers", "--help"]
    here = {**os.environ, "PYTHONPATH": str(KIT.parent)}
    ran = subprocess.run(command, cwd=tmp_path, env=here, capture_output=True, text=True, check=False)
    assert ran.returncode == 0 and "usage" in ran.stdout and not list(tmp_path.iterdir())
