"""What scenes say of a position is told as players say it: by the sentences of the manual, else by plain ones."""

import re
from pathlib import Path

import pytest

from rulekit.site.builder.game_site import game_site
from rulekit.site.gather import book
from rulekit.site.links import clause_title
from rulekit.site.reader_words import join_moves
from rulekit.site.scenes.scene_html import words_of_scene
from rulekit.tests.manual.making import LEDGER, MANUAL, RULES, complaints, folder
from rulekit.tests.site.sites import NAMES, book_of, with_section

SCENE = """scene [seats.six] "Seats"
  given seats is 2
  when anna does board n 1
  then seats = 1 and not finished and count of Player = 2
  when ben does board n 1
  then seats <= 0
  then finished
"""
TOLD = "\n[told]\n"
EQUATION = re.compile(r"\w+ of \w+ is |count of|\bis (yes|no)\b|\bis nothing\b")


def told(at: Path, manual: str = "", scene: str = SCENE) -> list[str]:
    made = book(folder(at, ferry_rules=RULES + scene, manual_toml=MANUAL + TOLD + manual))
    number = next(one.number for one in made.scenes if one.title == "Seats")
    words = words_of_scene(made, number)
    return [*(one.words for one in words.given), *(one.words for one in words.told)]


def test_without_a_sentence_it_is_told_plainly(tmp_path: Path) -> None:
    said = told(tmp_path / "ferry")
    assert said[0] == "seats: 2"
    assert "seats is 1, the game goes on and there are 2 players" in said
    assert said[-2:] == ["seats is at most 0", "the game is over"]


def test_the_sentence_of_the_manual_counts(tmp_path: Path) -> None:
    said = told(tmp_path / "ferry", 'seats = "{is seat} left"')
    assert said[0] == "2 seats left"
    assert "1 seat left, the game goes on and there are 2 players" in said
    assert said[-2] == "at most 0 seats left"


def test_a_value_has_a_sentence_of_its_own_and_an_empty_one_is_not_told(tmp_path: Path) -> None:
    said = told(tmp_path / "ferry", 'seats = { "1" = "one seat is left", "" = "" }')
    assert "one seat is left, the game goes on and there are 2 players" in said
    assert said[0] != "2 seats left" and not any("at most" in one for one in said)


def test_a_word_that_the_rules_do_not_have_is_a_problem(tmp_path: Path) -> None:
    found = complaints(folder(tmp_path, manual_toml=MANUAL + TOLD + 'seets = "{is} left"'))
    assert any("word of the rules" in one and "seets" in one for one in found)
    assert complaints(folder(tmp_path, manual_toml=MANUAL + TOLD + '"count of seats" = "x"')) == []


def test_a_word_without_a_place_has_a_sentence_for_all_places(tmp_path: Path) -> None:
    """One key for what is asked of a place, another where all are meant at once."""
    said = told(tmp_path / "ferry", '"every seats" = "{is seat} in all"\nseats = "{is seat} at {at}"')
    assert said[0] == "2 seats in all" and said[-2] == "at most 0 seats in all"


def test_dice_are_told_as_dice(tmp_path: Path) -> None:
    rolled = RULES.replace(
        "action board\n", "setup\n  [setup.luck]  roll n in 1 to 6 then set seats to n  @seats.six\naction board\n"
    )
    scene = 'scene [seats.six] "Seats"\n  chance [setup.luck] is 4\n  then seats = 4\n'
    made = book(folder(tmp_path / "ferry", ferry_rules=rolled + scene))
    number = next(one.number for one in made.scenes if one.title == "Seats")
    assert [one.words for one in words_of_scene(made, number).given] == ["the dice show 4"]


def test_none_of_a_thing_is_told_in_the_plural(tmp_path: Path) -> None:
    assert told(tmp_path / "ferry", 'seats = "{is seat} left"', given(0)) == ["no seats left"]


def test_brackets_of_the_rules_are_no_words(tmp_path: Path) -> None:
    rules = RULES.replace("action board", "state fare of Player is 0 to 6\naction board", 1)
    scene = given(1) + "  then fare of (first of Player) = 0\n"
    at = folder(tmp_path / "ferry", ferry_rules=rules + scene, manual_toml=MANUAL + TOLD + 'fare = "{of} pays {is}"')
    made = book(at)
    said = [one.words for scene in made.scenes for one in words_of_scene(made, scene.number).told]
    assert any(one.endswith("pays 0") for one in said) and not any("(" in one for one in said)


def given(seats: int) -> str:
    """A scene in which nobody does anything yet."""
    return f'scene [seats.six] "Seats"\n  given seats is {seats}\n'


@pytest.mark.parametrize(
    ("moves", "said"),
    (
        (["pass"], "pass"),
        (["roll and walk", "excavate", "pass"], "roll and walk, excavate or pass"),
        (["draw from level I", "draw from level II", "draw from level III"], "draw from level I, II or III"),
        (["walk to the gate", "walk to the cave"], "walk to the gate or the cave"),
        (["take the left", "take the right", "go on"], "take the left or the right, or go on"),
        (["lay: 1 up, as it is", "lay: 1 up, turned"], "lay: 1 up, as it is; or 1 up, turned"),
        (["go to row 1, 1 left", "go to row 1, 2 left"], "go to row 1, 1 left; or row 1, 2 left"),
        (["play a", "play a b"], "play a or a b"),
    ),
)
def test_what_several_moves_begin_with_is_said_once(moves: list[str], said: str) -> None:
    """But a place or a noun is not torn apart."""
    assert join_moves(moves) == said


@pytest.mark.site
@pytest.mark.parametrize("game", with_section("told"))
def test_hardly_a_scene_of_a_large_game_speaks_in_equations(game: str) -> None:
    """Of the games whose manuals have sentences at all."""
    every = book_of(game)
    said = [one.words for scene in every.scenes for one in words_of_scene(every, scene.number).told]
    odd = [one for one in said if EQUATION.search(one)]
    assert len(odd) <= len(said) / 50, odd[:20]


@pytest.mark.site
@pytest.mark.parametrize("game", NAMES)
def test_a_piece_is_told_by_its_number_in_a_pile(game: str) -> None:
    """`rank of item 1 of hand` is the rank of card 1 of the hand, `item 3 of Card` number 3 of the list of cards."""
    every = book_of(game)
    said = [one.words for scene in every.scenes for one in words_of_scene(every, scene.number).told]
    assert not [one for one in said if re.search(r"\bitem \d", one)]
    counted = re.compile(r"\bitem \d+ of \w+ of \w+ =")
    wanted = any(counted.search(line) for scene in every.scenes for line in scene.lines)
    assert not wanted or any(re.search(r"\b(card|tile|number) \d+ (of|in) ", one) for one in said)


def test_what_happens_in_an_example_is_not_searched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its title is; the values of one example answer no question."""
    monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path / "cache"))
    made = game_site(str(folder(tmp_path / "ferry", ferry_rules=RULES + SCENE))).files
    lists = [found for text in made.values() for found in re.findall(r"<ol[^>]*>(?=<li>)", text)]
    assert lists and {*lists} == {'<ol class="told" data-search-exclude>'}


def test_a_clause_with_a_number_for_a_name_is_linked_by_the_name_in_its_sentence(tmp_path: Path) -> None:
    """Of `event.006` the number says nothing; `seats.six` says what it is about."""
    ledger = f'game = "ferry"\ntitle = "Ferry"\n\n{LEDGER}'.replace("ferry.end.full", "ferry.end.006")
    changed = ledger.replace("Whoever fills", "Full Ferry, end 006: whoever fills")
    rules, manual = (text.replace("end.full", "end.006") for text in (RULES, MANUAL))
    rules, untitled = rules.replace("[end.006]", "[end.full]"), manual.partition("[titles]")[0]
    made = book(folder(tmp_path / "ferry", ferry_rules=rules, ledger_toml=changed, manual_toml=untitled))
    assert [clause_title(made, one) for one in ("end.006", "seats.six")] == ["Full Ferry", "Six"]
