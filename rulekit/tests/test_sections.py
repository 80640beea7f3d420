"""Every section of the suite is declared, run by what a change must pass, and not empty."""

import re

import pytest

from rulekit.data import PACKAGE
from rulekit.tests.conftest import SECTIONS

CI = PACKAGE.parent / ".ci" / "run"
TESTS = PACKAGE / "tests"

each = pytest.mark.parametrize("section", SECTIONS)


@each
def test_a_section_is_declared_and_says_what_is_in_it(section: str, pytestconfig: pytest.Config) -> None:
    assert any(line.startswith(f"{section}: ") for line in pytestconfig.getini("markers"))


@each
@pytest.mark.skipif(not CI.is_file(), reason="installed without what runs the tests")
def test_a_section_is_run_by_what_a_change_must_pass(section: str) -> None:
    commands = re.findall(r"pytest .*-m (?:\"([^\"]+)\"|(\w+))", CI.read_text(encoding="utf-8"))
    assert section in {name for pair in commands for name in "".join(pair).split(" or ")}


@each
def test_a_section_has_tests(section: str) -> None:
    marked = [path for path in TESTS.rglob("test_*.py") if f"pytest.mark.{section}" in path.read_text(encoding="utf-8")]
    assert marked
