"""Kinds of vectors besides lines and wrong moves: pairs of worlds, games broken off, perft counts."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Sequence

from rulekit.play.games.game import Position
from rulekit.play.machine.random_bits import stream
from rulekit.play.position.strict_json import dumps
from rulekit.play.refusals import Refused
from rulekit.play.views.indistinguishable_worlds import hidden_renaming, other_world, world_json
from rulekit.protocol.in_process import InProcess
from rulekit.protocol.remembering_engine import RememberingEngine
from rulekit.vectorgen.covering import choose_vectors, greedy_cover
from rulekit.vectorgen.draft import EVERYBODY, Feature, MadeVector, VectorDraft
from rulekit.vectorgen.from_games import GameStretch, draft_at, play, turns
from rulekit.vectorgen.games import RecordedGame, in_turn
from rulekit.vectors.answer_checks import ExpectedState
from rulekit.vectors.replay import count_ways
from rulekit.vectors.sets import trees

WINDOW = 4  # answers that are broken off between, where turns have one answer each


def broken_off_vectors(games: Sequence[RecordedGame], most: int, sort: str) -> list[MadeVector]:
    """Turns that are broken off between two answers, or copied: `load`, `save` or `fork`.

    Where turns have one answer each, with or without chance behind it, it is done between the turns of some players.
    """
    found = [one for game in games for one in turns(game) if one.last - one.first > 1]
    found = found if any(map(_can_be_broken_off, found)) else [one for game in games for one in windows(game)]
    rare_ones = greedy_cover([moments(one) for one in found], [one.last - one.first for one in found], most)
    drawn = stream("0", "broken", sort).order(range(len(found)))[: 2 * most]
    made = [BROKEN[sort](found[n]) for n in sorted({*rare_ones, *drawn})]
    return choose_vectors([*made, *(copied_answers(games) if sort == "fork" else ())], most)


def _can_be_broken_off(stretch: GameStretch) -> bool:
    """Whether somebody is asked between two of its answers, so that it can be saved there."""
    inside = (stretch.game.positions[n + 1] for n in range(stretch.first, stretch.last - 1))
    return any(not here.is_over and here.pending.kind == "decision" for here in inside)


def moments(stretch: GameStretch) -> set[Feature]:
    """What is asked between its answers, with the kind of the answer before."""
    found: set[Feature] = set()
    word = ""
    for n, answer in stretch.answers():
        here = stretch.game.positions[n]
        if n > stretch.first:
            found.add((here.engine.short_question(here.state)[1], word))
        word = str(here.legal(answer[0])[answer[1]]["do"]) if len(answer) == 2 else "chance"
    return found


def _broken_off(sort: str) -> Callable[[GameStretch], MadeVector]:
    def make(stretch: GameStretch) -> MadeVector:
        draft = draft_at(sort, stretch)
        for n, answer in stretch.answers():
            play(draft, answer)
            if not draft.here.is_over and draft.here.pending.kind == "decision" and n < stretch.last - 1:
                getattr(draft, sort)()
                draft.look((answer[0],) if len(answer) == 2 else ())
        draft.look(EVERYBODY)
        return draft.finish()

    return make


def _with_copies(stretch: GameStretch) -> MadeVector:
    draft = draft_at("fork", stretch)
    for n, answer in stretch.answers():
        if len(answer) == 2:
            seat, number = answer
            others = len(draft.here.legal(seat))
            draft.look((seat,))
            draft.fork(seat, (number + 1 + n) % others)
        play(draft, answer)
    draft.look(EVERYBODY)
    return draft.finish()


def copied_answers(games: Sequence[RecordedGame]) -> Iterator[MadeVector]:
    """For each kind of move one that is made in a copy, and then in the game the copy was made from."""
    known: set[str] = set()
    for game in games:
        for n in game.decisions():
            seat, number = game.answers[n]
            word = str(game.positions[n].legal(seat)[number]["do"])
            if word in known:
                continue
            known.add(word)
            draft = draft_at("fork", GameStretch(game, n, n + 1))
            draft.look(EVERYBODY)
            draft.fork(seat, number)
            play(draft, game.answers[n])
            draft.look(EVERYBODY)
            yield draft.finish()


BROKEN: dict[str, Callable[[GameStretch], MadeVector]] = {
    "load": _broken_off("load"),
    "save": _broken_off("save"),
    "fork": _with_copies,
}


def windows(game: RecordedGame) -> Iterator[GameStretch]:
    """A few answers in a row, whoever gives them."""
    at = game.decisions()
    for n in range(0, len(at) - 1, WINDOW - 1):
        yield GameStretch(game, at[n], at[min(n + WINDOW, len(at)) - 1] + 1)


# ------------------------------------------------------------------ pairs that differ in what one seat cannot see


def pair_vectors(games: Sequence[RecordedGame], most: int) -> Iterator[MadeVector]:
    """Two vectors for each pair; a reader who sees all has no other world."""
    for number, game in in_turn(games, most):
        bits = stream("0", "worlds", number)
        at = game.decisions()
        if not at:
            continue
        here = game.positions[bits.pick(at)]
        reader = (*range(here.seats), None)[bits.below(here.seats + 1)]
        names = hidden_renaming(here.machine, reader, random.Random(f"worlds/{number}"))
        if other_world(here.machine, names) is None:
            continue
        try:
            other = here.game.position(world_json(here.machine, names))
        except Refused:
            continue
        both = [here, other]
        if dumps(here.view(reader)) != dumps(other.view(reader)):
            continue
        for one in both:
            draft = VectorDraft("pair", one)
            draft.pair = f"pair-{number}"
            draft.look((reader,), legal=reader is not None and reader in one.pending.seats)
            yield draft.finish()


# ------------------------------------------------------------------ every way a game can go counted


CALLS = 6_000  # that an engine is asked for one vector at most: every way is played from the beginning
DEEPEST = 5


def perft_vectors(games: Sequence[RecordedGame], most: int) -> Iterator[MadeVector]:
    """From the beginning, from the middle and from shortly before the end; not where chance is asked on the way.

    Copies of one piece are numbered by whoever writes a position, and then sums say nothing.
    """
    for number, game in in_turn(games, most):
        at = game.decisions()
        if not at or "copies" in trees(game.game.checked):
            continue
        first = at[(0, -3, len(at) // 2)[number % 3] if len(at) > 2 else 0]
        levels = ways(game.positions[first], first)
        if levels:
            draft = VectorDraft("perft", game.positions[0], loaded=False)
            for answer in game.answers[:first]:
                play(draft, answer)
            draft.look(legal=False)  # an engine that leaves out some of these names tells no sums
            draft.steps.append({"perft": levels})
            draft.covers |= {("perft", level["depth"], level["ends"] > 0) for level in levels}
            yield draft.finish()


def ways(here: Position, path: int) -> list[dict[str, int]]:
    """The levels that cost few enough calls."""
    deepest, some, leaves = 0, [here], 1
    while some and deepest < DEEPEST:
        following = list(_following(some, CALLS // (path + deepest + 2)))
        if any(one.pending.kind == "chance" for one in following):
            break
        leaves += len(following)
        if leaves * (path + deepest + 2) > CALLS or not following:
            break
        deepest, some = deepest + 1, following
    if not deepest:
        return []
    session = InProcess(RememberingEngine(here.game, "0"))
    found = count_ways(
        session, [("load", {"position": here.to_json()})], deepest, ExpectedState(trees(here.game.checked), frozenset())
    )
    return [found[depth] for depth in sorted(found)]


def _following(some: Sequence[Position], most: int) -> Iterator[Position]:
    """The positions after every answer to these, as far as they are few."""
    count = 0
    for here in some:
        if here.pending.kind != "decision":
            continue
        seat = here.pending.seats[0]
        for number in range(len(here.legal(seat))):
            count += 1
            if count > most:
                return
            yield here.take(seat, number)
