"""The game that the programs play."""

from pathlib import Path

import pytest

from rulekit.cli.main import run
from rulekit.pipeline import load
from rulekit.play.games.game import Game
from rulekit.runner import child
from rulekit.runner import process_session as sessions


@pytest.fixture(scope="session")
def stones(tmp_path_factory: pytest.TempPathFactory) -> Game:
    folder: Path = tmp_path_factory.mktemp("zoo")
    assert run(["new", "twelve-stones", "--out", str(folder)]) == 0
    return load(folder / "twelve-stones")


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """The time after a verdict in which it is only asked how late an answer is, or waited for an end in peace."""
    monkeypatch.setattr(sessions, "GRACE", 0.3)
    monkeypatch.setattr(child, "LEAVING", 0.5)
