"""The Python of browsers plays every bundled game exactly as this one does; run by node, without a browser."""

from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from rulekit.data import bundled_games
from rulekit.files import writing
from rulekit.tests.bundled import bundled
from rulekit.webplay.kit_archive import game_archive
from rulekit.webplay.page_session import PageSession
from rulekit.webplay.play_folder import shared_files

pytestmark = pytest.mark.long

STEPS = 8
SCRIPT = Path(__file__).with_name("in_node.mjs")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Python for browsers, the kit, and all bundled games."""
    if shutil.which("node") is None:
        pytest.skip("the Python of browsers is run by node, and there is none")
    files, note = shared_files()
    if note:
        pytest.skip(note)
    made = tmp_path_factory.mktemp("play")
    files |= {f"games/{game.name}-{0:08x}.zip": game_archive(game) for game in bundled_games()}
    for name, content in files.items():
        (made / name).parent.mkdir(parents=True, exist_ok=True)
        writing.write(made / name, content)
    return made


def test_every_bundled_game_goes_the_same_way_there_and_here(folder: Path) -> None:
    kit = next(folder.glob("kit-*.zip")).name
    games = [f"games/{one.name}" for one in sorted(folder.glob("games/*.zip"))]
    command = ["node", str(SCRIPT), str(folder), kit, str(STEPS), *games]
    run = subprocess.run(command, capture_output=True, text=True, timeout=500, check=False)
    assert run.returncode == 0, run.stderr[-500:]
    there = {one["name"]: one for one in map(json.loads, run.stdout.splitlines())}
    assert {*there} == {game.name for game in bundled_games()}
    for name, found in there.items():
        assert (found["problem"], found["text"]) == ("", here(name)), name


def here(name: str) -> str:
    """The position after the same steps in this Python."""
    session = PageSession(bundled(name))
    state = session.ask({"ask": "begin", "seed": "1", "people": [0]})
    for _ in range(STEPS):
        state = session.ask({"ask": "any"}) if not state["result"] else state
    return str(session.ask({"ask": "position"})["text"])
