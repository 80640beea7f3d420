"""Real pytest on games of the tests' own: how it ended, what it printed, and the ids it collected."""

import contextlib
import multiprocessing
import os
import random
import re
import runpy
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from importlib.metadata import entry_points
from pathlib import Path
from xml.etree import ElementTree

from rulekit.data import PACKAGE

INSTALLED = "rulekit" in entry_points(group="pytest11").names
PLUGIN = () if INSTALLED else ("-p", "rulekit.testing.plugin")
LEFT_OUT = ("RULEKIT_PROFILE", "PYTEST_ADDOPTS", "PYTEST_CURRENT_TEST", "PYTEST_XDIST_WORKER", "PYTEST_VERSION")
ALWAYS = (*PLUGIN, "-p", "no:randomly", "--color=no")
PATIENCE = 120
SILENCE = Path(os.devnull)
COPIES = multiprocessing.get_context("forkserver")  # processes that are copied from one which has imported everything
REWRITTEN = ("-W", "ignore:Module already imported:pytest.PytestAssertRewriteWarning")
COPIES.set_forkserver_preload([f"{__package__}.warm"])


def pytest_on(folder: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run pytest in a folder, in a copy of a process that has imported everything."""
    with tempfile.TemporaryDirectory() as place:
        printed, said = Path(place, "out"), Path(place, "err")
        words = [*ALWAYS, *REWRITTEN, *arguments]
        process = COPIES.Process(target=_pytest, args=(folder, words, _environment(), printed, said))
        with _these_tests_first():
            process.start()
        process.join(PATIENCE)
        if process.is_alive():
            process.kill()
            raise subprocess.TimeoutExpired(words, PATIENCE)
        assert process.exitcode is not None
        texts = (file.read_text("utf-8") for file in (printed, said))
        return subprocess.CompletedProcess(words, process.exitcode, *texts)


@contextlib.contextmanager
def _these_tests_first() -> Iterator[None]:
    """Whatever is copied begins now if it has not, in any folder; an installed kit would have no tests."""
    before = os.environ.get("PYTHONPATH")
    os.environ["PYTHONPATH"] = os.pathsep.join(filter(None, (str(PACKAGE.parent), before)))
    try:
        yield
    finally:
        if before is None:
            del os.environ["PYTHONPATH"]
        else:
            os.environ["PYTHONPATH"] = before


def pytest_anew(folder: Path, *arguments: str, **more: str) -> subprocess.CompletedProcess[str]:
    """The same in a process of its own, with more variables of the environment, which imports may read."""
    command = [sys.executable, "-m", "pytest", *ALWAYS, *arguments]
    env = {**_environment(), **more}
    return subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=PATIENCE)


def _environment() -> dict[str, str]:
    known = {name: value for name, value in os.environ.items() if name not in LEFT_OUT}
    return {**known, "PYTHONPATH": str(PACKAGE.parent)}


def _pytest(folder: Path, arguments: list[str], env: dict[str, str], printed: Path, said: Path) -> None:
    """What `python -m pytest` does in a folder, in this process, which does nothing else afterwards."""
    from hypothesis.configuration import set_hypothesis_home_dir

    os.chdir(folder)
    os.environ.clear()
    os.environ.update(env)
    random.seed()
    set_hypothesis_home_dir(folder / ".hypothesis")
    sys.argv, sys.path[0] = ["pytest", *arguments], str(folder)
    with standard_streams(SILENCE, printed, said):
        runpy.run_module("pytest", run_name="__main__")


@contextlib.contextmanager
def standard_streams(*files: Path) -> Iterator[None]:
    """These files are input, output and errors of this process for a while."""
    before = [os.dup(stream) for stream in range(len(files))]
    for stream, file in enumerate(files):
        opened = os.open(file, os.O_RDWR | os.O_CREAT)
        os.dup2(opened, stream)
        os.close(opened)
    try:
        yield
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        for stream, kept in enumerate(before):
            os.dup2(kept, stream)
            os.close(kept)


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
