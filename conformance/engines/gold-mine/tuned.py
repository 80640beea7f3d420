"""Where a tile may be laid and how far a miner may walk, in Gold Mine for two without options, written for speed.

Not whole games: `laid_out` takes a position as the rules files write it, `legal` lists what its decision allows. Every
cell beside the mine knows which of its sides must be met and which must stay blank, a table says which turns of a tile
fit such sides, and every corridor knows those it is joined to. All of it follows when a tile is put down.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

ASKED = ("lay", "move")  # the decisions that are listed here
SIDES = "nesw"
WIDTH = 256
STEPS = (WIDTH, 1, -WIDTH, -1)
HOME = 128 * WIDTH + 128
AROUND_HOME = frozenset(HOME + step for step in STEPS)
DOOR = HOME * 4  # the corridor of the entrance
WEALTH = 10


class Tile(NamedTuple):
    name: str
    cavern: bool
    ways: tuple[int, ...]  # the mouths of each corridor, a bit for each side


def read() -> dict[str, Tile]:
    rows = json.loads(Path(__file__).with_name("tiles.json").read_text(encoding="utf-8"))
    return {row["name"]: Tile(row["name"], row["kind"] == "cavern", tuple(map(bits, row["corridors"]))) for row in rows}


def bits(corridor: dict[str, Any]) -> int:
    return sum(1 << SIDES.index(side) for side in corridor["mouths"])


def features() -> dict[str, tuple[Any, ...]]:
    """What the corridors of a tile show beside their mouths: two turns are one only if that agrees as well."""
    rows = json.loads(Path(__file__).with_name("tiles.json").read_text(encoding="utf-8"))
    keys = ("chamber", "passage", "mud")
    return {row["name"]: tuple(tuple(way.get(key, 0) for key in keys) for way in row["corridors"]) for row in rows}


TILES = read()
SHOWN = features()


def turn(mouths: int, quarters: int) -> int:
    return (mouths << quarters | mouths >> 4 - quarters) & 15


@cache
def turned(name: str, quarters: int) -> tuple[int, ...]:
    return tuple([turn(way, quarters) for way in TILES[name].ways])


@cache
def turns(name: str) -> tuple[tuple[int, int], ...]:
    """The turns in which a tile looks different, with the mouths of all its corridors."""
    looks: dict[Any, tuple[int, int]] = {}
    for quarters in range(4):
        ways = turned(name, quarters)
        looks.setdefault(frozenset(zip(ways, SHOWN[name], strict=True)), (quarters, sum(ways)))
    return tuple(looks.values())


class Fits(dict[int, tuple[int, ...]]):
    """By what a cell asks for: the turns of one tile that fit there."""

    def __init__(self, name: str) -> None:
        super().__init__()
        self.turns = turns(name)
        self.cavern = TILES[name].cavern

    def __missing__(self, key: int) -> tuple[int, ...]:
        strict, wanted = (0 if self.cavern else key >> 4), key & 15
        found = self[key] = tuple([q for q, m in self.turns if m & wanted and not (m ^ wanted) & strict])
        return found


FITS = {name: Fits(name) for name in TILES}


class Mine:
    """`edge` holds for each cell beside the mine the sides that must agree (times 16) and those with a mouth."""

    __slots__ = ("edge", "joined", "mouths", "names", "owner", "turns")

    def __init__(self) -> None:
        self.names: dict[int, str] = {}
        self.turns: dict[int, int] = {}
        self.mouths: dict[int, int] = {}  # of all corridors of the tile on a cell
        self.owner: dict[int, int] = {}  # cell * 4 + side -> the corridor with a mouth there
        self.joined: dict[int, list[int]] = {}
        self.edge: dict[int, int] = {}

    def copy(self) -> Mine:
        made = Mine()
        made.names, made.turns, made.mouths = dict(self.names), dict(self.turns), dict(self.mouths)
        made.owner, made.edge = dict(self.owner), dict(self.edge)
        made.joined = {way: list(others) for way, others in self.joined.items()}
        return made

    def put(self, name: str, cell: int, quarters: int) -> None:
        """A tile is laid; what lies round it follows."""
        ways = turned(name, quarters)
        self.names[cell], self.turns[cell] = name, quarters
        self.mouths[cell] = every = sum(ways)
        self.edge.pop(cell, None)
        for number, mouths in enumerate(ways):
            way = cell * 4 + number
            self.joined[way] = []
            for side in range(4):
                if mouths >> side & 1:
                    self.owner[cell * 4 + side] = way
        for side, step in enumerate(STEPS):
            near = cell + step
            if near in self.names:
                one, other = self.owner.get(cell * 4 + side), self.owner.get(near * 4 + (side ^ 2))
                if one is not None and other is not None:
                    self.joined[one].append(other)
                    self.joined[other].append(one)
            else:
                bit = 1 << (side ^ 2)
                mouth, strict = bit * (every >> side & 1), bit * (not TILES[name].cavern)
                self.edge[near] = self.edge.get(near, 0) | strict << 4 | mouth

    def placements(self, name: str) -> list[tuple[int, int]]:
        fits = FITS[name]
        found = [(cell, q) for cell, key in self.edge.items() for q in fits[key]]
        if AROUND_HOME.isdisjoint(self.edge):
            return found
        return [(cell, q) for cell, q in found if cell not in AROUND_HOME or self.leads_on(name, cell, q)]

    def leads_on(self, name: str, cell: int, quarters: int) -> bool:
        """Can one still walk from the entrance through this tile to an open end?"""
        trial = self.copy()
        trial.put(name, cell, quarters)
        start = next((way for way in trial.joined[DOOR] if way >> 2 == cell), None)
        seen, todo = {DOOR, start}, [] if start is None else [start]
        while todo:
            way = todo.pop()
            mouths = turned(trial.names[way >> 2], trial.turns[way >> 2])[way & 3]
            if any(mouths >> side & 1 and (way >> 2) + step not in trial.names for side, step in enumerate(STEPS)):
                return True
            fresh = [other for other in trial.joined[way] if other not in seen]
            seen.update(fresh)
            todo += fresh
        return False

    def walk(self, start: int, steps: int, rich: bool) -> set[int]:
        """All corridors within so many steps; whoever wins at the entrance does not walk on from there."""
        joined, seen, ring = self.joined, {start}, {start}
        for _ in range(steps):
            ring = {other for way in ring for other in joined[way]} - seen
            if not ring:
                break
            seen |= ring
            if rich:
                ring.discard(DOOR)
        return seen


class State:
    """One decision: the mine, and the tile to be laid or the miner and how far it may go."""

    __slots__ = ("mine", "rich", "start", "steps", "tile")

    def __init__(self, mine: Mine, tile: str | None, start: int, steps: int, rich: bool) -> None:
        self.mine, self.tile, self.start, self.steps, self.rich = mine, tile, start, steps, rich


def laid_out(position: dict[str, Any]) -> State:
    """The position as the rules files write it."""
    states, zones, mine = position["states"], position["zones"], Mine()
    where: dict[str, int] = {}
    for (x, y), (name,) in zones["board"]:
        where[name] = HOME + x + y * WIDTH
        mine.put(name, where[name], states["facing"].get(name, 0))
    if zones["drawn"]:
        return State(mine, zones["drawn"][0], DOOR, 0, False)
    seat = states["active"]
    tile, letter = states["spot"][seat].split("-")
    names = [frame["locals"] for frame in position["frames"] if frame.get("locals")]
    steps = next(found[key] for found in reversed(names) for key in ("low", "n") if key in found)
    return State(mine, None, where[tile] * 4 + "abcd".index(letter), steps, states["purse"][seat] >= WEALTH)


def legal(state: State) -> list[Any]:
    if state.tile is not None:
        return state.mine.placements(state.tile)
    return [*state.mine.walk(state.start, state.steps, state.rich)]


def said(state: State, move: Any) -> dict[str, Any]:
    """A move as the rules files write it."""
    if state.tile is not None:
        return {"do": "lay", "cell": spot(move[0]), "rot": move[1] * 90}
    cell = move >> 2
    mouths = turned(state.mine.names[cell], state.mine.turns[cell])[move & 3]
    return {"do": "move", "node": [spot(cell), [side for n, side in enumerate(SIDES) if mouths >> n & 1]]}


def spot(cell: int) -> list[int]:
    return [cell % WIDTH - 128, cell // WIDTH - 128]
