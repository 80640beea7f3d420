"""The public strategies: whole games, positions, moves, near misses, rulebooks; what is drawn, and how it shrinks."""

import os
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st
from hypothesis.vendor.pretty import pretty

from rulekit.data import PACKAGE, bundled_games
from rulekit.laws import near_misses as missing
from rulekit.model.printer import print_rulebook
from rulekit.pipeline import load
from rulekit.play.engines import REFERENCE
from rulekit.play.games.game import Game
from rulekit.play.machine.frames import ChancePoint
from rulekit.play.machine.rule_faults import Fault
from rulekit.play.refusals import Refused
from rulekit.testing import assert_laws, drawn_game, games, last_position, moves, near_misses, positions, rulebooks
from rulekit.testing.choices import Choices, encoded_outcome, run
from rulekit.testing.drawn import DrawnGame, encode_attempt
from rulekit.testing.strategies import OLDEST, configurations_with
from rulekit.tests.testing.collecting import pytest_anew

TOYS = Path(__file__).parents[1] / "games"
QUIET = [HealthCheck.too_slow, HealthCheck.function_scoped_fixture, HealthCheck.data_too_large]
KINDS = ["together", "chance-roll-lot", "chance-shuffle", "menu-groups", "react-asks", "anytime"]


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


# ------------------------------------------------------------------ what the bytes mean


def test_no_byte_left_is_the_first_move_and_chance_as_written() -> None:
    """0 is the first member, and the order that lies there."""
    order = ChancePoint("a", "order", None, ("x", "y", "z"))  # type: ignore[arg-type]
    dice = ChancePoint("a", "dice", None, (1, 2, 3), 2)  # type: ignore[arg-type]
    assert Choices(b"").outcome(order) == ("x", "y", "z") and Choices(b"", b"\0\0").outcome(dice) == (1, 1)
    assert Choices(b"", b"\1\0").outcome(order) == ("x", "z", "y") and Choices(b"", b"\1\5").outcome(dice) == (2, 3)


@given(st.permutations("abcde"))
@few(60)
def test_every_order_can_be_drawn_and_written_down(wanted: list[str]) -> None:
    """Nothing that chance may do is out of reach."""
    order = ChancePoint("a", "order", None, tuple("abcde"))  # type: ignore[arg-type]
    assert Choices(b"", encoded_outcome(order, tuple(wanted))).outcome(order) == tuple(wanted)


def test_many_moves_take_two_bytes() -> None:
    """A byte alone would never reach the last of them."""
    choices = Choices(b"\1\2\3")
    assert choices.move(256) == 1 and choices.move(257) == (2 * 256 + 3) % 257 and not choices.has_left


def test_a_move_taken_away_changes_no_later_draw() -> None:
    """Moves and chance have strings of their own."""
    made = toy("chance-roll-lot")
    one, other = (DrawnGame(made, made.start().chosen, b"\1" * n, bytes(range(90))) for n in (6, 5))
    outcomes = [[p.step["outcome"] for p in game.positions() if p.step and "chance" in p.step] for game in (one, other)]
    assert outcomes[1] and outcomes[0][: len(outcomes[1])] == outcomes[1]


# ------------------------------------------------------------------ whole games


@pytest.mark.parametrize("name", KINDS)
def test_the_same_bytes_are_the_same_game_on_either_engine(name: str) -> None:
    """In place, with every position kept, and on the reference."""
    made = toy(name)
    for drawn in drawn_from(games(made), 12):
        last = drawn.last_position()
        slow = made.engine(drawn.chosen, REFERENCE)
        assert slow.machine(run(slow, drawn.choices())).table.states == last.machine.table.states
        assert made.engine(drawn.chosen).for_playouts().machine(drawn.play()).table.states == last.machine.table.states


@pytest.mark.parametrize("name", KINDS)
def test_what_is_printed_can_be_pasted_and_is_the_same_game(name: str) -> None:
    """`repr` is the argument of `@example`; and a game known by its answers is spelled as bytes again."""
    made = toy(name)
    for drawn in drawn_from(games(made), 12):
        assert eval(repr(drawn), {"drawn_game": drawn_game}) == drawn
        assert encode_attempt(drawn.attempt()).last_position() == drawn.last_position()
        assert len(repr(drawn)) < 200 + 4 * (len(drawn.moves) + len(drawn.chance))


def test_a_drawn_game_is_a_record_like_any_other(game: Path) -> None:
    """It replays."""
    loaded = load(game)
    for drawn in drawn_from(games(loaded), 10):
        assert drawn.trace().replay(loaded) == drawn.last_position()


def test_most_games_are_whole_and_all_configurations_come(game: Path) -> None:
    """The end of a game is an everyday thing, and so is every option."""
    loaded = load(game)
    found = drawn_from(games(loaded), 60)
    assert sum(one.last_position().is_over for one in found) > 40
    assert {one.chosen for one in found} == set(configurations_with(loaded))


def test_no_game_is_a_repeat_of_another_with_a_string_copied_over_it() -> None:
    """Every whole game has chance of its own to its end; as many games as are drawn are different games."""
    made = toy("chance-roll-lot")
    found = drawn_from(games(made), 120)
    longest = max(len(one.chance) for one in found)
    assert sum(len(one.chance) == longest for one in found) > 90
    assert len({one.moves for one in found}) > 100 < len({one.chance for one in found})


def test_finished_games_have_ended(game: Path) -> None:
    assert all(one.last_position().is_over for one in drawn_from(games(load(game), finished=True), 20))


def test_players_and_options_can_be_asked_for(game: Path) -> None:
    found = drawn_from(games(load(game), options={"last-stone": "unlucky"}), 20)
    assert {dict(one.chosen.options)["last-stone"] for one in found} == {"unlucky"}
    with pytest.raises(Refused, match="last-stone"):
        games(load(game), options={"last-stone": "maybe"})


def test_a_find_shrinks_to_the_shortest_game_of_the_fewest() -> None:
    """Fewest players, no move too many, each the first that does, chance as it is written."""
    made = toy("ask-three-seats")
    found: DrawnGame = find(games(made), lambda one: len(one.story()) >= 2, settings=few(300))
    assert found.chosen == configurations_with(made)[0]
    assert len(found.story()) == 2 and not any(found.moves) and not any(found.chance)


def test_a_wanted_move_is_found_and_nothing_else_is_left(game: Path) -> None:
    """The game in which three stones are taken at last: one move is not the first of its list."""
    found: DrawnGame = find(games(load(game)), lambda one: "grab 3" in str(one.story()), settings=few(300))
    assert found.story() == ["seat 0: grab 3"]
    assert repr(encode_attempt(found.attempt())) == f"drawn_game({str(game)!r}, 2, moves=b'\\x02')"


# ------------------------------------------------------------------ positions, moves, near misses


def test_positions_come_from_everywhere_in_a_game(game: Path) -> None:
    """From the start, the middle and the end."""
    found = drawn_from(positions(load(game)), 60)
    lengths = {len(one.line()) - 1 for one in found}
    assert len(lengths) >= 4 and any(one.is_over for one in found) and not all(one.is_over for one in found)


def test_a_position_is_shown_by_what_makes_it_once_more(game: Path, faulty: Game) -> None:
    """Pasted into `@example(..)` it is the same position; of a game with a fault, the one before it."""
    names = {"drawn_game": drawn_game, "last_position": last_position}
    for one in (*drawn_from(positions(load(game)), 10), *drawn_from(positions(faulty), 20)):
        assert eval(pretty(one), names) == one
    found = find(positions(load(game)), lambda one: one.to_json()["states"]["stones"] < 9, settings=few(300))
    assert pretty(found) == f"drawn_game({str(game)!r}, 2, moves={bytes(len(found.line()) - 1)!r}).last_position()"


def test_a_drawn_move_is_legal_for_a_seat_that_is_asked(game: Path) -> None:
    @few(30)
    @given(st.data())
    def play(data: st.DataObject) -> None:
        here = data.draw(positions(load(game)).filter(lambda one: not one.is_over))
        seat, move = data.draw(moves(here))
        assert seat in here.pending.seats and move in here.legal(seat)

    play()


def test_a_near_miss_is_refused_by_exactly_that_clause(game: Path) -> None:
    """It is not on the list, and the reasons say why."""
    for miss in drawn_from(near_misses(load(game)), 20):
        assert miss.move not in miss.position.legal(miss.seat)
        told = [one for one in miss.position.why_not(miss.seat, miss.move) if one.clause]
        assert sorted(one.clause for one in told) == sorted(miss.because)
        assert miss.clause == "grab.enough" and miss.because == ("grab.enough",)


@pytest.mark.parametrize("name", ["reasons-all", "prices", "parameter-depends", "choose-subset-parameter", "together"])
def test_near_misses_of_every_form_of_move(name: str) -> None:
    """Guards, domains, prices, sealed answers: one reason of the move itself, the rest cases within it."""
    made = toy(name)
    guards = {getattr(step, "id", None) for body in made.checked.bodies.values() for step in body.front}
    here = made.start(chance=1)
    while not here.is_over:
        for miss in missing.near_misses(here):
            assert miss.because[0] == miss.clause and made.clause(miss.clause).line
            assert guards & set(miss.because) <= {miss.clause}
        here = here.take(here.pending.seats[0], 0)


def test_rulebooks_can_be_printed() -> None:
    """Models of whole rulebooks."""
    assert any(print_rulebook(one) for one in drawn_from(rulebooks(), 5))


# ------------------------------------------------------------------ assertions


def test_a_law_that_is_not_there_does_not_hold(game: Path) -> None:
    """Nor one that no whole game puts to the test: asked for by its id, each would hold of any game."""
    drawn = drawn_game(load(game), 2, moves=b"\0")
    assert_laws(drawn, "law.heap")
    with pytest.raises(ValueError, match=r"twelve-stones has no law \[law.heaps\]. Did you mean \[law.heap\]"):
        assert_laws(drawn, "law.heap", "law.heaps")
    with pytest.raises(ValueError, match="assert_position_laws"):
        assert_laws(drawn, "free.ranges")
    file = game / "4-laws.rules"
    file.write_text(file.read_text() + "each-step\n  [law.only]  grab changes only stones\n")
    with pytest.raises(ValueError, match="about the text of the rules"):
        assert_laws(drawn_game(load(game), 2), "law.only")


# ------------------------------------------------------------------ faults, and a plain install

FAULTY = """game faulty for 2 players
state fish is 0 to 3, must fit, starts 3
action grab
  [grab.number]  n in 1 to 3  @public:toy
  [grab.take]    take n from fish  @public:toy
turn
  [turn.go]  player must grab  @public:toy
end
  [end.gone]  at end of turn when fish = 0  @public:toy
result
  [win.all]  most 0 - fish wins, ties are shared  @public:toy
"""


@pytest.fixture
def faulty(tmp_path: Path) -> Game:
    """Rules that run into a fault in most random games."""
    (tmp_path / "faulty.rules").write_text(FAULTY, encoding="utf-8")
    return load(tmp_path / "faulty.rules")


def test_games_that_fault_are_drawn_like_any_others(faulty: Game) -> None:
    """The fault comes where the game is played, and positions are those before it."""
    found = drawn_from(games(faulty), 30)
    faults = 0
    for one in found:
        try:
            one.last_position()
        except Fault:
            faults += 1
            trace = one.trace()
            assert trace.fault and trace.steps and "move" in trace.steps[-1]
            assert trace.replay(faulty).hash() == trace.final["hash"]
    assert faults and faults < len(found)
    assert all(one.state is not None for one in drawn_from(positions(faulty), 20))


def test_without_hypothesis_one_sentence_names_the_extra() -> None:
    """The strategies can be imported, and say what is missing where one is made."""
    name = bundled_games()[-1].name
    script = (
        "import sys; sys.modules['hypothesis'] = None\n"
        "from rulekit.testing import games, drawn_game\n"
        f"print(drawn_game({name!r}, 2, moves=b'\\0').story())\n"
        f"try: games({name!r})\n"
        "except ModuleNotFoundError as told: print(told)\n"
    )
    ran = subprocess.run([sys.executable, "-c", script], cwd=PACKAGE.parent, capture_output=True, text=True)
    assert ran.stdout.splitlines()[-1].endswith("pip install 'tabletop-rules[test]'"), ran.stderr
    assert "seat 0" in ran.stdout


def test_without_hypothesis_pytest_says_so_where_it_meets_a_game(game: Path, tmp_path: Path) -> None:
    """Once, and without a traceback."""
    (tmp_path / "absent").mkdir()
    (tmp_path / "absent" / "hypothesis.py").write_text("raise ModuleNotFoundError(__name__)\n")
    path = os.pathsep.join((str(tmp_path / "absent"), str(PACKAGE.parent)))
    ran = pytest_anew(tmp_path, "-p", "no:hypothesispytest", game.name, PYTHONPATH=path)
    assert ran.returncode == 2 and "Traceback" not in ran.stdout and "runtest" not in ran.stdout, ran.stdout
    assert ran.stdout.count("pip install 'tabletop-rules[test]'") == 1


def test_an_older_hypothesis_is_told_with_the_version_that_is_needed(game: Path, tmp_path: Path) -> None:
    """Once, and without a traceback: pip lets it stay where rulekit is installed without its extra."""
    (tmp_path / "old").mkdir()
    (tmp_path / "old" / "hypothesis.py").write_text("__version_info__ = (6, 120, 3)\n")
    path = os.pathsep.join((str(tmp_path / "old"), str(PACKAGE.parent)))
    ran = pytest_anew(tmp_path, "-p", "no:hypothesispytest", game.name, PYTHONPATH=path)
    assert ran.returncode == 2 and "Hypothesis 6.120.3 is too old; this needs 6.140 or later" in ran.stdout, ran.stdout
    assert "Traceback" not in ran.stdout and ran.stdout.count("is too old") == 1


def test_the_oldest_hypothesis_is_the_one_of_the_project() -> None:
    """What pip installs and what is asked for are one number."""
    project = tomllib.loads((PACKAGE.parent / "pyproject.toml").read_text("utf-8"))["project"]
    assert "hypothesis>=" + ".".join(map(str, OLDEST)) in project["optional-dependencies"]["test"]
