"""An engine of the starter game, by other hands."""

from typing import Any


class Adapter:
    def about(self) -> dict[str, Any]:
        return {"name": "stones"}

    def start(self, config: dict[str, Any]) -> None:
        self.lucky = config["options"]["last-stone"] == "lucky"
        self.left, self.turn = 12, 0

    def chance(self, label: str, outcome: Any) -> None:
        raise RuntimeError("nothing is drawn in this game")

    def asked(self) -> list[int]:
        return [self.turn] if self.left else []

    def legal(self, seat: int) -> list[dict[str, Any]]:
        return [{"do": "grab", "n": n} for n in (1, 2, 3) if n <= self.left]

    def apply(self, seat: int, move: dict[str, Any]) -> None:
        if seat != self.turn or move not in self.legal(seat):
            raise ValueError("not legal")
        self.left -= move["n"]
        self.turn = 1 - self.turn if self.left else self.turn

    def position(self) -> dict[str, Any]:
        return {"states": {"stones": self.left, "active": self.turn}, "zones": {}}

    def view(self, seat: int | None) -> dict[str, Any]:
        return self.position()

    def result(self) -> dict[str, Any]:
        won = {"winners": [self.turn]}
        won = won if self.lucky else {"winners": [1 - self.turn]}
        return {**won, "leaders": won["winners"], "outcome": "win"}

    def close(self) -> None:
        pass
