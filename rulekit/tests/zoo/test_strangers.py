"""Mistakes of people who write their first adapter: each is one story, told as what it is: a form, a copy or a rule."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import attrs
import pytest

from rulekit.data import bundled_games
from rulekit.pipeline import load
from rulekit.play.games.game import Game
from rulekit.play.machine.random_bits import stream
from rulekit.protocol.game_schema import configurations
from rulekit.protocol.handshake import greet
from rulekit.protocol.in_process import InProcess
from rulekit.protocol.rules_engine import RulesEngine, pending_json, table, without_history
from rulekit.protocol.talk import draw_outcome
from rulekit.tests.verify.wrong_adequacy import material
from rulekit.tests.zoo.players import Engine
from rulekit.tests.zoo.test_verified import Here
from rulekit.vectorgen.folder import folder_of
from rulekit.vectors.form import of_json
from rulekit.vectors.replay import FAILED, Replayer
from rulekit.verify import model
from rulekit.verify.blaming.lost_by_load import loading_difference
from rulekit.verify.case_files import vector
from rulekit.verify.conductor import verify
from rulekit.verify.differences.answer_form import WrongForm, wrong_move, wrong_result, wrong_tables
from rulekit.verify.differences.divergence import Divergence
from rulekit.verify.differences.found_difference import FoundDifference, empty_side
from rulekit.verify.model import DifferenceKind
from rulekit.verify.work_order import Material, WorkOrder

pytestmark = pytest.mark.long

GAMES = 6
SORTS = ("perft", "fork", "save", "wrong", "scene")
DECISIONS = 40
Json = Any


@cache
def sowing() -> Game:
    """The bundled game in which seeds are sown: without chance, with numbers in its moves."""
    return load(next(one for one in bundled_games() if sows(one)).name)


def sows(folder: Path) -> bool:
    return any("state seeds of Player" in file.read_text(encoding="utf-8") for file in folder.glob("*.rules"))


@cache
def vectors() -> Material:
    """Some of its vectors, and all that count ways, make copies, save, or offer what is no move."""
    found = material(folder_of(sowing().name))
    some = [one for n, one in enumerate(found.vectors) if n % 8 == 0 or one.sort in SORTS]
    return attrs.evolve(found, vectors=tuple(some))


def verified(made: Callable[[Game], Engine], games: int = GAMES, told: Material | None = None) -> model.Verification:
    game, told = sowing(), vectors() if told is None else told
    work = WorkOrder(game.name, Here(made, game), tuple(configurations(game)), games=games, material=told, version="1")
    return verify(game, work)


def banked(engine: Engine) -> bool:
    """Has the first player a seed in the store? So not at the beginning, and no check of the adapter sees it."""
    return bool(RulesEngine.position(engine)["states"]["seeds"][0][6][1])


def swapped(value: Json) -> Json:
    """Every number as a text."""
    if isinstance(value, list):
        return [swapped(one) for one in value]
    return str(value) if type(value) is int else value


class TextsForNumbers(Engine):
    def position(self) -> Json:
        here = super().position()
        return (
            {**here, "states": {**here["states"], "seeds": swapped(here["states"]["seeds"])}}
            if self.moves > 2
            else here
        )


class TextsInMoves(Engine):
    def legal(self, seat: int) -> Json:
        found = super().legal(seat)
        return [{**one, "house": str(one["house"])} for one in found] if banked(self) else found


class ANewState(Engine):
    def position(self) -> Json:
        here = super().position()
        return {**here, "states": {**here["states"], "moves": 7}} if banked(self) else here


class OffersTwice(Engine):
    def legal(self, seat: int) -> Json:
        return [one for one in super().legal(seat) for _ in range(2)]


class TakesAKeyMore(Engine):
    def move(self, seat: int, move: Json) -> None:
        super().move(seat, {key: value for key, value in move.items() if key in ("do", "house")})


class TakesTextForNumbers(Engine):
    def move(self, seat: int, move: Json) -> None:
        house = move.get("house")
        super().move(seat, {**move, "house": int(house)} if isinstance(house, str) and house.isdigit() else move)


class AStrangeKeyOfTheResult(Engine):
    def result(self) -> Json:
        return {**super().result(), "winner": 0}


class OffersEmptyHouses(Engine):
    def legal(self, seat: int) -> Json:
        found = super().legal(seat)
        return [{"do": "sow", "house": house} for house in range(1, 7)] if found else found


class TheOtherHasWon(Engine):
    def result(self) -> Json:
        found = super().result()
        return {**found, "leaders": [1 - one for one in found["leaders"]]} if len(found["winners"]) == 1 else found


class CopiesAreShared(Engine):
    def back(self) -> None:
        self.kept.pop()


FORMS = {TextsForNumbers: "seeds", TextsInMoves: "sow", ANewState: "moves", OffersTwice: "sow"} | {
    TakesAKeyMore: "sow",
    TakesTextForNumbers: "sow",
    AStrangeKeyOfTheResult: "winner",
}


@pytest.mark.parametrize("made", FORMS)
def test_a_wrong_form_is_told_once_and_blames_no_rule(made: type[Engine]) -> None:
    found = verified(made, 30 if made is TakesTextForNumbers else GAMES)
    (cause,) = found.causes
    assert (found.verdict.code, cause.kind, cause.place, cause.clause) == (1, "shape", FORMS[made], "")
    assert cause.rules and cause.engine and not cause.suspects


@pytest.mark.parametrize(
    ("made", "kind", "clause"), [(OffersEmptyHouses, "legal", "sow.seeds"), (TheOtherHasWon, "result", "result.most")]
)
def test_a_broken_rule_is_one_story_wherever_it_shows(made: Callable[[Game], Engine], kind: str, clause: str) -> None:
    """In games, in scenes, within copies, after saves and in counts of ways."""
    found = verified(made)
    assert {(one.kind, one.clause) for one in found.causes} == {(kind, clause)}


def test_what_a_shared_copy_spoils_is_told_with_what_was_done() -> None:
    found = verified(CopiesAreShared)
    copies = [one for one in found.causes if one.kind == "copy"]
    assert copies and all("After `fork`" in one.rules and one.rules not in one.engine for one in copies)

    assert all(not one.clause and one.other_suspects for one in copies)  # no rule is broken, and the lines are named


class LoadsForTheFirst(Engine):
    """Whose turn it is does not come from a loaded position."""

    def load(self, position: Json) -> None:
        asks = {**position["asks"], "seat": 0} if "seat" in position["asks"] else position["asks"]
        super().load({**position, "states": {**position["states"], "active": 0}, "asks": asks})


class AfterALoad(Engine):
    """All is right but what is asked between a load and the next move: `turned` is the seat asked instead."""

    turned: int | None = None

    def start(self, config: Json) -> None:
        super().start(config)
        self.turned = None

    def restore(self, saved: Json) -> None:
        super().restore(saved)
        self.turned = None

    def asked_seat(self, said: Json, seat: int) -> int:
        """The seat of the rules, for which the engine takes this one; none of the game for the others."""
        if self.turned is None or said["kind"] != "decision":
            return seat
        return int(said["seats"][0]) if seat == self.turned else 9

    def pending(self) -> Json:
        said = super().pending()
        return {**said, "seats": [self.turned]} if self.turned is not None and said["kind"] == "decision" else said

    def legal(self, seat: int) -> Json:
        real = self.asked_seat(RulesEngine.pending(self), seat)
        return super().legal(real) if real < 9 else []

    def move(self, seat: int, move: Json) -> None:
        real = self.asked_seat(RulesEngine.pending(self), seat)
        if real == 9:
            raise ValueError("not asked")
        super().move(real, move)
        self.turned = None


class LoadAsksTheFirst(AfterALoad):
    """Who is asked is not read: it is the first player, as in a new game."""

    def load(self, position: Json) -> None:
        super().load(position)
        self.turned = 0


class LoadAsksAsBefore(AfterALoad):
    """Who is asked is not read: it is whoever was asked before."""

    def load(self, position: Json) -> None:
        asked = self.current_position.pending.seats if self.here is not None else ()
        super().load(position)
        self.turned = asked[0] if asked else 0


class LoadAsksNobody(AfterALoad):
    """That anybody is asked is not read: the game is over."""

    def load(self, position: Json) -> None:
        super().load(position)
        self.turned = 8

    def pending(self) -> Json:
        return super().pending() if self.turned is None else {"kind": "end"}


class LoadAsksTheFirstLater(AfterALoad):
    """What is lost shows one move later."""

    lost = False

    def start(self, config: Json) -> None:
        super().start(config)
        self.lost = False

    def load(self, position: Json) -> None:
        super().load(position)
        self.turned, self.lost = None, True

    def move(self, seat: int, move: Json) -> None:
        super().move(seat, move)
        self.turned, self.lost = 0 if self.lost else None, False


LOSES = (LoadAsksTheFirst, LoadAsksAsBefore, LoadAsksNobody)


@pytest.mark.parametrize("made", LOSES)
def test_what_a_load_forgets_is_one_story_that_names_the_load(made: type[Engine]) -> None:
    """Whether it shows in who is asked, in a list, or in a move that is refused or taken; its case shows it again."""
    found = verified(made, 12)
    assert [(one.kind, one.place, one.clause) for one in found.causes] == [("loaded", "load", "")]
    assert "`load`" in found.causes[0].rules and found.causes[0].vectors
    assert case_fails(made, found)


@pytest.mark.parametrize(("made", "lost"), [(LoadAsksTheFirstLater, True), (Engine, False)])
def test_what_a_load_loses_some_moves_before_it_shows_is_told_beside_the_way_without_it(
    made: type[Engine], lost: bool
) -> None:
    game = sowing()
    begun = game.start(2, {}).take(0, 0)
    begun = begun if begun.pending.seats == (0,) else begun.take(1, 0)
    there = next(one for number in range(6) if (one := begun.take(0, number)).pending.seats == (1,))
    steps = [one.step for one in there.line()[1:]]
    parting = Divergence(DifferenceKind.ASKED, (), [1], [0])
    options = dict(begun.chosen.options)
    met = FoundDifference("games", "game 1", 1, options, 2, begun.to_json(), (steps[-1],), parting, empty_side())
    session = InProcess(made(game))
    told = loading_difference(game, session, greet(session, game, "1"), met, tuple(steps[:-1]))
    assert (told is not None) is lost
    assert told is None or (told.parting.lost, told.operation_that_changed, told.steps) == ("asked", "load", met.steps)


def case_fails(made: type[Engine], found: model.Verification) -> bool:
    """Whether the engine does not pass what is kept of the smallest example."""
    game = sowing()
    session = InProcess(made(game))
    kept = of_json(vector(found.causes[0].examples[0], "kept/load"))
    return Replayer(session, greet(session, game, "1"), dict(vectors().sets)).replay(kept).kind == FAILED


class SavesNoSeeds(Engine):
    """What was sown is lost in what is saved."""

    def restore(self, saved: Json) -> None:
        begun = table(sowing().start(2, {}).machine)["states"]["seeds"]
        here = saved["position"]
        super().restore({**saved, "position": {**here, "states": {**here["states"], "seeds": begun}}})


@pytest.mark.parametrize(
    ("made", "word"), [(LoadsForTheFirst, "load"), (SavesNoSeeds, "save"), (CopiesAreShared, "fork")]
)
def test_what_is_not_kept_is_one_story_and_blames_no_rule(made: Callable[[Game], Engine], word: str) -> None:
    """Whichever name differs, in vectors, from whatever position they begin, and in games."""
    found = verified(made)
    assert [(one.place, one.clause) for one in found.causes] == [(word, "")]
    assert f"`{word}`" in found.causes[0].rules and found.causes[0].other_suspects


class RemembersNoOption(Engine):
    """An option is lost when a saved game is taken up again; it shows some moves later."""

    def restore(self, saved: Json) -> None:
        super().restore(saved)
        self.lost = True

    def start(self, config: Json) -> None:
        super().start(config)
        self.lost = False

    def load(self, position: Json) -> None:
        super().load(position)
        self.lost = False

    def result(self) -> Json:
        found = super().result()
        return {**found, "scores": [0, 0]} if self.lost else found


def test_what_does_not_come_from_the_moves_alone_is_told_so() -> None:
    found = verified(RemembersNoOption, 20, Material())
    told = [one for one in found.causes if "After the same moves alone it says something else" in one.engine]
    assert told and all((one.place, one.clause) == ("left behind", "") for one in told)  # so no rule is broken


class SeatsTheOtherWay(Engine):
    """Positions are read as they should be, and written with the second player first."""

    def position(self) -> Json:
        here = super().position()
        return {**here, "states": {**here["states"], "seeds": here["states"]["seeds"][::-1]}}


def test_who_writes_a_position_wrongly_is_not_told_that_it_loads_wrongly() -> None:
    """What comes back after a load differs, and so it does where nothing was loaded."""
    found = verified(SeatsTheOtherWay)
    assert found.causes and all(one.place != "load" for one in found.causes)


class StaleViews(Engine):
    """Each view is that of the question before."""

    shown: Json = None

    def view(self, seat: int | None) -> Json:
        before, self.shown = self.shown, super().view(seat)
        return self.shown if before is None else before


def test_a_stale_view_is_one_story_whichever_state_it_shows_first_and_tells_both_values() -> None:
    """Also where the engine, asked again for the report, says something else."""
    (cause,) = verified(StaleViews).causes
    assert (cause.kind, cause.place, cause.clause) == ("view", "left behind", "")
    assert cause.rules != cause.engine and "holds" not in cause.rules


class ListsForEverybody(Engine):
    """The moves of whoever is asked stand in the list of every seat."""

    def legal(self, seat: int) -> Json:
        return super().legal(self.current_position.pending.seats[0] if self.current_position.pending.seats else seat)


def test_moves_of_a_seat_that_is_not_asked_are_one_story_whatever_they_are() -> None:
    (cause,) = verified(ListsForEverybody).causes
    assert (cause.kind, cause.place) == ("legal", "unasked") and cause.clause


# ------------------------------------------------------------------ the forms themselves


@pytest.mark.parametrize("name", sorted(folder.name for folder in bundled_games()))
def test_what_the_rules_say_has_no_wrong_form(name: str) -> None:
    game, bits = load(name), stream("forms", name, 0)
    found: set[WrongForm] = set()
    one = configurations(game)[0]
    here = game.start(one.seats, dict(one.options))
    for _ in range(DECISIONS):
        while here.pending.kind == "chance":
            here = without_history(here.draw(draw_outcome(pending_json(here), bits)))
        found |= set(wrong_tables(game, "position", table(here.machine), frozenset(), True))
        for reader in (*range(one.seats), None):
            found |= set(wrong_tables(game, "view", here.view(reader), frozenset(), False))
        if here.is_over:
            found |= set(wrong_result(game, here.result(), frozenset()))
            break
        moves = here.legal(here.pending.seats[0])
        found |= {wrong for move in moves for wrong in wrong_move(game, move)}
        here = without_history(here.take(here.pending.seats[0], bits.below(len(moves))))
    assert not found


class RefusesAHouse(Engine):
    """What it refuses stands in its list, and is refused from the first decision on."""

    def move(self, seat: int, move: Json) -> None:
        if move.get("house") == 6:
            raise ValueError("not that one")
        super().move(seat, move)


def test_a_legal_move_that_is_refused_at_the_start_names_what_allows_it() -> None:
    found = verified(RefusesAHouse, 20, Material())
    assert found.causes and all(one.clause for one in found.causes)
