"""Every section of the suite is declared, run by what a change must pass, and not empty."""

import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from rulekit.data import PACKAGE
from rulekit.tests.conftest import PROFILE, SECTIONS, pytest_collection_modifyitems

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


def left_out(mark: str, arguments: list[str], expression: str = "") -> bool:
    """Is a test of this file, with this mark, skipped in a run that was started so?"""
    given: list[Any] = []
    test: Any = SimpleNamespace(path=Path(__file__), add_marker=given.append)
    test.get_closest_marker = lambda name: name == mark or None
    config: Any = SimpleNamespace(args=arguments, option=SimpleNamespace(markexpr=expression))
    pytest_collection_modifyitems(config, [test])
    return bool(given)


@each
@pytest.mark.skipif(PROFILE == "nightly", reason="the nights run everything")
def test_a_section_waits_until_it_or_a_file_of_it_is_named(section: str) -> None:
    assert left_out(section, []) and left_out(section, [str(TESTS)])
    assert not left_out(section, [], f"{section} or other")
    assert not left_out(section, [__file__]) and not left_out(section, [f"{__file__}::test_one"])
    assert left_out("nightly", [__file__])
