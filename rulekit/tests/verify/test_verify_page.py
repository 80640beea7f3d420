"""docs/conformance/verify.md shows what really happens."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulekit.data import PACKAGE
from rulekit.tests.calling import Call
from rulekit.verify.smoke import CHECKS

PAGE = PACKAGE.parent / "docs" / "conformance" / "verify.md"


@pytest.mark.skipif(not PAGE.is_file(), reason="installed without its docs")
def test_the_page_shows_what_happens(
    game: Path, rulekit: Call, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest
) -> None:
    text = PAGE.read_text(encoding="utf-8")
    (code,), (session,) = (re.findall(rf"```{name}\n(.*?)```", text, re.DOTALL) for name in ("python", "console"))
    command, _, printed = session.removeprefix("$ rulekit ").partition("\n")
    monkeypatch.chdir(game.parent)
    (game.parent / "stones.py").write_text(code, encoding="utf-8")
    out = rulekit(*command.split()).out
    if request.config.getoption("--update-golden"):
        PAGE.write_text(text.replace(session, f"$ rulekit {command}\n{out}"), encoding="utf-8", newline="\n")
        printed = out
    assert out == printed


@pytest.mark.skipif(not PAGE.is_file(), reason="installed without its docs")
def test_the_page_names_every_check_in_order() -> None:
    rows = re.findall(r"^\| ([a-z ]+) \|", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    assert rows[: len(CHECKS)] == [name for name, _, _ in CHECKS]
