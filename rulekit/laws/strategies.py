"""Hypothesis strategies for games: whole games, positions, moves that one clause refuses, and rulebooks.

    from hypothesis import given
    from rulekit.laws import strategies

    @given(strategies.games("my-game"))
    def test_my_engine(drawn):
        for position in drawn.positions():
            ...

A whole game is one draw: a string of bytes, of which the first says how it is set up, the second how it leans, and each
of the others answers one question (rulekit/laws/choices.py). Shrinking takes bytes away and makes them smaller: fewer
players, fewer moves, moves that stand further in front, fate as it is written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from hypothesis import reject
from hypothesis import strategies as st

from rulekit.check.configurations_of import configurations
from rulekit.laws import near_misses as missing
from rulekit.laws.drawn import Drawn
from rulekit.laws.leaning import Kind, Weights, lean_of, learn
from rulekit.laws.near_misses import NearMiss
from rulekit.pipeline import load
from rulekit.play.configured import Chosen
from rulekit.play.game import Game
from rulekit.play.moment import Position

SCOUTS, SCOUTED = 6, 2000  # random games from which weights are learnt, and decisions in all of them
SHORT, LONG = 16, 3500  # bytes of a game, at least and at most; Hypothesis draws no more than 8,192 in one example
LENGTHS = (4, 5, 6, 7, 8, 10, 12)  # quarters of what a game took when it was scouted
HEAD = 2
BACK = 40  # positions in which a near miss is looked for, from the last one backwards


def games(
    game: Game | str | Path, sample: bool = False, weights: Mapping[Kind, int] | None = None
) -> st.SearchStrategy[Drawn]:
    """Whole games in every configuration the rules allow, or in those of the pairwise `sample`; the smallest first.

    `weights` are what the games lean to; without any, to lines of the rules that a few random games seldom ran.
    """
    found = _game(game)
    chosen = configurations_of(found, sample)
    learnt = _weights(found)
    leaning = learnt if weights is None else Weights(weights, learnt.bytes)
    return _texts(learnt).map(_reader(found, chosen, leaning))


def positions(game: Game | str | Path, sample: bool = False) -> st.SearchStrategy[Position]:
    """Positions from the start of a game to its end, reached by legal moves."""
    found = _game(game)
    chosen = configurations_of(found, sample)
    weights = _weights(found)
    most = 2 * _size(weights)
    lengths = sorted({HEAD + _size(weights) * n // 8 for n in range(1, 10)})
    texts = st.one_of(st.binary(max_size=most), *(st.binary(min_size=n, max_size=n) for n in lengths))
    read = _reader(found, chosen, weights)
    return texts.map(lambda data: read(data).last())


def near_misses(game: Game | str | Path, sample: bool = False) -> st.SearchStrategy[NearMiss]:
    """Moves that are refused by exactly one guard, each with a position at which it is and the id of the clause."""

    @st.composite
    def drawn(draw: Callable[[st.SearchStrategy[Any]], Any]) -> NearMiss:
        at: Position | None = draw(positions(found, sample))
        for _ in range(BACK):
            if at is None:
                break
            known = list(missing.near_misses(at))
            if known:
                found_here: NearMiss = draw(st.sampled_from(_by_clause(known)))
                return found_here
            at = at.before
        reject()

    found = _game(game)
    return drawn()


def rulebooks() -> st.SearchStrategy[Any]:
    """Rulebooks as models: every class of node occurs in some of them. They can be printed and parsed, not played."""
    from rulekit.laws.rulebooks.whole import rulebooks as drawn

    return drawn()


# ------------------------------------------------------------------ what a game needs


def _game(game: Game | str | Path) -> Game:
    return game if isinstance(game, Game) else _loaded(str(game))


@lru_cache(maxsize=32)
def _loaded(name: str) -> Game:
    return load(name)


def configurations_of(game: Game, sample: bool) -> tuple[Chosen, ...]:
    """Fewest players first, and as many choices as may be as usual."""
    options = game.checked.symbols.options
    found = [Chosen(one.options, one.seats) for one in configurations(game.checked, *((0,) if sample else ()))]
    unusual = {one: sum(value != options[name].default for name, value in one.options) for one in found}
    return tuple(sorted(found, key=lambda one: (one.seats, unusual[one])))


@lru_cache(maxsize=32)
def _weights(game: Game) -> Weights:
    """Learnt once, in the smallest configuration."""
    first = configurations_of(game, True)[0]
    return learn(game.setting(first), SCOUTS, SCOUTED)


def _size(weights: Weights) -> int:
    return min(max(weights.bytes, SHORT), LONG)


def _texts(weights: Weights) -> st.SearchStrategy[bytes]:
    """Strings long enough for whole games. The first branch holds them all: there a find grows shorter byte by byte."""
    size = _size(weights)
    lengths = sorted({HEAD + size * n // 4 for n in LENGTHS})
    return st.one_of(st.binary(max_size=max(lengths)), *(st.binary(min_size=n, max_size=n) for n in lengths))


def _reader(game: Game, chosen: tuple[Chosen, ...], weights: Weights) -> Callable[[bytes], Drawn]:
    def read(data: bytes) -> Drawn:
        first, leaning = (*data[:HEAD], 0, 0)[:HEAD]
        return Drawn(game, chosen[first % len(chosen)], data[HEAD:], lean_of(weights, leaning))

    return read


def _by_clause(known: list[NearMiss]) -> list[NearMiss]:
    """In turns, so that no clause with many ways to fail crowds out one with few."""
    rows: dict[str, list[NearMiss]] = {}
    for one in known:
        rows.setdefault(one.clause, []).append(one)
    return list(_in_turns(list(rows.values())))


def _in_turns(rows: list[list[NearMiss]]) -> Iterator[NearMiss]:
    longest = max(map(len, rows))
    for n in range(longest):
        yield from (row[n] for row in rows if n < len(row))
