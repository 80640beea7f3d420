"""Games side by side: what is wrong is noted, and play goes on from the position of the rules where that can be."""

from __future__ import annotations

from collections import Counter
from typing import Any

import attrs

from rulekit.check.configuration_space import GameConfig
from rulekit.play.games.game import Game, Position
from rulekit.play.machine.random_bits import stream
from rulekit.play.machine.rule_faults import Fault
from rulekit.play.position.chance_outcomes import source
from rulekit.protocol.handshake import Agreement
from rulekit.verify import work_units
from rulekit.verify.blaming.lost_by_load import Way, loading_difference
from rulekit.verify.blaming.waiting_points import told_from_question
from rulekit.verify.differences.answer_form import as_wrong_form
from rulekit.verify.differences.asked_again import comes_of_moves
from rulekit.verify.differences.divergence import Divergence
from rulekit.verify.differences.found_difference import (
    FoundDifference,
    empty_side,
    end_difference,
    side_of_engine,
    side_with_answer,
)
from rulekit.verify.greeted_engine import GreetedEngine
from rulekit.verify.lockstep import lines_met
from rulekit.verify.lockstep.lockstep_game import play
from rulekit.verify.lockstep.played_game import LockstepResult, LookPlan
from rulekit.verify.lockstep.start_positions import StartPosition
from rulekit.verify.model import DifferenceKind, Failed
from rulekit.verify.work_units import WorkUnit

VIEWS = 5  # one view in so many decisions, the readers in turn
PARTS = 16  # of one game, each from where the one before it parted
SHORT = 8  # decisions of a game from a position
DEEP = 400  # decisions that the rules play by themselves at most, to find one
NOTED, RARELY = 24, 8  # games whose lines are noted: so many, and one in so many of the others
SHARES = {
    DifferenceKind.VIEW: "views of ",
    DifferenceKind.REFUSAL: "wrong moves ",
}  # counts that are parts of a kind, as they begin
COUNTED = {
    DifferenceKind.POSITION: "positions",
    DifferenceKind.ASKED: "looks",
    DifferenceKind.LEGAL: "looks",
    DifferenceKind.VIEW: "views",
    DifferenceKind.RESULT: "results",
    DifferenceKind.REFUSAL: "refusals",
    DifferenceKind.EXPLANATION: "explanations",
    DifferenceKind.CHANCE: "chance points",
    DifferenceKind.COPY: "copies",
    DifferenceKind.LOADED: "loaded",
}
SPARED = {
    DifferenceKind.VIEW: "views",
    DifferenceKind.EXPLANATION: "explain",
}  # features asked no more, once they differed
ASIDE = frozenset(
    (*SPARED, DifferenceKind.REFUSAL, DifferenceKind.COPY, DifferenceKind.LOADED)
)  # kinds that play does not hang on
Json = Any


@attrs.frozen
class LockstepPlan:
    """What every game must know."""

    configurations: tuple[GameConfig, ...]
    seed: str
    longest: int | None = None  # decisions after which a game is broken off
    starts: tuple[StartPosition, ...] = ()  # positions to begin with, in turn

    def beginning_of(self, number: int) -> tuple[GameConfig, Json]:
        """How a game begins: in which configuration, and at which position, if it is not the beginning."""
        if self.starts:
            start = self.starts[number % len(self.starts)]
            return start.chosen, start.position
        return self.configurations[number % len(self.configurations)], None


def game_unit(game: Game, door: GreetedEngine, plan: LockstepPlan, number: int) -> WorkUnit:
    """One game with all that was found in it. Every third begins from a position that the rules have played to."""
    chosen, start = plan.beginning_of(number)
    tally = Tally(game, door, chosen, number)
    enough, final_only = plan.longest, False
    way: Way | None = () if start is None else None  # to where a part of it begins
    if start is None and door.agreed.can("load") and number % 3 == 2:
        begun, enough = position_played_to(game, chosen, plan.seed, number), SHORT
        start, way = begun.to_json(), way_to(begun)
    spared: frozenset[str] = frozenset()  # kinds that differed already, and that play does not hang on
    for part in range(PARTS):
        seed = f"{plan.seed}.{part}" if part and start is not None else plan.seed
        played = play(
            game,
            chosen,
            door.session,
            agreement_without(door.agreed, spared),
            seed,
            number,
            attrs.evolve(close_look_plan(number, enough, spared), final_only=final_only),
            start,
        )
        here = tally.add(played, way)
        if played.parting is None or tally.failure is not None or here is None:
            break
        if door.agreed.can("load"):
            later, final_only = continuation(here, played.parting, f"{plan.seed}.{part}.{number}")
            start = None if later is None else later.to_json()
            way = None if way is None or later is None else (*way, *way_to(later))
            enough = plan.longest
        if start is None and (played.parting.what not in ASIDE or played.parting.what in spared):
            break
        spared |= {played.parting.what} & ASIDE
    return tally.unit()


def close_look_plan(number: int, enough: int | None, spared: frozenset[str]) -> LookPlan:
    """How closely to look; what differed already in this game is not looked at again, so that it hides nothing."""
    usual = LookPlan(views=VIEWS, enough=enough, curious=number % 2 == 1)
    copied = bool({DifferenceKind.COPY, DifferenceKind.LOADED} & spared)
    return attrs.evolve(
        usual,
        refusals=0 if DifferenceKind.REFUSAL in spared else usual.refusals,
        copies=0 if copied else usual.copies,
    )


def agreement_without(agreed: Agreement, spared: frozenset[str]) -> Agreement:
    """What the engine is asked: no more views and explanations, once they differed."""
    gone = {feature for kind, feature in SPARED.items() if kind in spared}
    return attrs.evolve(agreed, features=agreed.features - gone) if gone else agreed


class Tally:
    """What comes of one game, part after part."""

    def __init__(self, game: Game, door: GreetedEngine, chosen: GameConfig, number: int) -> None:
        self.game, self.door, self.chosen, self.number = game, door, chosen, number
        self.counts: Counter[str] = Counter()
        self.met: list[FoundDifference] = []
        self.lines: set[str] = set()
        self.failure: Failed | None = None
        self.over = False
        self.not_loaded = 0

    def add(self, played: LockstepResult, way: Way | None) -> Position | None:
        """One part, and the way to where it began; the position by the rules where it ended, if it can be reached."""
        self.counts += played.counts
        self.over = self.over or played.over
        self.not_loaded += played.counts["not loaded"]
        if played.parting is None and not notes_lines(self.number):
            return None
        here = end_position(self.game, played)
        if here is None:
            return None
        line = here.line()
        if notes_lines(self.number):
            self.lines |= lines_met.met_lines(line[:-1] if played.parting is not None else line)
        if played.parting is None:
            return here
        steps = tuple(one.step for one in line[1:])
        engine, parting = empty_side(), played.parting
        if played.parting.what == DifferenceKind.FAILURE:
            kind = played.failure.kind if played.failure is not None else "error"
            self.failure = Failed(kind, str(played.parting.engine), 1, f"game {self.number}", ())
            return None
        taken = played.parting.what == DifferenceKind.REFUSAL and played.parting.rules != "legal"
        if not taken:  # after a wrong move was taken it stands somewhere else
            engine = side_of_engine(self.door.session, self.door.agreed, parting, self.chosen.seats)
            parting = attrs.evolve(parting, fades=not comes_of_moves(here, parting, engine, self.door.agreed.unsaid))
        met = FoundDifference(
            work_units.GAMES,
            f"game {self.number}",
            self.number,
            dict(self.chosen.options),
            self.chosen.seats,
            played.start,
            steps,
            parting,
            side_with_answer(engine, parting),
        )
        unsaid = self.door.agreed.unsaid
        lost = loading_difference(self.game, self.door.session, self.door.agreed, met, way)
        told = lost or told_from_question(end_difference(met, here.is_over), here, unsaid)
        self.met.append(as_wrong_form(self.game, unsaid, told))
        return here

    def _shares(self, begin: str) -> dict[str, int]:
        return {name: number for name, number in sorted(self.counts.items()) if name.startswith(begin)}

    def _why(self) -> str:
        """Why nothing was compared."""
        if self.not_loaded:
            return "the engine did not take the position it was to begin with"
        return "no game goes on from the position it was to begin with"

    def unit(self) -> WorkUnit:
        state = work_units.FAILED if self.failure is not None else work_units.DIFFERS if self.met else work_units.AGREED
        nothing = not self.counts["looks"] and state == work_units.AGREED
        told = {str(kind): self.counts[name] for kind, name in COUNTED.items() if self.counts[name]}
        return WorkUnit(
            work_units.GAMES,
            f"game {self.number}",
            self.number,
            dict(self.chosen.options),
            self.chosen.seats,
            work_units.SKIPPED if nothing else state,
            self._why() if nothing else "",
            self.over,
            self.counts["decisions"],
            told,
            {str(kind): self._shares(begin) for kind, begin in SHARES.items()},
            tuple(self.met),
            self.failure,
            tuple(sorted(self.lines)),
            (),
        )


def notes_lines(number: int) -> bool:
    """Whether the lines that a game meets are noted, which costs as much as the game: of the first, then of some."""
    return number < NOTED or number % RARELY == 0


def end_position(game: Game, played: LockstepResult) -> Position | None:
    """The position by the rules at the end of a part; none where a position that was only written leads to a fault."""
    begun = played.start is None
    here = game.start(played.chosen.seats, dict(played.chosen.options)) if begun else game.position(played.start)
    try:
        for answer in played.answers:
            here = here.drawn_so(answer[0]) if len(answer) == 1 else here.take(*answer)
    except Fault:
        return None
    return here


# ------------------------------------------------------------------ from positions


def position_played_to(game: Game, chosen: GameConfig, seed: str, number: int) -> Position:
    """A position of a game that the rules have played by themselves, from anywhere in it."""
    bits = stream(seed, "middle", number)
    here = game.start(chosen.seats, dict(chosen.options), chance=f"{seed}/{number}")
    met = [here]
    while not here.is_over and len(met) < DEEP:
        seat = here.pending.seats[0]
        here = here.take(seat, bits.below(len(here.legal(seat))))
        met += [] if here.is_over else [here]
    return bits.pick(met)


def way_to(here: Position) -> Way:
    """What was answered up to here, since the position that it began with."""
    return tuple(one.step for one in here.line()[1:])


def continuation(here: Position, parting: Divergence, seed: str) -> tuple[Position | None, bool]:
    """Where play goes on after a difference: at the same position if that was wrong there, else one move later.

    If there is no later, only the end is looked at, so that a mistake near the end does not hide the result.
    """
    bits = stream(seed, "on", 0)
    here = attrs.evolve(here, chance=source(seed)).after_chance()
    if here.is_over:
        return None, False
    if parting.what == DifferenceKind.POSITION:
        return here, False
    seat = here.pending.seats[0]
    later = here.take(seat, bits.below(len(here.legal(seat))))
    return (here, True) if later.is_over else (later, False)


__all__ = ["LockstepPlan", "game_unit"]
