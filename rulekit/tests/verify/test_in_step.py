"""Playing in step: what is compared, how a difference is told, and what happens when an engine fails."""

from __future__ import annotations

import json
import re
import sys
from pathlib import Path

import pytest

from rulekit.data import PACKAGE
from rulekit.pipeline import load
from rulekit.runner.source import Source
from rulekit.tests.calling import Call
from rulekit.verify.campaign import bound, in_step, sampled
from rulekit.verify.parting import first_gap, legal_parting

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
DOCS = PACKAGE.parent / "docs" / "in-step.md"


def engine(folder: Path, old: str = "", new: str = "") -> Source:
    """The toy engine, perhaps with a mistake in it."""
    folder.mkdir(exist_ok=True)
    file = folder / "engine.py"
    file.write_text(GOOD.replace(old, new) if old else GOOD, encoding="utf-8")
    return Source(str(file))


def test_an_engine_that_agrees_is_told_so_with_a_bound(game: Path, tmp_path: Path, rulekit: Call) -> None:
    ran = rulekit("in-step", game, "--impl", engine(tmp_path).text, "--games", "30", "--every-option")
    assert ran.code == 0 and "no difference; a difference comes in fewer than 3 of" in ran.out


@pytest.mark.parametrize("kind", WRONG)
def test_a_difference_names_its_clause(kind: str, game: Path, tmp_path: Path) -> None:
    old, new, clause = WRONG[kind]
    loaded, source = load(game), engine(tmp_path, old, new)
    (found,) = in_step(loaded, source.open, sampled(loaded)[:1], 20, 0, most=1).differences
    assert found.clauses[0].clause == clause and found.clauses[0].sentences
    assert found.trace is not None and found.trace.replay(loaded).hash() == found.trace.final["hash"]


def test_an_engine_that_takes_what_is_not_legal_differs_in_that(game: Path, tmp_path: Path) -> None:
    """Its legal lists and positions are right."""
    source = engine(tmp_path, "raise ValueError", "return None  # ")
    (found,) = in_step(load(game), source.open, sampled(load(game))[:1], 60, 0, most=1).differences
    assert (found.parting.what, found.parting.rules, found.parting.engine) == ("refusal", "not legal", "taken")


def test_it_is_told_what_the_engine_asks_for_instead(game: Path, tmp_path: Path, rulekit: Call) -> None:
    """Where it is already over, or somebody is asked for another move."""
    ended = engine(tmp_path / "ended", *WRONG["over"][:2])
    assert "in the engine the game is over" in rulekit("in-step", game, "--impl", ended.text, "--games", "3").out
    other = engine(tmp_path / "other", '"do": "grab", "n": n} for', '"do": "snatch", "n": n} for')
    assert "the engine asks for snatch, the rules do not" in rulekit("in-step", game, "--impl", other.text).out


def test_a_program_of_its_own_is_asked_over_its_pipes(game: Path, tmp_path: Path, rulekit: Call) -> None:
    engine(tmp_path)
    (tmp_path / "serve.py").write_text(SERVE, encoding="utf-8")
    command = f"{sys.executable} {tmp_path / 'serve.py'} {tmp_path}"
    ran = rulekit("in-step", game, "--impl", command, "--games", "10", "--format", "json")
    report = json.loads(ran.out)
    assert ran.code == 0 and report["games"] == report["finished"] == 10 and report["refusals"] >= 0


@pytest.mark.parametrize(
    ("impl", "said"),
    [
        ("no-such-engine.py", "there is no file and no program"),
        (f"{sys.executable} -c pass", "it ended with 0"),
        (f"{sys.executable} -c 'print(1)'", "to hello it answered no object"),
        (f"{sys.executable} -c 'print(chr(123))'", "the text is not JSON"),
        ("", "nothing was named"),
    ],
)
def test_an_engine_that_cannot_be_judged_is_no_finding(impl: str, said: str, game: Path, rulekit: Call) -> None:
    ran = rulekit("in-step", game, "--impl", impl)
    assert ran.code == 3 and said in ran.err


def test_an_engine_that_breaks_down_cannot_be_judged(game: Path, tmp_path: Path, rulekit: Call) -> None:
    source = engine(tmp_path, "self.left -=", "self.none -=")
    ran = rulekit("in-step", game, "--impl", source.text, "--games", "1")
    assert ran.code == 3 and "AttributeError" in ran.out


def test_an_engine_that_never_answers_is_given_up(game: Path, tmp_path: Path, rulekit: Call) -> None:
    command = f"{sys.executable} -c 'input(); input()'"
    ran = rulekit("in-step", game, "--impl", command, "--limit", "start=0.2")
    assert ran.code == 3 and "no answer to hello within 0.2 seconds" in ran.err


def test_reports_and_traces_are_kept(game: Path, tmp_path: Path, rulekit: Call) -> None:
    source = engine(tmp_path, *WRONG["legal"][:2])
    kept = ("--report", tmp_path / "report.json", "--traces", tmp_path / "found")
    assert rulekit("in-step", game, "--impl", source.text, "--games", "3", *kept).code == 1
    report = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    assert report["differences"][0]["what"] == "legal" and report["bound"]["per_game"] == "3/3"
    assert rulekit("replay", next((tmp_path / "found").iterdir()), "--game", game).code == 0


def test_the_same_games_are_played_on_any_number_of_processes(game: Path, tmp_path: Path, rulekit: Call) -> None:
    asked = ("in-step", game, "--impl", engine(tmp_path).text, "--games", "20", "--format", "json")
    one, two = (json.loads(rulekit(*asked, "--jobs", jobs).out) for jobs in ("1", "2"))
    assert {**one, "seconds": 0} == {**two, "seconds": 0}


def test_the_order_of_legal_moves_does_not_matter_but_none_comes_twice() -> None:
    one, other = {"do": "a"}, {"do": "b"}
    assert legal_parting(0, [one, other], [other, one], {}) is None
    twice, more = legal_parting(0, [one], [one, one], {}), legal_parting(0, [one], [one, other], {})
    assert twice is not None and more is not None and more.move == other and more.engine == "offered"


def test_the_first_place_that_differs_is_named() -> None:
    assert first_gap({"a": [1, {"b": 2}]}, {"a": [1, {"b": 3}]}) == (("a", 1, "b"), 2, 3)
    assert first_gap([1], [1]) is None and first_gap(True, 1) is not None


def test_nothing_is_promised_after_no_games() -> None:
    assert bound(0) == "unknown" and bound(600) == "3/600"


@pytest.mark.skipif(not DOCS.is_file(), reason="installed without its docs")
def test_the_page_shows_what_happens(game: Path, rulekit: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    text = DOCS.read_text(encoding="utf-8")
    (code,), (session,) = (re.findall(rf"```{name}\n(.*?)```", text, re.DOTALL) for name in ("python", "console"))
    command, _, printed = session.removeprefix("$ rulekit ").partition("\n")
    monkeypatch.chdir(game.parent)
    (game.parent / "stones.py").write_text(code, encoding="utf-8")
    assert rulekit(*command.split()).out == printed
