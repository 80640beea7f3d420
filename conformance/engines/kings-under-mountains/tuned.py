"""Kings Under Mountains on small numbers: who fits where is a table, and the targets of a turn are listed once.

Two players, the Russian edition, no options. Cards are 0 to 79 in canonical order. A play is 128 times the card and the
target (0 to 3 in the centre, 3 + serial for an own mine); draws and redraw are negative.
"""

from __future__ import annotations

from typing import Any

RACES = ("dwarf", "orc", "goblin", "giant")
KINDS = (
    (1, 1, 0, 1), (1, 1, 0, 2), (1, 2, 0, 2), (1, 2, 0, 3), (1, 3, 0, 3), (1, 4, 0, 4), (1, 2, 1, 4), (1, 3, 1, 3),
    (2, 1, 0, 2), (2, 2, 0, 3), (2, 2, 0, 5), (2, 3, 0, 4), (2, 1, 1, 3), (2, 2, 1, 5), (2, 3, 1, 6), (2, 4, 0, 3),
    (3, 1, 0, 4), (3, 3, 0, 6), (3, 2, 1, 6), (3, 3, 1, 7),
)  # fmt: skip
RACE = [card // 20 for card in range(80)]
KIND = [KINDS[(7 * (card % 20) + 5 * (card // 20)) % 20] for card in range(80)]
DEFENCE = [kind[0] for kind in KIND]
SIZE = [kind[1] for kind in KIND]
CREW = [kind[1] + kind[2] for kind in KIND]
VALUE = [kind[3] for kind in KIND]
NAMES = [f"{RACES[card // 20]}-{card % 20 // 2}{'ab'[card % 2]}" for card in range(80)]
CARDS = frozenset(range(80))
FOLK = [frozenset(card for card in CARDS if RACE[card] == race) for race in range(4)]
STRANGERS = [CARDS - folk for folk in FOLK]
# By the card on top of a stack: the cards that fit on it; the same for strangers and for folk of each race.
FITS = [
    frozenset(card for card in CARDS if card % 20 // 2 > top or (card % 20 // 2 == 0 and top == 9))
    for top in (card % 20 // 2 for card in range(80))
]
STRANGER_FITS = [[fits & strangers for fits in FITS] for strangers in STRANGERS]
FOLK_FITS = [[fits & folk for fits in FITS] for folk in FOLK]
DECK, REDRAW = -1, -6

Own = dict[int, tuple[int, list[int]]]


class State:
    """`own` gives, for each seat, every serial its mine and the units on it; the deck is used up to `at`."""

    __slots__ = (
        "active", "at", "camp", "captures", "deck", "drawing", "finished", "hands", "king_of", "kings", "mines", "own",
        "scores", "units",
    )  # fmt: skip

    def __init__(self, kings: list[int], deck: list[int], first: int) -> None:
        self.kings = kings[:2]
        self.king_of = [kings.index(race) if kings.index(race) < 2 else -1 for race in range(4)]
        self.deck = deck  # top first, used up to `at`; never changed
        self.mines = deck[:4]
        self.units: list[list[int]] = [[], [], [], []]
        self.own: tuple[Own, Own] = ({}, {})
        self.camp: list[list[int]] = [[], [], [], []]
        for card in deck[4:8]:
            self.camp[RACE[card]].append(card)
        mine, other = deck[8:14], deck[14:20]
        self.hands = (mine, other) if first == 0 else (other, mine)
        self.at = 20
        self.active = first
        self.drawing = False
        self.captures = 0
        self.scores = [0, 0]
        self.finished = False


def prepare(rng: Any) -> tuple[list[int], list[int], int]:
    """What chance decides: the order of the kings, the order of the cards top first, the first seat."""
    return rng.sample(range(4), 4), rng.sample(range(80), 80), rng.randrange(2)


def outcomes(dealt: tuple[list[int], list[int], int]) -> list[Any]:
    kings, cards, first = dealt
    return [[f"king-{RACES[race]}" for race in kings], [NAMES[card] for card in cards], first]


def new(dealt: tuple[list[int], list[int], int]) -> State:
    return State(*dealt)


def legal(state: State) -> list[int]:
    if state.finished:
        return []
    if state.drawing:
        return [DECK, *(-2 - race for race, pile in enumerate(state.camp) if pile)]
    active = state.active
    targets = [(slot, FITS[units[-1]] if units else CARDS) for slot, units in enumerate(state.units)]
    if state.own[active]:
        king = state.kings[active]
        for target, (mine, units) in state.own[active].items():
            if not units:
                targets.append((target, STRANGERS[king]))
            elif len(units) < SIZE[mine]:
                targets.append((target, STRANGER_FITS[king][units[-1]]))
            else:
                targets.append((target, FOLK_FITS[king][units[-1]]))
    return [128 * card + target for card in state.hands[active] for target, fits in targets if card in fits] or [REDRAW]


def apply(state: State, move: int) -> None:
    active = state.active
    if move >= 0:
        card, target = move >> 7, move & 127
        state.hands[active].remove(card)
        if target < 4:
            units = state.units[target]
            units.append(card)
            mine = state.mines[target]
            if len(units) == DEFENCE[mine]:
                capture(state, target, mine, units, card)
        else:
            mine, units = state.own[active][target]
            units.append(card)
            if len(units) == CREW[mine]:
                del state.own[active][target]
                state.scores[active] += 2 * VALUE[mine]
        state.drawing = True
    elif move == REDRAW:
        at = state.at
        state.hands[active][:] = state.deck[at : at + 6]
        state.at = at + 6
    else:
        if move == DECK:
            state.hands[active].append(state.deck[state.at])
            state.at += 1
        else:
            state.hands[active].append(state.camp[-2 - move].pop())
        state.drawing = False
        state.active = 1 - active
    state.finished = state.at >= 80


def capture(state: State, slot: int, mine: int, units: list[int], last: int) -> None:
    for unit in reversed(units):
        state.camp[RACE[unit]].append(unit)
    units.clear()
    owner = state.king_of[RACE[last]]
    if owner < 0:
        owner = state.active
    state.captures += 1
    state.own[owner][state.captures + 3] = (mine, [])
    state.scores[owner] -= VALUE[mine]
    state.mines[slot] = state.deck[state.at]
    state.at += 1


def over(state: State) -> bool:
    return state.finished


def result(state: State) -> list[int]:
    """The score of each seat."""
    return list(state.scores)


def seat(state: State) -> int:
    return state.active


def written(move: int) -> dict[str, Any]:
    if move == REDRAW:
        return {"do": "redraw"}
    if move < 0:
        return {"do": "draw", "pile": "deck" if move == DECK else ["camp", RACES[-2 - move]]}
    card, target = move >> 7, move & 127
    where: list[Any] = ["centre", target] if target < 4 else ["own", target - 3]
    return {"do": "play", "unit": NAMES[card], "mine": where}
