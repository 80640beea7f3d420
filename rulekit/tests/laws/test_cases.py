"""Cases: which there are, what they are called, where they come from, and how they share their campaigns."""

from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest

from rulekit.bench.shortest import shortest
from rulekit.laws import campaign, cases
from rulekit.laws.cases import judge
from rulekit.pipeline import load
from rulekit.tests.laws.both_ways import falsified

LAWS = Path(__file__).parent.parent / "games" / "laws.rules"
OPTIONS = Path(__file__).parent.parent / "games" / "options.rules"


def by_clause(game: Any) -> Any:
    """The cases of a game by clause."""
    return {case.clause: case for case in cases.cases(game)}


def test_every_law_scene_and_free_law_has_a_case() -> None:
    """Also those that need no game, and those that need two."""
    found = cases.cases(load(LAWS))
    assert {case.sort for case in found} == {"law", "scene", "free"}
    assert {"law.sum", "law.grab", "law.only", "law.reads", "law.seats", "law.tally"} <= {case.clause for case in found}
    wanted = ["toy-laws[law.sum]", "toy-laws[law.sum] @scene Five in all"]
    assert [case.id for case in found if case.clause == "law.sum"] == wanted


def test_all_cases_of_a_true_game_hold() -> None:
    """Laws, scenes and free laws."""
    assert [case.id for case in cases.cases(load(LAWS)) if judge(case, 4, "0")] == []


def test_cases_of_several_configurations_say_which() -> None:
    """The seats, and the options that are not as usual."""
    found = {case.mark for case in cases.cases(load(OPTIONS)) if case.sort == "free"}
    assert "players 2" in found
    assert any("long yes" in mark for mark in found)


def test_every_configuration_may_be_asked_for() -> None:
    """Not only a sample of them."""
    game = load(OPTIONS)
    assert len(cases.cases(game, every=True)) >= len(cases.cases(game))


def test_a_case_knows_its_sentence_and_where_it_stands() -> None:
    """From the ledger beside the rules; a law that cites nothing has its own words."""
    game = load(shortest())
    laws = [case for case in cases.cases(game) if case.sort == "law"]
    cited = next(case for case in laws if case.certainty)
    assert cited.source
    assert cited.sentence in [one.text for one in game.clauses.ledger.values()]
    bare = next(case for case in laws if not case.certainty)
    assert bare.sentence == game.clauses.lines[bare.clause]


def test_a_finding_leads_to_where_it_broke() -> None:
    """The trace stops at the first position at which the law does not hold."""
    game = falsified(load(LAWS))
    finding = judge(by_clause(game)["law.grab"], 3, "0")
    assert finding is not None
    assert finding.trace is not None
    assert "[law.grab]" in finding.wrong
    assert finding.step and len(finding.trace.steps) == finding.step
    assert finding.trace.replay(game).hash() == finding.trace.final["hash"]


def test_many_laws_cost_one_campaign(monkeypatch: pytest.MonkeyPatch) -> None:
    """All cases of a configuration ask the same one."""
    ran: list[Any] = []
    honest = campaign.run

    @lru_cache
    def counted(*given: Any) -> Any:
        ran.append(given)
        return honest(*given)

    monkeypatch.setattr(cases, "_campaign", counted)
    game = load(LAWS)
    for case in cases.cases(game):
        judge(case, 3, "shared")
    assert len(ran) == 1


def test_both_engines_find_the_same() -> None:
    """At the same step of the same game."""
    game = falsified(load(LAWS))
    chosen = game.start().chosen
    found = [campaign.run(game, chosen, 3, "both", engine=engine) for engine in ("python", "reference")]
    assert found[0].broken == found[1].broken != {}
    case = by_clause(game)["law.held"]
    one, other = (judge(case, 2, "both", engine) for engine in ("python", "reference"))
    assert one is not None and other is not None
    assert (one.wrong, one.step) == (other.wrong, other.step)


def test_a_fault_of_the_rules_is_found_by_a_free_law(tmp_path: Path) -> None:
    """Taking more than is left."""
    rules = LAWS.read_text().replace("[grab.left]  require n <= left ", "[grab.left]  require n >= 0 ")
    (tmp_path / "toy.rules").write_text(rules.split("scene ")[0])
    finding = judge(by_clause(load(tmp_path / "toy.rules"))["free.stuck"], 20, "0")
    assert finding is not None
    assert "fault" in finding.wrong
    assert finding.trace is not None
