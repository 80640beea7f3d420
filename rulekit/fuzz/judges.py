"""Who looks at a game that was played: the laws, our other engine, or an engine by other hands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import Any, Protocol

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
from rulekit.play.random_bits import Bits
from rulekit.verify import in_step
from rulekit.verify.impl import Source
from rulekit.verify.opened import Opened
from rulekit.verify.story import difference, headline, told

LAWS, ENGINES = "laws", "engines"
HASTY = in_step.Manner(views=0, refusals=0, hasty=True)
LASTING = ("position", "legal", "asked", "result")  # sorts of differences that the end of a game still shows
NAMED = 4  # clauses of a difference among which that of a smaller one must be
FAILURE = "failure"  # an engine by other hands gave no answer


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
    return {LAWS: laws, ENGINES: engines}.get(target) or strangers(target)


# ------------------------------------------------------------------ laws


def laws(game: Game, chosen: Chosen, answers: Answers, only: frozenset[str] | None = None) -> Blame | None:
    """All laws, or some, at every point of the game."""
    watch = Watch(game, chosen, only)
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


def engines(game: Game, chosen: Chosen, answers: Answers) -> Blame | None:
    """Both engines, everything compared after every answer."""
    pair = [game.start(chosen.seats, dict(chosen.options), engine=name) for name in (REFERENCE, PYTHON)]
    refused = None
    for made, answer in enumerate([*answers, None]):
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


# ------------------------------------------------------------------ engines by other hands


class Told(Bits):
    """Numbers for a game that is told: every draw and every decision is the next of the answers."""

    def __init__(self, answers: Answers) -> None:
        super().__init__(0)
        self.answers = iter(answers)
        self.dice: list[Any] = []

    def below(self, count: int) -> int:
        number: int = next(self.answers)[1]
        return number

    def order(self, members: Sequence[Any]) -> tuple[Any, ...]:
        outcome: tuple[Any, ...] = next(self.answers)[0]
        return outcome

    def pick(self, members: Sequence[Any]) -> Any:
        if not self.dice:
            outcome = next(self.answers)[0]
            if outcome in members:
                return outcome
            self.dice = list(outcome)
        return self.dice.pop(0)


class Stranger(Protocol):
    """A judge that may look for what is known alone, which is quicker: for that sort of difference, in that clause."""

    def __call__(self, game: Game, chosen: Chosen, answers: Answers, known: Blame | None = None) -> Blame | None: ...


@cache
def strangers(source: str) -> Stranger:
    """An engine that is started once in each process, and plays every game in step with the rules."""
    engine = Opened(Source(source).open)

    def play(game: Game, chosen: Chosen, answers: Answers, manner: in_step.Manner) -> in_step.Played:
        manner = attrs.evolve(manner, longest=sum(len(answer) == 2 for answer in answers))
        pair = in_step.Pair(game, chosen, game.engine(chosen).for_playouts(), engine.open(), manner)
        played = pair.play(Told(answers), 0)
        if played.parting is not None and played.parting.what == FAILURE:
            engine.close()
        return played

    def judge(game: Game, chosen: Chosen, answers: Answers, known: Blame | None = None) -> Blame | None:
        sort = "" if known is None else known.sort
        if sort in LASTING and play(game, chosen, answers, HASTY).parting is None:
            return None
        played = play(game, chosen, answers, in_step.USUAL) if not sort else None
        if played is None or played.parting is None:
            views, refusals = sort in ("", "view"), sort in ("", "refusal")
            played = play(game, chosen, answers, in_step.Manner(views=int(views), refusals=int(refusals)))
        if played.parting is None:
            return None
        found = difference(game, played)
        names = [reason.clause for reason in found.clauses][:NAMED]
        clause = known.clause if known is not None and known.clause in names else [*names, RULES][0]
        one, other = (str(value) for value in (played.parting.rules, played.parting.engine))
        said = "\n".join([headline(played.parting), *told(played.parting)])
        return Blame(clause, played.parting.what, said, found.step, one, other, played.parting.seat)

    return judge
