"""The games that OpenSpiel knows too, played on both: conformance/peers/open-spiel says how moves correspond."""

import functools
import os
import runpy
import tomllib
from pathlib import Path
from typing import Any

import attrs
import pytest

from rulekit import load
from rulekit.data import conformance_root
from rulekit.play.games.game import Position
from rulekit.play.games.perft import PerftTask
from rulekit.play.machine.random_bits import Bits, stream

pytestmark = pytest.mark.peers

pyspiel = pytest.importorskip("pyspiel", reason='OpenSpiel is not installed; pip install "tabletop-rules[peers]"')

ADAPTER = runpy.run_path(str(conformance_root() / "peers" / "open-spiel-adapter.py"))
FILES = sorted((conformance_root() / "peers" / "open-spiel").glob("*.toml"))
GAMES = 1000 if os.environ.get("RULEKIT_PROFILE") == "nightly" else 100
READ = [(file, tomllib.loads(file.read_text(encoding="utf-8"))) for file in FILES]
TABLES = [(file, seats) for file, table in READ for seats in table.get("players", [2])]
COUNTED = [(file, seats) for file, seats in TABLES if "depth" in dict(READ)[file]]
named = functools.partial(
    pytest.mark.parametrize, ("file", "seats"), ids=lambda one: one.stem if isinstance(one, Path) else None
)
EVERY = named(TABLES)


@attrs.frozen
class Pair:
    """One game, here and there."""

    words: Any
    here: Position
    there: Any

    def agreed(self) -> None:
        """Who is asked and what may be answered, on both."""
        pending = self.here.pending
        assert (pending.kind == "end", pending.kind == "chance") == (
            self.there.is_terminal(),
            self.there.is_chance_node(),
        )
        if pending.kind == "chance":
            assert sorted(self.told(one) for one in self.here.outcomes()) == sorted(self.there.legal_actions())
        elif pending.kind == "decision":
            assert pending.seats == (self.there.current_player(),)
            numbers = sorted(self.words.action(pending.seats[0], move) for move in self.here.legal())
            assert numbers == sorted(self.words.actions(self.there))
        else:
            self.ended()

    def told(self, outcome: Any) -> int:
        """The peer's number of what chance says."""
        return int(self.words.table["outcomes"][outcome])

    def ended(self) -> None:
        """What came out, on both."""
        result, there = self.here.result(), self.there.returns()
        if "grades" in self.words.table:
            low, high = self.words.table["grades"][result["grade"]]
            assert all(low <= one <= high for one in there)
        else:
            assert returns(result, self.here.seats) == there

    def after(self, bits: Bits) -> "Pair":
        """Both one random answer further."""
        there = self.there.clone()
        if self.here.pending.kind == "chance":
            outcome = bits.pick(list(self.here.outcomes()))
            there.apply_action(self.told(outcome))
            return Pair(self.words, self.here.draw(outcome), there)
        seat = self.here.pending.seats[0]
        move = bits.pick(self.here.legal())
        there.apply_action(self.words.actions(self.there)[self.words.action(seat, move)])
        return Pair(self.words, self.here.apply(seat, move), there)


def returns(result: dict[str, Any], seats: int) -> list[float]:
    """What each seat gets."""
    if "scores" in result and not result["winners"]:
        return [0.0] * seats
    if "scores" in result and min(result["scores"]) < 0:
        return [float(score) for score in result["scores"]]
    return [1.0 if seat in result["winners"] else -1.0 if result["winners"] else 0.0 for seat in range(seats)]


def begun(file: Path, seats: int) -> Pair:
    """Both at the start."""
    table = tomllib.loads(file.read_text(encoding="utf-8"))
    here = load(file.stem).start(seats, options=table.get("options"))
    return Pair(
        ADAPTER["Words"](table, seats), here, pyspiel.load_game(table["peer"].format(players=seats)).new_initial_state()
    )


@EVERY
def test_random_games_agree_at_every_step(file: Path, seats: int) -> None:
    """Legal sets, chance, ends and returns."""
    start = begun(file, seats)
    for number in range(GAMES):
        pair, bits = start, stream("peer", number)
        pair.agreed()
        while not pair.here.is_over:
            pair = pair.after(bits)
            pair.agreed()


@named(COUNTED)
def test_the_trees_have_as_many_nodes(file: Path, seats: int) -> None:
    """Decisions, chance and ends, to the depth the file says."""
    pair = begun(file, seats)
    counted = PerftTask(pair.here.engine).count(pair.here.state, pair.words.table["depth"])
    ours = {what: counted.total(what) for what in ("decisions", "chance", "ends")}
    assert ours == nodes(pair.there, pair.words.table["depth"])


def nodes(state: Any, depth: int) -> dict[str, int]:
    """The peer's tree, counted the same way."""
    if state.is_terminal():
        return {"decisions": 0, "chance": 0, "ends": 1}
    kind = "chance" if state.is_chance_node() else "decisions"
    found = {"decisions": 0, "chance": 0, "ends": 0, kind: 1}
    if kind == "chance" or depth:
        for action in state.legal_actions():
            inner = nodes(state.child(action), depth - (kind == "decisions"))
            found = {name: found[name] + inner[name] for name in found}
    return found
