"""Judging mutants by play: original and mutant side by side with the same answers, everything visible compared.

Both are asked for their lists of legal moves; as long as these are the same, the same number on the list is the same
move, so no move has to be translated. Whatever differs first (what is asked, the list, a state, a view, the result, a
fault) tells them apart, and the game ends there.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import attrs

from rulekit.check.configuration_space import GameConfig, configurations, factors_of
from rulekit.mutate.chance_bias import NOBODY, BiasedChance, FavouredRow, biased_chance
from rulekit.play import json_api
from rulekit.play.codegen.generated_engine import Generated
from rulekit.play.engines import CHANCE, END
from rulekit.play.games.game import Game
from rulekit.play.games.game_config import choose, editions
from rulekit.play.games.playouts import bits_of
from rulekit.play.machine.frames import ChancePoint
from rulekit.play.machine.rule_faults import Fault
from rulekit.play.position.strict_json import dumps
from rulekit.play.refusals import Refused

FEW = 12  # configurations that are all played in


@attrs.frozen
class PlayComparison:
    """What was compared, and what differed if anything did."""

    games: int = 0
    decisions: int = 0
    configurations: int = 0
    difference: str | None = None

    def and_then(self, more: PlayComparison) -> PlayComparison:
        """Both together."""
        configurations = max(self.configurations, more.configurations)
        return PlayComparison(self.games + more.games, self.decisions + more.decisions, configurations, more.difference)


@attrs.frozen
class CompareIntervals:
    """How closely: views and the whole position at every so many answers, 0 never; events as well if wanted."""

    every: int
    events: bool = False

    def is_due(self, step: int) -> bool:
        """Whether the views are compared at this step; they are dear."""
        return bool(self.every) and step % self.every == 0


GLANCE = CompareIntervals(0)


def sample_of(game: Game) -> tuple[GameConfig, ...]:
    """The configurations games are played in, the usual one first: all of them, or of many a pairwise sample."""
    return configurations(game.checked, FEW)


def set_up_differs(one: Game, other: Game) -> str | None:
    """Do the two offer other options, editions, numbers of players?"""
    if factors_of(one.checked) != factors_of(other.checked):
        return "the options, their usual values or the numbers of players differ"
    for name in editions(one.checked):
        if _edition(one, name) != _edition(other, name):
            return f"edition {name} differs"
    for chosen in sample_of(one):
        if _choice(one, chosen) != _choice(other, chosen):
            return "a configuration is allowed by one and refused by the other"
    if sample_of(one) != sample_of(other):
        return "other configurations are allowed"
    return None


def _edition(game: Game, name: str) -> Any:
    """The options of an edition, or why they are refused: both can be compared."""
    try:
        return choose(game.checked, None, None, name)
    except Refused as refused:
        return refused.reasons


def _choice(game: Game, chosen: GameConfig) -> Any:
    """The configuration that comes of a choice, or why it is refused."""
    try:
        return choose(game.checked, chosen.seats, dict(chosen.options), None)
    except Refused as refused:
        return refused.reasons


class EnginePair:
    """The two engines of one configuration."""

    def __init__(self, one: Game, other: Game, chosen: GameConfig) -> None:
        self.one, self.other = (whole_game_engine(game, chosen) for game in (one, other))
        self.seats = chosen.seats
        self.slots = _slots(self.one, one)

    def game(self, chance: BiasedChance, longest: int, looks: CompareIntervals) -> tuple[int, str | None]:
        """One game on both; how many answers agreed, and what differed."""
        try:
            first = self.one.start()
        except Fault as fault:
            return 0, _fault(self.other.start, fault)
        try:
            second = self.other.start()
        except Fault as fault:
            return 0, f"the mutant ran into a fault: {fault}"
        for step in range(longest):
            found = self.differs(first, second, looks.is_due(step) or (looks.events and self._is_over(first)))
            if found is not None:
                return step, found
            if self._is_over(first):
                return step, None
            found, first, second = self.answer(first, second, chance, looks, step)
            if found is not None:
                return step, found
        return longest, None

    def _is_over(self, first: Any) -> bool:
        """Whether the game is over."""
        return self.one.short_question(first)[0] == END

    def answer(
        self, first: Any, second: Any, chance: BiasedChance, looks: CompareIntervals, step: int
    ) -> tuple[str | None, Any, Any]:
        """The same answer on both, and the events it makes."""
        engine = self.one
        kind, _, seat, count = engine.short_question(first)
        given: tuple[Any, ...]
        if kind == CHANCE:
            point = engine.pending(first)
            assert isinstance(point, ChancePoint)
            given = (chance.outcome(point),)
        else:
            given = (seat, chance.below(count))
        if looks.events and looks.is_due(step):
            found = self._events(first, second, given)
            if found is not None:
                return found, first, second
        return _both(self.one, self.other, first, second, given)

    # -------------------------------------------------------------- comparing

    def differs(self, first: Any, second: Any, closely: bool) -> str | None:
        """What is asked, the legal list, states and zones; sometimes the views and the whole position."""
        asked = self.one.short_question(first)
        if asked != self.other.short_question(second):
            return f"asked {_question_text(asked)} against {_question_text(self.other.short_question(second))}"
        if _legal(self.one, first) != _legal(self.other, second):
            return f"the legal list of [{asked[1]}]" if asked[0] != CHANCE else f"what [{asked[1]}] can draw"
        for slot in self.slots:
            if getattr(first, slot, None) != getattr(second, slot, None):
                return f"the position: {'where pieces lie' if slot == 'z' else slot[2:].replace('_', ' ')}"
        if asked[0] == END:
            one, other = (json_api.result(e.machine(s)) for e, s in ((self.one, first), (self.other, second)))
            if one != other:
                return f"the result: {one} against {other}"
        return self._closely(first, second) if closely else None

    def _closely(self, first: Any, second: Any) -> str | None:
        """The views of all seats and of a spectator, legal lists as they are written, and the hash of the position.
        This costs much more than a move.
        """
        one, other = self.one.machine(first), self.other.machine(second)
        for seat in (*range(self.seats), None):
            if dumps(json_api.view(one, seat)) != dumps(json_api.view(other, seat)):
                return f"the view of {'the spectator' if seat is None else f'seat {seat}'}"
        for seat in range(self.seats):
            if dumps(json_api.legal(one, seat)) != dumps(json_api.legal(other, seat)):
                return f"the legal list of seat {seat} as it is written"
        return None if json_api.hash_of(one) == json_api.hash_of(other) else "the written position"

    def _events(self, first: Any, second: Any, given: tuple[Any, ...]) -> str | None:
        """What each seat would be told of this answer, by the interpreter, since the generated engine
        records nothing.
        """
        made = []
        for engine, state in ((self.one, first), (self.other, second)):
            m = engine.machine(state)
            try:
                done = json_api.draw_recorded(m, *given) if len(given) == 1 else json_api.decide_recorded(m, *given)
                made.append([dumps(json_api.events(done, seat)) for seat in (*range(self.seats), None)])
            except Fault as fault:
                made.append([str(fault)])
        return None if made[0] == made[1] else "the events"


def duel(one: Game, other: Game, sample: tuple[GameConfig, ...], games: Iterable[int], longest: int, seed: str,
         looks: CompareIntervals, favour: FavouredRow = NOBODY) -> PlayComparison:  # fmt: skip
    """So many games, as long as the numbers last."""
    found = set_up_differs(one, other)
    pairs: dict[GameConfig, EnginePair] = {}
    played = decisions = 0
    if found is not None:
        return PlayComparison(0, 0, 0, found)
    for number in games:
        chosen = sample[number % len(sample)]
        if chosen not in pairs:
            pairs[chosen] = EnginePair(one, other, chosen)
        steps, found = pairs[chosen].game(biased_chance(bits_of(seed, number), number, favour), longest, looks)
        played, decisions = played + 1, decisions + steps
        if found is not None:
            return PlayComparison(
                played, decisions, len(pairs), f"{found} differs in game {number} after {steps} answers"
            )
    return PlayComparison(played, decisions, len(pairs))


def whole_game_engine(game: Game, chosen: GameConfig) -> Generated:
    """The engine that plays whole games; it is kept by its game, and the original is played against every mutant."""
    engine = game.engine(chosen).for_playouts()
    assert isinstance(engine, Generated)
    return engine


def _both(one: Generated, other: Generated, first: Any, second: Any, given: tuple[Any, ...]) -> tuple[
    str | None, Any, Any
]:  # fmt: skip
    """The same answer given to both; if one faults, the other must fault in the same clause."""
    try:
        after = _after_answer(one, first, given)
    except Fault as fault:
        return _fault(lambda: _after_answer(other, second, given), fault), first, second
    try:
        return None, after, _after_answer(other, second, given)
    except Fault as fault:
        return f"the mutant ran into a fault: {fault}; that", first, second


def _after_answer(engine: Generated, state: Any, given: tuple[Any, ...]) -> Any:
    """The state behind an answer: an outcome of chance alone, or a seat with the number of a move."""
    return engine.draw(state, *given) if len(given) == 1 else engine.advance(state, *given)


def _fault(other: Any, fault: Fault) -> str | None:
    """Does the mutant run into the same fault?"""
    try:
        other()
    except Fault as found:
        return None if (found.kind, found.clause) == (fault.kind, fault.clause) else f"the fault: {fault}, {found}"
    return f"the fault {fault}, which the mutant does not have,"


def _legal(engine: Generated, state: Any) -> Any:
    """The moves as the engine holds them, or what chance may answer."""
    asked = engine.short_question(state)
    if asked[0] == CHANCE:
        point = engine.pending(state)
        assert isinstance(point, ChancePoint)
        return point.kind, tuple(point.domain), point.count
    if asked[0] == END:
        return None
    pending: Any = engine.pending(state)
    moves = pending.moves if isinstance(pending.moves, tuple) else pending.moves[asked[2]]
    return [(move.name, move.args, move.how, move.group) for move in moves]


def _slots(engine: Generated, game: Game) -> tuple[str, ...]:
    """Where the engine keeps states and zones; what is kept for laws alone is left out."""
    shelves = engine.driver.module.book.shelves
    ghosts = {shelves.slot(i.name) for i in game.checked.symbols.states.values() if i.decl is not None and i.decl.ghost}
    return tuple(slot for slot in (*shelves.lists, *shelves.singles) if slot not in ghosts)


def _question_text(asked: Any) -> str:
    """Who is asked at which line, for a message."""
    return f"[{asked[1]}] of seat {asked[2]}" if asked[1] else str(asked[0])
