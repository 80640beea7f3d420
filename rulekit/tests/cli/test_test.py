"""`rulekit test`: scenes and laws, in words and for machines."""

import json
import re
from pathlib import Path

import pytest

from rulekit.data import PACKAGE, bundled_games
from rulekit.play.games import law_playouts
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
    """A line about its scenes, one about its games and what they are worth; the seed gives the same games again."""
    ran = rulekit("test", GOOD, "--games", "300", "--seed", "7")
    scenes, games = ran.out.splitlines()
    assert ran.code == 0 and scenes == f"{GOOD}: 5 scenes, none failed"
    assert games.startswith(
        f"{GOOD}: 300 random games, 300 of them to the end. A fault that occurs in fewer than 0.99 %"
    )
    assert games.endswith("(--seed 7)") and rulekit("test", GOOD, "--games", "300", "--seed", "7").out == ran.out
    assert rulekit("test", GOOD, "--games", "3").out != rulekit("test", GOOD, "--games", "3").out


def test_machines_get_every_scene(rulekit: Call) -> None:
    """With its clause and whether it passed."""
    (report,) = json.loads(rulekit("test", GOOD, "--games", "60", "--format", "json").out)
    assert report["game"] == GOOD and all(scene["passed"] for scene in report["scenes"])
    assert report["games"]["ended"] >= 60 and report["failures"] == []


FAULTY = """game faulty for 2 players
state fish is 0 to 9, must fit, starts 9
state lure is 1 to 3, starts 1
action grab
  [grab.number]  n in 1 to 3  @public:toy
  [grab.take]    take n * lure from fish  @public:toy
turn
  [turn.go]  player must grab  @public:toy
  [turn.lure]  roll k in 1 to 3  @public:toy
  [turn.set]  set lure to k  @public:toy
end
  [end.gone]  at end of turn when fish = 0  @public:toy
result
  [result.most]  winner is active  @public:toy
"""


@pytest.mark.long
def test_a_fault_is_a_story_with_the_move_that_faults_and_a_file_that_replays(rulekit: Call, tmp_path: Path) -> None:
    """Red by default; `shrink --replay` and `replay` take the file."""
    rules = tmp_path / "faulty.rules"
    rules.write_text(FAULTY, encoding="utf-8")
    ran = rulekit("test", rules, "--failures", tmp_path / "found")
    assert ran.code == 1 and "the rules ran into a fault" in ran.out and "unsure" not in ran.out
    (file,) = (tmp_path / "found").glob("*.json")
    data = json.loads(file.read_text(encoding="utf-8"))
    moves = [step for step in data["trace"]["steps"] if "move" in step]
    assert data["trace"]["final"]["fault"] and data["reproduces"] and f"move {len(moves)} " in data["story"]
    again = rulekit("shrink", file, "--replay", "--game", rules)
    assert again.code == 1 and "the rules ran into a fault" in again.out
    shown = rulekit("replay", file, "--game", rules, "--steps")
    assert shown.code == 0 and "runs into a fault of the rules: outside at [grab.take]" in shown.out
    assert shown.out.count('"do": "grab"') == len(moves)


TWINS = """game twins for 1 player
type Slot is 1 to 4
card Coin, 4 in all
  face names it: worth 1 to 2
rows of Coin
  [coin.worn]  worn: worth 1, copies 2  @public:toy
  [coin.new]   new: worth 2, copies 2  @public:toy
zone purse        pile of Coin  nobody sees it
zone row at Slot  one Coin      everyone sees it
state mark is 0 to 4
setup
  [setup.mix]  shuffle Coin into purse  @public:toy
  [setup.row]  for each s of Slot: move top of purse to row at s  @public:toy
action look
  [look.do]  for each c of Coin: if worth of c = 1: set mark to place of c otherwise 0  @public:toy
turn
  [turn.look]  player must look  @public:toy
end
  [end.mark]  at end of turn when mark > 0  @public:toy
result
  [result.won]  winner is those p in Player having (mark > 2)  @public:toy
"""


def test_rules_that_tell_copies_apart_are_a_finding_with_its_reason(rulekit: Call, tmp_path: Path) -> None:
    """The record of such a game leads elsewhere; to tell of it is no reason to give up."""
    rules = tmp_path / "twins.rules"
    rules.write_text(TWINS, encoding="utf-8")
    ran = rulekit("test", rules, "--games", "20", "--seed", "1")
    assert ran.code == 1 and not ran.err, ran.err
    page = (PACKAGE.parent / "docs" / "language" / "things.md").read_text(encoding="utf-8")
    told = re.findall(r"\[(free\.[a-z]+)\] is broken.*copies of one row one after the other\?", ran.out)
    by = page.partition("`rulekit test` finds it (")[2].partition(")")[0]  # the names under which it is told
    assert "free.replay" in told and all(f"`{one}`" in by for one in told), ran.out
    assert "move 1       seat 0: look" in ran.out


def test_who_keeps_no_file_is_told_how(rulekit: Call, tmp_path: Path) -> None:
    rules = tmp_path / "faulty.rules"
    rules.write_text(FAULTY, encoding="utf-8")
    said = "`--failures FOLDER` keeps each failure in a file that replays it"
    assert said in rulekit("test", rules, "--games", "50").out
    assert said not in rulekit("test", rules, "--games", "50", "--failures", tmp_path / "found").out


def test_a_game_that_ends_without_a_result_is_replayed_to_its_end(rulekit: Call, tmp_path: Path) -> None:
    """That it has none is what the replay tells, in words and for machines."""
    rules = tmp_path / "x.rules"
    rules.write_text(RULES.replace("winner is active", "winner is active if active = seat-one"), encoding="utf-8")
    ran = rulekit("test", rules, "--games", "5", "--failures", tmp_path / "found")
    assert ran.code == 1 and "the game is over without a result" in ran.out and "rule  " not in ran.out
    (file,) = (tmp_path / "found").glob("*.json")
    again = rulekit("replay", file, "--game", rules)
    assert again.code == 0 and "2 moves replayed on engine python, it is over without a result: no-result" in again.out
    told = json.loads(rulekit("replay", file, "--game", rules, "--format", "json").out)
    assert told["fault"].startswith("no-result") and "result" not in told


def test_a_law_about_the_text_is_judged_without_a_game_and_by_fuzz_too(rulekit: Call, tmp_path: Path) -> None:
    """`grab changes only lure` is wrong whatever is played; so it is told by `--games 0` as well."""
    rules = tmp_path / "faulty.rules"
    rules.write_text(f"{FAULTY}each-step\n  [law.only]  grab changes only lure\n", encoding="utf-8")
    said = "faulty.rules:16: the law [law.only] does not hold: grab changes fish too"
    ran = rulekit("test", rules, "--games", "0")
    assert ran.code == 1 and said in ran.out
    (report,) = json.loads(rulekit("test", rules, "--games", "0", "--format", "json").out)
    assert [one["clause"] for one in report["laws about the text"]] == ["law.only"]
    fuzzed = rulekit("fuzz", rules, "--games", "2", "--failures", tmp_path / "found")
    assert fuzzed.code == 1 and said in fuzzed.out
    rules.write_text(f"{FAULTY}each-step\n  [law.only]  grab changes only fish\n", encoding="utf-8")
    assert "law.only" not in rulekit("test", rules, "--games", "0").out


def test_a_failed_scene_is_a_finding(rulekit: Call, tmp_path: Path) -> None:
    """The line says what was expected and what came."""
    file = tmp_path / "x.rules"
    file.write_text(RULES + 'scene [turn.go] "Wrong"\n  anna may exactly nod n 1\n', encoding="utf-8")
    ran = rulekit("test", file, "--games", "5")
    assert ran.code == 1 and "expected these 1 moves in this order, got nod n 1 or nod n 2" in ran.out


def test_an_order_that_is_told_piece_by_piece_asks_for_brackets(rulekit: Call, tmp_path: Path) -> None:
    """`is a, b` are two outcomes, one after the other; an order of two pieces is one."""
    toy = next(PACKAGE.glob("tests/games/chance-shuffle.rules")).read_text(encoding="utf-8")
    file = tmp_path / "x.rules"
    file.write_text(toy + 'scene [setup.mix] "Short"\n  chance [setup.mix] is fir, elm, ash\n', encoding="utf-8")
    ran = rulekit("test", file, "--scene", "setup.mix")
    assert ran.code == 1 and "[setup.mix] shuffles 3 pieces and is told 1: brackets round one order" in ran.out


def test_an_order_of_too_few_asks_for_the_rest(rulekit: Call, tmp_path: Path) -> None:
    """Brackets are there already."""
    toy = next(PACKAGE.glob("tests/games/chance-shuffle.rules")).read_text(encoding="utf-8")
    file = tmp_path / "x.rules"
    file.write_text(toy + 'scene [setup.mix] "Short"\n  chance [setup.mix] is (fir, elm)\n', encoding="utf-8")
    ran = rulekit("test", file, "--scene", "setup.mix")
    assert ran.code == 1 and "shuffles 3 pieces and is told 2: say all of them, top first" in ran.out


def test_without_such_a_scene_nothing_was_run(rulekit: Call) -> None:
    """Which is no success."""
    assert rulekit("test", GOOD, "--scene", "no.such").code == 5


def test_engines_that_part_are_told_by_a_few_games(
    rulekit: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A mistake of the kit shows in nearly every game; hundreds of lines would bury the rest."""

    class Parted:
        wrong = ("a fault of rulekit: they part",)

        def __str__(self) -> str:
            return "some game"

    monkeypatch.setattr(law_playouts, "trials", lambda *_: (Parted() for _ in range(200)))
    file = tmp_path / "x.rules"
    file.write_text(RULES, encoding="utf-8")
    ran = rulekit("test", file, "--games", "2", "--seed", "1")
    assert ran.code == 1 and (ran.out + ran.err).count("they part") == 3


ALIKE = """game alike for 2 players
card Stone, 6 in all
  face names it: grey yes or no
rows of Stone
  [stone.grey]  grey: grey yes, copies 6  @public:toy
zone heap of Player  set of Stone  everyone sees it
state fish is 0 to 3, must fit, starts 3
setup
  [setup.heap]  for each p of Player: repeat 3: lot s in box then move s to heap of p  @public:toy
turn
  [turn.go]    player must choose nod: n in 1 to 2  @public:toy
  [turn.take]  take n from fish  @public:toy
end
  [end.gone]  at end of turn when fish = 0  @public:toy
result
  [result.most]  winner is active  @public:toy
"""


def test_a_story_tells_the_same_throw_once(rulekit: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Stones that are all alike are one line (the last is not drawn). A folder that is said as a dot has its name."""
    (tmp_path / "1.rules").write_text(ALIKE, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    ran = rulekit("test", ".", "--games", "60")
    drawn = [line.split(maxsplit=1)[1] for line in ran.out.splitlines() if line.startswith("  chance ")]
    assert ran.code == 1 and set(drawn) == {'setup.heap#1 to #5: "grey"'}
    assert "\n: " not in ran.out and f"\n{tmp_path.name}: " in ran.out
