"""Judging mutants by laws: random games of the changed rules alone, in one configuration after the other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rulekit.check.configuration_space import GameConfig
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.laws import reads_only
from rulekit.laws.law_watch import LawWatch
from rulekit.laws.position_laws import violations
from rulekit.mutate.chance_bias import NOBODY, BiasedChance, FavouredRow, biased_chance
from rulekit.play.engines import CHANCE, DECISION, END, Engine
from rulekit.play.games.game import Game, Position
from rulekit.play.games.playouts import bits_of, point_of
from rulekit.play.machine.random_bits import Bits
from rulekit.play.machine.rule_faults import Fault

LOOKS = 4  # positions of a game that are looked at one by one
GAP = 12  # answers between two of them, at first
FARTHEST = 400  # answers; later positions are left to the laws that are watched all the way


def killer(
    game: Game,
    sample: tuple[GameConfig, ...],
    numbers: Iterable[int],
    longest: int,
    seed: str,
    favour: FavouredRow = NOBODY,
) -> str | None:
    """The first law that breaks in the games of these numbers, or the fault the rules run into."""
    if not sample:
        return "the demands allow no configuration"
    for number in numbers:
        chosen = sample[number % len(sample)]
        try:
            found = _one(LawWatch(game, chosen), biased_chance(bits_of(seed, number), number, favour), longest)
        except Fault as fault:
            return f"game {number} with {_setup_text(chosen)}: the rules ran into a fault: {fault}"
        if found is not None:
            return f"game {number} with {_setup_text(chosen)}: {found}"
    return None


def first_broken_static_law(checked: CheckedRulebook) -> str | None:
    """The first law about the text of the rules that does not hold: what is read or changed beyond what it allows."""
    return next((f"the law [{one.clause}] does not hold: {one.said}" for one in reads_only.violations(checked)), None)


def check_positions(
    game: Game, sample: tuple[GameConfig, ...], numbers: Iterable[int], longest: int, seed: str
) -> str | None:
    """The first built-in law, or law about sameness, that breaks at some positions of games of these numbers."""
    for number in numbers:
        chosen = sample[number % len(sample)]
        for here in positions(game, chosen, bits_of(f"{seed} {number}", number), longest):
            broken = here if isinstance(here, Fault) else next(violations(here), None)
            if isinstance(broken, Fault):
                return f"game {number} with {_setup_text(chosen)}: the rules ran into a fault: {broken}"
            if broken is not None:
                return f"game {number} with {_setup_text(chosen)}: the law [{broken.id}] breaks: {broken.text}"
    return None


def positions(game: Game, chosen: GameConfig, bits: Bits, longest: int) -> Iterator[Position | Fault]:
    """A few decisions of one random game, the gaps between them growing as it goes on, and its end, or its fault."""
    here, wanted, looks = game.start(chosen.seats, dict(chosen.options)), bits.below(GAP), LOOKS
    for step in range(min(longest, FARTHEST)):
        kind, _, seat, count = here.engine.short_question(here.state)
        if kind == END or (kind == DECISION and step >= wanted and here.state.started):
            yield here
            wanted, looks = step + 1 + bits.below(GAP + step), looks - 1
        if kind == END or not looks:
            return
        try:
            here = here.drawn_so(point_of(here.engine, here.state).draw_one(bits)) if kind == CHANCE else (
                here.take(seat, bits.below(count))
            )  # fmt: skip
        except Fault as fault:
            yield fault
            return


def _one(watch: LawWatch, chance: BiasedChance, longest: int) -> str | None:
    engine = watch.engine
    state = engine.start()
    for step in range(longest):
        for breach in watch.see(state):
            return f"the law {breach} breaks after {step} answers"
        if engine.short_question(state)[0] == END:
            return None
        state = answer_randomly(engine, state, chance)
    return None


def answer_randomly(engine: Engine, state: Any, chance: BiasedChance) -> Any:
    """One answer at random, of a player or of chance."""
    kind, _, seat, count = engine.short_question(state)
    if kind == CHANCE:
        return engine.draw(state, chance.outcome(point_of(engine, state)))
    if not count:
        raise Fault("stuck", engine.short_question(state)[1])
    return engine.advance(state, seat, chance.below(count))


def _setup_text(chosen: GameConfig) -> str:
    return f"{chosen.seats} players"
