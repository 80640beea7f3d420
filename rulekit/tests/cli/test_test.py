"""`rulekit test`: scenes and laws, in words and for machines."""

import json
from pathlib import Path

from rulekit.data import PACKAGE, bundled_games
from rulekit.tests.calling import Call

GOOD = bundled_games()[-1].name
RULES = """game x for 2 players
turn
  [turn.go]  player must choose nod: n in 1 to 2  @public:toy
end
  [end.turn]  at end of turn when active = seat-two  @public:toy
result
  [result.one]  winner is active  @public:toy
"""


def test_a_good_game_passes(rulekit: Call) -> None:
    """One line about it."""
    ran = rulekit("test", GOOD, "--games", "3")
    assert ran.code == 0 and ran.out == f"{GOOD}: 5 scenes, none failed; 3 random games, none failed\n"


def test_machines_get_every_scene(rulekit: Call) -> None:
    """With its clause and whether it passed."""
    (report,) = json.loads(rulekit("test", GOOD, "--format", "json").out)
    assert report["game"] == GOOD and all(scene["passed"] for scene in report["scenes"]) and report["games"][0]["ended"]


def test_a_failed_scene_is_a_finding(rulekit: Call, tmp_path: Path) -> None:
    """The line says what was expected and what came."""
    file = tmp_path / "x.rules"
    file.write_text(RULES + 'scene [turn.go] "Wrong"\n  anna may exactly nod n 1\n', encoding="utf-8")
    ran = rulekit("test", file)
    assert ran.code == 1 and "expected these 1 moves in this order, got nod n 1 or nod n 2" in ran.out


def test_an_order_that_is_told_piece_by_piece_asks_for_brackets(rulekit: Call, tmp_path: Path) -> None:
    """`is a, b` are two outcomes, one after the other; an order of two pieces is one."""
    toy = next(PACKAGE.glob("tests/games/chance-shuffle.rules")).read_text(encoding="utf-8")
    file = tmp_path / "x.rules"
    file.write_text(toy + 'scene [setup.mix] "Short"\n  chance [setup.mix] is fir, elm, ash\n', encoding="utf-8")
    ran = rulekit("test", file, "--scene", "setup.mix")
    assert ran.code == 1 and "[setup.mix] shuffles 3 pieces and is told 1: brackets round one order" in ran.out


def test_without_such_a_scene_nothing_was_run(rulekit: Call) -> None:
    """Which is no success."""
    assert rulekit("test", GOOD, "--scene", "no.such").code == 5
