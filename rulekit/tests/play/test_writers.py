"""What generated functions write is what the walk of the interpreter writes, at every look of every game."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from rulekit import Game, load
from rulekit.check.configuration_space import configurations
from rulekit.data import bundled_games
from rulekit.diagnostics import Problems
from rulekit.play.codegen.writers.engine import WritingEngine
from rulekit.play.codegen.writers.json_equality import exact, plainly
from rulekit.play.codegen.writers.proof import difference
from rulekit.play.codegen.writers.tracking import Noted
from rulekit.play.engines import CHANCE, END
from rulekit.play.games.playouts import point_of
from rulekit.play.games.variant_agreement import apply_answer
from rulekit.play.machine.random_bits import Bits, stream
from rulekit.play.machine.rule_faults import Fault
from rulekit.tests.play.bodies import numbered
from rulekit.tests.play.toys import TOYS, toy
from rulekit.tests.scale import examples

EVERY_GAME = pytest.mark.parametrize("folder", bundled_games(), ids=lambda folder: folder.name)
EVERY_TOY = pytest.mark.parametrize("name", sorted(file.stem for file in TOYS.glob("*.rules")))
WALKED = {"copies-noted", "parts-of-copies"}  # toys with forms that are written by the walk


def engines(game: Game, most: int) -> list[WritingEngine]:
    """One for each of some configurations, spread over all."""
    found = list(configurations(game.checked, 0))
    return [WritingEngine(game.setting(one)) for one in found[:: max(1, len(found) // most)][:most]]


def walked(engine: WritingEngine, bits: Bits, longest: int, views: int) -> str | None:
    """The first thing that is written otherwise in a random game; every so manieth look all views are looked at."""
    try:
        s = engine.start()
    except Fault:
        return None  # the rules run into it before anybody is asked
    tracker = engine.tracker(s)
    everybody = (*range(engine.setting.program.plan.seats), None)
    for number in range(longest):
        kind, _, seat, count = engine.short_question(s)
        engine.looked_at()
        readers = everybody if number % views == 0 or kind == END else everybody[number % len(everybody) :][:1]
        found = difference(engine, tracker, s, readers)
        if found is not None or kind == END:
            return found
        try:
            answer = (point_of(engine, s).draw_one(bits),) if kind == CHANCE else (seat, bits.below(count))
            s = apply_answer(engine, s, answer)
        except Fault:
            return None
    return None


@pytest.mark.long
@EVERY_GAME
def test_writers_write_every_bundled_game_as_the_interpreter_does(folder: Path) -> None:
    """Positions, legal lists and views."""
    for number, engine in enumerate(engines(load(folder), examples(2, 40))):
        assert walked(engine, stream(number, "writers"), examples(70, 2000), 5) is None
        assert not engine.missing, "a bundled game is written without a walk"


@EVERY_TOY
def test_writers_write_every_small_game_as_the_interpreter_does(name: str) -> None:
    for number, engine in enumerate(engines(toy(name), 4)):
        for again in range(examples(2, 30)):
            assert walked(engine, stream(number, "writers", again), 200, 1) is None
        assert bool(engine.missing) == (name in WALKED)


@pytest.mark.parametrize("number", range(examples(20, 1000)))
def test_writers_write_rulebooks_made_at_random_as_the_interpreter_does(number: int, tmp_path: Path) -> None:
    file = tmp_path / "bodies.rules"
    file.write_text(numbered(number), encoding="utf-8")
    try:
        game = load(file)
    except Problems:
        pytest.skip("the checker refuses this rulebook")
    for engine in engines(game, 1):
        assert walked(engine, stream(number, "writers"), 60, 1) is None


@pytest.mark.parametrize("name", ["copies", "bags", "tiles-turned", "verbs-move-pile"])
def test_a_place_that_was_touched_and_not_noted_is_found(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Noted, "__setitem__", list.__setitem__)
    (engine,) = engines(toy(name), 1)
    assert any(walked(engine, stream(0, "writers", again), 200, 1) for again in range(5))


def test_what_was_written_before_is_not_changed_by_what_comes_after() -> None:
    """Whoever keeps the parts of an earlier look still has that look."""
    (engine,) = engines(toy("bags"), 1)
    s = engine.start()
    tracker, bits = engine.tracker(s), stream(0, "kept")
    kept: list[tuple[dict[str, dict[str, Any]], str]] = []
    while engine.short_question(s)[0] not in (CHANCE, END) and len(kept) < 50:
        written = tracker.write(s)
        kept.append(({part: dict(written[part]) for part in written}, repr(written)))
        _, _, seat, count = engine.short_question(s)
        s = engine.advance(s, seat, bits.below(count))
    assert len(kept) > 3 and all(repr(parts) == text for parts, text in kept)


def test_yes_is_not_1_and_1_is_not_a_fraction() -> None:
    for ours, other in ((1, True), (True, 1), (0, False), (False, 0), (1, 1.0), (2, 2.0), (1, "1"), (0, None)):
        leaf = exact({"a": [[ours]]})
        assert leaf == {"a": [[ours]]} and {"a": [[ours]]} == leaf
        assert leaf != {"a": [[other]]} and {"a": [[other]]} != leaf
        assert repr(plainly(leaf)) == repr({"a": [[ours]]})
