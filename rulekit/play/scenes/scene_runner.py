"""Scenes: what is given is set up, what is done is done, and every line says whether it was right."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import attrs

from rulekit.check.elaboration.scene_elaboration import SEATS
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.checked_rulebook import CheckedLine, CheckedMove, CheckedRulebook, CheckedScene
from rulekit.model import scenes as sc
from rulekit.play.machine.frames import Decision, Over, Sealed
from rulekit.play.machine.law_evaluation import LawEvaluation
from rulekit.play.machine.machine import Machine, Refusal
from rulekit.play.machine.prepared_game import PreparedGames
from rulekit.play.machine.rule_faults import Fault
from rulekit.play.moves.move_matching import MoveMatcher, SceneMove, told_value
from rulekit.play.moves.scene_moves import SceneMoves
from rulekit.play.position.value_json import ProseCodec
from rulekit.play.scenes import scene_result
from rulekit.play.scenes.scene_chance import BadScript, SceneChance
from rulekit.play.scenes.scene_fill import fill, laws_broken_on_purpose, run_chance, scene_move
from rulekit.play.scenes.scene_frames import NoSuchFrame
from rulekit.play.scenes.scene_layout import SEATED, UnfitScene
from rulekit.play.views.seat_evaluator import SeatEvaluator
from rulekit.source import Span


@attrs.frozen
class SceneMiss:
    """A line of a scene that did not come true."""

    span: Span
    expected: str
    got: str

    def __str__(self) -> str:
        return f"{self.span.file}:{self.span.line}: expected {self.expected}, got {self.got}"


@attrs.frozen
class SceneOutcome:
    """A scene that was played."""

    clause: str
    title: str
    span: Span
    misses: tuple[SceneMiss, ...]

    @property
    def is_passed(self) -> bool:
        """Whether every line of the scene was right."""
        return not self.misses


GIVEN = (sc.Given, sc.GivenRest)


def all_scenes(checked: CheckedRulebook, only: str | None = None) -> Iterator[SceneOutcome]:
    """Every scene of a rulebook, or of one clause, in the order written."""
    settings = PreparedGames(checked)
    for scene in checked.scenes:
        if only is None or scene.node.clause == only:
            yield play_scene(settings, scene)


def play_scene(settings: PreparedGames, scene: CheckedScene) -> SceneOutcome:
    """One scene; it stops where its answers no longer fit the game."""
    node = scene.node
    run = SceneRun(scene)
    try:
        run.play(settings)
    except (UnfitScene, NoSuchFrame, BadScript) as trouble:
        run.miss(run.at, "a position that can stand", _reason(trouble))
    except Fault as fault:
        run.miss(run.at, "no fault of the rules", f"the fault {fault}")
    except Refusal as refusal:
        run.miss(run.at, "an answer that can be given", str(refusal))
    return SceneOutcome(node.clause, node.title, node.span, tuple(run.misses))


def _reason(trouble: Exception) -> str:
    """Why the position cannot be given, with the clauses against it."""
    ids = _ids(trouble.because) if isinstance(trouble, UnfitScene) else ""
    return f"{trouble} {ids}".strip()


def _ids(names: tuple[str, ...]) -> str:
    """Clauses in brackets; `not-asked` is no clause."""
    return ", ".join(name if name == "not-asked" else f"[{name}]" for name in names)


class SceneRun:
    """One scene under way."""

    def __init__(self, scene: CheckedScene) -> None:
        self.scene = scene
        self.misses: list[SceneMiss] = []
        self.at: Span = scene.node.span
        self.despite = frozenset(laws_broken_on_purpose(scene))
        self.m: Machine
        self.script: SceneChance

    def miss(self, span: Span, expected: str, got: str) -> None:
        """Notes that a line was wrong: what it expects, and what came."""
        self.misses.append(SceneMiss(span, expected, got))

    def play(self, settings: PreparedGames) -> None:
        """Sets the scene up and goes through its lines; behind a position that cannot be given, or a move that
        cannot be made, nothing more is asked.
        """
        refusing = next((line for line in self.scene.lines if isinstance(line.node, sc.Refused)), None)
        if refusing is not None:
            self._refused(settings, refusing)
            return
        self.m, self.script = fill(settings, self.scene)
        for line in self.scene.lines:
            check = CHECKS.get(type(line.node))
            if check is not None:
                self.at = line.node.span
                check(self, line)
                if self.misses and isinstance(line.node, sc.Does):
                    return

    def _refused(self, settings: PreparedGames, line: CheckedLine) -> None:
        """`refused because ..`: the position must be impossible, and each of the named clauses among the reasons."""
        assert isinstance(line.node, sc.Refused)
        try:
            fill(settings, self.scene)
        except UnfitScene as unfit:
            missing = tuple(name for name in line.node.because if name not in unfit.because)
            if missing:
                self.miss(line.node.span, f"a refusal by {_ids(missing)}", _reason(unfit))
            return
        self.miss(line.node.span, "a refusal", "a position that can stand")

    # -------------------------------------------------------------- helpers

    def seat(self, line: CheckedLine) -> int:
        """The seat a line speaks of."""
        seat: int = self.m.evaluator().value(line.who, SEATED)  # type: ignore[arg-type]
        return seat

    def scene_move_of(self, move: CheckedMove) -> SceneMove:
        """A move as the scene writes it, its values worked out on the position as it is now."""
        e = self.m.evaluator()
        return SceneMove(move.name, {name: told_value(node, e.value(node, SEATED)) for name, node in move.args})

    def moves(self, seat: int) -> str:
        """The legal moves of a seat in words, for messages."""
        return " or ".join(MoveMatcher(self.m).move_text(move) for move in self.m.legal(seat)) or "nothing"

    def question_text(self) -> str:
        """Who is asked what, in words."""
        pending = self.m.pending
        if isinstance(pending, Over):
            return "the game is over"
        if isinstance(pending, Decision):
            return f"{SEATS[pending.seat]} is asked [{pending.line}]"
        assert isinstance(pending, Sealed)
        left = [SEATS[s] for s in pending.asked if s not in pending.answers]
        return f"{' and '.join(left)} asked [{pending.line}]"

    # -------------------------------------------------------------- lines

    # ------------------------------------------------------------------ lines

    def _does(self, line: CheckedLine) -> None:
        """`when anna does ..`: the one legal move that is meant is made, chance goes as the scene says, and every law
        is looked at.
        """
        seat, told = scene_move(self.m, line)
        chosen = SceneMoves(self.m).meant_move(seat, told)
        if chosen is None:
            because = _ids(SceneMoves(self.m).verdict(seat, told).because)
            self.miss(
                line.node.span,
                f"{self._move(line)} to be legal",
                f"refused by {because}; {self.question_text()}: {self.moves(seat)}",
            )
            return
        fitting = [move for move in self.m.legal(seat) if MoveMatcher(self.m).matches(told, move)]
        if len(fitting) > 1:
            self.miss(
                line.node.span,
                "one move",
                f"{len(fitting)} that fit; say which by where it lies, as in `piece (zone at place)`",
            )
            return
        before = self.m.table
        m = self.m.copy()
        m.lawful = True
        self.m = run_chance(m.decide(seat, chosen), self.script)
        for breach in [*self.m.breaches, *LawEvaluation(self.m).breaches(before)]:
            if breach.id in self.despite:
                continue
            self.miss(line.node.span, f"the law [{breach.id}] to hold", "it is broken")

    def _move(self, line: CheckedLine) -> str:
        """A move for a message: its name and the names of its parameters."""
        move = line.moves[0]
        return f"`{move.name}`" if not move.args else f"`{move.name} {', '.join(name for name, _ in move.args)}`"

    def _then(self, line: CheckedLine) -> None:
        """`then ..`: the condition holds on the position as it is."""
        if not self.m.evaluator().holds(line.values[0], SEATED):
            later = any(isinstance(o.node, GIVEN) and o.node.span.line > line.node.span.line for o in self.scene.lines)
            hint = " (a `given` below is done before anything else, so it counts here)" if later else ""
            self.miss(line.node.span, "this to be true", self._halves(line.values[0]) + hint)

    def _halves(self, node: v.T) -> str:
        """What the two sides of a test are, as far as it has two."""

        e = self.m.evaluator()
        if len(node.conjuncts) > 1:
            return next((self._halves(part) for part in node.conjuncts if not e.holds(part, SEATED)), "it is not")
        sides = [ProseCodec(self.m).write(e.value(side, SEATED), side.type) for side in node.compared]
        return f"{sides[0]} against {sides[1]}" if sides else "it is not"

    def _asked(self, line: CheckedLine) -> None:
        """`anna is asked [line]`: she has a move there."""
        assert isinstance(line.node, sc.Asked)
        seat = self.seat(line)
        pending = self.m.pending
        right = self.m.legal(seat) and isinstance(pending, Decision | Sealed) and pending.line == line.node.id
        if not right:
            self.miss(line.node.span, f"{SEATS[seat]} to be asked [{line.node.id}]", self.question_text())

    def _sees(self, line: CheckedLine) -> None:
        """`anna sees ..`: the condition holds of what she sees."""
        if not SeatEvaluator(self.m, self.seat(line)).holds(line.values[0], SEATED):
            self.miss(line.node.span, f"this to be true for {SEATS[self.seat(line)]}", "it is not")

    def _may(self, line: CheckedLine) -> None:
        """`anna may ..`, `anna may not .. because ..`: allowed or refused as the scene says, and by the clauses it
        names, perhaps by others as well.
        """
        node = line.node
        assert isinstance(node, sc.May)
        seat = self.seat(line)
        found = SceneMoves(self.m).verdict(seat, self.scene_move_of(line.moves[0]))
        if found.allowed != node.allowed:
            wanted = "allowed" if node.allowed else "refused"
            by = f"refused by {_ids(found.because)}" if not found.allowed else "it is allowed"
            self.miss(
                node.span, f"{self._move(line)} to be {wanted}", f"{by}; {self.question_text()}: {self.moves(seat)}"
            )
            return
        missing = tuple(name for name in node.because if name not in found.because)
        if missing:
            self.miss(node.span, f"the reason {_ids(missing)}", _ids(found.because) or "no reason")

    def _exactly(self, line: CheckedLine) -> None:
        """`anna may exactly ..`: the whole legal list in its order."""
        seat = self.seat(line)
        moves, told = self.m.legal(seat), [self.scene_move_of(move) for move in line.moves]
        if len(moves) != len(told) or not all(
            MoveMatcher(self.m).matches(t, move) for t, move in zip(told, moves, strict=True)
        ):
            self.miss(
                line.node.span, f"these {len(told)} moves in this order", f"{self.moves(seat)} ({self.question_text()})"
            )

    def _came_out(self, line: CheckedLine) -> None:
        """Who has won, how ties are settled, which grade: each difference is a miss."""
        for expected, got in scene_result.compare_result(self.m, line, self.question_text()):
            self.miss(line.node.span, expected, got)


CHECKS: dict[type, Callable[[SceneRun, CheckedLine], None]] = {
    sc.Does: SceneRun._does,
    sc.Then: SceneRun._then,
    sc.Asked: SceneRun._asked,
    sc.Sees: SceneRun._sees,
    sc.May: SceneRun._may,
    sc.MayExactly: SceneRun._exactly,
    sc.Wins: SceneRun._came_out,
    sc.Tied: SceneRun._came_out,
    sc.Graded: SceneRun._came_out,
}
