"""OpenSpiel's chess behind the protocol; the package `open_spiel` must be installed.

rulekit verify chess --impl conformance/peers/open-spiel-chess.py

It translates and decides nothing. Positions are read from the notation OpenSpiel writes; what was seen before (`past`)
does not stand there, and the cell a pawn has passed only where it can be taken there.
"""

from importlib.metadata import version
from typing import Any

import pyspiel

RANKS = {"p": "pawn", "n": "knight", "b": "bishop", "r": "rook", "q": "queen", "k": "king"}
KINDS = {name.upper(): name for name in RANKS.values()}
WINGS = {"king-side": "Kk", "queen-side": "Qq"}
Json = Any


class Adapter:
    """One game."""

    def hello(self) -> dict[str, Any]:
        source = "https://github.com/google-deepmind/open_spiel"
        return {
            "engine": {"name": "OpenSpiel", "version": version("open_spiel"), "language": "C++", "source": source},
            "games": [{"game": "chess", "seats": [2]}],
            "features": ["position", "fork"],
            "unsaid": ["past", "passed", "leaders"],
        }

    def start(self, config: Json) -> None:
        self.state = pyspiel.load_game("chess").new_initial_state()
        self.kept: list[Any] = []

    def chance(self, label: str, outcome: Json) -> None:
        raise ValueError("nothing is drawn in chess")

    def pending(self) -> Json:
        return {"kind": "end"} if self.state.is_terminal() else {"kind": "decision", "seats": [self.seat()]}

    def seat(self) -> int:
        """White moves first here and is player 1 there."""
        return 1 - int(self.state.current_player())

    def legal(self, seat: int) -> list[Json]:
        return list(self.moves(seat).values())

    def moves(self, seat: int) -> dict[int, Json]:
        """Every legal move, by its number there."""
        if self.state.is_terminal() or seat != self.seat():
            return {}
        board = self.state.board()
        return {one: told(pyspiel.chess.action_to_move(one, board)) for one in self.state.legal_actions()}

    def move(self, seat: int, move: Json) -> None:
        number = next((one for one, said in self.moves(seat).items() if said == move), None)
        if number is None:
            raise ValueError("not legal")
        self.state.apply_action(number)

    def result(self) -> Json:
        black, white = self.state.returns()
        winners = [seat for seat, gets in enumerate((white, black)) if gets > 0]
        return {"winners": winners, "outcome": "win" if winners else "drawn"}

    def position(self) -> Json:
        men, turn, rights, _, quiet, _ = self.state.board().to_fen().split()
        states = {
            "man": list(placed(men)),
            "unmoved": [{wing: both[seat] in rights for wing, both in WINGS.items()} for seat in (0, 1)],
            "quiet": int(quiet),
            "active": int((turn == "b") != self.state.is_terminal()),  # after the end the turn stays here
        }
        return {"states": states, "zones": {}}

    def fork(self) -> None:
        self.kept.append(self.state.clone())

    def back(self) -> None:
        self.state = self.kept.pop()


def told(move: Any) -> Json:
    """A move of OpenSpiel here."""
    start, goal = ([square.x + 1, square.y + 1] for square in (move.from_square, move.to_square))
    if move.is_castling():
        return {"do": "castle", "wing": "king-side" if goal[0] > start[0] else "queen-side"}
    found = {"do": "move", "start": start, "goal": goal}
    rank = KINDS.get(move.promotion_type.name)
    return {**found, "do": "promote", "rank-new": rank} if rank else found


def placed(men: str) -> Any:
    """The men of a written board with their cells."""
    for row, text in zip(range(8, 0, -1), men.split("/"), strict=True):
        column = 0
        for sign in text:
            column += int(sign) if sign.isdigit() else 1
            if not sign.isdigit():
                yield [[column, row], f"{'white' if sign.isupper() else 'black'}-{RANKS[sign.lower()]}"]
