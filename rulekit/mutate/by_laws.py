"""Does a law notice? Random games of the changed rules alone, in one configuration after the other, under all laws."""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from typing import Any

from rulekit.check.examined import Checked
from rulekit.laws import looking, only, same
from rulekit.laws.free import free_laws
from rulekit.laws.watch import Watch
from rulekit.mutate.favour import NOBODY, Fate, Favour, fate
from rulekit.play.configured import Chosen
from rulekit.play.engines import CHANCE, END, Engine
from rulekit.play.faults import Fault
from rulekit.play.game import Game
from rulekit.play.playout import bits_of, point_of

LOOKS = 4  # moments of a game at which free laws and laws about sameness are asked


def killer(
    game: Game, sample: tuple[Chosen, ...], numbers: Iterable[int], longest: int, seed: str, favour: Favour = NOBODY
) -> str | None:
    """The first law that breaks in the games of these numbers, or the fault the rules run into."""
    if not sample:
        return "the demands allow no configuration"
    for number in numbers:
        chosen = sample[number % len(sample)]
        try:
            found = _one(Watch(game, chosen), fate(bits_of(seed, number), number, favour), longest)
        except Fault as fault:
            return f"game {number} with {_told(chosen)}: the rules ran into a fault: {fault}"
        if found is not None:
            return f"game {number} with {_told(chosen)}: {found}"
    return None


def static(checked: Checked) -> str | None:
    """The first law about the text of the rules that does not hold: what is read or changed beyond what it allows."""
    for law in checked.laws:
        if law.sort == "only":
            for touched in only.outside(checked, law):
                return f"the law [{law.id}] does not hold: {touched} is touched as well"
    return None


def looked(game: Game, sample: tuple[Chosen, ...], numbers: Iterable[int], longest: int, seed: str) -> str | None:
    """The first free law, or law about sameness, that breaks at some moments of games of these numbers."""
    free = {one.id: one.broken for one in free_laws()}
    alike = {law.id or "": law for law in game.checked.laws if law.sort == "under"}
    for number in numbers:
        chosen = sample[number % len(sample)]
        laws = free | {
            name: partial(same.broken, law) for name, law in alike.items() if same.applies(game, law, chosen)
        }
        found = looking.run(game, chosen, laws, 1, f"{seed} {number}", longest, LOOKS)
        for name, broken in found.broken.items():
            return f"game {number} with {_told(chosen)}: the law [{name}] breaks: {broken.wrong}"
    return None


def _one(watch: Watch, chance: Fate, longest: int) -> str | None:
    engine = watch.engine
    state = engine.start()
    for step in range(longest):
        for breach in watch.see(state):
            return f"the law {breach} breaks after {step} answers"
        if engine.asked(state)[0] == END:
            return None
        state = answered(engine, state, chance)
    return None


def answered(engine: Engine, state: Any, chance: Fate) -> Any:
    """One answer at random, of a player or of fate."""
    kind, _, seat, count = engine.asked(state)
    if kind == CHANCE:
        return engine.draw(state, chance.outcome(point_of(engine, state)))
    if not count:
        raise Fault("stuck", engine.asked(state)[1])
    return engine.advance(state, seat, chance.below(count))


def _told(chosen: Chosen) -> str:
    return f"{chosen.seats} players"
