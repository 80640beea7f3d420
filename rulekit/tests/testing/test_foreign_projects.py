"""The installed plugin in projects of others: files of rules of any other sort are none of its business."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rulekit.tests.calling import Call
from rulekit.tests.testing.collecting import pytest_on

pytestmark = pytest.mark.long

FOREIGN: dict[str, bytes] = {
    "99-usb.rules": b'SUBSYSTEM=="usb", ATTR{idVendor}=="1234", MODE="0666"\n',
    "firestore.rules": b"rules_version = '2';\nservice cloud.firestore {\n  match /games/{game} {\n  }\n}\n",
    "alerts.rules": b"groups:\n  - name: game\n    rules:\n      - alert: Down\n",
    "make.rules": b"game : main.o\n\tcc -o game main.o\n",
    "local.rules": b'alert tcp any any -> any any (msg: "game"; sid: 1;)\n',
    "binary.rules": b"\x7fELF\x00\ngame x for 2 players\n\x00\xff",
    "letters.rules": b"\xff\xfe\xff\xfe",
    "empty.rules": b"",
    "prose.rules": b"game theory is a subject\ngame  for everybody\n",
}
WAYS = ((), (".",), ("--rootdir", "."))


def project(folder: Path) -> Path:
    (folder / "test_a.py").write_text("def test_one():\n    assert True\n", encoding="utf-8")
    for name, data in FOREIGN.items():
        (folder / name).write_bytes(data)
        (folder / "deeper" / name).parent.mkdir(exist_ok=True)
        (folder / "deeper" / name).write_bytes(data)
    os.mkfifo(folder / "pipe.rules")
    (folder / "nowhere.rules").symlink_to("gone")
    (folder / "zero.rules").symlink_to("/dev/zero")
    (folder / "folder.rules").mkdir()
    (folder / "locked.rules").write_text("game x for 2 players\n", encoding="utf-8")
    (folder / "locked.rules").chmod(0)
    (folder / "huge.rules").write_bytes(b"x" * (2 << 20))
    return folder


@pytest.mark.parametrize("words", WAYS)
def test_other_projects_are_left_alone(words: tuple[str, ...], tmp_path: Path) -> None:
    """Nothing of theirs is collected, and nothing of it breaks their tests."""
    project(tmp_path)
    if os.geteuid() == 0:
        (tmp_path / "locked.rules").unlink()  # root may read it, and then it is a game that was found
    ran = pytest_on(tmp_path, *words)
    assert ran.returncode == 0 and "1 passed" in ran.stdout and ".rules" not in ran.stdout, ran.stdout


def test_a_folder_of_theirs_may_be_named(tmp_path: Path) -> None:
    project(tmp_path)
    (tmp_path / "locked.rules").unlink()
    (tmp_path / "deeper" / "test_b.py").write_text("def test_two():\n    pass\n", encoding="utf-8")
    ran = pytest_on(tmp_path, "deeper")
    assert ran.returncode == 0 and "1 passed" in ran.stdout


@pytest.mark.parametrize("name", ["99-usb.rules", "firestore.rules", "binary.rules"])
def test_a_file_that_is_named_itself_is_looked_at(name: str, tmp_path: Path) -> None:
    """Then somebody believes that it is one of ours, and hears why it is none."""
    project(tmp_path)
    ran = pytest_on(tmp_path, name)
    assert ran.returncode and "error[K" in ran.stdout


def test_a_game_among_their_files_is_still_collected(game: Path) -> None:
    for name, data in FOREIGN.items():
        (game.parent / name).write_bytes(data)
    ran = pytest_on(game.parent, game.name, "--collect-only", "-q")
    assert ran.returncode == 0 and "twelve-stones[law.heap]" in ran.stdout


def test_a_named_folder_of_ours_without_a_game_line_is_told(game: Path) -> None:
    file = game / "1-things.rules"
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("game twelve-stones for", "game twelve-stones of"), encoding="utf-8")
    ran = pytest_on(game.parent, game.name)
    assert ran.returncode and "error[K" in ran.stdout


def test_a_game_with_a_bad_byte_is_told_and_not_passed_over(game: Path, rulekit: Call) -> None:
    with (game / "2-play.rules").open("ab") as rules:
        rules.write(b"# caf\xc3\n")
    assert "K86" in pytest_on(game.parent, game.name).stdout
