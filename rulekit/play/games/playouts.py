"""Random games, as fast as an engine goes, and what they were like; a seed and a number give the same game anywhere."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterable
from typing import Any

import attrs

from rulekit.play import json_api
from rulekit.play.engines import CHANCE, DECISION, END, Engine
from rulekit.play.games.game import Position
from rulekit.play.machine.frames import ChancePoint
from rulekit.play.machine.random_bits import Bits, stream
from rulekit.play.machine.rule_faults import Fault
from rulekit.play.machine.run_limits import DrawLimit

LONGEST = 10_000  # decisions; a random game that takes more is broken off


@attrs.frozen
class PlayedGame:
    """What one game was like."""

    number: int
    decisions: int
    draws: int
    seconds: float
    kinds: dict[str, int]  # line ids, how often each has asked
    result: dict[str, Any] | None  # nothing if it was broken off
    fault: str | None = None
    asked: frozenset[int] = frozenset()  # seats


def bits_of(seed: int | str, number: int) -> Bits:
    """The stream of one game."""
    return stream(seed, "game", number)


def play(engine: Engine, seed: int | str, number: int, limit: int = LONGEST) -> PlayedGame:
    """One game at random."""
    bits = bits_of(seed, number)
    kinds: Counter[str] = Counter()
    asked: set[int] = set()
    made = draws = 0
    draw_limit = DrawLimit()
    start = time.perf_counter()
    result, fault = None, None
    try:
        state = engine.start()
        while True:
            kind, line, seat, count = engine.short_question(state)
            if kind == DECISION:
                if made >= limit:
                    break
                kinds[line] += 1
                asked.add(seat)
                made += 1
                state = engine.advance(state, seat, bits.below(count))
            elif kind == CHANCE:
                draws += 1
                draw_limit.count(made, line)
                state = engine.draw(state, point_of(engine, state).draw_one(bits))
            else:
                result = json_api.result(engine.machine(state))
                break
    except Fault as found:
        fault = str(found)
    seconds = time.perf_counter() - start
    return PlayedGame(number, kinds.total(), draws, seconds, dict(kinds), result, fault, frozenset(asked))


def point_of(engine: Engine, state: Any) -> ChancePoint:
    """The chance point at which a state waits."""
    pending = engine.pending(state)
    assert isinstance(pending, ChancePoint)
    return pending


def replay_playout(position: Position, seed: int | str, number: int, limit: int = LONGEST) -> Position:
    """The same game as `play` gives, with every position on the way, for a trace."""
    bits = bits_of(seed, number)
    here, made = position, 0
    draw_limit = DrawLimit()
    while made < limit:
        kind, line, seat, count = here.engine.short_question(here.state)
        if kind == END:
            break
        if kind == CHANCE:
            draw_limit.count(made, line)
            here = here.drawn_so(point_of(here.engine, here.state).draw_one(bits))
            continue
        here = here.take(seat, bits.below(count))
        made += 1
    return here


# ------------------------------------------------------------------ many games


def sum_up(games: Iterable[PlayedGame]) -> dict[str, Any]:
    """Lengths, scores, ends and kinds of decisions of many games; the order in which they came does not matter."""
    played = sorted(games, key=lambda game: game.number)
    whole = [game for game in played if game.result is not None]
    results = [game.result for game in whole if game.result is not None]
    kinds = sum((Counter(game.kinds) for game in played), Counter[str]())
    seconds = sum(game.seconds for game in played)
    made = sum(game.decisions for game in played)
    return {
        "games": len(played),
        "finished": len(whole),
        "unfinished": [game.number for game in played if game.result is None and game.fault is None],
        "faults": [{"game": game.number, "fault": game.fault} for game in played if game.fault is not None],
        "decisions": distribution([game.decisions for game in whole]),
        "draws": distribution([game.draws for game in whole]),
        "scores": _scores(results),
        "wins": _wins(results),
        "outcomes": dict(sorted(Counter(str(result["outcome"]) for result in results).items())),
        "kinds": dict(sorted(kinds.items(), key=lambda one: (-one[1], one[0]))),
        "seconds": round(seconds, 3),
        "decisions_per_second": round(made / seconds) if seconds else 0,
    }


def distribution(numbers: list[int]) -> dict[str, Any] | None:
    """Least, middle, mean and most."""
    if not numbers:
        return None
    ordered = sorted(numbers)
    mean = round(sum(ordered) / len(ordered), 2)
    return {"least": ordered[0], "median": ordered[len(ordered) // 2], "mean": mean, "most": ordered[-1]}


def _scores(results: list[dict[str, Any]]) -> list[dict[str, Any] | None]:
    """The scores of each seat, where the result has any."""
    rows = [result["scores"] for result in results if "scores" in result]
    return [
        distribution([row[seat] for row in rows if seat < len(row)]) for seat in range(max(map(len, rows), default=0))
    ]


def _wins(results: list[dict[str, Any]]) -> dict[str, int]:
    """How often each seat was a winner."""
    wins = Counter(seat for result in results for seat in result.get("winners", ()))
    return {str(seat): wins[seat] for seat in sorted(wins)}


__all__ = ["LONGEST", "PlayedGame", "distribution", "play", "replay_playout", "sum_up"]
