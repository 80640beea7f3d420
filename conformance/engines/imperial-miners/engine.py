"""Imperial Miners, written by hand from its rule ledger (rules.md) alone, as a stranger to the rules files.

`new_game`, `legal`, `apply`, `result` and `view` play one game; a move is a dict: `{"do": "place", "spot": [2, 1]}`.
Chance is asked from outside: `chance(label, kind, domain)` gives the order of a shuffle, top first, or one picked name.
A state is data and an agenda: a stack of named steps, the next one last. Steps run until somebody has to answer.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from copy import copy
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

Cell = tuple[int, int]
Border = tuple[Cell, Cell]
Move = dict[str, Any]
Chance = Callable[[str, str, list[str]], list[str]]
Part = dict[str, Any]
Step = tuple[Any, ...]

DATA = json.loads((Path(__file__).parent / "cards.json").read_text(encoding="utf-8"))
CARDS: dict[str, dict[str, Any]] = {card["name"]: card for card in DATA["cards"]}
EVENTS: dict[str, dict[str, Any]] = {event["name"]: event for event in DATA["events"]}
BOARDS: dict[str, dict[str, Any]] = {board["name"]: board for board in DATA["boards"]}
FACTIONS = ("scot", "barbarian", "egyptian", "japanese", "atlantean", "roman")
SLOTS = {"tl": (-1, -1), "tr": (-1, 1), "l": (0, -2), "r": (0, 2), "bl": (1, -1), "br": (1, 1)}
FACING = {"tl": "br", "tr": "bl", "l": "r", "r": "l", "bl": "tr", "br": "tl"}
RANKS = (
    (34, "digger"),
    (45, "underground-worker"),
    (55, "skilled-miner"),
    (60, "underground-engineer"),
    (65, "seasoned-miner"),
)
SURFACE = {"gold": (1, 0), "adv4": (2, 4), "adv8": (2, 8), "draw": (3, 0)}
STEPS_FOR = {"adv4": 2, "adv8": 5}


@dataclass
class Seat:
    gold: int = 0
    vp: int = 0
    hand: list[str] = field(default_factory=list)
    dealt: list[str] = field(default_factory=list)
    played: str | None = None
    placed: Cell | None = None
    mine: dict[Cell, str] = field(default_factory=dict)
    machines: dict[Cell, int] = field(default_factory=dict)
    collapsed: frozenset[Cell] = frozenset()
    markers: frozenset[Border] = frozenset()
    activated: frozenset[Cell] = frozenset()
    surfaced: tuple[str, ...] = ()
    board: str | None = None
    space: int = 0

    def copy(self) -> Seat:
        twin = copy(self)
        twin.hand, twin.dealt = list(self.hand), list(self.dealt)
        twin.mine, twin.machines = dict(self.mine), dict(self.machines)
        return twin


@dataclass
class State:
    seats: list[Seat]
    decks: dict[int, list[str]]
    discards: dict[int, list[str]]
    events: list[str]
    unused: list[str]
    boards: list[str]
    chance: Chance
    event: str | None = None
    used: list[str] = field(default_factory=list)
    round: int = 0
    agenda: list[Step] = field(default_factory=list)
    asked: dict[int, list[Move]] = field(default_factory=dict)
    answers: dict[int, Move] = field(default_factory=dict)
    then: Step = ()
    last: int = 0
    over: bool = False

    def copy(self) -> State:
        twin = copy(self)
        twin.seats = [seat.copy() for seat in self.seats]
        twin.decks = {n: list(deck) for n, deck in self.decks.items()}
        twin.discards = {n: list(pile) for n, pile in self.discards.items()}
        twin.events, twin.used, twin.agenda = list(self.events), list(self.used), list(self.agenda)
        twin.asked, twin.answers = dict(self.asked), dict(self.answers)
        return twin

    def later(self, *steps: Step) -> None:
        self.agenda.extend(reversed(steps))

    def modifier(self) -> str | None:
        return EVENTS[self.event]["modifier"] if self.event else None


def by_number(names: Iterable[str]) -> list[str]:
    return sorted(names, key=lambda name: int(CARDS[name]["number"]))


def shuffled(state: State, label: str, names: list[str]) -> list[str]:
    return list(state.chance(label, "order", names)) if len(names) > 1 else list(names)


# ---------------------------------------------------------------- the mine


def neighbour(cell: Cell, slot: str) -> Cell:
    return cell[0] + SLOTS[slot][0], cell[1] + SLOTS[slot][1]


def near(seat: Seat, cell: Cell, slots: Iterable[str] = SLOTS) -> list[Cell]:
    return [n for n in (neighbour(cell, slot) for slot in slots) if n in seat.mine]


def above(seat: Seat, cell: Cell) -> list[Cell]:
    return near(seat, cell, ("tl", "tr"))


def spots(seat: Seat, level: int) -> list[Cell]:
    if level > 1:
        tops = [cell for cell in seat.mine if cell[0] == level - 1]
        below = {neighbour(cell, slot) for cell in tops for slot in ("bl", "br")}
        return sorted(below - set(seat.mine))
    row = [x for n, x in seat.mine if n == 1]
    return [(1, min(row) - 2), (1, max(row) + 2)] if row else [(1, 0)]


def halves(seat: Seat) -> dict[Border, int]:
    found: dict[Border, int] = {}
    for cell, name in sorted(seat.mine.items()):
        for slot in ("r", "bl", "br"):
            other = neighbour(cell, slot)
            if other in seat.mine:
                mine, theirs = CARDS[name]["halves"], CARDS[seat.mine[other]]["halves"]
                found[cell, other] = (slot in mine) + (FACING[slot] in theirs)
    return found


def carts(seat: Seat) -> set[Border]:
    return {border for border, full in halves(seat).items() if full == 2} | seat.markers


def members(seat: Seat, faction: str) -> int:
    return sum(faction in CARDS[name]["factions"] for name in seat.mine.values())


def count(state: State, seat: Seat, cell: Cell | None, what: dict[str, Any]) -> int:
    here = cell or (0, 0)
    table: dict[str, Callable[[], int]] = {
        "faction": lambda: members(seat, what["faction"]),
        "factions": lambda: sum(members(seat, faction) > 0 for faction in FACTIONS),
        "collapses": lambda: len(seat.collapsed),
        "space": lambda: seat.space,
        "machines_self": lambda: seat.machines.get(here, 0),
        "machines_mine": lambda: sum(seat.machines.values()),
        "cards_with_machine": lambda: sum(n > 0 for n in seat.machines.values()),
        "carts_self": lambda: sum(here in border for border in carts(seat)),
        "carts_mine": lambda: len(carts(seat)),
        "above": lambda: len(above(seat, here)),
        "below": lambda: len(near(seat, here, ("bl", "br"))),
        "beside": lambda: len(near(seat, here, ("l", "r"))),
        "adjacent": lambda: len(near(seat, here)),
        "gold": lambda: seat.gold,
        "cards_level": lambda: sum(n == what["level"] for n, _ in seat.mine),
        "last": lambda: state.last,
    }
    return table[what["count"]]() // int(what.get("div", 1))


def cost(state: State, name: str) -> int:
    return max(0, int(CARDS[name]["cost"]) - (2 if state.modifier() == "play_cost" else 0))


def playable(state: State, seat: Seat, name: str) -> bool:
    return cost(state, name) <= seat.gold and bool(spots(seat, CARDS[name]["level"]))


# ---------------------------------------------------------------- asking


def ask(state: State, who: int, moves: list[Move], then: Step) -> None:
    """One seat answers; a single legal answer is taken at once, and without any nobody is asked."""
    if len(moves) == 1:
        ANSWERS[then[0]](state, who, moves[0], *then[1:])
    elif moves:
        state.asked, state.answers, state.then = {who: moves}, {}, then


def ask_all(state: State, moves: dict[int, list[Move]], then: Step) -> None:
    """Sealed answers of several seats; they are opened in seat order when all are in."""
    state.asked = {who: some for who, some in moves.items() if len(some) > 1}
    state.answers = {who: some[0] for who, some in moves.items() if len(some) == 1}
    state.then = then
    if not state.asked:
        open_answers(state)


def open_answers(state: State) -> None:
    then, answers = state.then, state.answers
    state.then, state.answers = (), {}
    for who in sorted(answers):
        ANSWERS[then[0]](state, who, answers[who], *then[1:])


def ask_cells(state: State, who: int, do: str, key: str, cells: Iterable[Cell], then: Step) -> None:
    ask(state, who, [{"do": do, key: list(cell)} for cell in sorted(cells)], then)


def ask_sets(state: State, who: int, do: str, n: int, cells: Iterable[Cell], then: Step) -> None:
    pool = sorted(cells)
    sets = combinations(pool, min(n, len(pool)))
    ask(state, who, [{"do": do, "spots": [list(cell) for cell in some]} for some in sets], then)


def ask_gone(state: State, who: int, do: str, sizes: Iterable[int], then: Step) -> None:
    pool = by_number(state.seats[who].hand)
    ask(state, who, [{"do": do, "gone": list(some)} for n in sizes for some in combinations(pool, n)], then)


# ---------------------------------------------------------------- set-up and rounds


def new_game(players: int, options: dict[str, bool], chance: Chance) -> State:
    if not 1 <= players <= 5:
        raise ValueError("a game has 1 to 5 players")
    state = State([Seat() for _ in range(players)], {}, {n: [] for n in range(1, 5)}, [], [], [], chance)
    for tile in (1, 2, 3):
        state.boards += chance("setup.sides", "pick", [name for name, board in BOARDS.items() if board["tile"] == tile])
    for level in (1, 2, 3, 4):
        names = by_number(name for name, card in CARDS.items() if card["level"] == level)
        state.decks[level] = names if level == 4 else shuffled(state, "setup.decks", names)
    events = shuffled(state, "setup.events", list(EVENTS))
    state.events, state.unused = events[:10], events[10:]
    first_game = options.get("first-game", False)
    for seat in state.seats:
        for level, n in ((1, 2), (2, 2 if first_game else 3), (3, 2 if first_game else 3)):
            seat.dealt += [state.decks[level].pop(0) for _ in range(n)]
    state.agenda.append(("round",))
    if first_game:
        for seat in state.seats:
            seat.hand, seat.dealt = seat.dealt, []
    else:
        fours = [combinations(by_number(seat.dealt), 4) for seat in state.seats]
        keeps = {who: [{"do": "keep", "kept": list(four)} for four in some] for who, some in enumerate(fours)}
        ask_all(state, keeps, ("keep",))
    return run(state)


def run(state: State) -> State:
    while state.agenda and not state.asked and not state.over:
        step = state.agenda.pop()
        STEPS[step[0]](state, *step[1:])
    return state


def discard(state: State, names: Iterable[str]) -> None:
    for name in names:
        state.discards[CARDS[name]["level"]].append(name)


def on_keep(state: State, who: int, move: Move) -> None:
    seat = state.seats[who]
    seat.hand = list(move["kept"])
    discard(state, [name for name in seat.dealt if name not in seat.hand])
    seat.dealt = []


def begin_round(state: State) -> None:
    if not state.events:
        state.over = True
        return
    for seat in state.seats:
        seat.activated, seat.placed, seat.played, seat.surfaced = frozenset(), None, None, ()
    state.event = state.events.pop(0)
    state.round += 1
    everyone = range(len(state.seats))
    resolves: list[Step] = [("resolve", who) for who in everyone]
    kind = EVENTS[state.event]["type"]
    state.later(
        *(resolves if kind == "immediate" else []),
        ("choose",),
        *[("pay", who) for who in everyone],
        ("place",),
        *[("work", who) for who in everyone],
        *(resolves if kind == "end_of_round" else []),
        ("end",),
    )


def end_round(state: State) -> None:
    assert state.event
    state.used.append(state.event)
    state.event = None
    state.later(("round",))


def choose(state: State) -> None:
    moves: dict[int, list[Move]] = {}
    for who, seat in enumerate(state.seats):
        names = [name for name in by_number(seat.hand) if playable(state, seat, name)]
        if names:
            moves[who] = [{"do": "play", "card": name} for name in names]
    ask_all(state, moves, ("play",))


def on_play(state: State, who: int, move: Move) -> None:
    seat = state.seats[who]
    seat.hand.remove(move["card"])
    seat.played = move["card"]


def pay(state: State, who: int) -> None:
    seat = state.seats[who]
    if seat.played:
        seat.gold -= cost(state, seat.played)
    elif ready(state, 1):
        seat.played = state.decks[1].pop(0)


def place(state: State) -> None:
    moves = {}
    for who, seat in enumerate(state.seats):
        if seat.played:
            cells = spots(seat, CARDS[seat.played]["level"])
            moves[who] = [{"do": "place", "spot": list(cell)} for cell in cells]
    ask_all(state, moves, ("place",))


def on_place(state: State, who: int, move: Move) -> None:
    seat = state.seats[who]
    assert seat.played
    before = len(carts(seat))
    seat.placed = (move["spot"][0], move["spot"][1])
    seat.mine[seat.placed], seat.played = seat.played, None
    completed(state, seat, len(carts(seat)) - before)


def completed(state: State, seat: Seat, new: int) -> None:
    if state.modifier() == "on_cart_completed":
        seat.vp += new


def work(state: State, who: int) -> None:
    cell = state.seats[who].placed
    if cell:
        state.later(("chain", who, cell), ("surface", who))


def chain(state: State, who: int, cell: Cell) -> None:
    if cell not in state.seats[who].activated:
        state.later(("activate", who, cell), ("climb", who, cell))
    else:
        state.later(("climb", who, cell))


def climb(state: State, who: int, cell: Cell) -> None:
    ask_cells(state, who, "climb", "cell", above(state.seats[who], cell), ("climb",))


def on_climb(state: State, who: int, move: Move) -> None:
    state.later(("chain", who, tuple(move["cell"])))


def surface(state: State, who: int) -> None:
    seat = state.seats[who]
    used = {SURFACE[name][0] for name in seat.surfaced}
    offered = [name for name, (share, price) in SURFACE.items() if price <= seat.gold and share not in used]
    ask(state, who, [{"do": "surface", "s": name} for name in offered], ("surface",))


def on_surface(state: State, who: int, move: Move) -> None:
    seat, name = state.seats[who], move["s"]
    seat.surfaced += (name,)
    seat.gold -= SURFACE[name][1]
    if state.modifier() == "surface_effects" and len(seat.surfaced) == 1:
        state.later(("surface", who))
    state.later(("limit", who))
    if name == "gold":
        seat.gold += 2
    elif name == "draw":
        state.later(("draw", who, 3))
    else:
        ask(state, who, [{"do": "steps", "n": n} for n in range(1, STEPS_FOR[name] + 1)], ("steps",))


def on_steps(state: State, who: int, move: Move) -> None:
    state.later(("advance", who, move["n"]))


# ---------------------------------------------------------------- effects


def payable(seat: Seat, cell: Cell | None, option: dict[str, Any]) -> bool:
    for part in option["pay"]:
        n, op = part["n"], part["op"]
        if op == "spend" and seat.gold < effect_price(seat, part):
            return False
        if op == "remove_machine":
            held = seat.machines.get(cell, 0) if part["source"] == "self" and cell else sum(seat.machines.values())
            if held < n:
                return False
        if op == "collapse" and len(set(seat.mine) - seat.collapsed) < n:
            return False
    return True


def effect_price(seat: Seat, part: Part) -> int:
    return max(0, int(part["n"]) - (members(seat, "scot") if part.get("scots") else 0))


def resolve(state: State, who: int) -> None:
    assert state.event
    event = EVENTS[state.event]
    offer(state, who, None, "event-option", event["options"], event["optional"])


def activate(state: State, who: int, cell: Cell) -> None:
    seat = state.seats[who]
    seat.activated |= {cell}
    if cell in seat.collapsed:
        seat.collapsed -= {cell}
    else:
        offer(state, who, cell, "option", CARDS[seat.mine[cell]]["options"], True)


def offer(state: State, who: int, cell: Cell | None, do: str, options: list[dict[str, Any]], declinable: bool) -> None:
    open_ones = [option for option in options if payable(state.seats[who], cell, option)]
    moves: list[Move] = [{"do": do, "how": o["label"]} if len(options) > 1 else {"do": do} for o in open_ones]
    if declinable:
        moves.append({"do": "none"})
    ask(state, who, moves, ("option", cell, options))


def on_option(state: State, who: int, move: Move, cell: Cell | None, options: list[dict[str, Any]]) -> None:
    if move["do"] == "none":
        return
    option = next(o for o in options if o["label"] == move.get("how", o["label"]))
    parts = option["pay"] + option["do"]
    state.later(*[("part", who, cell, part) for part in parts], ("limit", who))


def part_step(state: State, who: int, cell: Cell | None, part: Part) -> None:
    seat = state.seats[who]
    if part["op"] == "if":
        met = count(state, seat, cell, part["cond"]) >= part["cond"]["min"]
        state.later(*[("part", who, cell, inner) for inner in part["then" if met else "else"]])
        return
    n = int(part.get("n", 0))
    if "per" in part:
        n *= count(state, seat, cell, part["per"])
    if "cap" in part:
        n = min(n, int(part["cap"]))
    PARTS[part["op"]](state, who, cell, part, n)


def do_gain(state: State, who: int, cell: Cell | None, part: Part, n: int) -> None:
    seat = state.seats[who]
    if part["what"] == "vp":
        seat.vp += n
    else:
        bonus = cell is not None and n >= 1 and state.modifier() == "gold_bonus"
        seat.gold += n + bonus


def do_draw(state: State, who: int, cell: Cell | None, part: Part, n: int) -> None:
    if part["source"] == "any":
        state.later(("draw", who, n))
    elif part["source"] == "IV":
        for _ in range(n):
            if ready(state, 4):
                state.seats[who].hand.append(state.decks[4].pop(0))
    else:
        state.later(("seek", who, part["faction"], n, True))


def do_machine(state: State, who: int, cell: Cell | None, part: Part, n: int) -> None:
    seat = state.seats[who]
    if part["on"] == "choose":
        room = [c for c in seat.mine if seat.machines.get(c, 0) < 3]
        ask_sets(state, who, "machine-on", n, room, ("machine",))
        return
    assert cell
    targets = [cell] if part["on"] == "self" else near(seat, cell)
    put_machines(state, seat, targets, n)


def put_machines(state: State, seat: Seat, cells: Iterable[Cell], n: int) -> None:
    state.last = 0
    for cell in cells:
        new = min(3, seat.machines.get(cell, 0) + n)
        state.last += new - seat.machines.get(cell, 0)
        seat.machines[cell] = new


def on_machine(state: State, who: int, move: Move) -> None:
    put_machines(state, state.seats[who], [(c[0], c[1]) for c in move["spots"]], 1)


def do_collapse(state: State, who: int, cell: Cell | None, part: Part, n: int) -> None:
    seat = state.seats[who]
    if part["on"] == "choose":
        ask_sets(state, who, "collapse-on", n, set(seat.mine) - seat.collapsed, ("collapse",))
    elif cell:
        state.last = int(cell not in seat.collapsed)
        seat.collapsed |= {cell}


def on_collapse(state: State, who: int, move: Move) -> None:
    state.seats[who].collapsed |= {(c[0], c[1]) for c in move["spots"]}
    state.last = len(move["spots"])


def do_clear(state: State, who: int, cell: Cell | None, part: Part, n: int) -> None:
    ask_sets(state, who, "uncollapse", n, state.seats[who].collapsed, ("clear",))


def on_clear(state: State, who: int, move: Move) -> None:
    state.seats[who].collapsed -= {(c[0], c[1]) for c in move["spots"]}
    state.last = len(move["spots"])


def do_cart(state: State, who: int, cell: Cell | None, part: Part, n: int) -> None:
    state.last = 0
    state.later(*[("cart", who)] * n)


def cart(state: State, who: int) -> None:
    seat = state.seats[who]
    halved = sorted(border for border, full in halves(seat).items() if full == 1 and border not in seat.markers)
    ask(state, who, [{"do": "cart-on", "e": [list(a), list(b)]} for a, b in halved], ("cart",))


def on_cart(state: State, who: int, move: Move) -> None:
    a, b = move["e"]
    state.seats[who].markers |= {((a[0], a[1]), (b[0], b[1]))}
    state.last += 1
    completed(state, state.seats[who], 1)


def do_advance(state: State, who: int, cell: Cell | None, part: Part, n: int) -> None:
    state.later(("advance", who, n))


def do_activate(state: State, who: int, cell: Cell | None, part: Part, n: int) -> None:
    state.later(*[("wake", who, cell, part["filter"])] * n)


def wake(state: State, who: int, cell: Cell | None, wanted: dict[str, Any]) -> None:
    seat = state.seats[who]
    fresh = [c for c in seat.mine if c not in seat.activated]
    if "level" in wanted:
        fresh = [c for c in fresh if c[0] in wanted["level"]]
    if "not_faction" in wanted:
        fresh = [c for c in fresh if wanted["not_faction"] not in CARDS[seat.mine[c]]["factions"]]
    if wanted.get("adjacent") and cell:
        fresh = [c for c in fresh if c in near(seat, cell)]
    if wanted.get("same_row") and cell:
        fresh = [c for c in fresh if c[0] == cell[0]]
    ask_cells(state, who, "activate", "cell", fresh, ("activate",))


def on_activate(state: State, who: int, move: Move) -> None:
    state.later(("activate", who, tuple(move["cell"])))


def do_discard(state: State, who: int, cell: Cell | None, part: Part, n: int) -> None:
    most = min(part["max"], len(state.seats[who].hand))
    ask_gone(state, who, "discard-any", range(most + 1), ("discard",))


def on_discard(state: State, who: int, move: Move) -> None:
    seat = state.seats[who]
    seat.hand = [name for name in seat.hand if name not in move["gone"]]
    discard(state, move["gone"])
    state.last = len(move["gone"])


def do_spend(state: State, who: int, cell: Cell | None, part: Part, n: int) -> None:
    seat = state.seats[who]
    seat.gold -= effect_price(seat, part)


def do_unmachine(state: State, who: int, cell: Cell | None, part: Part, n: int) -> None:
    if part["source"] == "self" and cell:
        state.seats[who].machines[cell] -= n
    else:
        state.later(*[("unmachine", who)] * n)


def unmachine(state: State, who: int) -> None:
    cells = [c for c, n in state.seats[who].machines.items() if n]
    ask_cells(state, who, "unmachine", "c", cells, ("unmachine",))


def on_unmachine(state: State, who: int, move: Move) -> None:
    state.seats[who].machines[move["c"][0], move["c"][1]] -= 1


def limit(state: State, who: int) -> None:
    over = len(state.seats[who].hand) - 8
    if over > 0:
        ask_gone(state, who, "discard", [over], ("discard",))


# ---------------------------------------------------------------- drawing and searching


def ready(state: State, level: int) -> bool:
    """Renew an empty deck from its discard pile; is there a card to draw?"""
    if not state.decks[level] and state.discards[level]:
        pile, state.discards[level] = by_number(state.discards[level]), []
        state.decks[level] = pile if level == 4 else shuffled(state, "ready.shuffle", pile)
    return bool(state.decks[level])


def supplies(state: State) -> list[int]:
    return [n for n in (1, 2, 3) if state.decks[n] or state.discards[n]]


def draw(state: State, who: int, left: int) -> None:
    if left > 0:
        ask(state, who, [{"do": "deck", "n": n} for n in supplies(state)], ("draw", left))


def on_draw(state: State, who: int, move: Move, left: int) -> None:
    ready(state, move["n"])
    state.seats[who].hand.append(state.decks[move["n"]].pop(0))
    state.later(("draw", who, left - 1))


def seek(state: State, who: int, faction: str, left: int, lucky: bool) -> None:
    if left == 0 or not lucky:
        return
    if faction == "any":
        ask(state, who, [{"do": "faction", "f": name} for name in FACTIONS], ("faction", left))
    else:
        search(state, who, faction, (), (faction, left))


def on_faction(state: State, who: int, move: Move, left: int) -> None:
    search(state, who, move["f"], (), ("any", left))


def search(state: State, who: int, faction: str, tried: tuple[int, ...], rest: tuple[str, int]) -> None:
    moves = [{"do": "deck", "n": n} for n in supplies(state) if n not in tried]
    ask(state, who, moves, ("search", faction, tried, rest))


def on_search(state: State, who: int, move: Move, faction: str, tried: tuple[int, ...], rest: tuple[str, int]) -> None:
    level = move["n"]
    ready(state, level)
    deck = state.decks[level]
    found = next((name for name in deck if faction in CARDS[name]["factions"]), None)
    if found:
        deck.remove(found)
        state.seats[who].hand.append(found)
    state.decks[level] = shuffled(state, "search.mix", by_number(deck))
    if found:
        state.later(("seek", who, rest[0], rest[1] - 1, True))
    else:
        state.later(("search", who, faction, (*tried, level), rest))


# ---------------------------------------------------------------- progress boards


def advance(state: State, who: int, n: int) -> None:
    seat = state.seats[who]
    if n == 0:
        return
    if seat.board is None:
        ask(state, who, [{"do": "board", "b": name} for name in state.boards], ("board", n))
    elif seat.space < 10:
        seat.space = min(10, seat.space + n)
        effect: list[Step] = [("part", who, None, part) for part in BOARDS[seat.board]["spaces"][seat.space]]
        state.later(*effect, ("limit", who), *([("relocate", who)] if seat.space == 10 else []))


def relocate(state: State, who: int) -> None:
    others = [name for name in state.boards if name != state.seats[who].board]
    ask(state, who, [{"do": "board", "b": name} for name in others], ("board", 0))


def on_board(state: State, who: int, move: Move, n: int) -> None:
    state.seats[who].board, state.seats[who].space = move["b"], 0
    state.later(("advance", who, n))


STEPS: dict[str, Callable[..., None]] = {
    "round": begin_round, "resolve": resolve, "choose": choose, "pay": pay, "place": place, "work": work,
    "end": end_round, "chain": chain, "climb": climb, "surface": surface, "activate": activate, "part": part_step,
    "limit": limit,
    "draw": draw, "seek": seek, "search": search, "cart": cart, "wake": wake, "unmachine": unmachine,
    "advance": advance, "relocate": relocate,
}  # fmt: skip
ANSWERS: dict[str, Callable[..., None]] = {
    "keep": on_keep, "play": on_play, "place": on_place, "climb": on_climb, "surface": on_surface, "steps": on_steps,
    "option": on_option, "machine": on_machine, "collapse": on_collapse, "clear": on_clear, "cart": on_cart,
    "activate": on_activate, "discard": on_discard, "unmachine": on_unmachine, "draw": on_draw, "faction": on_faction,
    "search": on_search, "board": on_board,
}  # fmt: skip
PARTS: dict[str, Callable[[State, int, Cell | None, Part, int], None]] = {
    "gain": do_gain, "draw": do_draw, "machine": do_machine, "collapse": do_collapse, "remove_collapse": do_clear,
    "cart": do_cart, "advance": do_advance, "activate": do_activate, "discard_any": do_discard, "spend": do_spend,
    "remove_machine": do_unmachine,
}  # fmt: skip


# ---------------------------------------------------------------- playing from outside


def asked_seat(state: State) -> int | None:
    return min(state.asked) if state.asked else None


def legal(state: State, seat: int | None = None) -> list[Move]:
    """The moves of the seat (of several that answer together: of the first one still missing)."""
    who = asked_seat(state) if seat is None else seat
    return [] if who is None else state.asked.get(who, [])


def plain(move: Move) -> Move:
    """Sets are unordered: write them in one order."""
    tidy = dict(move)
    for key, order in (("kept", by_number), ("gone", by_number), ("spots", sorted)):
        if isinstance(tidy.get(key), list):
            try:
                tidy[key] = order(tidy[key])
            except (KeyError, TypeError):
                return move
    return tidy


def apply(state: State, move: Move, seat: int | None = None) -> State:
    """The state after an answer; the old one is left as it was."""
    who = asked_seat(state) if seat is None else seat
    wanted = plain(move)
    if who is None or wanted not in legal(state, who):
        raise ValueError(f"not legal: {move}")
    return answered(state, wanted, who)


def answered(state: State, move: Move, who: int) -> State:
    """The state after an answer that is known to be legal and written in order."""
    after = state.copy()
    del after.asked[who]
    after.answers[who] = move
    if not after.asked:
        open_answers(after)
    return run(after)


def score(seat: Seat) -> int:
    return seat.vp + len(carts(seat))


def result(state: State) -> dict[str, Any] | None:
    if not state.over:
        return None
    ranks = [(score(seat), seat.gold, sum(seat.machines.values())) for seat in state.seats]
    leaders = [who for who, rank in enumerate(ranks) if rank == max(ranks)]
    answer: dict[str, Any] = {"scores": [rank[0] for rank in ranks], "leaders": leaders}
    if len(ranks) == 1:
        grade = next((name for most, name in RANKS if ranks[0][0] <= most), "king-of-the-underground")
        return answer | {"winners": [], "outcome": grade, "grade": grade}
    return answer | {"winners": leaders, "outcome": "win" if len(leaders) == 1 else "shared"}


def view(state: State, seat: int | None) -> dict[str, Any]:
    """What a seat sees; a stranger (None) sees no hand."""
    people = []
    for who, one in enumerate(state.seats):
        mine = {f"{n},{x}": name for (n, x), name in sorted(one.mine.items())}
        shown: dict[str, Any] = {
            "gold": one.gold, "vp": one.vp, "mine": mine, "board": one.board, "space": one.space,
            "machines": {f"{n},{x}": k for (n, x), k in sorted(one.machines.items()) if k},
            "collapsed": sorted(one.collapsed), "markers": sorted(one.markers), "activated": sorted(one.activated),
            "levels": sorted(CARDS[name]["level"] for name in one.hand), "played": one.played,
            "dealt": len(one.dealt),
        }  # fmt: skip
        if who == seat:
            shown |= {"hand": by_number(one.hand), "dealt": by_number(one.dealt), "answer": state.answers.get(who)}
        people.append(shown)
    return {
        "round": state.round, "event": state.event, "used": state.used, "boards": state.boards, "seats": people,
        "decks": {n: len(deck) for n, deck in state.decks.items()},
        "discards": {n: by_number(pile) for n, pile in state.discards.items()},
        "events": len(state.events), "legal": [] if seat is None else legal(state, seat),
    }  # fmt: skip
