"""What the check takes for impossible never happens: generated rulebooks are checked, played, and looked at on the way.

Behind every verdict about numbers stand facts, so the facts are tested and not their few consequences alone: before
each statement that the reference engine runs, every bound, gap and presence that the check claims there is held against
the position. Then no number leaves its range where the check was silent, and no condition comes out otherwise than the
check says it always does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest
from hypothesis import given
from hypothesis import strategies as st

from rulekit.check.dataflow import facts as f
from rulekit.check.dataflow.facts import Facts
from rulekit.check.dataflow.range_inference import flow_of
from rulekit.check.effects.direct_effects import EffectCollector
from rulekit.check.evaluation import evaluator
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.typed_walk import walk
from rulekit.diagnostics import Problem, Problems
from rulekit.pipeline import load
from rulekit.play.games.law_playouts import machine_after
from rulekit.play.games.variant_agreement import random_answer
from rulekit.play.machine import ops as o
from rulekit.play.machine.frames import Frame, Over, env_of
from rulekit.play.machine.machine import Machine
from rulekit.play.machine.prepared_game import PreparedGame
from rulekit.play.machine.random_bits import stream
from rulekit.play.machine.rule_faults import Fault
from rulekit.tests.check import generated
from rulekit.tests.check.questions import making
from rulekit.tests.hostile_rules import game

ANSWERS, GAMES, STEPS = 25, 3, 800
SAMPLE = 200  # rulebooks in which a broken check must show, beside the first one in which it did
UNKNOWN: Any = object()


class Enough(Exception):
    """A game that is long enough."""


@attrs.define
class Claims:
    """What the check says of one rulebook, by the statements and conditions it is said of."""

    followed: set[int]  # everything in a body that was followed
    facts: dict[int, list[Facts]]
    never: dict[int, set[bool]]  # conditions with what they never come out as
    warned: set[str]  # lines of which K20 is said
    trusted: set[str]  # states of which the author says `must fit`
    wrong: list[str] = attrs.field(factory=list)

    def look(self, m: Machine, frame: Frame, op: o.Op) -> None:
        """Before a statement: does all hold that is claimed there?"""
        again = isinstance(op, o.UntilNext) and frame.loops[op.slot][0] > 0
        if isinstance(op, o.EachNext | o.SealNext) or again:
            return  # claims are about a loop before its first pass, and about each statement in it
        node: Any = next((found for name in PARTS if (found := getattr(op, name, None)) is not None), None)
        if id(node) not in self.followed:
            return
        if id(node) not in self.facts:
            self.wrong.append(f"[{op.id}] is never reached, says the check: {node}")
        evaluator, env = m.evaluator(), env_of(frame)
        if id(node) in self.never and (found := evaluator.holds(node, env)) in self.never[id(node)]:
            self.wrong.append(f"the condition of [{op.id}] is {found}, says play: {node}")
        for known in self.facts.get(id(node), ()):
            self.wrong += [f"before [{op.id}]: {told}" for told in broken(known, evaluator, env)]

    def fault(self, fault: Fault) -> None:
        """A number out of its range must have been foreseen."""
        state = fault.detail.split(" would be ")[0]
        if fault.kind == "outside" and fault.clause not in self.warned and state not in self.trusted:
            self.wrong.append(f"not foreseen: {fault}")


PARTS = ("call", "step", "condition", "value", "times")


def broken(known: Facts, evaluator: Any, env: Any) -> Iterator[str]:
    """The facts that do not hold in a position."""

    def value(key: f.Key) -> Any:
        if isinstance(key, str):
            return UNKNOWN if key == "player" else env.get(key, UNKNOWN)  # who that is, every body finds for itself
        if not isinstance(key, v.T):
            return UNKNOWN
        try:
            found = evaluator.value(key, env)
            return evaluator.table.contents(found) if isinstance(key, v.ZoneAt) and found is not None else found
        except (Fault, KeyError):
            return UNKNOWN

    for key, (low, high) in known.bounds.items():
        found = value(key)
        if isinstance(found, int) and not low <= found <= high:
            yield f"{key} is {found}, claimed is {low} to {high}"
    for (one, other), by in known.gaps.items():
        left, right = value(one), value(other)
        if isinstance(left, int) and isinstance(right, int) and left - right < by:
            yield f"{one} is {left}, {other} is {right}, claimed is a gap of {by}"
    for key in known.sure:
        if value(key) is None or value(key) == ():
            yield f"{key} is nothing, or empty"
    for key in known.void:
        if value(key) not in (UNKNOWN, None, ()):
            yield f"{key} is {value(key)}, claimed is nothing"


def claims(setting: PreparedGame, problems: tuple[Problem, ...]) -> Claims:
    checked = setting.program.checked
    flow, facts = flow_of(checked), dict[int, list[Facts]]()
    for key in checked.bodies:
        for seen in flow.body(key):
            for node in (seen.node, *(getattr(seen.node, name, None) for name in PARTS)):
                facts.setdefault(id(node), []).append(seen.facts)
    narrow, never = flow.intervals, dict[int, set[bool]]()
    for seen in (seen for key in checked.bodies for seen in flow.body(key) if isinstance(seen.node, v.T)):
        here = {holds for holds in (True, False) if narrow.assume(seen.node, seen.facts, holds).dead}
        never[id(seen.node)] = never.get(id(seen.node), here) & here
    followed = {id(node) for body in checked.bodies.values() for node in walk(body)}
    lines = {span.line: id_ for id_, span in ids(checked)}
    warned = {lines.get(p.span.line, "") for p in problems if p.code == "K20" and p.span is not None}
    trusted = {name for name, info in checked.symbols.states.items() if info.decl and info.decl.overflow == "fit"}
    return Claims(followed, facts, never, warned, trusted)


def ids(checked: Any) -> Iterator[tuple[str, Any]]:
    for body in checked.bodies.values():
        for node in (*body.front, *walk(body)):
            if getattr(node, "id", None) is not None:
                yield node.id, node.span


def contradictions(text: str, folder: Path, games: int = GAMES) -> list[str] | None:
    """Play a rulebook at random; None if the check refuses it."""
    file = folder / "made.rules"
    file.write_text(text, encoding="utf-8")
    try:
        game = load(file)
    except Problems:
        return None
    found: list[str] = []
    for number in range(games):
        seats = game.players[0] if number % 2 else game.players[-1]
        setting = game.settings.prepare({"long": bool(number % 3)} if "option long" in text else {}, seats)
        claimed = claims(setting, setting.program.checked.warnings)
        play(setting, claimed, number)
        found += claimed.wrong
    return list(dict.fromkeys(found))


def play(setting: PreparedGame, claimed: Claims, number: int) -> None:
    plain, bits, left = Machine.step, stream("soundness", number), iter(range(STEPS))

    trying: list[Any] = []
    methods: dict[str, Any] = {name: getattr(Machine, name) for name in ("try_quietly", "would_hold")}

    def only_tried(method: Any) -> Any:
        def run(*given: Any) -> Any:
            trying.append(method)  # a price is tried, or something supposed, where guards need not hold
            try:
                return method(*given)
            finally:
                trying.pop()

        return run

    def watched(m: Machine, frame: Frame, op: o.Op) -> None:
        if next(left, None) is None:
            raise Enough
        if not trying:
            claimed.look(m, frame, op)
        plain(m, frame, op)

    def dividing(left: int, right: int) -> int:
        if not right and not trying:
            claimed.wrong.append(f"{left} is divided by 0")
        return over(left, right)

    over, evaluator.NUMBERS["/"] = evaluator.NUMBERS["/"], dividing
    for name, method in methods.items():
        setattr(Machine, name, only_tried(method))
    Machine.step = watched  # type: ignore[method-assign, assignment]
    try:
        m = setting.machine().begin()
        for _ in range(ANSWERS):
            if m.pending is None or isinstance(m.pending, Over):
                return
            m = machine_after(m, random_answer(m.pending, bits))
    except Fault as fault:
        claimed.fault(fault)
    except Enough:
        pass
    finally:
        evaluator.NUMBERS["/"] = over
        Machine.step = plain  # type: ignore[method-assign]
        for name, method in methods.items():
            setattr(Machine, name, method)


@pytest.mark.long
@given(seed=st.integers(0, 2**32))
def test_whatever_check_takes_for_impossible_never_happens(seed: int, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Ranges, gaps, what is nothing, lines that are never reached: over generated rulebooks."""
    text = generated.rulebook(seed)
    found = contradictions(text, tmp_path_factory.getbasetemp())
    assert not found, text + "\n".join(found)


# ------------------------------------------------------------------ can it fail?


def forgets_moves(monkeypatch: pytest.MonkeyPatch) -> None:
    """What was known of a zone is taken to hold after pieces have moved."""
    monkeypatch.setattr(EffectCollector, "note_placed", lambda self, node: None)


def doubles_wrongly(monkeypatch: pytest.MonkeyPatch) -> None:
    """A product is taken to be a sum."""
    monkeypatch.setattr(f, "times", f.add_bounds)


class EveryName(frozenset[str]):
    def __contains__(self, key: object) -> bool:
        return isinstance(key, str)


def takes_names_for_unbound(monkeypatch: pytest.MonkeyPatch) -> None:
    """What one `if` of two tests is taken for certain behind it, where a name has no range."""
    plain = f.drop_unbound
    monkeypatch.setattr(f, "drop_unbound", lambda way, before, done, names: plain(way, before, done, EveryName()))


@pytest.mark.parametrize(
    ("breaks", "first"), [(forgets_moves, 63), (doubles_wrongly, 0), (takes_names_for_unbound, 72)]
)
def test_a_check_that_is_broken_by_hand_is_found(
    breaks: Callable[[pytest.MonkeyPatch], None], first: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    breaks(monkeypatch)
    assert any(contradictions(generated.rulebook(seed), tmp_path) for seed in (first, *range(SAMPLE)))


LOST = "state few is 0 to 5, starts 2, excess lost\n"
TOKENS = (
    "piece Tok, 6 in all\n  face names it: weight 1\nrows of Tok\n  [tok.a]  tok: weight 1, copies 6  @A:1\n"
    "zone pack pile of Tok  everyone sees it\nzone hand of Player set of Tok up to 2  everyone sees it\n"
    "setup\n  [setup.pack]  move every tok of box to pack  @A:1\n"
)
ONCE_WRONG = {
    "what is lost of a number that is set": game(
        LOST, act="set few to heap\nif few >= heap: take 1 from heap\ntake 1 from heap"
    ),
    "what is lost of a number that is set to more than it is": game(
        LOST, act="let most be few\nset few to few + 3\ntake 1 from heap\nlet more be few - most\ntake 1 from heap"
    ),
    "what the pass before has done last": game(
        act="take 1 from heap\nfor each p of Player:\nrepeat 2: let x be heap\ntake 3 from heap"
    )
    .replace("  [act.d2]", "    [act.d2]")
    .replace("  [act.d3]", "    [act.d3]"),
    "a zone that holds more while lines run": game(
        TOKENS,
        act="move top 5 of pack to hand of player\nmove every tok of hand of player to pack then take 1 from heap",
    ),
}


MOODS = "type Mood is one of calm, wild, dull\nstate mood is Mood\nstate seen is 0 to 9, excess lost\n"
TWICE = "if x is wild: add 1 to seen\nif x is calm: add 2 to seen\nif x is dull: add 3 to seen"  # the middle one first
for how in ("let x be mood", "lot x in Mood", "player must choose one: x in Mood"):  # a name without a range
    ONCE_WRONG[f"what stands behind one `if` of two: {how}"] = game(
        MOODS, act=f"{how}\n{TWICE}\nset mood to (wild if mood is calm else dull) then take 1 from heap"
    )
ONCE_WRONG["what stands behind one `if` of two, in a loop"] = (
    game(MOODS, act=f"for each x of Mood:\n{TWICE}\ntake 1 from heap")
    .replace("  [act.d1]", "    [act.d1]")
    .replace("  [act.d2]", "    [act.d2]")
    .replace("  [act.d3]", "    [act.d3]")
)
ONCE_WRONG["what a name becomes behind an `if`"] = game(
    MOODS, act=f"lot x in Mood\nif x is wild: set x to calm\n{TWICE}\ntake 1 from heap"
)
ONCE_WRONG["what chance draws out of what may be empty"] = game(
    MOODS + "state moods is set of Mood\n",
    act="lot x in moods\nif x is nothing: add mood to moods\nif x is not nothing: take x from moods\ntake 1 from heap",
)
ONCE_WRONG["what a whole turn changes, where the course of the game is written"] = making.game(
    "state left is 0 to 9, starts 3\naction grab\n  [grab.do]  take 1 from heap\n  [grab.left]  set left to 0\n",
    "play\n  [p.set]  set left to 5\n  [p.ever]  for ever:\n    [p.turn]  turn\n",
    "    [p.if]  if left = 0: set left to 5\n",
    making.TURN.replace("may", "must"),
    making.END.replace("at end of turn", "at once"),
)


@pytest.mark.parametrize("text", ONCE_WRONG.values(), ids=ONCE_WRONG)
def test_what_was_once_taken_for_certain_is_not(text: str, tmp_path: Path) -> None:
    assert contradictions(text, tmp_path) == []


def test_statements_of_actions_are_looked_at(tmp_path: Path) -> None:
    """Games go on in copies of a position; for a while only what stood before the first answer was looked at."""
    seen: set[str] = set()

    class Noting(Claims):
        def look(self, m: Machine, frame: Frame, op: o.Op) -> None:
            seen.add(frame.key.split(" ")[0])
            super().look(m, frame, op)

    file = tmp_path / "made.rules"
    file.write_text(game(act="take 1 from heap"), encoding="utf-8")
    setting = load(file).settings.prepare({}, 2)
    claimed = claims(setting, ())
    play(setting, Noting(*(getattr(claimed, field.name) for field in attrs.fields(Claims))), 0)
    assert seen >= {"turn", "action"} and not claimed.wrong
