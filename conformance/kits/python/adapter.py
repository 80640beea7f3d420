"""An adapter: it answers the conformance protocol for a program that plays a game. Begin with a copy of this file.

rulekit verify tic-tac-toe --impl "python adapter.py"
"""

import copy
import json
import sys
import traceback

answers, sys.stdout = sys.stdout, sys.stderr  # only answers may be written to standard output

# ------------------------------------------------------------------ your program: put its import here instead
LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class Game:
    def __init__(self):
        self.cells, self.active = [None] * 9, 0

    def winner(self):
        found = ({self.cells[n] for n in line} for line in LINES)
        return next((one.pop() for one in found if len(one) == 1 and None not in one), None)

    def over(self):
        return self.winner() is not None or None not in self.cells


# ------------------------------------------------------------------ the adapter: your program in the words of the rules
GAME = "tic-tac-toe"  # `rulekit schema GAME` shows moves, positions and results of a game
CELLS = [[n % 3 + 1, n // 3 + 1] for n in range(9)]


class Refused(ValueError):
    """For moves and positions that are not taken; nothing may have changed then."""


class Adapter:
    """Each method is an operation of the protocol; its parameters are the arguments."""

    def hello(self, **_):
        return {
            "rcp": 1,
            "engine": {"name": "my-engine", "version": "1", "language": "Python"},
            "games": [{"game": GAME, "seats": [2]}],
            "features": ["position", "views", "load", "save", "fork"],  # leave out what your program cannot do
            "unsaid": [],  # states, zones and keys of the result that your program does not know
        }

    def ping(self):
        pass

    def bye(self):
        pass

    def start(self, config):
        self.game, self.kept = Game(), []

    def pending(self):
        return {"kind": "end"} if self.game.over() else {"kind": "decision", "seats": [self.game.active]}

    def chance(self, label, outcome):
        raise Refused(f"nothing is drawn at {label}")  # else keep the outcome until your program draws

    def legal(self, seat):
        if self.game.over() or seat != self.game.active:
            return []
        return [{"do": "put", "cell": CELLS[n]} for n in range(9) if self.game.cells[n] is None]

    def move(self, seat, move):
        if move not in self.legal(seat):
            raise Refused("that is not legal")
        self.game.cells[CELLS.index(move["cell"])] = seat
        if not self.game.over():
            self.game.active = 1 - seat

    def result(self):
        first = [] if self.game.winner() is None else [self.game.winner()]
        return {"leaders": first, "winners": first, "outcome": "win" if first else "drawn"}

    def position(self):
        marks = [[CELLS[n], seat] for n, seat in enumerate(self.game.cells) if seat is not None]
        return {"states": {"active": self.game.active, "mark": marks}, "zones": {}}

    def view(self, seat):
        return self.position()  # nothing is hidden here

    def load(self, position):
        if position["asks"].get("decide") != "[turn.put]":
            raise Refused(f"nothing is known of {position['asks']}")
        self.start(position["config"])
        self.game.active = position["states"]["active"]
        for cell, seat in position["states"]["mark"]:
            self.game.cells[CELLS.index(cell)] = seat

    def save(self):
        return [self.game.cells, self.game.active]

    def restore(self, saved):
        self.game, self.kept = Game(), []
        self.game.cells, self.game.active = saved

    def fork(self):
        self.kept.append(copy.deepcopy(self.game))

    def back(self):
        self.game = self.kept.pop()


# ------------------------------------------------------------------ lines: nothing to change below
def answer(adapter, request):
    number, op = request.pop("id"), request.pop("op")
    try:
        return {"id": number, "ok": getattr(adapter, op)(**request)}
    except Refused as refusal:
        return {"id": number, "refused": str(refusal)}
    except Exception:
        return {"id": number, "error": traceback.format_exc().strip().splitlines()[-1]}


if __name__ == "__main__":
    adapter = Adapter()
    for line in sys.stdin:
        request = json.loads(line)
        ends = request["op"] == "bye"
        print(json.dumps(answer(adapter, request)), file=answers, flush=True)
        if ends:
            break
