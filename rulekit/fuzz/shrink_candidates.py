"""New games that may fail as a long one does: drawn short, with a liking for its last moves, or varied from it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulekit.fuzz.game_script import answered, moves_of
from rulekit.fuzz.replay_attempt import CALM, Attempt, Wish, Wishes, fated
from rulekit.play.games.engines import CHANCE, DECISION
from rulekit.play.games.game import Game
from rulekit.play.games.game_config import Chosen
from rulekit.play.games.playouts import point_of
from rulekit.play.games.random_bits import Bits, stream
from rulekit.play.machine.rule_faults import Fault
from rulekit.play.position.frames import Move

LATE = 6  # moves at the end of a game that are liked in some of the new ones
OTHERS = 5  # other moves that are remembered for each decision


def short(game: Game, chosen: Chosen, number: int, most: int, liked: Iterable[Move] = ()) -> Wishes:
    """A random game of so many decisions; every other one with a calm fate. What is liked is done half of the time."""
    engine, bits = game.engine(chosen).for_playouts(), stream("shrink", number)
    wanted = set(liked)
    fates: dict[str, Any] = {}
    times: dict[str, int] = {}
    moves: list[Wish] = []
    try:
        state = engine.start()
        while len(moves) < most:
            kind, line, seat, count = engine.asked(state)
            if kind == DECISION:
                pick = _pick(engine, moves_of(state, seat), count, wanted, bits)
                moves.append(Wish(seat, engine.moves[moves_of(state, seat)[pick]]))  # type: ignore[attr-defined]
                state = engine.advance(state, seat, pick)
            elif kind == CHANCE:
                point = point_of(engine, state)
                times[line] = times.get(line, 0) + 1
                calm = number % 2 and times[line] <= CALM
                fates[f"{line}#{times[line]}"] = fated(point, None) if calm else point.drawn(bits)
                state = engine.draw(state, fates[f"{line}#{times[line]}"])
            else:
                break
    except Fault:
        pass
    return Wishes(chosen, tuple(moves), fates)


def _pick(engine: Any, known: Any, count: int, wanted: set[Move], bits: Bits) -> int:
    if wanted and count > 1 and bits.below(2):
        found = [number for number, token in enumerate(known) if engine.moves[token] in wanted]
        if found:
            return bits.pick(found)
    return bits.below(count)


def late(attempt: Attempt) -> tuple[Move, ...]:
    """The last moves of a game; what fails often needs what was done there, and not much of what was before."""
    return tuple(wish.move for wish in attempt.wishes.moves[-LATE:])


def others(attempt: Attempt) -> list[tuple[Wish, ...]]:
    """For each decision of a game some other moves that could have been taken."""
    engine = attempt.game.engine(attempt.chosen).for_playouts()
    bits, found = stream("others", attempt.decisions), []
    state = engine.start()
    for answer in attempt.answers:
        if len(answer) == 2:
            seat, known = answer[0], moves_of(state, answer[0])
            few = len(known) <= OTHERS
            numbers = range(len(known)) if few else dict.fromkeys(bits.below(len(known)) for _ in range(OTHERS))
            moves = (engine.moves[known[n]] for n in numbers if n != answer[1])  # type: ignore[attr-defined]
            found.append(tuple(Wish(seat, move) for move in moves))
        try:
            state = answered(engine, state, answer)
        except Fault:
            break
    return found


def varied(moves: tuple[Wish, ...], known: list[tuple[Wish, ...]], number: int) -> tuple[Wish, ...]:
    """The same game with some moves taken otherwise; every other one without some of the rest."""
    bits, left = stream("varied", number), list(moves)
    open_ = [place for place in range(min(len(moves), len(known))) if known[place]]
    for _ in range(1 + bits.below(3)):
        if open_:
            place = bits.pick(open_)
            left[place] = bits.pick(known[place])
    if number % 2 and left:
        start = bits.below(len(left))
        del left[start : start + 1 + bits.below(max(1, len(left) // 3))]
    return tuple(left)


__all__ = ["late", "others", "short", "varied"]
