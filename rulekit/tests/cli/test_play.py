"""rulekit play: what is typed and what is told, in a pipe."""

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from rulekit.files import writing
from rulekit.tests.calling import Call, Ran
from rulekit.tests.play.toys import TOYS

Typed = Callable[..., Ran]


@pytest.fixture
def typed(rulekit: Call, monkeypatch: pytest.MonkeyPatch) -> Typed:
    """Run `rulekit play` with these lines on standard input."""

    def call(lines: str, *arguments: str | Path) -> Ran:
        monkeypatch.setattr("sys.stdin", io.StringIO(lines))
        return rulekit("play", *arguments)

    return call


def test_a_game_can_be_played_to_its_end_by_numbers(typed: Typed, game: Path) -> None:
    """Out of range is answered, not punished."""
    ran = typed("3\n" * 3 + "9\n0\n3\n", game, "--seed", "1")
    assert ran.code == 0 and ran.out.endswith("stones: 0\nwon by seat 1\n") and ran.err == ""
    assert ran.out.count("there are choices 1 to 3") == 2


def test_a_game_can_be_played_in_words(typed: Typed, game: Path) -> None:
    """Or as JSON; what is refused is explained at once."""
    ran = typed('grab 2\n{"do": "grab", "n": 1}\ngrab 7\n', game)
    assert "seat 1: grab 1" in ran.out and "stones: 9" in ran.out
    assert "you may not:\n[grab.count] n in 1 to 3\n    A player takes one, two or three stones." in ran.out


@pytest.mark.parametrize(
    ("line", "answer"),
    [
        ("why grab 2", "grab 2: you may do this"),
        ("why 3", "grab 3: you may do this"),
        ("why grab 9", "A player takes one, two or three stones."),
        ("why", "why what?"),
        ("why steal", "why what?"),
        ("undo", "this is the first decision"),
        ("help", "undo           back to the last time"),
        ("?", "A number or the words"),
        ("look", "stones: 12"),
        ("moves", "  3. grab 3"),
        ("save", "save where?"),
        ("save /dev/null/at/all", "/dev/null/at/all: Not a directory"),
        ("steal it", "I do not understand `steal it`"),
        ("{", "I do not understand `{`"),
    ],
)
def test_everything_that_can_be_said_is_answered(line: str, answer: str, typed: Typed, game: Path) -> None:
    """And the question stands as before."""
    ran = typed(f"{line}\nquit\n", game)
    said = ran.out.split("seat 0> ")[1]
    assert ran.code == 0 and said.startswith(f"{line}\n") and answer in said


def test_undo_goes_back_to_the_last_person(typed: Typed, game: Path) -> None:
    """Past seats that play at random."""
    ran = typed("1\nundo\nlook\n", game, "--seat", "0", "--seed", "3")
    assert ran.out.rstrip().endswith("stones: 12\nseat 0> quit")


def test_a_saved_game_goes_on_where_it_was_left(typed: Typed, game: Path, tmp_path: Path) -> None:
    """The file is a trace; it brings its options along."""
    file = tmp_path / "evening.json"
    typed("1\n2\n", game, "--option", "last-stone=unlucky", "--save", file)
    ran = typed("look\n", game, "--resume", file)
    assert "last-stone unlucky" in ran.out and "stones: 9" in ran.out and "seat 0: grab" not in ran.out
    assert typed("", game, "--resume", file, "--option", "last-stone=lucky").code == 2


def test_a_game_that_cannot_be_saved_is_not_begun(typed: Typed, game: Path, tmp_path: Path) -> None:
    """Nobody plays for an hour to hear then that it cannot be kept; a folder that is not there is made."""
    (tmp_path / "file").write_text("")
    ran = typed("1\n", game, "--save", tmp_path / "file" / "evening.json")
    assert ran.code == 2 and "seat 0> " not in ran.out and "file/evening.json" in ran.err
    assert typed("1\n", game, "--save", tmp_path / "this" / "year" / "evening.json").code == 0
    assert (tmp_path / "this" / "year" / "evening.json").is_file()


def test_a_game_that_could_not_be_saved_at_its_end_is_no_success(
    typed: Typed, game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The disk was full by then."""

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(writing, "write", full)
    ran = typed("1\n", game, "--save", tmp_path / "evening.json")
    assert ran.code == 2 and "evening.json: No space left on device" in ran.out


def test_a_seat_sees_its_own_cards_only(typed: Typed) -> None:
    """While with open hands everything is shown."""
    rules = TOYS / "two-sides.rules"
    closed, shown = typed("", rules, "--seat", "0", "--seed", "1"), typed("", rules, "--seed", "1")
    assert len(shown.out) > 0 and closed.out != shown.out
    assert typed("", rules, "--seat", "0", "--seed", "1", "--open").out.splitlines()[1:] == shown.out.splitlines()[1:]


def test_an_empty_purse_is_told_as_0(typed: Typed) -> None:
    """While nobody, no and none go without saying."""
    ran = typed("quit\n", TOYS / "prices.rules")
    assert "seat 0: purse 5; score 0\nseat 1: purse 5; score 0\n" in ran.out


def test_several_people_take_turns_at_the_keyboard(typed: Typed, game: Path) -> None:
    """With closed hands the next one is called first."""
    ran = typed("\n1\n\n1\n", game, "--seat", "0", "--others", "people")
    assert "Seat 1 is next. Press Enter when only seat 1 is looking." in ran.out and "stones: 10" in ran.out


def test_a_game_can_be_watched(typed: Typed, game: Path, tmp_path: Path) -> None:
    """Nobody is asked."""
    ran = typed("", game, "--watch", "--seed", "1", "--save", tmp_path / "x.json")
    assert ran.code == 0 and "seat 0> " not in ran.out and "won by seat" in ran.out
    assert json.loads((tmp_path / "x.json").read_text(encoding="utf-8"))["final"]["result"]["outcome"] == "win"


def test_sealed_answers_are_asked_one_after_the_other(typed: Typed) -> None:
    """And told when they open."""
    ran = typed("2\n1\n", TOYS / "together.rules")
    assert "won by seat 0" in ran.out and ran.out.index("seat 1> ") < ran.out.index("seat 0: pledge 2")


@pytest.mark.parametrize("arguments", [["--seat", "5"], ["--players", "7"], ["--option", "x"], ["--resume", "nowhere"]])
def test_wrong_input_is_a_sentence(arguments: list[str], typed: Typed, game: Path) -> None:
    """Never a traceback."""
    ran = typed("", game, *arguments)
    assert ran.code == 2 and ran.err.startswith("rulekit: ") and ran.err.count("\n") == 1


@pytest.mark.parametrize("name", ["space-square", "space-hex", "space-brick", "space-line", "space-graph"])
def test_places_with_a_geometry_are_drawn(name: str, typed: Typed) -> None:
    """In letters, without a line drawn and without a colour; or told as a list."""
    drawn = typed("1\n1\n", TOYS / f"{name}.rules", "--seed", "1")
    listed = typed("1\n1\n", TOYS / f"{name}.rules", "--seed", "1", "--no-picture")
    assert drawn.code == listed.code == 0 and (drawn.out == listed.out) == (name == "space-graph")
    assert all(ord(letter) < 128 for letter in drawn.out)


@pytest.mark.parametrize("name", ["choose-subset-parameter", "choose-subsets", "places-behind-every", "bags", "copies"])
def test_what_was_done_is_told_as_it_was_offered(name: str, typed: Typed) -> None:
    """One form for both: the words that are typed. Of a move of which something stays hidden less is told."""
    ran = typed("1\n" * 4 + "quit\n", TOYS / f"{name}.rules", "--seed", "3", "--seat", "0")
    assert ran.code == 0, ran.err
    lines = ran.out.splitlines()
    at = [number for number, line in enumerate(lines) if line == "seat 0> 1"]
    for number in at:
        first = next(line for line in reversed(lines[:number]) if line.startswith("  1. "))
        assert f"seat 0: {first[5:]}" in lines[number + 1 : number + 30], (first, lines[number : number + 5])
    assert at
