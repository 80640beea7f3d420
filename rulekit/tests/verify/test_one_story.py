"""One mistake is one story, whether vectors or games meet it, and in whichever part of an answer it shows first."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import attrs
import pytest

from rulekit.pipeline import load
from rulekit.play.games.game import Game
from rulekit.protocol.game_schema import configurations
from rulekit.protocol.rules_engine import RulesEngine
from rulekit.report.html import _play_counts
from rulekit.tests.vectorgen.test_making import smallest
from rulekit.tests.verify.test_blame import TAKING
from rulekit.tests.verify.wrong_adequacy import material
from rulekit.tests.zoo.players import CopiesAreShared, Engine
from rulekit.tests.zoo.test_verified import Here
from rulekit.vectorgen.folder import folder_of
from rulekit.vectors.form import of_json
from rulekit.vectors.sets import trees
from rulekit.verify import model
from rulekit.verify.baseline import BaselineEntry
from rulekit.verify.conductor import verify
from rulekit.verify.work_order import Material, WorkOrder

Json = Any
GAMES = 12


@cache
def cards() -> Game:
    return load(smallest("cards.toml"))


def causes(made: Callable[[Game], Engine]) -> tuple[model.Cause, ...]:
    return verified(made).causes


@cache
def verified(made: Callable[[Game], Engine]) -> model.Verification:
    return verify(cards(), work(made))


def work(made: Callable[[Game], Engine]) -> WorkOrder:
    game = cards()
    told = material(folder_of(game.name))
    return WorkOrder(game.name, Here(made, game), tuple(configurations(game)), games=GAMES, material=told, version="1")


class DrawsOfLess(Engine):
    """The last card of the pack is forgotten at the second draw."""

    def pending(self) -> Json:
        said = super().pending()
        second = said["kind"] == "chance" and said["label"].endswith("#2")
        return {**said, "of": said["of"][:-1]} if second else said


class TellsAnotherStake(Engine):
    """A stake of two is told as nine: so it is before a wrong move is refused, and after it."""

    def position(self) -> Json:
        here = super().position()
        stake = [9 if one == 2 else one for one in here["states"]["stake"]]
        return {**here, "states": {**here["states"], "stake": stake}}


class TheOtherWins(Engine):
    """In every key of the result."""

    def result(self) -> Json:
        found = super().result()
        turned = {key: [1 - one for one in found[key]] for key in ("leaders", "winners")}
        return {**found, **turned, "scores": found["scores"][::-1]}


class TheLowerCardWins(TheOtherWins):
    def result(self) -> Json:
        folded = RulesEngine.position(self)["states"]["folded"]
        return RulesEngine.result(self) if any(folded) else super().result()


class EndsAtABet(Engine):
    """Who bets has won; so nobody is asked any more, nothing is legal, and whatever is answered is refused."""

    @property
    def bet(self) -> bool:
        return 2 in RulesEngine.position(self)["states"]["stake"]

    def pending(self) -> Json:
        return {"kind": "end"} if self.bet else super().pending()

    def legal(self, seat: int) -> Json:
        return [] if self.bet else super().legal(seat)

    def move(self, seat: int, move: Json) -> None:
        if self.bet:
            raise ValueError("it is over")
        super().move(seat, move)

    def result(self) -> Json:
        return {"scores": [1, -1], "leaders": [0], "winners": [0], "outcome": "win"} if self.bet else super().result()


class ShowsAllAfterABet(Engine):
    """To everybody, in the game and in copies of it."""

    def view(self, seat: int | None) -> Json:
        return self.all_seen() if 2 in RulesEngine.position(self)["states"]["stake"] else super().view(seat)


class RefusesAndPlays(Engine):
    """Whatever is refused after the first move, the first legal move is made all the same."""

    def move(self, seat: int, move: Json) -> None:
        try:
            super().move(seat, move)
        except ValueError:
            if self.moves and not self.over:
                asked = self.current_position.pending.seats[0]
                super().move(asked, self.legal(asked)[0])
            raise


@pytest.mark.parametrize(
    ("made", "kind", "named"),
    [
        (DrawsOfLess, "chance", True),
        (TellsAnotherStake, "position", True),
        (TheOtherWins, "result", True),
        (CopiesAreShared, "copy", False),
        (ShowsAllAfterABet, "view", True),
        (EndsAtABet, "asked", True),
        (RefusesAndPlays, "refusal", True),
    ],
)
def test_one_mistake_is_one_story(made: Callable[[Game], Engine], kind: str, named: bool) -> None:
    (cause,) = causes(made)
    assert (cause.kind, bool(cause.clause)) == (kind, named)
    assert cause.vectors and cause.games


def test_a_score_that_hangs_on_who_beats_whom_names_what_decides_that() -> None:
    """Who gains how much is said in one line, who beats whom in others; and these are the ones to look at."""
    (cause,) = causes(TheLowerCardWins)
    decides = {case.id for relation in cards().checked.relations for case in relation.cases}
    assert decides & {one.clause for one in cause.suspects[:3]}


def test_what_is_drawn_blames_the_line_that_draws_and_not_the_one_before() -> None:
    (cause,) = causes(DrawsOfLess)
    forms = {line.partition("#")[0] for line in RulesEngine(cards(), "0").game.clauses.lines}
    assert cause.clause in forms and cause.place.startswith(cause.clause)
    assert cause.rules.startswith("What can come: ") and cause.engine.startswith("What can come: ")


def test_where_chance_is_asked_no_other_difference_is_drawn() -> None:
    """An engine stands in the middle of something there; how it lies has not been compared."""
    (cause,) = causes(DrawsOfLess)
    assert all(one.engine.pending is not None and one.engine.states is None for one in cause.examples)


def test_what_a_score_counts_stands_there_once_and_without_its_sources() -> None:
    (cause,) = causes(TheLowerCardWins)
    assert all(one.what.count("[") == 1 and "@" not in one.what for one in cause.values if one.what.startswith("["))
    assert any(one.what.startswith("[") for one in cause.values)


def test_a_report_says_vectors_and_games_apart() -> None:
    found = verified(TheOtherWins)
    vectors, games = (one.done for one in found.stages[1:])
    assert _play_counts(found)[0].startswith(f"{vectors} vectors and {games} games ")
    assert {one.bound for one in found.compared} & {f"3/{games}"}


# ------------------------------------------------------------------ questions that are passed over

WALK = """game walk for 2 players, forced moves are taken
state place of Player is 0 to 99, excess lost
action walk
  [walk.far]  n in 1 to 3  @public:toy
  [walk.near]  require n <= 2  @public:toy
  [walk.do]  add n to place of player  @public:toy
action hop
  [hop.do]  add 5 to place of player  @public:toy
action rest
  [rest.do]  add 1 to place of player  @public:toy
action nap
  [nap.late]  require place of player > 9  @public:toy
  [nap.do]  add 2 to place of player  @public:toy
turn
  [turn.hop]  player must hop or rest or nap  @public:toy
  [turn.walk]  player must walk  @public:toy
end
  [end.far]  at end of turn when place of active > 20  @public:toy
result
  [result.most]  most place wins, ties are shared  @public:toy
"""


def walked(tmp_path: Path, right: str, wrong: str, line: str = "require n <= 2") -> model.Verification:
    """An engine that plays by rules in which one line is another."""
    for name, put in (("right", right), ("wrong", wrong)):
        text = WALK.replace(line, put)
        (tmp_path / f"{name}.rules").write_text(text, encoding="utf-8")
    game, bent = load(tmp_path / "right.rules"), load(tmp_path / "wrong.rules")
    config = {"game": "walk", "options": {}, "seats": 2}
    forced = right == "require n <= 1"
    see: Json = {"pending": {"kind": "decision", "seats": [int(forced)]}}
    see["states"] = {"place": [6, 0] if forced else [5, 0], "active": int(forced)}
    steps = [{"move": [0, {"do": "hop"}]}, {"see": see}]
    vector = of_json({"id": "kept/1", "sort": "kept", "about": [], "config": config, "steps": steps})
    work = WorkOrder("walk", Here(lambda _: Engine(bent), game), tuple(configurations(game)), games=GAMES, version="1")
    return verify(game, attrs.evolve(work, material=Material((vector,), trees(game.checked))))


def test_an_engine_that_finds_one_answer_and_goes_on_is_told_the_answers_that_it_misses(tmp_path: Path) -> None:
    """It is somewhere else when it is looked at, and yet no line that has changed anything is to blame."""
    (cause,) = walked(tmp_path, "require n <= 2", "require n <= 1").causes
    assert (cause.kind, cause.place) == ("legal", "walk missing")
    assert "walk.near" in [one.clause for one in cause.suspects][:2]
    assert cause.vectors == 1 and cause.games
    assert "It makes the move walk: n 1 without asking." in cause.engine


def test_an_engine_that_asks_where_the_rules_have_one_answer_is_told_that_question(tmp_path: Path) -> None:
    """The rules have made the move; the lines that ask it are named before those that it changed."""
    found = walked(tmp_path, "require n <= 1", "require n <= 2")
    assert found.causes and all("turn.walk" in [one.clause for one in cause.suspects][:2] for cause in found.causes)


def test_another_sort_of_move_in_the_right_list_is_no_other_question(tmp_path: Path) -> None:
    """What refuses it is named, and not the line that asks for all of them."""
    (cause,) = walked(tmp_path, "place of player > 9", "place of player >= 3", "place of player > 9").causes
    assert (cause.place, cause.clause) == ("nap offered", "nap.late")


def test_what_one_line_does_wrong_in_several_places_is_one_story(tmp_path: Path) -> None:
    """At first only who leads is wrong, later who is paid as well, and that stands first in the position."""
    rules, wrong = tmp_path / "taking.rules", tmp_path / "wrong" / "taking.rules"
    wrong.parent.mkdir()
    rules.write_text(TAKING, encoding="utf-8")
    wrong.write_text(TAKING.replace("if n > 2: set lead", "if n > 1: set lead"), encoding="utf-8")
    game, other = load(rules), load(wrong)
    order = WorkOrder(game.name, Here(lambda _: Engine(other), game), tuple(configurations(game)), games=GAMES)
    found = verify(game, order)
    (cause,) = found.causes
    assert (cause.kind, cause.clause, cause.place) == ("position", "bid.lead", "coins, lead")
    assert found.verdict.sentence.endswith(f"in {cause.games} of {GAMES} games")
    for place in ("coins", "coins, lead", ""):  # an entry that was written when it showed in one place only
        assert BaselineEntry("position", "bid.lead", place, "so we play", "us").covers(cause)
    assert not BaselineEntry("position", "bid.lead", "turns", "so we play", "us").covers(cause)
