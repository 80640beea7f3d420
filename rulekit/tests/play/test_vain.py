"""Scenes that prove nothing are found by taking out what they are about."""

import json
from pathlib import Path

from rulekit.diagnostics import catalogue, samples
from rulekit.pipeline import vain_scenes
from rulekit.tests.calling import Call

PAGE = catalogue.entry("K68")
RULED = "# file: rulings.md\n# Rulings\n\n## Silenced\n\n- K68 [grab.can]: it shows how a heap is set up\n"
LAW = "always\n  [heap.small]  heap <= 9  @public:sample\n"
ONLY = "relation a: Player leads b: Player, if any\n  [leads.first]  a is seat-one and b is seat-two  @public:sample\n"


def found(text: str, folder: Path, only: str | None = None) -> list[tuple[int, str]]:
    """Line and code of everything said."""
    return [(p.span.line, p.code) for p in vain_scenes(samples.write_sample(text, folder), only) if p.span]


def test_a_scene_that_passes_without_its_clause_proves_nothing(tmp_path: Path) -> None:
    """On the line that the page marks."""
    assert found(PAGE.wrong, tmp_path) == [(said.line, said.code) for said in samples.expected_problems(PAGE.wrong)]


def test_a_scene_that_fails_without_its_clause_proves_it(tmp_path: Path) -> None:
    """Nobody may grab only because of the clause."""
    assert found(PAGE.right, tmp_path) == []


def test_the_scene_of_a_law_is_left_alone(tmp_path: Path) -> None:
    """A law changes no play, so without it everything comes true as before."""
    law = PAGE.wrong.replace("scene [grab.can]", f"{LAW}scene [heap.small]")
    assert found(law, tmp_path) == []


def test_a_clause_that_the_rules_need_is_not_doubted(tmp_path: Path) -> None:
    """A relation without its only case would be no sentence."""
    needed = PAGE.wrong.replace("scene [grab.can]", f"{ONLY}scene [leads.first]").replace(
        "then heap = 3", "then seat-one leads seat-two"
    )
    assert found(needed, tmp_path) == []


def test_a_ruling_silences_it(tmp_path: Path) -> None:
    """And neither `check` nor `test --prove` calls that silence idle."""
    assert found(f"{PAGE.wrong}{RULED}", tmp_path) == []


def test_the_command_line_reports_it_and_is_content(rulekit: Call, tmp_path: Path) -> None:
    """It is a warning: the rules may be right all the same."""
    folder = str(samples.write_sample(PAGE.wrong, tmp_path))
    ran = rulekit("test", folder, "--prove", "--games", "0")
    told = json.loads(rulekit("test", folder, "--prove", "--games", "0", "--format", "json").out)
    assert ran.code == 0 and "K68" in ran.out and [one["code"] for one in told[0]["vain"]] == ["K68"]
