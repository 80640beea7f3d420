"""Where an engine and the rules part: which clause is named, what is told, and an engine that cannot be judged."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import pytest

from rulekit.pipeline import load
from rulekit.runner.engine_command import Source
from rulekit.tests.calling import Call
from rulekit.tests.verify.side_by_side import side_by_side
from rulekit.verify.differences.divergence import first_gap, legal_divergence
from rulekit.verify.lockstep.difference_story import headline, story_lines
from rulekit.verify.work_order import sample_configurations

HERE = Path(__file__).parent
GOOD = (HERE.parent / "protocol" / "stones.py").read_text(encoding="utf-8")
WRONG = {  # what is changed in the engine, and the clause that must be named first
    "legal": ("n <= self.left", "n <= 3", "grab.enough"),
    "missing": ("(1, 2, 3)", "(1, 2)", "grab.count"),
    "position": ('self.left -= move["n"]', "self.left -= 1", "grab.do"),
    "over": ('if self.left else {"kind"', 'if self.left > 3 else {"kind"', "end.empty"),
    "result": ("[self.turn if self.lucky", "[1 - self.turn if self.lucky", "result.lucky"),
}
SERVE = """
import json, sys
sys.path.insert(0, sys.argv[1])
from engine import Adapter
made = Adapter()
for line in sys.stdin:
    asked = json.loads(line)
    number, op = asked.pop("id"), asked.pop("op")
    try:
        found = {"ok": None if op in ("ping", "bye") else getattr(made, op)(*([] if op == "hello" else asked.values()))}
    except ValueError as refusal:
        found = {"refused": str(refusal)}
    if op == "hello":
        found["ok"]["rcp"] = 1
    print(json.dumps({"id": number, **found}), flush=True)
"""


def engine(folder: Path, old: str = "", new: str = "") -> Source:
    """The toy engine, perhaps with a mistake in it."""
    folder.mkdir(exist_ok=True)
    file = folder / "engine.py"
    file.write_text(GOOD.replace(old, new) if old else GOOD, encoding="utf-8")
    return Source(str(file))


@pytest.mark.parametrize("kind", WRONG)
def test_a_difference_names_its_clause(kind: str, game: Path, tmp_path: Path) -> None:
    old, new, clause = WRONG[kind]
    loaded, source = load(game), engine(tmp_path, old, new)
    (found,) = side_by_side(loaded, source.open, sample_configurations(loaded)[:1], 20, most=1).differences
    assert found.clauses[0].clause == clause and found.clauses[0].sentences
    assert found.trace is not None and found.trace.replay(loaded).hash() == found.trace.final["hash"]


def test_an_engine_that_takes_what_is_not_legal_differs_in_that(game: Path, tmp_path: Path) -> None:
    """Its legal lists and positions are right."""
    source = engine(tmp_path, "raise ValueError", "return None  # ")
    (found,) = side_by_side(load(game), source.open, sample_configurations(load(game))[:1], 60, most=1).differences
    assert (found.parting.what, found.parting.rules, found.parting.engine) == ("refusal", "not legal", "taken")


def test_it_is_told_what_the_engine_asks_for_instead(game: Path, tmp_path: Path) -> None:
    """Where it is already over, or somebody is asked for another move."""
    ended = engine(tmp_path / "ended", *WRONG["over"][:2])
    assert "in the engine the game is over" in told_of(game, ended)
    other = engine(tmp_path / "other", '"do": "grab", "n": n} for', '"do": "snatch", "n": n} for')
    assert "the engine asks for snatch, the rules do not" in told_of(game, other)


def told_of(game: Path, source: Source) -> str:
    """What is told of its first difference."""
    (found,) = side_by_side(load(game), source.open, sample_configurations(load(game)), 3, most=1).differences
    return "\n".join((headline(found.parting), *story_lines(found.parting)))


def test_a_program_of_its_own_is_asked_over_its_pipes(game: Path, tmp_path: Path, rulekit: Call) -> None:
    engine(tmp_path)
    (tmp_path / "serve.py").write_text(SERVE, encoding="utf-8")
    command = f"{sys.executable} {tmp_path / 'serve.py'} {tmp_path}"
    ran = rulekit("verify", game, "--impl", command, "--games", "10", "--format", "json")
    assert ran.code == 0 and json.loads(ran.out)["finished"] == 10


@pytest.mark.parametrize(
    ("impl", "said"),
    [
        (f"{sys.executable} -c pass", "it ended with 0"),
        (f"{sys.executable} -c 'print(1)'", "to ping it answered no object"),
        (f"{sys.executable} -c 'print(chr(123))'", "the text is not JSON"),
        ("", "nothing was named"),
    ],
)
def test_an_engine_that_cannot_be_judged_is_no_finding(impl: str, said: str, game: Path, rulekit: Call) -> None:
    ran = rulekit("verify", game, "--impl", impl)
    assert ran.code == 3 and said in " ".join(ran.out.split())


def test_the_order_of_legal_moves_does_not_matter_but_none_comes_twice() -> None:
    one, other = {"do": "a"}, {"do": "b"}
    assert legal_divergence(0, [one, other], [other, one], {}) is None
    twice, more = legal_divergence(0, [one], [one, one], {}), legal_divergence(0, [one], [one, other], {})
    assert twice is not None and more is not None and more.move == other and more.engine == "offered"


def test_the_first_place_that_differs_is_named() -> None:
    assert first_gap({"a": [1, {"b": 2}]}, {"a": [1, {"b": 3}]}) == (("a", 1, "b"), 2, 3)
    assert first_gap([1], [1]) is None and first_gap(True, 1) is not None
