"""Who looks at a game that was played: the laws, another engine of ours, or an engine by other hands."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import attrs

from rulekit.fuzz.script import LONGEST, Script, anything, play
from rulekit.laws.watch import Watch
from rulekit.play import outcomes
from rulekit.play.compare import aspects
from rulekit.play.configured import Chosen
from rulekit.play.engines import CHANCE, END, PYTHON, REFERENCE
from rulekit.play.faults import Fault
from rulekit.play.game import Game
from rulekit.play.lawful import Breach
from rulekit.play.moment import Position
from rulekit.play.playout import point_of
from rulekit.play.random_bits import Bits
from rulekit.verify import in_step
from rulekit.verify.impl import Source

LAWS, ENGINES = "laws", "engines"
RULES = "rules"  # the clause of a fault that no clause is blamed for


@attrs.frozen
class Flaw:
    """What is wrong with a game: the clause to blame, in words, and two values that should agree."""

    clause: str
    sort: str  # law, fault, or what two engines differ in
    said: str
    decisions: int  # made before it showed
    one: str = ""
    other: str = ""
    seat: int | None = None


Judge = Callable[[Game, Chosen, Script], Flaw | None]


def judge_of(target: str) -> Judge:
    """`laws`, `engines`, or else an engine by other hands."""
    return {LAWS: laws, ENGINES: engines}.get(target) or strangers(target)


# ------------------------------------------------------------------ laws


def laws(game: Game, chosen: Chosen, script: Script) -> Flaw | None:
    """All laws at every point of the game."""
    watch = Watch(game, chosen)
    found: list[Breach] = []

    def broken(state: Any) -> bool:
        found.extend(watch.see(state))
        return bool(found)

    went = play(watch.engine, script, anything, wrong=broken)
    if found:
        return breach(found[0], went.decisions)
    return None if went.fault is None else fault(went.fault, went.decisions)


def breach(found: Breach, decisions: int) -> Flaw:
    who = "" if found.seat is None else f" for seat {found.seat}"
    return Flaw(found.id, found.kind, f"the law [{found.id}] is broken{who}", decisions, seat=found.seat)


def fault(found: Fault, decisions: int) -> Flaw:
    return Flaw(found.clause or RULES, "fault", f"the rules ran into a fault: {found}", decisions)


# ------------------------------------------------------------------ our engines


def engines(game: Game, chosen: Chosen, script: Script) -> Flaw | None:
    """Both engines, everything compared after every answer."""
    pair = tuple(game.start(chosen.seats, dict(chosen.options), engine=name) for name in (REFERENCE, PYTHON))
    fate, refused, made = Bits(script.fate), None, 0
    for _ in range(LONGEST):
        found = _apart(*pair, refused, made)
        kind, _, seat, count = pair[0].engine.asked(pair[0].state)
        if found is not None or kind == END or (kind != CHANCE and made >= len(script.picks)):
            return found
        if kind == CHANCE:
            outcome = outcomes.drawn(point_of(pair[0].engine, pair[0].state), fate)
            after = [_after(one.drawn_so, outcome) for one in pair]
        else:
            number = script.picks[made] % count
            refused, made = pair[0].legal(seat)[number], made + 1
            after = [_after(one.take, seat, number) for one in pair]
        if any(isinstance(one, Fault) for one in after):
            return _faults(pair[0], made, *after)
        pair = tuple(after)
    return None


def _apart(one: Position, other: Position, refused: Any, made: int) -> Flaw | None:
    """The first thing in which two positions differ."""
    first, second = aspects(one, refused), aspects(other, refused)
    for what, text in first.items():
        if text != second.get(what):
            return _differs(one, made, what, text, second.get(what, ""))
    return None


def _after(step: Any, *arguments: Any) -> Any:
    try:
        return step(*arguments)
    except Fault as found:
        return found


def _differs(one: Position, made: int, what: str, first: str, second: str) -> Flaw:
    line = one.engine.asked(one.state)[1] or RULES
    return Flaw(line, what, f"{what} differs", made, first, second)


def _faults(one: Position, made: int, first: Any, second: Any) -> Flaw | None:
    """A fault is for the laws to find; here it must only be the same on both."""
    texts = [str(found) if isinstance(found, Fault) else "none" for found in (first, second)]
    return None if texts[0] == texts[1] else _differs(one, made, "fault", *texts)


# ------------------------------------------------------------------ engines by other hands


class Told(Bits):
    """Numbers for a game that is told: decisions come from the script, the rest from fate."""

    def __init__(self, script: Script) -> None:
        super().__init__(0)
        self.fate = Bits(script.fate)
        self.picks = iter(script.picks)

    def below(self, count: int) -> int:
        return next(self.picks, 0) % count

    def pick(self, members: Any) -> Any:
        return self.fate.pick(members)

    def order(self, members: Any) -> Any:
        return self.fate.order(members)


@cache
def strangers(source: str) -> Judge:
    """An engine that is started once in each process, and plays every game in step with the rules."""
    impl = Source(source).open()

    def judge(game: Game, chosen: Chosen, script: Script) -> Flaw | None:
        engine = game.engine(chosen).for_playouts()
        manner = in_step.Manner(enough=len(script.picks))
        played = in_step.Pair(game, chosen, engine, impl, manner).play(Told(script), 0)
        found = played.parting
        return None if found is None else Flaw(RULES, found.what, str(found), played.counts["decisions"])

    return judge
