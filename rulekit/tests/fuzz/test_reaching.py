"""What random players never come to: campaigns that go on from where somebody came near do."""

from functools import cache
from pathlib import Path
from typing import Any

import pytest

from rulekit import load
from rulekit.fuzz.calibration import sample
from rulekit.fuzz.coverage import CoverageCounter
from rulekit.fuzz.coverage_goals import LINE, PAIR
from rulekit.fuzz.driver import CampaignPlan, FuzzCampaign, run
from rulekit.fuzz.executors import crew
from rulekit.fuzz.game_script import GameScript, choose_any, moves_of, play
from rulekit.fuzz.guided_search import (
    ArchiveEntry,
    ArchiveRecorder,
    LineDependencies,
    NumberReader,
    ValueArchive,
    component_distance,
    rough_number,
)
from rulekit.fuzz.scene_goals import goals_from_scenes
from rulekit.fuzz.work_packet import game_of
from rulekit.play.machine.random_bits import Bits
from rulekit.tests.calling import Call

PALACE = "House.doing.palace.a"
SAVING = """
# Eight coins buy a palace; most moves throw all coins away.
game toy-saving for 1 player
type Good is one of salt, coin
state goods of Player at Good is 0 to 9, excess lost, starts 1
state score of Player is 0 to 99, excess lost
piece House, 2 in all
  face names it: cost bag of Good, doing effects
rows of House
  [house.hut]  hut: cost 1 salt                                                         @public:toy
    a: add 1 to score of player
  [house.palace]  palace: cost 8 coin                                                   @public:toy
    a: add 3 to score of player
zone market  set of House  everyone sees face
zone street of Player  set of House  everyone sees face
setup
  [setup.market]  move every house of box to market                                     @public:toy
action earn
  [earn.do]  add 1 to goods of player at coin                                           @public:toy
action waste
  [waste.how]  how in 1 to 6                                                            @public:toy
  [waste.do]   set goods of player at coin to 0                                         @public:toy
action build
  [build.house]  house in market                                                        @public:toy
  [build.cost]   require every g in Good has goods of player at g >= cost of house at g  @public:toy
  [build.do]     move house to street of player                                         @public:toy
  [build.both]   if count of street of player = 2: prosper                              @public:toy
to prosper
  [prosper.do]   add 9 to score of player                                               @public:toy
action live
  [live.in]  house in street of player                                                  @public:toy
  [live.how]  how in doing of house                                                     @public:toy
  [live.do]  perform how with house                                                     @public:toy
state time is 0 to 99
turn
  [turn.do]  player must earn or waste or build or live                                 @public:toy
  [turn.on]  add 1 to time                                                              @public:toy
end
  [end.time]  at end of turn when time = 30                                             @public:toy
result
  [result.most]  most score wins, ties are shared                                       @public:toy
scene [build.cost] "Eight coins are enough"
  given goods of anna at coin is 8
  when anna does build house palace
  then count of market = 1
"""


@pytest.fixture(scope="module")
def saving(tmp_path_factory: pytest.TempPathFactory) -> str:
    file = tmp_path_factory.mktemp("saving") / "saving.rules"
    file.write_text(SAVING.lstrip())
    return str(file)


def come_to(name: str, games: int, guided: bool) -> set[tuple[str, str]]:
    game = game_of(name)
    campaign = FuzzCampaign(CampaignPlan(name, game.spec, sample(game), "3", games=games, size=10, guided=guided))
    with crew(1) as hands:
        run(campaign, hands, lambda *_: None)
    return set(campaign.coverage.reached[sample(game)[0]])


@cache
def counted(name: str) -> CoverageCounter:
    return CoverageCounter(game_of(name), sample(game_of(name))[0])


def test_a_component_for_which_one_must_save_is_come_to_by_guided_games_alone(saving: str) -> None:
    goal = (PAIR, PALACE)
    assert goal in come_to(saving, 3000, guided=True)
    assert goal not in come_to(saving, 3000, guided=False)


def test_what_decides_a_line_is_what_the_conditions_before_it_read(saving: str) -> None:
    decides = LineDependencies(counted(saving).engine.setting.program)
    assert decides.of("build.both") == {"zone street"} == decides.of("prosper.do")
    assert not decides.of("waste.do") and not decides.of("nothing.there")


def test_a_move_that_names_what_is_wanted_is_wanted_most(saving: str) -> None:
    wanted = counted(saving).guidance_to({(PAIR, PALACE)})
    state = played(saving, ("build", *["earn"] * 8))
    moves = {one: counted(saving).engine.moves[one] for one in moves_of(state, 0)}
    best = max(moves, key=wanted.worth_of)
    assert (moves[best].action, moves[best].args) == ("build", (("house", 1),))
    assert [wanted.worth_of(one) for one in moves].count(wanted.worth_of(best)) == 1
    assert [aim.name for aim in wanted.aims] == [PALACE]


def played(name: str, moves: tuple[str, ...]) -> Any:
    """A position after some moves, each told by its action."""
    engine = counted(name).engine
    state = engine.start()
    for action in moves:
        number = next(n for n, one in enumerate(moves_of(state, 0)) if engine.moves[one].action == action)
        state = engine.advance(state, 0, number)
    return state


def test_how_it_stands_with_a_component_is_where_it_lies_and_what_is_missing(saving: str) -> None:
    before, after = played(saving, ("build",)), played(saving, ("build", "earn", "earn"))
    palace = component_distance(before, ("House", 1))
    assert palace.distance_in(before) - palace.distance_in(after) == 2


def test_the_shortest_game_to_each_value_of_each_number_is_kept(saving: str) -> None:
    engine = counted(saving).engine
    lookout = ArchiveRecorder({}, ())
    went = play(engine, GameScript(1, (), 4), lookout.record_while(choose_any, 0), 40)
    found = {one.key: len(one.script.picks) for one in lookout.records(went.script)}
    gauge = NumberReader(engine.start())
    values = dict(zip(map(str, range(len(gauge.of))), gauge.read_numbers(engine.start()), strict=True))
    assert all(found[name, rough_number(value)] == 0 for name, value in values.items()) and len(found) > 20


def test_of_two_games_with_the_same_the_shorter_one_is_gone_on_from() -> None:
    long, short = (ArchiveEntry(("1", 5), GameScript(3, picks)) for picks in ((1, 2, 3), (1, 2)))
    records = ValueArchive()
    for one in (long, short, long):
        records.take([one], {one.key: 1})
    assert set(records.parents(4, set(), Bits(1))) == {short.script}


def test_what_is_wanted_no_more_is_not_gone_on_from() -> None:
    records = ValueArchive()
    records.take([ArchiveEntry(("1", 5), GameScript(3, (1,))), ArchiveEntry(("palace|1", 5), GameScript(4, (1,)))], {})
    seeds = [{one.chance for one in records.parents(8, aims, Bits(1))} for aims in ({"palace"}, set[str]())]
    assert seeds == [{3, 4}, {3}]


def test_numbers_that_are_about_the_same_are_alike() -> None:
    assert [rough_number(n) for n in (-3, 0, 16)] == [-3, 0, 16]
    assert rough_number(100) == rough_number(110) != rough_number(200) and rough_number(-100) == -rough_number(100)


def test_what_a_scene_gives_is_a_start_for_what_is_left(saving: str) -> None:
    left = {(LINE, "build.do"), (PAIR, PALACE), (LINE, "no.such")}
    assert goals_from_scenes(game_of(saving), left, "1") == dict.fromkeys(
        sorted(left)[:1] + sorted(left)[2:], "scene [build.cost]"
    )


def test_a_long_game_is_judged_by_turns_and_what_is_broken_is_found(tmp_path: Path) -> None:
    from rulekit.fuzz import oracle_choice, oracles

    file = tmp_path / "broken.rules"
    law = "never\n  [law.late]  time >= 20  @public:toy\n"
    file.write_text(SAVING.lstrip().replace("scene [", law + "scene [", 1))
    game = load(file)
    answers = [(0, 0)] * 30
    first = sample(game)[0]
    assert oracle_choice.judge_of_likely_good(oracles.LAWS)(game, first, answers) == oracles.laws(game, first, answers)


def test_players_are_not_steered_to_what_is_said_to_be_out_of_reach(saving: str) -> None:
    game, chosen = game_of(saving), sample(game_of(saving))[0]
    campaign = FuzzCampaign(
        CampaignPlan(saving, game.spec, (chosen,), "3", games=20, size=10, apart=((PAIR, "House.*palace*"),))
    )
    with crew(1) as hands:
        run(campaign, hands, lambda *_: None)
    campaign.first = campaign.next
    left = next(campaign.plan_packets()).left
    assert left is not None and (LINE, "prosper.do") in left and (PAIR, PALACE) not in left


@pytest.mark.long
def test_the_report_names_what_is_left_and_where_scenes_come_to_it(saving: str, rulekit: Call) -> None:
    words = ("--games", 40, "--seed", 1)
    for name in (("dev", "coverage"), ("fuzz",)):
        plain, more = rulekit(*name, saving, *words), rulekit(*name, saving, *words, "--scenes")
        assert f"  pair   {PALACE}\n" in f"{plain.out}\n" and f"  pair   {PALACE}: scene [build.cost]" in more.out
        assert "reached only from what a scene gives:" in more.out
