"""Moves that are offered to be refused are refused by the rules, and every sort of them comes."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from rulekit.pipeline import load
from rulekit.play import desk
from rulekit.play.configured import choose
from rulekit.play.engines import CHANCE, END
from rulekit.play.game import Game
from rulekit.play.outcomes import drawn
from rulekit.play.playout import point_of
from rulekit.play.random_bits import stream
from rulekit.verify.offers import MORE, UNKNOWN, Offers, changed, leaves, refused

GAMES = Path(__file__).parents[1] / "zoo" / "games"


def offered(game: Game, number: int, found: list[tuple[dict[int, list[Any]], int, Any]]) -> None:
    """One game at random, with an offer at every decision and some at the end."""
    chosen = choose(game.checked, None, {}, None)
    engine, bits = game.engine(chosen).for_playouts(), stream("offers", number)
    offers, state = Offers(stream("o", number), chosen.seats, strict=True), engine.start()
    while True:
        kind, _, seat, count = engine.asked(state)
        if kind == CHANCE:
            state = engine.draw(state, drawn(point_of(engine, state), bits))
            continue
        m = engine.machine(state)
        legal = {} if kind == END else {seat: desk.legal(m, seat)}
        made = offers.unfit(m, legal)
        if made is not None:
            assert refused(m, *made) and made[1] not in legal.get(made[0], ())
            found.append((legal, *made))
        if kind == END:
            return
        move = bits.below(count)
        offers.remember(legal[seat][move])
        state = engine.advance(state, seat, move)


@pytest.mark.parametrize("name", ["one-bet", "nine-cells"])
def test_whatever_is_offered_is_refused_by_the_rules(name: str) -> None:
    found: list[tuple[dict[int, list[Any]], int, Any]] = []
    for number in range(30):
        offered(load(GAMES / name), number, found)
    assert len(found) >= 60


def test_every_sort_comes(game: Path) -> None:
    """Over stones: nought and four, another's turn, an unknown verb, a key too many, and after the end."""
    found: list[tuple[dict[int, list[Any]], int, Any]] = []
    for number in range(60):
        offered(load(game), number, found)
    sorts: Counter[str] = Counter()
    for legal, seat, move in found:
        late = "too late" if not legal else "another" if seat not in legal else ""
        odd = "unknown" if move["do"] == UNKNOWN else "more" if MORE in move else f"{move['n']}"
        sorts[late or odd] += 1
    assert {"too late", "another", "unknown", "more", "0", "4", "-1"} <= set(sorts)


def test_one_value_of_a_move_is_changed_and_the_others_stay() -> None:
    move = {"do": "go", "from": [1, 2], "how": {"fast": True}}
    assert dict(leaves(move)) == {("do",): "go", ("from", 0): 1, ("from", 1): 2, ("how", "fast"): True}
    assert changed(move, ("from", 1), 9) == {"do": "go", "from": [1, 9], "how": {"fast": True}}
    assert move["from"] == [1, 2]
