"""Gold Mine, written by hand from its rule ledger (rules.md) alone, as a stranger to the rules files.

`new_game`, `legal`, `apply`, `result` and `view` play one game; a move is a dict: `{"do": "steal", "cell": [0, 1]}`.
Chance comes from outside: `chance(label, kind, domain)` gives the order of a shuffle, top first, or the faces of dice.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from copy import copy
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

TABLE = Path(__file__).parent / "tiles.json"
SIDES = "nesw"
STEPS = ((0, 1), (1, 0), (0, -1), (-1, 0))
TARGETS = {(2, False): 10, (3, False): 7, (4, False): 7, (5, False): 5, (6, False): 5, (4, True): 12, (6, True): 8}
HOME = (0, 0)

Cell = tuple[int, int]
Node = tuple[Cell, int]  # a cell and the number of a corridor of its tile
Move = dict[str, Any]
Chance = Callable[[str, str, Any], list[Any]]


class Corridor(NamedTuple):
    mouths: int
    chamber: bool = False
    passage: bool = False
    mud: int = 0


Drawing = tuple[Corridor, ...]


@dataclass(frozen=True)
class Tile:
    name: str
    kind: str
    drawing: Drawing

    @property
    def heap(self) -> str | None:
        """The pile of the Five-Tile Rule this tile belongs to."""
        if any(way.passage for way in self.drawing):
            return "passage"
        return "mud" if any(way.mud for way in self.drawing) else "cavern" if self.kind == "cavern" else None


def read_tiles(path: Path = TABLE) -> dict[str, Tile]:
    rows = json.loads(path.read_text(encoding="utf-8"))
    return {row["name"]: Tile(row["name"], row["kind"], tuple(map(read_corridor, row["corridors"]))) for row in rows}


def read_corridor(part: dict[str, Any]) -> Corridor:
    mouths = sum(1 << SIDES.index(side) for side in part["mouths"])
    return Corridor(mouths, part.get("chamber", False), part.get("passage", False), part.get("mud", 0))


TILES = read_tiles()


# ---------------------------------------------------------------- drawings and rotations
def turn_mouths(mouths: int, quarters: int) -> int:
    return (mouths << quarters | mouths >> 4 - quarters) & 15


@cache
def turned(drawing: Drawing, quarters: int) -> Drawing:
    return tuple(way._replace(mouths=turn_mouths(way.mouths, quarters)) for way in drawing)


@cache
def canonical(drawing: Drawing, quarters: int) -> int:
    """The smallest rotation that shows the same corridors with the same features."""
    look = set(turned(drawing, quarters))
    return next(q for q in range(4) if set(turned(drawing, q)) == look)


@cache
def rotations(drawing: Drawing) -> tuple[int, ...]:
    return tuple(q for q in range(4) if canonical(drawing, q) == q)


@cache
def all_mouths(drawing: Drawing) -> int:
    return sum(way.mouths for way in drawing)


def around(cell: Cell) -> Iterator[tuple[int, Cell]]:
    return ((side, (cell[0] + x, cell[1] + y)) for side, (x, y) in enumerate(STEPS))


# ---------------------------------------------------------------- the mine
@dataclass
class Mine:
    """The laid tiles, turned, by cell."""

    names: dict[Cell, str] = field(default_factory=dict)
    turns: dict[Cell, int] = field(default_factory=dict)
    ways: dict[Cell, Drawing] = field(default_factory=dict)

    def copy(self) -> Mine:
        return Mine(dict(self.names), dict(self.turns), dict(self.ways))

    def put(self, name: str, cell: Cell, quarters: int) -> None:
        self.names[cell] = name
        self.turns[cell] = quarters
        self.ways[cell] = turned(TILES[name].drawing, quarters)

    def corridor(self, node: Node) -> Corridor:
        return self.ways[node[0]][node[1]]

    def node_at(self, cell: Cell, side: int) -> Node | None:
        """The corridor of the tile on that cell with a mouth on that side."""
        for number, way in enumerate(self.ways.get(cell, ())):
            if way.mouths >> side & 1:
                return cell, number
        return None

    def joined(self, node: Node) -> Iterator[Node]:
        mouths = self.corridor(node).mouths
        for side, cell in around(node[0]):
            if mouths >> side & 1 and (other := self.node_at(cell, side ^ 2)) is not None:
                yield other

    def nodes(self) -> Iterator[Node]:
        return ((cell, number) for cell, drawing in self.ways.items() for number in range(len(drawing)))

    def frontier(self) -> list[Cell]:
        return sorted({cell for laid in self.ways for _, cell in around(laid) if cell not in self.ways})

    def reach(self, start: Node, steps: int, stops: Callable[[Node], bool]) -> list[Node]:
        seen, ring = {start}, [start]
        for _ in range(steps):
            ring = [node for at in ring if at == start or not stops(at) for node in self.joined(at)]
            ring = [node for node in dict.fromkeys(ring) if node not in seen]
            seen.update(ring)
        return sorted(seen)

    def fault(self, tile: Tile, cell: Cell, quarters: int) -> str | None:
        """The first reason (L1 to L5) why the tile cannot lie there, or None."""
        if cell in self.ways:
            return "occupied"
        laid = [(side, at) for side, at in around(cell) if at in self.ways]
        if not laid:
            return "no-contact"
        mouths = all_mouths(turned(tile.drawing, quarters))
        pairs = [(mouths >> side & 1, all_mouths(self.ways[at]) >> (side ^ 2) & 1, at) for side, at in laid]
        if any(mine != theirs and tile.kind != "cavern" and not self.is_cavern(at) for mine, theirs, at in pairs):
            return "mismatch"
        if not any(mine and theirs for mine, theirs, _ in pairs):
            return "no-joint"
        if HOME in (at for _, at in laid) and not self.leads_on(tile, cell, quarters):
            return "entrance-blocked"
        return None

    def is_cavern(self, cell: Cell) -> bool:
        return TILES[self.names[cell]].kind == "cavern"

    def leads_on(self, tile: Tile, cell: Cell, quarters: int) -> bool:
        """Whether one can walk from the Entrance through the new tile to an open end."""
        trial = self.copy()
        trial.put(tile.name, cell, quarters)
        side = next(side for side, at in around(HOME) if at == cell)
        start = trial.node_at(cell, side ^ 2)
        if start is None:
            return False
        seen, todo = {start, (HOME, 0)}, [start]
        while todo:
            node = todo.pop()
            if any(trial.corridor(node).mouths >> s & 1 and at not in trial.ways for s, at in around(node[0])):
                return True
            fresh = set(trial.joined(node)) - seen
            seen |= fresh
            todo += fresh
        return False

    def placements(self, tile: Tile) -> Iterator[tuple[Cell, int]]:
        poses = ((cell, q) for cell in self.frontier() for q in rotations(tile.drawing))
        return ((cell, q) for cell, q in poses if self.fault(tile, cell, q) is None)

    def fits(self, tile: Tile) -> bool:
        return next(self.placements(tile), None) is not None

    def any_fits(self, names: list[str]) -> bool:
        """Whether some of these tiles fits; equal drawings are tried once."""
        drawings = {(TILES[name].kind, TILES[name].drawing): TILES[name] for name in names}
        return any(self.fits(tile) for tile in drawings.values())


# ---------------------------------------------------------------- the state
@dataclass
class State:
    players: int
    mud: bool
    five_tile: bool
    alliances: bool
    chance: Chance
    mine: Mine = field(default_factory=Mine)
    development: list[str] = field(default_factory=list)
    stack: list[str] = field(default_factory=list)
    hands: list[list[str]] = field(default_factory=list)
    drawn: str | None = None
    reserve: int = 28
    nuggets: set[Cell] = field(default_factory=set)
    purses: list[int] = field(default_factory=list)
    gold_tokens: list[int] = field(default_factory=list)
    bat_tokens: list[int] = field(default_factory=list)
    miners: list[Node] = field(default_factory=list)
    starter: int = 0
    active: int = 0
    actor: int = 0
    laid: int = 0
    stage: str = "set-up"
    steps: int = 0
    duel: tuple[int, int] = (0, 0)
    used: set[str] = field(default_factory=set)
    winners: list[int] | None = None

    def copy(self) -> State:
        twin = copy(self)
        twin.mine = self.mine.copy()
        twin.hands = [list(hand) for hand in self.hands]
        for name in ("development", "stack", "purses", "gold_tokens", "bat_tokens", "miners"):
            setattr(twin, name, list(getattr(self, name)))
        twin.nuggets, twin.used = set(self.nuggets), set(self.used)
        return twin

    def ask(self, stage: str, actor: int | None = None) -> None:
        self.stage = stage
        self.actor = self.active if actor is None else actor

    def dice(self, label: str, count: int) -> list[int]:
        return self.chance(label, "dice", (6, count))

    def shuffled(self, label: str, names: list[str]) -> list[str]:
        return list(self.chance(label, "order", sorted(names))) if len(names) > 1 else list(names)

    def party(self, seat: int) -> list[int]:
        return sorted({seat, (seat + self.players // 2) % self.players}) if self.alliances else [seat]

    def wins_at_home(self, seat: int) -> bool:
        """Whether the arrival of this Miner on the Entrance wins at once."""
        party = self.party(seat)
        rich = sum(self.purses[p] for p in party) >= TARGETS[self.players, self.alliances]
        return rich and all(p == seat or self.miners[p] == (HOME, 0) for p in party)

    def walk(self, seat: int, steps: int, bonus: bool = False) -> list[Node]:
        home, mud = self.wins_at_home(seat), self.mud and not bonus

        def stops(node: Node) -> bool:
            return (mud and self.mine.corridor(node).mud > 0) or (home and node == (HOME, 0))

        return self.mine.reach(self.miners[seat], steps, stops)

    def arrive(self, seat: int, node: Node) -> bool:
        """Move a Miner; True if that ended the game."""
        came = self.miners[seat] != node
        self.miners[seat] = node
        if came and node == (HOME, 0) and self.wins_at_home(seat):
            self.winners, self.stage = self.party(seat), "over"
        return self.winners is not None

    def on_gold(self, seat: int) -> bool:
        node = self.miners[seat]
        return self.mine.corridor(node).chamber and node[0] in self.nuggets

    def bare_chambers(self) -> list[Cell]:
        stood = {self.miners[seat][0] for seat in self.duel}
        chambers = (cell for cell, name in self.mine.names.items() if TILES[name].kind == "chamber")
        return sorted(cell for cell in chambers if cell not in self.nuggets and cell not in stood)


# ---------------------------------------------------------------- set-up and development mining
def new_game(players: int, options: dict[str, bool], chance: Chance) -> State:
    mud, five, allies = (options.get(name, False) for name in ("mud", "five_tile", "alliances"))
    if not 2 <= players <= 6:
        raise ValueError("two to six players")
    if five and not (mud and players <= 4):
        raise ValueError("the Five-Tile Rule needs Mud Puddles and at most four players")
    if allies and players not in (4, 6):
        raise ValueError("Alliances need four or six players")
    state = State(players, mud, five, allies, chance)
    state.mine.put("e01", HOME, 0)
    state.hands = [[] for _ in range(players)]
    state.purses, state.gold_tokens, state.bat_tokens = [0] * players, [3] * players, [3] * players
    deal(state)
    state.starter = state.active = roll_for_start(state)
    next_development(state)
    return state


def deal(state: State) -> None:
    if state.five_tile:
        for heap, each in (("cavern", 1), ("passage", 2), ("mud", 2)):
            order = state.shuffled("R1", [name for name, tile in TILES.items() if tile.heap == heap])
            for seat, hand in enumerate(state.hands):
                hand.extend(order[seat * each : seat * each + each])
    dealt = {name for hand in state.hands for name in hand} | {"e01"}
    order = state.shuffled("R2", [name for name in TILES if name not in dealt])
    split = len(order) - 79
    state.development, state.stack = order[:split], order[split:]


def roll_for_start(state: State) -> int:
    tied = list(range(state.players))
    while len(tied) > 1:
        bids = {seat: state.dice("R3", 1)[0] for seat in tied}
        tied = [seat for seat in tied if bids[seat] == max(bids.values())]
    return tied[0]


def next_development(state: State) -> None:
    if state.laid == 20:
        return begin_production(state, early=False)
    if any(state.mine.fits(TILES[name]) for name in state.hands[state.active]):
        return state.ask("lay-own")
    if draw(state, state.development or state.stack):
        return state.ask("lay")
    begin_production(state, early=True)


def draw(state: State, source: list[str]) -> bool:
    """Draw until a tile fits; False if none of the main stack can."""
    name = source.pop(0)
    while not state.mine.fits(TILES[name]):
        state.stack.append(name)
        if not state.mine.any_fits(state.stack):
            return False
        state.stack = state.shuffled("R4", state.stack)
        name = state.stack.pop(0)
    state.drawn = name
    return True


def begin_production(state: State, early: bool) -> None:
    left = sum(state.hands, state.development)
    if early or left:
        state.stack = state.shuffled("R5", state.stack + left)
    state.development, state.hands = [], [[] for _ in state.hands]
    state.miners = [(HOME, 0)] * state.players
    begin_turn(state, state.starter)


def begin_turn(state: State, seat: int) -> None:
    state.active, state.used = seat, set()
    state.ask("movement")


# ---------------------------------------------------------------- what is legal
def legal(state: State) -> list[Move]:
    return LEGAL[state.stage](state) if state.stage in LEGAL else []


def lay_moves(state: State) -> list[Move]:
    assert state.drawn is not None
    return [{"do": "lay", "cell": list(cell), "rot": q * 90} for cell, q in state.mine.placements(TILES[state.drawn])]


def own_moves(state: State) -> list[Move]:
    hand = sorted(state.hands[state.active])
    found = ((name, cell, q) for name in hand for cell, q in state.mine.placements(TILES[name]))
    return [{"do": "lay", "tile": name, "cell": list(cell), "rot": q * 90} for name, cell, q in found]


def movement_moves(state: State) -> list[Move]:
    names = ["roll"]
    if state.mine.any_fits(state.stack):
        names.append("excavate")
    if state.mine.corridor(state.miners[state.active]).passage:
        names.append("passage")
    return [{"do": name} for name in [*names, "pass"]]


def name_node(state: State, node: Node) -> list[Any]:
    mouths = state.mine.corridor(node).mouths
    return [list(node[0]), [side for number, side in enumerate(SIDES) if mouths >> number & 1]]


def node_moves(state: State, do: str, nodes: list[Node]) -> list[Move]:
    return [{"do": do, "node": name_node(state, node)} for node in nodes]


def travel_nodes(state: State) -> list[Node]:
    here = state.miners[state.active]
    return [n for n in state.mine.nodes() if state.mine.corridor(n).passage and (n == here or n[0] != here[0])]


def drive_nodes(state: State) -> list[Node]:
    loser = state.duel[1]
    here = state.miners[loser]
    return [node for node in state.walk(loser, state.steps) if node[0] != here[0]] or [here]


def action_moves(state: State) -> list[Move]:
    seat = state.active
    moves: list[Move] = []
    if "collect" not in state.used and state.on_gold(seat):
        moves.append({"do": "collect"})
    if "challenge" not in state.used:
        rivals = [q for q in range(state.players) if q not in state.party(seat)]
        if state.gold_tokens[seat] and state.purses[seat]:
            moves += [{"do": "gold", "q": q} for q in rivals if state.miners[q] == state.miners[seat]]
        if state.bat_tokens[seat]:
            moves += [{"do": "bat", "q": q} for q in rivals]
    if state.alliances and "transfer" not in state.used:
        mate = (seat + state.players // 2) % state.players
        if state.miners[mate] == state.miners[seat]:
            moves += [{"do": "give", "k": k} for k in range(1, state.purses[seat] + 1)]
            moves += [{"do": "take", "k": k} for k in range(1, state.purses[mate] + 1)]
    return [*moves, {"do": "end"}]


LEGAL: dict[str, Callable[[State], list[Move]]] = {
    **dict.fromkeys(("lay", "dig"), lay_moves),
    "lay-own": own_moves,
    "movement": movement_moves,
    "step": lambda s: node_moves(s, "step", s.walk(s.active, 1)),
    "move": lambda s: node_moves(s, "move", s.walk(s.active, s.steps)),
    "travel": lambda s: node_moves(s, "travel", travel_nodes(s)),
    "action": action_moves,
    "theft": lambda s: [*({"do": "steal", "cell": list(c)} for c in s.bare_chambers()), {"do": "leave"}],
    "bonus": lambda s: [{"do": "accept"}, {"do": "decline"}],
    "bonus-move": lambda s: node_moves(s, "move", s.walk(s.active, s.steps, bonus=True)),
    "bonus-collect": lambda s: [{"do": "collect"}, {"do": "decline"}],
    "drive": lambda s: node_moves(s, "drive", drive_nodes(s)),
}


# ---------------------------------------------------------------- what a move does
def apply(state: State, move: Move) -> State:
    """The state after a legal move; a refused move raises ValueError and changes nothing."""
    move = plain_rotation(state, move)
    if move not in legal(state):
        raise ValueError(f"not legal in {state.stage}: {move}")
    return played(state, move)


def played(state: State, move: Move) -> State:
    """The state after a move that is known to be legal."""
    after = state.copy()
    DO[state.stage](after, move)
    return after


def plain_rotation(state: State, move: Move) -> Move:
    """The move with the canonical one of equivalent rotations."""
    name, turn = move.get("tile", state.drawn), move.get("rot")
    known = isinstance(name, str) and name in TILES
    if move.get("do") != "lay" or not known or isinstance(turn, bool) or turn not in (0, 90, 180, 270):
        return move
    return {**move, "rot": canonical(TILES[name].drawing, move["rot"] // 90) * 90}


def find_node(state: State, named: list[Any]) -> Node:
    return next(node for node in state.mine.nodes() if name_node(state, node) == named)


def do_lay(state: State, move: Move) -> None:
    if state.stage == "lay-own":
        state.hands[state.active].remove(move["tile"])
        name = move["tile"]
    else:
        assert state.drawn is not None
        name, state.drawn = state.drawn, None
    cell = (move["cell"][0], move["cell"][1])
    state.mine.put(name, cell, move["rot"] // 90)
    if TILES[name].kind == "chamber":
        state.reserve -= 1
        state.nuggets.add(cell)
    if state.stage == "dig":
        return state.ask("step")
    state.laid += 1
    state.active = (state.active + 1) % state.players
    next_development(state)


def do_movement(state: State, move: Move) -> None:
    if move["do"] == "pass":
        state.ask("action")
    elif move["do"] == "excavate":
        draw(state, state.stack)
        state.ask("dig")
    elif move["do"] == "roll":
        state.steps = state.dice("R6", 1)[0]
        state.ask("move")
    else:
        a, b = state.dice("R7", 2)
        state.steps = min(a, b)
        state.ask("travel" if a == b or a + b == 7 else "move")


def do_walk(state: State, move: Move) -> None:
    bonus = state.stage == "bonus-move"
    if not state.arrive(state.active, find_node(state, move["node"])):
        state.ask("bonus-collect" if bonus and state.on_gold(state.active) else "action")


def do_action(state: State, move: Move) -> None:
    seat, do = state.active, move["do"]
    if do == "end":
        begin_turn(state, (seat + 1) % state.players)
    elif do == "collect":
        state.used.add("collect")
        pick_up(state)
    elif do in ("give", "take"):
        state.used.add("transfer")
        amount = move["k"] if do == "give" else -move["k"]
        state.purses[seat] -= amount
        state.purses[(seat + state.players // 2) % state.players] += amount
    else:
        state.used.add("challenge")
        challenge(state, do, move["q"])


def pick_up(state: State) -> None:
    state.nuggets.remove(state.miners[state.active][0])
    state.purses[state.active] += 1


def challenge(state: State, kind: str, rival: int) -> None:
    (state.gold_tokens if kind == "gold" else state.bat_tokens)[state.active] -= 1
    c1, d1, c2, d2, c3, d3 = state.dice("R8", 6)
    lost = (d1 > c1) + (d2 > c2) + (d3 > c3) >= 2
    state.duel = (rival, state.active) if lost else (state.active, rival)
    if kind == "bat":
        state.steps = state.dice("R10", 1)[0]
        state.ask("drive", state.duel[0])
    elif state.purses[state.duel[1]] and state.bare_chambers():
        state.ask("theft", state.duel[0])
    else:
        offer_bonus(state)


def do_theft(state: State, move: Move) -> None:
    if move["do"] == "steal":
        state.purses[state.duel[1]] -= 1
        state.nuggets.add((move["cell"][0], move["cell"][1]))
    offer_bonus(state)


def offer_bonus(state: State) -> None:
    state.ask("bonus" if state.duel[0] == state.active else "action")


def do_bonus(state: State, move: Move) -> None:
    if move["do"] == "decline":
        return state.ask("action")
    state.steps = state.dice("R9", 1)[0]
    state.ask("bonus-move")


def do_bonus_collect(state: State, move: Move) -> None:
    if move["do"] == "collect":
        pick_up(state)
    state.ask("action")


def do_drive(state: State, move: Move) -> None:
    if not state.arrive(state.duel[1], find_node(state, move["node"])):
        state.ask("action")


DO: dict[str, Callable[[State, Move], None]] = {
    **dict.fromkeys(("lay", "dig", "lay-own"), do_lay),
    **dict.fromkeys(("step", "move", "travel", "bonus-move"), do_walk),
    "movement": do_movement,
    "action": do_action,
    "theft": do_theft,
    "bonus": do_bonus,
    "bonus-collect": do_bonus_collect,
    "drive": do_drive,
}


# ---------------------------------------------------------------- what one may see
def result(state: State) -> dict[str, Any] | None:
    """Nothing while the game runs; else who won."""
    return None if state.winners is None else {"winners": state.winners, "outcome": "win"}


def view(state: State, seat: int | None) -> dict[str, Any]:
    """What that seat (or a spectator, None) sees now."""
    return {
        "players": state.players,
        "options": {"mud": state.mud, "five_tile": state.five_tile, "alliances": state.alliances},
        "board": {f"{x},{y}": [state.mine.names[x, y], q * 90] for (x, y), q in sorted(state.mine.turns.items())},
        "nuggets": [list(cell) for cell in sorted(state.nuggets)],
        "reserve": state.reserve,
        "purses": list(state.purses),
        "tokens": [list(pair) for pair in zip(state.gold_tokens, state.bat_tokens, strict=True)],
        "miners": [name_node(state, node) for node in state.miners],
        "stacks": [len(state.development), len(state.stack)],
        "hands": [
            sorted(h) if p == seat else sorted(TILES[n].heap or "" for n in h) for p, h in enumerate(state.hands)
        ],
        "drawn": state.drawn,
        "turn": [state.starter, state.active],
        "used": sorted(state.used),
        "asked": {"stage": state.stage, "seat": state.actor, "legal": legal(state) if seat == state.actor else []},
        "result": result(state),
    }
