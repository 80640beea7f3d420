"""Engines by strangers agree with the rules through the protocol; the list of them and the table belong together."""

import json
import os
import runpy
from typing import Any

import pytest

from rulekit.data import bundled_games, conformance_root

pytestmark = pytest.mark.peers

RESULTS = conformance_root() / "results"
MAKE = runpy.run_path(str(RESULTS / "make.py"))
PAIRS = MAKE["pairs"]()


@pytest.mark.parametrize(("engine", "game"), PAIRS, ids=lambda one: one if isinstance(one, str) else one["name"])
def test_a_strangers_engine_plays_by_the_rules(engine: dict[str, Any], game: str, rulekit: Any) -> None:
    """A few games; the CI plays more."""
    if "module" in engine:
        pytest.importorskip(engine["module"])
    elif "NODE_PATH" not in os.environ:
        pytest.skip("packages of Node are looked for where NODE_PATH says")
    words = [word for name in ("NODE_PATH", "PYTHONPATH") if name in os.environ for word in ("--engine-env", name)]
    impl = engine["impl"].replace("conformance/", f"{conformance_root()}/")
    found = rulekit("verify", game, "--impl", impl, "--games", 2, "--vectors", "none", "--sandbox", "none", *words)
    assert found.code == 0, found.out


def test_every_engine_of_the_list_is_there_and_plays_games_that_are_bundled() -> None:
    games = {folder.name for folder in bundled_games()}
    for engine in MAKE["engines"]():
        file = conformance_root().parent / engine["impl"].split()[-1]
        assert file.is_file(), file
        assert set(engine["games"]) <= games


def test_the_page_of_results_is_made_from_what_was_found() -> None:
    """Every engine of the list has its row for each of its games."""
    rows = json.loads((RESULTS / "results.json").read_text(encoding="utf-8"))
    assert MAKE["table"](rows) == (RESULTS / "README.md").read_text(encoding="utf-8")
    assert {(row["engine"], row["game"]) for row in rows} == {(engine["name"], game) for engine, game in PAIRS}
    assert {row["verdict"] for row in rows} == {"agrees"}
