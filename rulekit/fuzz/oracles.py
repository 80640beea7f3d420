"""Test oracles: a game that was played is judged by the laws, our other engine, or an external engine."""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Any

import attrs

from rulekit.check.configuration_space import GameConfig
from rulekit.fuzz.game_script import RULES, Answer, apply_answer
from rulekit.laws.builtin import free_laws
from rulekit.laws.law_watch import LawWatch
from rulekit.laws.position_laws import Violation, is_position_law, violations
from rulekit.play import json_api
from rulekit.play.engines import CHANCE, END, PYTHON, REFERENCE
from rulekit.play.games.engine_comparison import aspects
from rulekit.play.games.game import Game, Position
from rulekit.play.games.variant_agreement import first_difference
from rulekit.play.machine.law_evaluation import Breach
from rulekit.play.machine.rule_faults import Fault

LAWS, ENGINES = "laws", "engines"
OWN_FAULT = "fault of an engine"  # one that only some of our engines run into
POSITION = "position"  # the sort of a violation that one position shows
FARTHEST = 400  # answers; later positions are left to the laws that are watched all the way
LONG = 250  # answers of a game that laws are looked at behind each of


@attrs.frozen
class Blame:
    """What is wrong with a game: the clause that answers for it, how it is said, and two values that should agree."""

    clause: str
    sort: str  # the kind of law, fault, or what two engines differ in
    said: str
    answers: int  # of players and of chance, before it showed
    one: str = ""
    other: str = ""
    seat: int | None = None


Answers = Sequence[Answer]
Judge = Callable[[Game, GameConfig, Answers], Blame | None]


# ------------------------------------------------------------------ laws


def laws(game: Game, chosen: GameConfig, answers: Answers, only: frozenset[str] | None = None) -> Blame | None:
    """All laws, or some, at every point of the game; the built-in ones where the answers end."""
    return law_oracle(game, chosen, answers, only) or built_in(game, chosen, answers, only)


def law_oracle(
    game: Game, chosen: GameConfig, answers: Answers, only: frozenset[str] | None = None, share: int = 1
) -> Blame | None:
    """The laws of the rules at every point of the game, or each at every so many."""
    watch = LawWatch(game, chosen, only, share)
    engine, made = watch.engine, 0
    try:
        state = engine.start()
        while True:
            broken = watch.see(state)
            if broken:
                return breach(broken[0], made)
            if engine.short_question(state)[0] == END:
                return missing_result(engine, state, made)
            if made >= len(answers):
                return None
            state = apply_answer(engine, state, answers[made])
            made += 1
    except Fault as found:
        return fault(found, made)


def by_turns(game: Game, chosen: GameConfig, answers: Answers) -> Blame | None:
    """The laws of the rules; of a long game each only now and then, and what was broken is looked for once more with
    all.
    """
    share = 1 + len(answers) // LONG
    found = law_oracle(game, chosen, answers, share=share)
    if found is None or share == 1:
        return found
    return laws(game, chosen, answers[: found.answers]) or found


def built_in_twice(game: Game, chosen: GameConfig, answers: Answers) -> Blame | None:
    """The built-in laws, which look long at each position: where the answers end, and somewhere on the way."""
    somewhere = Random(repr(answers)).randrange(len(answers) + 1)
    return built_in(game, chosen, answers) or built_in(game, chosen, answers[:somewhere])


def built_in(game: Game, chosen: GameConfig, answers: Answers, only: frozenset[str] | None = None) -> Blame | None:
    """The laws that every game must keep without a word about it, at the position to which these answers lead.

    Those about sameness take long: they are checked here only when one is asked for by name.
    """
    wanted = {one.id for one in free_laws()} if only is None else {one for one in only if is_position_law(game, one)}
    if not wanted or len(answers) > FARTHEST:
        return None
    return at_last_position(game, chosen, answers, lambda name: name in wanted)


def at_last_position(
    game: Game, chosen: GameConfig, answers: Answers, wanted: Callable[[str], bool] = lambda _: True
) -> Blame | None:
    """The built-in laws and those about sameness, at the last position of a game; a fault on the way comes first."""
    here = game.start(chosen.seats, dict(chosen.options))
    for made, answer in enumerate(answers):
        try:
            here = here.drawn_so(answer[0]) if len(answer) == 1 else here.take(answer[0], answer[1])
        except Fault as found:
            return fault(found, made)
    if here.engine.short_question(here.state)[0] == CHANCE:
        return None
    broken = next(violations(here, wanted), None)
    return None if broken is None else violation(broken, len(answers))


def violation(broken: Violation, answers: int) -> Blame:
    """A broken law about one position, as what a game is blamed for."""
    return Blame(broken.id, POSITION, f"the law [{broken.id}] is broken: {broken.text}", answers)


def missing_result(
    engine: Any, state: Any, made: int, take: Callable[[dict[str, Any]], None] | None = None
) -> Blame | None:
    """A game that is over has a result; `take` is given the one it has."""
    try:
        result = json_api.result(engine.machine(state))
        if take is not None:
            take(result)
    except Fault as found:
        return Blame(found.clause or RULES, "result", f"the game is over without a result: {found}", made)
    return None


def breach(found: Breach, answers: int) -> Blame:
    """A broken law about the course of a game, as what a game is blamed for."""
    who = "" if found.seat is None else f" for seat {found.seat}"
    return Blame(found.id, found.kind, f"the law [{found.id}] is broken{who}", answers, seat=found.seat)


def fault(found: Fault, answers: int) -> Blame:
    """A fault shows while the answer behind so many is taken up."""
    return Blame(found.clause or RULES, "fault", f"the rules ran into a fault: {found}", answers)


# ------------------------------------------------------------------ our engines


class OutOfTime(Exception):
    """A judge was to have come to its end by now."""


def engines(game: Game, chosen: GameConfig, answers: Answers, until: float = math.inf) -> Blame | None:
    """The reference and every variant of generated code: what is asked, positions, lines, faults and results.

    Of positions, which users look at, everything that can be seen is compared as well; `OutOfTime` when that is long.
    """
    return _variants_apart(game, chosen, answers, until) or _positions_apart(game, chosen, answers, until)


def _variants_apart(game: Game, chosen: GameConfig, answers: Answers, until: float) -> Blame | None:
    found = first_difference(game.setting(chosen), _in_time(answers, until))
    if found is None:
        return None
    said = f"{found.what} differs in the {found.variant} variant"
    sort = OWN_FAULT if found.what == "fault" else found.what
    return Blame(found.line or RULES, sort, said, found.answers, found.reference, found.generated)


def _in_time(answers: Answers, until: float) -> Iterator[Answer]:
    for answer in answers:
        if time.perf_counter() > until:
            raise OutOfTime
        yield answer


def _positions_apart(game: Game, chosen: GameConfig, answers: Answers, until: float) -> Blame | None:
    """Legal lists, views, events, reasons and hashes after every answer."""
    pair = [game.start(chosen.seats, dict(chosen.options), engine=name) for name in (REFERENCE, PYTHON)]
    refused = None
    for made, answer in enumerate([*answers, None]):
        if time.perf_counter() > until:
            raise OutOfTime
        found = _apart(pair[0], pair[1], refused, made)
        if found is not None or answer is None or pair[0].is_over:
            return found
        if len(answer) == 2:
            refused = pair[0].legal(answer[0])[answer[1]]
        after = [_after(one, answer) for one in pair]
        texts = [str(one) if isinstance(one, Fault) else "none" for one in after]
        if texts[0] != texts[1]:
            return _differs(pair[0], made, OWN_FAULT, texts[0], texts[1])
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
    line = one.engine.short_question(one.state)[1] or RULES
    return Blame(line, what, f"{what} differs", made, first, second)
