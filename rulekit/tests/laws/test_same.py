"""Laws about sameness hold of games that are the same under their renaming, and are broken by one line that is not."""

import random
from pathlib import Path
from typing import Any

import pytest

from rulekit.data import bundled_games
from rulekit.fuzz.failure_files import shrink_and_save
from rulekit.fuzz.shrink import EFFORT
from rulekit.fuzz.work_packet import FuzzFailure
from rulekit.laws.law_context import LawContext
from rulekit.laws.metamorphic import in_step, way
from rulekit.laws.metamorphic.renaming import Renaming
from rulekit.laws.metamorphic.symmetries import symmetries
from rulekit.model import declarations as d
from rulekit.pipeline import load
from rulekit.testing.budget import sample_of
from rulekit.testing.random_campaign import RandomCampaign
from rulekit.tests.laws.sameness import BOARD, LOTS, RACE, SEALED, file
from rulekit.tests.play.toys import TOYS
from rulekit.tests.scale import examples
from rulekit.typesystem import types as t

HOWS = {"rotating", "renaming", "swapping", "turning", "mirroring", "shuffling", "changing", "reordering"}


def broken(path: Any, looks: int = 24) -> dict[str, FuzzFailure]:
    """The laws about sameness that do not hold, with what was found."""
    made = RandomCampaign(load(path), "same")
    for number in range(looks):
        chosen = sample_of(made.game)[number % len(sample_of(made.game))]
        made.look(chosen, made.play_one(chosen, number), number)
    return {clause: failure for clause, failure in made.found.items() if clause.startswith("same.")}


@pytest.mark.parametrize("text", [RACE, BOARD, SEALED], ids=["cards", "board", "sealed"])
def test_what_is_the_same_is_found_the_same(tmp_path: Path, text: str) -> None:
    """Nothing in it knows one name, place or seat from another."""
    assert broken(file(tmp_path, text)) == {}


def test_a_lot_of_copies_is_the_same_in_a_shuffled_deck(tmp_path: Path) -> None:
    """Which of the copies was drawn is not looked for by its number in the other world."""
    assert broken(file(tmp_path, LOTS)) == {}


def test_a_board_of_pairs_turns_and_mirrors_with_its_places() -> None:
    """A row that is made of a place and a colour becomes that of the place where it comes to lie."""
    assert broken(TOYS / "pairs.rules") == {}
    game = load(TOYS / "pairs.rules")
    stones = game.checked.symbols.kinds["Stone"].combined
    names = Renaming(game.start().machine.plan, places={"Cell": {0: 3, 3: 0}})
    assert names.value((stones[0, 0], stones[2, 1]), t.SetOf(t.Row("Stone"))) == (stones[2, 1], stones[3, 0])


# None of them leaves anybody without a move for good: a game that cannot end is looked at for long.
ODD_LINES = [
    (RACE, "require hue of g is red or (every h in hand of player has hue of h is not red)", "hues"),
    (RACE, "require g is not s or count of hand of player = 1", "gems"),
    (RACE, "require player is seat-one or marks of hue of g = 0 or count of hand of player = 1", "seats"),
    (RACE, "require openly top of deck is not r or g is not h or count of hand of player = 1", "deck"),
    (BOARD, "require c in row of 2 or (some e in Cell has mark at e = player)", "turned"),
    (BOARD, "require c is not (1, 1) or (every e in Cell has (e = (1, 1) or mark at e is not nothing))", "mirror"),
    (BOARD, "require player is seat-one or c is not (2, 2)", "seats"),
    (SEALED, "if first is nothing: set first to player", "bids"),
    (SEALED, "if bonus is yes: add 1 to bid of player", "bonus"),
]


@pytest.mark.long
@pytest.mark.parametrize(
    ("text", "line", "law"), ODD_LINES, ids=[f"{law}-{n}" for n, (*_, law) in enumerate(ODD_LINES)]
)
def test_one_line_that_knows_a_name_is_found(tmp_path: Path, text: str, line: str, law: str) -> None:
    """The law that says otherwise is broken, with a game that shows it."""
    path = file(tmp_path, text, f"  [x.odd]  {line}")
    found = broken(path)
    assert f"same.{law}" in found
    made, _ = shrink_and_save(load(path), found[f"same.{law}"], "laws", None, str(path), examples(300, EFFORT))
    assert made["reproduces"] and made["clause"] == f"same.{law}"


def parted_at_once(path: Path, clause: str) -> list[str | None]:
    """What is not the same at the start, without any answer, in each twin that a law asks for."""
    game = load(path)
    law = next(law.node.law for law in game.checked.laws if law.id == clause)
    assert isinstance(law, d.Under)
    looks = [LawContext(game.start(), random.Random(seed)) for seed in range(8)]
    return [
        in_step.first_divergence(one, pair, law.compared, 0)
        for one in looks
        for pair in way(law.how).twins(one, law.over)
    ]


def test_as_many_moves_are_not_the_same_moves(tmp_path: Path) -> None:
    """Another corner is barred in the mirror."""
    odd = parted_at_once(file(tmp_path, BOARD, "  [put.odd]  require c is not (1, 1)"), "same.mirror")
    assert any(wrong is not None and "in one world alone" in wrong for wrong in odd)
    assert not any(parted_at_once(file(tmp_path, BOARD), "same.mirror"))


def test_a_result_that_knows_a_seat_is_found(tmp_path: Path) -> None:
    """Until the end everything is the same."""
    found = broken(file(tmp_path, RACE.replace("most taken wins, ties are shared", "winner is seat-one")), 4)
    assert set(found) == {"same.seats"}


def test_every_way_of_renaming_is_a_file() -> None:
    """Section 20 names eight."""
    assert all(way(how).twins for how in HOWS)


def test_a_square_board_turns_in_three_ways_and_mirrors_in_four(tmp_path: Path) -> None:
    """And an oblong one in one way, and in two."""
    square = load(file(tmp_path, BOARD)).start().machine.plan.layout("Cell")
    oblong = load(file(tmp_path, BOARD.replace("down 3", "down 2"))).start().machine.plan.layout("Cell")
    assert [len(symmetries(square, mirrored)) for mirrored in (False, True)] == [3, 4]
    assert [len(symmetries(oblong, mirrored)) for mirrored in (False, True)] == [1, 2]


def test_only_what_is_listed_is_compared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`in scores` looks at nothing else."""
    looked: list[str] = []
    honest = dict(in_step.LOOKS)

    def noting(name: str, look: Any) -> Any:
        def noted(*given: Any) -> Any:
            looked.append(name)
            return look(*given)

        return noted

    for name, look in honest.items():
        monkeypatch.setitem(in_step.LOOKS, name, noting(name, look))
    assert broken(file(tmp_path, BOARD.replace("rotating Player", "rotating Player in scores"))) == {}
    assert set(looked) == {"legal", "views", "scores", "result"}  # the other two laws compare all
    looked.clear()
    text = BOARD.split("same\n")[0] + "same\n  [same.seats]  under rotating Player in scores\n"
    assert broken(file(tmp_path, text)) == {}
    assert set(looked) == {"scores"}


@pytest.mark.nightly
@pytest.mark.parametrize("folder", bundled_games(), ids=lambda folder: folder.name)
def test_the_bundled_games_are_the_same_under_their_laws(folder: Path) -> None:
    """In every configuration of the sample."""
    made = RandomCampaign(load(folder), "night")
    for number, chosen in enumerate(sample_of(made.game) * 4):
        made.look(chosen, made.play_one(chosen, number), number)
    assert made.found == {}
