"""Kings Under Mountains, written by hand from its rule ledger (rules.md) alone, as a stranger to the rules files.

`new`, `legal`, `apply`, `over`, `result`, `view` and `complaints` play one game with any option of either edition.
A move is a dict: `{"do": "play", "unit": "orc-5a", "mine": ["centre", 0]}` or `["own", serial]`,
`{"do": "draw", "pile": "deck"}` or `["camp", race]`, `{"do": "redraw"}`..
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain
from typing import Any, NamedTuple

RACES = ("dwarf", "orc", "goblin", "giant")
SLOTS = range(4)
FULL_HAND = 6
EDITIONS: dict[str, dict[str, Any]] = {
    "pl": {
        "capture_test": "ge", "camp_return": "later-below", "developed_units_to": "box", "refill": "to-six",
        "redraw_source": "deck", "end_check": "immediate", "tie_rule": "shared", "first_player": "given",
        "zero_on_empty": True, "overseer_zero_on_nine": True, "hand_backs": "visible",
    },
    "ru": {
        "capture_test": "eq", "camp_return": "later-below", "developed_units_to": "discard", "refill": "one",
        "redraw_source": "deck", "end_check": "immediate", "tie_rule": "undecided", "first_player": "lot",
        "zero_on_empty": True, "overseer_zero_on_nine": True, "hand_backs": "visible",
    },
}  # fmt: skip
VALUES: dict[str, tuple[Any, ...]] = {
    "capture_test": ("eq", "ge"),
    "camp_return": ("later-below", "later-above"),
    "developed_units_to": ("box", "discard"),
    "refill": ("one", "to-six"),
    "redraw_source": ("deck", "any"),
    "end_check": ("immediate", "end-of-turn"),
    "tie_rule": ("shared", "undecided"),
    "first_player": ("given", "lot"),
    "zero_on_empty": (True, False),
    "overseer_zero_on_nine": (True, False),
    "hand_backs": ("visible", "hidden"),
}

Move = dict[str, Any]


class Refused(ValueError):
    """What was handed in cannot be: a set-up, an option or a move."""


# ---------------------------------------------------------------- cards
class Kind(NamedTuple):
    """A mine side."""

    defence: int
    size: int
    overseer: bool
    value: int


@dataclass(frozen=True, slots=True)
class Card:
    """Both sides of a unit/mine card."""

    id: str
    race: str
    strength: int
    mine: Kind

    @property
    def crew(self) -> int:
        """How many units develop it."""
        return self.mine.size + self.mine.overseer


KINDS = [
    Kind(defence, size, overseer == "yes", value)
    for defence, size, overseer, value in (
        (1, 1, "no", 1), (1, 1, "no", 2), (1, 2, "no", 2), (1, 2, "no", 3), (1, 3, "no", 3),
        (1, 4, "no", 4), (1, 2, "yes", 4), (1, 3, "yes", 3), (2, 1, "no", 2), (2, 2, "no", 3),
        (2, 2, "no", 5), (2, 3, "no", 4), (2, 1, "yes", 3), (2, 2, "yes", 5), (2, 3, "yes", 6),
        (2, 4, "no", 3), (3, 1, "no", 4), (3, 3, "no", 6), (3, 2, "yes", 6), (3, 3, "yes", 7),
    )
]  # fmt: skip


def assumed_table() -> dict[str, Card]:
    """The eighty cards in canonical order, with the mine sides that the ledger assumes."""
    cards = {}
    for r, race in enumerate(RACES):
        for u in range(20):
            name = f"{race}-{u // 2}{'ab'[u % 2]}"
            cards[name] = Card(name, race, u // 2, KINDS[(7 * u + 5 * r) % 20])
    return cards


CARDS = assumed_table()


# ---------------------------------------------------------------- the state
@dataclass(slots=True)
class Mine:
    """A mine that lies somewhere, and the units on it, the lowest first."""

    card: Card
    units: list[Card] = field(default_factory=list)
    serial: int = 0


@dataclass(slots=True)
class State:
    options: dict[str, Any]
    kings: list[str]
    deck: list[Card]  # top last
    centre: list[Mine | None]
    camp: dict[str, list[Card]]  # top last
    hands: list[list[Card]]
    claimed: list[list[Mine]]
    developed: list[list[Mine]]
    discard: list[Card] = field(default_factory=list)
    box: list[Card] = field(default_factory=list)
    active: int = 0
    phase: str = "play"
    captures: int = 0
    table: Mapping[str, Card] = field(default_factory=lambda: CARDS)

    @property
    def players(self) -> int:
        return len(self.kings)

    def is_set(self, option: str, value: Any) -> bool:
        return bool(self.options[option] == value)

    # ------------------------------------------------------------ where a unit may be placed
    def fits(self, unit: Card, mine: Mine) -> bool:
        if not mine.units:
            return unit.strength > 0 or self.options["zero_on_empty"]
        top = mine.units[-1].strength
        return unit.strength > top or (unit.strength == 0 and top == 9)

    def may_work(self, unit: Card, mine: Mine) -> bool:
        """Whether a unit may be placed on an own mine: miners first, then perhaps the overseer."""
        own = unit.race == self.kings[self.active]
        if len(mine.units) < mine.card.mine.size:
            return not own and self.fits(unit, mine)
        if unit.strength == 0 and not self.options["overseer_zero_on_nine"]:
            return False
        return own and self.fits(unit, mine)

    def plays(self) -> list[Move]:
        found: list[Move] = []
        for unit in self.hands[self.active]:
            for slot, mine in enumerate(self.centre):
                if mine is not None and self.fits(unit, mine):
                    found.append({"do": "play", "unit": unit.id, "mine": ["centre", slot]})
            for mine in self.claimed[self.active]:
                if self.may_work(unit, mine):
                    found.append({"do": "play", "unit": unit.id, "mine": ["own", mine.serial]})
        return found

    # ------------------------------------------------------------ play, capture, development
    def play(self, unit_id: str, target: list[Any]) -> None:
        hand = self.hands[self.active]
        unit = next(card for card in hand if card.id == unit_id)
        hand.remove(unit)
        where, number = target
        if where == "centre":
            mine = self.centre[number]
            assert mine is not None
            mine.units.append(unit)
            if self.is_captured(mine):
                self.capture(number, mine, unit)
        else:
            mine = next(mine for mine in self.claimed[self.active] if mine.serial == number)
            mine.units.append(unit)
            if len(mine.units) == mine.card.crew:
                self.develop(mine)
        if not self.ended_at_once():
            self.draw_or_pass()

    def is_captured(self, mine: Mine) -> bool:
        count, defence = len(mine.units), mine.card.mine.defence
        return count == defence if self.is_set("capture_test", "eq") else count >= defence

    def capture(self, slot: int, mine: Mine, last: Card) -> None:
        top_first = self.is_set("camp_return", "later-below")
        for unit in reversed(mine.units) if top_first else mine.units:
            self.camp[unit.race].append(unit)
        owner = self.kings.index(last.race) if last.race in self.kings else self.active
        self.captures += 1
        self.claimed[owner].append(Mine(mine.card, [], self.captures))
        self.centre[slot] = Mine(self.deck.pop()) if self.deck else None

    def develop(self, mine: Mine) -> None:
        gone = self.box if self.is_set("developed_units_to", "box") else self.discard
        gone.extend(mine.units)
        mine.units = []
        self.claimed[self.active].remove(mine)
        self.developed[self.active].append(mine)

    # ------------------------------------------------------------ drawing
    def sources(self) -> list[Any]:
        return [*(["deck"] if self.deck else []), *(["camp", race] for race in RACES if self.camp[race])]

    def take(self, source: Any) -> None:
        pile = self.deck if source == "deck" else self.camp[source[1]]
        self.hands[self.active].append(pile.pop())

    def draw(self, source: Any) -> None:
        redrawing = self.phase == "redraw-draw"
        self.take(source)
        if self.ended_at_once():
            return
        more = len(self.hands[self.active]) < FULL_HAND and self.sources()
        if redrawing:
            if not more:
                self.play_again()
        elif not (more and self.is_set("refill", "to-six")):
            self.end_turn()

    def draw_or_pass(self) -> None:
        """The draw phase; it is skipped if there is nothing to draw, or no need."""
        full = self.is_set("refill", "to-six") and len(self.hands[self.active]) >= FULL_HAND
        if self.sources() and not full:
            self.phase = "draw"
        else:
            self.end_turn()

    def redraw(self) -> None:
        hand = self.hands[self.active]
        self.discard.extend(hand)
        hand.clear()
        if self.is_set("redraw_source", "any"):
            self.phase = "redraw-draw"
            return
        for _ in range(min(FULL_HAND, len(self.deck))):
            hand.append(self.deck.pop())
        if not self.ended_at_once():
            self.play_again()

    def play_again(self) -> None:
        """After a redraw: the same player goes on, unless nothing is left to be done."""
        self.phase = "play"
        if not self.deck and not self.plays():
            self.end_turn()

    # ------------------------------------------------------------ the course of the game
    def ended_at_once(self) -> bool:
        if not self.deck and self.is_set("end_check", "immediate"):
            self.phase = "over"
        return self.phase == "over"

    def end_turn(self) -> None:
        if not self.deck:
            self.phase = "over"
            return
        self.active = (self.active + 1) % self.players
        self.phase = "play"

    def score(self, seat: int) -> int:
        gained = sum(mine.card.mine.value for mine in self.developed[seat])
        return gained - sum(mine.card.mine.value for mine in self.claimed[seat])


# ---------------------------------------------------------------- set-up
def options_of(edition: str, given: Mapping[str, Any]) -> dict[str, Any]:
    if edition not in EDITIONS:
        raise Refused(f"there is no edition {edition}")
    for name, value in given.items():
        if value not in VALUES.get(name, ()):
            raise Refused(f"there is no option {name} = {value}")
    return {**EDITIONS[edition], **given}


def prepare(rng: Any, players: int = 2) -> dict[str, Any]:
    """What chance decides: the order of the kings, the order of the cards top first, the first seat."""
    return {
        "kings": rng.sample(RACES, len(RACES)),
        "cards": rng.sample(list(CARDS), len(CARDS)),
        "first": rng.randrange(players),
    }


def outcomes(dealt: Mapping[str, Any]) -> list[Any]:
    """The same in the words of the rules files."""
    return [[f"king-{race}" for race in dealt["kings"]], list(dealt["cards"]), dealt["first"]]


def sample(rng: Any) -> dict[str, Any]:
    """A game of any number of players with any options: what `new` takes, and the same for the rules files."""
    players = rng.choice((2, 3, 4))
    options = {name: rng.choice(values) for name, values in VALUES.items()}
    dealt = prepare(rng, players)
    told = {name.replace("_", "-"): "by-lot" if value == "lot" else value for name, value in options.items()}
    chance = outcomes(dealt)
    if options["first_player"] == "given":
        told["first-seat"] = chance.pop() + 1
    return {
        "new": {"dealt": dealt, "players": players, "options": options},
        "start": {"players": players, "options": told, "chance": chance},
    }


def new(
    dealt: Mapping[str, Any],
    players: int = 2,
    edition: str = "ru",
    options: Mapping[str, Any] | None = None,
    table: Mapping[str, Card] = CARDS,
) -> State:
    """A new game; without a first seat the edition that takes a given one begins with seat 0."""
    chosen = options_of(edition, options or {})
    if players not in (2, 3, 4):
        raise Refused("two to four players")
    first = dealt.get("first", 0)
    if first not in range(players):
        raise Refused(f"there is no seat {first}")
    if sorted(dealt["kings"]) != sorted(RACES) or sorted(dealt["cards"]) != sorted(table):
        raise Refused("an order must name everything once")
    deck = [table[name] for name in reversed(dealt["cards"])]
    state = State(
        options=chosen,
        kings=list(dealt["kings"][:players]),
        deck=deck,
        centre=[Mine(deck.pop()) for _ in SLOTS],
        camp={race: [] for race in RACES},
        hands=[[] for _ in range(players)],
        claimed=[[] for _ in range(players)],
        developed=[[] for _ in range(players)],
        active=first,
        table=table,
    )
    for _ in range(4):
        card = deck.pop()
        state.camp[card.race].append(card)
    for seat in range(players):
        state.hands[(first + seat) % players] = [deck.pop() for _ in range(FULL_HAND)]
    return state


# ---------------------------------------------------------------- playing
def legal(state: State) -> list[Move]:
    """Every legal move, in the order of the hand; `canonical` sorts them as the ledger does."""
    if state.phase == "over":
        return []
    if state.phase == "play":
        return state.plays() or [{"do": "redraw"}]
    return [{"do": "draw", "pile": source} for source in state.sources()]


def canonical(state: State, moves: Sequence[Move]) -> list[Move]:
    """Plays by card, then slot, then serial; draws from the deck first, then by race."""
    places = {name: place for place, name in enumerate(state.table)}

    def key(move: Move) -> tuple[int, ...]:
        if move["do"] == "play":
            where, number = move["mine"]
            return places[move["unit"]], where == "own", number
        pile = move.get("pile")
        return (0,) if pile in (None, "deck") else (1, RACES.index(pile[1]))

    return sorted(moves, key=key)


def apply(state: State, move: Move) -> None:
    """Play a legal move in place; `checked_apply` refuses others."""
    if move["do"] == "play":
        state.play(move["unit"], move["mine"])
    elif move["do"] == "draw":
        state.draw(move["pile"])
    else:
        state.redraw()


def checked_apply(state: State, move: Move) -> None:
    if move not in legal(state):
        raise Refused(f"not a legal move: {move}")
    apply(state, move)


def over(state: State) -> bool:
    return state.phase == "over"


def seat(state: State) -> int:
    return state.active


def written(move: Move) -> Move:
    return move


def standing(state: State) -> dict[str, Any]:
    """Scores, leaders and outcome."""
    scores = [state.score(seat) for seat in range(state.players)]
    leaders = [seat for seat, score in enumerate(scores) if score == max(scores)]
    outcome = "win" if len(leaders) == 1 else state.options["tie_rule"]
    return {"scores": scores, "leaders": leaders, "outcome": outcome}


def result(state: State) -> list[int]:
    """The score of each seat."""
    return [state.score(seat) for seat in range(state.players)]


# ---------------------------------------------------------------- who sees what
def view(state: State, seat: int | None) -> dict[str, Any]:
    """What a seat may see; a stranger (None) sees the public part."""
    done = state.phase == "over"
    found: dict[str, Any] = {
        "options": dict(state.options),
        "kings": list(state.kings),
        "active": state.active,
        "phase": state.phase,
        "captures": state.captures,
        "deck": {"count": len(state.deck), "top": figures(state.deck[-1]) if state.deck else None},
        "centre": [None if mine is None else mine_seen(mine) for mine in state.centre],
        "camp": {race: [card.id for card in pile] for race, pile in state.camp.items()},
        "hands": [hand_seen(state, owner, seat) for owner in range(state.players)],
        "claimed": [[{"serial": mine.serial, **mine_seen(mine)} for mine in mines] for mines in state.claimed],
        "developed": [developed_seen(state, owner, seat, done) for owner in range(state.players)],
        "discard": sorted(card.id for card in state.discard),
        "box": len(state.box),
        "unused kings": len(RACES) - state.players,
    }
    return {**found, **standing(state)} if done else found


def figures(card: Card) -> dict[str, Any]:
    return dict(card.mine._asdict())


def mine_seen(mine: Mine) -> dict[str, Any]:
    return {"mine": figures(mine.card), "units": [unit.id for unit in mine.units]}


def hand_seen(state: State, owner: int, seat: int | None) -> dict[str, Any]:
    hand = state.hands[owner]
    if owner == seat:
        return {"count": len(hand), "cards": sorted(card.id for card in hand)}
    if state.is_set("hand_backs", "hidden"):
        return {"count": len(hand)}
    return {"count": len(hand), "backs": [kind._asdict() for kind in sorted(card.mine for card in hand)]}


def developed_seen(state: State, owner: int, seat: int | None, done: bool) -> dict[str, Any]:
    mines = state.developed[owner]
    if owner != seat and not done:
        return {"count": len(mines)}
    ordered = sorted(mines, key=lambda mine: mine.serial)
    return {"count": len(mines), "mines": [{"serial": mine.serial, **figures(mine.card)} for mine in ordered]}


# ---------------------------------------------------------------- positions that cannot be
def complaints(state: State) -> list[str]:
    """Why a position is refused when it is loaded; nothing for a sound one."""
    found = [f"{name}: {count} of them" for name, count in miscounted(state)]
    for race, pile in state.camp.items():
        found += [f"camp {race}: {card.id}" for card in pile if card.race != race]
    for slot, mine in enumerate(state.centre):
        if mine is not None:
            found += [f"centre {slot}: {fault}" for fault in stack_faults(state, mine)]
            if len(mine.units) >= mine.card.mine.defence:
                found.append(f"centre {slot}: should have been captured")
    for owner, mines in enumerate(state.claimed):
        for mine in mines:
            found += [f"own {mine.serial}: {fault}" for fault in stack_faults(state, mine)]
            if len(mine.units) >= mine.card.crew:
                found.append(f"own {mine.serial}: should have been developed")
            if any(unit.race == state.kings[owner] for unit in mine.units[: mine.card.mine.size]):
                found.append(f"own {mine.serial}: a miner of the owner's race")
    return found


def miscounted(state: State) -> Iterator[tuple[str, int]]:
    """Cards that lie nowhere, or in two places."""
    counts = Counter(card.id for card in all_cards(state))
    return ((name, counts[name]) for name in sorted({*state.table, *counts}) if counts[name] != 1)


def all_cards(state: State) -> Iterator[Card]:
    for pile in (state.deck, state.discard, state.box, *state.camp.values(), *state.hands):
        yield from pile
    for mine in (*state.centre, *chain(*state.claimed), *chain(*state.developed)):
        if mine is not None:
            yield mine.card
            yield from mine.units


def stack_faults(state: State, mine: Mine) -> Iterator[str]:
    below = Mine(mine.card)
    for unit in mine.units:
        if not state.fits(unit, below):
            yield f"{unit.id} does not fit"
        below.units.append(unit)
