"""Replaying vectors: each question is put to an engine, and its answers are compared with what must come."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any
from zlib import crc32

import attrs

from rulekit.play.position.strict_json import dumps
from rulekit.protocol.handshake import Agreement
from rulekit.protocol.session import Call, EngineFailure, EngineRefused, EngineSession
from rulekit.vectors import answer_checks as judging
from rulekit.vectors.answer_checks import AnswerDifference, ExpectedState, Judge
from rulekit.vectors.form import SPECTATOR, Vector, as_played
from rulekit.vectors.normal import Tree, normal_form

BITS = 2**32


def count_ways(
    session: EngineSession, begin: Sequence[Call], deepest: int, whole: ExpectedState | None
) -> dict[int, dict[str, int]]:
    """For each depth: ways that lead so deep, those of them at whose end the game is over, the sum of checksums.

    Every way is played from the beginning, so no engine needs a copy; nothing may be left to chance on the way.
    """
    found = {depth: {"depth": depth, "leaves": 0, "ends": 0, "sum": 0} for depth in range(1, deepest + 1)}
    ways: list[list[Call]] = [[]]
    for depth in range(1, deepest + 1):
        ways = [[*way, call] for way in ways for call in _moves(session, [*begin, *way])]
        for way in ways:
            answers = _answers(session, [*begin, *way, ("pending", {}), *([("position", {})] if whole else [])])
            pending = answers[len(begin) + len(way)]
            found[depth]["leaves"] += 1
            found[depth]["ends"] += pending["kind"] == "end"
            if whole:
                found[depth]["sum"] = (found[depth]["sum"] + checksum(answers[-1], whole)) % BITS
    return found if whole else {n: {k: v for k, v in one.items() if k != "sum"} for n, one in found.items()}


def _moves(session: EngineSession, calls: list[Call]) -> list[Call]:
    """All moves of the seat that must answer."""
    pending = _answers(session, [*calls, ("pending", {})])[-1]
    if pending["kind"] == "end":
        return []
    if pending["kind"] != "decision":
        raise EngineFailure("it wants chance where none is in the rules", "bad-schema")
    seat = pending["seats"][0]
    legal = _answers(session, [*calls, ("legal", {"seat": seat})])[-1]
    return [("move", {"seat": seat, "move": move}) for move in legal]


def _answers(session: EngineSession, calls: list[Call]) -> list[Json]:
    answers = session.ask_all(calls)
    refused = next((said for said in answers if isinstance(said, EngineRefused)), None)
    if refused is not None:
        raise EngineFailure(f"it refuses what it has named as legal: {refused}", "bad-schema")
    return answers


def checksum(position: Json, whole: ExpectedState) -> int:
    """CRC-32 of the canonical text of states and zones, every set in one order."""
    table = {part: position.get(part, {}) for part in ("states", "zones")}
    return crc32(dumps(normal_form(table, whole.sets.get("position"))).encode())


Failed = tuple[int, AnswerDifference]  # the number of a step, and what is wrong with it
SPECIAL = {"extra": "strict"}  # kinds of wrong moves that only engines with a feature must refuse


@attrs.frozen
class StepCalls:
    """Calls that belong to one step, and who judges their answers."""

    step: int
    calls: tuple[Call, ...]
    judge: Judge


class VectorRun:
    """One vector under way: what the engine must hold by now, and the calls that have not been sent."""

    def __init__(
        self, session: EngineSession, agreed: Agreement, sets: Mapping[str, Tree], window: int, vector: Vector
    ) -> None:
        self.session, self.agreed = session, agreed
        self.along = vector.start is not None and not agreed.can("load")
        self.vector = as_played(vector, self.along)
        self.window = window
        self.whole = ExpectedState(sets, agreed.unsaid)
        self.waiting: list[StepCalls] = []
        self.at = 0  # the step of the calls that were sent last
        self.compared: Counter[str] = Counter()
        self.left_out: Counter[str] = Counter()
        self.explained: list[tuple[int, Json]] = []  # refusals since the last look that are to be explained
        self.moves: list[Call] = []  # everything that was said since the beginning, for counting ways

    def verdict(
        self,
        kind: str,
        step: int | None = None,
        difference: AnswerDifference | None = None,
        why: str = "",
        failure: str = "",
    ) -> VectorVerdict:
        """The outcome of this vector, with what was compared and what the engine cannot do."""
        counts = self.compared, self.left_out
        return VectorVerdict(self.vector.id, kind, step, difference, why, failure, *counts, self.along)

    # -------------------------------------------------------------- the course

    def play(self) -> Failed | None:
        """Every step; the first that is wrong with what is wrong there."""
        self.begin()
        if self.vector.start is not None and (failed := self.send_waiting_calls()) is not None:
            return failed  # nothing is asked of an engine that does not take the position
        for number, step in enumerate(self.vector.steps):
            failed = self.step(number, step)
            if failed is not None:
                return failed
        return self.send_waiting_calls()

    def begin(self) -> None:
        """The engine is brought to where the vector begins."""
        vector = self.vector
        if vector.start is None:
            self.say(0, "start", config=vector.config)
            return
        self.whole.take(vector.start)
        if not self.along:
            self.ask(0, [("load", {"position": vector.start})], judging.accept_judge("load"))
            return
        self.say(0, "start", config=vector.configuration_json)
        for step in vector.path or ():
            self.played_step(0, step)

    def step(self, number: int, step: Json) -> Failed | None:
        """One step; calls are sent when there are enough of them."""
        key = next(key for key in STEPS if key in step)
        self.explained = self.explained if key in AT_REST else []
        if key == "save":
            return self.send_waiting_calls() or self.save(number)
        if key == "perft":
            return self.send_waiting_calls() or self.perft(number, step["perft"])
        STEPS[key](self, number, step)
        return (
            self.send_waiting_calls()
            if key == "load" or sum(len(one.calls) for one in self.waiting) >= self.window
            else None
        )

    def send_waiting_calls(self) -> Failed | None:
        """All calls that wait, in one go; their answers are judged in order."""
        waiting, self.waiting = self.waiting, []
        if not waiting:
            return None
        self.at = waiting[0].step
        answers = self.session.ask_all([call for one in waiting for call in one.calls])
        done = 0
        for one in waiting:
            difference = one.judge(answers[done : done + len(one.calls)])
            done += len(one.calls)
            if difference is not None:
                return one.step, difference
        return None

    def ask(self, step: int, calls: Sequence[Call], judge: Judge) -> None:
        """Puts questions of a step in the queue, with what their answers must be."""
        self.waiting.append(StepCalls(step, tuple(calls), judge))

    def say(self, step: int, op: str, **arguments: Json) -> None:
        """A call that must be accepted."""
        self.ask(step, [(op, arguments)], judging.accept_judge(op))

    # -------------------------------------------------------------- steps

    def played_step(self, number: int, step: Json) -> None:
        """A move or an outcome."""
        if "move" in step:
            seat, move = step["move"]
            self.moves.append(("move", {"seat": seat, "move": move}))
            self.ask(number, [self.moves[-1]], judging.accept_judge("refused", seat, move))
            return
        chance = step["chance"]
        self.moves.append(("chance", {"label": chance["label"], "outcome": chance["outcome"]}))
        if "chance.asked" in self.agreed.features and "draw" in chance:
            self.ask(number, [("pending", {})], self.whole.judge_chance(chance))
            self.compared["chance"] += 1
        elif "draw" in chance:
            self.left_out["chance"] += 1
        self.ask(number, [self.moves[-1]], judging.accept_judge("chance", None, chance["outcome"]))

    def see(self, number: int, step: Json) -> None:
        """A look: what is not told has not changed."""
        see = step["see"]
        self.whole.take(see)
        for part, call, judge in self.looks(see):
            feature = PARTS.get(part, "")
            if feature and feature not in self.agreed.features:
                self.left_out[part] += 1
                continue
            self.compared[part] += 1
            self.ask(number, [call], judge)
        self.explanations()

    def looks(self, see: Json) -> Iterator[tuple[str, Call, Judge]]:
        """Each part of a look, with its call and its judge; the position first, for that explains the rest."""
        yield "position", ("position", {}), self.whole.judge_position()
        if "pending" in see:
            yield "pending", ("pending", {}), self.whole.judge_pending(see["pending"])
        for seat, moves in see.get("legal", {}).items():
            call = ("legal", {"seat": int(seat)})
            yield "legal", call, self.whole.judge_legal(int(seat), moves, see.get("ordered", False))
        for reader, view in sorted(see.get("views", {}).items()):  # the spectator first: others are like it
            seat_or_nobody = None if reader == SPECTATOR else int(reader)
            yield "view", ("view", {"seat": seat_or_nobody}), self.whole.judge_view(reader, view)
        if "result" in see:
            yield "result", ("result", {}), self.whole.judge_result(see["result"])

    def check_refusal(self, number: int, step: Json) -> None:
        """A move that must be refused, and then nothing has changed."""
        seat, move = step["not"]
        feature = SPECIAL.get(step["kind"])
        if feature is not None and feature not in self.agreed.features:
            self.left_out["refusal"] += 1
            return
        self.compared["refusal"] += 1
        self.ask(number, [("move", {"seat": seat, "move": move})], judging.judge_refusal("taken", seat, move))
        self.check_unchanged(number, seat, move)
        if "because" in step and self.agreed.can("explain"):
            self.explained.append((number, step))

    def explanations(self) -> None:
        """Why the moves before a look were refused; asked after it, for only then is it known that nothing changed."""
        for number, step in self.explained:
            seat, move = step["not"]
            self.compared["explanation"] += 1
            call = ("explain", {"seat": seat, "move": move})
            self.ask(number, [call], judging.judge_explanation(step["because"], seat, move))
        self.explained = []

    def check_unchanged(self, number: int, seat: Any = None, move: Json = None) -> None:
        """After a refusal all is as it was."""
        if "position" in self.agreed.features and self.whole.is_known:
            self.ask(number, [("position", {})], self.whole.judge_position("changed", seat, move))

    def load(self, number: int, step: Json) -> None:
        """Broken off, and gone on with from the written position."""
        position = {"config": self.vector.configuration_json, **self.whole.table(), **step["load"]}
        self.compared["load"] += 1
        self.say(number, "start", config=self.vector.configuration_json)
        self.ask(number, [("load", {"position": position})], judging.accept_judge("load"))

    def fork(self, number: int, step: Json) -> None:
        """A copy is played on; then the game it was made from is as before."""
        self.compared["fork"] += 1
        before, moves = self.whole.kept_by_copy(), list(self.moves)
        self.say(number, "fork")
        for inner in step["fork"]:
            key = next(key for key in STEPS if key in inner)
            STEPS[key](self, number, inner)
        self.say(number, "back")
        self.whole.restore(before)
        self.moves = moves

    def save(self, number: int) -> Failed | None:
        """Broken off, and gone on with from what the engine itself has saved."""
        self.at = number
        self.compared["save"] += 1
        saved = self.session.ask("save")
        try:
            self.session.ask("start", config=self.vector.configuration_json)
            self.session.ask("restore", saved=saved)
        except EngineRefused as refusal:
            return number, AnswerDifference("save", "", "taken", f"refused: {refusal}")
        return None

    def perft(self, number: int, levels: Json) -> Failed | None:
        """Every way from here, counted by playing it."""
        self.at = number
        self.compared["perft"] += len(levels)
        begin = [("start", {"config": self.vector.config}), *self.moves]
        deepest = max(level["depth"] for level in levels)
        found = count_ways(self.session, begin, deepest, self.whole if self.sums else None)
        for level in levels:
            wanted = level if self.sums else {key: value for key, value in level.items() if key != "sum"}
            if found[level["depth"]] != wanted:
                return number, AnswerDifference("perft", str(level["depth"]), wanted, found[level["depth"]])
        return None

    @property
    def sums(self) -> bool:
        """Sums of positions need whole positions."""
        return "position" in self.agreed.features and not self.whole.names & self.agreed.unsaid

    def not_load(self, number: int, step: Json) -> None:
        """A position that no game can come to."""
        self.compared["not-load"] += 1
        call = ("load", {"position": step["not-load"]})
        self.ask(number, [call], judging.judge_refusal("loaded", None, step["kind"]))

    def not_chance(self, number: int, step: Json) -> None:
        """An outcome that chance cannot have; then chance is asked still."""
        self.compared["not-chance"] += 1
        outcome = step["not-chance"]
        call = ("chance", {"label": outcome["label"], "outcome": outcome["outcome"]})
        self.ask(number, [call], judging.judge_refusal("chance", None, outcome["outcome"]))


PARTS = {"position": "position", "view": "views"}  # parts of a look that not every engine tells
AT_REST = ("see", "not")  # steps after which the game stands where it stood
STEPS: dict[str, Callable[[VectorRun, int, Json], None]] = {
    "see": VectorRun.see,
    "not": VectorRun.check_refusal,
    "move": VectorRun.played_step,
    "chance": VectorRun.played_step,
    "load": VectorRun.load,
    "fork": VectorRun.fork,
    "save": lambda run, number, step: None,
    "perft": lambda run, number, step: None,
    "not-load": VectorRun.not_load,
    "not-chance": VectorRun.not_chance,
}


PASSED, FAILED, ADVICE, SKIPPED, ERROR = "passed", "failed", "advice", "skipped", "error"


@attrs.frozen
class VectorVerdict:
    """What became of one vector. `step` is the number of the step that failed; those before it passed."""

    vector: str
    kind: str  # passed, failed, advice, skipped, error
    step: int | None = None
    difference: AnswerDifference | None = None
    why: str = ""  # of a vector that was skipped, or of an engine that did not answer
    failure: str = ""  # of an engine that did not answer: the kind of failure
    compared: Mapping[str, int] = attrs.field(factory=dict)
    left_out: Mapping[str, int] = attrs.field(factory=dict)  # parts that this engine cannot tell
    along: bool = False  # whether the engine came along the path, and not by the position


def counts(verdicts: Iterable[VectorVerdict]) -> dict[str, dict[str, int]]:
    """How many vectors had which verdict, what was compared, what was left out, and why vectors were skipped."""
    found: dict[str, Counter[str]] = {"verdicts": Counter(), "compared": Counter(), "left out": Counter()}
    found["skipped"] = Counter()
    for one in verdicts:
        found["verdicts"][one.kind] += 1
        found["compared"].update(one.compared)
        found["left out"].update(one.left_out)
        if one.kind == SKIPPED:
            found["skipped"][one.why] += 1
    return {key: dict(sorted(value.items())) for key, value in found.items()}


Json = Any
WINDOW = 64  # calls that are sent before an answer is read


@attrs.define
class Replayer:
    """Replays vectors of one game against one engine; `sets` are the trees of the manifest."""

    session: EngineSession
    agreed: Agreement
    sets: Mapping[str, Tree]
    window: int = WINDOW

    def replay(self, vector: Vector) -> VectorVerdict:
        """The verdict of one vector.

        Where an engine breaks down among calls that were sent together, they are sent again one by one: it may have
        been wrong before, and what breaks down is told with its step. A process that broke down answers nothing more,
        so it is told with the first step of those calls, before which all was right, and not with that of a `start`
        nobody heard; whoever starts it again asks with `window=1`.
        """
        why = self.why_skipped(vector)
        if why:
            return VectorVerdict(vector.id, SKIPPED, why=why)
        found = self._run(vector, self.window)
        answers = getattr(self.session, "failure", None) is None
        return self._run(vector, 1) if found.kind == ERROR and self.window > 1 and answers else found

    def _run(self, vector: Vector, window: int, loads: bool = True) -> VectorVerdict:
        """Played once. An engine may refuse positions: it goes along the path, if there is one, or is not asked."""
        agreed = self.agreed if loads else attrs.evolve(self.agreed, features=self.agreed.features - {"load"})
        run = VectorRun(self.session, agreed, self.sets, window, vector)
        try:
            failed = run.play()
        except EngineFailure as trouble:
            # Whoever breaks down where nothing is demanded has not failed; that it can play, other vectors ask.
            kind = ADVICE if vector.advice else ERROR
            return run.verdict(kind, run.at, why=str(trouble), failure=trouble.kind)
        if failed is None:
            return run.verdict(PASSED)
        if failed[1].part == "load":
            along = loads and vector.start is not None and vector.path is not None
            return self._run(vector, window, loads=False) if along else run.verdict(SKIPPED, why=REFUSED)
        return run.verdict(ADVICE if vector.advice else FAILED, failed[0], failed[1])

    def why_skipped(self, vector: Vector) -> str:
        """Why this engine cannot be asked this vector; empty if it can."""
        config = vector.configuration_json
        if not self.agreed.plays(config["seats"], config["options"]):
            return "it does not play this configuration"
        if vector.start is not None and vector.path is None and not self.agreed.can("load"):
            return "it has no `load`"
        for feature, keys in NEEDS.items():
            if feature not in self.agreed.features and any(key in step for step in vector.steps for key in keys):
                return f"it has no `{feature}`"
        if SPECIAL["extra"] not in self.agreed.features and all(_extra(step) for step in vector.steps):
            return f"it is not `{SPECIAL['extra']}`"
        return ""


REFUSED = "it refuses the position"
NEEDS = {"load": ("load", "not-load"), "fork": ("fork",), "save": ("save",), "chance.asked": ("not-chance",)}


def _extra(step: Json) -> bool:
    return step.get("kind") in SPECIAL


def replay_all(
    session: EngineSession, agreed: Agreement, sets: Mapping[str, Tree], vectors: Iterable[Vector]
) -> Iterator[tuple[Vector, VectorVerdict]]:
    """Many vectors, each with its verdict; nothing stops at the first that fails."""
    replayer = Replayer(session, agreed, sets)
    for vector in vectors:
        yield vector, replayer.replay(vector)


__all__ = [
    "ADVICE", "ERROR", "FAILED", "PASSED", "SKIPPED", "WINDOW", "Replayer", "VectorVerdict", "counts", "replay_all",
]  # fmt: skip
