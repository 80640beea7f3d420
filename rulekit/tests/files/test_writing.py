"""What was there before is there still, whole, whatever happens while something is written."""

from __future__ import annotations

import errno
import os
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from rulekit.files import writing
from rulekit.files.reading import Unusable
from rulekit.tests.calling import Call


def test_a_file_keeps_its_rights(tmp_path: Path) -> None:
    file = tmp_path / "x"
    file.write_text("old")
    file.chmod(0o640)
    writing.write(file, "new")
    assert file.read_text() == "new" and stat.S_IMODE(file.stat().st_mode) == 0o640
    assert [one.name for one in tmp_path.iterdir()] == ["x"]


def test_a_new_file_has_the_rights_that_new_files_have(tmp_path: Path) -> None:
    (tmp_path / "usual").write_text("")
    writing.write(tmp_path / "x", "new")
    assert (tmp_path / "x").stat().st_mode == (tmp_path / "usual").stat().st_mode


WRITERS: dict[str, Callable[[Path], None]] = {
    "a whole file": lambda file: writing.write(file, "new"),
    "a file written later": writing.ready,
    "a file that grows": lambda file: writing.AppendOnlyFile(file).close(),
}


@pytest.mark.parametrize("how", WRITERS)
def test_a_folder_that_is_not_there_is_made(how: str, tmp_path: Path) -> None:
    WRITERS[how](tmp_path / "a" / "b" / "x")
    assert (tmp_path / "a" / "b").is_dir()


@pytest.mark.parametrize("how", WRITERS)
def test_where_no_folder_can_be_the_file_is_named(how: str, tmp_path: Path) -> None:
    (tmp_path / "a").write_text("a file")
    with pytest.raises(OSError) as found:
        WRITERS[how](tmp_path / "a" / "x")
    assert found.value.filename == str(tmp_path / "a" / "x") or found.value.filename == tmp_path / "a" / "x"


@pytest.mark.parametrize("call", ["write", "fsync", "replace", "open"])
def test_when_there_is_no_room_the_old_file_stays(call: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "x"
    file.write_text("old")

    def full(*_: Any) -> int:
        raise OSError(errno.ENOSPC, "no space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, call, full)
        with pytest.raises(OSError) as caught:
            writing.write(file, "new" * 1000)
    assert caught.value.filename == str(file)
    assert file.read_text() == "old" and [one.name for one in tmp_path.iterdir()] == ["x"]


def test_fmt_says_that_there_is_no_room_and_loses_nothing(
    game: Path, rulekit: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = game / "2-play.rules"
    before = file.read_text(encoding="utf-8").replace("  [grab", "  [grab", 1).replace("   n in", " n in")
    file.write_text(before, encoding="utf-8")

    def full(*_: Any) -> int:
        raise OSError(errno.ENOSPC, "no space left on device")

    with monkeypatch.context() as patched:
        patched.setattr(os, "fsync", full)
        ran = rulekit("fmt", game)
    assert ran.code == 2 and "no space left" in ran.err and "2-play.rules" in ran.err
    assert file.read_text(encoding="utf-8") == before
    assert rulekit("fmt", game).code == 0 and file.read_text(encoding="utf-8") != before


def test_a_link_is_followed_only_inside_the_folder(tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.mkdir()
    (home / "in").symlink_to("real")
    writing.write(home / "in", "new")
    assert (home / "in").is_symlink() and (home / "real").read_text() == "new"
    (tmp_path / "victim").write_text("old")
    (home / "out").symlink_to("../victim")
    with pytest.raises(Unusable, match="leads out"):
        writing.write(home / "out", "new")
    assert (tmp_path / "victim").read_text() == "old"


@pytest.mark.parametrize("place", ["g/2-play.rules", "g/scenes/1-grab.rules", "g"])
def test_fmt_changes_nothing_outside_of_the_folder_it_was_given(
    place: str, game: Path, rulekit: Call, tmp_path: Path
) -> None:
    work, victim = tmp_path / "work", tmp_path / "victim"
    work.mkdir()
    game.rename(work / "g")
    (work / place).rename(victim)
    (work / place).symlink_to(victim)
    untidy = [victim] if victim.is_file() else sorted(victim.rglob("*.rules"))
    for file in untidy:
        file.write_text(file.read_text(encoding="utf-8").replace("  [", "    ["), encoding="utf-8")
    before = [file.read_text(encoding="utf-8") for file in untidy]
    assert rulekit("fmt", work).code != 0
    assert [file.read_text(encoding="utf-8") for file in untidy] == before


@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir, lambda file: os.symlink("/dev/null", file)])
def test_only_ordinary_files_are_written(make: Any, game: Path, rulekit: Call, tmp_path: Path) -> None:
    file = tmp_path / "out"
    make(file)
    for words in (("laws", game, "--out", file), ("mutate", game, "--log", file, "--mutants", 1)):
        ran = rulekit(*words)
        assert ran.code == 2 and "out" in ran.err
    assert os.path.lexists(file) and not file.is_file()


def test_lines_are_added_whole_and_by_one_at_a_time(tmp_path: Path) -> None:
    file = tmp_path / "x"
    file.write_bytes(b"one\ntw")
    lines = writing.AppendOnlyFile(file)
    with pytest.raises(BlockingIOError):
        writing.AppendOnlyFile(file)
    lines.go_on(4)
    lines.add(b"two")
    lines.close()
    assert file.read_bytes() == b"one\ntwo\n"


def test_a_line_without_room_is_not_there_at_all(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = writing.AppendOnlyFile(tmp_path / "x")
    lines.add(b"one")
    real, calls = os.write, []

    def half(file: int, data: Any) -> int:
        calls.append(file)
        if len(calls) > 1:
            raise OSError(errno.ENOSPC, "no space left on device")
        return real(file, bytes(data)[:2])

    with monkeypatch.context() as patched, pytest.raises(OSError):
        patched.setattr(os, "write", half)
        lines.add(b"two")
    assert (tmp_path / "x").read_bytes() == b"one\n"
    lines.add(b"three")
    assert (tmp_path / "x").read_bytes() == b"one\nthree\n"


def test_a_report_is_tried_before_anything_is_played(tmp_path: Path) -> None:
    file = tmp_path / "report.json"
    file.write_text("old")
    writing.ready(file)
    assert file.read_text() == "old" and len(list(tmp_path.iterdir())) == 1
    with pytest.raises(Unusable):
        writing.ready(tmp_path)


def test_files_of_others_among_the_pages_are_left_alone(rulekit: Call, tmp_path: Path) -> None:
    """Also those that cannot be read; a page of ours that was damaged is made anew."""
    assert rulekit("docs", "--no-games", "--out", tmp_path).code == 0
    (tmp_path / "reference" / "mine.md").write_bytes(b"caf\xe9\n")
    os.mkfifo(tmp_path / "reference" / "pipe.md")
    (tmp_path / "reference" / "index.md").write_bytes(b"\xff\xff")
    assert rulekit("docs", "--no-games", "--out", tmp_path).code == 0
    assert (tmp_path / "reference" / "mine.md").read_bytes() == b"caf\xe9\n" and (
        tmp_path / "reference" / "pipe.md"
    ).is_fifo()
    assert "Reference" in (tmp_path / "reference" / "index.md").read_text(encoding="utf-8")
