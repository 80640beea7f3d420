"""The game that the programs play."""

from pathlib import Path

import pytest

from rulekit.cli.front import run
from rulekit.pipeline import load
from rulekit.play.game import Game


@pytest.fixture(scope="session")
def stones(tmp_path_factory: pytest.TempPathFactory) -> Game:
    folder: Path = tmp_path_factory.mktemp("zoo")
    assert run(["new", "twelve-stones", "--into", str(folder)]) == 0
    return load(folder / "twelve-stones")
