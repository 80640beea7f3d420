"""Games in lockstep: a right engine is never accused, and every sort of mistake is found where it first shows."""

from __future__ import annotations

import copy
import functools
from collections import Counter
from collections.abc import Callable
from typing import Any

import attrs
import pytest

from rulekit import Game
from rulekit.check.configuration_space import GameConfig
from rulekit.data import bundled_games
from rulekit.play.codegen.writers.engine import WritingEngine
from rulekit.play.position.strict_json import dumps
from rulekit.protocol.handshake import greet
from rulekit.protocol.in_process import InProcess
from rulekit.protocol.rules_engine import RulesEngine
from rulekit.protocol.session import received_answers
from rulekit.tests.bundled import bundled as read_once
from rulekit.tests.play.toys import TOYS, toy
from rulekit.tests.scale import examples
from rulekit.typesystem import types as t
from rulekit.vectors.normal import Tree
from rulekit.vectors.sets import trees
from rulekit.verify.lockstep import lockstep_game
from rulekit.verify.lockstep.illegal_moves import foreign_to
from rulekit.verify.lockstep.played_game import LockstepResult, LookPlan

CLOSE = LookPlan(copies=4, refusals=2, enough=60)
FAULTY = {"ask-must-stuck", "ids-like-code", "zone-capacity", "turn-asks-nobody"}  # toys that end in a fault
Json = Any


@functools.cache
def bundled() -> tuple[Game, ...]:
    """The bundled games, those with the fewest pieces first."""
    return tuple(sorted(map(read_once, bundled_games()), key=pieces))


def pieces(game: Game) -> int:
    return sum(len(kind.members) for kind in game.checked.symbols.kinds.values() if kind.is_piece)


def hides(game: Game) -> bool:
    """Does anything lie where only its owner sees it?"""
    return any(view.viewer == "owner" for views in game.checked.zone_views.values() for view in views)


def with_secrets(least: int = 0) -> Game:
    """The smallest game with hidden cards, and at least so many of them."""
    return next(game for game in bundled() if hides(game) and pieces(game) >= least)


def places(game: Game) -> int:
    """Indexes of states that are places of a board; no game without such a state is chosen."""
    plan = game.setting(game.start().chosen).program.plan
    kinds = {
        kind for info in game.checked.symbols.states.values() for kind in info.indexes if isinstance(kind, t.Place)
    }
    return sum(len(plan.members(kind)) for kind in kinds) or 1_000_000


def with_places() -> Game:
    """The game with the smallest board."""
    return min(bundled(), key=places)


SECRETS, BOARD, CARDS = (
    "secrets",
    "board",
    "cards",
)  # short, with hidden cards; on a board; longer, with a hand of cards


@functools.cache
def one(sort: str) -> Game:
    if sort == BOARD:
        return with_places()
    return with_secrets(40 if sort == CARDS else 0)


def played(
    game: Game, adapter: Any, number: int, manner: LookPlan = CLOSE, chosen: GameConfig | None = None
) -> LockstepResult:
    """One game in lockstep with an object in this process."""
    session = InProcess(adapter)
    here = chosen or game.start().chosen
    return lockstep_game.play(game, here, session, greet(session, game, "0"), "0", number, manner)


def first(game: Game, make: Callable[[Game], Any], games: int = 60, manner: LookPlan = CLOSE) -> LockstepResult:
    """The first of some games in which the two part."""
    for number in range(games):
        found = played(game, make(game), number, manner)
        if found.parting is not None:
            return found
    raise AssertionError(f"no difference in {games} games")


def right(game: Game) -> RulesEngine:
    return RulesEngine(game, "0")


# ------------------------------------------------------------------ right engines


@pytest.mark.long
@pytest.mark.parametrize("name", [SECRETS, BOARD, CARDS])
def test_the_rules_as_an_engine_never_part_from_the_rules(name: str) -> None:
    for number in range(examples(8, 200)):
        found = played(one(name), right(one(name)), number)
        assert found.parting is None
        assert not found.counts["walks"] and not found.counts["in another order"]


@pytest.mark.parametrize("name", sorted({file.stem for file in TOYS.glob("*.rules")} - FAULTY))
def test_small_games_with_every_form_never_part(name: str) -> None:
    for number in range(examples(1, 30)):
        found = played(toy(name), right(toy(name)), number, attrs.evolve(CLOSE, proved=True, curious=True))
        assert found.parting is None


@pytest.mark.long
def test_every_sort_of_look_is_taken_also_in_short_games() -> None:
    """Every reader in mid-game, every sort of wrong move, copies, saves and loads."""
    game, counts = one(SECRETS), Counter[str]()
    for number in range(60):
        counts += played(game, right(game), number).counts
    games = 60
    for reader in ("seat 0", "seat 1", "the spectator"):
        assert counts[f"views of {reader}"] > games  # each is asked once at every end, and in the middle besides
    assert counts["copies"] and counts["loaded"] and counts["chance points"]
    sorts = {name.removeprefix("wrong moves ") for name in counts if name.startswith("wrong moves ")}
    assert sorts >= {"by another seat", "by nobody who plays", "of an unknown kind", "after the end"}


class Shuffled(RulesEngine):
    """Everything that has no order stands in another order, and objects have their keys the other way round."""

    def legal(self, seat: int) -> list[dict[str, Json]]:
        return [dict(reversed(move.items())) for move in reversed(super().legal(seat))]

    def position(self) -> dict[str, Json]:
        return {part: dict(reversed(one.items())) for part, one in reversed(super().position().items())}


@pytest.mark.long
def test_an_order_that_the_rules_do_not_give_is_no_difference() -> None:
    for number in range(4):
        found = played(one(CARDS), Shuffled(one(CARDS), "0"), number)
        assert found.parting is None and not found.counts["walks"]


class SetsTurned(RulesEngine):
    """Every zone that is a set is told from the other end."""

    def position(self) -> dict[str, Json]:
        return dict(_turned(super().position(), trees(self.game.checked)["position"]))


def _turned(value: Json, tree: Tree) -> Json:
    if isinstance(value, dict):
        return {key: _turned(inner, tree.get(key) or tree.get("*") or {}) for key, inner in value.items()}
    if isinstance(value, list):
        found = [_turned(inner, tree.get(str(n)) or tree.get("*") or {}) for n, inner in enumerate(value)]
        return found[::-1] if tree.get("set") else found
    return value


def test_a_set_is_compared_as_a_set() -> None:
    found = played(one(CARDS), SetsTurned(one(CARDS), "0"), 1)
    assert found.parting is None and found.counts["in another order"] and not found.counts["walks"]


# ------------------------------------------------------------------ wrong engines


def turned(value: Json, change: Callable[[Json], Json]) -> Json:
    """A value with every leaf changed."""
    if isinstance(value, dict):
        return {key: turned(one, change) for key, one in value.items()}
    return [turned(one, change) for one in value] if isinstance(value, list) else change(value)


class Truths(RulesEngine):
    """1 is told as true."""

    def position(self) -> dict[str, Json]:
        return dict(turned(super().position(), lambda leaf: True if type(leaf) is int and leaf == 1 else leaf))


class Numbers(RulesEngine):
    """Yes and no are told as 1 and 0."""

    def position(self) -> dict[str, Json]:
        return dict(turned(super().position(), lambda leaf: int(leaf) if type(leaf) is bool else leaf))


class Fractions(RulesEngine):
    """Numbers are told as fractions."""

    def position(self) -> dict[str, Json]:
        return dict(turned(super().position(), lambda leaf: float(leaf) if type(leaf) is int else leaf))


@pytest.mark.long
@pytest.mark.parametrize(("game", "wrong"), [(SECRETS, Truths), (SECRETS, Fractions)])
def test_a_value_of_another_sort_is_a_difference(game: str, wrong: type[RulesEngine]) -> None:
    parting = first(one(game), lambda one: wrong(one, "0")).parting
    assert parting is not None and parting.what in ("position", "failure")


def test_yes_and_no_told_as_numbers_are_a_difference() -> None:
    parting = first(toy("copies-noted"), lambda one: Numbers(one, "0")).parting
    assert parting is not None and parting.what == "position" and parting.where[1] == "tired"


class Leaks(RulesEngine):
    """In mid-game one reader is shown what seat 0 sees."""

    who: int | None = None

    def view(self, seat: int | None) -> dict[str, Json]:
        over = self.pending()["kind"] == "end"
        return super().view(0 if seat == self.who and not over else seat)


@pytest.mark.long
@pytest.mark.parametrize("who", [None, 1])
def test_a_view_that_tells_too_much_in_the_middle_of_a_short_game_is_found(who: int | None) -> None:
    made = type("Leaks", (Leaks,), {"who": who})
    parting = first(one(SECRETS), lambda one: made(one, "0"), manner=LookPlan()).parting
    assert parting is not None and (parting.what, parting.seat) == ("view", who)


class Accepts(RulesEngine):
    """A move that is not legal is taken, if `sort` says so, and nothing comes of it."""

    sort = staticmethod(lambda self, seat, move: True)

    def move(self, seat: int, move: Json) -> None:
        try:
            super().move(seat, move)
        except ValueError:
            if not type(self).sort(self, seat, move):
                raise


ACCEPTED: dict[str, tuple[str, Callable[[Any, int, Json], bool]]] = {
    "of an unknown kind": (BOARD, lambda self, seat, move: move["do"] != "mark"),
    "with something missing": (BOARD, lambda self, seat, move: len(move) == 1),
    "with something too much": (BOARD, lambda self, seat, move: len(move) > 2),
    "out of range": (BOARD, lambda self, seat, move: "cell" in move and _beyond(move["cell"])),
    "with a foreign value": (BOARD, lambda self, seat, move: len(move) == 2 and not _two(move.get("cell", [1, 1]))),
    "by another seat": (BOARD, lambda self, seat, move: [seat] != self.pending().get("seats", [seat])),
    "by nobody who plays": (BOARD, lambda self, seat, move: seat > 1),
    "after the end": (BOARD, lambda self, seat, move: self.pending()["kind"] == "end"),
    "of an earlier time": (BOARD, lambda self, seat, move: self.pending()["kind"] != "end"),
}


def _two(cell: Json) -> bool:
    return isinstance(cell, list) and len(cell) == 2 and all(type(one) is int for one in cell)


def _beyond(cell: Json) -> bool:
    return isinstance(cell, list) and any(type(one) is int and not 0 < one < 4 for one in cell)


class Loose(RulesEngine):
    """What a lenient language takes for a number is one: `"3"`, a list of one number, nothing for the first."""

    def move(self, seat: int, move: Json) -> None:
        house = move.get("house")
        (house,) = house if isinstance(house, list) and len(house) == 1 else (house,)
        if isinstance(house, str) and house in "123456":
            house = int(house)
        super().move(seat, {**move, "house": house})


@pytest.mark.parametrize("value", [3, 1, True, "flax", [1, 2], None])
def test_a_foreign_value_is_never_the_value_itself(value: Json) -> None:
    assert dumps(value) not in [dumps(one) for one in foreign_to(value)]


def test_an_engine_that_takes_foreign_values_is_found() -> None:
    sowing = next(one for one in bundled() if "sow" in one.checked.symbols.actions)
    parting = first(sowing, lambda one: Loose(one, "0"), 40, LookPlan()).parting
    assert parting is not None and (parting.what, parting.engine) == ("refusal", "taken")


@pytest.mark.parametrize("sort", ACCEPTED)
def test_an_engine_that_takes_wrong_moves_of_one_sort_is_found(sort: str) -> None:
    name, accepts = ACCEPTED[sort]
    made = type("Accepts", (Accepts,), {"sort": staticmethod(accepts)})
    parting = first(one(name), lambda one: made(one, "0"), 40, LookPlan()).parting
    assert parting is not None and parting.what == "refusal" and parting.engine == "taken"


class Costs(RulesEngine):
    """A move that is refused is played all the same, if it is some move of the list."""

    def move(self, seat: int, move: Json) -> None:
        try:
            super().move(seat, move)
        except ValueError:
            asked = self.pending().get("seats")
            if asked:
                super().move(asked[0], self.legal(asked[0])[0])
            raise


class Forgets(RulesEngine):
    """What was saved is the beginning."""

    def start(self, config: dict[str, Json]) -> None:
        super().start(config)
        self.first = self.current_position

    def restore(self, saved: Json) -> None:
        self.here = self.first


class Shares(RulesEngine):
    """A copy is the game itself."""

    def back(self) -> None:
        self.kept.pop()


class LoadsLess(RulesEngine):
    """Of a position only who is asked is taken."""

    def load(self, position: Json) -> None:
        before = self.here
        super().load(position)
        self.here = self.here if before is None else self.first

    def start(self, config: dict[str, Json]) -> None:
        super().start(config)
        self.first = self.current_position


class Misnames(RulesEngine):
    """Chance is asked for under another name."""

    def pending(self) -> dict[str, Json]:
        found = super().pending()
        return {**found, "label": "other"} if found["kind"] == "chance" else found


class Narrows(RulesEngine):
    """One card can never come."""

    def pending(self) -> dict[str, Json]:
        found = super().pending()
        return {**found, "of": found["of"][:-1]} if found["kind"] == "chance" else found


class Doubts(RulesEngine):
    """Who asks for the result a second time hears another."""

    asked_for = 0

    def result(self) -> dict[str, Json]:
        self.asked_for += 1
        found = super().result()
        return found if self.asked_for % 2 else {**found, "outcome": "undecided"}


MISTAKES = {
    Costs: ("refusal", SECRETS),
    Forgets: ("copy", BOARD),
    Shares: ("copy", BOARD),
    LoadsLess: ("loaded", BOARD),
    Misnames: ("chance", SECRETS),
    Narrows: ("chance", SECRETS),
    Doubts: ("result", BOARD),
}


@pytest.mark.long
@pytest.mark.parametrize("wrong", MISTAKES, ids=lambda one: one.__name__)
def test_a_mistake_is_called_after_what_shows_it(wrong: type[RulesEngine]) -> None:
    what, name = MISTAKES[wrong]
    parting = first(one(name), lambda one: wrong(one, "0")).parting
    assert parting is not None and parting.what == what


# ------------------------------------------------------------------ where it first shows


class Slips(RulesEngine):
    """From some decision on the position is told wrongly."""

    after = 7

    def start(self, config: dict[str, Json]) -> None:
        super().start(config)
        self.moves = 0

    def move(self, seat: int, move: Json) -> None:
        super().move(seat, move)
        self.moves += 1

    def position(self) -> dict[str, Json]:
        found = copy.deepcopy(super().position())
        if self.moves >= self.after:
            found["zones"]["stranger"] = []
        return found


class Falls(Slips):
    """And some decisions later it answers no more."""

    def legal(self, seat: int) -> list[dict[str, Json]]:
        if self.moves >= 9:
            raise RuntimeError("out of order")
        return super().legal(seat)


@pytest.mark.parametrize("wrong", [Slips, Falls])
def test_the_first_difference_is_the_first_however_many_questions_are_on_their_way(wrong: type[Slips]) -> None:
    for number in range(3):
        game = one(CARDS)
        found = [played(game, wrong(game, "0"), number, LookPlan(copies=0, window=w)) for w in (1, 5, 16)]
        assert {repr(one.parting) for one in found} == {repr(found[0].parting)}
        assert {repr(one.answers) for one in found} == {repr(found[0].answers)}
        assert found[0].parting is not None and found[0].parting.what == "position"
        assert found[0].counts["decisions"] == Slips.after


def test_a_failure_before_any_difference_is_told_as_a_failure() -> None:
    found = played(one(CARDS), type("Falls", (Falls,), {"after": 99})(one(CARDS), "0"), 0)
    assert found.parting is not None and found.parting.what == "failure" and "out of order" in str(found.failure)


def test_after_a_difference_the_engine_stands_where_it_showed() -> None:
    engine = Slips(one(CARDS), "0")
    found = played(one(CARDS), engine, 0, LookPlan(copies=0))
    assert found.parting is not None and engine.moves == found.counts["decisions"] == Slips.after


def test_a_slip_of_a_generated_function_accuses_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    """The walk of the interpreter has the last word."""
    monkeypatch.setattr(WritingEngine, "view", lambda self, state, reader: {"states": {}, "zones": {}})
    found = played(one(SECRETS), right(one(SECRETS)), 0)
    assert found.parting is None and found.counts["walks"]


def test_answers_of_an_engine_that_fails_end_with_the_failure() -> None:
    engine = Falls(one(CARDS), "0")
    engine.moves = 9
    answers = list(received_answers(InProcess(engine), [("ping", {}), ("legal", {"seat": 0}), ("ping", {})]))
    assert len(answers) == 2
    with pytest.raises(Exception, match="out of order"):
        answers[1].strictly()
