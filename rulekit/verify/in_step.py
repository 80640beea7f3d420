"""One game on the rules and on an engine by other hands: decisions, positions, views and results must agree."""

from __future__ import annotations

from collections import Counter
from functools import partial
from typing import Any

import attrs

from rulekit.play import desk, outcomes, verdict
from rulekit.play.asked import asked
from rulekit.play.configured import Chosen
from rulekit.play.encode_moves import write_move
from rulekit.play.encode_pieces import Sight
from rulekit.play.engines import CHANCE, DECISION, END, Engine
from rulekit.play.faults import Fault
from rulekit.play.game import Game
from rulekit.play.machine import Machine
from rulekit.play.playout import LONGEST, bits_of, point_of
from rulekit.play.random_bits import Bits, stream
from rulekit.protocol.rules_engine import drawn_from
from rulekit.protocol.session import Call, EngineFailure, Json, Refused
from rulekit.vectors.sets import normal
from rulekit.verify.curious import Curious
from rulekit.verify.doors import Door
from rulekit.verify.expected import Waiting, asked_parting, chance_parting, refused_chance, refused_move
from rulekit.verify.own_engines import engine_of, own_fault
from rulekit.verify.parting import OVER, TABLE, Parting, first_gap, legal_parting, place, table_parting, trees_of
from rulekit.verify.taste import Taste

VIEWS = 20  # one view in so many decisions, the readers in turn; and all of them at the end
REFUSALS = 8  # a move that is not legal is offered once in so many decisions
Answer = tuple[Any, ...]  # seat and number of a move, or an outcome alone


@attrs.define
class Played:
    """One game in step: how far it went, what was compared, and where it parted."""

    number: int
    chosen: Chosen
    counts: Counter[str] = attrs.field(factory=Counter)
    over: bool = False
    parting: Parting | None = None
    answers: list[Answer] = attrs.field(factory=list)
    start: Json = None  # the position it began with, if it was not the beginning


@attrs.frozen
class Manner:
    """How closely to look; positions and legal sets are compared at every decision."""

    views: int = VIEWS
    refusals: int = REFUSALS
    longest: int = LONGEST
    enough: int | None = None  # decisions after which a game is broken off
    curious: bool = False  # every other game looks ahead for what was rare, instead of having a taste
    hasty: bool = False  # look only once, at the end: what differs by then is seen, not where it began to


USUAL = Manner()


def play(
    game: Game, chosen: Chosen, door: Door, seed: int | str, number: int, manner: Manner = USUAL, start: Json = None
) -> Played:
    """One game, chance and all players at random, perhaps from a written position; it ends at the first difference."""
    engine = engine_of(game, chosen, number, manner.curious and minded(number), start is not None)
    pair = Pair(game, chosen, engine, door, manner, stream(seed, "offers", number))
    found = pair.play(bits_of(seed, number), number, start)
    if start is None:
        own_fault(game.setting(chosen), number, found.answers, pair if found.parting is None else None)
    return found


def minded(number: int) -> bool:
    """Every other game, whatever the number of configurations that are played in turn."""
    return number.bit_count() % 2 == 1


class Pair:
    """The same game on both sides."""

    def __init__(
        self, game: Game, chosen: Chosen, engine: Engine, door: Door, manner: Manner, offers: Bits | None = None
    ) -> None:
        self.game, self.chosen, self.engine, self.door, self.manner = game, chosen, engine, door, manner
        self.offers = offers or stream("0", "offers", 0)
        self.unsaid = door.agreed.unsaid
        self.trees = trees_of(game.checked)
        self.state: Any = None
        self.drawn: Counter[str] = Counter()
        self.pending: list[Waiting] = []  # asked with the next look
        self.offered: Json = None  # a move that was legal a while ago
        self.taste = Taste(self.offers.below(1 << 30))
        self.curious = Curious(engine)

    # -------------------------------------------------------------- the course

    def play(self, bits: Bits, number: int, start: Json = None) -> Played:
        """To the end, to the first difference, or as long as is wanted."""
        found = Played(number, self.chosen, start=start)
        try:
            if self._begin(start):
                found.parting = self._run(bits, found)
            else:
                found.counts["not loaded"] += 1
        except Fault:
            if start is None:
                raise
            found.counts["stuck"] += 1  # a position that was only written may lead where no game does
        except EngineFailure as wrong:
            found.parting = Parting("failure", (), "an answer", str(wrong))
        return found

    def _begin(self, start: Json) -> bool:
        """Both at the beginning, or at the position that was written; false if the engine does not take it."""
        if start is not None:
            if not self.door.can("load"):
                return False
            self.state = self.engine.loaded(desk.loaded(self.game.setting(self.chosen).program, start))
            return not isinstance(self.door.ask_all([("load", {"position": start})])[0], Refused)
        self.state = self.engine.start()
        self.door.ask_all([("start", {"config": {"game": self.game.name, **self.chosen.to_json()}})])
        return True

    def _run(self, bits: Bits, found: Played) -> Parting | None:
        longest = min(self.manner.longest, self.manner.enough or self.manner.longest)
        while True:
            kind, _, seat, count = self.engine.asked(self.state)
            if kind == CHANCE:
                self._draw(bits, found)
                continue
            at_last = kind == END or found.counts["decisions"] >= longest
            parting = self._look(found, kind) if at_last or not self.manner.hasty else None
            if parting is not None or at_last:
                found.over = kind == END
                return parting
            self._answer(seat, self._choice(seat, count, bits, found), found)

    def _draw(self, bits: Bits, found: Played) -> None:
        point = point_of(self.engine, self.state)
        outcome = outcomes.drawn(point, bits)
        self.drawn[point.line] += 1
        m = self.engine.machine(self.state)
        label, at = f"{point.line}#{self.drawn[point.line]}", len(found.answers)
        if "chance.asked" in self.door.agreed.features:
            wanted = {"kind": "chance", "label": label, **drawn_from(m, point)}
            self.pending.append(Waiting(("pending", {}), partial(chance_parting, wanted), at))
        call = ("chance", {"label": label, "outcome": outcomes.written(m, point, outcome)})
        self.pending.append(Waiting(call, partial(refused_chance, label), at))
        self.state = self.engine.draw(self.state, outcome)
        found.answers.append((outcome,))
        found.counts["chance"] += 1

    def _choice(self, seat: int, count: int, bits: Bits, found: Played) -> int:
        """One move of all alike; every other game is played by taste and goes where chance alone never would."""
        if count == 1 or not minded(found.number):
            return bits.below(count)
        if self.manner.curious:
            return self.curious.pick(self.state, seat, self.legal[seat], bits)
        weights = [self.taste.weight(move) for move in self.legal[seat]]
        left = bits.below(sum(weights))
        for number, weight in enumerate(weights):
            left -= weight
            if left < 0:
                return number
        return count - 1

    def _answer(self, seat: int, number: int, found: Played) -> None:
        move = self._move(seat, number) if self.manner.hasty else self.legal[seat][number]
        self.offered = move if self.offers.below(4) == 0 else self.offered
        call = ("move", {"seat": seat, "move": move})
        self.pending.append(Waiting(call, partial(refused_move, seat, move), len(found.answers)))
        self.state = self.engine.advance(self.state, seat, number)
        found.answers.append((seat, number))
        found.counts["decisions"] += 1

    def _move(self, seat: int, number: int) -> Json:
        """One move as it is written, the others left alone."""
        m = self.engine.machine(self.state)
        return write_move(Sight(m, seat, in_move=True), verdict.legal(m, seat)[number])

    # -------------------------------------------------------------- one look

    def _look(self, found: Played, kind: str) -> Parting | None:
        """What can be seen at this point: the position first, for what differs there explains all the rest."""
        found.counts["looks"] += 1
        m = self.engine.machine(self.state)
        seats = list(asked_seats(m)) if kind == DECISION else []
        self.legal = {seat: desk.legal(m, seat) for seat in seats}
        waiting, self.pending = self.pending, []
        lies: list[Call] = [("position", {})] if self.door.can("position") else []
        asked: list[Call] = [("pending", {}), *(("legal", {"seat": seat}) for seat in seats)]
        answers = self.door.ask_all([*(one.call for one in waiting), *lies, *asked])
        for one, said in zip(waiting, answers, strict=False):
            parting = one.wrong(said)
            if parting is not None:
                if parting.what == "chance":
                    del found.answers[one.at :]  # it is told where the rules ask for it
                return parting
        *position, pending = answers[len(waiting) : len(waiting) + len(lies) + 1]
        parting = self._position(m, position[0], found) if position else None
        parting = parting or asked_parting(seats, pending)
        for seat, said in zip(seats, answers[len(waiting) + len(lies) + 1 :], strict=True):
            parting = parting or legal_parting(seat, self.legal[seat], said, self.trees["moves"])
            found.counts["moves"] += len(self.legal[seat])
        if parting is not None:
            return attrs.evolve(parting, asks=self._words(seats, pending.get("seats", [])))
        return self._closer(m, kind, found) or self._offer(m, seats, found)

    def _words(self, seats: list[int], theirs: list[int]) -> tuple[str, ...]:
        """What kinds of moves the engine asks for and the rules do not; this says where it is."""
        if seats and not theirs:
            return (OVER,)
        known = [seat for seat in theirs if seat in range(self.chosen.seats)]
        try:
            lists = self.door.ask_all([("legal", {"seat": seat}) for seat in known])
        except EngineFailure:
            return ()
        ours = {move["do"] for seat in seats for move in self.legal[seat]}
        found = dict.fromkeys(str(move.get("do")) for moves in lists for move in moves)
        return tuple(word for word in found if word not in ours)

    def _closer(self, m: Machine, kind: str, found: Played) -> Parting | None:
        """What is looked at now and then, and at the end."""
        readers = self._readers(found.counts["decisions"], kind, m.plan.seats)
        views: list[Call] = [("view", {"seat": reader}) for reader in readers]
        ending: list[Call] = [("result", {})] * 2 if kind == END else []  # the same, however often it is asked
        answers = self.door.ask_all([*views, *ending])
        parting = None
        for reader, said in zip(readers, answers, strict=False):
            parting = parting or self._view(m, reader, said, found)
        if kind == END and parting is None:
            found.counts["results"] += 1
            parting = self._result(m, answers[-2]) or self._result(m, answers[-1])
        return parting

    def _readers(self, decisions: int, kind: str, seats: int) -> list[int | None]:
        everyone: list[int | None] = [*range(seats), None] if self.door.can("view") else []
        if kind == END or not everyone:
            return everyone
        if not self.manner.views or decisions % self.manner.views:
            return []
        return [everyone[decisions // self.manner.views % len(everyone)]]

    def _position(self, m: Machine, theirs: Json, found: Played) -> Parting | None:
        found.counts["positions"] += 1
        return self._gap("position", desk.tables(m), theirs)

    def _view(self, m: Machine, reader: int | None, theirs: Json, found: Played) -> Parting | None:
        found.counts["views"] += 1
        return self._gap("view", desk.view(m, reader), theirs, reader)

    def _result(self, m: Machine, theirs: Json) -> Parting | None:
        gap = first_gap(*(normal(self._said(one), self.trees["result"]) for one in (desk.result(m), theirs)))
        return None if gap is None else Parting("result", *gap)

    def _said(self, named: dict[str, Json]) -> dict[str, Json]:
        """What is left out on both sides is what the engine does not say; also of its states and zones."""
        found = {name: value for name, value in named.items() if name not in self.unsaid}
        for part in TABLE:
            if part in found:
                found[part] = {name: value for name, value in found[part].items() if name not in self.unsaid}
        return found

    def _gap(self, what: str, ours: Json, theirs: Json, reader: int | None = None) -> Parting | None:
        return table_parting(what, self._said(ours), self._said(theirs), self.trees[what], reader)

    # -------------------------------------------------------------- what must be refused

    def _offer(self, m: Machine, seats: list[int], found: Played) -> Parting | None:
        """A move that is not legal now: the engine must refuse it, and stand as before."""
        if not (self.manner.refusals and seats) or self.offers.below(self.manner.refusals):
            return None
        seat, move = self._unfit(seats)
        if move is None:
            return None
        found.counts["refusals"] += 1
        lies: list[Call] = [("position", {})] if self.door.can("position") else []
        said, *after = self.door.ask_all([("move", {"seat": seat, "move": move}), *lies])
        if not isinstance(said, Refused):
            return Parting("refusal", (), "not legal", "taken", seat, move)
        gap = self._gap("position", desk.tables(m), after[0]) if after else None
        changed = f"refused, and yet it changes {place(gap.where)}" if gap is not None else ""
        return Parting("refusal", (), "not legal", changed, seat, move) if changed else None

    def _unfit(self, seats: list[int]) -> tuple[int, Json]:
        """A legal move by somebody who is not asked, or one that was legal before."""
        idle = [seat for seat in range(self.chosen.seats) if seat not in seats]
        if idle and self.offers.below(2):
            return self.offers.pick(idle), self.offers.pick(self.legal[seats[0]])
        return seats[0], None if self.offered in self.legal[seats[0]] else self.offered


def asked_seats(m: Machine) -> tuple[int, ...]:
    """Who must answer."""
    assert m.pending is not None
    return asked(m.pending).seats
