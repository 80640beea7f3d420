"""python-chess behind the protocol; the package `chess` must be installed.

rulekit verify chess --impl conformance/peers/python-chess.py

It translates and decides nothing. python-chess ends a game by itself at checkmate, stalemate and dead material. That a
position came three times and that fifty moves were quiet it tells when asked, and the rules end the game then. What was
seen before is not reported (`past`). After the end it stays the turn of the one who moved last, as in the rules.
"""

from typing import Any

import chess

WINGS = {"king-side": (chess.BB_H1, chess.BB_H8, 6), "queen-side": (chess.BB_A1, chess.BB_A8, 2)}
RANKS = {"pawn": 1, "knight": 2, "bishop": 3, "rook": 4, "queen": 5, "king": 6}
NAMES = {number: name for name, number in RANKS.items()}
COLOURS = {True: "white", False: "black"}


def square(cell: list[int]) -> int:
    """A cell there."""
    return chess.square(cell[0] - 1, cell[1] - 1)


def cell(at: int) -> list[int]:
    """A square here."""
    return [chess.square_file(at) + 1, chess.square_rank(at) + 1]


class Adapter:
    """One game."""

    def hello(self) -> dict[str, Any]:
        engine = {
            "name": "python-chess",
            "version": chess.__version__,
            "language": "Python",
            "source": "https://github.com/niklasf/python-chess",
        }
        return {
            "engine": engine,
            "games": [{"game": "chess", "seats": [2]}],
            "features": ["position", "load", "fork"],
            "unsaid": ["past", "leaders"],
        }

    def start(self, config: dict[str, Any]) -> None:
        self.board = chess.Board()
        self.kept: list[chess.Board] = []

    def chance(self, label: str, outcome: Any) -> None:
        raise ValueError("nothing is drawn in chess")

    def over(self) -> bool:
        board = self.board
        drawn = board.is_insufficient_material() or board.halfmove_clock >= 100 or board.is_repetition(3)
        return drawn or not any(board.legal_moves)

    def pending(self) -> dict[str, Any]:
        return {"kind": "end"} if self.over() else {"kind": "decision", "seats": [self.seat()]}

    def seat(self) -> int:
        return 0 if self.board.turn else 1

    def legal(self, seat: int) -> list[dict[str, Any]]:
        return [] if self.over() or seat != self.seat() else [self.told(move) for move in self.board.legal_moves]

    def told(self, move: chess.Move) -> dict[str, Any]:
        """A move of python-chess here."""
        if self.board.is_castling(move):
            return {"do": "castle", "wing": "king-side" if self.board.is_kingside_castling(move) else "queen-side"}
        found = {"do": "move", "start": cell(move.from_square), "goal": cell(move.to_square)}
        return {**found, "do": "promote", "rank-new": NAMES[move.promotion]} if move.promotion else found

    def meant(self, move: dict[str, Any]) -> chess.Move:
        """A move of ours there; ValueError if there is none like it."""
        found = next((one for one in self.board.legal_moves if self.told(one) == move), None)
        if found is None:
            raise ValueError("not legal")
        return found

    def move(self, seat: int, move: dict[str, Any]) -> None:
        if self.over() or seat != self.seat():
            raise ValueError("not asked")
        self.board.push(self.meant(move))

    def result(self) -> dict[str, Any]:
        winners = [1 - self.seat()] if self.board.is_checkmate() else []
        return {"winners": winners, "outcome": "win" if winners else "drawn"}

    def position(self) -> dict[str, Any]:
        board = self.board
        men = [
            [cell(at), f"{COLOURS[man.color]}-{NAMES[man.piece_type]}"] for at, man in sorted(board.piece_map().items())
        ]
        rights = [
            {wing: bool(board.clean_castling_rights() & corners[seat]) for wing, corners in WINGS.items()}
            for seat in (0, 1)
        ]
        passed = None if board.ep_square is None else cell(board.ep_square)
        states = {"man": men, "passed": passed, "unmoved": rights, "quiet": board.halfmove_clock}
        states["active"] = 1 - self.seat() if self.over() else self.seat()
        return {"states": states, "zones": {}}

    def load(self, position: dict[str, Any]) -> None:
        states = position["states"]
        if position["asks"].get("decide") != "[turn.move]" or any(states["past"]):
            raise ValueError("a position is taken where a move is due and nothing was seen before")
        board = chess.Board(None)
        for at, man in states["man"]:
            colour, rank = man.split("-")
            board.set_piece_at(square(at), chess.Piece(RANKS[rank], colour == "white"))
        board.turn = states["active"] == 0
        board.halfmove_clock = states["quiet"]
        board.ep_square = None if states["passed"] is None else square(states["passed"])
        board.castling_rights = sum(
            corners[seat] for seat in (0, 1) for wing, corners in WINGS.items() if states["unmoved"][seat][wing]
        )
        if not board.is_valid():
            raise ValueError(f"no position of chess: {board.status()!r}")
        self.board = board

    def fork(self) -> None:
        self.kept.append(self.board.copy())

    def back(self) -> None:
        self.board = self.kept.pop()
