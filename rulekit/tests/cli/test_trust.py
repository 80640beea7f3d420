"""Files of others name no program to start and no path to read; docs/security.md says what is trusted."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from rulekit.data import bundled_games
from rulekit.tests.calling import Call
from rulekit.tests.fuzz.planted import LAW, planted

WRONG = f"\nalways\n  [{LAW}]  stones > 6  @public:sample\n"


@pytest.fixture
def failure(game: Path, rulekit: Call, tmp_path: Path) -> Path:
    """A failure that `fuzz` has written."""
    rulekit("fuzz", planted(game, WRONG), "--games", 20, "--seed", 1, "--every", 1, "--failures", tmp_path / "found")
    return next((tmp_path / "found").glob("*.json"))


def changed(file: Path, **parts: object) -> Path:
    data = json.loads(file.read_text(encoding="utf-8"))
    file.write_text(json.dumps({**data, **parts}), encoding="utf-8")
    return file


@pytest.mark.parametrize("replay", [(), ("--replay",)])
@pytest.mark.parametrize("target", ["sh -c 'id > PWNED; exit 1'", "./evil.py", "laws ", "Laws", "", "\x1b]0;x\x07 sh"])
def test_a_program_that_stands_in_a_file_is_never_started(
    target: str, replay: tuple[str, ...], failure: Path, game: Path, rulekit: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Neither a command nor a file of Python; what would start it is shown, if it can be shown."""
    monkeypatch.chdir(game.parent)
    (game.parent / "evil.py").write_text("open('PWNED', 'w')\n", encoding="utf-8")
    ran = rulekit("shrink", changed(failure, target=target), "--game", game, *replay)
    assert ran.code == 2 and "--impl" in ran.err and "\x1b" not in ran.err
    assert not list(game.parent.rglob("PWNED"))


def test_the_command_line_may_name_the_judge_that_a_file_may_not(failure: Path, game: Path, rulekit: Call) -> None:
    changed(failure, target="sh -c 'exit 1'")
    assert rulekit("shrink", failure, "--game", game, "--target", "laws", "--replay").code == 1


@pytest.mark.parametrize("part", ["target", "clause"])
@pytest.mark.parametrize("value", [["sh"], {"a": 1}, 5, None, True])
def test_a_judge_or_a_clause_of_another_sort_is_refused(
    part: str, value: object, failure: Path, game: Path, rulekit: Call
) -> None:
    ran = rulekit("shrink", changed(failure, **{part: value}), "--game", game, "--replay")
    assert ran.code == 2 and "no text" in ran.err


@pytest.mark.parametrize("clause", ["\x1b]0;x\x07", "\u202elaw", "law.wrong\n", "x" * 5000])
def test_what_a_file_says_reaches_no_terminal_as_it_is(clause: str, failure: Path, game: Path, rulekit: Call) -> None:
    ran = rulekit("shrink", changed(failure, clause=clause), "--game", game, "--replay")
    assert ran.code == 2 and "the name of no clause" in ran.err and clause not in ran.err


@pytest.mark.parametrize("command", ["replay", "shrink"])
@pytest.mark.parametrize("there", ["/etc/passwd", "secret.rules", "secret", "../secret.rules", "a\0b", "x" * 5000])
def test_a_record_cannot_name_a_path_to_read_rules_from(
    there: str, command: str, game: Path, rulekit: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only a bundled game, or what the command line names."""
    monkeypatch.chdir(game.parent)
    (game.parent / "secret").mkdir()
    for file in (game.parent / "secret.rules", game.parent / "secret" / "1.rules"):
        file.write_text("hunter2\n", encoding="utf-8")
    rulekit("run", game, "--games", 1, "--traces", game.parent)
    trace = next(game.parent.glob("*.json"))
    data = json.loads(trace.read_text(encoding="utf-8"))
    trace.write_text(json.dumps({**data, "config": {**data["config"], "game": there}}), encoding="utf-8")
    ran = rulekit(command, trace)
    said = "the letter of number 0" if "\0" in there else "--game"  # a file with that letter is not read at all
    assert ran.code == 2 and said in ran.err and "hunter2" not in ran.out + ran.err


@pytest.mark.parametrize("text", ['{"a": }', '{"a": 1.5}', '{"a": "\\u0000"}', "[" * 100_000, ""])
def test_a_record_that_is_no_json_is_told_with_its_file(text: str, rulekit: Call, tmp_path: Path) -> None:
    file = tmp_path / "no-record.json"
    file.write_text(text, encoding="utf-8")
    for command in ("replay", "shrink"):
        ran = rulekit(command, file)
        assert ran.code == 2 and str(file) in ran.err, command
    assert len(ran.err) < 300


def test_a_record_of_a_bundled_game_needs_no_more_words(rulekit: Call, tmp_path: Path) -> None:
    name = bundled_games()[-1].name
    assert rulekit("run", name, "--games", 1, "--seed", 1, "--traces", tmp_path).code == 0
    assert rulekit("replay", next(tmp_path.iterdir())).code == 0
