"""No two moves that differ read alike: neither in the list that a page offers, nor in what is told of a game."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from rulekit import load
from rulekit.data import bundled_games
from rulekit.looks.game_looks import PictureModel, usable_looks
from rulekit.looks.pieces.derived_row_names import print_of, row_name
from rulekit.play.games.game import Game, Position
from rulekit.play.position.strict_json import loads
from rulekit.play.refusals import Refused
from rulekit.tests.bundled import bundled
from rulekit.tests.looks.drawn import looks_of
from rulekit.tests.play.toys import TOYS
from rulekit.webplay.answers import MoveOption, answers
from rulekit.webplay.event_words import answer_words
from rulekit.webplay.move_picker import PickStep, allows, question

GAMES = [game.name for game in bundled_games()]
TURNED = ("upright", "n s"), ("across", "e w")
TABLES, ANSWERS, MOST = 3, 60, 300  # tables of one game, answers at one, moves of a list


def positions(game: Game) -> Iterator[Position]:
    """Positions of tables with other numbers of players and other options, played on at random."""
    for table in range(TABLES):
        bits = random.Random(f"{game.name} {table}")
        seats, options = bits.choice([*game.players]), {one: bits.choice(many) for one, many in game.options.items()}
        try:
            here = game.start(seats, options, chance=str(table))
        except Refused:  # not every option goes with every number of players
            here = game.start(seats, chance=str(table))
        for _ in range(ANSWERS):
            if here.is_over:
                break
            yield here
            seat = here.pending.seats[0]
            here = here.take(seat, bits.randrange(len(here.legal(seat))))


def meant(looks: PictureModel, written: Any) -> Any:
    """What a move says, with what is printed on a thing instead of its name: copies are alike to all rules."""
    if isinstance(written, dict):
        return tuple((name, meant(looks, one)) for name, one in written.items())
    if isinstance(written, list):
        return tuple(meant(looks, one) for one in written)
    kinds = (kind.name for kind in looks.symbols.kinds.values() if written in {row.name for row in kind.rows})
    kind = next(kinds, None) if isinstance(written, str) else None
    return written if kind is None else (kind, row_name(looks, kind, written), print_of(looks, kind, written))


def clashes(looks: PictureModel, told: list[tuple[str, Any]]) -> list[tuple[str, Any]]:
    """What reads as something else does."""
    first: dict[str, Any] = {}
    return [(words, one) for words, one in told if first.setdefault(words, meant(looks, one)) != meant(looks, one)]


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_no_two_legal_moves_read_alike(name: str) -> None:
    """As a whole, as it is asked thing by thing, and as it is told afterwards."""
    compared = 0
    for here in positions(bundled(name)):
        looks, seat = usable_looks(here.game, here.chosen)[0], here.pending.seats[0]
        moves = here.legal(seat)
        if not 1 < len(moves) < MOST:
            continue
        found = answers(here.machine, looks, seat, here.machine.legal(seat))
        assert not clashes(looks, [(one.words(), moves[one.number]) for one in found])
        assert not clashes(looks, [(answer_words(looks, seat, move), move) for move in moves])
        asked(looks, found, moves, random.Random(compared))
        compared += 1
    assert compared > 3


def asked(looks: PictureModel, found: tuple[MoveOption, ...], moves: list[Any], bits: random.Random) -> None:
    """Pick something of what is offered until one move is left."""
    picks: tuple[PickStep, ...] = ()
    while len([one for one in found if allows(picks, one)]) > 1:
        offered = question(found, picks).options
        told = [(words, moves[one] if isinstance(one, int) else _picked(one)) for words, one in offered]
        assert not clashes(looks, told)
        pick = bits.choice(offered)[1]
        if isinstance(pick, int):
            break
        picks = (*picks, pick)


def _picked(pick: PickStep) -> Any:
    """What a step of narrowing settles; what is done is no JSON."""
    try:
        return [pick.field, loads(pick.text)]
    except Refused:
        return [pick.field, pick.text]


@pytest.mark.parametrize("name", GAMES)
def test_tiles_that_are_called_alike_are_alike(name: str) -> None:
    looks = looks_of(bundled(name))
    for kind in looks.symbols.kinds.values():
        prints: dict[str, set[Any]] = {}
        for row in kind.rows if looks.ring_of(kind.name) else ():
            prints.setdefault(row_name(looks, kind.name, row.name), set()).add(print_of(looks, kind.name, row.name))
        assert not [called for called, many in prints.items() if len(many) > 1], kind.name


def test_tiles_that_are_printed_turned_are_told_apart_by_their_sides(tmp_path: Path) -> None:
    """`not turned` would be said of both, and mean two things."""
    rows = "".join(f"  [tile.{n}]  {n}: worth 1  @public:toy\n    with Way {n}-a: mouths {m}\n" for n, m in TURNED)
    pipes = (TOYS / "pipes.rules").read_text().replace("Tile, 3 in all", "Tile, 5 in all")
    (tmp_path / "pipes.rules").write_text(pipes.replace("zone map at", f"{rows}zone map at", 1))
    looks = looks_of(load(tmp_path / "pipes.rules"))
    told = [row_name(looks, "Tile", name) for name, _ in TURNED]
    assert told == ["straight (north and south)", "straight (east and west)"]
    assert row_name(looks, "Tile", "end-piece") == "dead end"
