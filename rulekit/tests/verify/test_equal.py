"""What counts as equal: places where nothing lies may be told, and copies may have any numbers; nothing else may."""

from __future__ import annotations

import json
from functools import cache, partial
from itertools import islice
from typing import Any

import pytest

from rulekit.data import bundled_games
from rulekit.pipeline import load
from rulekit.play.games.game import Game
from rulekit.play.machine.machine import Machine
from rulekit.play.machine.random_bits import stream
from rulekit.play.position.indexed_form import nest
from rulekit.play.position.position_writer import PositionWriter
from rulekit.play.position.value_json import ValueCodec
from rulekit.play.views.seat_view import SeatView
from rulekit.protocol.in_process import InProcess
from rulekit.protocol.rules_engine import RulesEngine
from rulekit.tests.play.toys import TOYS, toy
from rulekit.tests.verify.side_by_side import side_by_side
from rulekit.vectorgen.folder import vector
from rulekit.vectors.copy_numbering import renumber
from rulekit.vectors.normal import normal_form
from rulekit.vectors.replay import PASSED, Replayer
from rulekit.vectors.sets import trees
from rulekit.verify.greeted_engine import RestartableEngine
from rulekit.verify.lockstep.played_game import LookPlan
from rulekit.verify.work_order import sample_configurations

GAMES = [folder.name for folder in bundled_games()]
EMPTY = 12  # places at which nothing lies, of each zone
LENGTH = 40  # positions of a game
LOOKED = LookPlan(views=1, copies=0, enough=25)
rules = cache(load)
Json = Any


def own_numbers(m: Machine) -> dict[tuple[str, int], str]:
    """Copies numbered once for the whole game, the last first."""
    found = {}
    for kind in m.plan.symbols.kinds.values():
        for piece in range(len(kind.members)) if kind.is_piece else ():
            copies = m.plan.copies(kind.name)[piece]
            if len(copies) > 1:
                found[kind.name, piece] = f"{m.plan.row(kind.name, piece).name}#{7 + sorted(copies)[::-1].index(piece)}"
    return found


def everywhere(m: Machine, name: str) -> list[Any]:
    """Places of a zone: those where something lies, and some of the others."""
    ids = m.plan.zone_ids[name]
    full = [args for args, zone in ids.items() if m.table.contents(zone)]
    return [*full, *islice((args for args in ids if args not in full), EMPTY)]


class Strange(RulesEngine):
    """The rules, by a program that has numbered its copies itself and tells every place."""

    def position(self) -> dict[str, Json]:
        m = self.current_position.machine
        scribe = ValueCodec(m, own_numbers(m))
        zones = m.plan.symbols.zones.values()
        lying = {info.name: PositionWriter(m, scribe).family(info, everywhere(m, info.name)) for info in zones}
        return {"states": PositionWriter(m, scribe).states(), "zones": lying}

    def view(self, seat: int | None) -> dict[str, Json]:
        return {**super().view(seat), "zones": TellsAll(self.current_position.machine, seat).zones()}


class TellsAll(SeatView):
    """One who tells of every place how much lies there, if he sees that."""

    def family(self, info: Any) -> Any:
        ids = self.plan.zone_ids[info.name]
        spots = [args for args in everywhere(self.m, info.name) if self.zone(ids[args])]
        return nest(self.plan, info.indexes, spots, partial(self._told, ids), self.sight.write)

    def _told(self, ids: Any, args: Any) -> dict[str, Any]:
        return {"pieces": [], **self.zone(ids[args])}


def agrees(game: Game) -> None:
    found = side_by_side(game, lambda: InProcess(Strange(game, "0")), sample_configurations(game)[:2], 2, LOOKED)
    assert found.agrees, found.differences[0].story()


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_a_strange_engine_agrees_with_every_game(name: str) -> None:
    agrees(rules(name))


@pytest.mark.parametrize("name", sorted({file.stem for file in TOYS.glob("*.rules")} - {"zone-capacity"}))
def test_a_strange_engine_agrees_with_small_games(name: str) -> None:
    game = toy(name)
    if trees(game.checked).get("copies") or any(info.indexes for info in game.checked.symbols.zones.values()):
        agrees(game)


@pytest.mark.long
def test_there_are_games_with_copies_and_with_places() -> None:
    known_trees = [trees(rules(name).checked) for name in GAMES]
    assert sum("copies" in one for one in known_trees) > 1
    assert sum(repr(one["position"]).count("'[]': True") > 0 for one in known_trees) > 2


TABLE: dict[str, Json] = {
    "states": {"worn": {"coin#1": True, "coin#2": False}},
    "zones": {"purse": [["coin#1"], ["coin#2", "coin#3"]], "deck": ["coin#4", "ring"]},
}
SETS = {"zones": {"purse": {"*": {"set": True}}}}
COINS = {"coin": "coin"}


def again(*numbers: int) -> Json:
    """The table with other numbers for the first, the second .. coin."""
    text = json.dumps(TABLE)
    for old, new in enumerate(numbers, 1):
        text = text.replace(f"coin#{old}", f"coin#new{new}")
    return json.loads(text.replace("#new", "#"))


@pytest.mark.parametrize(
    ("other", "same"),
    [
        (again(2, 1, 3, 4), True),
        (again(9, 4, 3, 1), True),
        (again(1, 3, 2, 4), True),
        ({**TABLE, "states": {"worn": {"coin#2": True, "coin#1": False}}}, False),
        ({**TABLE, "states": {"worn": {"coin#1": True, "coin#4": False}}}, False),
        ({**TABLE, "zones": {**TABLE["zones"], "deck": ["ring", "coin#4"]}}, False),
    ],
)
def test_copies_are_the_same_only_if_numbered_anew_the_tables_are(other: Json, same: bool) -> None:
    """What is noted of one copy may not be noted of another that lies elsewhere."""
    one, two = (normal_form(renumber(table, SETS, COINS), SETS) for table in (TABLE, other))
    assert (one == two) is same


def test_copies_that_point_at_each_other_are_told_apart_by_whom_they_point_at() -> None:
    pieces = {"bead": "bead"}
    sets = {"zones": {"bag": {"set": True}}, "states": {"next": {"set": True}}}

    def strung(*pairs: tuple[int, int]) -> Json:
        beads = [f"bead#{n}" for n in range(1, 7)]
        return {"zones": {"bag": beads}, "states": {"next": [[f"bead#{a}", f"bead#{b}"] for a, b in pairs]}}

    ring, turned = strung((1, 2), (2, 3), (3, 1)), strung((6, 4), (4, 5), (5, 6))
    chain = strung((1, 2), (2, 3), (3, 4))
    one, two, three = (normal_form(renumber(table, sets, pieces), sets) for table in (ring, turned, chain))
    assert one == two != three


@pytest.mark.long
@pytest.mark.parametrize(
    ("wrong", "where"),
    [
        (lambda zones: zones.popitem(), "a zone that is not there"),
        (lambda zones: zones.update(more=[]), "a zone too many"),
    ],
)
def test_a_zone_that_is_left_out_as_a_whole_is_a_difference(wrong: Any, where: str) -> None:
    """Only places within a zone may be left out or told: else nobody knows whether an engine knows the zone."""
    game = next(rules(name) for name in GAMES if rules(name).checked.symbols.zones)

    class Short(RulesEngine):
        def position(self) -> dict[str, Json]:
            found = super().position()
            wrong(found["zones"])
            return found

    assert not side_by_side(
        game, lambda: InProcess(Short(game, "0")), sample_configurations(game)[:1], 1, LOOKED
    ).agrees, where


@pytest.mark.long
@pytest.mark.parametrize("name", GAMES)
def test_a_strange_engine_passes_vectors(name: str) -> None:
    """A game that is looked at in its last answers, made here: vectors that are bundled may be of other rules."""
    game = rules(name)
    here, bits = game.start(game.players[0], chance="equal"), stream("equal", 0)
    while not here.is_over and len(here.line()) < LENGTH:
        seat = here.pending.seats[0]
        here = here.take(seat, bits.below(len(here.legal(seat))))
    case, doors = vector(game, here.trace()), RestartableEngine(game, lambda: InProcess(Strange(game, "0")))
    door = doors.open()
    found = Replayer(door.session, door.agreed, trees(game.checked)).replay(case)
    assert found.kind == PASSED, found.difference
