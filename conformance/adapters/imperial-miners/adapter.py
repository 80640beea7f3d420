"""Imperial Miners by another hand (conformance/engines), behind the conformance protocol.

It translates and decides nothing: options, moves, positions and views of the engine in the words of the rules files.
"""

from __future__ import annotations

import json
import sys
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

GAME = "imperial-miners"
ENGINE = Path(__file__).parents[2] / "engines" / GAME / "engine.py"
UNDER_WAY = {
    "[round.choose]": "play round",
    "[round.place]": "play round",
    "[event.may]": "play round resolve",
    "[event.must]": "play round resolve",
    "[act.choose]": "play round work chain activate",
    "[chain.climb]": "play round work chain",
    "[surface.choose]": "play round work surface take-surface",
}  # what asks, and what is open then; what is left of an effect is not known here
ENGINE_IS = {"name": "engine", "language": "Python"}
SEATS = [1, 2, 3, 4, 5]
FEATURES = ["position", "views", "load", "fork"]
SURFACE = {"gold": "surface-gold", "adv4": "surface-short", "adv8": "surface-long", "draw": "surface-draw"}


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


def same(own: Any, move: Any) -> bool:
    """Equal, and written alike: in Python `True` is 1."""
    return bool(own == move) and json.dumps(own, sort_keys=True) == json.dumps(move, sort_keys=True)


class Adapter:
    """One game."""

    partly = "what is left of an effect is not known, so positions in the midst of one are refused"

    engine = e  # variants put another in its place

    def hello(self) -> dict[str, Any]:
        plays = [{"game": GAME, "seats": SEATS}]
        return {"engine": ENGINE_IS, "games": plays, "features": FEATURES, "unsaid": ["active"]}

    def start(self, config: dict[str, Any]) -> None:
        self.seats, self.options = config["seats"], config["options"]
        self.fate: list[Any] = []
        self.state: Any = None
        self.kept: list[Any] = []
        self.chosen: Any = None  # the answer and its seat, taken as soon as fate has said all it has to say

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
        """Go on from a position in which no effect is under way."""
        asked, frames = position["asks"], position["frames"]
        line = asked.get("together") or asked.get("decide")
        if UNDER_WAY.get(line) != " ".join(dict.fromkeys(f["block"] for f in frames)):
            raise ValueError(f"nothing is known of {line} here")
        zones = position["zones"]
        if any(self.engine.CARDS[name]["level"] != n for n, names in zones["deck"] for name in names):
            raise ValueError("every deck holds the cards of its level")
        if frames[0]["loops"][0]["pass"] + len(zones["event-deck"]) != 10:
            raise ValueError("ten rounds have ten events")
        self.start(position["config"])
        s = self.lying(position["states"], zones)
        if len(s.used) + (s.event is not None) + len(s.events) != 10:
            raise ValueError("ten events are in the game")
        if any(len(seat.mine) - (seat.placed is not None) >= max(1, s.round) for seat in s.seats):
            raise ValueError("a mine has more cards than rounds were played")
        self.ask_again(s, line, asked, frames)
        for who, move in asked.get("answers", ()):
            s.asked.pop(who, None)
            s.answers[who] = move
        self.state = self.engine.run(s)

    def lying(self, states: dict[str, Any], zones: dict[str, Any]) -> Any:
        """The engine's state, nobody asked yet."""
        decks, piles = dict(zones["deck"]), dict(zones["discard"])
        s = self.engine.State(
            seats=[self.seat(who, states, zones) for who in range(self.seats)],
            decks={n: decks.get(n, [])[::-1] for n in range(1, 5)},
            discards={n: piles.get(n, []) for n in range(1, 5)},
            events=zones["event-deck"][::-1],
            unused=zones["event-unused"][::-1],
            boards=[name for name, there in states["board-in-play"].items() if there],
            chance=self.told,
            event=(zones["event-now"] or [None])[0],
            used=zones["event-used"],
        )
        s.round = len(s.used) + (s.event is not None)
        return s

    def seat(self, who: int, states: dict[str, Any], zones: dict[str, Any]) -> Any:
        own = {name: states[name][who] for name in states if name not in ("board-in-play", "active")}
        rows = {row: name for name, row in SURFACE.items()}
        return self.engine.Seat(
            **own["wealth"],
            hand=zones["hand"][who],
            dealt=zones["dealt"][who],
            played=(zones["played"][who] or [None])[0],
            placed=None if own["placed-at"] is None else tuple(own["placed-at"]),
            mine={tuple(cell): name for cell, (name,) in zones["mine"][who]},
            machines={tuple(cell): n for cell, n in own["machines"]},
            collapsed=frozenset(map(tuple, own["collapsed"])),
            markers=frozenset((tuple(a), tuple(b)) for a, b in own["markers"]),
            activated=frozenset(map(tuple, own["active-cells"])),
            surfaced=tuple(rows[row] for row in own["surfaced"]),
            board=own["track"],
            space=own["index-on-track"],
        )

    def ask_again(self, s: Any, line: str, asked: dict[str, Any], frames: list[dict[str, Any]]) -> Any:
        """What is left of the round, and the question that is open."""
        everyone = range(self.seats)
        at_end = self.engine.EVENTS[s.event]["type"] == "end_of_round"
        finish = [*(("resolve", who) for who in everyone if at_end), ("end",)]
        works = [("work", who) for who in everyone]
        after = [*(("pay", who) for who in everyone), ("place",), *works, *finish]
        if line == "[round.choose]":
            s.later(*after)
            return self.engine.choose(s)
        if line == "[round.place]":
            s.later(*works, *finish)
            return self.engine.place(s)
        who = asked["seat"]
        if frames[2]["block"] == "resolve":
            rest = [("resolve", other) for other in everyone if other > who]
            s.later(*rest, *([("end",)] if frames[1]["at"][0] == "[round.end]" else [("choose",), *after]))
            return self.engine.resolve(s, who)
        s.later(*works[who + 1 :], *finish)
        if line == "[surface.choose]":
            return self.engine.surface(s, who)
        cell = tuple(frames[-1]["locals"]["c"])
        s.later(("surface", who))
        if line == "[chain.climb]":
            return self.engine.climb(s, who, cell)
        s.later(("climb", who, cell))
        name = s.seats[who].mine[cell]
        return self.engine.offer(s, who, cell, "option", self.engine.CARDS[name]["options"], True)

    def chance(self, label: str, outcome: Any) -> None:
        self.fate.append(outcome)

    def told(self, label: str, kind: str, domain: list[str]) -> list[str]:
        """What the engine asks of fate."""
        said = self.fate.pop(0)
        return [said] if kind == "pick" else list(said)

    def ready(self) -> Any:
        """The game after all that has been said."""
        if self.state is None:
            self.state = self.engine.new_game(self.seats, self.options, self.told)
        elif self.chosen is not None:
            (move, seat), self.chosen = self.chosen, None
            self.state = self.engine.answered(self.state, move, seat)
        return self.state

    # ------------------------------------------------------------ decisions
    def pending(self) -> dict[str, Any]:
        asked = sorted(self.ready().asked)
        return {"kind": "decision", "seats": asked} if asked else {"kind": "end"}

    def fork(self) -> None:
        self.kept.append((self.state, self.chosen, list(self.fate)))

    def back(self) -> None:
        self.state, self.chosen, self.fate = self.kept.pop()

    def legal(self, seat: int) -> list[dict[str, Any]]:
        s = self.ready()
        return [self.written(move) for move in s.asked.get(seat, ())]

    def written(self, move: dict[str, Any]) -> dict[str, Any]:
        """An option is called after its card, `tea-room.a`, even if it is the only one."""
        if move["do"] not in ("option", "event-option"):
            return move
        label = move.get("how", self.state.then[2][0]["label"])
        return {**move, "how": f"{self.holder()}.{label}"}

    def holder(self) -> str:
        """The card or event whose options are offered."""
        cell = self.state.then[1]
        return str(self.state.event if cell is None else self.state.seats[min(self.state.asked)].mine[cell])

    def move(self, seat: int, move: dict[str, Any]) -> None:
        s = self.ready()
        for own in s.asked.get(seat, ()):
            if same(self.written(own), move):
                self.chosen = own, seat
                return
        raise ValueError(f"seat {seat} may not do that: {move}")

    def result(self) -> dict[str, Any]:
        return dict(self.engine.result(self.ready()))

    # ------------------------------------------------------------ the position
    def position(self) -> dict[str, Any]:
        s = self.ready()
        zones = {
            "deck": [[n, deck[::-1]] for n, deck in s.decks.items() if deck],  # the rules write a pile from its bottom
            "discard": [[n, self.by_number(pile)] for n, pile in s.discards.items() if pile],
            "dealt": [self.by_number(seat.dealt) for seat in s.seats],
            "hand": [self.by_number(seat.hand) for seat in s.seats],
            "played": [[seat.played] if seat.played else [] for seat in s.seats],
            "mine": [[[list(cell), [name]] for cell, name in sorted(seat.mine.items())] for seat in s.seats],
            "turned-over": [],
            "event-deck": s.events[::-1],
            "event-now": [s.event] if s.event else [],
            "event-used": list(s.used),
            "event-unused": s.unused[::-1],
            "box of Card": [],
            "box of Event": [],
        }
        return {"states": self.states(s), "zones": zones}

    def states(self, s: Any) -> dict[str, Any]:
        return {
            "wealth": [{"gold": seat.gold, "vp": seat.vp} for seat in s.seats],
            "machines": [[[list(c), n] for c, n in sorted(seat.machines.items()) if n] for seat in s.seats],
            "collapsed": [cells(seat.collapsed) for seat in s.seats],
            "markers": [borders(seat.markers) for seat in s.seats],
            "placed-at": [None if seat.placed is None else list(seat.placed) for seat in s.seats],
            "active-cells": [cells(seat.activated) for seat in s.seats],
            "surfaced": [[row for name, row in SURFACE.items() if name in seat.surfaced] for seat in s.seats],
            "board-in-play": {name: name in s.boards for name in self.engine.BOARDS},
            "track": [seat.board for seat in s.seats],
            "index-on-track": [seat.space for seat in s.seats],
        }

    def by_number(self, names: Any) -> list[str]:
        return list(self.engine.by_number(names))

    # ------------------------------------------------------------ what is seen
    def view(self, seat: int | None) -> dict[str, Any]:
        s = self.ready()
        seen = self.engine.view(s, seat)
        people = seen["seats"]
        zones = {
            "deck": [[n, pile(backs("deck", n, count))] for n, count in seen["decks"].items() if count],
            "discard": [[n, pile(names)] for n, names in seen["discards"].items() if names],
            "dealt": [self.dealt_seen(who, one) for who, one in enumerate(people)],
            "hand": [pile(one.get("hand", [{"level": n} for n in one["levels"]])) for one in people],
            "played": [pile([one["played"]] if one["played"] else []) for one in people],
            "mine": [mine_seen(one["mine"]) for one in people],
            "turned-over": pile([]),
            "event-deck": {"count": seen["events"]},
            "event-now": pile([seen["event"]] if seen["event"] else []),
            "event-used": pile(seen["used"]),
            "event-unused": {"count": len(s.unused)},
            "box of Card": pile([]),
            "box of Event": pile([]),
        }
        return {"states": self.states_seen(s, people), "zones": zones}

    def states_seen(self, s: Any, people: list[dict[str, Any]]) -> dict[str, Any]:
        """Counters, tokens and markers as the engine shows them; all of them lie open."""
        return {
            **self.states(s),
            "wealth": [{"gold": one["gold"], "vp": one["vp"]} for one in people],
            "machines": [[[named(at), n] for at, n in one["machines"].items()] for one in people],
            "collapsed": [cells(one["collapsed"]) for one in people],
            "markers": [borders(one["markers"]) for one in people],
            "active-cells": [cells(one["activated"]) for one in people],
            "surfaced": [[name for name in SURFACE if name in seat.surfaced] for seat in s.seats],
            "track": [one["board"] for one in people],
            "index-on-track": [one["space"] for one in people],
        }

    def dealt_seen(self, who: int, one: dict[str, Any]) -> dict[str, Any]:
        if isinstance(one["dealt"], list):
            return pile(one["dealt"])
        return pile([{"level": self.engine.CARDS[n]["level"]} for n in self.by_number(self.state.seats[who].dealt)])


# ---------------------------------------------------------------- shapes
def cells(some: Any) -> list[list[int]]:
    return [list(cell) for cell in sorted(some)]


def borders(some: Any) -> list[list[list[int]]]:
    """From each cell clockwise, as the slots of a card are named."""
    return [[list(a), list(b)] for a, b in sorted(some, key=lambda border: (border[0], border[1][0], -border[1][1]))]


def named(at: str) -> list[int]:
    """The cell that the engine calls `2,-1`."""
    return [int(part) for part in at.split(",")]


def pile(pieces: list[Any]) -> dict[str, Any]:
    return {"count": len(pieces), **({"pieces": pieces} if pieces else {})}


def backs(zone: str, level: int, count: int) -> list[dict[str, Any]]:
    """The backs of a pile, from its bottom."""
    return [{"at": [zone, level, n], "level": level} for n in range(1, count + 1)]


def mine_seen(mine: dict[str, str]) -> list[Any]:
    return [[named(at), pile([name])] for at, name in mine.items()]
