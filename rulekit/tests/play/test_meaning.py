"""Fine points of the meaning that no toy shows by itself: each a rulebook of a few lines, and a scene."""

from pathlib import Path

import pytest

from rulekit.pipeline import examine_all
from rulekit.play.games.law_playouts import trials
from rulekit.play.scenes.scene_runner import all_scenes

HEAD = "game fine for 2 players\n"
BEADS = """piece Bead, 4 in all
  face names it: worth 1 to 4
rows of Bead
  [bead.ash]  ash: worth 1  @public:toy
  [bead.elm]  elm: worth 2  @public:toy
  [bead.fir]  fir: worth 3  @public:toy
  [bead.oak]  oak: worth 4  @public:toy
zone heap pile of Bead everyone sees face
zone bowl set of Bead everyone sees face
setup
  [setup.heap]  move every bead of box to heap  @public:toy
"""
SCORE = """state score of Player is 0 to 99, excess lost
result
  [result.most]  most score wins, ties are shared  @public:toy
"""


def misses(tmp_path: Path, text: str) -> list[str]:
    """What the scenes of a text expected and did not get."""
    file = tmp_path / "fine.rules"
    file.write_text(HEAD + text, encoding="utf-8")
    examined = examine_all(file)
    assert [str(p) for p in examined.errors] == []
    return [str(miss) for scene in all_scenes(examined.checked) for miss in scene.misses]


def test_an_ending_at_once_comes_before_a_question_on_its_own_line(tmp_path: Path) -> None:
    """It is looked for after every line and at every decision."""
    text = """state left is 0 to 2, starts 2, must fit
action wait
  [wait.do]  add 1 to score of player  @public:toy
turn
  [turn.go]  take 1 from left then player must wait  @public:toy
end
  [end.none]  at once when left = 0  @public:toy
scene [end.none] "Nobody is asked any more"
  anna is asked [turn.go]
  when anna does wait
  then finished and score of ben = 0
"""
    assert misses(tmp_path, SCORE + text) == []


def test_what_is_collected_stands_in_the_order_of_its_type(tmp_path: Path) -> None:
    """A filter keeps the order of its source, a computed set does not."""
    text = """turn
  [turn.kept]  player must choose kept: a in heap where (worth of it > 1)  @public:toy
  [turn.made]  player must choose made: c in b for each b in heap  @public:toy
end
  [end.turn]  at end of turn when active = seat-two  @public:toy
scene [turn.kept] "From the bottom to the top, and by number"
  given heap is oak, elm, fir
  anna may exactly kept a oak or kept a elm or kept a fir
  when anna does kept a oak
  anna may exactly made c elm or made c fir or made c oak
"""
    assert misses(tmp_path, SCORE + BEADS + text) == []


def test_what_is_displaced_goes_where_the_first_new_piece_came_from(tmp_path: Path) -> None:
    """In row order and to the bottom; into the box if nothing new is named."""
    text = """turn
  [turn.nod]  player must choose nod: n in 0 to 0  @public:toy
end
  [end.turn]  at end of turn when active = seat-two  @public:toy
scene [turn.nod] "A swap"
  given bowl is fir, elm
  given bowl is oak
  then elm in heap and fir in heap and item (1) of heap = elm and item (2) of heap = fir and top of heap = ash
scene [turn.nod] "A heap emptied"
  given heap is nothing
  then count of box = 4
scene [turn.nod] "The rest elsewhere"
  given heap is ash
  given rest of Bead in bowl
  then count of bowl = 3 and heap is not empty
"""
    assert misses(tmp_path, SCORE + BEADS + text) == []


def test_an_old_zone_is_what_lay_there(tmp_path: Path) -> None:
    """Order and all, while the zone itself has moved on."""
    text = """action grab
  [grab.do]  move top of heap to bowl  @public:toy
whenever after grab
  [after.top]   if top of old heap in bowl: add 1 to score of player  @public:toy
  [after.many]  if count of old heap = count of heap + 1: add 1 to score of player  @public:toy
turn
  [turn.grab]  player must grab  @public:toy
end
  [end.turn]  at end of turn when active = seat-two  @public:toy
scene [after.top] "The top as it was"
  when anna does grab
  then score of anna = 2 and oak in bowl
"""
    assert misses(tmp_path, SCORE + BEADS + text) == []


def test_the_second_price_is_tested_where_the_first_has_left_off(tmp_path: Path) -> None:
    """Its reason is the guard of what could not be paid then."""
    text = """state purse of Player is 0 to 9, starts 5, must fit
type Coins is 0 to 9
to pay-out n: Coins
  [pay.enough]  require purse of player >= n  @public:toy
  [pay.take]    take n from purse of player  @public:toy
action buy
  [buy.do]  pay-out 3 then pay-out 3 -> add 1 to score of player  @public:toy
action rest
  [rest.do]  add 0 to score of player  @public:toy
turn
  [turn.go]  player must buy or rest  @public:toy
end
  [end.turn]  at end of turn when active = seat-two  @public:toy
scene [pay.enough] "Three and three"
  anna may not buy because [pay.enough]
"""
    assert misses(tmp_path, SCORE + text) == []


def test_who_is_not_asked_is_told_so_with_the_decision(tmp_path: Path) -> None:
    """The other seat, and an action that is not offered."""
    text = """action rest
  [rest.do]  add 1 to score of player  @public:toy
action jump
  [jump.do]  add 2 to score of player  @public:toy
turn
  [turn.go]  player must rest  @public:toy
  [turn.on]  if score of player > 9: player must jump  @public:toy
end
  [end.turn]  at end of turn when active = seat-two  @public:toy
scene [turn.go] "Not now"
  anna may not jump because [not-asked], [turn.go]
  ben may not rest because [not-asked], [turn.go]
"""
    assert misses(tmp_path, SCORE + text) == []


@pytest.mark.parametrize(
    ("law", "broken"),
    (
        ("always\n  [law.it]  score of p < 2\n", True),
        ("always\n  [law.it]  score of p < 3\n", False),
        ("never\n  [law.it]  score of p = 2\n", True),
        ("at-rest\n  [law.it]  score of p = 0 or score of p = 2\n", False),
        ("at-rest\n  [law.it]  score of p = 0 or finished\n", True),
        ("at-end\n  [law.it]  score of p = 2\n", False),
        ("at-end\n  [law.it]  score of p = 1\n", True),
        ("each-step\n  [law.it]  score of p >= old score of p\n", False),
        ("each-step\n  [law.it]  score of p = old score of p\n", True),
        ("each-step\n  [law.it]  after earn: score of player = old score of player + 2\n", False),
        ("each-step\n  [law.it]  after earn: score of player = old score of player + 1\n", True),
        ("never-rises\n  [law.it]  score of p\n", True),
        ("never-falls\n  [law.it]  score of p\n", False),
        ("never-changes\n  [law.it]  score of p\n", True),
        ("at-most\n  [law.it]  tally of earn <= 2\n", False),
        ("at-most\n  [law.it]  tally of earn <= 1\n", True),
    ),
    ids=lambda value: str(value).split("  ")[-1].strip(),
)
def test_a_law_is_found_broken_just_when_it_is(law: str, broken: bool, tmp_path: Path) -> None:
    """Two turns, two points each, with a question in between."""
    text = """action earn
  [earn.one]  add 1 to score of player  @public:toy
  [earn.ask]  player must choose nod: n in 0 to 0  @public:toy
  [earn.two]  add 1 to score of player  @public:toy
turn
  [turn.go]  player must earn  @public:toy
end
  [end.turn]  at end of turn when active = seat-two  @public:toy
"""
    file = tmp_path / "fine.rules"
    file.write_text(HEAD + SCORE + text + law, encoding="utf-8")
    examined = examine_all(file)
    assert [str(p) for p in examined.errors] == []
    found = [what for trial in trials(examined.checked, 1, "laws") for what in trial.wrong]
    assert bool(found) == broken and all("[law.it]" in what for what in found)


def test_a_scene_says_what_it_expected_and_what_it_got(tmp_path: Path) -> None:
    """Every kind of line, wrong on purpose."""
    text = """action rest
  [rest.do]  add 1 to score of player  @public:toy
turn
  [turn.go]  player must rest  @public:toy
end
  [end.turn]  at end of turn when active = seat-two  @public:toy
scene [turn.go] "All wrong"
  then score of anna = 3
  ben is asked [turn.go]
  anna sees score of ben = 1
  anna may exactly rest or rest
  ben may rest
  anna may not rest
  when ben does rest
scene [turn.go] "Not refused"
  refused because [rest.do]
"""
    found = misses(tmp_path, SCORE + text)
    assert len(found) == 8 and "got 0 against 3" in found[0] and "anna is asked [turn.go]" in found[1]


def test_a_sequence_without_a_value_is_what_else_is_in_it(tmp_path: Path) -> None:
    """`past - m` was one more at its end, as `past + m` is."""
    text = """type Mood is one of calm, wild, dull
state past is pile of Mood
action say
  [say.mood]  m in Mood  @public:toy
  [say.do]  add m to past  @public:toy
  [say.left]  set score of player to count of (past - m)  @public:toy
turn
  [turn.go]  player must say  @public:toy
end
  [end.four]  at end of turn when count of past = 4  @public:toy
scene [say.left] "One other mood"
  when anna does say m calm
  when ben does say m calm
  when anna does say m dull
  then score of anna = 1 and score of ben = 0 and count of past = 3
"""
    assert misses(tmp_path, SCORE + text) == []
