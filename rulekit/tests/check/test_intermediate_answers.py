"""The net under the check: its answers do not depend on the order of sets, and a change of one line shows in them."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.typed_roots import every
from rulekit.pipeline import examine_all
from rulekit.records import Record
from rulekit.tests.check.intermediate_answers import TOYS, answers, hashes, main

SOME = ("bags", "effects", "laws", "options", "prices", "scene-frames", "views-conditions", "words-cases")
ASKED = "import sys, json, pathlib; from rulekit.tests.check.intermediate_answers import hashes; "
ASKED += "print(json.dumps([hashes(pathlib.Path(place)) for place in sys.argv[1:]]))"


def test_the_answers_are_the_same_whatever_the_order_of_sets() -> None:
    places = [TOYS / f"{name}.rules" for name in SOME]
    command = [sys.executable, "-c", ASKED, *map(str, places)]
    other = subprocess.run(
        command, env={**os.environ, "PYTHONHASHSEED": "7"}, capture_output=True, text=True, check=True
    )
    assert json.loads(other.stdout) == [hashes(place) for place in places]


def test_no_constant_holds_a_node() -> None:
    """No walk looks inside a constant: what stood there would be looked through by nobody."""

    def holds(value: object) -> bool:
        return any(map(holds, value)) if isinstance(value, tuple) else isinstance(value, Record)

    constants = [one for place in TOYS.glob("*.rules") for _, one in every(examine_all(place).checked, v.Const)]
    assert len(constants) > 500
    assert not [one for one in constants if holds(one.value)]


CHANGES = [
    ("constants", "require 1 + 1 = 2", "require 1 + 1 = 3"),
    ("symbols", "state heap is 0 to 9", "state heap is 0 to 8"),
    ("tree", "take 1 from heap", "take 2 from heap"),
    ("problems", "when heap = 0", "when heaps = 0"),
]
GAME = """game pebbles for 2 players
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
    file.write_text(GAME, encoding="utf-8")
    first = answers(file)
    assert before in GAME and first[topic]
    file.write_text(GAME.replace(before, after), encoding="utf-8")
    assert answers(file)[topic] != first[topic]


def test_two_lists_are_compared_answer_by_answer(tmp_path: Path) -> None:
    before, after = tmp_path / "before.json", tmp_path / "after.json"
    before.write_text('{"one": {"tree": "a", "problems": "b"}, "two": {"tree": "c"}}', encoding="utf-8")
    after.write_text('{"one": {"tree": "x", "problems": "b"}}', encoding="utf-8")
    assert main("compare", str(before), str(after)) == "one tree\ntwo tree\n2 answers differ"
    assert main("compare", str(before), str(before)) == "0 answers differ"
