"""Two reports compared: new, gone, as before; less looked at; through the command line."""

from __future__ import annotations

import json
from pathlib import Path

import attrs

from rulekit.report.difference import as_text, compare_reports
from rulekit.tests.calling import Call
from rulekit.tests.report.samples import SAMPLE, agreeing, sample, unjudged


def test_the_same_report_twice_has_nothing_new() -> None:
    found = compare_reports(sample(), sample())
    assert found.code == 0 and not found.new and not found.gone and len(found.kept) == len(sample().causes)


def test_a_new_cause_is_new_and_a_mended_one_gone() -> None:
    """Judged by the id of a cause, which is the same in every run."""
    first, second = sample().causes
    old, new = attrs.evolve(sample(), causes=(first,)), attrs.evolve(sample(), causes=(second,))
    found = compare_reports(old, new)
    assert [one.id for one in found.new] == [second.id] and [one.id for one in found.gone] == [first.id]
    assert found.code == 1 and compare_reports(sample(), agreeing()).code == 0


def test_looking_away_is_told() -> None:
    """A second run without views hides what views would have shown."""
    compares = tuple(one for one in sample().compared if one.kind != "view")
    found = compare_reports(sample(), attrs.evolve(sample(), compared=compares))
    assert found.code == 1 and "none now" in as_text(found)


def test_an_engine_that_breaks_down_now_is_no_better() -> None:
    """It shows fewer causes, because it answers less."""
    failed = unjudged().failures
    found = compare_reports(agreeing(), attrs.evolve(agreeing(), failures=failed))
    assert found.code == 1 and "BROKEN   timeout-step: it gave no answer" in as_text(found)
    assert found.to_json()["broken"] and compare_reports(unjudged(), unjudged()).code == 0


def test_once_is_one_time() -> None:
    """As people count."""
    once = attrs.evolve(sample().causes[0], games=1, vectors=0)
    told = as_text(compare_reports(agreeing(), attrs.evolve(sample(), causes=(once,))))
    assert f"({once.times} time" in told and "1 times" not in told


def test_other_rules_are_told() -> None:
    """Else two different things would be compared in silence."""
    other = attrs.evolve(sample(), game=attrs.evolve(sample().game, spec="sha256:" + "0" * 64), seed="7")
    assert {line.partition(":")[0] for line in compare_reports(sample(), other).changed} == {"rules", "seed"}


def test_the_command_compares_two_files(rulekit: Call, tmp_path: Path) -> None:
    """As text and as JSON, with the exit code."""
    second = tmp_path / "new.json"
    second.write_text(json.dumps(attrs.evolve(sample(), causes=sample().causes[:1]).to_json()))
    assert rulekit("report", "diff", str(SAMPLE), str(SAMPLE)).code == 0
    backward = rulekit("report", "diff", str(second), str(SAMPLE), "--format", "json")
    assert backward.code == 1 and json.loads(backward.out)["new"] == [sample().causes[1].id]


def test_the_command_shows_a_kept_report(rulekit: Call, tmp_path: Path) -> None:
    """As text, or in files of other formats, with the exit code of the verification."""
    shown = rulekit("report", "show", str(SAMPLE))
    assert shown.code == sample().verdict.code and "FAIL 1" in shown.out
    wanted = [tmp_path / name for name in ("r.html", "r.xml", "r.sarif", "r.md", "r.tap", "r.svg")]
    kept = rulekit("report", "show", str(SAMPLE), *(part for path in wanted for part in ("--report", str(path))))
    assert kept.code == sample().verdict.code and all(path.stat().st_size > 100 for path in wanted)


def test_what_is_no_report_is_told(rulekit: Call, tmp_path: Path) -> None:
    """In a sentence, with the code for what was not understood."""
    for text in ("", "{}", "[1", '{"format": "rulekit-verification/1"}'):
        file = tmp_path / "r.json"
        file.write_text(text)
        answer = rulekit("report", "show", str(file))
        assert answer.code == 2 and "r.json" in answer.err and not answer.out
    assert rulekit("report", "show", str(SAMPLE), "--report", "x.doc").code == 2
