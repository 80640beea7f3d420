"""What only play can count is too much in both engines at the same clause, with the same words."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit
from rulekit.play.codegen import load
from rulekit.play.machine.rule_faults import Fault
from rulekit.tests.hostile_rules import game

FAR = "state far is 0 to 999999, starts 999999, excess lost\n"
FALLS = "to dig, falling far\n  [dig.take]  take 1 from far  @A:1\n  [dig.on]  if far > 0: dig  @A:1\n"
BRANCHES = "to dig n: Number, falling n\n" + "".join(f"  [dig.{k}]  if n > 0: dig (n - 1)  @A:1\n" for k in ("a", "b"))
CALLED = "to wait-long n: Number\n  [wait.long]  repeat n: take 0 from heap  @A:1\n"
PICKS = "zone shelf  set of Bead  everyone sees face\n"
BEADS = "piece Bead, 24 in all\n  face names it: worth 1 to 30\nrows of Bead\n" + "".join(
    f"  [bead.r{n}]  bead-{n}: worth {n}  @A:1\n" for n in range(1, 25)
)
SHELF = BEADS + PICKS + "setup\n  [setup.shelf]  move every bead of box to shelf  @A:1\n"

ENDLESS = {
    "repeat as often as a state says": (game(FAR, act="repeat far: take 0 from heap"), "ran-out", "act.d0"),
    "loops of states in each other": (game(FAR, act="repeat heap: repeat far: take 0 from heap"), "ran-out", "act.d0"),
    "until, with a number far off": (
        game(act="until heap = 0, at most 999999999 times: take 0 from heap"),
        "ran-out",
        "act.d0",
    ),
    "until what falls is nought": (game(FAR, act="until far = 0, falling far: take 1 from far"), "ran-out", "act.d0"),
    "a number that is handed on": (game(FAR + CALLED, act="wait-long far"), "ran-out", "wait.long"),
    "a procedure whose measure falls far": (game(FAR + FALLS, act="dig"), "too-deep", "dig.on"),
    "a procedure that calls itself twice": (game(BRANCHES, act="dig 30"), "ran-out", "dig.a"),
    "a range up to a state": (game(FAR, act="lot n in 1 to far then take n from heap"), "ran-out", None),
    "all subsets of what lies there": (game(SHELF, front="xs are any from shelf"), "ran-out", "act.f0"),
    "turns that ask nobody": (
        game().replace("player must act, if able", "if heap > 20: player must act"),
        "ran-out",
        "play.turn",
    ),
}

SAYS = "to says n: Number\n  [says.a]  repeat 9: report n * n  @A:1\n"
BAG = "type Wood is one of oak, elm\nstate store is bag of Wood\n"
PAYS = "to pays n: Number\n  [pays.a]  if n > 3: take 1 from heap  @A:1\n"
SQUARES = "define square of n: Number is n * n\n"
TOTAL = "total pile of n: Number\n  [pile.a]  + n * 100000  @A:1\n  [pile.b]  + n * 100000  @A:1\n"
SUM = "type Slot is 1 to 9\ndefine pile of n: Number is sum of (n * 100000) for each x in Slot\n"
FAR_OFF = {
    "a name that is squared": (game(act="let m be 3\nrepeat 30: set m to m * m"), None),
    "a name that is doubled": (game(act="let m be 1\nrepeat 300: set m to m + m"), None),
    "a difference": (game(act="let m be 1\nrepeat 300: set m to m - 99999999"), None),
    "a name to which is added": (game(act="let m be 1\nrepeat 300: add m to m"), "act.d1"),
    "a name from which is taken": (game(act="let m be 2\nrepeat 300: take 0 - m from m"), "act.d1"),
    "what is reported": (game(SAYS, act="says 30000 then take last from heap"), "says.a"),
    "a bag to which is added": (game(BAG, act="add 1 oak to store\nrepeat 300: add store to store"), "act.d1"),
    "a bag many times": (game(BAG, act="add 1 oak to store\nrepeat 300: set store to 9 * store"), None),
    "two bags": (game(BAG, act="add 1 oak to store\nrepeat 300: set store to store + store"), None),
    "a word": (game(SQUARES, act="if square of square of (heap * 100) > 7: take 1 from heap"), None),
    "a total": (game(TOTAL, act="if pile of 9000 > 7: take 1 from heap"), None),
    "a sum": (game(SUM, act="if pile of 9000 > 7: take 1 from heap"), None),
    "what is always so large": (game(act="if 400000 * 400000 > 9: take 1 from heap"), None),
    "a guard": (game(front="n in 1 to 3\nrequire n * 500000000 < 999999999", act="take n from heap"), None),
}


def loaded(text: str, folder: Path) -> rulekit.Game:
    (folder / "game.rules").write_text(text, encoding="utf-8")
    return rulekit.load(folder / "game.rules")


def fault(played: rulekit.Game, engine: str) -> Fault:
    with pytest.raises(Fault) as found:
        position = played.start(players=2, chance=1, engine=engine)
        for _ in range(20):
            position = position.take(position.pending.seats[0], 0)
    return found.value


def test_so_much_for_each_that_it_is_too_far_from_0_is_refused_before_play(tmp_path: Path) -> None:
    """What a procedure is given for each of so many has a bound, and the check knows it."""
    with pytest.raises(rulekit.Problems) as found:
        loaded(game(PAYS, act="pays 999999999 per 2 heap"), tmp_path)
    assert "K21" in str(found.value)
    loaded(game(PAYS, act="pays 9 per 2 heap"), tmp_path)


@pytest.mark.long
@pytest.mark.parametrize("name", ENDLESS)
def test_both_engines_run_out_at_the_same_clause(name: str, tmp_path: Path) -> None:
    text, kind, clause = ENDLESS[name]
    played = loaded(text, tmp_path)
    one, other = fault(played, "reference"), fault(played, "python")
    assert (one.kind, one.clause) == (kind, clause)
    assert str(one) == str(other)


IDLE = "option wait is 150 or 250\nstate idle is 0 to 999, excess lost\n"
COUNTS = "  [turn.a]  add 1 to idle  @A:1\n  [turn.b]  if idle = wait: player must act  @A:1\n"
IDLE_TURNS = {
    "play.turn": game(IDLE).replace("  [turn.a]  player must act, if able  @A:1\n", COUNTS),
    "play.a": game(IDLE)
    .replace("turn\n  [turn.a]", "play\n  [play.a]  for ever: go-on  @A:1\nto go-on\n  [turn.a]")
    .replace("  [turn.a]  player must act, if able  @A:1\n", COUNTS.replace("player must", "active must"))
    .replace("at end of turn", "at end of go-on"),
}


@pytest.mark.parametrize("engine", ["reference", "python"])
@pytest.mark.parametrize("clause", IDLE_TURNS)
def test_so_many_turns_in_a_row_may_ask_nobody(clause: str, engine: str, tmp_path: Path) -> None:
    """Whatever a turn costs: a stalled game is told after 200 turns, and not after as many as two million steps."""
    played = loaded(IDLE_TURNS[clause], tmp_path)
    assert played.start(players=2, options={"wait": 150}, engine=engine).legal(0 if clause == "play.a" else 1)
    with pytest.raises(Fault) as found:
        played.start(players=2, options={"wait": 250}, engine=engine)
    assert (found.value.kind, found.value.clause) == ("ran-out", clause)


@pytest.mark.parametrize("name", FAR_OFF)
def test_no_engine_works_out_a_number_that_is_too_far_from_0(name: str, tmp_path: Path) -> None:
    text, clause = FAR_OFF[name]
    played = loaded(text, tmp_path)
    one, other = fault(played, "reference"), fault(played, "python")
    assert str(one) == str(other)
    assert (one.kind, one.clause) == ("outside", clause)
    assert one.detail.endswith("none may be more than 1,000,000,000 from 0")
    assert clause or " of game.rules)" in one.detail


def test_a_number_at_the_end_of_what_may_be_is_played(tmp_path: Path) -> None:
    played = loaded(game(act="let m be 1\nrepeat 9: set m to m * 10\nif m > 999999999: take 5 from heap"), tmp_path)
    for engine in ("reference", "python"):
        position = played.start(players=2, chance=1, engine=engine)
        assert position.take(position.pending.seats[0], 0).machine.table.read("heap", ()) == 4


def test_an_engine_that_python_cannot_nest_is_told_as_depth() -> None:
    """Python nests twenty loops; a slip in what was generated stays a fault of ours."""
    loops = "".join(" " * n + "for a in ():\n" for n in range(30)) + " " * 30 + "pass\n"
    with pytest.raises(rulekit.Problems) as found:
        load._compiled(loops, "<engine>")
    assert [problem.code for problem in found.value.problems] == ["K88"]
    with pytest.raises(SyntaxError):
        load._compiled("for for", "<engine>")
