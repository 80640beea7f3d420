"""What is no readable text is refused with a place and a reason, before anybody looks for sentences in it."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from rulekit.diagnostics import Problem, Problems
from rulekit.limits import FILE_LIMIT
from rulekit.syntax.source_files import decode, read_file, read_folder, read_table

GAME = b"game g for 2 players\n"


def refused(data: bytes) -> Problem:
    """The first complaint about some bytes."""
    with pytest.raises(Problems) as caught:
        decode(data, "a.rules")
    return caught.value.problems[0]


def found(problem: Problem) -> tuple[str, str, int, int]:
    assert problem.span is not None
    return problem.code, problem.variant, problem.span.line, problem.span.column


BYTES = {
    "half a letter": (GAME + b"# caf\xc3\n", ("K86", "utf-8", 2, 6)),
    "another code page": (b"# ok\n# \xd1\xea\xe0\n", ("K86", "utf-8", 2, 3)),
    "a program": (b"\x7fELF\x02\x01\x01\x00\x00", ("K86", "nul", 1, 8)),
    "a picture": (b"\x89PNG\r\n\x1a\n\x00", ("K86", "nul", 3, 1)),
    "utf-16 with a mark": (GAME.decode().encode("utf-16"), ("K86", "utf-16", 1, 1)),
    "utf-16 without": (GAME.decode().encode("utf-16-le"), ("K86", "utf-16", 1, 1)),
    "utf-16 the other way": (GAME.decode().encode("utf-16-be"), ("K86", "utf-16", 1, 1)),
    "a nought": (GAME + b"# a\0b\n", ("K86", "nul", 2, 4)),
    "old line ends": (b"# one\r# two\r", ("K86", "cr", 1, 6)),
    "one old line end": (b"# one\r\n# two\r# three\r\n", ("K86", "cr", 2, 6)),
    "a bell in a remark": (b"# one\n# \x07\n", ("K86", "control", 2, 3)),
    "a turn in a string": ('source A "a\u202eb"\n'.encode(), ("K86", "bidi", 1, 12)),
    "a turn in a remark": ("# a \u2067b\n".encode(), ("K86", "bidi", 1, 5)),
    "a hidden space": ("# a\u200bb\n".encode(), ("K86", "control", 1, 4)),
    "a line separator": ("# a\u2028b\n".encode(), ("K86", "control", 1, 4)),
    "a mark inside": ("# a\ufeffb\n".encode(), ("K86", "control", 1, 4)),
    "lone halves": (b"# \xed\xa0\x80\n", ("K86", "utf-8", 1, 3)),
    "too much": (b"# " + b"x" * FILE_LIMIT, ("K87", "file", 1, 1)),
}


@pytest.mark.parametrize("name", BYTES)
def test_bytes_that_are_no_text_are_refused_with_a_place(name: str) -> None:
    data, place = BYTES[name]
    assert found(refused(data)) == place
    assert not refused(data).missing_facts


def test_line_ends_of_either_sort_are_the_same_text() -> None:
    assert decode(b"a\r\nb\r\n", "x") == "a\nb\n" == decode(b"a\nb\n", "x")


def test_a_mark_in_front_is_no_part_of_the_text() -> None:
    assert decode(b"\xef\xbb\xbf" + GAME, "x") == GAME.decode()


def test_every_script_is_welcome_in_remarks_and_titles() -> None:
    text = '# Pravidla: čert, دست, שלום, 手札, नियम, क्‍ष 👑\nsource A "Игра"\n'
    assert decode(text.encode(), "x") == text


def test_many_hidden_letters_are_counted_only_so_far() -> None:
    with pytest.raises(Problems) as caught:
        decode(b"# \x01\n" * 1000, "x")
    assert len(caught.value.problems) == 20


def game_in(folder: Path, **files: bytes) -> Path:
    for name, data in files.items():
        path = folder / name.replace("__", "/").replace("_", ".")
        path.parent.mkdir(exist_ok=True)
        path.write_bytes(data)
    return folder


def reasons(folder: Path) -> list[tuple[str, str]]:
    with pytest.raises(Problems) as caught:
        read_folder(folder)
    assert all(p.fact for p in caught.value.problems)
    return [(p.code, p.variant) for p in caught.value.problems]


def test_rules_are_read_by_name_and_scenes_last(tmp_path: Path) -> None:
    game_in(
        tmp_path, **{"2-b_rules": b"", "1-a_rules": GAME, "scenes__0_rules": b"", "notes_txt": b"\0", "a_toml": b""}
    )
    sources = read_folder(tmp_path)
    assert [file.path.name for file in sources.files] == ["1-a.rules", "2-b.rules", "0.rules"]
    assert sources.text_of()[str(tmp_path / "1-a.rules")] == GAME.decode()


def test_one_file_is_a_game_as_well(tmp_path: Path) -> None:
    game_in(tmp_path, a_rules=GAME)
    assert [file.text for file in read_folder(tmp_path / "a.rules").files] == [GAME.decode()]


def test_a_folder_without_rules_is_no_game(tmp_path: Path) -> None:
    assert reasons(tmp_path) == [("K90", "empty")]


def test_all_unreadable_files_are_named_at_once(tmp_path: Path) -> None:
    game_in(tmp_path, a_rules=b"\0", b_rules=GAME, c_rules=b"\xff\xfe")
    assert reasons(tmp_path) == [("K86", "nul"), ("K86", "utf-16")]


def test_a_folder_with_the_name_of_a_file_is_a_complaint(tmp_path: Path) -> None:
    (tmp_path / "a.rules").mkdir()
    assert reasons(tmp_path) == [("K86", "folder")]


def test_links_may_not_lead_out_of_the_game(tmp_path: Path) -> None:
    inside, outside = tmp_path / "game", tmp_path / "secret.rules"
    inside.mkdir()
    outside.write_bytes(GAME)
    (inside / "a.rules").symlink_to(outside)
    (inside / "b.rules").symlink_to(inside / "b.rules")
    (inside / "c.rules").symlink_to(inside / "gone")
    assert reasons(inside) == [("K86", "link"), ("K86", "denied"), ("K86", "denied")]


def test_links_inside_the_game_are_fine(tmp_path: Path) -> None:
    game_in(tmp_path, a_rules=GAME)
    (tmp_path / "b.rules").symlink_to(tmp_path / "a.rules")
    assert len(read_folder(tmp_path).files) == 2


def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "a.rules")
    assert reasons(tmp_path) == [("K86", "device")]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may read everything")
def test_a_locked_file_is_a_complaint(tmp_path: Path) -> None:
    game_in(tmp_path, a_rules=GAME)
    (tmp_path / "a.rules").chmod(0)
    assert reasons(tmp_path) == [("K86", "denied")]


def test_tables_lie_in_the_folder_of_the_game(tmp_path: Path) -> None:
    game_in(tmp_path, cards_toml=b"x = 1\n")
    assert read_table(tmp_path, "cards.toml").text == "x = 1\n"
    for name in ("card.toml", "../cards.toml", "/etc/hostname", "cards.txt"):
        with pytest.raises(Problems):
            read_table(tmp_path, name)


def test_one_file_by_its_path(tmp_path: Path) -> None:
    game_in(tmp_path, a_rules=GAME)
    assert read_file(str(tmp_path / "a.rules")).text == GAME.decode()
    with pytest.raises(Problems):
        read_file(tmp_path / "b.rules")
