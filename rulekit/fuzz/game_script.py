"""A game told in numbers: the seed of chance, which of the legal moves were taken, and how to go on from there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any

import attrs

from rulekit.play.codegen.runtime import DECIDE
from rulekit.play.engines import CHANCE, DECISION, Engine
from rulekit.play.games.playouts import point_of
from rulekit.play.machine.random_bits import Bits
from rulekit.play.machine.rule_faults import Fault

LONGEST = 3_000  # decisions; a game that takes more is broken off
RULES = "rules"  # is blamed where no clause can be
Answer = tuple[Any, ...]  # seat and number of a move, or an outcome alone
PACKED = 8  # classes of packed moves, so that some can be avoided
MOST = 1 << 52  # seeds are smaller, so that every reader of JSON can hold them
Chooser = Callable[[Any, int, int, Bits], int]  # the state, a seat, how many moves, numbers: which move
Watcher = Callable[[Any], bool]  # is there anything wrong with this state?


@attrs.frozen
class GameScript:
    """The picks are numbers in legal lists, read modulo their length; what comes after them is drawn from `tail`."""

    chance: int
    picks: tuple[int, ...] = ()
    tail: int | None = None  # nothing: the game is left where the picks end


@attrs.frozen(eq=False)
class ScriptRun:
    """How a game went: the picks it came to, where it stands, and what was wrong."""

    script: GameScript  # the same game with all its picks
    state: Any
    ended: bool
    fault: Fault | None = None
    stopped: bool = False  # by the watcher
    asked: frozenset[int] = frozenset()  # seats

    @property
    def decisions(self) -> int:
        """How many decisions the game had."""
        return len(self.script.picks)


def play(
    engine: Engine, script: GameScript, choose: Chooser, longest: int = LONGEST, wrong: Watcher | None = None
) -> ScriptRun:
    """Play it; it stops early where the watcher sees something wrong."""
    chance, bits = Bits(script.chance), Bits(script.tail or 0)
    wanted, known = script.picks, len(script.picks)
    last = min(longest, known) if script.tail is None else longest
    picks: list[int] = []
    seats: set[int] = set()
    state: Any = None
    fault, ended, stopped, made = None, False, False, 0
    plain, below, took = choose is choose_any, bits.below, picks.append
    asked, advance = engine.short_question, engine.advance
    try:
        state = engine.start()
        while True:
            if wrong is not None and wrong(state):
                stopped = True
                break
            kind, _, seat, count = asked(state)
            if kind == DECISION:
                if made >= last:
                    break
                if made < known:
                    number = wanted[made] % count
                else:
                    number = below(count) if plain else choose(state, seat, count, bits)
                made += 1
                took(number)
                seats.add(seat)
                state = advance(state, seat, number)
            elif kind == CHANCE:
                state = engine.draw(state, point_of(engine, state).draw_one(chance))
            else:
                ended = True
                break
    except Fault as found:
        fault = found
    return ScriptRun(GameScript(script.chance, tuple(picks)), state, ended, fault, stopped, frozenset(seats))


# ------------------------------------------------------------------ answer by answer


def answers_of(engine: Engine, script: GameScript) -> list[Answer]:
    """Every answer of a game, those of chance as well; of a game with a fault, up to the answer that led to it."""
    chance, made = Bits(script.chance), 0
    found: list[Answer] = []
    try:
        state = engine.start()
        while True:
            kind, _, seat, count = engine.short_question(state)
            if kind == DECISION and made < len(script.picks):
                found.append((seat, script.picks[made] % count))
                made += 1
            elif kind == CHANCE:
                found.append((point_of(engine, state).draw_one(chance),))
            else:
                return found
            state = apply_answer(engine, state, found[-1])
    except Fault:
        return found


def apply_answer(engine: Engine, state: Any, answer: Answer) -> Any:
    """One answer on; the state before may be used up."""
    if len(answer) == 1:
        return engine.draw(state, answer[0])
    return engine.advance(state, answer[0], answer[1])


# ------------------------------------------------------------------ habits of players


def choose_any(state: Any, seat: int, count: int, bits: Bits) -> int:
    """All moves alike."""
    return bits.below(count)


def choose_rare_moves(used: Counter[Any]) -> Chooser:
    """Of two moves the one that was made less often."""

    def choose(state: Any, seat: int, count: int, bits: Bits) -> int:
        if count == 1:
            return 0
        one, other = bits.below(count), bits.below(count)
        moves = moves_of(state, seat)
        if used[moves[other]] < used[moves[one]]:
            one = other
        used[moves[one]] += 1
        return one

    return choose


def choose_avoiding_ways(avoided: frozenset[int]) -> Chooser:
    """Some ways to move are avoided, mostly: what is drawn is drawn once more."""

    def choose(state: Any, seat: int, count: int, bits: Bits) -> int:
        number = bits.below(count)
        if count > 1 and way_of(moves_of(state, seat)[number]) in avoided:
            number = bits.below(count)
            if way_of(moves_of(state, seat)[number]) in avoided:
                return bits.below(count)
        return number

    return choose


def choose_unreached_ways(wanted: frozenset[int]) -> Chooser:
    """Half of the time a move of a way that leads to what has not been reached."""

    def choose(state: Any, seat: int, count: int, bits: Bits) -> int:
        if count > 1 and bits.below(2):
            moves = moves_of(state, seat)
            found = [number for number, move in enumerate(moves) if way_of(move) in wanted]
            if found:
                return bits.pick(found)
        return bits.below(count)

    return choose


def way_of(move: Any) -> int:
    """The number of the way to move; a move that is packed into one number stands for itself."""
    return int(move[0] if isinstance(move, tuple) else -1 - move % PACKED)


def moves_of(state: Any, seat: int) -> Any:
    """The moves of a seat, as a written engine holds them."""
    return state.moves if state.stage == DECIDE else state.sealed[1][seat]
