"""The store: whatever happens to whoever writes, what was sealed is there, and nobody ever sees a traceback."""

import os
import resource
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from rulekit.cli.commands.new import STARTER
from rulekit.data import PACKAGE
from rulekit.fuzz.storage import record_segments
from rulekit.fuzz.storage.record_store import RecordStore, merge_stores, read_store
from rulekit.tests.calling import Call
from rulekit.tests.fuzz.killing import ENOUGH, numbers, record

pytestmark = pytest.mark.long

LINES = 40  # records that a writer writes
AT_RANDOM = 40


@pytest.fixture(autouse=True)
def quick(monkeypatch: pytest.MonkeyPatch) -> None:
    """What lies in the memory of the system outlives a process; waiting for the disk is for power failures."""
    monkeypatch.setattr("rulekit.fuzz.storage.record_segments.os.fsync", lambda _: None)


def written(folder: Path, count: int = LINES) -> Path:
    """A folder with so many records, all sealed."""
    store = RecordStore(folder, ENOUGH)
    for number in range(count):
        store.append(record(number))
    assert store.close()
    return folder


# ------------------------------------------------------------------ killed


def survived(folder: Path, times: int) -> None:
    environment = {**os.environ, "PYTHONPATH": str(PACKAGE.parent)}
    words = [sys.executable, "-m", "rulekit.tests.fuzz.killing", str(folder), str(times)]
    ran = subprocess.run(words, capture_output=True, text=True, env=environment)
    assert ran.returncode == 0 and f"killed {times} times" in ran.stdout, ran.stderr


def test_a_writer_killed_at_some_moments_loses_nothing_sealed(tmp_path: Path) -> None:
    survived(tmp_path, 40)


@pytest.mark.nightly
def test_a_writer_killed_at_any_of_a_thousand_moments_loses_nothing_sealed(tmp_path: Path) -> None:
    survived(tmp_path, 1000)


class Killed(BaseException):
    """Stands for the end of the process: nothing may catch it."""


CALLS = ("write", "fsync", "replace", "open", "close", "ftruncate", "unlink", "lseek")


def dying(monkeypatch: pytest.MonkeyPatch, at: int, torn: Random) -> Callable[[], bool]:
    """The machine stops at that call; a write may have been done in part. Gives whether it came to that."""
    made = [0]

    def stop(name: str, real: Any) -> Any:
        def call(*args: Any, **more: Any) -> Any:
            made[0] += 1
            if made[0] > at:
                raise Killed
            if made[0] == at:
                if name == "write":
                    real(args[0], bytes(args[1])[: torn.randrange(len(args[1]) + 1)])
                raise Killed
            return real(*args, **more)

        return call

    for name in CALLS:
        monkeypatch.setattr(f"rulekit.fuzz.storage.record_segments.os.{name}", stop(name, getattr(os, name)))
    return lambda: made[0] >= at


def stopped_at(folder: Path, monkeypatch: pytest.MonkeyPatch, at: int) -> bool:
    """Write until the machine stops at that call; then look at what is there."""
    sealed = -1
    with monkeypatch.context() as patched:
        came = dying(patched, at, Random(at))
        try:
            store = RecordStore(folder, ENOUGH)
            for number in range(LINES):
                store.append(record(number))
                sealed = number if store.count == 0 else sealed
            store.rewrite(lambda records: records[::2] + records[1::2])
            sealed = LINES - 1
        except Killed:
            pass
    found = numbers(folder)
    assert set(found) >= set(range(sealed + 1)) and sorted(found) == list(range(len(found)))
    return came()


@pytest.mark.parametrize("part", range(4))
def test_the_machine_may_stop_at_every_call_to_the_system(
    part: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    at = part + 1
    while stopped_at(tmp_path / str(at), monkeypatch, at):
        at += 4
    assert at > 100, "the writer asks the system for more than that"


# ------------------------------------------------------------------ damaged


def test_a_segment_cut_anywhere_loses_only_what_was_cut_off(tmp_path: Path) -> None:
    source, folder = Random(1), written(tmp_path)
    for file in sorted(folder.glob("*.sealed")):
        whole = file.read_bytes()
        for _ in range(AT_RANDOM // 4):
            left = whole[: source.randrange(len(whole))]
            file.write_bytes(left)
            assert len(numbers(folder)) == LINES - whole.count(b"\n") + left.count(b"\n")
        file.write_bytes(whole)


def test_a_flipped_bit_costs_only_its_line_and_is_counted(tmp_path: Path) -> None:
    """Two lines, if it was the end of the first; the end of the last line is not missed, for there it may be torn."""
    source, folder = Random(2), written(tmp_path)
    files = sorted(folder.glob("*.sealed"))
    for _ in range(AT_RANDOM * 5):
        file = source.choice(files)
        whole = file.read_bytes()
        data = bytearray(whole)
        place = source.randrange(len(data))
        data[place] ^= 1 << source.randrange(8)
        file.write_bytes(data)
        missing = set(range(LINES)) - set(numbers(folder))
        assert len(missing) <= (2 if whole[place] == ord("\n") else 1)
        assert read_store(folder).damaged or not missing or place == len(data) - 1
        file.write_bytes(whole)


def test_the_next_writer_seals_what_was_left_and_leaves_what_is_damaged(tmp_path: Path) -> None:
    folder = written(tmp_path)
    whole, damaged = sorted(folder.glob("*.sealed"))[:2]
    left = whole.rename(whole.with_suffix(record_segments.OPEN))
    data = bytearray(damaged.read_bytes())
    data[30] ^= 1
    damaged.write_bytes(data)
    store = RecordStore(folder)
    assert whole.exists() and not left.exists() and damaged.read_bytes() == data
    assert store.damaged == 1 and len(store.records) == LINES - 1 and not store.rewrite(lambda records: records)


def test_any_bytes_at_all_can_be_read(tmp_path: Path) -> None:
    source = Random(3)
    for number in range(AT_RANDOM):
        (tmp_path / f"{number:06}-00000000.open").write_bytes(source.randbytes(source.randrange(300)))
    assert read_store(tmp_path).records == ()


def test_a_torn_end_is_nobodys_record(tmp_path: Path) -> None:
    store = RecordStore(tmp_path, 100)
    store.append(record(0))
    with store.path.open("ab") as file:
        file.write(record_segments.frame_record('{"number":1}')[:-4])
    assert numbers(tmp_path) == [0]


# ------------------------------------------------------------------ no room, no right


def test_a_full_disk_keeps_what_is_sealed_and_what_waits_is_written_when_there_is_room(tmp_path: Path) -> None:
    store = RecordStore(written(tmp_path), 1000)
    was = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (500, was[1]))
    try:
        for number in range(LINES, 2 * LINES):
            store.append(record(number))
        assert store.trouble is not None and store.unwritten_count and not store.close()
        assert numbers(tmp_path)[:LINES] == list(range(LINES))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, was)
    assert store.close() and numbers(tmp_path) == list(range(2 * LINES))


def test_a_disk_that_takes_nothing_keeps_the_segment_open(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = RecordStore(tmp_path, 1000)
    store.append(record(0))
    with monkeypatch.context() as patched:
        patched.setattr("rulekit.fuzz.storage.record_segments.os.fsync", _no_room)
        assert not store.seal()
        assert numbers(tmp_path) == [0] and len(list(tmp_path.glob("*.open"))) == 1
    assert store.seal() and len(list(tmp_path.glob("*.sealed"))) == 1


def _no_room(*_: Any) -> None:
    raise OSError(28, "No space left on device")


@pytest.mark.skipif(os.geteuid() == 0, reason="nothing is read-only for the superuser")
def test_a_folder_that_cannot_be_written_to_can_be_read(tmp_path: Path) -> None:
    folder = written(tmp_path)
    folder.chmod(0o500)
    try:
        assert numbers(folder) == list(range(LINES))
        with pytest.raises(OSError):
            RecordStore(folder)
    finally:
        folder.chmod(0o700)


def test_where_nothing_can_be_written_the_command_says_so(
    tmp_path: Path, rulekit: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    real = os.open

    def refused(path: Any, flags: int, *more: Any) -> int:
        if str(path).endswith(record_segments.OPEN):
            raise PermissionError(13, "Permission denied", str(path))
        return real(path, flags, *more)

    written(tmp_path)
    monkeypatch.setattr("rulekit.fuzz.storage.record_store.os.open", refused)
    ran = rulekit("fuzz", STARTER, "--games", 1, "--corpus", tmp_path)
    assert ran.code == 2 and "permission denied" in ran.err and "Traceback" not in ran.err


def test_a_corpus_that_is_a_file_is_told_in_a_sentence(tmp_path: Path, rulekit: Call) -> None:
    (tmp_path / "corpus").write_text("")
    ran = rulekit("fuzz", STARTER, "--games", 1, "--corpus", tmp_path / "corpus")
    assert ran.code == 2 and "it is a file, and a folder is wanted" in ran.err


# ------------------------------------------------------------------ several


def test_two_writers_at_once_do_not_touch_each_others_segments(tmp_path: Path) -> None:
    one, other = RecordStore(tmp_path, ENOUGH), RecordStore(tmp_path, ENOUGH)
    for number in range(LINES):
        (one if number % 2 else other).append(record(number))
    assert one.close() and other.close() and sorted(numbers(tmp_path)) == list(range(LINES))


def test_stores_are_merged_and_nothing_is_there_twice(tmp_path: Path) -> None:
    one, other = written(tmp_path / "one", 10), written(tmp_path / "other", 20)
    assert len(merge_stores(one, (other,)).records) == 20 and sorted(numbers(one)) == list(range(20))
    assert len(merge_stores(one, (other,)).records) == 20


def test_rewriting_leaves_what_is_wanted(tmp_path: Path) -> None:
    store = RecordStore(written(tmp_path))
    assert store.rewrite(lambda records: records[:3])
    assert numbers(tmp_path) == [0, 1, 2] and len(list(tmp_path.iterdir())) == 1
