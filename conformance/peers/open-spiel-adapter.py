"""OpenSpiel behind the protocol; the package `open_spiel` must be installed.

rulekit verify GAME --impl conformance/peers/open-spiel-adapter.py

It plays every game that has a file in the folder open-spiel, whose README.md says how moves and outcomes correspond.
It translates and decides nothing.
"""

import tomllib
from importlib.metadata import version
from pathlib import Path
from typing import Any

import pyspiel

TABLES = {
    file.stem: tomllib.loads(file.read_text(encoding="utf-8"))
    for file in sorted((Path(__file__).parent / "open-spiel").glob("*.toml"))
}


class Words:
    """How one game is told here and there."""

    def __init__(self, table: dict[str, Any], seats: int) -> None:
        self.table, self.seats = table, seats
        self.names, self.divide = table.get("names", {}), table.get("divide", 1)
        self.says = any("says" in row for row in table["move"])
        self.moves = {(seat, shown): self.every_move(seat, shown) for seat in range(seats) for shown in self.marks()}

    def marks(self) -> set[str]:
        """What the peer shows where only some sorts of moves can be meant; nothing for the others."""
        return {row.get("shown", "") for row in self.table["move"]}

    def every_move(self, seat: int, shown: str) -> dict[int | str, dict[str, Any]]:
        """By number or name, every move that could ever be made."""
        rows = [row for row in self.table["move"] if row.get("shown", "") == shown]
        return {self.action(seat, move): move for row in rows for move in self.every(row, seat)}

    def meant(self, state: Any, seat: int) -> dict[int | str, dict[str, Any]]:
        """The moves that the numbers of this state mean."""
        text = str(state)
        shown = next((mark for mark in self.marks() if mark and mark in text), "")
        return self.moves[seat, shown]

    def every(self, row: dict[str, Any], seat: int) -> list[dict[str, Any]]:
        """Every move of one sort that could ever be made."""
        found: list[dict[str, Any]] = [{"do": row["do"]}]
        for name in row.get("asks", []):
            found = [{**move, name: value} for move in found for value in self.domain(name, seat, move)]
        return found

    def domain(self, name: str, seat: int, move: dict[str, Any]) -> list[Any]:
        """What a parameter can be."""
        said = self.table["range"][name]
        if isinstance(said, int):
            return list(range(1, said + 1))
        if said == "names":
            return list(self.names)
        if said == "seats":
            return [one for one in range(self.seats) if one != seat]
        if isinstance(said, dict):
            x, y = move[said["ahead-of"]]
            return [[x + dx, y + said["rows"][seat]] for dx in (-1, 0, 1)]
        return [[x, y] for y in range(1, said[1] + 1) for x in range(1, said[0] + 1)]

    def action(self, seat: int, move: dict[str, Any]) -> int | str:
        """The number of a move there, or what it is called."""
        row = next(row for row in self.table["move"] if row["do"] == move["do"])
        if "says" in row:
            return str(row["says"]).format(**{name: self.told(row, seat, name, move[name]) for name in row["asks"]})
        values = ((row[name], move[name]) for name in row.get("asks", []))
        return int(row["plus"] + row.get("seat", 0) * seat + sum(times(f, self.named(value)) for f, value in values))

    def named(self, value: Any) -> Any:
        return self.names[value] if isinstance(value, str) else value

    def told(self, row: dict[str, Any], seat: int, name: str, value: Any) -> Any:
        """What stands for a parameter in the words used there."""
        if row.get("onward") == name:
            return (value - seat) % self.seats
        return self.names.get(value, value) if isinstance(value, str) else value - row.get("minus", {}).get(name, 0)

    def actions(self, state: Any) -> dict[int | str, int]:
        """The legal actions of whoever must answer, by their numbers or by what they are called."""
        if self.says:
            return {state.action_to_string(state.current_player(), action): action for action in state.legal_actions()}
        return {action // self.divide: action for action in state.legal_actions()}

    def result(self, returns: list[float]) -> dict[str, Any]:
        """What came out, from what each seat gets there."""
        for grade, (low, high) in self.table.get("grades", {}).items():
            if low <= returns[0] <= high:
                return {"grade": grade, "outcome": grade}
        winners = [seat for seat, gets in enumerate(returns) if gets > 0]
        return {"winners": winners, "outcome": "win" if winners else "drawn"}


def times(factor: Any, value: Any) -> int:
    """A number, or the coordinates of a place, each times its factor."""
    return int(factor * value) if isinstance(factor, int) else sum(f * v for f, v in zip(factor, value, strict=True))


class Adapter:
    """One game."""

    def hello(self) -> dict[str, Any]:
        games = [
            {
                "game": game,
                "seats": table.get("players", [2]),
                "options": {name: [value] for name, value in table.get("options", {}).items()},
            }
            for game, table in TABLES.items()
        ]
        source = "https://github.com/google-deepmind/open_spiel"
        engine = {"name": "OpenSpiel", "version": version("open_spiel"), "language": "C++", "source": source}
        return {"engine": engine, "games": games, "features": ["fork"], "unsaid": ["leaders", "scores"]}

    def start(self, config: dict[str, Any]) -> None:
        table = TABLES[config["game"]]
        self.words = Words(table, config["seats"])
        self.state = pyspiel.load_game(table["peer"].format(players=config["seats"])).new_initial_state()
        self.kept: list[Any] = []

    def chance(self, label: str, outcome: Any) -> None:
        number = self.words.table.get("outcomes", {}).get(outcome)
        if not self.state.is_chance_node() or number not in self.state.legal_actions():
            raise ValueError("this cannot come here")
        self.state.apply_action(number)

    def pending(self) -> dict[str, Any]:
        while self.state.is_chance_node() and len(self.state.legal_actions()) == 1:
            self.state.apply_action(self.state.legal_actions()[0])  # of one card nothing is drawn by the rules
        return {"kind": "end"} if self.state.is_terminal() else {"kind": "decision", "seats": [self.seat()]}

    def seat(self) -> int:
        return int(self.state.current_player())

    def legal(self, seat: int) -> list[dict[str, Any]]:
        if seat != self.seat():
            return []
        meant = self.words.meant(self.state, seat)
        return [meant[one] for one in self.words.actions(self.state)]

    def move(self, seat: int, move: dict[str, Any]) -> None:
        if move not in self.legal(seat):
            raise ValueError("not legal")
        self.state.apply_action(self.words.actions(self.state)[self.words.action(seat, move)])

    def result(self) -> dict[str, Any]:
        return self.words.result(self.state.returns())

    def fork(self) -> None:
        self.kept.append(self.state.clone())

    def back(self) -> None:
        self.state = self.kept.pop()
