"""Plays the same game on both engines and says where they part."""

from __future__ import annotations

import itertools
import random
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

from rulekit.check.configurations_of import refused
from rulekit.check.examined import Checked
from rulekit.pipeline import examine_folder
from rulekit.play.engine import Engine, Reference, Written
from rulekit.play.faults import Fault
from rulekit.play.frames import ChancePoint, Decision, Over, Sealed
from rulekit.play.machine import Program, start_table
from rulekit.table.plan import plan_for


@cache
def checked(game: Path) -> Checked:
    return examine_folder(game)


def engines(game: Path, seats: int | None = None, **chosen: Any) -> tuple[Engine, Engine]:
    """Both engines for one configuration."""
    rules = checked(game)
    plan = plan_for(rules.symbols, chosen, seats or rules.symbols.seats[0])
    program, table = Program(rules, plan), start_table(plan, rules)
    return Reference(program, table), Written(program, table)


def samples(game: Path, most: int, seed: int = 0) -> Iterator[tuple[int, dict[str, Any]]]:
    """Some configurations of a game, the usual one first."""
    rules = checked(game)
    low, high = rules.symbols.seats
    yield low, {}
    rng, options = random.Random(seed), rules.symbols.options
    for n in itertools.islice(itertools.count(), most - 1):
        chosen = {name: rng.choice(info.values) for name, info in options.items()}
        seats = low + n % (high - low + 1)
        if not refused(rules, chosen, seats):
            yield seats, chosen


def difference(one: Engine, other: Engine, seed: int, longest: int) -> str | None:
    """Where two engines part in one random game; None if nowhere."""
    rng = random.Random(seed)
    left, right = one.begin(), other.begin()
    for step in range(longest):
        parted = unlike(one, left, other, right)
        if parted is not None:
            return f"step {step}: {parted}"
        if isinstance(one.pending(left), Over):
            return None
        (left, fault), (right, other_fault) = answered(one, left, other, right, rng)
        if fault != other_fault:
            return f"step {step}: {fault} / {other_fault}"
        if fault is not None:
            return None
    return None


def unlike(one: Engine, left: Any, other: Engine, right: Any) -> str | None:
    """What is not the same in two positions."""
    for what, first, second in zip(ASPECTS, aspects(one, left), aspects(other, right), strict=True):
        if first != second:
            return f"{what}: {first} / {second}"
    return None


ASPECTS = ("asked", "states", "zones", "lines", "frames")


def aspects(engine: Engine, position: Any) -> Iterator[Any]:
    machine, table = engine.machine(position), engine.table(position)
    yield asked(engine, position)
    yield {name: sorted(held.items(), key=repr) for name, held in table.states.items()}
    yield sorted((zone, pieces) for zone, pieces in table.zones.items() if pieces)
    yield list(engine.lines(position))
    yield [(f.key, f.pc, f.menu, f.phase) for f in machine.frames]


def asked(engine: Engine, position: Any) -> Any:
    """What is asked, with every move and its group."""
    pending = engine.pending(position)
    if isinstance(pending, Decision):
        return pending.line, pending.seat, written(pending.moves)
    if isinstance(pending, Sealed):
        return pending.line, pending.answers, {seat: written(moves) for seat, moves in pending.moves.items()}
    if isinstance(pending, ChancePoint):
        return pending.line, pending.kind, pending.domain, pending.count
    return pending


def written(moves: Any) -> list[Any]:
    return [(m.name, m.args, m.how, m.action, m.group, m.types) for m in moves]


Answered = tuple[Any, str | None]


def answered(one: Engine, left: Any, other: Engine, right: Any, rng: random.Random) -> tuple[Answered, Answered]:
    """The same random answer on both, with the faults it met."""
    pending = one.pending(left)
    if isinstance(pending, ChancePoint):
        outcome = drawn(pending, rng)
        return tried(one.draw, left, outcome), tried(other.draw, right, outcome)
    assert isinstance(pending, Decision | Sealed)
    seats = [pending.seat] if isinstance(pending, Decision) else [s for s in pending.asked if s not in pending.answers]
    move = rng.choice(one.legal(left, seats[0]))
    return tried(one.decide, left, seats[0], move), tried(other.decide, right, seats[0], move)


def tried(act: Any, *given: Any) -> Answered:
    try:
        return act(*given), None
    except Fault as fault:
        return given[0], str(fault)


def drawn(pending: ChancePoint, rng: random.Random) -> Any:
    if pending.kind == "dice":
        return tuple(rng.choice(pending.domain) for _ in range(pending.count))
    if pending.kind == "order":
        return tuple(rng.sample(pending.domain, len(pending.domain)))
    return rng.choice(pending.domain)
