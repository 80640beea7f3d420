"""Calibration of a campaign: its configurations, the size of its packets, and how much of it is judged."""

from __future__ import annotations

import time

import attrs

from rulekit.check.configuration_space import GameConfig, configurations
from rulekit.fuzz.driver import CampaignPlan
from rulekit.fuzz.game_script import MOST, GameScript, ScriptRun, answers_of, choose_any, play
from rulekit.fuzz.oracles import ENGINES, LAWS, Answers, Judge, built_in_twice, by_turns, engines, missing_result
from rulekit.fuzz.work_packet import counted_of
from rulekit.play.engines import Engine
from rulekit.play.games.game import Game
from rulekit.play.machine.random_bits import stream

ALL = 24  # so many configurations are all played; of more a sample in which every two choices meet
PACKET = 0.4  # seconds a packet should take
TRIES = 4  # games to find out how long one takes; the first is slower
LONG_TRY = 1.0  # seconds after which no further game is tried: a stalled one takes that long
SOME = 20  # answers of a game that is judged only to be ready
# Judges are slower than play: so much of the time that goes into playing is theirs, and if that does not do for LEAST
# games, as in a short campaign, at most so much. The built-in laws take ten times as long for a game as most others do.
LAW_SHARE, BUILTIN_SHARE = (0.05, 1.0), (0.03, 0.25)
RESULT_SHARE = 0.08
LEAST = 60  # games that are judged, if that can be
SIZES = (1, 400)


def sample(game: Game) -> tuple[GameConfig, ...]:
    """The configurations of a campaign."""
    return configurations(game.checked, ALL)


def measure_packets(plan: CampaignPlan, game: Game) -> CampaignPlan:
    """The size of a packet, and how many games of it are judged. What was measured is part of the plan from now on."""
    counted = counted_of(plan.game, plan.configurations[0], plan.tables)
    counted.begin()
    games, times = [], []
    for number in range(TRIES):
        bits = stream(plan.seed, "size", number)
        script = GameScript(bits.below(MOST), (), bits.below(MOST))
        start = time.process_time()
        games.append(play(counted.engine, script, choose_any, plan.longest))
        times.append(time.process_time() - start)
        if times[-1] > LONG_TRY:
            break
        counted.look[0] = False  # as in most games
    warm = times[1:] or times
    each = max(sum(warm) / len(warm), 1e-5)
    if plan.target == LAWS:
        asked = _share_asked(plan, counted.engine, games, each)
        plan = _with_judges(plan, game, games[-1].script, each)
        return attrs.evolve(plan, size=_size(plan, each), asked=asked)
    judging = _judging(game, plan.configurations[0], games[-1].script) if plan.target == ENGINES else 0.0
    return attrs.evolve(plan, size=_size(plan, each + judging), every=1)


def _size(plan: CampaignPlan, each: float) -> int:
    low, high = SIZES
    wanted = min(high, max(low, round(PACKET / each)))
    return wanted if plan.games is None else max(1, min(wanted, plan.games // 16))


def _judging(game: Game, chosen: GameConfig, script: GameScript) -> float:
    """Seconds in which our engines judge a game, from its beginning."""
    answers = answers_of(game.engine(chosen).for_playouts(), script)
    some = answers[:SOME]
    engines(game, chosen, some[:1])  # what is written the first time does not count
    start = time.process_time()
    engines(game, chosen, some)
    return (time.process_time() - start) * max(1, len(answers)) / max(1, len(some))


def _share_asked(plan: CampaignPlan, engine: Engine, games: list[ScriptRun], each: float) -> int:
    """One game in how many is asked for its result, so that this takes little of the time."""
    over = [one for one in games if one.ended]
    for one in over[:1]:
        missing_result(engine, one.state, 0)  # what is worked out the first time does not count
    start = time.process_time()
    for one in over:
        missing_result(engine, one.state, 0)
    return _one_in(plan, (time.process_time() - start) / max(1, len(over)), each, RESULT_SHARE)


def _with_judges(plan: CampaignPlan, game: Game, script: GameScript, each: float) -> CampaignPlan:
    """How many games are judged, so that judging leaves play most of the time: one in so many, by the built-in laws
    one in so many of those; or by the clock where only time was given.
    """
    chosen = plan.configurations[0]
    answers = answers_of(game.engine(chosen).for_playouts(), script)
    spent = [_seconds(judge, game, chosen, answers) for judge in (by_turns, built_in_twice)]
    shares = [_share(plan, *one) for one in zip(spent, (LAW_SHARE, BUILTIN_SHARE), strict=True)]
    every, builtin = (_one_in(plan, long, each, share) for long, share in zip(spent, shares, strict=True))
    by_clock = sum(shares) if plan.games is None else None
    return attrs.evolve(plan, every=every, builtin=max(1, builtin // every), share=by_clock)


def _seconds(judge: Judge, game: Game, chosen: GameConfig, answers: Answers) -> float:
    """How long a judge takes for a game."""
    judge(game, chosen, answers[:SOME])  # what is written the first time does not count
    start = time.process_time()
    judge(game, chosen, answers)
    return time.process_time() - start


def _share(plan: CampaignPlan, judging: float, bounds: tuple[float, float]) -> float:
    """The share of a judge that takes so many seconds for a game."""
    usual, most = bounds
    return usual if plan.seconds is None else max(usual, min(most, LEAST * judging / plan.seconds))


def _one_in(plan: CampaignPlan, judging: float, each: float, share: float) -> int:
    """One game in so many, so that a judge takes its share; of the games that were asked for at least LEAST have their
    turn, however the clock ran.
    """
    found = max(1, round(judging / (each * share)))
    return found if plan.games is None else min(found, max(1, plan.games // LEAST))
