"""What users hold: a game with its configurations, positions of it, and traces, which are recorded games.

The three know each other: a game begins positions, a position tells its trace, a trace is replayed to a position.
conformance/protocol/trace.json is the schema of a trace; `parse_trace` tests the same and more.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from rulekit.check.configuration_space import GameConfig
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.model.tables import OwnTable, assumed_rows, in_words
from rulekit.play import json_api
from rulekit.play.engines import END, ENGINES, PYTHON, REFERENCE, Engine, Interpreter
from rulekit.play.games.game_config import choose, editions, option_text, values_of
from rulekit.play.games.position_reading import PositionReading, lately_read
from rulekit.play.machine.frames import ChancePoint, Over
from rulekit.play.machine.machine import Machine
from rulekit.play.machine.prepared_game import PreparedGame, PreparedGames
from rulekit.play.machine.rule_faults import Fault
from rulekit.play.machine.run_limits import DrawLimit
from rulekit.play.position.chance_outcomes import ChanceOutcomes, ChanceSource, ScriptedChance, source
from rulekit.play.position.game_result import GameResult
from rulekit.play.position.pending import Pending, pending_of
from rulekit.play.position.strict_json import dumps, loads
from rulekit.play.reasons.clause_texts import NO_CLAUSES, ClauseTexts, RefusalReason
from rulekit.play.refusals import Refused, short_text

Json = Any


@attrs.frozen(eq=False, repr=False)
class Position:
    """One moment of a game. Every method gives JSON-shaped data of its own, to be changed at will.

    `chance` answers chance points; without one the position stops there, and `draw` goes on.
    `before` is the position this one came from and `step` the answer that led here; neither is part of equality.
    """

    game: Game
    chosen: GameConfig
    engine: Engine
    state: Any
    chance: ChanceSource | None = None
    drawn: Mapping[str, int] = attrs.field(factory=dict)  # how often each line has drawn
    before: Position | None = None
    step: Json = None
    answer: tuple[Any, ...] | None = None  # the same for the engine: seat and number of the move, or an outcome alone
    fresh: bool = False  # the very start of a game
    _noted: dict[str, Any] = attrs.field(factory=dict, init=False)

    # -------------------------------------------------------------- what is asked

    @property
    def machine(self) -> Machine:
        """The position as the reference engine holds it; read it, never run it."""
        return self._reading.machine

    @property
    def _reading(self) -> PositionReading:
        """What is known of the position already; kept as long as it is one of those that were read last."""
        return lately_read(self.engine).of(self.state)

    @property
    def pending(self) -> Pending:
        """Whose decision it is, or that chance is asked, or that the game is over."""
        inner = self.engine.pending(self.state)
        return pending_of(inner, self.label(inner) if isinstance(inner, ChancePoint) else "")

    @property
    def is_over(self) -> bool:
        """Whether the game is over."""
        return self.engine.short_question(self.state)[0] == END

    @property
    def seats(self) -> int:
        """How many play."""
        return self.chosen.seats

    def label(self, point: ChancePoint) -> str:
        """The line that draws, and the how-manieth time it does."""
        return f"{point.line}#{self.drawn.get(point.line, 0) + 1}"

    # -------------------------------------------------------------- decisions

    def legal(self, seat: int | None = None) -> list[dict[str, Json]]:
        """What a seat may answer; without a seat, the one that is asked. Nothing if it is not asked."""
        return self._reading.legal(self._seat(seat))

    def apply(self, seat: int, move: Json) -> Position:
        """The position after a legal move; `Refused` otherwise, and nothing has changed."""
        return self.take(seat, self._reading.move_number(seat, move))

    def take(self, seat: int, number: int) -> Position:
        """The position after the legal move of that number, counted from 0 as `legal` lists them."""
        step = self.step_for((seat, number))
        state = self.engine.decide(self.state, seat, number)
        return self._next(state, step, (seat, number)).after_chance()

    def step_for(self, answer: tuple[Any, ...]) -> Json:
        """An answer as a trace writes it: `seat, number` of a legal move, or the outcome of a draw alone."""
        if len(answer) == 2:
            return {"move": self._reading.move(*answer), "seat": answer[0]}
        point = self._point()
        return {"chance": self.label(point), "outcome": ChanceOutcomes(self.machine, point).outcome_json(answer[0])}

    def _next(self, state: Any, step: Json, answer: tuple[Any, ...]) -> Position:
        return attrs.evolve(self, state=state, before=self, step=step, answer=answer, fresh=False)

    def why_not(self, seat: int, move: Json) -> tuple[RefusalReason, ...]:
        """Every line that refuses a move, what decides first, with values and sentences; nothing if it is legal."""
        return self.game.clauses.reasons_of(
            json_api.explain_refusal(self.machine, seat, move), dict(self.chosen.options)
        )

    def words(self, seat: int | None = None) -> list[str]:
        """The moves of `legal` as people say them, in the same order."""
        return json_api.legal_in_words(self.machine, self._seat(seat))

    def move_words(self) -> str:
        """The move that led here in the words in which it was offered; nothing if chance led here, or a file."""
        if self.before is None or self.answer is None or len(self.answer) == 1:
            return ""
        return json_api.move_in_words(self.before.machine, *self.answer)

    def _seat(self, seat: int | None) -> int:
        """The seat that is asked first, if none is named; 0 if nobody is asked, whose list of moves is empty then."""
        return seat if seat is not None else (*self.pending.seats, 0)[0]

    # -------------------------------------------------------------- chance

    def draw(self, outcome: Json) -> Position:
        """The position after chance has answered so; `Refused` if it cannot."""
        return self.drawn_so(self.outcome_of(outcome)).after_chance()

    def outcome_of(self, outcome: Json) -> Any:
        """An outcome of the draw that is asked for, as the engine holds it; `Refused` if there is none like it."""
        return ChanceOutcomes(self.machine, self._point()).read_outcome(outcome)

    def outcomes(self) -> Iterator[Json]:
        """Every different outcome, as it is written."""
        point, m = self._point(), self.machine
        return (ChanceOutcomes(m, point).outcome_json(one) for one in ChanceOutcomes(m, point).all_outcomes())

    def _point(self) -> ChancePoint:
        point = self.engine.pending(self.state)
        if not isinstance(point, ChancePoint):
            raise Refused("over" if isinstance(point, Over) else "no-such-decision", "chance is not asked")
        return point

    def drawn_so(self, outcome: Any) -> Position:
        """The same as `draw` for an outcome as the engine holds it; what chance is asked next stays open."""
        point = self._point()
        step = self.step_for((outcome,))
        counted = {**self.drawn, point.line: self.drawn.get(point.line, 0) + 1}
        state = self.engine.draw(self.state, outcome)
        return attrs.evolve(self._next(state, step, (outcome,)), drawn=counted)

    def after_chance(self) -> Position:
        """The same after everything that its source of chance answers."""
        here, draw_limit = self, DrawLimit()
        while here.chance is not None and isinstance(point := here.engine.pending(here.state), ChancePoint):
            draw_limit.count(0, point.line)
            here = here.after_one_outcome()
        return here

    def after_one_outcome(self) -> Position:
        """The same after one outcome of its source of chance."""
        point = self._point()
        assert self.chance is not None
        outcome, rest = self.chance.answer(self.machine, point, self.label(point))
        return attrs.evolve(self.drawn_so(outcome), chance=rest)

    @property
    def leftover(self) -> tuple[Json, ...]:
        """What is still on the tape; when the game is over, more than it asked for."""
        return () if self.chance is None else self.chance.unused_outcomes

    # -------------------------------------------------------------- looking

    def view(self, seat: int | None) -> dict[str, Json]:
        """What a seat sees; without one, what a spectator sees."""
        return json_api.view(self.machine, seat)

    def events(self, seat: int | None) -> list[Json]:
        """What a seat has seen happen since the game began, or since this position was loaded.

        Dear for long games: each step is made once more on the reference engine, for engines do not note what happens.
        """
        return [event for one in self.line() for event in one.news(seat)]

    def news(self, seat: int | None) -> list[Json]:
        """What a seat has seen happen in the one step that led here."""
        m = self._replay_last_step()
        return [] if m is None else json_api.events(m, seat)

    def _replay_last_step(self) -> Machine | None:
        """The last step once more on the reference engine, everything noted that happens; none if it was loaded."""
        if "happened" not in self._noted:
            self._noted["happened"] = self._again()
        found: Machine | None = self._noted["happened"]
        return found

    def _again(self) -> Machine | None:
        if self.before is None or self.answer is None:
            setting = self.game.setting(self.chosen)
            return json_api.begin_recorded(setting.program, setting.table) if self.fresh else None
        before = self.before.machine
        return (
            json_api.draw_recorded(before, *self.answer)
            if len(self.answer) == 1
            else json_api.decide_recorded(before, *self.answer)
        )

    @property
    def lines_run(self) -> tuple[str, ...]:
        """The ids of the lines that ran in the step that led here, in order."""
        return tuple(self.machine.lines)

    @property
    def clauses_held(self) -> tuple[str, ...]:
        """The ids of the guards and cases that allowed the move that led here."""
        if self.before is None or self.answer is None or len(self.answer) == 1:
            return ()
        return json_api.allowing_clauses(self.before.machine, *self.answer)

    def result(self) -> dict[str, Json]:
        """How the game came out; refused while it is not over."""
        if not self.is_over:
            raise Refused("refused", "the game is not over")
        return json_api.result(self.machine)

    def to_json(self) -> dict[str, Json]:
        """The whole position as plain data, hidden things included."""
        return json_api.to_json(self.machine)

    def hash(self) -> str:
        """SHA-256 of the position; equal positions have equal hashes."""
        return json_api.hash_of(self.machine)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Position) and dumps(self.to_json()) == dumps(other.to_json())

    def __hash__(self) -> int:
        return hash(self.hash())

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """How notebooks and Hypothesis show it."""
        printer.text(self._noted.get("shown", repr(self)))

    def shown_as(self, text: str) -> Position:
        """This position; notebooks and Hypothesis show it by what makes it once more: `drawn_game(..).last()`."""
        self._noted["shown"] = text
        return self

    def __repr__(self) -> str:
        return f"<Position of {self.game.name}: {dumps(self.pending.to_json())}>"

    # -------------------------------------------------------------- the way here

    def line(self) -> tuple[Position, ...]:
        """Every position since the game began, this one last."""
        found = [self]
        while found[-1].before is not None:
            found.append(found[-1].before)
        return tuple(reversed(found))

    def trace(self) -> Trace:
        """The game so far, to be kept and replayed without a seed."""
        return record(self)


@attrs.define(eq=False, repr=False, slots=False)
class Game:
    """The rules of one game, checked and ready. `spec` is the hash of what rules and tables say.

    `origin` is what `load` finds the same game by: the name of a bundled one, else the path of its rules.
    """

    checked: CheckedRulebook
    spec: str
    clauses: ClauseTexts = NO_CLAUSES
    own: tuple[OwnTable, ...] = ()  # tables of one's own
    origin: str = ""
    settings: PreparedGames = attrs.field(init=False)
    _engines: dict[tuple[GameConfig, str], Engine] = attrs.field(init=False, factory=dict)

    def __attrs_post_init__(self) -> None:
        self.settings = PreparedGames(self.checked)

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
    def assumed_rows_note(self) -> str:
        """One line that says how many rows of its tables are made up; empty if none are."""
        return in_words(assumed_rows(self.checked.rulebook))

    def grounds(self) -> dict[str, Any]:
        """For reports: tables of one's own, and how many rows are made up; nothing where there are none."""
        found = [{"kind": kind, "rows": rows, "of": of} for kind, rows, of in assumed_rows(self.checked.rulebook)]
        return {**({"tables": self.tables} if self.tables else {}), **({"assumed": found} if found else {})}

    def clause(self, name: str) -> RefusalReason:
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
        return Position(self, chosen, runs, runs.start(), source(chance), fresh=True).after_chance()

    def position(self, data: Any, chance: Any = None, engine: str = PYTHON) -> Position:
        """A position that was written down; refused, with reasons, if it cannot be."""
        seats, options = json_api.config_of(self.checked, data)
        chosen = choose(self.checked, seats, options, None)
        runs = self.engine(chosen, engine)
        m = json_api.load_position(self.setting(chosen).program, data, lately_read(runs).table)
        return Position(self, chosen, runs, runs.load_machine(m), source(chance))

    def describe(self, chosen: GameConfig) -> str:
        """A configuration in short: the players, and the options that are not as usual."""
        known = self.checked.symbols.options
        others = [f"{name} {option_text(value)}" for name, value in chosen.options if value != known[name].default]
        return ", ".join([f"players {chosen.seats}", *others])

    def setting(self, chosen: GameConfig) -> PreparedGame:
        """The program and first table of a configuration; made once."""
        return self.settings.prepare(dict(chosen.options), chosen.seats)

    def engine(self, chosen: GameConfig, name: str = PYTHON) -> Engine:
        """The engine of that name for a configuration; made once."""
        key = (chosen, name)
        if key not in self._engines:
            self._engines[key] = engine_for(name, self.setting(chosen))
        return self._engines[key]

    def __repr__(self) -> str:
        return f"<Game {self.name}>"


def engine_for(name: str, setting: PreparedGame) -> Engine:
    """The engine of that name for one configuration."""
    if name == PYTHON:
        from rulekit.play.codegen.generated_engine import Generated

        return Generated(setting)
    if name == REFERENCE:
        return Interpreter(setting)
    raise Refused("unknown-id", f"there is no engine {short_text(name)}; there are: {', '.join(ENGINES)}")


FORMAT = "rulekit-trace/1"
KEYS = {"format": str, "spec": str, "config": dict, "setup": list, "steps": list, "final": dict}
CHANCE, MOVE = {"chance": str, "outcome": object}, {"move": dict, "seat": int}


@attrs.frozen(eq=False)
class Trace:
    """`setup` holds what chance said before anybody was asked, `steps` the rest; `final` the hash and the result.

    A game in which the rules run into a fault ends with the step that leads there: `final` has the text of the fault,
    and the hash of the position before that step.
    """

    spec: str
    config: dict[str, Json]  # game, options, seats: as in a position
    setup: tuple[Json, ...]
    steps: tuple[Json, ...]
    final: dict[str, Json]
    tables: Mapping[str, str] = attrs.field(factory=dict)  # tables of one's own it was played with, by their hashes

    @property
    def game(self) -> str:
        """The name of the game."""
        return str(self.config["game"])

    @property
    def moves(self) -> list[Json]:
        """The answers of players, in order."""
        return [step for step in self.steps if "move" in step]

    @property
    def fault(self) -> str | None:
        """The fault that the rules run into at the last step."""
        return self.final.get("fault")

    # -------------------------------------------------------------- written down

    def to_json(self) -> dict[str, Json]:
        """As a trace file holds it."""
        return {
            "format": FORMAT,
            "spec": self.spec,
            "config": self.config,
            "setup": list(self.setup),
            "steps": list(self.steps),
            "final": self.final,
            **({"tables": dict(self.tables)} if self.tables else {}),
        }

    def text(self) -> str:
        """The same game gives the same bytes: keys sorted, one answer on each line."""
        data = self.to_json()
        parts = [
            f'"{key}":{_list_text(data[key]) if isinstance(data[key], list) else dumps(data[key])}'
            for key in sorted(data)
        ]
        return "{" + ",\n".join(parts) + "}\n"

    # -------------------------------------------------------------- played again

    def replay(self, game: Game, engine: str = PYTHON, any_spec: bool = False, upto: int | None = None) -> Position:
        """The last position, or that after `upto` steps; refused where the record does not fit the rules.

        Every move is looked up in the legal list, every outcome in its domain, every label compared; at the end the
        hash and the result. Of a game that ends in a fault it is the position before the step that faults.
        `any_spec` lets a game be replayed on rules that have changed since.
        """
        if game.name != self.game:
            raise Refused("trace", f"this is a game of {short_text(self.game)}, not of {game.name}")
        if game.spec != self.spec and not any_spec:
            raise Refused("trace", self._why_changed(game), f"recorded {self.spec}", f"now {game.spec}")
        here = game.start(self.config["seats"], self.config["options"], engine=engine)
        every = [*self.setup, *self.steps]
        wanted = every[: None if upto is None else len(self.setup) + upto]
        found: Fault | None = None
        for number, step in enumerate(wanted, 1):
            try:
                here = _after_step(here, step, number)
            except Fault as fault:
                found = fault
                if number < len(every) or self.fault is None:
                    raise Refused(
                        "trace", f"step {number}: {dumps(step)}", f"the rules run into a fault: {fault}"
                    ) from None
        if len(wanted) == len(every):
            _compare(here, self.final, found)
        return here

    def _why_changed(self, game: Game) -> str:
        """Why the hash of the rules is another one, as far as tables of one's own are the reason."""
        missing = [name for name, found in self.tables.items() if game.tables.get(name) != found]
        if missing:
            name = short_text(missing[0])[1:-1]
            return f"it was recorded with another `{name}`: --table {name}=FILE puts it in place"
        more = [name for name in game.tables if name not in self.tables]
        return (
            f"it was recorded without a {more[0]} of one's own"
            if more
            else "the rules have changed since it was recorded"
        )


def record(position: Position) -> Trace:
    """The trace of a game so far."""
    return _record(position, [], final_of(position))


def record_fault(position: Position, answer: tuple[Any, ...], fault: Fault) -> Trace:
    """The trace of a game in which the rules run into a fault while this answer is taken up."""
    return _record(position, [position.step_for(answer)], final_of(position, fault))


def _record(position: Position, more: list[Json], final: dict[str, Json]) -> Trace:
    line = position.line()
    if not line[0].fresh:
        raise Refused("trace", "only a game that was played from its start can be recorded")
    answers = [*(one.step for one in line[1:]), *more]
    first = next((n for n, step in enumerate(answers) if "move" in step), len(answers))
    config = {"game": position.game.name, **position.chosen.to_json()}
    steps = tuple(answers[:first]), tuple(answers[first:])
    return Trace(position.game.spec, config, *steps, final, position.game.tables)


def final_of(position: Position, fault: Fault | None = None) -> dict[str, Json]:
    """The hash, and the result if the game is over, or the fault that comes next."""
    more: dict[str, Json] = {}
    try:
        if fault is None and position.is_over:
            more = {"result": GameResult(position.machine).json_or_fault()}
    except Fault as found:  # the game is over, and the rules cannot tell its result
        fault = found
    return {"hash": position.hash(), **more, **({"fault": str(fault)} if fault is not None else {})}


def _list_text(steps: list[Json]) -> str:
    """A list with one member on each line."""
    return "[" + "".join(f"\n{dumps(step)}," for step in steps)[:-1] + "]"


# ------------------------------------------------------------------ replaying


def _after_step(here: Position, step: Json, number: int) -> Position:
    """One step on; the error says which step it was."""
    pending = here.pending
    try:
        if "move" in step:
            if pending.kind == "chance":
                raise Refused("chance-missing", f"the game asks for {pending.label}")
            return here.apply(step["seat"], step["move"])
        if pending.kind != "chance":
            raise Refused("chance-leftover", f"nothing is drawn here, the trace has {step['chance']}")
        return attrs.evolve(attrs.evolve(here, chance=ScriptedChance((step,))).after_one_outcome(), chance=None)
    except Refused as refused:
        raise Refused(refused.code, f"step {number}: {dumps(step)}", *refused.reasons) from None


def _compare(here: Position, final: dict[str, Json], fault: Fault | None) -> None:
    """The end of the record must be where the replay stands."""
    found = final_of(here, fault)
    if dumps(found) == dumps(final):
        return
    differs = sorted(key for key in {*found, *final} if found.get(key) != final.get(key))
    raise Refused(
        "trace", *(f"{key}: recorded {dumps(final.get(key))}, now {dumps(found.get(key))}" for key in differs)
    )


# ------------------------------------------------------------------ read back


def read_trace(text: str | bytes) -> Trace:
    """A trace from its text; refused if it is none."""
    return parse_trace(loads(text))


def parse_trace(data: Any) -> Trace:
    """A trace from its data, every part of the right shape; whether the game can go so, only a replay tells."""
    tables = _tables(data)
    _check_entries(data, KEYS | {"tables": dict} if tables else KEYS, "a trace")
    if data["format"] != FORMAT:
        raise Refused("malformed", f"this is {short_text(data['format'])}, not {FORMAT}")
    _check_entries(data["config"], {"game": str, "options": dict, "seats": int}, "config")
    for name in ("setup", "steps"):
        for step in data[name]:
            moved = isinstance(step, dict) and "move" in step and name == "steps"
            _check_entries(step, MOVE if moved else CHANCE, f"an entry of {name}")
    more = {name: kind for name, kind in (("result", dict), ("fault", str)) if name in data["final"]}
    _check_entries(data["final"], {"hash": str, **dict(list(more.items())[:1])}, "final")
    return Trace(data["spec"], data["config"], tuple(data["setup"]), tuple(data["steps"]), data["final"], tables)


def _tables(data: Any) -> dict[str, str]:
    """Names and hashes of tables of one's own; most traces have none."""
    found = data.get("tables", {}) if isinstance(data, dict) else {}
    if not isinstance(found, dict) or not all(isinstance(one, str) for one in found.values()):
        raise Refused("malformed", "tables must be an object of names and hashes")
    return found


def _check_entries(data: Any, wanted: Mapping[str, type], what: str) -> None:
    """Exactly these entries of these types."""
    if not isinstance(data, dict):
        raise Refused("malformed", f"{what} must be an object, not {short_text(data)}")
    if set(data) != set(wanted):
        raise Refused("malformed", f"{what} must have just these entries: {', '.join(wanted)}")
    for name, kind in wanted.items():
        if not isinstance(data[name], kind) or (kind is int and isinstance(data[name], bool)):
            raise Refused("malformed", f"{what}: {name} cannot be {short_text(data[name])}")
