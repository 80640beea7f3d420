"""German whist as one would write it first: named cards, hands as lists, a trick as a short list."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, NamedTuple

SUITS = ("clubs", "diamonds", "hearts", "spades")


class Card(NamedTuple):
    """Rank 11 is the jack, 14 the ace."""

    suit: str
    rank: int


PACK = [Card(suit, rank) for suit in SUITS for rank in range(2, 15)]


@dataclass
class State:
    """`stock` is drawn from its end; `trick` is what lies on the table, the lead first."""

    stock: list[Card]
    hands: list[list[Card]] = field(default_factory=lambda: [[], []])
    upcard: Card | None = None
    trump: str = ""
    leader: int = 0
    trick: list[Card] = field(default_factory=list)
    taken: list[int] = field(default_factory=lambda: [0, 0])

    def player(self) -> int:
        return 1 - self.leader if self.trick else self.leader

    def answer_beats_lead(self) -> bool:
        lead, answer = self.trick
        if answer.suit == lead.suit:
            return answer.rank > lead.rank
        return answer.suit == self.trump

    def end_trick(self) -> None:
        winner = 1 - self.leader if self.answer_beats_lead() else self.leader
        self.trick = []
        self.leader = winner
        if self.upcard is None:
            self.taken[winner] += 1
            return
        self.hands[winner].append(self.upcard)
        self.hands[1 - winner].append(self.stock.pop())
        self.upcard = self.stock.pop() if self.stock else None


def prepare(rng: Any) -> list[Card]:
    """A shuffled pack, top first."""
    pack = list(PACK)
    rng.shuffle(pack)
    return pack


def outcomes(dealt: list[Card]) -> list[Any]:
    return [[f"{card.suit}-{card.rank}" for card in dealt]]


def new(dealt: list[Card]) -> State:
    state = State(dealt[::-1])
    for _ in range(13):
        for hand in state.hands:
            hand.append(state.stock.pop())
    state.upcard = state.stock.pop()
    state.trump = state.upcard.suit
    return state


def legal(state: State) -> list[Card]:
    hand = state.hands[state.player()]
    if state.trick:
        following = [card for card in hand if card.suit == state.trick[0].suit]
        if following:
            return following
    return list(hand)


def apply(state: State, card: Card) -> None:
    state.hands[state.player()].remove(card)
    state.trick.append(card)
    if len(state.trick) == 2:
        state.end_trick()


def over(state: State) -> bool:
    return sum(state.taken) == 13


def result(state: State) -> list[int]:
    """The seats that have won."""
    return [0 if state.taken[0] > state.taken[1] else 1]


def seat(state: State) -> int:
    return state.player()


def written(move: Card) -> dict[str, Any]:
    return {"do": "play", "card": f"{move.suit}-{move.rank}"}
