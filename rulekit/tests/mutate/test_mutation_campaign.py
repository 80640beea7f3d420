"""`rulekit mutate`: which mutants, how many processes, what is kept, and how it is told."""

import json
from pathlib import Path

import pytest

from rulekit.mutate.mutant_verdicts import BROKEN, FATES, TRIVIAL, VerdictLog
from rulekit.mutate.mutation_campaign import MutantSelection, run, select_mutants
from rulekit.tests.calling import Call
from rulekit.tests.mutate.toys import HERE, judge, mutants_of, toy

pytestmark = pytest.mark.long

CARDS = HERE / "cards.rules"
QUICK = ("--law-games", "2", "--play-games", "2", "--play-time", "0.1")


def judged(
    jobs: int, keeper: VerdictLog | None = None, sample: int = 8, most: float | None = None
) -> list[tuple[str, str]]:
    """Mutants of a toy and their fates."""
    chosen = select_mutants(list(mutants_of("cards").values()), MutantSelection(sample=sample, seed="3"))
    keeper = keeper or VerdictLog(None, {})
    found = run(toy("cards"), judge("cards"), chosen, jobs, most, keeper, lambda _: None)
    return [(one.id, one.fate) for one in found.verdicts]


def test_two_processes_find_what_one_finds() -> None:
    """In the order of the rulebook."""
    assert judged(2) == judged(1)


def test_a_sample_is_the_same_for_a_seed() -> None:
    """And another one for another."""
    every = list(mutants_of("cards").values())
    ids = [[m.id for m in select_mutants(every, MutantSelection(sample=10, seed=seed))] for seed in ("a", "a", "b")]
    assert ids[0] == ids[1] != ids[2] and len(ids[0]) == 10


def test_operators_families_and_clauses_choose() -> None:
    """`lay` is every clause of that action."""
    every = list(mutants_of("cards").values())
    chosen = select_mutants(every, MutantSelection(("conditions",), ("lay",)))
    assert chosen and all(m.family == "conditions" and m.clause.startswith("lay.") for m in chosen)
    assert {m.operator for m in select_mutants(every, MutantSelection(("drop-guard",)))} == {"drop-guard"}


def test_what_is_kept_is_not_judged_again(tmp_path: Path) -> None:
    """A campaign goes on where it was broken off; a line that was cut short is judged again."""
    file, head = tmp_path / "kept.jsonl", {"spec": "x"}
    first = judged(1, VerdictLog(file, head))
    file.write_text(file.read_text(encoding="utf-8")[:-20], encoding="utf-8")
    again = VerdictLog(file, head)
    assert len(again.known) == len(first) - 1
    assert judged(1, again) == first
    assert len(VerdictLog(file, head).known) == len(first)


def test_what_is_kept_of_other_rules_is_not_taken_over(tmp_path: Path) -> None:
    """The first line says which rules and how much effort."""
    file = tmp_path / "kept.jsonl"
    judged(1, VerdictLog(file, {"spec": "x"}), 2)
    assert not VerdictLog(file, {"spec": "y"}).known


def test_no_time_no_verdict() -> None:
    """What is not begun is counted as left."""
    assert judged(1, most=0) == []


def test_the_report_for_machines_adds_up(rulekit: Call) -> None:
    """Every mutant has a fate, and each score its counts."""
    ran = rulekit("mutate", CARDS, "--mutants", "12", *QUICK, "--format", "json")
    report = json.loads(ran.out)
    found = report["summary"]
    assert sum(found["fates"].values()) == found["mutants"] == len(report["verdicts"]) == 12
    assert set(found["fates"]) == set(FATES) and report["of"] == len(mutants_of("cards"))
    assert found["counted"] == 12 - found["fates"]["trivial"] - found["fates"]["equivalent"]


def test_survivors_stand_under_their_clauses(rulekit: Call) -> None:
    """With their class; a missing scene is a finding."""
    ran = rulekit("mutate", CARDS, "--clause", "card.four", *QUICK)
    assert ran.code == 1 and "[card.four]\n  field@card.four#1: four: `worth 4` becomes `worth 5`\n" in ran.out
    assert "missing scene (" in ran.out and "0 of 2, 0.0 %" in ran.out


def test_all_killed_is_good(rulekit: Call) -> None:
    """Exit code 0."""
    ran = rulekit("mutate", CARDS, "--clause", "wait", "--operator", "drop-line", *QUICK)
    assert ran.code == 0 and "killed by scenes and laws alone: 1 of 1, 100.0 %" in ran.out


def test_a_mutant_is_shown_as_changed_lines(rulekit: Call) -> None:
    """What it says, then the lines."""
    ran = rulekit("mutate", CARDS, "--show", "drop-guard@lay.low#1")
    assert ran.code == 0 and "\n-  [lay.low]" in ran.out and "\n+" not in ran.out


def test_an_operator_that_is_not_there_is_answered_with_one_like_it_or_with_all(rulekit: Call) -> None:
    near, far = (rulekit("mutate", CARDS, "--operator", name, "--list") for name in ("drop-lime", "qqqqqq"))
    assert near.code == far.code == 2
    assert "did you mean `drop-line`" in near.err and "did you mean" not in far.err and "there are: account" in far.err


def test_mutants_are_listed(rulekit: Call) -> None:
    """In words and for machines, the same ones."""
    lines = rulekit("mutate", CARDS, "--operator", "data", "--list").out.splitlines()
    rows = json.loads(rulekit("mutate", CARDS, "--operator", "data", "--list", "--format", "json").out)
    assert [line.split(": ")[0] for line in lines] == [row["id"] for row in rows]


def test_written_mutants_are_games(rulekit: Call, tmp_path: Path) -> None:
    """Each can be checked and tested by itself, and fails the scene that kills it."""
    ran = rulekit("mutate", CARDS, "--operator", "order", "--out", tmp_path / "mutants")
    folders = sorted((tmp_path / "mutants").iterdir())
    assert ran.code == 0 and len(folders) > 5
    assert all(rulekit("check", folder).code == 0 for folder in folders[:3])
    rulekit("mutate", CARDS, "--clause", "wait", "--operator", "drop-line", "--out", tmp_path / "killed")
    assert "Four times waited" in rulekit("test", next((tmp_path / "killed").iterdir()), "--games", "5").out


def test_a_written_mutant_has_the_ledger_of_its_game(rulekit: Call, game: Path, tmp_path: Path) -> None:
    """So that its scenes may be about sentences of the ledger."""
    assert rulekit("mutate", game, "--mutants", "1", "--out", tmp_path / "mutants").code == 0
    (made,) = (tmp_path / "mutants").iterdir()
    assert sorted(file.name for file in made.iterdir()) == ["ledger.toml", "rules.rules", "rulings.md"]


@pytest.mark.parametrize("wrong", [("--show", "drop-guard@lay.lo#1"), ("--operator", "drop-gard")])
def test_a_misspelt_name_has_a_suggestion(rulekit: Call, wrong: tuple[str, str]) -> None:
    """Where there is one that is near."""
    ran = rulekit("mutate", CARDS, *wrong)
    assert ran.code == 2 and "did you mean `drop-guard" in ran.err


def test_nothing_to_change_is_nothing_run(rulekit: Call) -> None:
    """A clause that is not there has no mutants."""
    assert rulekit("mutate", CARDS, "--clause", "no.such").code == 5


def test_a_mutant_that_divides_by_nought_is_refused_or_judged_and_never_breaks_us() -> None:
    """Guards before a division are taken out, ranges begin at 0: the check refuses these, or play tells them apart."""
    chosen = [
        m for m in mutants_of("division-guarded").values() if m.clause in ("split.some", "split.much", "draw.all")
    ]
    found = run(
        toy("division-guarded"), judge("division-guarded"), chosen, 1, None, VerdictLog(None, {}), lambda _: None
    )
    assert chosen and not [one for one in found.verdicts if one.fate == BROKEN]
    assert any(one.fate == TRIVIAL for one in found.verdicts)
