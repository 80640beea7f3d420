"""Every operator changes what it says and nothing else: `changes.tsv` has toys, mutants, lines before and after."""

import re
from pathlib import Path

import pytest

from rulekit.data import PACKAGE, bundled_games
from rulekit.model import declarations as d
from rulekit.model.printer import print_rulebook
from rulekit.model.rulebook import Rulebook, build
from rulekit.mutate.judging import examine, read_rules
from rulekit.mutate.mutant_generation import difference, inline_tables
from rulekit.mutate.operators import operators
from rulekit.syntax.parser import parse
from rulekit.tests.mutate.toys import TOYS, mutants_of, rules
from rulekit.tests.scale import examples

ROWS = [line.split("\t") for line in Path(__file__).with_name("changes.tsv").read_text(encoding="utf-8").splitlines()]
PAGE = PACKAGE.parent / "docs" / "mutants.md"
EVERY = sorted(file.stem for file in TOYS.glob("*.rules"))
APART = examples(7, 1)  # of many toys the first and every seventh after it; at night all of them


def bare(line: str) -> str:
    """A line without its margins, and with one blank between words."""
    return " ".join(re.sub(r"\s+@public:toy", "", line[1:]).split())


@pytest.mark.parametrize(("toy", "name", "before", "after"), ROWS, ids=[row[1] for row in ROWS])
def test_a_mutant_changes_the_line_it_names(toy: str, name: str, before: str, after: str) -> None:
    """The lines that are gone and the lines that came; lines that only moved aside count as the same."""
    lines = difference(rules(toy), mutants_of(toy)[name])
    gone, come = ([bare(line) for line in lines if line[0] == mark] for mark in "-+")
    if "swap-lines" not in name:
        gone, come = [one for one in gone if one not in come], [one for one in come if one not in gone]
    assert (" | ".join(gone), " | ".join(come)) == (before, after)


def test_every_operator_is_shown_at_work() -> None:
    """Who adds an operator adds a line to the table."""
    assert {row[1].split("@")[0] for row in ROWS} == {operator.name for operator in operators()}


@pytest.mark.parametrize("operator", operators(), ids=lambda operator: operator.name)
def test_an_operator_says_what_it_does(operator: object) -> None:
    """In one sentence."""
    assert operator.help.endswith(".")  # type: ignore[attr-defined]


@pytest.mark.skipif(not PAGE.is_file(), reason="installed without its docs")
def test_the_page_lists_every_operator_in_its_family() -> None:
    """And no other."""
    rows = dict(re.findall(r"^\| ([a-z]+) \| (`.+`) \|$", PAGE.read_text(encoding="utf-8"), re.MULTILINE))
    said = {(family, name) for family, names in rows.items() for name in re.findall(r"`([a-z-]+)`", names)}
    assert said == {(operator.family, operator.name) for operator in operators()}


def reread(rulebook: Rulebook) -> Rulebook:
    """Printed and parsed again."""
    parsed = parse(inline_tables(rulebook), "again.rules")
    assert not parsed.problems, parsed.problems
    return build([("again.rules", parsed.trees)])


@pytest.mark.parametrize("toy", [*EVERY[::APART], "ways"])
def test_a_mutant_prints_as_rules_that_read_back(toy: str) -> None:
    """What is written out is what was judged; a second print is the same to the letter."""
    for mutant in list(mutants_of(toy).values())[::APART]:
        text = print_rulebook(reread(mutant.apply(rules(toy))))
        assert text == print_rulebook(reread(reread(mutant.apply(rules(toy))))), mutant.id


@pytest.mark.parametrize("toy", EVERY)
def test_names_of_mutants_are_their_own(toy: str) -> None:
    """No two mutants of a rulebook are the same rulebook, and none is the original."""
    made = [(mutant.change.path, mutant.change.new) for mutant in mutants_of(toy).values()]
    assert len(set(made)) == len(made)
    assert all(mutant.apply(rules(toy)) != rules(toy) for mutant in mutants_of(toy).values())


def test_laws_scenes_and_what_only_they_read_are_left_alone() -> None:
    """They judge; a mutant of a judge proves nothing."""
    changed = {type(rules("laws").declarations[m.change.path[1]]) for m in mutants_of("laws").values()  # type: ignore[index]
               if len(m.change.path) > 1}  # fmt: skip
    assert d.Laws not in changed and d.Action in changed
    assert not any("visits" in mutant.sentence for mutant in mutants_of("laws").values())


@pytest.mark.long
@pytest.mark.parametrize("game", bundled_games(), ids=lambda folder: folder.name)
def test_a_game_in_one_file_is_the_same_game(game: Path) -> None:
    """Tables written out as rows check without an error and give the same pieces and scenes."""
    rulebook, _, ids, _ = read_rules(game)
    before, after = (examine(one, ids) for one in (rulebook, reread(rulebook)))
    assert not after.errors and not after.scenes
    rows = [{k: [r.values for r in i.rows] for k, i in one.checked.symbols.kinds.items()} for one in (before, after)]
    assert rows[0] == rows[1] and len(before.checked.scenes) == len(after.checked.scenes)
