"""The rules as an engine that notes what each vector has them do: lines, refusals, pairs, looks, ends."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

import attrs

from rulekit.adequacy.ladder import LadderEntry
from rulekit.check.configuration_space import GameConfig
from rulekit.check.tree.statement_walk import lines_of
from rulekit.play import json_api
from rulekit.play.games.game import Game, Position
from rulekit.play.games.game_config import option_text
from rulekit.play.games.rows_read import Cell, rows_of_result, rows_of_start, rows_of_step
from rulekit.protocol.handshake import greet
from rulekit.protocol.in_process import InProcess
from rulekit.protocol.remembering_engine import RememberingEngine
from rulekit.vectors.form import Vector
from rulekit.vectors.normal import Tree
from rulekit.vectors.replay import PASSED, Replayer
from rulekit.verify.lockstep import lines_met

Json = Any
VERSION = "0"
OWN, OTHER, NOBODY = "the seat asked", "another seat", "a spectator"  # readers, by what a position means to them


@attrs.define
class VectorNotes:
    """Of one vector, or of many."""

    lines: set[str] = attrs.field(factory=set)  # that ran, allowed something, refused something, ended or counted
    pairs: set[str] = attrs.field(factory=set)  # of a line and a kind of answer
    alone: set[str] = attrs.field(factory=set)  # guards that were the only one to refuse a wrong move
    situations: set[str] = attrs.field(factory=set)
    kinds: set[str] = attrs.field(factory=set)  # of moves that were taken
    about: set[str] = attrs.field(factory=set)
    cells: set[Cell] = attrs.field(factory=set)  # what is printed on rows and read by a step
    looked: bool = False  # whether a whole position was compared

    def add(self, other: VectorNotes) -> None:
        """Takes what another vector has reached in with its own."""
        for name in ("lines", "pairs", "alone", "situations", "kinds", "about", "cells"):
            getattr(self, name).update(getattr(other, name))
        self.looked = self.looked or other.looked


# ------------------------------------------------------------------ what is noted, by name


def pairs_of(here: Position) -> set[str]:
    """Each line that ran or allowed the answer that led here, with the kind of that answer."""
    word = kind_of(here)
    return {f"{line.strip('[]')} with {word}" for line in (*here.lines_run, *here.clauses_held)} if word else set()


def kind_of(here: Position) -> str:
    """The kind of the answer that led here: of a move its verb, of a draw `chance` and the line that drew."""
    step = here.step or {}
    if "move" in step:
        return str(step["move"].get("do"))
    return f"chance {step['chance'].partition('#')[0]}" if "chance" in step else ""


def seen_by(here: Position, seat: int | None) -> str:
    """A view, by what the position asks and what its reader is."""
    reader = NOBODY if seat is None else OWN if seat in here.pending.seats else OTHER
    return f"view of {reader} at {moment(here)}"


def moment(here: Position) -> str:
    """What is asked, or that it is the end."""
    return here.engine.short_question(here.state)[1].strip("[]") or "the end"


def end_name(result: Mapping[str, Json]) -> str:
    """What kind of end it is."""
    winners = len(result.get("winners", ()))
    return (
        f"end: {result.get('outcome') or 'told'}, winners {'one' if winners == 1 else 'several' if winners else 'none'}"
    )


def configuration_names(seats: int, options: Mapping[str, Json]) -> set[str]:
    """Number of players and options."""
    return {f"players {seats}", *(set_to(name, value) for name, value in options.items())}


def set_to(option: str, value: Json) -> str:
    """The name of the situation that an option has this value."""
    return f"option {option} {option_text(value)}"


def sole_refusers(because: Iterable[str], guards: Collection[str], within: Collection[str]) -> set[str]:
    """The guard or price that is the only one of its action to refuse, and the only guard within what it would run.

    A price that cannot be paid refuses by its line; if a guard of a procedure says why, that one has refused alone too.
    """
    known = {name for one in because for name in (one, f"price of {one}") if name in guards}
    inner = known.intersection(within)
    own = known - inner
    return (own if len(own) == 1 else set()) | (inner if len(inner) == 1 and len(own) <= 1 else set())


# ------------------------------------------------------------------ the engine


class NotingEngine(RememberingEngine):
    """Plays by the rules, and keeps notes of one vector at a time; a way that it goes again tells nothing new."""

    def __init__(self, game: Game, guards: frozenset[str]) -> None:
        super().__init__(game, VERSION)
        self.guards = guards
        bodies = game.checked.bodies.values()
        self.fronts = {  # of each line of a procedure, the guards that have held when it runs
            line.id or "": {getattr(step, "id", None) or "" for step in one.front}
            for one in bodies
            if one.sort == "procedure"
            for line in lines_of(one.lines)
        }
        self.within = set().union(*self.fronts.values())
        self.notes = VectorNotes()
        self.trail: list[Position] = []
        self.starts: dict[GameConfig, frozenset[Cell]] = {}

    def take_notes(self) -> VectorNotes:
        """The notes since the last call."""
        found, trail = self.notes, self.trail
        self.notes, self.trail = VectorNotes(), []
        self.begin_anew()
        found.lines |= {line.strip("[]") for line in lines_met.met_lines(trail)}
        found.lines |= {guard for line in found.lines for guard in self.fronts.get(line, ()) if guard}
        return found

    def first_start(self, config: dict[str, Json]) -> None:
        """Starts a game; the lines of set-up count as run."""
        super().first_start(config)
        self.notes.lines.update(line.strip("[]") for line in self.current_position.lines_run)  # set-up that asks nobody
        self.notes.cells |= self._read_at_start()
        self._note_start()

    def _read_at_start(self) -> frozenset[Cell]:
        chosen = self.current_position.chosen
        if chosen not in self.starts:
            self.starts[chosen] = rows_of_start(self.current_position)
        return self.starts[chosen]

    def first_load(self, position: Json) -> None:
        """Loads a position; how it stands counts as met."""
        super().first_load(position)
        self._note_start()

    def _note_start(self) -> None:
        self.notes.situations |= configuration_names(
            self.current_position.seats, dict(self.current_position.chosen.options)
        )

    def first_chance(self, label: str, outcome: Json) -> None:
        """Takes an outcome of chance, and notes what it led to."""
        before = self.current_position
        super().first_chance(label, outcome)
        self._note_step(before, {"chance": label}, (before.outcome_of(outcome),))

    def first_move(self, seat: int, move: Json) -> None:
        """Takes a move, and notes its kind and what it led to; of an illegal one, which clauses refuse it. Raises
        as the engine does.
        """
        before = self.current_position
        try:
            super().first_move(seat, move)
        except ValueError:
            self._note_sole_guard(before, seat, move)
            raise
        self.notes.kinds.add(str(move["do"]))
        self._note_step(before, {"move": move}, (seat, json_api.move_number(before.machine, seat, move)))

    def _note_step(self, before: Position, step: Json, answer: tuple[Any, ...]) -> None:
        here = attrs.evolve(self.current_position, before=before, step=step, answer=answer)
        self.notes.pairs |= pairs_of(here)
        self.notes.cells |= rows_of_step(before, answer)
        self.trail.append(here)

    def _note_sole_guard(self, before: Position, seat: int, move: Json) -> None:
        """A guard alone: the only one among all that refuses."""
        if seat >= before.seats:
            return
        because = [one.strip("[]") for one in json_api.why_not(before.machine, seat, move) if one.startswith("[")]
        self.notes.lines.update(because)
        self.notes.alone |= sole_refusers(because, self.guards, self.within)

    def position(self) -> dict[str, Json]:
        """Hands the position out; that it was looked at is noted."""
        self.notes.looked = True
        return super().position()

    def view(self, seat: int | None) -> dict[str, Json]:
        """Hands out what a seat sees; who looked at what is noted."""
        self.notes.situations.add(seen_by(self.current_position, seat))
        return super().view(seat)

    def result(self) -> dict[str, Json]:
        """Hands the result out; how the game ended is noted."""
        found = super().result()
        self.notes.situations.add(end_name(found))
        self.notes.cells |= rows_of_result(self.current_position)
        return found

    def fork(self) -> None:
        """Copies the game; where it was copied is noted."""
        self.notes.situations.add(f"copy at {moment(self.current_position)}")
        super().fork()

    def restore(self, saved: Json) -> None:
        """Goes on from a saved game; where that is is noted."""
        super().restore(saved)
        self.notes.situations.add(f"save at {moment(self.current_position)}")


@attrs.frozen
class NotedVectors:
    """All vectors that the rules pass, each with its notes, and those that they do not."""

    each: tuple[tuple[Vector, VectorNotes], ...]
    failed: tuple[LadderEntry, ...]

    @property
    def all(self) -> VectorNotes:
        """What all vectors reached together."""
        found = VectorNotes()
        for _, notes in self.each:
            found.add(notes)
        return found


def replay_and_note(
    game: Game, sets: Mapping[str, Tree], vectors: Sequence[Vector], guards: Iterable[str]
) -> NotedVectors:
    """Every vector replayed by the rules; advice is no part of it, for no engine fails because of it."""
    engine = NotingEngine(game, frozenset(guards))
    session = InProcess(engine)
    replayer = Replayer(session, greet(session, game, VERSION), sets)
    each: list[tuple[Vector, VectorNotes]] = []
    failed: list[LadderEntry] = []
    for vector in vectors:
        if vector.advice:
            continue
        engine.take_notes()
        verdict = replayer.replay(vector)
        notes = engine.take_notes()
        notes.about.update(vector.about)
        if verdict.kind == PASSED:
            each.append((vector, notes))
        else:
            what = f"{verdict.difference.part} {verdict.difference.name}".strip() if verdict.difference else verdict.why
            failed.append(LadderEntry(vector.id, f"the rules say something else at step {verdict.step}: {what}"))
    return NotedVectors(tuple(each), tuple(failed))


__all__ = [
    "NOBODY",
    "OTHER",
    "OWN",
    "NotedVectors",
    "VectorNotes",
    "configuration_names",
    "end_name",
    "moment",
    "pairs_of",
    "replay_and_note",
    "seen_by",
    "sole_refusers",
]  # fmt: skip
