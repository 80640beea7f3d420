"""The story of a wrong engine that the README tells is what a reader gets who follows it."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from rulekit.data import PACKAGE
from rulekit.tests.calling import Call

README = (PACKAGE.parent / "README.md").read_text(encoding="utf-8")


@pytest.mark.long
def test_the_wrong_engine_of_the_readme_has_its_story(
    rulekit: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its line is changed as the README says; verdict, first clause and sentence are those quoted."""
    session = next(block for block in re.findall(r"```console\n(.*?)```", README, re.DOTALL) if "wrong.py" in block)
    change, verify = (line[2:] for line in session.splitlines() if line.startswith("$ "))
    (_, right, wrong, _), file = shlex.split(change)[1].split("/"), shlex.split(change)[2]
    text = (PACKAGE.parent / file).read_text(encoding="utf-8")
    assert text.count(right) == 1
    monkeypatch.chdir(tmp_path)
    Path("wrong.py").write_text(text.replace(right, wrong), encoding="utf-8")
    ran = rulekit(*shlex.split(verify)[1:])
    assert ran.code == 1 and Path("report.html").stat().st_size > 10_000
    told = " ".join(ran.out.split())
    for quoted in re.findall(r"^(?!\$)(.+?)(?: *\.\.\.)?$", session, re.MULTILINE):
        assert " ".join(quoted.split()) in told, quoted
