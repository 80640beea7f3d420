"""A game that can be played: its configurations, its clauses, its positions."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import attrs

from rulekit.check.tree.checked_rulebook import Checked
from rulekit.model.tables import OwnTable, assumed_rows, in_words
from rulekit.play.games import json_api
from rulekit.play.games.engines import ENGINES, PYTHON, REFERENCE, Engine, Interpreter
from rulekit.play.games.game_config import Chosen, choose, editions, option_text, values_of
from rulekit.play.machine.chance import source
from rulekit.play.machine.prepared_game import Setting, Settings
from rulekit.play.moves.refusals import Refused, short_text
from rulekit.play.position.public_position import Position
from rulekit.play.reasons.clause_texts import NO_CLAUSES, Clauses, Reason


@attrs.define(eq=False, repr=False, slots=False)
class Game:
    """The rules of one game, checked and ready. `spec` is the hash of what rules and tables say.

    `origin` is what `load` finds the same game by: the name of a bundled one, else the path of its rules.
    """

    checked: Checked
    spec: str
    clauses: Clauses = NO_CLAUSES
    own: tuple[OwnTable, ...] = ()  # tables of one's own
    origin: str = ""
    settings: Settings = attrs.field(init=False)
    _engines: dict[tuple[Chosen, str], Engine] = attrs.field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        self.settings = Settings(self.checked)

    @property
    def name(self) -> str:
        """The name on the game line."""
        found = self.checked.symbols.game
        return found.name if found is not None else ""

    @property
    def players(self) -> range:
        """How many may play."""
        low, high = self.checked.symbols.seats
        return range(low, high + 1)

    @property
    def options(self) -> dict[str, tuple[Any, ...]]:
        """Every option with its values, the usual one first."""
        return {name: values_of(self.checked, name) for name in self.checked.symbols.options}

    @property
    def editions(self) -> tuple[str, ...]:
        """The names of the printings that the rules tell apart."""
        return editions(self.checked)

    @property
    def tables(self) -> dict[str, str]:
        """The hashes of tables of one's own, by the names of those they stand for."""
        return {one.name: one.hash for one in self.own}

    @property
    def assumed(self) -> str:
        """One line that says how many rows of its tables are made up; empty if none are."""
        return in_words(assumed_rows(self.checked.rulebook))

    def grounds(self) -> dict[str, Any]:
        """For reports: tables of one's own, and how many rows are made up; nothing where there are none."""
        found = [{"kind": kind, "rows": rows, "of": of} for kind, rows, of in assumed_rows(self.checked.rulebook)]
        return {**({"tables": self.tables} if self.tables else {}), **({"assumed": found} if found else {})}

    def clause(self, name: str) -> Reason:
        """A clause with its line and the sentences it rests on, whatever the options."""
        return self.clauses.reason(f"[{name.strip('[]')}]")

    # -------------------------------------------------------------- positions

    def start(
        self,
        players: int | None = None,
        options: Mapping[str, Any] | None = None,
        chance: Any = None,
        edition: str | None = None,
        engine: str = PYTHON,
    ) -> Position:
        """The first position. `chance` is a seed, a list of outcomes, or nothing: then you `draw` yourself."""
        chosen = choose(self.checked, players, options, edition)
        runs = self.engine(chosen, engine)
        return Position(self, chosen, runs, runs.start(), source(chance), fresh=True).settled()

    def position(self, data: Any, chance: Any = None, engine: str = PYTHON) -> Position:
        """A position that was written down; refused, with reasons, if it cannot be."""
        seats, options = json_api.config_of(self.checked, data)
        chosen = choose(self.checked, seats, options, None)
        runs = self.engine(chosen, engine)
        m = json_api.load_position(self.setting(chosen).program, data)
        return Position(self, chosen, runs, runs.loaded(m), source(chance))

    def describe(self, chosen: Chosen) -> str:
        """A configuration in short: the players, and the options that are not as usual."""
        known = self.checked.symbols.options
        others = [f"{name} {option_text(value)}" for name, value in chosen.options if value != known[name].default]
        return ", ".join([f"players {chosen.seats}", *others])

    def setting(self, chosen: Chosen) -> Setting:
        """The program and first table of a configuration; made once."""
        return self.settings.of(dict(chosen.options), chosen.seats)

    def engine(self, chosen: Chosen, name: str = PYTHON) -> Engine:
        """The engine of that name for a configuration; made once."""
        key = (chosen, name)
        if key not in self._engines:
            self._engines[key] = engine_for(name, self.setting(chosen))
        return self._engines[key]

    def __repr__(self) -> str:
        return f"<Game {self.name}>"


def engine_for(name: str, setting: Setting) -> Engine:
    """The engine of that name for one configuration."""
    if name == PYTHON:
        from rulekit.play.games.generated_engine import Generated

        return Generated(setting)
    if name == REFERENCE:
        return Interpreter(setting)
    raise Refused("unknown-id", f"there is no engine {short_text(name)}; there are: {', '.join(ENGINES)}")
