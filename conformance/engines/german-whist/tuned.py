"""German whist on small numbers: a card is 16 times its suit and its rank, a hand is a list of them."""

from __future__ import annotations

from typing import Any

SUITS = ("clubs", "diamonds", "hearts", "spades")
PACK = [16 * suit + rank for suit in range(4) for rank in range(2, 15)]


class State:
    """`at` is how far the pack is used; `lead` is the card that waits for an answer, or -1."""

    __slots__ = ("at", "hand", "lead", "other", "pack", "player", "taken", "tricks", "trump")

    def __init__(self, pack: list[int]) -> None:
        self.pack = pack
        self.hand = pack[0:26:2]  # of the seat to move
        self.other = pack[1:26:2]
        self.trump = pack[26] >> 4
        self.at = 26
        self.player = 0
        self.lead = -1
        self.taken = 0  # by seat 0
        self.tricks = 0  # of the last thirteen


def prepare(rng: Any) -> list[int]:
    """A shuffled pack, top first."""
    pack = list(PACK)
    rng.shuffle(pack)
    return pack


def outcomes(dealt: list[int]) -> list[Any]:
    return [[f"{SUITS[card >> 4]}-{card & 15}" for card in dealt]]


def new(dealt: list[int]) -> State:
    return State(dealt)


def legal(state: State) -> list[int]:
    """A list to be read before the next move, not to be kept."""
    hand, lead = state.hand, state.lead
    if lead < 0:
        return hand
    suit = lead >> 4
    return [card for card in hand if card >> 4 == suit] or hand


def apply(state: State, card: int) -> None:
    hand, lead = state.hand, state.lead
    hand.remove(card)
    if lead < 0:
        state.lead = card
        state.player ^= 1
        state.hand, state.other = state.other, hand
        return
    state.lead = -1
    suit = card >> 4
    if not (card > lead if suit == lead >> 4 else suit == state.trump):  # the lead has won
        state.player ^= 1
        state.hand, state.other = state.other, hand
    at = state.at
    if at < 52:
        state.hand.append(state.pack[at])
        state.other.append(state.pack[at + 1])
        state.at = at + 2
    else:
        state.tricks += 1
        state.taken += not state.player


def over(state: State) -> bool:
    return state.tricks == 13


def result(state: State) -> list[int]:
    """The seats that have won."""
    return [0 if state.taken > 6 else 1]


def seat(state: State) -> int:
    return state.player


def written(move: int) -> dict[str, Any]:
    return {"do": "play", "card": f"{SUITS[move >> 4]}-{move & 15}"}
