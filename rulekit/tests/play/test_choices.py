"""Copies of one row as they are chosen: each way that looks different once, however the pieces lie."""

from collections import Counter
from itertools import combinations, permutations

from hypothesis import given
from hypothesis import strategies as st

from rulekit.play.machine.copies import distinct_subsets, one_of_each

ROWS = {0: (0, 1, 2), 1: (0, 1, 2), 2: (0, 1, 2), 3: (3, 4), 4: (3, 4), 5: (5,)}  # copies of each piece
COPIES = [ROWS[piece] for piece in range(6)]
lying = st.tuples(st.permutations(range(6)), st.integers(1, 6), st.tuples(*[st.integers(0, 1)] * 6))


def unnoted(piece: int) -> str:
    """Nothing is noted of any piece."""
    return ""


def looks(piece: int, where: tuple[int, ...]) -> tuple[int, int]:
    """What can be told of a piece: its row, and the zone it lies in."""
    return COPIES[piece][0], where[piece]


@given(lying)
def test_every_set_that_looks_different_is_listed_once(lies: tuple[list[int], int, tuple[int, ...]]) -> None:
    """In zones of two sorts, and in whatever order they stand."""
    members, count, where = lies[0][: lies[1]], lies[1], lies[2]
    for size in range(count + 1):
        found = distinct_subsets(members, range(size, size + 1), COPIES, where, unnoted)
        shown = Counter(tuple(sorted(_shown(one, where))) for one in found)
        every = {tuple(sorted(_shown(one, where))) for one in combinations(members, size)}
        assert set(shown) == every and set(shown.values()) <= {1}


@given(lying)
def test_every_order_that_looks_different_is_listed_once(lies: tuple[list[int], int, tuple[int, ...]]) -> None:
    members, where = lies[0][: min(lies[1], 4)], lies[2]
    shown = Counter(tuple(_shown(one, where)) for one in distinct_subsets(members, None, COPIES, where, unnoted))
    assert set(shown) == {tuple(_shown(one, where)) for one in permutations(members)} and set(shown.values()) == {1}


@given(lying)
def test_one_of_each_that_looks_different_is_listed(lies: tuple[list[int], int, tuple[int, ...]]) -> None:
    members, where = lies[0][: lies[1]], lies[2]
    shown = [looks(one, where) for one in one_of_each(members, COPIES, where, unnoted)]
    assert Counter(shown) == Counter({looks(one, where) for one in members})


def _shown(pieces: tuple[int, ...], where: tuple[int, ...]) -> list[tuple[int, int]]:
    return [looks(piece, where) for piece in pieces]
