"""A vector while it is written: steps as they are played by the rules, looks as changes, and what all of it covers."""

from __future__ import annotations

import hashlib
from collections.abc import Hashable, Iterable, Sequence
from typing import Any

import attrs

from rulekit.play import json_api
from rulekit.play.games.game import Position
from rulekit.play.games.playouts import point_of
from rulekit.play.games.rows_read import rows_of_result
from rulekit.play.position.chance_outcomes import ChanceOutcomes
from rulekit.play.position.strict_json import dumps
from rulekit.protocol.rules_engine import draw_json, pending_json, table
from rulekit.vectorgen.printed_rows import covered_cells, rows_differ
from rulekit.vectors.form import POSITION, SPECTATOR, Vector, asked_of
from rulekit.vectors.hidden_runs import fold_runs

Json = Any
Feature = tuple[Hashable, ...]
DIGITS = 10  # of the id
PATH_PART = 2  # a way to a position is told if the vector without it is so many times as long
EVERYBODY = "everybody"  # all seats and the spectator


@attrs.frozen
class MadeVector:
    """A vector, and what it covers."""

    vector: Vector
    covers: frozenset[Feature]

    @property
    def size(self) -> int:
        """Steps, those within a copy too."""
        return sum(1 + len(step.get("fork", ())) for step in self.vector.steps)


def freshly_loaded(here: Position) -> Position:
    """A position as it is when it has just been loaded."""
    return attrs.evolve(here, before=None, step=None, answer=None, drawn={}, fresh=False)


class VectorDraft:
    """Begins at the beginning of a game, or, if `loaded`, from a written position."""

    def __init__(self, sort: str, here: Position, about: Iterable[str] = (), loaded: bool = True) -> None:
        self.sort, self.about = sort, tuple(about)
        self.start = here.to_json() if loaded else None
        self.config = {"game": here.game.name, **here.chosen.to_json()}
        self.here = freshly_loaded(here) if loaded else here
        self.shown: dict[str, dict[str, str]] = {"states": {}, "zones": {}}
        if self.start is not None:
            self.shown = texts(self.start)
        self.seen: dict[str, dict[str, dict[str, str]]] = {}
        self.steps: list[Json] = []
        self.covers: set[Feature] = {("sort", sort), *(("about", clause) for clause in self.about)}
        self.ran: list[str] = []
        self.held: list[str] = []
        self.last = ""  # the kind of the last answer
        self.advice = False
        self.pair = ""
        self.path: Sequence[Json] | None = None

    # -------------------------------------------------------------- answers

    def take(self, seat: int, number: int, told: Json = None) -> None:
        """A legal move, as it stands in the list or as it was `told`: one that looks the same is the same move."""
        self.steps.append(told_answer(self.here, (seat, number)) if told is None else {"move": [seat, told]})
        move = self.steps[-1]["move"][1]
        if told is not None:
            self.covers.add(("told otherwise", str(move["do"]), tuple(sorted(move))))
        self.covers |= {("row", *cell) for cell in covered_cells(self.here, (seat, number))}
        self.here = self.here.take(seat, number)
        self._note(str(move["do"]), self.here.clauses_held)
        for key, value in move.items():
            if key != "do":
                self.covers.add(("value", str(move["do"]), key, dumps(value)))

    def draw(self, outcome: Any) -> None:
        """What chance says, as the rules hold it."""
        point = point_of(self.here.engine, self.here.state)
        self.steps.append(told_answer(self.here, (outcome,)))
        self.covers |= {("row", *cell) for cell in covered_cells(self.here, (outcome,))}
        self.here = self.here.drawn_so(outcome)
        self._note(f"chance {point.line}", ())

    def _note(self, word: str, held: Iterable[str]) -> None:
        """`word` is the kind of the answer."""
        self.last = word
        ran = self.here.lines_run
        self.ran += [line for line in dict.fromkeys(ran) if line not in self.ran]
        self.held += [line.strip("[]") for line in held if line.strip("[]") not in self.held]
        self.covers |= {("line", line, word) for line in ran} | {("line", line) for line in ran}
        self.covers |= {("held", line.strip("[]"), word) for line in held}

    # -------------------------------------------------------------- looks

    def look(self, readers: Iterable[int | None] | str = (), legal: bool = True, ordered: bool = False) -> None:
        """What must be seen here; nothing where chance is asked."""
        pending = pending_json(self.here)
        if pending["kind"] == "chance":
            return
        see: dict[str, Json] = {"pending": pending, **self._changes()}
        seats = pending.get("seats", ())
        if legal and seats:
            # A seat that is not asked may do nothing; that is looked at where everybody is.
            others = range(self.here.seats) if readers == EVERYBODY else ()
            see["legal"] = {str(seat): self.here.legal(seat) for seat in sorted({*seats, *others})}
        if ordered:
            see["ordered"] = True
        views = {key: self._view(key) for key in sorted(self._readers(readers))}
        if views:
            see["views"] = views
        if pending["kind"] == "end":
            see["result"] = self.here.result()
            self.covers |= result_features(see["result"])
            self.covers |= {
                ("row", *cell) for cell in (rows_of_result(self.here) if rows_differ(self.here.game) else ())
            }
        step: dict[str, Json] = {"see": see}
        if self.ran or self.held:
            step |= {"ran": self.ran, "held": self.held}
        self.ran, self.held = [], []
        self.steps.append(step)

    def _changes(self) -> dict[str, Json]:
        now = table(self.here.machine)
        found = changed_values(self.shown, now)
        self.shown = texts(now)
        return found

    def _readers(self, readers: Iterable[int | None] | str) -> list[str]:
        chosen = [*range(self.here.seats), None] if readers == EVERYBODY else list(readers)
        keys = [SPECTATOR if one is None else str(one) for one in chosen]
        self.covers |= {("reader", key, self.sort) for key in keys}
        return keys

    def _view(self, key: str) -> dict[str, Json]:
        """As a change of what the reader saw last, of what the spectator sees, or of the position: the shortest."""
        seen = self.here.view(None if key == SPECTATOR else int(key))
        nothing: dict[str, dict[str, str]] = {"states": {}, "zones": {}}
        ways = [changed_view(self.seen.get(key, nothing), seen)]
        ways += [changed_view(self.seen[SPECTATOR], seen) | {"like": SPECTATOR}] if SPECTATOR in self.seen else []
        ways.append(changed_view(self.shown, seen) | {"like": POSITION})
        self.seen[key] = texts(seen)
        return min(map(fold_runs, ways), key=lambda told: len(dumps(told)))

    # -------------------------------------------------------------- other steps

    def add_refused_move(self, seat: int, move: Json, kind: str, because: Iterable[str]) -> None:
        """A move that must be refused."""
        lines = [line.strip("[]") for line in because if line.startswith("[")]
        self.steps.append({"not": [seat, move], "kind": kind, **({"because": lines} if lines else {})})
        self.covers |= {("refused", line, kind) for line in lines} | {("refused", line) for line in lines[:1]}
        if isinstance(move, dict):
            self.covers.add(("wrong", str(move.get("do")), kind))

    def load(self) -> None:
        """Looked at, broken off, and gone on with from the written position."""
        self.look()
        whole = self.here.to_json()
        self.steps.append({"load": {"frames": whole["frames"], "asks": whole["asks"]}})
        self._again("load", whole["asks"])

    def save(self) -> None:
        """Broken off here, and gone on with from what the engine has saved."""
        self.steps.append({"save": True})
        self._again("save", self.here.to_json()["asks"], keep=True)

    def _again(self, word: str, asks: Json, keep: bool = False) -> None:
        drawn = self.here.drawn
        self.here = attrs.evolve(freshly_loaded(self.here), drawn=drawn if keep else {})
        self.covers.add((word, str(asks.get("decide", asks.get("together"))), self.last))
        self.covers |= {(word, "not as at the beginning", name) for name in changed_names(self._start(), self.shown)}

    def _start(self) -> dict[str, dict[str, str]]:
        """How everything lies before the first answer."""
        chosen = self.here.chosen
        return texts(table(self.here.game.start(chosen.seats, dict(chosen.options)).machine))

    def fork(self, seat: int, number: int) -> None:
        """A copy takes another move; then the game it was made from is looked at."""
        inner = VectorDraft("fork", self.here, loaded=False)
        inner.here, inner.shown, inner.seen = self.here, self.shown, dict(self.seen)
        inner.take(seat, number)
        inner.look((seat,))
        self.steps.append({"fork": inner.steps})
        self.covers |= {("fork", *feature[1:]) for feature in inner.covers if feature[0] == "line"}
        self.covers |= {
            ("fork", "changed", name) for name in changed_names(self.shown, texts(table(inner.here.machine)))
        }
        self.look((seat,))

    # -------------------------------------------------------------- the end

    def _short_path(self) -> tuple[Json, ...] | None:
        """The way here, for engines that cannot load, where it is short beside the rest of the vector."""
        if self.path is None or self.start is None:
            return None
        rest = len(dumps(self.start)) + len(dumps(self.steps))
        return tuple(self.path) if PATH_PART * len(dumps(list(self.path))) <= rest else None

    def finish(self, name: str = "") -> MadeVector:
        """The finished vector; without a name, one made from what it asks."""
        vector = Vector(
            "",
            self.sort,
            self.about,
            tuple(self.steps),
            self.config if self.start is None else None,
            self.start,
            self._short_path(),
            self.advice,
            self.pair,
        )
        digest = hashlib.sha256(asked_of(vector).encode()).hexdigest()[:DIGITS]
        return MadeVector(attrs.evolve(vector, id=f"{self.sort}/{name or digest}"), frozenset(self.covers))


def told_answer(here: Position, answer: tuple[Any, ...]) -> Json:
    """An answer as a step of a vector: seat and number of a legal move, or an outcome as the rules hold it."""
    if len(answer) == 2:
        return {"move": [answer[0], here.legal(answer[0])[answer[1]]]}
    m, point = here.machine, point_of(here.engine, here.state)
    told = draw_json(m, point)
    of = {} if point.kind == "order" else {"of": told["of"]}
    written = ChanceOutcomes(m, point).outcome_json(answer[0])
    return {"chance": {"label": here.label(point), "draw": point.kind, "outcome": written, **of}}


def texts(told: Json) -> dict[str, dict[str, str]]:
    """Every name with the text of its value."""
    return {part: {name: dumps(value) for name, value in told[part].items()} for part in ("states", "zones")}


def changed_values(before: dict[str, dict[str, str]], now: Json) -> dict[str, Json]:
    """What has another text than before."""
    found: dict[str, Json] = {}
    for part in ("states", "zones"):
        names = {name: value for name, value in now[part].items() if before[part].get(name) != dumps(value)}
        if names:
            found[part] = names
    return found


def changed_names(before: dict[str, dict[str, str]], now: dict[str, dict[str, str]]) -> set[str]:
    """The states and zones that have another text."""
    return {name for part in now for name, text in now[part].items() if before[part].get(name) != text}


def changed_view(before: dict[str, dict[str, str]], seen: Json) -> dict[str, Json]:
    """A view as a change of another one: what has another text, and which names are gone."""
    gone = sorted(name for part in before for name in before[part] if name not in seen[part])
    return changed_values(before, seen) | ({"gone": gone} if gone else {})


def result_features(result: Json) -> set[Feature]:
    """What kind of end it is."""
    winners, leaders = (len(result.get(key, ())) for key in ("winners", "leaders"))
    return {("result", str(result.get("outcome")), winners, leaders)}


def reasons(here: Position, seat: int, move: Json) -> tuple[str, ...]:
    """Why the rules refuse a move; nothing if it is legal."""
    return json_api.why_not(here.machine, seat, move)


__all__ = ["EVERYBODY", "Feature", "MadeVector", "VectorDraft", "freshly_loaded", "reasons", "told_answer"]
