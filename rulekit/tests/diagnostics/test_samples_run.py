"""The samples of the catalogue, read by the real checker: what `rulekit explain` prints is true."""

from pathlib import Path

import pytest

from rulekit.diagnostics import catalogue, samples
from rulekit.tests.check.corpus import problems

ELSEWHERE = {"K68": "found by playing", "K94": "about words for readers; rulekit/tests/site/test_readers.py tries it"}
CODES = [code for code in catalogue.codes() if code not in ELSEWHERE]


@pytest.mark.parametrize("code", CODES)
def test_the_wrong_sample_gets_its_complaint_on_the_marked_line(code: str, tmp_path: Path) -> None:
    """And no other complaint."""
    sample = catalogue.entry(code).wrong
    found = [(Path(p.span.file).name, p.span.line, p.code) for p in problems(sample, tmp_path) if p.span]
    assert sorted(found) == [(said.file, said.line, said.code) for said in samples.expected_problems(sample)]


@pytest.mark.parametrize("code", catalogue.codes())
def test_the_right_sample_gets_none(code: str, tmp_path: Path) -> None:
    """Not even a warning."""
    assert [str(problem) for problem in problems(catalogue.entry(code).right, tmp_path)] == []
