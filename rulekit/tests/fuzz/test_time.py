"""A campaign keeps its time whoever judges, and says so when nothing was judged."""

from __future__ import annotations

import time
from pathlib import Path

import attrs
import pytest

from rulekit.cli import fuzz_report
from rulekit.cli.commands.new import STARTER
from rulekit.fuzz import calibration
from rulekit.fuzz import work_packet as packets
from rulekit.fuzz.calibration import measure_packets, sample
from rulekit.fuzz.driver import PART, CampaignPlan, FuzzCampaign
from rulekit.fuzz.game_script import GameScript, answers_of, choose_any, play
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


def busy(*of: object) -> None:
    """Takes as long as a slow judge for one game."""
    end = time.process_time() + 0.02
    while time.process_time() < end:
        pass


def test_the_built_in_laws_do_not_keep_games_from_being_judged_by_the_laws_of_the_rules(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """They take long, so they judge fewer games than the laws of the rules do."""
    monkeypatch.setattr(calibration, "by_turns", lambda *of: None)
    monkeypatch.setattr(calibration, "built_in_twice", busy)
    found = measure_packets(plan(LAWS, None), game_of(GAME))
    assert found.every < 5 and found.builtin > 50


def test_judging_has_more_of_a_short_campaign_than_of_a_long_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(calibration, "by_turns", busy)
    monkeypatch.setattr(calibration, "built_in_twice", lambda *of: None)
    long, short, counted = (
        measure_packets(one, game_of(GAME)).share
        for one in (plan(LAWS, 600.0), plan(LAWS, 4.0), attrs.evolve(plan(LAWS), games=100))
    )
    assert long is not None and short is not None and long < 0.1 < 3 * long < short and counted is None


@pytest.mark.parametrize(("share", "judged"), [(1e9, 25), (0.0, 1)])
def test_games_are_judged_by_the_clock_as_long_as_judging_has_not_had_its_share(share: float, judged: int) -> None:
    packet = attrs.evolve(next(FuzzCampaign(plan(LAWS)).plan_packets()), share=share, every=10, odd=0)
    assert packets.run(packet).judged == judged


def test_the_report_tells_how_many_games_were_judged_and_that_it_says_little(rulekit: Call) -> None:
    few = rulekit("fuzz", STARTER, "--games", "200", "--every", "100", "--seed", "1")
    assert "of 200 games judged by laws\n" in few.out and "\nonly " in few.out, few.out
    enough = rulekit("fuzz", STARTER, "--games", "200", "--seed", "1")
    assert "of 200 games judged by laws" in enough.out and "only " not in enough.out, enough.out
    assert fuzz_report.judged_share({"judged": 40, "games": 900, "target": "laws", "builtin": 3}).endswith(
        "40 of 900 games judged by laws, 3 of them by the built-in laws too"
    )


def test_games_that_are_over_are_asked_for_their_result(rulekit: Call, tmp_path: Path) -> None:
    """However few of them are judged: of most small games each."""
    rules = tmp_path / "tied.rules"
    rules.write_text(TIED, encoding="utf-8")
    ran = rulekit("fuzz", rules, "--games", "300", "--every", "1000", "--failures", tmp_path / "found")
    assert ran.code == 1 and "the game is over without a result" in ran.out, ran.out


def test_where_games_are_counted_sixty_of_them_are_asked_for_their_result(monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where something else had the processor while it was measured how long asking takes."""
    monkeypatch.setattr(calibration, "missing_result", busy)
    assert measure_packets(plan(LAWS, None), game_of(GAME)).asked > 10
    counted = attrs.evolve(plan(LAWS, None), games=600)
    assert measure_packets(counted, game_of(GAME)).asked <= 10


def test_a_packet_knows_how_long_it_may_take() -> None:
    assert next(FuzzCampaign(plan(ENGINES)).plan_packets()).seconds == PART * 5.0
    assert next(FuzzCampaign(plan(ENGINES, None)).plan_packets()).seconds is None
    assert next(FuzzCampaign(plan(LAWS)).plan_packets()).seconds is None  # there one game in so many is judged


def test_a_packet_without_time_plays_nothing_and_counts_nothing() -> None:
    campaign = FuzzCampaign(plan(ENGINES))
    first = next(campaign.plan_packets())
    done = packets.run(attrs.evolve(first, seconds=-1.0))
    campaign.take(done, first.games)
    assert (done.games, done.judged, campaign.games_ended) == (0, 0, 0)
    assert campaign.next == first.games.stop


def test_our_engines_stop_judging_when_the_time_is_over() -> None:
    game, chosen = game_of(GAME), sample(game_of(GAME))[0]
    engine = game.engine(chosen).for_playouts()
    answers = answers_of(engine, play(engine, GameScript(1, (), 2), choose_any).script)
    assert engines(game, chosen, answers) is None
    with pytest.raises(OutOfTime):
        engines(game, chosen, answers, time.perf_counter() - 1)


def test_a_campaign_that_judged_nothing_does_not_say_that_nothing_is_wrong(rulekit: Call) -> None:
    ran = rulekit("fuzz", STARTER, "--target", "engines", "--max-time", "0.000001")
    assert ran.code == 5
    assert "no game was judged" in ran.out and "nothing is wrong" not in ran.out
