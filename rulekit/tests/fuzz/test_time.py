"""A campaign keeps its time whoever judges, and says so when nothing was judged."""

from __future__ import annotations

import time
from pathlib import Path

import attrs
import pytest

from rulekit.cli.commands.new import STARTER
from rulekit.fuzz import calibration
from rulekit.fuzz import work_packet as packets
from rulekit.fuzz.calibration import measure_packets, sample
from rulekit.fuzz.driver import PART, CampaignPlan, FuzzCampaign
from rulekit.fuzz.game_script import GameScript, answers_of, anything, play
from rulekit.fuzz.oracles import ENGINES, LAWS, OutOfTime, engines
from rulekit.fuzz.work_packet import game_of
from rulekit.tests.calling import Call

GAME = str(STARTER)


def plan(target: str, seconds: float | None = 5.0) -> CampaignPlan:
    loaded = game_of(GAME)
    return CampaignPlan(GAME, loaded.spec, sample(loaded), "7", target, seconds=seconds)


def test_packets_are_smaller_where_judging_is_slow() -> None:
    """Every game is judged by our engines, and that takes much longer than to play it."""
    by_engines, by_laws = measure_packets(plan(ENGINES), game_of(GAME)), measure_packets(plan(LAWS), game_of(GAME))
    assert by_engines.every == 1 and by_engines.size < by_laws.size


TIED = """game tied for 2 players
state points of Player is 0 to 99, must fit
action throw
  [throw.dice]  roll a, b in 1 to 6  @public:toy
  [throw.add]   add a * b to points of player  @public:toy
play
  [play.one]   for each p of Player: p must throw  @public:toy
  [play.over]  finish  @public:toy
result
  [result.one]  winner is seat-one if points of seat-one > points of seat-two  @public:toy
  [result.two]  winner is seat-two if points of seat-two > points of seat-one  @public:toy
"""


def test_where_games_are_counted_sixty_of_them_are_judged_at_least() -> None:
    """Of a game that is played in no time, judging would else be left out but for one or two."""
    counted = attrs.evolve(plan(LAWS, None), games=600)
    assert measure_packets(counted, game_of(GAME)).every <= 10


def test_games_that_are_over_are_asked_for_their_result(rulekit: Call, tmp_path: Path) -> None:
    """However few of them are judged: of most small games each."""
    rules = tmp_path / "tied.rules"
    rules.write_text(TIED, encoding="utf-8")
    ran = rulekit("fuzz", rules, "--games", "300", "--every", "1000", "--failures", tmp_path / "found")
    assert ran.code == 1 and "the game is over without a result" in ran.out, ran.out


def test_where_games_are_counted_sixty_of_them_are_asked_for_their_result(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where something else had the processor while it was measured how long asking takes."""

    def slowly(*of: object) -> None:
        end = time.process_time() + 0.02
        while time.process_time() < end:
            pass

    monkeypatch.setattr(calibration, "missing_result", slowly)
    assert measure_packets(plan(LAWS, None), game_of(GAME)).asked > 10
    counted = attrs.evolve(plan(LAWS, None), games=600)
    assert measure_packets(counted, game_of(GAME)).asked <= 10


def test_a_packet_knows_how_long_it_may_take() -> None:
    assert next(FuzzCampaign(plan(ENGINES)).planned()).seconds == PART * 5.0
    assert next(FuzzCampaign(plan(ENGINES, None)).planned()).seconds is None
    assert next(FuzzCampaign(plan(LAWS)).planned()).seconds is None  # there one game in so many is judged


def test_a_packet_without_time_plays_nothing_and_counts_nothing() -> None:
    campaign = FuzzCampaign(plan(ENGINES))
    first = next(campaign.planned())
    done = packets.run(attrs.evolve(first, seconds=-1.0))
    campaign.take(done, first.games)
    assert (done.games, done.judged, campaign.ended) == (0, 0, 0)
    assert campaign.next == first.games.stop


def test_our_engines_stop_judging_when_the_time_is_over() -> None:
    game, chosen = game_of(GAME), sample(game_of(GAME))[0]
    engine = game.engine(chosen).for_playouts()
    answers = answers_of(engine, play(engine, GameScript(1, (), 2), anything).script)
    assert engines(game, chosen, answers) is None
    with pytest.raises(OutOfTime):
        engines(game, chosen, answers, time.perf_counter() - 1)


def test_a_campaign_that_judged_nothing_does_not_say_that_nothing_is_wrong(rulekit: Call) -> None:
    ran = rulekit("fuzz", STARTER, "--target", "engines", "--max-time", "0.000001")
    assert ran.code == 5
    assert "no game was judged" in ran.out and "nothing is wrong" not in ran.out
