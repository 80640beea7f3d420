"""A game made ready: one configuration of a checked rulebook, with everything in its box."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from rulekit.check.configuration_space import demands_broken_by
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.gamestate.configuration_layout import plan_for
from rulekit.gamestate.game_state import GameState
from rulekit.model import declarations as d
from rulekit.play.machine.machine import Machine, Program, start_table
from rulekit.play.machine.rule_faults import Fault


@attrs.frozen(eq=False, slots=False)
class PreparedGame:
    """A program and the table every game of it starts with."""

    program: Program
    table: GameState

    def machine(self) -> Machine:
        """A new machine at the very beginning, before set-up; the table is its own."""
        return Machine(self.program, self.table.copy())


@attrs.define(eq=False)
class PreparedGames:
    """The configurations of one rulebook, made when they are asked for."""

    checked: CheckedRulebook
    made: dict[Any, PreparedGame] = attrs.field(factory=dict)
    settled: dict[Any, dict[int, bool | None]] = attrs.field(factory=dict)  # laws about tables, once for all

    def prepare(self, chosen: Mapping[str, Any], seats: int | None) -> PreparedGame:
        """The game in one configuration, made at the first call and kept. `seats` None: the smallest number that
        can play.
        """
        count = self.checked.symbols.seats[0] if seats is None else seats
        key = (tuple(sorted(chosen.items(), key=repr)), count)
        if key not in self.made:
            plan = plan_for(self.checked.symbols, chosen, count)
            program = Program(self.checked, plan)
            program.settled = self.settled.setdefault(key, program.settled)
            self.made[key] = PreparedGame(program, start_table(plan, self.checked))
        return self.made[key]

    def broken_demands(self, chosen: Mapping[str, Any], seats: int | None) -> list[str]:
        """Why a configuration is refused; what is not chosen is as usual."""
        usual = {name: info.default for name, info in self.checked.symbols.options.items()}
        count = self.checked.symbols.seats[0] if seats is None else seats
        return demands_broken_by(self.checked, {**usual, **chosen}, count)

    def edition(self, name: str) -> dict[str, Any]:
        """The options an edition chooses."""
        for decl in self.checked.rulebook.declarations_of(d.Edition):
            if decl.name == name:
                return {setting.name: setting.values[0] for setting in decl.settings}
        raise Fault("edition", None, name)
