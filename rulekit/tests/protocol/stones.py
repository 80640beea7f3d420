"""An external engine of the starter game; it can do everything that the protocol knows."""

from typing import Any


class Adapter:
    def hello(self) -> dict[str, Any]:
        return {
            "engine": {"name": "stones", "language": "Python"},
            "games": [{"game": "twelve-stones", "seats": [2]}],
            "features": ["position", "views", "load", "save", "fork", "explain", "strict"],
            "unsaid": [],
        }

    def start(self, config: dict[str, Any]) -> None:
        self.lucky = config["options"]["last-stone"] == "lucky"
        self.left, self.turn = 12, 0
        self.kept: list[tuple[int, int]] = []

    def pending(self) -> dict[str, Any]:
        return {"kind": "decision", "seats": [self.turn]} if self.left else {"kind": "end"}

    def chance(self, label: str, outcome: Any) -> None:
        raise ValueError("nothing is drawn in this game")

    def legal(self, seat: int) -> list[dict[str, Any]]:
        return [{"do": "grab", "n": n} for n in (1, 2, 3) if n <= self.left and seat == self.turn]

    def move(self, seat: int, move: dict[str, Any]) -> None:
        if not self.left or move not in self.legal(seat) or type(move["n"]) is not int:
            raise ValueError("not legal")
        self.left -= move["n"]
        self.turn = 1 - self.turn if self.left else self.turn

    def result(self) -> dict[str, Any]:
        winners = [self.turn if self.lucky else 1 - self.turn]
        return {"winners": winners, "leaders": winners, "outcome": "win"}

    def position(self) -> dict[str, Any]:
        return {"states": {"stones": self.left, "active": self.turn}, "zones": {}}

    def view(self, seat: int | None) -> dict[str, Any]:
        return self.position()

    def load(self, position: dict[str, Any]) -> None:
        if position["asks"].get("decide") != "[turn.grab]":
            raise ValueError("only in the middle of a game")
        self.start(position["config"])
        self.left, self.turn = position["states"]["stones"], position["states"]["active"]

    def save(self) -> list[int]:
        return [self.left, self.turn, int(self.lucky)]

    def restore(self, saved: list[int]) -> None:
        self.left, self.turn, self.lucky = saved[0], saved[1], bool(saved[2])

    def fork(self) -> None:
        self.kept.append((self.left, self.turn))

    def back(self) -> None:
        self.left, self.turn = self.kept.pop()

    def explain(self, seat: int, move: dict[str, Any]) -> dict[str, Any]:
        if seat != self.turn or move.get("do") != "grab":
            return {"clauses": ["turn.grab"]}
        counts = type(move.get("n")) is int and 1 <= move["n"] <= 3
        return {"clauses": ["grab.enough" if counts else "grab.count"]}
