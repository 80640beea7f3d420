"""Gold Mine by another hand (conformance/engines), behind the conformance protocol.

It translates and decides nothing: options, moves, positions and views of the engine in the words of the rules files.
"""

from __future__ import annotations

import json
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

GAME = "gold-mine"
ENGINE = Path(__file__).parents[2] / "engines" / GAME / "engine.py"


def load(file: Path) -> Any:
    """The engine as a module."""
    name = f"engine_{GAME}_{file.stem}".replace("-", "_")
    spec = spec_from_file_location(name, file)
    assert spec is not None and spec.loader is not None
    made = module_from_spec(spec)
    sys.modules[name] = made
    spec.loader.exec_module(made)
    return made


e = load(ENGINE)
PLACES = {name: place for place, name in enumerate(e.TILES)}
STAGES = {
    "[dev.own]": "lay-own", "[dev.lay]": "lay", "[turn.move]": "movement", "[dig.lay]": "dig", "[dig.step]": "step",
    "[roll.move]": "move", "[travel.walk]": "move", "[travel.ride]": "travel", "[turn.act]": "action",
    "[rob.choose]": "theft", "[gold.bonus]": "bonus", "[bonus.move]": "bonus-move", "[bonus.collect]": "bonus-collect",
    "[bat.drive]": "drive", "[bat.stuck]": "drive",
}  # fmt: skip
DONE = {"[turn.collect]": "collect", "[turn.challenge]": "challenge", "[turn.transfer]": "transfer"}


def same(own: Any, move: Any) -> bool:
    """Equal, and written alike: in Python `True` is 1."""
    return bool(own == move) and json.dumps(own, sort_keys=True) == json.dumps(move, sort_keys=True)


class Adapter:
    """One game."""

    engine = e  # variants put another in its place

    def hello(self) -> dict[str, Any]:
        plays = [{"game": GAME, "seats": [2, 3, 4, 5, 6]}]
        engine = {"name": "engine", "language": "Python"}
        return {"engine": engine, "games": plays, "features": ["position", "views", "load", "fork"], "unsaid": ["bid"]}

    def start(self, config: dict[str, Any]) -> None:
        self.seats = config["seats"]
        self.options = {name.replace("-", "_"): value for name, value in config["options"].items()}
        self.fate: list[Any] = []
        self.state: Any = None
        self.chosen: Any = None  # played as soon as fate has said all it has to say
        self.moves: Any = None
        self.jammed: Any = None  # whether development ended early, if a position has said so
        self.kept: list[Any] = []

    def load(self, position: dict[str, Any]) -> None:
        """A position that is refused leaves the game as it was."""
        before = dict(vars(self))
        try:
            self.take(position)
        except Exception:
            vars(self).clear()
            vars(self).update(before)
            raise

    def take(self, position: dict[str, Any]) -> None:
        """Go on from a position; what is under way stands in its frames."""
        asked = position["asks"]
        if asked.get("decide") not in STAGES:
            raise ValueError(f"nothing is known of {asked}")
        self.start(position["config"])
        states, zones = position["states"], position["zones"]
        rules = {name: self.options.get(name, False) for name in ("mud", "five_tile", "alliances")}
        s = self.engine.State(self.seats, *rules.values(), self.told)
        for (x, y), (name,) in zones["board"]:
            s.mine.put(name, (x, y), states["facing"].get(name, 0))
        cells = {name: cell for cell, name in s.mine.names.items()}
        s.nuggets = {cells[name] for name in states["nugget"]}
        s.miners = [(cells[spot[:-2]], "abcd".index(spot[-1])) for spot in states["spot"] if spot]
        s.development, s.stack = zones["development"][::-1], zones["main-stack"][::-1]
        s.drawn, s.hands = (zones["drawn"] or [None])[0], zones["hand"]
        s.reserve, s.purses = states["reserve"], states["purse"]
        s.gold_tokens, s.bat_tokens = states["gold-token"], states["bat-token"]
        s.starter, s.active, s.laid = states["starter"], states["active"], states["laid"]
        s.stage, s.actor = STAGES[asked["decide"]], asked["seat"]
        self.under_way(s, position["frames"])
        self.sound(s, zones)
        self.state, self.jammed = s, states["jammed"] if s.miners else None

    def sound(self, s: Any, zones: dict[str, Any]) -> None:
        """Every tile and nugget lies where a game can have it; else the position is refused."""
        ground, hands = len(zones["board"]), sum(map(len, s.hands))
        if s.miners and (s.development or hands):
            raise ValueError("development mining is over, but its stack or a hand is not empty")
        if bool(s.drawn) != (s.stage in ("lay", "dig")):
            raise ValueError(f"a tile lies drawn, or none, while the question is {s.stage}")
        if not s.miners and ground != s.laid + 1:
            raise ValueError(f"{s.laid} tiles are laid and {ground} lie there")
        five = self.options.get("five_tile")
        if not s.miners and not five and len(s.stack) != 79:
            raise ValueError(f"the main stack has {len(s.stack)} tiles")
        if not s.miners and not five and len(s.development) + bool(s.drawn) + s.laid != 20:
            raise ValueError(f"the development stack has {len(s.development)} tiles")
        tiles = [*s.mine.names.values(), *s.development, *s.stack, *filter(None, [s.drawn]), *sum(s.hands, [])]
        if sorted(tiles) != sorted(PLACES):
            raise ValueError("a tile is missing, or is there twice")
        if s.reserve + len(s.nuggets) + sum(s.purses) != 28:
            raise ValueError("there are 28 nuggets")

    def under_way(self, s: Any, frames: list[dict[str, Any]]) -> None:
        """What a turn remembers: what was done in it, a die, and who has won a challenge."""
        for frame in frames:
            told = frame.get("locals", {})
            s.used |= {DONE[line] for line, *_ in frame.get("menu", {}).get("used", ()) if line in DONE}
            s.steps = told.get("n", told.get("low", s.steps))
            s.duel = (told.get("winner", s.active), told.get("loser", s.active))
            if "away" in told:
                s.steps = self.thrown(s, told["away"])

    def thrown(self, s: Any, away: list[str]) -> int:
        """The die of a drive is forgotten once it is known where it leads to: one that leads just there."""
        for s.steps in range(1, 7):
            there = {node for node in self.engine.drive_nodes(s) if node[0] != s.miners[s.duel[1]][0]}
            if {f"{s.mine.names[cell]}-{'abcd'[number]}" for cell, number in there} == set(away):
                return int(s.steps)
        raise ValueError(f"no die leads a miner just to {', '.join(away) or 'nowhere'}")

    def chance(self, label: str, outcome: Any) -> None:
        self.fate.append(outcome)

    def told(self, label: str, kind: str, domain: Any) -> Any:
        """What the engine asks of fate."""
        if not self.fate:
            raise RuntimeError(f"the engine asks fate for {label}, and the rules have said nothing of the kind")
        return self.fate.pop(0)

    def ready(self) -> Any:
        """The game after all that has been said."""
        if self.state is None:
            self.state = self.engine.new_game(self.seats, self.options, self.told)
        elif self.chosen is not None:
            move, self.chosen, self.moves = self.chosen, None, None
            self.state = self.engine.played(self.state, move)
        return self.state

    # ------------------------------------------------------------ decisions
    def pending(self) -> dict[str, Any]:
        s = self.ready()
        return {"kind": "end"} if s.winners is not None else {"kind": "decision", "seats": [s.actor]}

    def legal(self, seat: int) -> list[dict[str, Any]]:
        s = self.ready()
        if s.winners is not None or seat != s.actor:
            return []
        if self.moves is None:
            self.moves = self.engine.legal(s)
        return list(self.moves)

    def move(self, seat: int, move: dict[str, Any]) -> None:
        moves = self.legal(seat)
        plain = self.engine.plain_rotation(self.state, move)
        if not any(same(own, plain) for own in moves):
            raise ValueError(f"seat {seat} may not do that in {self.state.stage}: {move}")
        self.chosen = plain

    def fork(self) -> None:
        self.kept.append((self.state, self.chosen, self.moves, self.jammed, list(self.fate)))

    def back(self) -> None:
        self.state, self.chosen, self.moves, self.jammed, self.fate = self.kept.pop()

    def result(self) -> dict[str, Any]:
        """A win of two partners is called a win by the engine and shared by the rules."""
        found = dict(self.engine.result(self.ready()))
        return {**found, "outcome": "shared"} if len(found["winners"]) > 1 else found

    # ------------------------------------------------------------ the position
    def position(self) -> dict[str, Any]:
        s = self.ready()
        states = {
            **self.counters(s),
            "spot": list(map(self.corridor, s.miners)) or [None] * self.seats,
            "jammed": self.ended_early(bool(s.miners) or s.stage not in ("lay", "lay-own")),
            "facing": {name: q for cell, name in s.mine.names.items() if (q := s.mine.turns[cell])},
            "nugget": {s.mine.names[cell]: 1 for cell in s.nuggets},
        }
        zones = {
            "board": [[list(cell), [s.mine.names[cell]]] for cell in on_map(s.mine.names)],
            "development": s.development[::-1],  # the rules write a pile from its bottom
            "main-stack": s.stack[::-1],
            "drawn": [s.drawn] if s.drawn else [],
            "sorted": {},
            "hand": [ordered(hand) for hand in s.hands],
            "box of Tile": [],
        }
        return {"states": states, "zones": zones}

    def ended_early(self, over: bool) -> bool:
        """Whether development mining stopped before its twenty tiles."""
        return self.state.laid < 20 and over if self.jammed is None else self.jammed

    def counters(self, s: Any) -> dict[str, Any]:
        return {
            "reserve": s.reserve,
            "purse": list(s.purses),
            "gold-token": list(s.gold_tokens),
            "bat-token": list(s.bat_tokens),
            "starter": s.starter,
            "laid": s.laid,
            "active": s.active,
        }

    def corridor(self, node: Any) -> str | None:
        """A corridor as the table of tiles calls it."""
        cell, number = node
        return f"{self.state.mine.names[cell]}-{'abcd'[number]}"

    # ------------------------------------------------------------ what is seen
    def view(self, seat: int | None) -> dict[str, Any]:
        s = self.ready()
        seen = self.engine.view(s, seat)
        tokens = list(zip(*seen["tokens"], strict=True))
        nuggets = {tuple(cell) for cell in seen["nuggets"]}
        laid: Any = {tuple(map(int, at.split(","))): found for at, found in seen["board"].items()}
        states = {
            "reserve": seen["reserve"],
            "purse": seen["purses"],
            "gold-token": list(tokens[0]),
            "bat-token": list(tokens[1]),
            "spot": seen["miners"] or [None] * self.seats,
            "starter": seen["turn"][0],
            "laid": s.laid,
            "jammed": self.ended_early(bool(seen["miners"])),
            "active": seen["turn"][1],
        }
        zones = {
            "board": [[list(cell), pile([tile(*laid[cell], cell in nuggets)])] for cell in on_map(laid)],
            "development": {"count": seen["stacks"][0]},
            "main-stack": {"count": seen["stacks"][1]},
            "drawn": pile([seen["drawn"]] if seen["drawn"] else []),
            "sorted": {},
            "hand": [
                pile(ordered(hand) if owner == seat else [{"heap": mark} for mark in hand])
                for owner, hand in enumerate(seen["hands"])
            ],
            "box of Tile": pile([]),
        }
        return {"states": states, "zones": zones}


# ---------------------------------------------------------------- shapes
def on_map(cells: Any) -> list[Any]:
    """Row by row, from the south."""
    return sorted(cells, key=lambda cell: (cell[1], cell[0]))


def ordered(names: Any) -> list[str]:
    """In the order of the tiles' table."""
    return sorted(names, key=PLACES.__getitem__)


def pile(pieces: list[Any]) -> dict[str, Any]:
    return {"count": len(pieces), **({"pieces": pieces} if pieces else {})}


def tile(name: str, angle: int, nugget: bool) -> Any:
    """A tile that lies open, with what lies on it and how it is turned."""
    more = {**({"nugget": 1} if nugget else {}), **({"facing": angle // 90} if angle else {})}
    return {"name": name, **more} if more else name
