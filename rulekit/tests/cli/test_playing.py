"""The commands that look at positions and games: legal, why-not, view, run, replay, perft."""

import json
import re
import sys
from pathlib import Path
from typing import Any

import pytest

from rulekit.cli import command_registry
from rulekit.tests.calling import Call
from rulekit.tests.play.toys import TOYS

DICE, STUCK = TOYS / "chance-roll-lot.rules", TOYS / "ask-must-stuck.rules"
COMMANDS = ("legal", "play", "replay", "run", "view", "why-not")


@pytest.fixture
def trace(rulekit: Call, game: Path, tmp_path: Path) -> Path:
    """A recorded game."""
    assert rulekit("run", game, "--games", "1", "--seed", "5", "--traces", tmp_path / "found").code == 0
    return tmp_path / "found" / "twelve-stones-0.json"


def data(rulekit: Call, *arguments: str | Path) -> Any:
    """What a command says to tools."""
    ran = rulekit(*arguments, "--format", "json")
    assert ran.code in (0, 1) and ran.err == ""
    return json.loads(ran.out)


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_examples(name: str, rulekit: Call) -> None:
    """In its help."""
    ran = rulekit(name, "--help")
    assert (
        ran.code == 0 and "Example" in ran.out and f"rulekit {name} " in ran.out and name in command_registry.commands()
    )


def test_legal_lists_moves_in_words_and_as_data(rulekit: Call, game: Path) -> None:
    """For the seat that is asked, or the one named."""
    assert rulekit("legal", game).out == "Seat 0 must answer [turn.grab].\n   1. grab 1\n   2. grab 2\n   3. grab 3\n"
    assert data(rulekit, "legal", game)["legal"] == [{"do": "grab", "n": n} for n in (1, 2, 3)]
    assert rulekit("legal", game, "--seat", "1").out.endswith("Seat 1 may do nothing now.\n")


def test_positions_come_from_a_file_a_pipe_or_a_trace(
    rulekit: Call, game: Path, trace: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All the same position."""
    shown = rulekit("view", game, "--seat", "all", "--trace", trace, "--step", "2", "--format", "json").out
    (tmp_path / "p.json").write_text(shown, encoding="utf-8")
    with (tmp_path / "p.json").open(encoding="utf-8") as file:
        monkeypatch.setattr(sys, "stdin", file)
        piped = rulekit("legal", game, "--position", "-")
    assert piped == rulekit("legal", game, "--trace", trace, "--step", "2")
    assert piped == rulekit("legal", game, "--position", tmp_path / "p.json")


@pytest.mark.parametrize(
    ("move", "code", "clauses"),
    [
        ("grab 2", 0, []),
        ("grab 4", 1, ["grab.count", ""]),
        ('{"do": "grab", "n": 13}', 1, ["grab.count", ""]),
        ("grab", 1, ["grab.count", ""]),
    ],
)
def test_why_not_says_all_reasons(move: str, code: int, clauses: list[str], rulekit: Call, game: Path) -> None:
    """And leaves with 1 if there are any."""
    assert rulekit("why-not", game, move).code == code
    found = data(rulekit, "why-not", game, move)
    assert [reason["clause"] for reason in found["refused_by"]] == clauses and found["legal"] == (not clauses)


@pytest.mark.parametrize("move", ["steal 1", "", "{", "grab 1 2 3"])
def test_a_move_nobody_can_read_is_a_usage_error_or_refused(move: str, rulekit: Call, game: Path) -> None:
    """Never a traceback."""
    ran = rulekit("why-not", game, move)
    assert ran.code in (1, 2) and (ran.code == 1 or ran.err.startswith("rulekit: "))


def test_view_shows_what_a_seat_sees_and_saw(rulekit: Call) -> None:
    """Each for itself."""
    rules = TOYS / "two-sides.rules"
    views = [data(rulekit, "view", rules, "--seat", who) for who in ("0", "1", "spectator", "all")]
    assert len({json.dumps(view) for view in views}) >= 3
    assert isinstance(data(rulekit, "view", rules, "--seat", "0", "--events"), list)
    assert rulekit("view", rules, "--seat", "0", "--events").out


def test_run_gives_the_same_games_with_any_number_of_jobs(rulekit: Call) -> None:
    """And on either engine; only the time differs."""
    ways = [[], ["--jobs", "2"], ["--engine", "reference"]]
    found = [data(rulekit, "run", DICE, "--games", "12", "--seed", "7", *way) for way in ways]
    timed = ("seconds", "elapsed", "decisions_per_second", "engines")
    assert len({json.dumps({k: v for k, v in one.items() if k not in timed}) for one in found}) == 1


def test_run_tells_people_what_the_games_were_like(rulekit: Call) -> None:
    """With the seed first, so that they can be played again."""
    out = rulekit("run", DICE, "--games", "5").out
    assert "seed " in out.splitlines()[0] and "5 games, 5 finished" in out and "[go.ask]" in out
    assert all(word in out for word in ("decisions in a game", "score of seat 0", "outcome", "decisions a second"))


def test_run_finds_faults_and_names_the_game(rulekit: Call) -> None:
    """With 1; a game that is too long is broken off."""
    ran = rulekit("run", STUCK, "--games", "3", "--first", "7", "--seed", "1")
    assert ran.code == 1 and "FAULT in game 7: stuck at [turn.take]" in ran.out
    assert "broken off for length: game 0" in rulekit("run", DICE, "--games", "1", "--longest", "1").out


def test_run_keeps_its_time_and_tells_what_it_did_not_do_for(rulekit: Call) -> None:
    """A game in which two engines are compared is broken off; of plain games none is begun any more."""
    compared = data(rulekit, "run", DICE, "--seed", "7", "--compare", "reference,python", "--max-time", "0.02")
    assert compared["stopped"] and compared["games"] == 1 and compared["asked"] == 100 and not compared["differences"]
    plain = rulekit("run", DICE, "--seed", "7", "--games", "99999", "--max-time", "0.5")
    assert "the time was over: " in plain.out and " of 99999 games begun; --max-time gives more" in plain.out
    assert rulekit("run", DICE, "--max-time", "0.000000001").code == rulekit("run", DICE, "--max-time", "0").code == 5


def test_engines_are_compared_for_a_minute_unless_games_are_asked_for(
    rulekit: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("rulekit.cli.commands.run.MINUTE", 0.02)
    compared = "run", DICE, "--seed", "7", "--compare", "reference,python"
    assert re.search(r"the time was over: \d+ of 100 games begun", rulekit(*compared).out)
    asked = rulekit("run", DICE, "--games", "3", "--compare", "reference,python")
    assert "3 games" in asked.out and "the time was over" not in asked.out


def test_run_compares_engines(rulekit: Call) -> None:
    """Without a difference it is good."""
    ran = rulekit("run", DICE, "--games", "3", "--seed", "1", "--compare", "reference,python", "--jobs", "2")
    assert ran.code == 0 and "steps compared: no difference" in ran.out
    assert rulekit("run", DICE, "--compare", "python,steam").code == 2
    assert rulekit("run", DICE, "--compare", "python,reference", "--traces", "x").code == 2


def test_run_goes_through_all_options_in_turn(rulekit: Call) -> None:
    """Those that a demand forbids are left out."""
    rules = TOYS / "options.rules"
    found = data(rulekit, "run", rules, "--games", "18", "--every-option", "--seed", "1")
    assert found["configurations"] == 18 and len(found["scores"]) == 3 and found["faults"] == []
    assert "18 configurations in turn" in rulekit("run", rules, "--games", "18", "--every-option").out
    assert rulekit("run", rules, "--every-option", "--players", "2").code == 2


def test_an_option_of_yes_and_no_is_said_in_these_words(rulekit: Call) -> None:
    rules = TOYS / "explained.rules"
    assert rulekit("view", rules, "--option", "generous=no").code == 0
    assert (
        "`generous` cannot be `maybe`; it is one of: no, yes"
        in rulekit("view", rules, "--option", "generous=maybe").err
    )


def test_without_games_nothing_was_run(rulekit: Call) -> None:
    """And it says so."""
    assert rulekit("run", DICE, "--games", "0").code == 5


def test_a_trace_replays(rulekit: Call, game: Path, trace: Path) -> None:
    """Whole, in part, listed, on either engine."""
    ran = rulekit("replay", trace, "--game", game, "--steps", "--engine", "reference")
    assert ran.code == 0 and ran.out.count("seat ") >= 6 and "moves replayed on engine reference, won by" in ran.out
    first = data(rulekit, "replay", trace, "--game", game, "--clauses")["clauses"][0]
    assert first["because"] == ["grab.count", "grab.enough"] and "grab.do" in first["ran"]
    assert "because [grab.count] [grab.enough]" in rulekit("replay", trace, "--game", game, "--clauses").out
    half = data(rulekit, "replay", trace, "--game", game, "--step", "1")
    assert half["pending"]["kind"] == "decision" and half["position"]["config"]["game"] == "twelve-stones"
    assert "stones: " in rulekit("replay", trace, "--game", game, "--step", "1").out


def test_a_trace_that_parts_from_the_rules_is_a_finding(rulekit: Call, game: Path, trace: Path) -> None:
    """It names the step; changed rules are told apart."""
    text = trace.read_text(encoding="utf-8")
    trace.write_text(text.replace('"n":', '"n":1', 1), encoding="utf-8")
    ran = rulekit("replay", trace, "--game", game)
    assert ran.code == 1 and "step 1: " in ran.err and "[grab." in ran.err
    trace.write_text(text.replace("sha256:", "sha256:0", 1), encoding="utf-8")
    assert "the rules have changed" in rulekit("replay", trace, "--game", game).err
    assert rulekit("replay", trace, "--game", game, "--any-spec").code == 0


@pytest.mark.parametrize("text", ["", "{}", "[1", '{"format": 1}'])
def test_what_is_no_trace_is_a_usage_error(text: str, rulekit: Call, tmp_path: Path) -> None:
    """Nothing was judged."""
    (tmp_path / "x.json").write_text(text, encoding="utf-8")
    ran = rulekit("replay", tmp_path / "x.json")
    assert ran.code == 2 and ran.err.startswith("rulekit: ")


def test_perft_counts_and_divides(rulekit: Call, game: Path) -> None:
    """The same for people and for tools."""
    out = rulekit("dev", "perft", game, "--depth", "3", "--divide").out
    found = data(rulekit, "dev", "perft", game, "--depth", "3", "--divide")
    assert [level["histories"] for level in found["levels"]] == [1, 3, 9, 27]
    assert [part["levels"][-1]["histories"] for part in found["divide"]] == [9, 9, 9]
    assert out.count("             9  grab") == 3 and found["levels"][-1]["hash"].startswith(
        out.splitlines()[-2].split()[-1]
    )


def test_perft_says_which_chance_it_left_out(rulekit: Call) -> None:
    """And counts information sets where chance has a part."""
    rules = TOYS / "chance-shuffle.rules"
    whole, drawn = (
        data(rulekit, "dev", "perft", rules, "--depth", "1"),
        data(rulekit, "dev", "perft", rules, "--depth", "1", "--most-outcomes", "1"),
    )
    assert whole["notes"] == {} and drawn["notes"] and len(whole["information_sets"]) == 2
    assert "drawn with seed 0" in rulekit("dev", "perft", rules, "--depth", "1", "--most-outcomes", "1").out


@pytest.mark.parametrize(
    "arguments",
    [
        ["legal", "nowhere"],
        ["legal", DICE, "--seat", "9"],
        ["legal", DICE, "--step", "3"],
        ["legal", DICE, "--position", "nowhere.json"],
        ["view", DICE, "--seat", "x"],
        ["view", DICE, "--seat", "all", "--events"],
        ["legal", DICE, "--option", "fast=yes"],
        ["run", DICE, "--players", "40"],
        ["dev", "perft", DICE, "--depth", "-1"],
        ["dev", "perft", DICE],
        ["replay", "nowhere.json"],
    ],
    ids=lambda arguments: " ".join(map(str, arguments[:1] + arguments[2:])),
)
def test_wrong_input_is_a_sentence(arguments: list[str], rulekit: Call) -> None:
    """Never a traceback."""
    ran = rulekit(*arguments)
    assert ran.code == 2 and ran.err.startswith("rulekit: ") and ran.out == ""
