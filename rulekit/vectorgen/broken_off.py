"""Turns that are broken off between two answers and gone on with, by load or by save, or copied."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rulekit.play.games.random_bits import stream
from rulekit.vectorgen.covering import chosen, greedy
from rulekit.vectorgen.draft import EVERYBODY, Feature, Made
from rulekit.vectorgen.from_games import Stretch, begun, play, turns
from rulekit.vectorgen.games import Played

WINDOW = 4  # answers that are broken off between, where turns have one answer each


def made(games: Sequence[Played], most: int, sort: str) -> list[Made]:
    """Turns that are broken off between two answers, or copied: `load`, `save` or `fork`.

    Where turns have one answer each, it is done between the turns of some players.
    """
    found = [one for game in games for one in turns(game) if one.last - one.first > 1]
    found = found or [one for game in games for one in windows(game)]
    rare_ones = greedy([moments(one) for one in found], [one.last - one.first for one in found], most)
    drawn = stream("0", "broken", sort).order(range(len(found)))[: 2 * most]
    return chosen((BROKEN[sort](found[n]) for n in sorted({*rare_ones, *drawn})), most)


def moments(stretch: Stretch) -> set[Feature]:
    """What is asked between its answers, with the kind of the answer before."""
    found: set[Feature] = set()
    word = ""
    for n, answer in stretch.answers():
        here = stretch.game.positions[n]
        if n > stretch.first:
            found.add((here.engine.asked(here.state)[1], word))
        word = str(here.legal(answer[0])[answer[1]]["do"]) if len(answer) == 2 else "chance"
    return found


def _broken_off(sort: str) -> Callable[[Stretch], Made]:
    def make(stretch: Stretch) -> Made:
        draft = begun(sort, stretch)
        for n, answer in stretch.answers():
            play(draft, answer)
            if not draft.here.over and draft.here.pending.kind == "decision" and n < stretch.last - 1:
                getattr(draft, sort)()
                draft.look((answer[0],) if len(answer) == 2 else ())
        draft.look(EVERYBODY)
        return draft.made()

    return make


def _copied(stretch: Stretch) -> Made:
    draft = begun("fork", stretch)
    for n, answer in stretch.answers():
        if len(answer) == 2:
            seat, number = answer
            others = len(draft.here.legal(seat))
            draft.look((seat,))
            draft.fork(seat, (number + 1 + n) % others)
        play(draft, answer)
    draft.look(EVERYBODY)
    return draft.made()


BROKEN: dict[str, Callable[[Stretch], Made]] = {
    "load": _broken_off("load"),
    "save": _broken_off("save"),
    "fork": _copied,
}


def windows(game: Played) -> Iterator[Stretch]:
    """A few answers in a row, whoever gives them."""
    at = game.decisions()
    for n in range(0, len(at) - 1, WINDOW - 1):
        yield Stretch(game, at[n], at[min(n + WINDOW, len(at)) - 1] + 1)


__all__ = ["BROKEN", "made"]
