"""Places are called as the margins of their board show: letters and numbers, or steps from where all begins."""

import pytest

from rulekit.data import bundled_games
from rulekit.looks.game_looks import PictureModel
from rulekit.looks.place_names import place_name, place_naming, with_place_names
from rulekit.looks.wording import name_pieces
from rulekit.tests.bundled import bundled
from rulekit.tests.looks.drawn import looks_of
from rulekit.tests.play.toys import toy

EIGHT, ENDLESS, BRICKS, LINE = (
    looks_of(toy(name)) for name in ("space-square-eight", "map-grows", "space-brick", "space-line")
)


def test_a_place_of_a_closed_board_has_a_letter_and_a_number() -> None:
    assert place_name(EIGHT, "Cell", (3, 2)) == "c2"


@pytest.mark.parametrize(
    ("place", "name"), [((0, 0), "the middle"), ((2, 0), "2 right"), ((-1, -3), "1 left and 3 down"), ((0, 1), "1 up")]
)
def test_a_place_of_an_endless_map_is_so_many_steps_away(place: tuple[int, int], name: str) -> None:
    assert place_name(ENDLESS, "Cell", place) == name


@pytest.mark.parametrize(
    ("place", "name"), [((1, 0), "row 1, the middle"), ((2, -1), "row 2, ½ left"), ((2, 3), "row 2, 1½ right")]
)
def test_a_place_in_rows_of_bricks_is_told_by_its_row(place: tuple[int, int], name: str) -> None:
    assert place_name(BRICKS, "Brick", place) == name


def test_pairs_in_a_text_are_told_by_name_if_they_are_places() -> None:
    assert with_place_names(EIGHT, "range is ((1, 2), (4, 3)) or (9, 9)") == "range is a2 and d3 or (9, 9)"
    assert with_place_names(BRICKS, "place (3, 1)") == "place row 3, ½ right", "a move may name what is no place"
    assert with_place_names(LINE, "by chance: (1, 2)") == "by chance: (1, 2)"


@pytest.mark.parametrize("game", [game.name for game in bundled_games()])
def test_no_two_places_of_a_game_have_the_same_name(game: str) -> None:
    looks = looks_of(bundled(game))
    for space in looks.symbols.spaces:
        spots = looks.plan.layout(space).spots[:2000]
        assert len({place_naming(looks, space).name(spot) for spot in spots}) == len(spots)


def test_words_of_the_looks_file_stand_for_those_of_the_rules() -> None:
    """The longer piece first; a name inside another word stays."""
    words = {"rot 0": "not turned", "rot #": "turned by # degrees", ", goal": " to"}
    game = toy("map-grows")
    looks = PictureModel(game, game.start().chosen, {"words": words})
    assert name_pieces(looks, "lay 1 up, rot 0") == "lay 1 up, not turned"
    assert name_pieces(looks, "rot 270; carrot 90") == "turned by 270 degrees; carrot 90"
    assert name_pieces(looks, "move e2, goal e4") == "move e2 to e4"
