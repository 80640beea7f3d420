"""The campaign of drawn games: what it counts, and how soon it finds what is rare."""

from __future__ import annotations

import math
from pathlib import Path

import pytest
from hypothesis import settings

from rulekit.fuzz.oracles import LAWS, Blame
from rulekit.pipeline import load
from rulekit.play.engines import DECISION
from rulekit.play.games.game import Game
from rulekit.testing import campaign
from rulekit.testing import failure_report as report
from rulekit.testing.budget import Budget, sample_of, values_of
from rulekit.testing.campaign import ClauseBroken, PropertyCampaign
from rulekit.testing.campaign_oracles import GameObservation, Wanted, WholeGame
from rulekit.testing.dead_choices import dead_choices
from rulekit.testing.drawn import DrawnGame, drawn_game
from rulekit.tests.play.toys import TOYS, starter, toy
from rulekit.tests.testing import find_rates

QUIET = settings(database=None, print_blob=False, derandomize=False)


def test_a_game_that_was_broken_off_early_proves_nothing_about_whole_games() -> None:
    """Some drawn games are short, for what fails must be able to shrink."""
    made = PropertyCampaign(starter(), WholeGame())
    made.prepare_test(QUIET, 1, Budget(0.0, 200))
    made.play()
    sample = made.sample
    assert sample.ended <= sample.whole < sample.games and sample.whole > 0.7 * sample.games


PEBBLES = """game pebbles for 2 players
option clock is running or stopped
state heap is 0 to 2, starts 2
action grab
  [grab.number]  n in 1 to 2  @public:toy
  [grab.do]  if clock is running: as far as possible: take n from heap  @public:toy
turn
  [turn.grab]  player must grab  @public:toy
end
  [end.heap]  at end of turn when heap = 0  @public:toy
result
  [win.one]  winner is active if active = first of Player  @public:toy
"""


def pebbles(folder: Path) -> Game:
    """Some ends of it have no result, and with a stopped clock it has no end."""
    (folder / "pebbles.rules").write_text(PEBBLES, encoding="utf-8")
    return load(folder / "pebbles.rules")


def test_a_choice_with_which_no_game_ends_is_dead(tmp_path: Path) -> None:
    """Others may bring games to their end; what has ended itself is not asked again."""
    game = pebbles(tmp_path)
    running, stopped = sample_of(game)
    assert "not one game with clock stopped ended" in dead_choices(game, [running], tmp_path, "0").finding
    assert dead_choices(game, [running, stopped], tmp_path, "0").finding == ""


def test_a_choice_that_no_drawn_game_has_met_is_played_all_the_same(tmp_path: Path) -> None:
    """One game alone has one configuration."""
    game = pebbles(tmp_path)
    made = PropertyCampaign(game, WholeGame())
    made.prepare_test(QUIET, 1, Budget(0.0, 1))
    made.play()
    assert {value for one in made.met for value in values_of(one)} >= {("clock", "running"), ("clock", "stopped")}


def test_a_choice_that_no_drawn_game_has_met_is_played_when_the_time_is_up(tmp_path: Path) -> None:
    """One game is played at least, and then one with each choice that it leaves out."""
    made = PropertyCampaign(pebbles(tmp_path), WholeGame())
    made.prepare_test(QUIET, 1, Budget(1e-9))
    made.play()
    assert {value for one in made.met for value in values_of(one)} >= {("clock", "running"), ("clock", "stopped")}
    assert made.sample.games <= 1 + WholeGame.late


def test_rules_that_draw_until_something_comes_go_on_without_bytes(tmp_path: Path) -> None:
    """Equal dice are thrown again: calm ones alone would be equal for ever."""
    opening = (
        "state thrown is yes or no\nsetup\n  [setup.open]  until thrown is yes: opening  @public:toy\nto opening\n"
        "  [opening.roll]  roll a, b in 1 to 6  @public:toy\n"
        "  [opening.done]  if not a = b: set thrown to yes  @public:toy\naction grab\n"
    )
    (tmp_path / "dice.rules").write_text(PEBBLES.replace("pebbles", "dice").replace("action grab\n", opening))
    game = load(tmp_path / "dice.rules")
    drawn = DrawnGame(game, game.start().chosen)
    assert drawn.game.engine(drawn.chosen).for_playouts().short_question(drawn.play())[0] == DECISION


def test_a_game_that_is_over_without_a_result_is_found(tmp_path: Path) -> None:
    """No line of the result applies to some end."""
    made = PropertyCampaign(pebbles(tmp_path), WholeGame())
    made.prepare_test(QUIET, 1, Budget(0.0, 30))
    made.play()
    assert {blame.sort for _, blame in made.found.values()} == {"result"}


def test_no_half_of_the_first_games_has_nothing_but_calm_chance() -> None:
    """Hypothesis plays what it has begun to draw with zeros behind it; such a game is no random one."""
    drawn = list[DrawnGame]()
    PropertyCampaign(toy("chance-roll-lot"), Noting(drawn)).test(QUIET, 1, 500, None)()
    calm = [one for one in drawn[:60] if not any(one.chance)]
    assert len(drawn) == 500 and len(calm) < 6


class Noting(WholeGame):
    """The laws as always; every game is remembered."""

    def __init__(self, drawn: list[DrawnGame]) -> None:
        self.drawn = drawn

    def observe(self, drawn: DrawnGame, only: frozenset[str] | None, wanted: Wanted) -> GameObservation:
        self.drawn.append(drawn)
        return super().observe(drawn, only, wanted)


def test_what_is_rare_is_found_as_soon_as_chance_allows() -> None:
    """Drawn games show a fault about as often as the kit's own games do, in short games and in long ones."""
    game = load(TOYS / "space-hex.rules")
    for one in find_rates.rates(game, game.start().chosen, 5, 200, [0.2, 0.047]):
        assert one.share > 0 and one.under > 0.6 * one.share, str(one)
        assert one.median <= 3 / one.share, str(one)


def test_a_long_failure_is_made_small_from_the_game_that_failed_first_as_well(monkeypatch: pytest.MonkeyPatch) -> None:
    """The shorter one is told; what is short has one start."""
    begun: list[int] = []
    monkeypatch.setattr(report, "shrunk", lambda game, plan, *more: begun.append(len(plan.moves)))
    blame = Blame("law.any", "always", "", 0)
    left, first = (drawn_game(starter(), 2, moves=moves) for moves in (b"\0" * 12, b"\2" * 4))
    monkeypatch.setattr(report, "SHORT", 8)
    assert report.shrink_failure(left, blame, LAWS, first)[0].decisions == 4 and begun == [12, 4]
    assert report.shrink_failure(first, blame, LAWS, left)[0].decisions == 4 and begun == [12, 4, 4]


def test_when_the_time_is_up_no_further_game_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hypothesis would draw all that it was to draw, which of long games takes longer than to play a few."""
    made, plain, looks = PropertyCampaign(starter(), WholeGame()), PropertyCampaign.look, list[DrawnGame]()

    def look(self: PropertyCampaign, drawn: DrawnGame) -> None:
        looks.append(drawn)
        made._until = math.inf if len(looks) < 20 else 0.0
        plain(self, drawn)

    monkeypatch.setattr(PropertyCampaign, "look", look)
    made.prepare_test(QUIET, 1, Budget(0.0, 200))
    made.play()
    assert made.sample.games == 19 and len(looks) < 30


class Broken(WholeGame):
    """A law that is broken in every game."""

    def observe(self, drawn: DrawnGame, only: frozenset[str] | None, wanted: Wanted) -> GameObservation:
        return GameObservation(True, Blame("law.any", "always", "", 0))


def test_behind_the_time_for_shrinking_only_what_was_seen_failing_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    """A failure that passes when it is played once more would be told as flaky, or lost."""
    made = PropertyCampaign(starter(), Broken())
    seen, other = (drawn_game(starter(), 2, moves=moves) for moves in (b"\0" * 12, b"\2" * 4))
    with pytest.raises(ClauseBroken):
        made.look(seen)
    monkeypatch.setattr(campaign, "SHRINKING", -1.0)
    made.look(other)
    with pytest.raises(ClauseBroken):
        made.look(seen)
    assert made.found["law.any"][0] == seen
