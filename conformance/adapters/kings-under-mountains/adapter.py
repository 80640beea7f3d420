"""Kings Under Mountains by another hand (conformance/engines), behind the conformance protocol.

It translates and decides nothing: options, moves, positions and views of the engine in the words of the rules files.
"""

from __future__ import annotations

import sys
from copy import deepcopy
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any

GAME = "kings-under-mountains"
ENGINE = Path(__file__).parents[2] / "engines" / GAME / "idiomatic.py"
DRAWS = {"setup.kings": "kings", "setup.deck": "cards", "setup.lot": "first"}


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
PHASES = {"[turn.play]": "play", "[turn.one]": "draw", "[turn.more]": "draw", "[redraw.more]": "redraw-draw"}
PLACES = {name: place for place, name in enumerate(e.CARDS)}
FEATURES = ["position", "views", "load", "fork"]


class Adapter:
    """One game."""

    engine = e  # variants put another in its place

    def hello(self) -> dict[str, Any]:
        plays = [{"game": GAME, "seats": [2, 3, 4]}]
        return {"engine": {"name": "idiomatic", "language": "Python"}, "games": plays, "features": FEATURES}

    def start(self, config: dict[str, Any]) -> None:
        self.players = config["seats"]
        told = {name.replace("-", "_"): value for name, value in config["options"].items()}
        self.dealt: dict[str, Any] = {"first": told.pop("first_seat") - 1}
        told["first_player"] = "lot" if told["first_player"] == "by-lot" else "given"
        self.options = told
        self.state: Any = None
        self.played = False
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
        self.start(position["config"])
        states, zones, asked = position["states"], position["zones"], position["asks"].get("decide")
        if asked not in PHASES:
            raise self.engine.Refused(f"nothing is known of {asked}")
        centre = {slot: cards for slot, cards in zones["centre"]}

        def lying(names: list[str]) -> list[Any]:
            stacks, serials = zones["stack"], states["serial"]
            return [self.engine.Mine(e.CARDS[n], cards(stacks.get(n, [])), serials.get(n, 0)) for n in names]

        self.state = self.engine.State(
            options=self.options,
            kings=[king.removeprefix("king-") for (king,) in zones["throne"]],
            deck=cards(zones["deck"]),
            centre=[lying(centre[slot])[0] if slot in centre else None for slot in self.engine.SLOTS],
            camp={race: cards(zones["camp"].get(race, [])) for race in self.engine.RACES},
            hands=[cards(hand) for hand in zones["hand"]],
            claimed=[lying(names) for names in zones["own"]],
            developed=[lying(names) for names in zones["developed"]],
            discard=cards(zones["discard"]),
            box=cards(zones["box of Card"]),
            active=states["active"],
            phase=PHASES[asked],
            captures=states["captures"],
        )
        self.played = states["played"]
        found = self.engine.complaints(self.state)
        if found:
            raise self.engine.Refused("; ".join(found))

    def chance(self, label: str, outcome: Any) -> None:
        what = DRAWS[label.partition("#")[0]]
        self.dealt[what] = [name.removeprefix("king-") for name in outcome] if what == "kings" else outcome

    def ready(self) -> Any:
        """The game, begun when fate has said all it has to say."""
        if self.state is None:
            self.state = self.engine.new(self.dealt, self.players, "ru", self.options)
        return self.state

    # ------------------------------------------------------------ decisions
    def pending(self) -> dict[str, Any]:
        s = self.ready()
        return {"kind": "end"} if self.engine.over(s) else {"kind": "decision", "seats": [self.engine.seat(s)]}

    def legal(self, seat: int) -> list[dict[str, Any]]:
        s = self.ready()
        if seat != s.active:
            return []
        return [self.told(move) for move in self.engine.canonical(s, self.engine.legal(s))]

    def told(self, move: dict[str, Any]) -> dict[str, Any]:
        return move

    def move(self, seat: int, move: dict[str, Any]) -> None:
        s = self.ready()
        if seat != s.active:
            raise self.engine.Refused(f"seat {seat} is not asked")
        self.engine.checked_apply(s, move)
        self.played = move["do"] == "play" or (self.played and s.active == seat and s.phase != "play")

    def fork(self) -> None:
        self.kept.append((deepcopy(self.state), self.played, dict(self.dealt)))

    def back(self) -> None:
        self.state, self.played, self.dealt = self.kept.pop()

    def result(self) -> dict[str, Any]:
        found = self.engine.standing(self.state)
        winners = [] if found["outcome"] == "undecided" else found["leaders"]
        return {**found, "winners": winners}

    # ------------------------------------------------------------ the position
    def position(self) -> dict[str, Any]:
        s = self.ready()
        lying = [m for m in s.centre if m is not None] + [m for mines in s.claimed for m in mines]
        taken = [m for mines in (*s.claimed, *s.developed) for m in mines]
        states = {
            "serial": {m.card.id: m.serial for m in ordered(taken, key=lambda m: m.card)},
            "captures": s.captures,
            "played": self.played,
            "active": s.active,
        }
        zones = {
            "king-pile": [],
            "throne": [[f"king-{race}"] for race in s.kings],
            "deck": ids(s.deck),
            "centre": [[slot, [m.card.id]] for slot, m in enumerate(s.centre) if m is not None],
            "stack": {m.card.id: ids(m.units) for m in ordered(lying, key=lambda m: m.card) if m.units},
            "camp": {race: ids(s.camp[race]) for race in self.engine.RACES if s.camp[race]},
            "hand": [ids(ordered(hand)) for hand in s.hands],
            "own": [[m.card.id for m in mines] for mines in s.claimed],
            "developed": [[m.card.id for m in mines] for mines in s.developed],
            "discard": ids(ordered(s.discard)),
            "box of Card": ids(ordered(s.box)),
            "box of King": [f"king-{race}" for race in self.engine.RACES if race not in s.kings],
        }
        return {"states": states, "zones": zones}

    # ------------------------------------------------------------ what is seen
    def view(self, seat: int | None) -> dict[str, Any]:
        seen = self.engine.view(self.ready(), seat)
        states = {"captures": seen["captures"], "played": self.played, "active": seen["active"]}
        zones = {
            "king-pile": pile([]),
            "throne": [pile([f"king-{race}"]) for race in seen["kings"]],
            "deck": self.deck_seen(seen["deck"]),
            "centre": [[n, pile([mine(m, ["centre", n])])] for n, m in enumerate(seen["centre"]) if m is not None],
            "camp": {race: pile(names) for race, names in seen["camp"].items() if names},
            "hand": [self.hand_seen(hand) for hand in seen["hands"]],
            "own": [pile([mine(m, ["own", p, m["serial"]]) for m in mines]) for p, mines in enumerate(seen["claimed"])],
            "developed": [self.developed_seen(p, found) for p, found in enumerate(seen["developed"])],
            "discard": pile(sorted(seen["discard"], key=PLACES.__getitem__)),
            "box of Card": {"count": seen["box"]},
            "box of King": {"count": seen["unused kings"]},
        }
        return {"states": states, "zones": zones}

    def deck_seen(self, deck: dict[str, Any]) -> dict[str, Any]:
        top = [] if deck["top"] is None else [{"at": ["deck", deck["count"]], **deck["top"]}]
        return {**pile(top), "count": deck["count"]}

    def hand_seen(self, hand: dict[str, Any]) -> dict[str, Any]:
        backs = sorted(hand.get("backs", ()), key=lambda back: [back[field] for field in sorted(back)])
        cards = sorted(hand.get("cards", ()), key=PLACES.__getitem__) or backs
        return {**pile(cards), "count": hand["count"]}

    def developed_seen(self, owner: int, found: dict[str, Any]) -> dict[str, Any]:
        """The engine lists them by serial, the rules as they lie, with their height as handle."""
        seen = {m["serial"]: m for m in found.get("mines", ())}
        lying = [m.serial for m in self.state.developed[owner]]
        shown = [{"at": ["developed", owner, n], **seen[serial]} for n, serial in enumerate(lying, 1) if serial in seen]
        unseen = {"within": {"serial": found["count"]}} if found["count"] and not shown else {}
        return {**pile(shown), **unseen, "count": found["count"]}


# ---------------------------------------------------------------- shapes
def cards(names: list[str]) -> list[Any]:
    return [e.CARDS[name] for name in names]


def ids(cards: Any) -> list[str]:
    return [card.id for card in cards]


def ordered(things: Any, key: Any = lambda card: card) -> list[Any]:
    """In the order of the cards' table."""
    return sorted(things, key=lambda one: PLACES[key(one).id])


def pile(pieces: list[Any]) -> dict[str, Any]:
    return {"count": len(pieces), **({"pieces": pieces} if pieces else {})}


def mine(seen: dict[str, Any], at: list[Any]) -> dict[str, Any]:
    """A mine that lies open, with its units."""
    serial = {"serial": seen["serial"]} if "serial" in seen else {}
    stack = {"stack": pile(seen["units"])} if seen["units"] else {}
    return {"at": at, **seen["mine"], **serial, **stack}
