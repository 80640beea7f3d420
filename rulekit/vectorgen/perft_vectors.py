"""Vectors that count every way a game can go from somewhere, as deep as is cheap, with a sum over the positions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulekit.play.position.public_position import Position
from rulekit.protocol.in_process import InProcess
from rulekit.protocol.rules_engine import RulesEngine
from rulekit.vectorgen.draft import Draft, Made
from rulekit.vectorgen.from_games import play
from rulekit.vectorgen.games import Played, in_turn
from rulekit.vectors.answer_comparison import Whole
from rulekit.vectors.perft_replay import counted
from rulekit.vectors.sets import trees

CALLS = 6_000  # that an engine is asked for one vector at most: every way is played from the beginning
DEEPEST = 5


def made(games: Sequence[Played], most: int) -> Iterator[Made]:
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
            draft = Draft("perft", game.positions[0], loaded=False)
            for answer in game.answers[:first]:
                play(draft, answer)
            draft.look(legal=False)  # an engine that leaves out some of these names tells no sums
            draft.steps.append({"perft": levels})
            draft.covers |= {("perft", level["depth"], level["ends"] > 0) for level in levels}
            yield draft.made()


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
    session = InProcess(RulesEngine(here.game, "0"))
    found = counted(
        session, [("load", {"position": here.to_json()})], deepest, Whole(trees(here.game.checked), frozenset())
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


__all__ = ["made", "ways"]
