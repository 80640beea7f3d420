"""OpenSpiel's backgammon behind the protocol; the package `open_spiel` must be installed.

rulekit verify backgammon --impl conformance/peers/open-spiel-backgammon.py

It translates and decides nothing. A move there is two steps at once, of a double the first two and then the others: the
adapter keeps the first until the second is known, and offers as a second what the moves that begin with it have. Where
nothing but to pass is legal there, nobody is asked here, and the adapter passes.
"""

from importlib.metadata import version
from typing import Any

import pyspiel

GAME = "backgammon(scoring_type={},max_player_turns=1000000)"
SCORING = {"full": "full_scoring", "plain": "winloss_scoring"}
POINTS = 24
BAR = POINTS + 1
Json = Any


class Adapter:
    """One game."""

    def hello(self) -> dict[str, Any]:
        source = "https://github.com/google-deepmind/open_spiel"
        return {
            "engine": {"name": "OpenSpiel", "version": version("open_spiel"), "language": "C++", "source": source},
            "games": [{"game": "backgammon", "seats": [2]}],
            "features": ["fork"],
            "unsaid": ["leaders"],
        }

    def start(self, config: Json) -> None:
        self.state = pyspiel.load_game(GAME.format(SCORING[config["options"]["counting"]])).new_initial_state()
        self.first: Json = None  # a step whose second is not known yet
        self.kept: list[tuple[Any, Json]] = []

    def chance(self, label: str, outcome: Json) -> None:
        self.go_on()
        if not self.state.is_chance_node():
            raise ValueError("no dice are due")
        one, other = outcome
        opens = label.startswith("opening.roll#")
        if opens and one == other:
            return  # there they are rolled until they differ
        starts = ("X" if one > other else "O") if opens else ""
        low, high = sorted(outcome, reverse=starts == "O") if opens else outcome
        said = f"{starts} starts, (roll: {low}{high})" if opens else f"(roll: {low}{high})"
        for action in self.state.legal_actions():
            if self.state.action_to_string(pyspiel.PlayerId.CHANCE, action).endswith(f" {said}"):
                self.state.apply_action(action)
                return
        raise ValueError("these dice cannot come here")

    def go_on(self) -> None:
        """A move that is known is made: to pass, or the step before if no other can follow it."""
        while not self.state.is_terminal() and not self.state.is_chance_node():
            meant = [(one, steps) for one, steps in self.moves() if steps[: self.taken] == self.begun]
            if any(len(steps) > self.taken for _, steps in meant):
                return
            self.state.apply_action(meant[0][0])
            self.first = None

    @property
    def begun(self) -> list[Json]:
        return [] if self.first is None else [self.first]

    @property
    def taken(self) -> int:
        return len(self.begun)

    def moves(self) -> list[tuple[int, list[Json]]]:
        """Every move there, by its number, with its steps here in their order."""
        seat = self.seat()
        every = ((one, self.state.spiel_move_to_checker_moves(seat, one)) for one in self.state.legal_actions())
        return [(one, [step(seat, part) for part in parts if part.num > 0]) for one, parts in every]

    def pending(self) -> Json:
        self.go_on()
        return {"kind": "end"} if self.state.is_terminal() else {"kind": "decision", "seats": [self.seat()]}

    def seat(self) -> int:
        return int(self.state.current_player())

    def legal(self, seat: int) -> list[Json]:
        self.go_on()
        if self.state.is_terminal() or seat != self.seat():
            return []
        found: list[Json] = []
        for _, steps in self.moves():
            if steps[: self.taken] == self.begun and len(steps) > self.taken and steps[self.taken] not in found:
                found.append(steps[self.taken])
        return found

    def move(self, seat: int, move: Json) -> None:
        if move not in self.legal(seat):
            raise ValueError("not legal")
        both = [*self.begun, move]
        whole = [one for one, steps in self.moves() if steps == both]
        if whole:
            self.state.apply_action(whole[0])
            self.first = None
        else:
            self.first = move

    def result(self) -> Json:
        scores = [int(one) for one in self.state.returns()]
        return {"scores": scores, "winners": [n for n, one in enumerate(scores) if one > 0], "outcome": "win"}

    def fork(self) -> None:
        self.kept.append((self.state.clone(), self.first))

    def back(self) -> None:
        self.state, self.first = self.kept.pop()


def step(seat: int, part: Any) -> Json:
    """One step: points are counted by each player from 24 down here, and by the first player from 0 up there."""
    on_board = 0 <= part.pos < POINTS
    start = (POINTS - part.pos if seat == 0 else part.pos + 1) if on_board else BAR
    return {"do": "step", "start": start, "die": part.num}
