"""What is wrong with our own engines is told as that, by every command that plays; the rules are not blamed for it."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulekit import load
from rulekit.fuzz import oracles
from rulekit.fuzz.oracle_choice import fault_judge
from rulekit.fuzz.work_packet import WorkPacket, run
from rulekit.play.codegen import body, counting, course, endings
from rulekit.play.games.game_config import choose
from rulekit.play.games.law_playouts import trials
from rulekit.play.refusals import Refused
from rulekit.tests.calling import Call
from rulekit.tests.play.toys import TOYS
from rulekit.verify import own_engines

GAME = TOYS / "let-changed.rules"
GIVEN = [(0, 0), (1, 0), (0, 0)]


def breaks_down(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is asked meets a fault, in generated code alone."""
    wrong = "raise Fault('stuck', 'turn-go', 'broken by hand')"
    monkeypatch.setattr(endings, "asking", lambda w, line: w.lines.put(wrong))


def test_a_fault_of_a_generated_engine_is_not_blamed_on_the_rules(monkeypatch: pytest.MonkeyPatch) -> None:
    breaks_down(monkeypatch)
    game = load(GAME)
    blame = fault_judge(oracles.ENGINES)(game, choose(game.checked, None, None, None), GIVEN)
    assert blame is not None and (blame.sort, blame.one) == (oracles.OWN_FAULT, "none")
    assert "broken by hand" in blame.other and "variant" in blame.said


def test_a_fault_that_only_counted_code_meets_is_told_whoever_judges(monkeypatch: pytest.MonkeyPatch) -> None:
    noted = counting.line

    def wrong(b: object, lines: object, clause: str) -> None:
        noted(b, lines, clause)  # type: ignore[arg-type]
        if b.manner.counted:  # type: ignore[attr-defined]
            lines.put("raise Fault('stuck', None, 'broken by hand')")  # type: ignore[attr-defined]

    monkeypatch.setattr(counting, "line", wrong)
    game = load(GAME)
    blame = fault_judge(oracles.LAWS)(game, choose(game.checked, None, None, None), GIVEN)
    assert blame is not None and blame.sort == oracles.OWN_FAULT and "counted" in blame.said


def test_a_packet_asks_the_judge_of_its_target_about_a_fault(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """All the way: the game that `fuzz` plays has the fault."""
    breaks_down(monkeypatch)
    file = tmp_path / "fresh.rules"
    file.write_bytes(GAME.read_bytes())
    game = load(file)
    packet = WorkPacket(str(file), game.spec, choose(game.checked, None, None, None), "1", 0, range(3), oracles.ENGINES)
    failures = run(packet).failures
    assert failures and {one.blame.sort for one in failures} == {oracles.OWN_FAULT}


def test_test_plays_its_random_games_on_every_variant(monkeypatch: pytest.MonkeyPatch) -> None:
    """Here whole games forget what a name was given."""
    monkeypatch.setattr(course.Course, "codes", lambda self: set())
    found = [what for trial in trials(load(GAME).checked, 3, "0", 100) for what in trial.wrong]
    assert any("a fault of rulekit" in what and "whole game variant" in what for what in found)


def test_in_step_blames_itself_where_our_engines_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(body.Body, "codes", lambda self: set())
    game = load(GAME)
    setting = game.setting(choose(game.checked, None, None, None))
    with pytest.raises(Refused, match="a fault of rulekit, not of this engine"):
        own_engines.own_fault(setting, 3, [(0, 2), (1, 2), (0, 2), (1, 3)])


@pytest.mark.long
def test_built_in_laws_are_looked_at_by_test_and_by_fuzz(rulekit: Call, tmp_path: Path) -> None:
    """A row that is too full when the game ends: nobody is asked any more."""
    file = tmp_path / "row.rules"
    file.write_text(ROW, encoding="utf-8")
    tested = rulekit("test", file, "--games", "2")
    assert tested.code == 1 and "[free.ranges] is broken: row holds 9 pieces, it may hold 3" in tested.out
    fuzzed = rulekit("fuzz", file, "--games", "3", "--every", "1", "--seed", "1", "--failures", tmp_path / "found")
    assert fuzzed.code == 1 and "[free." in fuzzed.out and "row: 9 pieces, it holds 3" in fuzzed.out


ROW = """game cap for 2 players
piece Card, 9 in all
  face names it: worth 1 to 9
zone deck            set of Card  everyone sees face
zone row             set of Card up to 3  everyone sees face
setup
  [setup.deck]  move every card of box to deck  @public:toy
action turn-up
  [up.c]    c in deck  @public:toy
  [up.all]  move every card of deck to row  @public:toy
turn
  [turn.go]  player must turn-up  @public:toy
end
  [end.deck]  at end of turn when deck is empty  @public:toy
result
  [result.most]  winner is active  @public:toy
"""
