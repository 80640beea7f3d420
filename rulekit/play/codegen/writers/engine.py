"""The generated engine of one configuration together with functions that write what it shows."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Any

from rulekit.gamestate.game_state import GameState
from rulekit.play.codegen.book import Manner
from rulekit.play.codegen.drive import Driver
from rulekit.play.codegen.engine_variants import PLAYOUT
from rulekit.play.codegen.generated_engine import Generated
from rulekit.play.codegen.load import Module
from rulekit.play.codegen.runtime import DECIDE, SEALED
from rulekit.play.codegen.state import State
from rulekit.play.codegen.writers.forms import Forms
from rulekit.play.codegen.writers.moves import Moves
from rulekit.play.codegen.writers.pieces import Pieces
from rulekit.play.codegen.writers.positions import Positions
from rulekit.play.codegen.writers.results import Results
from rulekit.play.codegen.writers.sight import Clauses
from rulekit.play.codegen.writers.tracking import Tracker
from rulekit.play.codegen.writers.views import Views
from rulekit.play.codegen.writers.walk import Walk
from rulekit.play.machine.machine import Program
from rulekit.play.machine.prepared_game import PreparedGame


class Writers:
    """What was written for one game behind the text of its engine, and what the walk of the interpreter must do."""

    def __init__(self, module: Module) -> None:
        self.space = module.space
        self.forms = Forms(module)
        self.walk = Walk(module.moves)
        self.space.update(WALK=self.walk, ZONES=module.book.plan.zones, BAGS=self.forms.scribe.write)
        clauses = Clauses(self.forms)
        pieces, positions = Pieces(self.forms, clauses), Positions(self.forms)
        pieces.write()
        positions.write()
        moves, views = Moves(self.forms, pieces), Views(self.forms, pieces, clauses)
        moves.write(module.ways)
        views.write()
        self.results = Results(self.forms)
        self.results.write()
        self.missing = (*pieces.missing, *positions.missing, *moves.missing, *views.missing)


class WritingModule(Module):
    """The module of an engine, with writers behind everything else."""

    def _write(self) -> None:
        super()._write()
        self.writers = Writers(self)


class WritingDriver(Driver):
    """One that is played in place."""

    module: WritingModule

    def _module(self, program: Program, start: GameState, manner: Manner) -> WritingModule:
        return WritingModule(program, start, manner)


class WritingEngine(Generated):
    """The engine for playouts of one configuration; what it shows is written by generated functions."""

    def __init__(self, setting: PreparedGame) -> None:
        super().__init__(setting, PLAYOUT)
        self.__dict__["driver"] = WritingDriver(setting.program, setting.table, PLAYOUT)
        self.writers: Writers = self.driver.module.writers
        self.space = self.writers.space

    @property
    def missing(self) -> tuple[str, ...]:
        """What has a form for which no function was generated."""
        return self.writers.missing

    def tracker(self, state: State) -> Tracker:
        """From now on this game is tracked: what is written in it is noted."""
        self.writers.walk.forget()
        return Tracker(self.writers, state)

    def looked_at(self) -> None:
        """Another position than before is looked at from now on."""
        self.writers.walk.forget()

    def decide(self, state: Any, seat: int, number: int) -> Any:
        """A position of its own after an answer; the one before stays as it is."""
        return self.advance(self.driver.copy(state), seat, number)

    def seats(self, state: Any) -> list[int]:
        """Who must answer; nobody where chance answers, or at the end."""
        if state.stage == SEALED:
            return [seat for seat in state.sealed[0] if seat not in state.sealed[2]]
        return [state.seat] if state.stage == DECIDE else []

    def tokens(self, state: Any, seat: int) -> Sequence[Hashable]:
        """The same in the short form that the engine holds."""
        found: Sequence[Hashable] = state.sealed[1][seat] if state.stage == SEALED else state.moves
        return found

    def legal(self, state: Any, seat: int) -> list[dict[str, Any]]:
        """The legal list of one who is asked, as he sees it, with exact leaves."""
        found: list[dict[str, Any]] = self.space["legal"](state, self.tokens(state, seat), seat)
        return found

    def result(self, state: Any) -> dict[str, Any]:
        """How a game that is over came out."""
        return self.writers.results.of(state)

    def view(self, state: Any, reader: int | None) -> dict[str, Any]:
        """States and zones as a seat, or the spectator, sees them, with exact leaves."""
        found: dict[str, Any] = self.space["look"](state, reader)
        return found
