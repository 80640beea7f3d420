"""Where games are found."""

from pathlib import Path

import pytest

from rulekit import data


def test_every_bundled_game_is_found_by_name() -> None:
    """From any folder."""
    assert data.bundled_games()
    assert [data.find_game(game.name) for game in data.bundled_games()] == list(data.bundled_games())


def test_the_copy_you_work_on_wins(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A folder here is meant before a bundled game of its name."""
    name = data.bundled_games()[0].name
    (tmp_path / name).mkdir()
    (tmp_path / name / "1.rules").touch()
    monkeypatch.chdir(tmp_path)
    assert data.find_game(name) == Path(name)


def test_a_folder_without_rules_hides_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It cannot be what was meant."""
    name = data.bundled_games()[0].name
    (tmp_path / name).mkdir()
    monkeypatch.chdir(tmp_path)
    assert data.find_game(name) == data.spec_root() / name


def test_a_slip_in_a_name_is_answered_with_the_nearest() -> None:
    """One letter off."""
    name = data.bundled_games()[0].name
    with pytest.raises(data.NoSuchGame) as caught:
        data.find_game(name[:-1])
    assert name in caught.value.near


@pytest.mark.parametrize("name", ("", ".", "..", "../spec", "/", "a\0b", "con fusion"))
def test_a_strange_name_is_no_game(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """And nothing worse. Nothing lies above the folder either, whatever other tests leave beside theirs."""
    inner = tmp_path / "empty" / "empty"
    inner.mkdir(parents=True)
    monkeypatch.chdir(inner)
    with pytest.raises((data.NoSuchGame, ValueError)):
        data.find_game(name)


def test_an_installed_copy_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was installed together belongs together."""
    monkeypatch.setattr(data, "PACKAGE", tmp_path / "rulekit")
    assert data.spec_root() == tmp_path / "spec"
    (tmp_path / "rulekit" / "_data" / "spec").mkdir(parents=True)
    assert data.spec_root() == tmp_path / "rulekit" / "_data" / "spec"
    assert data.is_installed_copy(data.spec_root() / "some-game")


@pytest.mark.parametrize("said", (".", "../here", "inner/.."))
def test_a_folder_has_a_name_however_it_is_said(said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`rulekit check .` names the game in its last line."""
    (tmp_path / "here" / "inner").mkdir(parents=True)
    monkeypatch.chdir(tmp_path / "here")
    assert data.folder_name(Path(said)) == "here"
