"""What only play can count is too much in both engines at the same clause, with the same words."""

from __future__ import annotations

from pathlib import Path

import pytest

import rulekit
from rulekit.play.compiled import load
from rulekit.play.faults import Fault
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
        game(act="until heap = 0, at most 1000000000 times: take 0 from heap"),
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


def loaded(text: str, folder: Path) -> rulekit.Game:
    (folder / "game.rules").write_text(text, encoding="utf-8")
    return rulekit.load(folder / "game.rules")


def fault(played: rulekit.Game, engine: str) -> Fault:
    with pytest.raises(Fault) as found:
        position = played.start(players=2, chance=1, engine=engine)
        for _ in range(20):
            position = position.take(position.pending.seats[0], 0)
    return found.value


@pytest.mark.parametrize("name", ENDLESS)
def test_both_engines_run_out_at_the_same_clause(name: str, tmp_path: Path) -> None:
    text, kind, clause = ENDLESS[name]
    played = loaded(text, tmp_path)
    one, other = fault(played, "reference"), fault(played, "python")
    assert (one.kind, one.clause) == (kind, clause)
    assert str(one) == str(other)


def test_an_engine_that_python_cannot_nest_is_told_as_depth() -> None:
    """Python nests twenty loops; a slip in what was generated stays a fault of ours."""
    loops = "".join(" " * n + "for a in ():\n" for n in range(30)) + " " * 30 + "pass\n"
    with pytest.raises(rulekit.Problems) as found:
        load._compiled(loops, "<engine>")
    assert [problem.code for problem in found.value.problems] == ["K88"]
    with pytest.raises(SyntaxError):
        load._compiled("for for", "<engine>")
