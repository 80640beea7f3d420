"""A failing game becomes small, always the same, and fails in the same clause still."""

import json
import re
import time
from pathlib import Path

import pytest

from rulekit import load
from rulekit.check.configuration_space import GameConfig
from rulekit.data import bundled_games
from rulekit.fuzz import failure_files, failure_story
from rulekit.fuzz import shrink as shrink_candidates
from rulekit.fuzz.calibration import sample
from rulekit.fuzz.game_script import GameScript, answers_of
from rulekit.fuzz.oracles import Blame
from rulekit.fuzz.replay_attempt import GamePlan, ReplayedGame, attempt_game, plan_of
from rulekit.fuzz.shrink import shrink, smallest
from rulekit.play.position.strict_json import from_file
from rulekit.testing.drawn import drawn_game
from rulekit.tests.calling import Call
from rulekit.tests.fuzz.planted import LAW, first_failing, planted
from rulekit.tests.play.toys import TOYS

HALF = "\nnever\n  [law.planted]  stones = 5  @heap.twelve\n"
OTHER = "never\n  [law.other]  stones = 9  @heap.twelve\n"


def test_a_long_game_becomes_the_shortest_there_is(game: Path) -> None:
    loaded = load(planted(game, HALF))
    trace, _ = first_failing(loaded)
    found = failure_files.smallest_failing_game(loaded, trace, "laws", LAW)
    assert found is not None
    taken = [one["move"]["n"] for one in found[0].trace.moves]
    assert sum(taken) == 7 and len(taken) == 3


def test_shrinking_twice_gives_the_same_bytes(game: Path) -> None:
    loaded = load(planted(game, HALF))
    trace, _ = first_failing(loaded)
    texts = [shrink(loaded, trace, failure_files.fails("laws", LAW)).text() for _ in range(2)]
    assert texts[0] == texts[1]


def test_options_become_the_usual_ones(game: Path) -> None:
    loaded = load(planted(game, HALF))
    trace, _ = first_failing(loaded)
    assert trace.config["options"] == {"last-stone": "unlucky"}
    assert shrink(loaded, trace, failure_files.fails("laws", LAW)).config["options"] == {"last-stone": "lucky"}


def test_the_clause_stays_the_one_to_blame(game: Path) -> None:
    loaded = load(planted(game, HALF + OTHER))
    trace, _ = first_failing(loaded)
    found = failure_files.smallest_failing_game(loaded, trace, "laws", LAW)
    assert found is not None and found[1].clause == LAW


def test_a_smaller_game_that_fails_in_another_clause_is_not_taken(game: Path) -> None:
    """Whoever judges may blame whatever it finds first."""
    loaded = load(planted(game, HALF))
    trace, _ = first_failing(loaded)

    def fails(attempt: ReplayedGame) -> Blame:
        name = "law.long" if attempt.decisions >= 3 else "law.short"
        return Blame(name, "law", "", len(attempt.answers) - 1)

    found = smallest(loaded, trace, fails)
    assert found is not None and (found[0].decisions, found[1].clause) == (3, "law.long")


def test_a_game_that_does_not_fail_stays_as_it_is(game: Path) -> None:
    loaded = load(planted(game, HALF))
    trace, _ = first_failing(loaded)
    assert shrink(loaded, trace, lambda attempt: None) is trace


def test_new_games_are_the_same_each_time_and_no_longer_than_they_may_be(game: Path) -> None:
    loaded = load(game)
    chosen = sample(loaded)[0]
    one, other = (shrink_candidates.short_plan(loaded, chosen, 3, 2) for _ in range(2))
    assert one == other and len(one.moves) == 2


def test_a_varied_game_takes_other_moves_that_were_legal(game: Path) -> None:
    loaded = load(game)
    long = attempt_game(loaded, shrink_candidates.short_plan(loaded, sample(loaded)[0], 1, 4), 4)
    found = [
        shrink_candidates.vary_moves(long.plan.moves, shrink_candidates.other_moves(long), number)
        for number in range(0, 20, 2)
    ]
    assert all(len(moves) == 4 for moves in found) and any(moves != long.plan.moves for moves in found)


def test_a_player_goes_with_all_that_this_player_did() -> None:
    loaded = load(TOYS / "graded-together.rules")
    plan = shrink_candidates.short_plan(loaded, GameConfig((), loaded.players[1]), 0, 9)
    long = attempt_game(loaded, plan, 9)
    found = shrink(loaded, long.trace, lambda attempt: Blame("any", "law", "", 2) if attempt.decisions > 1 else None)
    assert found.config["seats"] == loaded.players[0]


def test_any_judge_gets_something_like_a_trace(game: Path) -> None:
    loaded = load(planted(game, HALF))
    trace, _ = first_failing(loaded)

    def long(attempt: ReplayedGame) -> Blame | None:
        moves = [step for step in attempt.steps if "move" in step]
        return Blame("long", "law", "", len(attempt.answers)) if moves and attempt.config["seats"] == 2 else None

    assert len(shrink(loaded, trace, long).moves) == 1


def test_wishes_that_cannot_be_fulfilled_still_make_a_game(game: Path) -> None:
    loaded = load(planted(game, HALF))
    trace, _ = first_failing(loaded)
    plan = plan_of(loaded, trace)
    upside_down = type(plan)(plan.chosen, plan.moves[::-1], {})
    attempt_game(loaded, upside_down, 50).trace.replay(loaded)


# ------------------------------------------------------------------ files and commands


def test_a_failure_is_a_file_that_tells_all_of_it(game: Path, rulekit: Call, tmp_path: Path) -> None:
    planted(game, HALF)
    ran = rulekit("fuzz", game, "--games", 20, "--seed", 1, "--every", 1, "--corpus", tmp_path / "corpus")
    assert ran.code == 1 and f"[{LAW}]" in ran.out
    data = json.loads(next((tmp_path / "corpus" / "failures").iterdir()).read_text(encoding="utf-8"))
    assert data["clause"] == LAW and data["sentences"][0]["id"] == "heap.twelve"
    assert [one["text"] for one in data["values"]] == ["5", "5"] and data["position"]["states"]["stones"] == 5
    assert data["last"]["move"] and data["replay"] in data["story"]


def test_a_failure_is_replayed_by_the_command_it_names(game: Path, rulekit: Call, tmp_path: Path) -> None:
    planted(game, HALF)
    rulekit("fuzz", game, "--games", 20, "--seed", 1, "--every", 1, "--failures", tmp_path)
    file = next(tmp_path.glob("*.json"))
    command = json.loads(file.read_text(encoding="utf-8"))["replay"].split()[1:]
    ran = rulekit(*command)
    assert ran.code == 1 and "stones = 5" in ran.out


def test_when_the_rules_are_mended_nothing_is_wrong_any_more(game: Path, rulekit: Call, tmp_path: Path) -> None:
    laws = (game / "4-laws.rules").read_text(encoding="utf-8")
    rulekit("fuzz", planted(game, HALF), "--games", 20, "--seed", 1, "--every", 1, "--failures", tmp_path)
    (game / "4-laws.rules").write_text(laws, encoding="utf-8")
    ran = rulekit("shrink", next(tmp_path.glob("*.json")), "--replay", "--game", game)
    assert ran.code == 0 and "nothing is wrong" in ran.err


def test_a_trace_can_be_shrunk_by_hand(game: Path, rulekit: Call, tmp_path: Path) -> None:
    trace, _ = first_failing(load(planted(game, HALF)))
    file = tmp_path / "long.json"
    file.write_text(trace.text(), encoding="utf-8")
    ran = rulekit("shrink", file, "--game", game, "--clause", LAW)
    assert ran.code == 1 and "3 now" in ran.out
    assert len(failure_story.read_failure(from_file(tmp_path / "long.small.json"))[0].moves) == 3


DICE = """game dice for 2 players
state heap of Player is 0 to 21, must fit
action throw
  [throw.dice]  roll a, b in 1 to 6  @public:toy
  [throw.add]   add a + b to heap of player  @public:toy
play
  [play.two]   repeat 2: round  @public:toy
  [play.over]  finish  @public:toy
to round
  [round.all]  for each p of Player: p must throw  @public:toy
result
  [result.most]  most heap wins, ties are shared  @public:toy
"""
DECK = """game deck for 2 players
piece Bead, 9 in all
  face names it: worth 1 to 9
rows of Bead
  [bead.one]  one: worth 1  @public:toy
  [bead.two]  two: worth 2  @public:toy
  [bead.three]  three: worth 3  @public:toy
  [bead.four]  four: worth 4  @public:toy
  [bead.five]  five: worth 5  @public:toy
  [bead.six]  six: worth 6  @public:toy
  [bead.seven]  seven: worth 7  @public:toy
  [bead.eight]  eight: worth 8  @public:toy
  [bead.nine]  nine: worth 9  @public:toy
zone stack  pile of Bead  everyone sees face
zone bowl   set of Bead up to 3  everyone sees face
zone shelf  set of Bead  everyone sees face
setup
  [setup.mix]  shuffle Bead into stack  @public:toy
action lift
  [lift.clear]  if count of bowl = 3 and top of stack is not seven: move every bead of bowl to shelf  @public:toy
  [lift.one]    move top of stack to bowl  @public:toy
turn
  [turn.go]  player must lift  @public:toy
end
  [end.none]  at end of turn when stack is empty  @public:toy
result
  [result.last]  winner is active  @public:toy
"""


def story_of(rulekit: Call, rules: Path, text: str, seed: int = 1) -> str:
    """What `rulekit test` tells of a game that breaks."""
    rules.write_text(text, encoding="utf-8")
    ran = rulekit("test", rules, "--games", "300", "--seed", seed)
    assert ran.code == 1, ran.out + ran.err
    return ran.out


def test_dice_that_do_not_matter_show_the_first_face(rulekit: Call, tmp_path: Path) -> None:
    """Only what one player throws twice can be too much; the story tells the dice beside the moves."""
    for seed in (1, 2, 3):
        told = story_of(rulekit, tmp_path / "dice.rules", DICE, seed)
        found = re.findall(r"move \d +seat (\d): throw\n  chance       throw.dice#\d: (\S+)", told)
        thrown = {mover: [json.loads(faces) for seat, faces in found if seat == mover] for mover, _ in found}
        guilty, other = sorted(thrown.values(), key=lambda dice: -sum(map(sum, dice)))
        assert sum(map(sum, guilty)) == 22 and set(map(tuple, other)) == {(1, 1)}, told


def test_dice_that_matter_late_come_early(tmp_path: Path) -> None:
    """Two hundreds are too much whoever throws them: throws before them go, and the hundreds become the first throw."""
    file = tmp_path / "dice.rules"
    rules = DICE.replace("1 to 6", "1 to 100").replace("add a + b to", "add (22 if a + b = 200 else 1) to")
    file.write_text(rules, encoding="utf-8")
    thrown = drawn_game(str(file), 2, chance=bytes([0, 1, 2, 2, 99, 99])).attempt()
    found = smallest(thrown.game, thrown.trace, failure_files.fails("laws", "throw.add"))
    assert found is not None and thrown.decisions == 3
    assert found[0].decisions == 1 and found[0].plan.outcomes == {"throw.dice#1": (100, 100)}


def test_cards_that_do_not_matter_lie_in_order(rulekit: Call, tmp_path: Path) -> None:
    """The seventh must come fourth; whatever lies behind it, and before it, lies as it is listed."""
    told = story_of(rulekit, tmp_path / "deck.rules", DECK)
    found = re.search(r"chance       setup.mix#1: (.*), then all others as they lie\n", told)
    assert found is not None, told
    *before, last = json.loads(found[1])
    names = re.findall(r"bead\.(\w+)", DECK)
    assert last == "seven" and before == sorted(before, key=names.index) and len(before) == 3


@pytest.mark.speed
def test_shrinking_takes_seconds(game: Path) -> None:
    loaded = load(planted(game, HALF))
    trace, _ = first_failing(loaded)
    start = time.process_time()
    shrink(loaded, trace, failure_files.fails("laws", LAW))
    assert time.process_time() - start < 20


@pytest.mark.long
@pytest.mark.parametrize("file", [*sorted(TOYS.glob("*.rules")), *bundled_games()], ids=lambda file: file.stem)
def test_a_recorded_game_as_wishes_is_the_same_game(file: Path) -> None:
    loaded = load(file)
    chosen = sample(loaded)[-1]
    engine = loaded.engine(chosen).for_playouts()
    answers = answers_of(engine, GameScript(5, tuple(5 * 7919 * n % 1009 for n in range(40))))
    trace = ReplayedGame(loaded, chosen, tuple(answers), GamePlan(chosen, (), {})).trace
    assert attempt_game(loaded, plan_of(loaded, trace), 40).trace.text() == trace.text()


def test_what_fails_at_the_start_needs_no_move(game: Path) -> None:
    """Nothing shorter can be tried then."""
    loaded = load(planted(game, HALF.replace("stones = 5", "stones = 12")))
    found = first_failing(loaded)
    assert not shrink(loaded, found[0], failure_files.fails("laws", LAW)).moves
