"""The folder `play/` of a site: what lies there, with and without Python for browsers."""

from __future__ import annotations

import importlib.metadata
import io
import json
import re
import zipfile
from functools import cache
from html import unescape
from pathlib import Path
from typing import Any

import pytest

from rulekit.data import bundled_games
from rulekit.pipeline import load
from rulekit.tests.bundled import bundled
from rulekit.webplay import kit_archive as kit_module
from rulekit.webplay import play_folder
from rulekit.webplay.kit_archive import game_archive, packed_kit, rooms
from rulekit.webplay.npm_package import NotToBeHad, NpmPackage
from rulekit.webplay.play_folder import KIT, game_files, shared_files, write_play_folder
from rulekit.webplay.recorded_frames import as_text, from_text, record_moments

pytestmark = pytest.mark.long

FOLDERS = bundled_games()[:2]
RULES, CLAUSE = "../rules/index.html", "../r/{clause}.html"


class Absent:
    """A package that cannot be had."""

    def files(self, names: list[str]) -> dict[str, bytes]:
        raise NotToBeHad("there is no npm here")


class Had:
    """A package as npm would bring it, small."""

    version = "1"

    def files(self, names: list[str]) -> dict[str, bytes]:
        return dict.fromkeys(names, b"python")


@cache
def of_game(folder: Path) -> dict[str, bytes]:
    """The files of one game."""
    return game_files(folder, "A game", record_moments(bundled(folder)), RULES, CLAUSE)


def everything(
    monkeypatch: pytest.MonkeyPatch, package: object, folders: tuple[Path, ...] = FOLDERS
) -> dict[str, bytes]:
    """All files, with Python for browsers as this package has it."""
    monkeypatch.setattr(play_folder, "PYODIDE", package)
    files = shared_files()[0]
    for folder in folders:
        files |= of_game(folder)
    return files


def config(files: dict[str, bytes], name: str) -> dict[str, Any]:
    """What the page of a game is told."""
    found = re.search(r'data-config="([^"]*)"', files[f"{name}.html"].decode())
    assert found is not None
    data: dict[str, Any] = json.loads(unescape(found[1]))
    return data


def test_without_python_for_browsers_the_site_is_whole_and_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    files = everything(monkeypatch, Absent())
    assert shared_files()[1].startswith("there is no npm here; games cannot be played")
    assert "there is no npm here" in json.loads(files[KIT])["missing"]
    for folder in FOLDERS:
        pictures = re.findall(r'src="(recorded/[^"]*)"', files[f"{folder.name}.html"].decode())
        assert len(pictures) > 2 and all(one in files for one in pictures)


def test_every_address_of_a_page_leads_to_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    files = everything(monkeypatch, Had())
    assert json.loads(files[KIT])["archive"] in files
    for folder in FOLDERS:
        told = config(files, folder.name)
        page = files[f"{folder.name}.html"].decode()
        named = [*re.findall(r'(?:src|href)="([^":#]*)"', page), told["kit"], told["game"]["archive"]]
        assert all(one in files for one in named if not one.startswith("../"))
        assert f'href="{RULES}"' in page and told["links"] == CLAUSE


def test_a_second_time_nothing_is_written_and_what_is_stale_goes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "own.txt").write_text("kept")
    files = everything(monkeypatch, Had())
    assert len(write_play_folder(tmp_path, files)) == len(files)
    assert write_play_folder(tmp_path, files) == []
    gone = write_play_folder(tmp_path, everything(monkeypatch, Had(), FOLDERS[:1]))
    assert gone and all(FOLDERS[1].name in str(one) for one in gone) and not any(one.exists() for one in gone)
    assert (tmp_path / "own.txt").is_file()


def test_two_builds_are_the_same_bytes() -> None:
    of_game.cache_clear()
    before = of_game(FOLDERS[0])
    of_game.cache_clear()
    assert of_game(FOLDERS[0]) == before and packed_kit.__wrapped__() == packed_kit()


def test_a_page_is_light() -> None:
    assert all(len(of_game(folder)[f"{folder.name}.html"]) < 300_000 for folder in FOLDERS)


def test_the_kit_is_packed_once_until_something_changes(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path))
    packed: list[str] = []

    def pack() -> bytes:
        packed.append("")
        return b"kit"

    monkeypatch.setattr(kit_module, "packed_kit", pack)
    assert [kit_module.kit_archive(), kit_module.kit_archive()] == [b"kit"] * 2 and len(packed) == 1
    monkeypatch.setattr(importlib.metadata, "version", lambda name: "99")
    kit_module.kit_archive()
    assert len(packed) == 2


def test_moments_that_are_kept_are_the_same_again() -> None:
    shown = list(record_moments(bundled(FOLDERS[0])))
    assert from_text(as_text(shown)) == shown


def test_a_recorded_game_begins_goes_on_and_is_the_same_each_time() -> None:
    shown = list(record_moments(bundled(FOLDERS[0])))
    assert shown[0].lines == ("The game begins.",) and shown[-1].step > 3
    assert [one.svg for one in shown] == [one.svg for one in record_moments(load(FOLDERS[0]))]


def test_the_archive_of_a_game_holds_what_is_played_and_no_scenes() -> None:
    with zipfile.ZipFile(io.BytesIO(game_archive(FOLDERS[0]))) as archive:
        names = archive.namelist()
    assert any(name.endswith(".rules") for name in names) and not any("scenes" in name for name in names)


def test_the_archive_of_the_kit_holds_all_rooms_it_needs_and_no_command_test_or_server_of_others() -> None:
    with zipfile.ZipFile(io.BytesIO(packed_kit())) as archive:
        names = archive.namelist()
    assert {"play", "looks", "check", "words", "webplay"} <= {*rooms()}
    assert not {"cli", "tests", "laws", "fuzz", "verify", "runner", "processes"} & {*rooms()}
    licences = {name.split("/")[2] for name in names if name.startswith("kit/licences/")}
    assert licences == {"lark", "attrs", "wcwidth"}
    assert not [name for name in names if name.endswith((".so", ".pyc", ".pyd"))]


# ------------------------------------------------------------------ packages of npm


def test_a_package_with_other_bytes_is_refused(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path))
    monkeypatch.setattr(NpmPackage, "_fetch", lambda self: b"something else")
    with pytest.raises(NotToBeHad, match="its hash differs"):
        NpmPackage("thing", "1.0.0", "sha512-AAAA").packed_file()
    assert not [*tmp_path.rglob("*.tgz")]


def test_a_kept_package_that_was_damaged_is_fetched_again(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path))
    right = "sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg=="
    fetched: list[bytes] = []

    def bring(package: NpmPackage) -> bytes:
        fetched.append(b"")
        return b""

    monkeypatch.setattr(NpmPackage, "_fetch", bring)
    package = NpmPackage("thing", "1.0.0", right)
    assert package.packed_file() == b"" == package.packed_file() and len(fetched) == 1
    next(tmp_path.rglob("*.tgz")).write_bytes(b"spoilt")
    assert package.packed_file() == b"" and len(fetched) == 2


def test_where_there_is_no_npm_it_is_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path))
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(NotToBeHad, match="there is no npm here"):
        NpmPackage("thing", "1.0.0", "sha512-AAAA").packed_file()


def test_a_game_said_as_a_dot_is_packed_under_its_name(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`rulekit docs .` in the folder of a game makes the same files as from above."""
    above = game_files(game, "Stones", [])
    monkeypatch.chdir(game)
    assert game_files(Path("."), "Stones", []) == above
