"""Real pytest on games of the tests' own: how it ended, what it printed, and the ids it collected."""

import os
import re
import subprocess
import sys
from importlib.metadata import entry_points
from pathlib import Path
from xml.etree import ElementTree

from rulekit.data import PACKAGE

INSTALLED = "rulekit" in entry_points(group="pytest11").names
PLUGIN = () if INSTALLED else ("-p", "rulekit.testing.plugin")
LEFT_OUT = ("RULEKIT_PROFILE", "PYTEST_ADDOPTS", "PYTEST_CURRENT_TEST", "PYTEST_XDIST_WORKER")


def pytest_on(folder: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    """Run pytest in a folder, with more variables of the environment."""
    known = {name: value for name, value in os.environ.items() if name not in LEFT_OUT}
    command = [sys.executable, "-m", "pytest", *PLUGIN, "-p", "no:randomly", "--color=no", *arguments]
    env = {**known, "PYTHONPATH": str(PACKAGE.parent), **more}
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=120)


def ids_in(printed: str) -> list[str]:
    """The last part of every node id that `--collect-only -q` prints."""
    found = re.findall(r"^\S+\.(?:rules|py)::(.*)$", printed, re.MULTILINE)
    return [re.sub(r"^test_\w+\[(.*)\]$", r"\1", one) for one in found]


def properties(file: Path) -> dict[str, dict[str, str]]:
    """The properties of each case in a JUnit file, by the name of the case."""
    cases = ElementTree.parse(file).getroot().iter("testcase")
    return {
        case.attrib["name"]: {one.attrib["name"]: one.attrib["value"] for one in case.iter("property")}
        for case in cases
    }


def change(file: Path, old: str, new: str) -> None:
    """One change of a text that must be there."""
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new), encoding="utf-8")
