"""One random game under the compiled laws and under the reference: where they do not see the same breaches."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.check.configuration_space import GameConfig, configurations
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.checked_rulebook import CheckedLaw
from rulekit.laws.law_watch import LawWatch
from rulekit.play.games.game import Game
from rulekit.play.games.playouts import bits_of
from rulekit.play.machine import law_evaluation
from rulekit.play.machine.frames import ChancePoint, Decision, Over, Sealed
from rulekit.play.machine.law_evaluation import LawEvaluation
from rulekit.play.machine.machine import Machine
from rulekit.play.machine.random_bits import Bits
from rulekit.play.machine.rule_faults import Fault
from rulekit.records import evolve
from rulekit.typesystem import types as t

OTHER_WAY = {"never-rises": "never-falls", "never-falls": "never-rises"}


def falsified(game: Game) -> Game:
    """The same game with every law turned into its opposite."""
    return Game(evolve(game.checked, laws=tuple(map(opposite, game.checked.laws))), game.spec, game.clauses)


def opposite(law: CheckedLaw) -> CheckedLaw:
    """A law that is broken wherever this one holds."""
    if law.sort not in ("plain", "after"):
        return law
    assert law.condition is not None
    if law.kind.startswith("never-"):
        return evolve(law, kind=OTHER_WAY.get(law.kind, law.kind))
    return evolve(law, condition=v.Not(law.condition, type=t.YES_NO, span=law.condition.span))


def sample(game: Game, most: int) -> Iterator[GameConfig]:
    """Some configurations of a game."""
    for one in configurations(game.checked, 0)[:most]:
        yield GameConfig(one.options, one.seats)


def difference(game: Game, chosen: GameConfig, number: int, longest: int) -> str | None:
    """What one of the two sees and the other does not; a fault of the rules ends the game."""
    watch = LawWatch(game, chosen)
    state, bits = watch.engine.start(), bits_of("both", number)
    m = game.setting(chosen).machine()
    m.lawful = True
    m = m.begin()
    before, late = None, list[law_evaluation.Breach]()
    for step in range(longest):
        late += m.breaches
        wanted: list[law_evaluation.Breach] = []
        if LawEvaluation(m).law_point() and m.started:
            wanted, late = late + LawEvaluation(m).breaches(before), []
            before = m.table
        one, other = sorted(set(map(str, wanted))), sorted(set(map(str, watch.see(state))))
        if one != other:
            return f"step {step}: {one} / {other}"
        if isinstance(m.pending, Over):
            return None
        try:
            m, state = answered(m, watch, state, bits)
        except Fault:
            return None
    return None


def answered(m: Machine, watch: LawWatch, state: object, bits: Bits) -> tuple[Machine, object]:
    """The same answer on both."""
    pending = m.pending
    if isinstance(pending, ChancePoint):
        outcome = pending.draw_one(bits)
        return m.draw(outcome), watch.engine.draw(state, outcome)
    assert isinstance(pending, Decision | Sealed)
    _, _, seat, count = watch.engine.short_question(state)
    number = bits.below(count)
    moves = pending.moves if isinstance(pending, Decision) else pending.moves[seat]
    return m.decide(seat, moves[number]), watch.engine.advance(state, seat, number)
