"""The cache of the parser's tables: whatever lies there, rules are read, and what is damaged is made anew."""

from __future__ import annotations

import os
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
    assert parse_tables._load(parse_tables._opened(file.read_text(encoding="utf-8"))).actions


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir, lambda file: os.symlink("/dev/zero", file)])
def test_a_cache_that_is_no_file_is_passed_over(make: object, good: tuple[str, bytes], tmp_path: Path) -> None:
    (tmp_path / "rulekit").mkdir()
    make(tmp_path / "rulekit" / good[0])  # type: ignore[operator]
    assert checked(tmp_path).returncode == 0
