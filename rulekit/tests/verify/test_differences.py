"""Where an engine and the rules part: which clause is named, what is told, and an engine that cannot be judged."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import attrs
import pytest

from rulekit.data import bundled_games
from rulekit.pipeline import load
from rulekit.protocol.rules_engine import table
from rulekit.runner.engine_command import EngineCommand
from rulekit.tests.calling import Call
from rulekit.tests.verify.side_by_side import side_by_side
from rulekit.verify.assembly import group_failures
from rulekit.verify.differences.answer_form import wrong_tables
from rulekit.verify.differences.divergence import SOME_MOVE, Divergence, first_gap, legal_divergence
from rulekit.verify.differences.found_difference import FoundDifference, empty_side, end_difference
from rulekit.verify.lockstep.difference_story import headline, story_lines
from rulekit.verify.model import ALWAYS, ONCE, Failed
from rulekit.verify.work_order import sample_configurations
from rulekit.verify.work_units import WorkUnit

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


def engine(folder: Path, old: str = "", new: str = "") -> EngineCommand:
    """The toy engine, perhaps with a mistake in it."""
    folder.mkdir(exist_ok=True)
    file = folder / "engine.py"
    file.write_text(GOOD.replace(old, new) if old else GOOD, encoding="utf-8")
    return EngineCommand(str(file))


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


def told_of(game: Path, source: EngineCommand) -> str:
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


def test_a_name_that_is_no_place_of_the_board_is_a_wrong_form() -> None:
    """Where a state has a value for each name, no rule decides which names there are: an adapter has misspelt them."""
    board = load(next(one.name for one in bundled_games() if has_men(one)))
    here = board.start(2, {})
    right = table(here.machine)
    wrong = {**right, "states": {**right["states"], "man": {name.upper(): None for name in right["states"]["man"]}}}
    assert not list(wrong_tables(board, "position", right, frozenset(), True))
    first, *_ = wrong_tables(board, "position", wrong, frozenset(), True)
    assert first.name == "man" and '"A7"' in first.wanted


def test_failures_with_the_same_words_are_told_once_as_one_that_comes_again_if_any_does() -> None:
    once, always = (
        Failed("exit", "it ended with 3", n, f"end/{n}", (), again) for n, again in ((4, ONCE), (2, ALWAYS))
    )
    for order in ((once, always), (always, once)):
        (told,) = group_failures([failed_unit(one) for one in order])
        assert (told.times, told.again, told.source) == (6, ALWAYS, "end/2")
    other = attrs.evolve(once, said="it ended with 4")
    assert len(group_failures([failed_unit(once), failed_unit(other)])) == 2


def has_men(folder: Path) -> bool:
    """A state with a value for each named place."""
    return any("\nstate man at Point" in file.read_text(encoding="utf-8") for file in folder.glob("*.rules"))


def failed_unit(failure: Failed) -> WorkUnit:
    return WorkUnit("vectors", failure.source, -1, {}, 2, "failed", "", False, 0, {}, {}, (), failure, (), ())


@pytest.mark.parametrize(("legal", "asks"), [({"1": [{"do": "grab"}]}, ("grab",)), ({"1": []}, (SOME_MOVE,))])
def test_an_engine_that_goes_on_after_the_end_is_told_so_though_it_offers_nothing(
    legal: dict[str, Any], asks: tuple[str, ...]
) -> None:
    side = attrs.evolve(empty_side(), pending={"kind": "decision", "seats": [1]}, legal=legal)
    met = FoundDifference(
        "games", "game 1", 1, {}, 2, None, (), Divergence("position", ("states", "active"), 0, 1), side
    )
    assert end_difference(met, over=True).parting.asks == asks
    assert end_difference(met, over=False).parting.asks == ()
