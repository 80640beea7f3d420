"""How a campaign is started: in which configurations, with packets of which size, and how much of it is judged."""

from __future__ import annotations

import time

import attrs

from rulekit.check.configurations_of import configurations
from rulekit.fuzz.driver import Plan
from rulekit.fuzz.judges import LAWS, judge_of
from rulekit.fuzz.packet import counted_of
from rulekit.fuzz.script import MOST, Script, answers_of, anything, play
from rulekit.play.configured import Chosen
from rulekit.play.game import Game
from rulekit.play.random_bits import stream

ALL = 24  # so many configurations are all played; of more a sample in which every two choices meet
PACKET = 0.4  # seconds a packet should take
TRIES = 3  # games to find out how long one takes
SHARE = 0.08  # of the time that goes into playing, for judges that are slower than play
SIZES = (1, 400)


def sample(game: Game) -> tuple[Chosen, ...]:
    """The configurations of a campaign."""
    return tuple(Chosen(one.options, one.seats) for one in configurations(game.checked, ALL))


def sized(plan: Plan, game: Game) -> Plan:
    """The size of a packet, and how many games of it are judged. What was measured is part of the plan from now on."""
    counted = counted_of(plan.game, plan.configurations[0])
    counted.begin()
    scripts, playing = [], 0.0
    for number in range(TRIES):
        bits = stream(plan.seed, "size", number)
        script = Script(bits.below(MOST), (), bits.below(MOST))
        start = time.process_time()
        scripts.append(play(counted.engine, script, anything, plan.longest).script)
        playing += time.process_time() - start
    each = max(playing / TRIES, 1e-5)
    every = 1 if plan.target != LAWS else _every(plan, game, scripts, each)
    return attrs.evolve(plan, size=_size(plan, each), every=every)


def _size(plan: Plan, each: float) -> int:
    low, high = SIZES
    wanted = min(high, max(low, round(PACKET / each)))
    return wanted if plan.games is None else max(1, min(wanted, plan.games // 16))


def _every(plan: Plan, game: Game, scripts: list[Script], each: float) -> int:
    """One game in how many is judged, so that judging leaves play most of the time."""
    judge = judge_of(plan.target)
    chosen = plan.configurations[0]
    games = [answers_of(game.engine(chosen).for_playouts(), script) for script in scripts]
    judge(game, chosen, games[0])
    start = time.process_time()
    for answers in games:
        judge(game, chosen, answers)
    cost = (time.process_time() - start) / len(scripts)
    return max(1, round(cost / (each * SHARE)))
