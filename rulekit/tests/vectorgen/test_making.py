"""What is made from the rules passes on the rules, holds no duplicates, comes out the same, and finds wrong engines."""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

import attrs
import pytest

from rulekit.cli.commands.new import STARTER
from rulekit.data import PACKAGE, bundled_games
from rulekit.pipeline import load
from rulekit.play.games.game import Game
from rulekit.play.games.rows_read import printed_cells, printed_rows
from rulekit.play.position.strict_json import dumps
from rulekit.protocol.handshake import greet
from rulekit.protocol.in_process import InProcess
from rulekit.protocol.rules_engine import RulesEngine
from rulekit.tests.vectors import test_replay as wrong
from rulekit.tests.vectors.stones import Adapter, agreed_with
from rulekit.vectorgen import making
from rulekit.vectorgen.covering import greedy_cover
from rulekit.vectorgen.draft import MadeVector
from rulekit.vectors.form import SORTS, asked_of
from rulekit.vectors.replay import FAILED, PASSED, Replayer
from rulekit.vectors.sets import trees

pytestmark = pytest.mark.long

SMALL = making.VectorAmounts(6, 4, 2, 10, 10, 8, 8, 10, 6, 6, 4)


def smallest(holding: str, place: int = 0) -> str:
    """The bundled game with fewest letters that has such a file, or the next after it."""
    games = [game for game in bundled_games() if any(game.glob(holding))]
    return sorted(games, key=lambda game: sum(len(file.read_text(encoding="utf-8")) for file in game.glob("*.*")))[
        place
    ].name


@pytest.fixture(scope="session")
def stones() -> tuple[Game, list[MadeVector]]:
    loaded = load(STARTER)
    return loaded, list(making.make_vectors(loaded, SMALL))


def test_the_rules_pass_everything_that_is_made_from_them(stones: tuple[Game, list[MadeVector]]) -> None:
    game, made = stones
    session = InProcess(RulesEngine(game, "0"))
    replayer = Replayer(session, greet(session, game, "0"), trees(game.checked))
    verdicts = [replayer.replay(one.vector) for one in made]
    assert {one.kind for one in verdicts} == {PASSED}, [one for one in verdicts if one.kind != PASSED][:2]


@pytest.fixture(scope="session")
def cards() -> tuple[Game, list[MadeVector]]:
    loaded = load(smallest("cards.toml"))
    return loaded, list(making.make_vectors(loaded, SMALL))


def test_every_kind_of_move_is_made_in_a_copy(cards: tuple[Game, list[MadeVector]]) -> None:
    """And what it changed is changed back in the game the copy was made from."""
    steps = [step for one in cards[1] for step in one.vector.steps]
    copied = {inner["move"][1]["do"] for step in steps for inner in step.get("fork", ()) if "move" in inner}
    assert copied == {step["move"][1]["do"] for step in steps if "move" in step}


def test_a_view_is_told_as_a_change_of_another(cards: tuple[Game, list[MadeVector]]) -> None:
    """A seat sees what the spectator sees and a little more, so its view is the shorter one."""
    views = [step["see"]["views"] for one in cards[1] if one.vector.sort == "view" for step in one.vector.steps]
    assert views
    for one in views:
        assert one["-"]["like"] == "position" and all(
            len(dumps(told)) < len(dumps(one["-"])) for told in one.values() if told is not one["-"]
        )


def test_games_with_chance_and_secrets_pass_too(cards: tuple[Game, list[MadeVector]]) -> None:
    game, made = cards
    session = InProcess(RulesEngine(game, "0"))
    replayer = Replayer(session, greet(session, game, "0"), trees(game.checked))
    assert [one.kind for one in map(replayer.replay, (one.vector for one in made))] == [PASSED] * len(made)
    assert {"chance", "move", "not", "see"} <= {key for one in made for step in one.vector.steps for key in step}
    assert "not-now" in {step.get("kind") for one in made for step in one.vector.steps}
    assert len({one.vector.pair for one in made if one.vector.pair}) >= 1


def test_an_engine_without_load_goes_along_the_paths() -> None:
    """Whatever was taken from a played game can be asked of it, draws and all; only scenes and other worlds cannot."""
    game = load(smallest("cards.toml", 1))
    made = list(making.make_vectors(game, SMALL))
    session = InProcess(RulesEngine(game, "0"))
    agreed = greet(session, game, "0")
    replayer = Replayer(session, attrs.evolve(agreed, features=agreed.features - {"load"}), trees(game.checked))
    begun = [one.vector for one in made if one.vector.start is not None and one.vector.sort not in ("load", "pair")]
    along = [one for one in begun if one.path is not None]
    assert {"turn", "rare", "wrong", "view", "fork", "save"} <= {one.sort for one in along}
    assert any("chance" in step for one in along for step in one.steps)
    assert {replayer.replay(one).kind for one in along} == {PASSED}


def test_rows_that_answers_read_are_covered(cards: tuple[Game, list[MadeVector]]) -> None:
    """What is printed on the cards that moves were made with; not what merely could have been played."""
    game, made = cards
    read = {feature[1:] for one in made for feature in one.covers if feature[0] == "row"}
    known = {cell for kind, row in printed_rows(game.checked) for cell in printed_cells(game.checked, kind, row)}
    assert read and read <= known


def test_no_two_vectors_ask_the_same(stones: tuple[Game, list[MadeVector]]) -> None:
    _, made = stones
    assert not [text for text, count in Counter(asked_of(one.vector) for one in made).items() if count > 1]
    assert len({one.vector.id for one in made}) == len(made)


def test_vectors_of_most_sorts_are_made(stones: tuple[Game, list[MadeVector]]) -> None:
    _, made = stones
    found = {one.vector.sort for one in made}
    assert found <= set(SORTS)
    assert {"scene", "game", "end", "turn", "wrong", "near-miss", "view"} <= found
    assert {"opening", "perft", "load", "fork", "save"} <= found  # its turns have one answer each


@pytest.mark.parametrize("engine", wrong.WRONG, ids=lambda one: one.__name__)
def test_wrong_engines_of_a_small_game_are_found(stones: tuple[Game, list[MadeVector]], engine: type[Adapter]) -> None:
    game, made = stones
    replayer = Replayer(InProcess(engine()), agreed_with(engine()), trees(game.checked))
    assert FAILED in {replayer.replay(one.vector).kind for one in made}


class TellsEverybody(Adapter):
    """Says that a seat which is not asked may do what the other may."""

    def legal(self, seat: int) -> list[dict[str, object]]:
        return super().legal(super().pending().get("seats", [seat])[0])


def test_a_seat_that_is_not_asked_may_do_nothing(stones: tuple[Game, list[MadeVector]]) -> None:
    game, made = stones
    replayer = Replayer(InProcess(TellsEverybody()), agreed_with(TellsEverybody()), trees(game.checked))
    assert FAILED in {replayer.replay(one.vector).kind for one in made}


def test_the_same_rules_give_the_same_bytes(tmp_path: Path, game: Path) -> None:
    made = []
    for seed in ("1", "2"):
        out = tmp_path / seed
        words = [sys.executable, "-m", "rulekit", "vectors", str(game), "--out", str(out)]
        env = {**os.environ, "PYTHONHASHSEED": seed}
        subprocess.run(words, check=True, env=env, cwd=PACKAGE.parent, capture_output=True)
        made.append({file.name: file.read_bytes() for file in sorted(out.iterdir())})
    assert made[0] == made[1] and set(made[0]) == {"manifest.json", "tiny.jsonl", "standard.jsonl"}


def test_the_number_of_processes_changes_nothing(stones: tuple[Game, list[MadeVector]]) -> None:
    game, made = stones
    assert list(making.make_vectors(game, SMALL, jobs=3)) == made


def test_what_has_no_room_makes_way_for_what_has(stones: tuple[Game, list[MadeVector]]) -> None:
    _, made = stones
    room = sum(map(making.length, made)) // 2
    found = making.standard_tier(made, [], room)
    assert found and sum(map(making.length, found)) <= room
    left = [one for one in made if one not in found]
    free = min(room - sum(map(making.length, found)), room // making.SHARE)
    assert all(making.length(one) > free for one in left)
    assert making.standard_tier(made, [], 10**9) and len(making.standard_tier(made, [], 10**9)) == len(made)


def test_long_vectors_make_way_in_the_smallest_tier(
    stones: tuple[Game, list[MadeVector]], monkeypatch: pytest.MonkeyPatch
) -> None:
    _, made = stones
    assert len(making.tiny_tier(made, 5)) == 5
    monkeypatch.setattr(making, "TINY_ROOM", making.SHARE * min(map(making.length, making.tiny_tier(made))))
    assert 0 < sum(map(making.length, making.tiny_tier(made, 5))) <= making.TINY_ROOM


def test_what_brings_most_for_its_price_is_chosen_first() -> None:
    told = [[("a",), ("b",), ("c",)], [("a",), ("b",)], [("d",)], [("c",)]]
    assert greedy_cover(told, [9, 1, 1, 1]) == [1, 2, 3]
    assert greedy_cover(told, [1, 1, 1, 1]) == [0, 2]
    assert greedy_cover(told, [1, 1, 1, 1], most=1) == [0]
    assert sorted(greedy_cover(told, [1, 1, 1, 1], times=2)) == [0, 1, 2, 3]
