"""Who looks at a game that was played: the laws, our other engine, or an engine by other hands."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from typing import Any

import attrs

from rulekit.fuzz.script import RULES, Answer, answered
from rulekit.laws.watch import Watch
from rulekit.play import desk
from rulekit.play.compare import aspects
from rulekit.play.configured import Chosen
from rulekit.play.engines import END, PYTHON, REFERENCE
from rulekit.play.faults import Fault
from rulekit.play.game import Game
from rulekit.play.lawful import Breach
from rulekit.play.moment import Position

LAWS, ENGINES = "laws", "engines"
LONG = 250  # answers of a game that laws are looked at behind each of


@attrs.frozen
class Blame:
    """What is wrong with a game: the clause that answers for it, how it is said, and two values that should agree."""

    clause: str
    sort: str  # the kind of law, fault, or what two engines differ in
    said: str
    answers: int  # of players and of fate, before it showed
    one: str = ""
    other: str = ""
    seat: int | None = None


Answers = Sequence[Answer]
Judge = Callable[[Game, Chosen, Answers], Blame | None]


def judge_of(target: str) -> Judge:
    """`laws`, `engines`, or else an engine by other hands."""
    from rulekit.fuzz.strangers import strangers

    ours: dict[str, Judge] = {LAWS: laws, ENGINES: engines}
    return ours.get(target) or strangers(target)


def passing(target: str) -> Judge:
    """The same for games that most likely are good: in long ones laws are looked at by turns."""
    return by_turns if target == LAWS else judge_of(target)


# ------------------------------------------------------------------ laws


def laws(
    game: Game, chosen: Chosen, answers: Answers, only: frozenset[str] | None = None, share: int = 1
) -> Blame | None:
    """All laws, or some, at every point of the game, or each at every so many."""
    watch = Watch(game, chosen, only, share)
    engine, made = watch.engine, 0
    try:
        state = engine.start()
        while True:
            broken = watch.see(state)
            if broken:
                return breach(broken[0], made)
            if engine.asked(state)[0] == END:
                return _no_result(engine, state, made)
            if made >= len(answers):
                return None
            state = answered(engine, state, answers[made])
            made += 1
    except Fault as found:
        return fault(found, made)


def by_turns(game: Game, chosen: Chosen, answers: Answers) -> Blame | None:
    """All laws; of a long game each only now and then, and what was broken is looked for once more with all."""
    share = 1 + len(answers) // LONG
    found = laws(game, chosen, answers, share=share)
    return found if found is None or share == 1 else laws(game, chosen, answers[: found.answers]) or found


def _no_result(engine: Any, state: Any, made: int) -> Blame | None:
    """A game that is over has a result."""
    try:
        desk.result(engine.machine(state))
    except Fault as found:
        return Blame(found.clause or RULES, "result", f"the game is over without a result: {found}", made)
    return None


def breach(found: Breach, answers: int) -> Blame:
    who = "" if found.seat is None else f" for seat {found.seat}"
    return Blame(found.id, found.kind, f"the law [{found.id}] is broken{who}", answers, seat=found.seat)


def fault(found: Fault, answers: int) -> Blame:
    """A fault shows while the answer behind so many is taken up."""
    return Blame(found.clause or RULES, "fault", f"the rules ran into a fault: {found}", answers)


# ------------------------------------------------------------------ our engines


class OutOfTime(Exception):
    """A judge was to have come to its end by now."""


def engines(game: Game, chosen: Chosen, answers: Answers, until: float = math.inf) -> Blame | None:
    """Both engines, everything compared after every answer; `OutOfTime` when that takes too long."""
    pair = [game.start(chosen.seats, dict(chosen.options), engine=name) for name in (REFERENCE, PYTHON)]
    refused = None
    for made, answer in enumerate([*answers, None]):
        if time.perf_counter() > until:
            raise OutOfTime
        found = _apart(pair[0], pair[1], refused, made)
        if found is not None or answer is None or pair[0].over:
            return found
        if len(answer) == 2:
            refused = pair[0].legal(answer[0])[answer[1]]
        after = [_after(one, answer) for one in pair]
        texts = [str(one) if isinstance(one, Fault) else "none" for one in after]
        if texts[0] != texts[1]:
            return _differs(pair[0], made, "fault", texts[0], texts[1])
        if any(isinstance(one, Fault) for one in after):
            return None  # a fault is for the laws to find; here it must only be the same on both
        pair = after
    return None


def _apart(one: Position, other: Position, refused: Any, made: int) -> Blame | None:
    """The first thing in which two positions differ."""
    first, second = aspects(one, refused), aspects(other, refused)
    for what, text in first.items():
        if text != second.get(what):
            return _differs(one, made, what, text, second.get(what, ""))
    return None


def _after(position: Position, answer: Answer) -> Any:
    try:
        return position.drawn_so(answer[0]) if len(answer) == 1 else position.take(answer[0], answer[1])
    except Fault as found:
        return found


def _differs(one: Position, made: int, what: str, first: str, second: str) -> Blame:
    line = one.engine.asked(one.state)[1] or RULES
    return Blame(line, what, f"{what} differs", made, first, second)
