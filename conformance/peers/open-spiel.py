"""Random games of tic-tac-toe on OpenSpiel, its pure-Python game and its C++ one stepped from Python.

python open-spiel.py SECONDS, with a Python that has open_spiel installed.
"""

import json
import sys
import time
from random import Random


def playouts(game: object, seconds: float) -> float:
    """How many in a second."""
    random, made, start = Random(1).random, 0, time.process_time()
    while True:
        state = game.new_initial_state()  # type: ignore[attr-defined]
        while not state.is_terminal():
            moves = state.legal_actions()
            state.apply_action(moves[int(random() * len(moves))])
        made += 1
        spent = time.process_time() - start
        if spent > seconds:
            return made / spent


def main(seconds: float) -> None:
    """Both games."""
    import pyspiel
    from open_spiel.python.games import tic_tac_toe

    assert tic_tac_toe
    names = {"open_spiel in Python": "python_tic_tac_toe", "open_spiel in C++, from Python": "tic_tac_toe"}
    print(json.dumps({told: playouts(pyspiel.load_game(name), seconds) for told, name in names.items()}))


main(float(sys.argv[1]) if len(sys.argv) > 1 else 1.0)
