"""The cache of the parser's tables: whatever lies there, rules are read, and what is damaged is made anew."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from rulekit.cli.commands.new import STARTER
from rulekit.syntax import parse_tables

pytestmark = pytest.mark.long

EMPTY = b'{"actions":[],"rules":[],"keywords":{},"start":0,"end":0}'
DAMAGED: dict[str, bytes] = {
    "empty": b"",
    "of the right shape and empty": EMPTY,
    "nested": b"[" * 200_000 + b"]" * 200_000,
    "nested behind a right sum": b"",
    "no text": b"\xff\xfe\x00",
    "cut short": b"",
    "empty behind a right sum": b"",
}


def checked(cache: Path) -> subprocess.CompletedProcess[str]:
    words = [sys.executable, "-m", "rulekit", "check", str(STARTER)]
    return subprocess.run(words, env={**os.environ, "RULEKIT_CACHE": str(cache)}, capture_output=True, text=True)


@pytest.fixture(scope="module")
def good(tmp_path_factory: pytest.TempPathFactory) -> tuple[str, bytes]:
    """The name of the file and what is in it."""
    cache = tmp_path_factory.mktemp("cache")
    assert checked(cache).returncode == 0
    (file,) = (cache / "rulekit").iterdir()
    return file.name, file.read_bytes()


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A grammar with the tables beside it that a wheel brings along, and an empty cache."""
    wanted = parse_tables.tables()
    grammar = shutil.copy(parse_tables.GRAMMAR, tmp_path)
    monkeypatch.setattr(parse_tables, "GRAMMAR", Path(grammar))
    monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path / "cache"))
    return parse_tables.write_tables(tmp_path, wanted)


def test_an_installed_kit_reads_the_tables_that_came_with_it(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Lark is not asked, and nothing is written."""
    monkeypatch.setattr(parse_tables, "build", lambda: pytest.fail("made again"))
    assert parse_tables.tables.__wrapped__() == parse_tables.tables()
    assert parse_tables.kept_file() == installed and not (installed.parent / "cache").exists()


def test_tables_that_came_damaged_are_made_anew(installed: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    installed.write_bytes(installed.read_bytes()[:-100])
    wanted = parse_tables.tables()
    monkeypatch.setattr(parse_tables, "build", lambda: wanted)
    assert parse_tables.tables.__wrapped__() is wanted
    assert (installed.parent / "cache/rulekit" / installed.name).is_file()


def summed(body: str) -> bytes:
    return f"{parse_tables._checksum(body)}\n{body}".encode()


@pytest.mark.parametrize("sort", DAMAGED)
def test_a_damaged_cache_is_made_anew(sort: str, good: tuple[str, bytes], tmp_path: Path) -> None:
    name, whole = good
    data = {
        "cut short": whole[:-100],
        "nested behind a right sum": summed("[" * 200_000),
        "empty behind a right sum": summed(EMPTY.decode()),
    }
    file = tmp_path / "rulekit" / name
    file.parent.mkdir()
    file.write_bytes(data.get(sort, DAMAGED[sort]))
    assert checked(tmp_path).returncode == 0
    assert parse_tables._load(parse_tables._unpack_tables(file.read_text(encoding="utf-8"))).actions


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir, lambda file: os.symlink("/dev/zero", file)])
def test_a_cache_that_is_no_file_is_passed_over(make: object, good: tuple[str, bytes], tmp_path: Path) -> None:
    (tmp_path / "rulekit").mkdir()
    make(tmp_path / "rulekit" / good[0])  # type: ignore[operator]
    assert checked(tmp_path).returncode == 0
