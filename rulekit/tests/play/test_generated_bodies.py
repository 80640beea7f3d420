"""Rulebooks made at random are played on the reference and on every variant of generated code: no difference."""

from __future__ import annotations

import math
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import assume, given, note, settings

from rulekit import Game, load
from rulekit.diagnostics import Problems
from rulekit.play.codegen import body, changing, collecting, course_draws, framed, quiet, reach, runtime
from rulekit.play.games.game_config import choose
from rulekit.play.games.variant_agreement import VariantDifference, random_difference
from rulekit.play.machine import ops as o
from rulekit.play.machine.random_bits import stream
from rulekit.play.machine.rule_faults import Fault
from rulekit.tests.play.bodies import numbered, rulebooks
from rulekit.tests.scale import examples

pytestmark = pytest.mark.long

BODY = re.compile(r"^(?:action|to|whenever|turn)\b|^    [ab]: |^    dye", re.MULTILINE)
BOOKS = examples(60, 5_000)  # with four bodies each, and more
LONGEST = 60
GAMES = 2
SAMPLE = 300  # rulebooks in which a broken engine must show


def loaded(text: str, folder: Path) -> Game | None:
    """The game, or nothing if the checker refuses it."""
    file = folder / "bodies.rules"
    file.write_text(text, encoding="utf-8")
    try:
        return load(file)
    except Problems:
        return None


def parted(game: Game) -> VariantDifference | None:
    """The first difference in some random games for two and for three."""
    for number in range(GAMES):
        setting = game.setting(choose(game.checked, game.players[number % len(game.players)], None, None))
        found = random_difference(setting, stream(0, "bodies", number), LONGEST)
        if found is not None:
            return found
    return None


@settings(max_examples=BOOKS)
@given(text=rulebooks())
def test_generated_bodies_are_played_alike_by_every_variant(
    text: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    """Every nesting of let, set, if, else, loops, draws, choices, calls, reports, menus, reactions and effects."""
    note(text)
    game = loaded(text, tmp_path_factory.getbasetemp())
    assume(game is not None)
    assert game is not None and len(BODY.findall(text)) >= 4
    assert parted(game) is None


# ------------------------------------------------------------------ can it fail?


def forgets_names(monkeypatch: pytest.MonkeyPatch) -> None:
    """A name that is set further in loses the value it was given."""
    monkeypatch.setattr(body.Body, "codes", lambda self: set())


def loads_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is rolled in whole games is always seven."""
    roll = course_draws.roll

    def loaded_roll(w: Any, n: int, op: Any) -> int:
        following = roll(w, n, op)
        for name in op.step.names:
            w.lines.put(f"{w.variable(name)} = 7")
        return following

    monkeypatch.setattr(course_draws, "roll", loaded_roll)


def swaps_branches(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is behind `if` is done where the condition does not hold."""
    branched: Callable[..., int] = quiet._branched
    monkeypatch.setattr(quiet, "_branched", lambda *given: branched(*given[:-1], f"not ({given[-1]})"))


def ends_loops_early(monkeypatch: pytest.MonkeyPatch) -> None:
    """A loop with a wait in it has one pass too few."""
    monkeypatch.setitem(framed.WAITING, o.RepeatNext, lambda w, n, op: w.goto(op.exit))


def blames_others(monkeypatch: pytest.MonkeyPatch) -> None:
    """The fault is the same, its clause is not."""
    monkeypatch.setattr(runtime, "ran_out", lambda clause, detail: Fault("ran-out", "elsewhere", detail))


def counts_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """No number is ever too far from 0."""
    monkeypatch.setattr(reach.Reach, "of", lambda self, node: False)


def divides_otherwise(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is left over keeps the sign of what was divided."""
    monkeypatch.setattr(collecting, "left_over", math.fmod)


def loses_pairs(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is added to a set of pairs is forgotten."""
    monkeypatch.setattr(changing, "set_more", lambda before, amount, far, clause: before or ())


# Each with the first rulebook in which it shows; where the writer of rulebooks has changed since, all are tried.
BREAKS = {
    forgets_names: 4,
    loads_dice: 217,
    swaps_branches: 1,
    ends_loops_early: 6,
    blames_others: 0,
    counts_without_end: 11,
    divides_otherwise: 119,
    loses_pairs: 2,
}


@pytest.mark.parametrize(("breaks", "first"), BREAKS.items())
def test_an_engine_that_is_broken_by_hand_is_found(
    breaks: Callable[[pytest.MonkeyPatch], None], first: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    breaks(monkeypatch)
    books = (loaded(numbered(number), tmp_path) for number in (first, *range(SAMPLE)))
    assert any(parted(game) is not None for game in books if game is not None)
