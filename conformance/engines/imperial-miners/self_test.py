"""Plays random games of Imperial Miners on the handwritten engine and tests the invariants at every decision."""

from __future__ import annotations

import sys
from random import Random

from engine import CARDS, Chance, Seat, State, above, apply, asked_seat, carts, halves, legal, new_game, result, view


def random_chance(source: Random) -> Chance:
    def chance(label: str, kind: str, domain: list[str]) -> list[str]:
        return source.sample(domain, len(domain)) if kind == "order" else [source.choice(domain)]

    return chance


def check_seat(state: State, seat: Seat) -> None:
    borders = halves(seat)
    assert seat.gold >= 0 and len(seat.hand) <= 11 and 0 <= seat.space <= 10
    assert seat.activated <= set(seat.mine) and seat.collapsed <= set(seat.mine)
    assert all(0 <= n <= 3 and cell in seat.mine for cell, n in seat.machines.items())
    assert all(borders[border] == 1 for border in seat.markers) and len(carts(seat)) <= len(borders)
    for cell, name in seat.mine.items():
        assert CARDS[name]["level"] == cell[0] and sum(cell) % 2 == 1
        assert cell[0] == 1 or above(seat, cell)
    row = sorted(x for n, x in seat.mine if n == 1)
    assert row == list(range(row[0], row[-1] + 1, 2)) and 0 in row if row else not seat.mine
    assert seat.board in (None, *state.boards) and (seat.board or seat.space == 0)


def check(state: State) -> None:
    shares = [(*seat.hand, *seat.dealt, *seat.mine.values(), seat.played) for seat in state.seats]
    held = [name for share in shares for name in share if name]
    lying = [name for piles in (state.decks, state.discards) for pile in piles.values() for name in pile]
    assert len(held) + len(lying) == 136 == len({*held, *lying})
    assert all(CARDS[name]["level"] == n for n, pile in state.discards.items() for name in pile)
    assert len(state.events) + len(state.used) + (state.event is not None) == 10
    for seat in state.seats:
        check_seat(state, seat)


def play(players: int, first_game: bool, seed: int) -> tuple[State, int]:
    source = Random(seed)
    state = new_game(players, {"first-game": first_game}, random_chance(source))
    decisions = 0
    while not state.over:
        check(state)
        before = [(seat.vp, len(seat.mine)) for seat in state.seats]
        moves = legal(state)
        assert len(moves) > 1 and view(state, asked_seat(state))["legal"] == moves
        state = apply(state, source.choice(moves))
        assert all(old <= (seat.vp, len(seat.mine)) for old, seat in zip(before, state.seats, strict=True))
        decisions += 1
    check(state)
    return state, decisions


def main(games: int) -> None:
    total, best = 0, 0
    for seed in range(games):
        state, decisions = play(1 + seed % 5, seed % 7 == 0, seed)
        answer = result(state)
        assert answer and state.round == 10
        total, best = total + decisions, max(best, *answer["scores"])
    print(f"{games} games, {total} decisions, best score {best}")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
