"""Free laws hold of what the engines do, and each sees a position, list, record or view that was tampered with."""

import random
from pathlib import Path
from typing import Any

import attrs
import pytest

from rulekit.laws.builtin import free_laws
from rulekit.laws.law_context import LawContext
from rulekit.pipeline import load
from rulekit.play.engines import Interpreter
from rulekit.play.games.game import Position
from rulekit.play.machine.frames import Decision
from rulekit.play.position.seat_json import SeatCodec
from rulekit.testing.random_campaign import RandomCampaign

TOYS = Path(__file__).parent.parent / "games"
FREE = {law.id.removeprefix("free."): law for law in free_laws()}
SOME = ("laws", "zone-kinds", "copies", "two-sides", "known-by", "together", "menu-groups", "effects", "tiles-turned")


def look_at(toy: str, seed: str = "1", answers: int = 0) -> Any:
    """A moment of a toy, on the reference engine, whose machine may be tampered with."""
    here = load(TOYS / f"{toy}.rules").start(chance=seed, engine="reference")
    for _ in range(answers):
        here = here.take(here.pending.seats[0], 0)
    return LawContext(here, random.Random(0))


def tampered(look: Any, change: Any) -> Any:
    """The same moment after somebody has laid hands on it."""
    m = look.here.state.copy()
    m.lines = look.here.state.lines
    change(m)
    return LawContext(attrs.evolve(look.here, state=m), look.rng)


@pytest.mark.parametrize("toy", SOME)
def test_toys_keep_the_free_laws(toy: str) -> None:
    """At several moments of several games."""
    made = RandomCampaign(load(TOYS / f"{toy}.rules"), "free")
    for number in range(8):
        chosen = made.game.start().chosen
        made.look(chosen, made.play_one(chosen, number), number)
    assert {clause for clause in made.found if clause.startswith("free.")} == set()
    assert {law.id for law in free_laws()} <= made.judged


def test_a_piece_in_two_zones_is_seen() -> None:
    """The same piece once more somewhere else."""

    def change(m: Any) -> Any:
        zone, pieces = next((z, p) for z, p in m.table.zones.items() if p)
        kind = m.plan.symbols.zones[m.plan.zones[zone][0]].kind
        other = next(
            z for z, (name, _) in enumerate(m.plan.zones) if z != zone and m.plan.symbols.zones[name].kind == kind
        )
        m.table.zones[other] = (*m.table.contents(other), pieces[0])

    assert "lies in 2 zones" in str(FREE["one-zone"].find_violation(tampered(look_at("zone-kinds"), change)))


OUTSIDE = """
game outside for 2 players
type Small is 0 to 3
state seen of Player is set of Small
state past of Player is 0 to 3
action go
  [go.n]   k in 1 to 9              @public:x
  [go.do]  add k to seen of player  @public:x
turn
  [turn.go]  player must go         @public:x
end
  [end.b]  at end of turn when count of seen of seat-one = 3  @public:x
result
  [res.m]  most past wins, ties are shared  @public:x
"""


def test_a_member_outside_the_range_of_its_set_is_told_in_words(tmp_path: Path) -> None:
    """The place as the rules name it, the members one by one, the type with its article."""
    (tmp_path / "outside.rules").write_text(OUTSIDE, "utf-8")
    here = load(tmp_path / "outside.rules").start(engine="reference").take(0, 6)
    told = FREE["ranges"].find_violation(LawContext(here, random.Random(0)))
    assert told == "seen of seat 0 is [7], which is not a set of number 0 to 3"


def test_a_number_outside_its_range_is_seen() -> None:
    """What is left is 0 to 5."""
    look = tampered(look_at("laws"), lambda m: m.table.states["left"].update({(): 6}))
    assert "left" in str(FREE["ranges"].find_violation(look))


def test_a_value_that_is_nothing_is_seen() -> None:
    """Only a state that says so may be nothing."""
    look = tampered(look_at("laws"), lambda m: m.table.states["left"].update({(): None}))
    assert "left" in str(FREE["ranges"].find_violation(look))


def with_moves(change: Any) -> Any:
    """The moves of a decision changed."""

    def done(m: Any) -> Any:
        assert isinstance(m.pending, Decision)
        m.pending = attrs.evolve(m.pending, moves=change(m.pending.moves))

    return done


def test_a_legal_list_with_a_double_is_seen() -> None:
    """The first move once more."""
    look = tampered(look_at("laws"), with_moves(lambda moves: (*moves, moves[0])))
    assert "twice" in str(FREE["canonical"].find_violation(look))


def test_a_legal_list_in_another_order_is_seen() -> None:
    """The last move first."""
    look = tampered(look_at("laws"), with_moves(lambda moves: moves[::-1]))
    assert "order" in str(FREE["canonical"].find_violation(look))


def test_who_is_asked_and_cannot_answer_is_seen() -> None:
    """An empty legal list."""
    look = tampered(look_at("laws"), with_moves(lambda moves: ()))
    assert "nothing to answer" in str(FREE["stuck"].find_violation(look))


class Loose(Position):
    """A position that lets anybody do anything."""

    def apply(self, seat: Any, move: Any) -> Any:
        return attrs.evolve(self, step={"move": move, "seat": seat})


def test_a_move_that_is_allowed_without_being_listed_is_seen() -> None:
    """A seat that is not asked plays."""
    here = look_at("laws").here
    loose = Loose(*(getattr(here, one.name) for one in attrs.fields(Position) if one.init))
    assert "does not name" in str(FREE["refused"].find_violation(LawContext(loose, random.Random(0))))


def test_a_record_that_leads_elsewhere_is_seen() -> None:
    """The position is not the one the answers lead to."""
    look = tampered(look_at("laws", answers=1), lambda m: m.table.states["visits"].update({(): 9}))
    assert FREE["replay"].find_violation(look) is None  # a ghost is no part of a position
    look = tampered(look_at("laws", answers=1), lambda m: m.table.states["left"].update({(): 0}))
    assert "cannot replay" in str(FREE["replay"].find_violation(look))


class Forgetful(Interpreter):
    """An engine that does not load all that was written."""

    def load_machine(self, m: Any) -> Any:
        made = m.copy()
        made.table.states["left"][()] = 1
        return made


def test_a_position_that_is_read_again_as_another_is_seen() -> None:
    """One number is lost on the way."""
    look = look_at("laws")
    setting = look.here.game.setting(look.here.chosen)
    here = attrs.evolve(look.here, engine=Forgetful(setting))
    assert "another one" in str(FREE["copies"].find_violation(LawContext(here, look.rng)))


def test_a_zone_that_changes_in_silence_is_seen() -> None:
    """A piece that was moved without an event."""
    look = look_at("zone-kinds", answers=1)

    def change(m: Any) -> Any:
        zone = next(z for z, p in m.table.zones.items() if p)
        m.table.zones[zone] = m.table.zones[zone][1:]

    assert FREE["events"].find_violation(look) is None
    assert "grew by" in str(FREE["events"].find_violation(tampered(look, change)))


def test_news_of_a_zone_in_which_nothing_lies_are_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A piece is told to have come where there was none before and is none now."""
    look = look_at("zone-kinds", answers=1)
    codec, held = SeatCodec(look.m, None), look.m.table.zones.keys() | look.here.before.machine.table.zones.keys()
    empty = next(zone for zone in range(len(look.m.plan.zones)) if zone not in held and codec.sees_zone(zone, "count"))
    honest, false = Position.news, {"moved": [{"to": codec.zone(empty), "count": 1}]}
    monkeypatch.setattr(Position, "news", lambda self, seat: [*honest(self, seat), false])
    assert "grew by 1, but it grew by 0" in str(FREE["events"].find_violation(look))


def test_a_view_that_tells_what_is_hidden_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    """A view with the whole position in it."""
    from rulekit.laws.builtin import hidden
    from rulekit.play.views.seat_view import view

    look = look_at("two-sides")
    honest = view
    monkeypatch.setattr(hidden, "view", lambda m, seat: {**honest(m, seat), "zones": m.table.zones})
    found = [FREE["hidden"].find_violation(LawContext(look.here, random.Random(n))) for n in range(5)]
    assert any(found)


def test_every_law_is_a_file_with_a_sentence() -> None:
    """Their ids come from the names of the files."""
    assert {"one-zone", "ranges", "hidden", "events", "stuck", "refused", "replay", "copies", "canonical"} == set(FREE)
    assert all(law.sentence.endswith(".") for law in FREE.values())
