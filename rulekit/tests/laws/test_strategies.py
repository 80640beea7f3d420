"""The published strategies: whole games, positions, moves that one clause refuses, rulebooks; and how they shrink."""

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st

from rulekit.laws import strategies
from rulekit.laws.choices import Choices, run
from rulekit.laws.drawn import Drawn
from rulekit.laws.leaning import EVEN, Lean, Weights, lean_of, learn
from rulekit.laws.near_misses import near_misses
from rulekit.model.printer import print_rulebook
from rulekit.pipeline import load
from rulekit.play.compiled.runtime import DECIDE
from rulekit.play.configured import Chosen
from rulekit.play.engines import REFERENCE
from rulekit.play.frames import ChancePoint
from rulekit.play.game import Game

TOYS = Path(__file__).parents[1] / "games"
QUIET = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture, HealthCheck.data_too_large]


def few(examples: int, **more: Any) -> settings:
    """So many examples, the same every time."""
    return settings(
        max_examples=examples, derandomize=True, database=None, deadline=None, suppress_health_check=QUIET, **more
    )


def drawn_from(strategy: st.SearchStrategy[Any], examples: int) -> list[Any]:
    """What a strategy gives."""
    found: list[Any] = []

    @few(examples, phases=[Phase.generate])
    @given(strategy)
    def keep(one: Any) -> None:
        found.append(one)

    keep()
    return found


def toy(name: str) -> Game:
    """A small game of the tests."""
    return load(TOYS / f"{name}.rules")


# ------------------------------------------------------------------ what choices mean


def test_the_first_byte_of_all_is_the_first_move_and_fate_as_written() -> None:
    """0 is the first member, and the order that lies there."""
    order = ChancePoint("a", "order", None, ("x", "y", "z"))  # type: ignore[arg-type]
    dice = ChancePoint("a", "dice", None, (1, 2, 3), 2)  # type: ignore[arg-type]
    assert Choices(b"").outcome(order) == ("x", "y", "z") and Choices(b"\0\0").outcome(dice) == (1, 1)
    assert Choices(b"\1\0").outcome(order) == ("x", "z", "y") and Choices(b"\1\5").outcome(dice) == (2, 3)


@given(st.permutations("abcde"))
@few(60)
def test_every_order_can_be_said(wanted: list[str]) -> None:
    """Nothing that fate may do is out of reach."""
    found, said = list("abcde"), []
    for last in range(4, 0, -1):
        place = found.index(wanted[last])
        said.append(last - place)
        found[last], found[place] = found[place], found[last]
    order = ChancePoint("a", "order", None, tuple("abcde"))  # type: ignore[arg-type]
    assert Choices(bytes(said)).outcome(order) == tuple(wanted)


def test_many_moves_take_two_bytes() -> None:
    """A byte alone would never reach the last of them."""
    choices = Choices(b"\1\2\3")
    assert choices.number(256) == 1 and choices.number(257) == 2 * 256 + 3 and not choices.left


# ------------------------------------------------------------------ whole games


@pytest.mark.parametrize(
    "name", ["together", "chance-roll-lot", "chance-shuffle", "menu-groups", "react-asks", "anytime"]
)
def test_the_same_choices_give_the_same_game_on_either_engine(name: str) -> None:
    """In place, with every position kept, and on the reference."""
    made = toy(name)
    for drawn in drawn_from(strategies.games(made), 12):
        last = drawn.last()
        slow = made.engine(drawn.chosen, REFERENCE)
        judged = run(slow, Choices(drawn.choices, EVEN))
        if drawn.lean is EVEN:
            assert slow.machine(judged).table.states == last.machine.table.states
        assert made.engine(drawn.chosen).for_playouts().machine(drawn.play()).table.states == last.machine.table.states


def test_a_drawn_game_is_a_record_like_any_other(game: Path) -> None:
    """It replays."""
    loaded = load(game)
    for drawn in drawn_from(strategies.games(loaded), 10):
        assert drawn.trace().replay(loaded) == drawn.last()


def test_most_games_are_whole_and_all_configurations_come(game: Path) -> None:
    """The end of a game is an everyday thing, and so is every option."""
    loaded = load(game)
    found = drawn_from(strategies.games(loaded), 60)
    assert sum(one.last().over for one in found) > 30
    assert {one.chosen for one in found} == set(strategies.configurations_of(loaded, False))
    assert {one.lean is EVEN for one in found} == {True, False}


def test_a_find_shrinks_to_the_shortest_game_of_the_fewest() -> None:
    """Fewest players, no move too many, each the first that does, fate as it is written."""
    made = toy("ask-three-seats")
    found: Drawn = find(strategies.games(made), lambda one: len(one.story()) >= 2, settings=few(300))
    assert found.chosen == strategies.configurations_of(made, False)[0]
    assert len(found.story()) == 2 and not any(found.choices) and found.lean is EVEN


def test_a_wanted_move_is_found_and_nothing_else_is_left(game: Path) -> None:
    """The game in which three stones are taken at last: one move is not the first of its list."""
    loaded = load(game)
    found: Drawn = find(strategies.games(loaded), lambda one: "grab 3" in str(one.story()), settings=few(300))
    assert found.story() == ["seat 0: grab 3"]
    assert re.fullmatch(r"<twelve-stones, players 2: seat 0: grab 3>", repr(found))


# ------------------------------------------------------------------ leaning


def test_leaning_is_learnt_and_stands_fast(game: Path) -> None:
    """The same weights every time, more for what random games seldom do."""
    loaded = load(game)
    setting = loaded.setting(Chosen((("last-stone", "lucky"),), 2))
    one, other = learn(setting, 4, 400), learn(setting, 4, 400)
    assert one == other and one.bytes > 0


def test_of_two_moves_the_rarer_is_taken_and_a_swarm_leaves_some_aside() -> None:
    """A byte means two moves where a game leans; 0 still means the first."""
    state, lean = SimpleNamespace(stage=DECIDE, moves=((0, 1), (0, 2), (1, 7))), Lean({(1, 7): 3})
    taken = [lean.better(state, said, 3) for said in range(256)]
    assert taken[0] == 0 and taken.count(2) > 256 * 2 // 5
    swarms = [Lean({}, swarm) for swarm in range(1, 60)]
    assert any(one.worth((0, 1)) < 0 <= one.worth((1, 7)) for one in swarms)
    assert lean_of(Weights({}), 0) is EVEN


# ------------------------------------------------------------------ positions and near misses


def test_positions_come_from_everywhere_in_a_game(game: Path) -> None:
    """From the start, the middle and the end."""
    found = drawn_from(strategies.positions(load(game)), 60)
    lengths = {len(one.line()) - 1 for one in found}
    assert len(lengths) >= 4 and any(one.over for one in found) and not all(one.over for one in found)


def test_a_near_miss_is_refused_by_exactly_that_clause(game: Path) -> None:
    """It is not on the list, and the reasons say why."""
    for miss in drawn_from(strategies.near_misses(load(game)), 20):
        assert miss.move not in miss.position.legal(miss.seat)
        told = [one for one in miss.position.why_not(miss.seat, miss.move) if one.role != "looked at" and one.clause]
        assert sorted(one.clause for one in told) == sorted(miss.because)
        assert miss.clause == "grab.enough" and miss.because == ("grab.enough",)


@pytest.mark.parametrize("name", ["reasons-all", "prices", "parameter-depends", "choose-subset-parameter", "together"])
def test_near_misses_of_every_form_of_move(name: str) -> None:
    """Guards, domains, prices, sealed answers: one reason of the move itself, the rest cases within it."""
    made = toy(name)
    here = made.start(chance=1)
    while not here.over:
        for miss in near_misses(here):
            assert miss.because[0] == miss.clause and made.clause(miss.clause).line
        here = here.take(here.pending.seats[0], 0)


def test_rulebooks_can_be_printed() -> None:
    """Models of whole rulebooks."""
    assert any(print_rulebook(one) for one in drawn_from(strategies.rulebooks(), 5))
