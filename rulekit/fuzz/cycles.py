"""Games that can go on for ever: moves after which a position is what it was before them, with no fate in between."""

from __future__ import annotations

from collections.abc import Container
from typing import Any

import attrs

from rulekit.play.games.game import Game
from rulekit.play.games.game_config import Chosen
from rulekit.play.games.random_bits import Bits, stream
from rulekit.play.machine.rule_faults import Fault
from rulekit.play.position.frames import ChancePoint
from rulekit.play.position.public_position import Position

LOOKED = 1_500  # positions that are looked at
LONGEST = 150  # decisions of one game
IN_A_ROW = 100  # outcomes of fate; whoever draws for ever is told elsewhere


@attrs.frozen
class Cycle:
    """Moves that lead back to where they began: each with its line and its seat. `before` so many moves were made."""

    chosen: Chosen
    lines: tuple[str, ...]
    moves: tuple[str, ...]
    before: int

    def to_json(self) -> dict[str, Any]:
        return {**self.chosen.to_json(), "before": self.before, "lines": list(self.lines), "moves": list(self.moves)}


def shortest_cycle(
    game: Game, configurations: tuple[Chosen, ...], seed: str, excused: Container[str] = (), most: int = LOOKED
) -> Cycle | None:
    """The one with the fewest moves that some random games come to; none in which a line asks that is excused."""
    found: Cycle | None = None
    looked = number = 0
    while looked < most and number < most:
        chosen = configurations[number % len(configurations)]
        positions, cycle = _walked(game, chosen, stream(seed, "cycle", number), min(LONGEST, most - looked), excused)
        looked, number = looked + positions, number + 1
        if cycle is not None and (found is None or len(cycle.moves) < len(found.moves)):
            found = cycle
    return found


def _walked(game: Game, chosen: Chosen, bits: Bits, most: int, excused: Container[str]) -> tuple[int, Cycle | None]:
    """One random game: how many positions were looked at, and the first cycle it came to."""
    seen: dict[str, int] = {}  # since fate was last asked
    since: list[tuple[str, str]] = []  # the line and the words of each move made since
    made = draws = 0
    try:
        here = game.start(chosen.seats, dict(chosen.options))
        while made < most and draws < IN_A_ROW and not here.over:
            point = here.engine.pending(here.state)
            if isinstance(point, ChancePoint):
                here, seen, since, draws = _on(here.drawn_so(point.drawn(bits))), {}, [], draws + 1
                continue
            first = seen.setdefault(here.hash(), len(since))
            if first < len(since):
                lines, moves = zip(*since[first:], strict=True)
                if not any(line in excused for line in lines):
                    return made, Cycle(chosen, lines, moves, made - len(moves))
                seen, since = {known: n for known, n in seen.items() if n <= first}, since[:first]
            seat = here.pending.seats[0]
            number = bits.below(len(here.legal(seat)))
            since.append((here.engine.asked(here.state)[1], f"seat {seat}: {here.words(seat)[number]}"))
            here, made, draws = _on(here.take(seat, number)), made + 1, 0
    except Fault:
        pass  # that is for the judges to find
    return made + 1, None


def _on(here: Position) -> Position:
    """The same without the way that led there, so that long games hold no more than they need."""
    return attrs.evolve(here, before=None, step=None, answer=None)


def told(game: Game, cycle: Cycle) -> str:
    """In words, with what to do about it."""
    many = "this move" if len(cycle.moves) == 1 else f"these {len(cycle.moves)} moves"
    after = f", after {cycle.before} others" if cycle.before else ""
    lines = [
        f"{game.name}: this game can go on for ever: after {many} the position is what it was, and nothing limits that"
    ]
    lines += [f"  {'set up':<12} {game.describe(cycle.chosen)}{after}"]
    lines += [
        f"  move {n:<7} [{line}] {move}" for n, (line, move) in enumerate(zip(cycle.lines, cycle.moves, strict=True), 1)
    ]
    advice = (
        f"let the rules end or limit it, or give a reason in rulings.md under `## Endless`: - [{cycle.lines[0]}]: .."
    )
    return "\n".join([*lines, f"  {'what to do':<12} {advice}"])
