"""Whatever an external engine does, it is told in a sentence, and nothing hangs, grows, leaks or stays behind."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rulekit.pipeline import load
from rulekit.tests.calling import Call
from rulekit.tests.verify import vices
from rulekit.tests.verify.side_by_side import side_by_side
from rulekit.verify.lockstep.difference_story import headline, story_lines
from rulekit.verify.work_order import sample_configurations
from rulekit.verify.workers import EngineWorker

pytestmark = pytest.mark.long

LEGAL = 'return [{"do": "grab", "n": n} for n in (1, 2, 3) if n <= self.left and seat == self.turn]'
APPLY = 'raise ValueError("not legal")'


@pytest.mark.parametrize("vice", vices.WAYS)
def test_a_program_that_breaks_the_protocol_is_no_finding(vice: str, game: Path, tmp_path: Path, rulekit: Call) -> None:
    """Whether a check of the adapter meets it or a game, it is said what it did."""
    command = vices.program(tmp_path, vice)
    ran = rulekit("verify", game, "--impl", command, "--games", "50")
    assert ran.code == 3 and vices.WAYS[vice][1] in " ".join(ran.out.split())
    assert "cannot be judged" in ran.out


@pytest.mark.parametrize("vice", vices.HARMLESS)
def test_what_does_no_harm_is_let_pass(vice: str, game: Path, tmp_path: Path, rulekit: Call) -> None:
    ran = rulekit("verify", game, "--impl", vices.program(tmp_path, vice), "--games", "3")
    assert ran.code == 0 and "plays by the rules" in ran.out


def test_what_is_written_before_anything_is_asked_is_told(game: Path, tmp_path: Path, rulekit: Call) -> None:
    ran = rulekit("verify", game, "--impl", vices.program(tmp_path, "greets"), "--games", "1")
    assert ran.code == 3 and "Welcome!" in ran.out and "standard error" in ran.out


@pytest.mark.parametrize("answer", vices.IN_PYTHON)
def test_an_engine_in_python_may_do_what_it_likes(answer: str, game: Path, tmp_path: Path, rulekit: Call) -> None:
    source = vices.changed(tmp_path, LEGAL, f"found = []; return {answer}")
    ran = rulekit("verify", game, "--impl", source.text, "--games", "1")
    assert (
        ran.code == 3 and vices.IN_PYTHON[answer] in " ".join(ran.out.split()) and "Traceback" not in ran.out + ran.err
    )


@pytest.mark.parametrize("head", ["import sys; sys.exit(0)\n", "1 / 0\n", "raise BaseException('odd')\n"])
def test_a_file_that_cannot_be_read_is_no_success(head: str, game: Path, tmp_path: Path, rulekit: Call) -> None:
    source = vices.changed(tmp_path, LEGAL, LEGAL, head)
    ran = rulekit("verify", game, "--impl", source.text)
    assert ran.code == 3 and "cannot be read" in ran.out and "engine.py:" in ran.out


def test_files_beside_an_engine_can_be_imported(game: Path, tmp_path: Path, rulekit: Call) -> None:
    Path(vices.changed(tmp_path, LEGAL, LEGAL).text).rename(tmp_path / "lies_beside.py")
    (tmp_path / "beside_it.py").write_text("from lies_beside import Adapter\n", encoding="utf-8")
    assert rulekit("verify", game, "--impl", tmp_path / "beside_it.py", "--games", "2").code == 0


def test_what_an_engine_prints_is_no_part_of_the_report(game: Path, tmp_path: Path, rulekit: Call) -> None:
    source = vices.changed(tmp_path, LEGAL, f"print('hello'); {LEGAL}")
    ran = rulekit("verify", game, "--impl", source.text, "--games", "1", "--format", "json")
    assert json.loads(ran.out)["configurations"]


def test_tuples_are_lists_and_arguments_are_the_engines_own(game: Path, tmp_path: Path, rulekit: Call) -> None:
    """It may return its own lists and clear the move it got: nothing of ours changes with them."""
    source = vices.changed(tmp_path, 'self.left -= move["n"]', 'self.left -= move["n"]; move.clear()')
    file = Path(source.text)
    tuples = LEGAL.replace("return [", "return tuple([") + ")"
    file.write_text(file.read_text(encoding="utf-8").replace(LEGAL, tuples), encoding="utf-8")
    assert rulekit("verify", game, "--impl", source.text, "--games", "20").code == 0


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (APPLY, "return", "not legal; in the engine taken"),
        (APPLY, f"self.left -= 1; {APPLY}", "refused, and yet it changes states, stones"),
        ("move not in self.legal(seat)", "move not in self.legal(self.turn)", "whether seat"),
        (LEGAL, LEGAL.replace("return ", "return 2 * "), "offered more than once"),
    ],
)
def test_an_engine_that_is_too_kind_is_found(old: str, new: str, said: str, game: Path, tmp_path: Path) -> None:
    """Moves that are not legal, and those of somebody who is not asked, are offered now and then."""
    loaded = load(game)
    found = side_by_side(loaded, vices.changed(tmp_path, old, new).open, sample_configurations(loaded), 60, most=1)
    parting = found.differences[0].parting
    assert said in "; ".join((headline(parting), *story_lines(parting)))


def test_programs_play_on_several_processes(game: Path, tmp_path: Path, rulekit: Call) -> None:
    """Each process has an engine of its own."""
    command = vices.program(tmp_path, "stays at its place")
    ran = rulekit("verify", game, "--impl", command, "--games", "20", "--jobs", "2", "--format", "json")
    assert ran.code == 0 and json.loads(ran.out)["finished"] == 20


def test_control_c_leaves_a_report(game: Path, tmp_path: Path, rulekit: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    done, kept = EngineWorker.carry_out, tmp_path / "report.json"

    def hasty(self: EngineWorker, task: Any) -> Any:
        if task[2] == 3:
            raise KeyboardInterrupt
        return done(self, task)

    monkeypatch.setattr(EngineWorker, "carry_out", hasty)
    source = vices.changed(tmp_path, LEGAL, LEGAL)
    ran = rulekit("verify", game, "--impl", source.text, "--games", "9", "--report", kept)
    assert ran.code == 130 and "stopped after 3 games; this is how far it came" in ran.out
    assert json.loads(kept.read_text(encoding="utf-8"))["verdict"]["word"] == "stopped"


@pytest.mark.parametrize(
    ("options", "code", "said"),
    [
        (("--positions", "nowhere.jsonl"), 2, "nowhere.jsonl: no such file"),
        (("--positions", "empty.jsonl"), 5, "no position to begin with"),
        (("--positions", "bad.jsonl"), 2, "bad.jsonl:2: the text is not UTF-8"),
        (("--report", "json=."), 2, "it is a folder, and a file is wanted"),
        (("--cases", "empty.jsonl"), 2, "it is a file, and a folder is wanted"),
        (("--max-time", "nan"), 2, "'nan' is no number"),
    ],
)
def test_mistakes_are_told_before_anything_is_played(
    options: tuple[str, ...], code: int, said: str, game: Path, tmp_path: Path, rulekit: Call,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    Path("empty.jsonl").write_text("", encoding="utf-8")
    Path("bad.jsonl").write_bytes(b"\n\xff\xfe\n")
    source = vices.changed(tmp_path, '"load", ', "")
    ran = rulekit("verify", game, "--impl", source.text, "--games", "1", *options)
    assert ran.code == code and said in ran.err


def test_an_engine_that_takes_no_positions_begins_at_none(game: Path, tmp_path: Path, rulekit: Call) -> None:
    source = vices.changed(tmp_path, '"load", ', "")
    ran = rulekit("verify", game, "--impl", source.text, "--games", "3", "--scenes")
    assert ran.code == 5 and "the engine has no `load`" in ran.out
