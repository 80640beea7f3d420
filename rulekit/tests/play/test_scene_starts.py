"""Starts that scenes share: what they say comes first, moves are played, and a position that cannot be is refused."""

import tempfile
from pathlib import Path

import pytest

from rulekit.data import bundled_games, find_game
from rulekit.diagnostics import Problems
from rulekit.pipeline import examine_all, examine_folder, load
from rulekit.play.json_api import to_json, view
from rulekit.play.machine.decision_steps import ENOUGH
from rulekit.play.machine.frames import Decision, Move, Sealed
from rulekit.play.machine.machine import Machine
from rulekit.play.scenes.scene_fill import fill
from rulekit.play.scenes.scene_position import TROUBLE
from rulekit.play.scenes.scene_runner import all_scenes
from rulekit.play.views.seat_view import table_view

GAME = """game pebbles for 2 players
state heap is 0 to 9, starts 9, must fit
type Hue is 1 to 2
card Bead, 4 in all
  face names it: hue Hue
rows of Bead
  [bead.red]  red: hue 1  @public:sample
  [bead.blue]  blue: hue 2  @public:sample
  [bead.green]  green: hue 2  @public:sample
  [bead.grey]  grey: hue 2  @public:sample
zone bag   set of Bead up to 2  everyone sees face  @public:sample
zone sack  pile of Bead         nobody sees it      @public:sample
zone shelf of Hue  set of Bead  everyone sees face  @public:sample
setup
  [setup.sack]  shuffle Bead into sack  @public:sample
action grab
  [grab.do]  take 1 from heap then move top of sack to bag  @public:sample
  [grab.put]  move every bead of bag to shelf of hue of it  @public:sample
turn
  [turn.grab]  player must grab  @public:sample
end
  [end.heap]  at end of turn when heap = 0  @public:sample
result
  [win.last]  winner is active  @public:sample
always
  [inv.heap]  heap is not 8 or active is not seat-one  @public:sample
"""


def found(lines: str) -> list[str]:
    """What the checks say of these starts and scenes, by code and place."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game.rules"
        file.write_text(GAME + lines, encoding="utf-8")
        return [f"{p.code} {p.variant}".strip() for p in examine_all(file).problems if p.code != "K69"]


def misses(lines: str) -> list[str]:
    """What does not come true in these scenes."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game.rules"
        file.write_text(GAME + lines, encoding="utf-8")
        return [miss.got for scene in all_scenes(examine_folder(file)) for miss in scene.misses]


LOW = """start low "Five are left"
  given heap is 5
"""
PLAYED = """start played "One has been taken from seven"
  given heap is 7
  when anna does grab
"""


def scene(*lines: str) -> str:
    """A scene with these lines."""
    return 'scene [grab.do] "Shown"\n' + "".join(f"  {line}\n" for line in lines)


def test_a_scene_goes_on_from_what_its_start_gives() -> None:
    assert misses(LOW + scene("from low", "when anna does grab", "then heap = 4")) == []
    assert misses(LOW + scene("from low", "then heap = 4")) == ["5 against 4"]


def test_what_a_scene_gives_itself_counts_more_than_its_start() -> None:
    assert misses(LOW + scene("from low", "given heap is 3", "then heap = 3")) == []


def test_moves_of_a_start_are_played_before_the_scene_begins() -> None:
    assert (
        misses(PLAYED + scene("from played", "ben is asked [turn.grab]", "then heap = 6 and count of sack = 3")) == []
    )


def test_a_start_goes_on_from_another() -> None:
    more = 'start later "And another"\n  from played\n  when ben does grab\n'
    assert misses(PLAYED + more + scene("from later", "anna is asked [turn.grab]", "then heap = 5")) == []


def test_givens_after_the_moves_of_a_start_count() -> None:
    assert misses(PLAYED + scene("from played", "given heap is 2", "then heap = 2 and count of sack = 3")) == []


def test_a_move_of_a_start_that_is_refused_is_told() -> None:
    more = 'start wrong "Ben is not asked"\n  when ben does grab\n'
    assert misses(more + scene("from wrong", "then heap = 9")) == ["line 28: `grab` is refused not-asked, [turn.grab]"]


def test_a_start_that_breaks_a_law_is_told_with_the_law() -> None:
    more = 'start eight "Eight cannot be"\n  given heap is 8\n'
    assert misses(more + scene("from eight", "then heap = 8")) == ["a law does not hold [inv.heap]"]
    assert misses(more + scene("from eight", "refused because [inv.heap]")) == []


def test_despite_a_law_a_scene_starts_all_the_same() -> None:
    lines = ("despite [inv.heap]", "given heap is 8", "then heap = 8", "when anna does grab", "then heap = 7")
    assert misses(scene(*lines)) == []
    assert misses(scene("despite [inv.heap]", "then heap = 9")) == ["`despite` names a law that holds [inv.heap]"]


def test_a_place_that_is_given_more_than_it_holds_is_told() -> None:
    assert found(scene("given bag is red, blue, green", "then heap = 9")) == ["K67 capacity"]
    more = 'start two "Two lie there"\n  given bag is red, blue\n'
    assert misses(more + scene("from two", "given rest of Bead in bag", "given sack is nothing", "then heap = 9")) == [
        "4 pieces lie in `bag`, which holds 2"
    ]


def test_pieces_that_are_given_may_stand_in_brackets() -> None:
    lines = ("given bag is (red, blue)", "then count of bag = 2 and red in bag and blue in bag")
    assert found(scene(*lines)) == [] and misses(scene(*lines)) == []
    assert found(scene("given bag is (red, blue, green)", "then heap = 9")) == ["K67 capacity"]


def test_each_displaced_piece_may_have_a_place_of_its_own() -> None:
    more = 'start both "What is displaced lies by its hue"\n  given rest of Bead in shelf of hue of it\n'
    lines = (
        "from both",
        "given bag is red, blue",
        "given bag is nothing",
        "then red in shelf of 1 and blue in shelf of 2",
    )
    assert misses(more + scene(*lines)) == []


def test_a_number_out_of_its_range_is_told() -> None:
    assert misses(scene("given heap is 9 + count of bag + 1", "then heap = 9")) == [
        "10 is given where a number from 0 to 9 is kept"
    ]


def test_a_start_that_is_not_there_is_told() -> None:
    assert found(LOW + scene("from lov", "then heap = 5")) == ["K07 start"]


def test_a_start_that_goes_on_from_itself_is_told() -> None:
    more = 'start one "One"\n  from two\nstart two "Two"\n  from one\n'
    assert found(more + scene("from one", "then heap = 9"))[:1] == ["K34 start"]


def test_two_starts_of_one_name_are_told() -> None:
    assert found(LOW + LOW + scene("from low", "then heap = 5")) == ["K11 declared"]


def test_a_start_that_nobody_goes_on_from_is_told() -> None:
    assert found(LOW + scene("then heap = 9")) == ["K70 unused"]


def test_a_start_says_nothing_about_what_must_be_true() -> None:
    with pytest.raises(Problems, match="K01"):
        found('start low "Low"\n  then heap = 9\n')


def test_an_impossible_start_is_told_where_it_is_written() -> None:
    more = 'start high "Too many"\n  given heap is 12\n'
    assert found(more + scene("from high", "then heap = 9")) == ["K67 value"]


def test_all_places_of_a_name_are_emptied_at_once_and_filled_one_by_one() -> None:
    more = 'start full "Both are full"\n  given shelf of 1 is red\n  given shelf of 2 is blue\n'
    lines = ("from full", "given rest of Bead in sack", "given shelf is nothing", "then count of sack = 4")
    assert misses(more + scene(*lines)) == []
    said = ["say in which `shelf` they lie; only `nothing` can be given to all of them"]
    assert misses(scene("given shelf is red", "then count of sack = 3")) == said


FEW = 8  # scenes of each game that are tried: some have hundreds


@pytest.mark.parametrize("game", [path.name for path in bundled_games()])
def test_a_list_that_was_cut_short_is_whole_when_somebody_asks_for_it(game: str) -> None:
    """Menus, moves at any time, several who answer together, single decisions; also of the position that follows."""
    played = load(find_game(game))
    scenes = played.checked.scenes
    for scene in scenes[:: len(scenes) // FEW + 1]:
        try:
            whole, _ = fill(played.settings, scene, laws=False)
            brief, _ = fill(played.settings, scene, laws=False, brief=True)
        except TROUBLE:
            continue
        assert table_view(brief, 0) == {**view(whole, 0), "asks": table_view(whole, 0)["asks"]}
        for _ in range(2):
            if not isinstance(brief.pending, Decision | Sealed):
                break
            assert isinstance(whole.pending, Decision | Sealed)
            assert brief.pending.cut and not whole.pending.cut
            assert len(moves_told(brief)) <= (ENOUGH + 1) * whole.plan.seats
            asked = brief.copy()  # what goes on is asked by nobody
            for seat in range(whole.plan.seats):
                assert asked.legal(seat) == whole.legal(seat)
            assert to_json(brief) == to_json(asked) == to_json(whole)
            seat = next(one for one in range(whole.plan.seats) if whole.legal(one))
            move = whole.legal(seat)[-1]
            whole, brief = whole.decide(seat, move), brief.decide(seat, move)


def moves_told(m: Machine) -> list[Move]:
    """What a decision holds, whoever is asked."""
    assert isinstance(m.pending, Decision | Sealed)
    many = m.pending.moves.values() if isinstance(m.pending, Sealed) else [m.pending.moves]
    return [move for moves in many for move in moves]
