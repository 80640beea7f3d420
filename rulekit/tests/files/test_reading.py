"""Links, pipes, devices, folders and sockets in the place of a file: told at once, and nothing behind them is shown."""

from __future__ import annotations

import os
import pickle
import socket
import tracemalloc
from collections.abc import Callable
from pathlib import Path

import pytest

from rulekit.files.json_reading import NotStrict, parse_json
from rulekit.files.reading import Unusable, is_inside, is_there, read, text
from rulekit.tests.calling import Call
from rulekit.tests.testing.collecting import pytest_on

SECRET = "root:x:0:0:hunter2"
READERS = ("check", "fmt", "ledger", "test", "show", "legal", "laws")


def link_out(file: Path) -> None:
    secret = Path("secret.txt").resolve()
    secret.write_text(SECRET + "\n", encoding="utf-8")
    file.symlink_to(secret)


def socket_at(file: Path) -> None:
    with socket.socket(socket.AF_UNIX) as made:
        made.bind(os.path.relpath(file))


STRANGE: dict[str, Callable[[Path], None]] = {
    "a link out of the folder": link_out,
    "a link to a device": lambda file: file.symlink_to("/dev/zero"),
    "a link that leads nowhere": lambda file: file.symlink_to("nowhere"),
    "a link to itself": lambda file: file.symlink_to(file.name),
    "a pipe": lambda file: os.mkfifo(file),
    "a folder": lambda file: file.mkdir(),
    "a socket": socket_at,
}


@pytest.mark.parametrize("sort", STRANGE)
@pytest.mark.parametrize("name", ["5-more.rules", "scenes/5-more.rules", "ledger.toml", "rulings.md"])
def test_what_is_no_file_of_the_game_is_refused_at_once_by_every_command(
    sort: str, name: str, game: Path, rulekit: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """No command waits for it, no command shows a line of what is behind it, and none passes it over."""
    monkeypatch.chdir(game.parent)
    file = game / name
    file.unlink(missing_ok=True)
    STRANGE[sort](file)
    for command in READERS:
        ran = rulekit(command, game)
        assert ran.code == (0 if command == "fmt" and not name.endswith(".rules") else 1), (command, ran)
        assert "hunter2" not in ran.out + ran.err
    assert "K86" in rulekit("check", game).out


@pytest.mark.parametrize("sort", STRANGE)
def test_a_table_that_is_no_file_of_the_game_is_refused(
    sort: str, game: Path, rulekit: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(game.parent)
    with (game / "2-play.rules").open("a", encoding="utf-8") as rules:
        rules.write('card Pebble, 3 in all, listed in "pebbles.toml"  @public:sample\n')
    STRANGE[sort](game / "pebbles.toml")
    ran = rulekit("check", game)
    assert ran.code == 1 and "K86" in ran.out and "hunter2" not in ran.out + ran.err


@pytest.mark.long
@pytest.mark.parametrize("sort", STRANGE)
def test_pytest_waits_for_none_of_them(sort: str, game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(game.parent)
    STRANGE[sort](game / "5-more.rules")
    ran = pytest_on(game.parent, game.name, "--collect-only", "-q")
    assert "hunter2" not in ran.stdout + ran.stderr and ran.returncode


def test_a_link_inside_the_game_is_a_file_like_any_other(game: Path, rulekit: Call) -> None:
    (game / "4-laws.rules").rename(game / "laws.txt")
    (game / "4-laws.rules").symlink_to("laws.txt")
    assert rulekit("check", game).code == 0


def test_a_game_folder_may_be_a_link_itself(game: Path, rulekit: Call) -> None:
    (game.parent / "linked").symlink_to(game)
    assert rulekit("check", game.parent / "linked").code == 0


@pytest.mark.parametrize("length", [5, 300])
def test_a_table_that_is_not_there_is_told_however_long_its_name(length: int, game: Path, rulekit: Call) -> None:
    with (game / "2-play.rules").open("a", encoding="utf-8") as rules:
        rules.write(f'card Pebble, 3 in all, listed in "{"p" * length}.toml"  @public:sample\n')
    ran = rulekit("check", game)
    assert ran.code == 1 and "K07" in ran.out


def test_a_mark_in_front_of_a_file_is_no_part_of_it(game: Path, rulekit: Call) -> None:
    for file in (game / "1-game.rules", game / "ledger.toml"):
        if file.is_file():
            file.write_bytes(b"\xef\xbb\xbf" + file.read_bytes())
    assert rulekit("check", "--strict", game).code == 0
    position = game.parent / "start.json"
    position.write_bytes(b"\xef\xbb\xbf" + rulekit("view", game, "--seat", "all", "--format", "json").out.encode())
    assert rulekit("legal", game, "--position", position).code == 0


@pytest.mark.parametrize("sort", ["a link to a device", "a pipe", "a folder", "a socket", "a link that leads nowhere"])
def test_positions_and_traces_that_are_no_files_are_told_in_a_sentence(
    sort: str, game: Path, rulekit: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "x.json"
    STRANGE[sort](file)
    for words in (
        ("legal", game, "--position", file),
        ("view", game, "--trace", file),
        ("replay", file, "--game", game),
        ("shrink", file, "--game", game),
        ("play", game, "--resume", file),
        ("mutate", game, "--log", file, "--mutants", 1) if sort != "a link that leads nowhere" else ("replay", file),
        ("verify", game, "--impl", "true", "--positions", file),
    ):
        ran = rulekit(*words)
        assert ran.code == 2 and ran.err.startswith("rulekit: ") and "x.json" in ran.err, (words, ran)


def test_a_link_may_not_leave_the_folder_it_is_read_in(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "home").mkdir()
    link_out(tmp_path / "home" / "x")
    assert read(tmp_path / "home" / "x") == f"{SECRET}\n".encode()
    with pytest.raises(Unusable, match="leads out"):
        read(tmp_path / "home" / "x", within=tmp_path / "home")


def test_size_and_letters_are_looked_at(tmp_path: Path) -> None:
    file = tmp_path / "x"
    file.write_bytes(b"one\ntw\xff\n")
    with pytest.raises(Unusable, match="too large"):
        read(file, 3)
    with pytest.raises(Unusable, match="byte 0xFF in line 2"):
        text(file)


def test_names_that_nothing_can_have_are_not_there(tmp_path: Path) -> None:
    assert not is_there(tmp_path / ("x" * 300)) and not is_there(tmp_path / "a\0b")
    assert not is_inside("/etc/passwd", tmp_path)


def test_the_reason_reaches_another_process_as_it_was() -> None:
    found = pickle.loads(pickle.dumps(Unusable("link", "x")))
    assert (found.sort, found.filename, str(found.strerror)) == (
        "link",
        "x",
        "it is a link that leads out of its folder",
    )


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ("1e400", "not whole"),
        ("NaN", "not whole"),
        ("-Infinity", "not whole"),
        ('{"a":1,"a":1}', "stands twice"),
        ("[" * 100_000, "not JSON"),
        ("[" * 100 + "]" * 100, "too deeply"),
        ("9" * 5000, "too large"),
        (b"\xff", "not UTF-8"),
        ('"\\ud800"', "half a letter"),
        ("", "not JSON"),
    ],
)
def test_json_is_read_strictly(given: str | bytes, why: str) -> None:
    with pytest.raises(NotStrict, match=why):
        parse_json(given)


def test_a_small_file_needs_little_memory_whatever_its_limit(tmp_path: Path) -> None:
    file = tmp_path / "small.rules"
    file.write_text("game small for 2 players\n", encoding="utf-8")
    tracemalloc.start()
    try:
        assert read(file, most=64 << 20).startswith(b"game")
        assert tracemalloc.get_traced_memory()[1] < 1 << 20
    finally:
        tracemalloc.stop()


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="this system shows no files of its own under /proc")
def test_a_file_whose_size_the_system_does_not_know_is_read_whole() -> None:
    assert b"Threads:" in read("/proc/self/status")
    with pytest.raises(Unusable):
        read("/proc/self/status", most=10)
