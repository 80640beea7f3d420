"""Counts that others have published, or another engine confirms: conformance/perft."""

import json
import tomllib
from pathlib import Path
from typing import Any

import pytest

from rulekit.data import conformance_root
from rulekit.play.games.perft import PerftCount, PerftTask, draws
from rulekit.tests.bundled import bundled

FILES = sorted((conformance_root() / "perft").glob("*.toml"))


def rows() -> list[Any]:
    """Every published count."""
    found = [(file.stem, row) for file in FILES for row in tomllib.loads(file.read_text(encoding="utf-8"))["count"]]
    slow = pytest.mark.nightly
    return [
        pytest.param(
            name,
            row,
            marks=[slow] if row.get("slow") else [],
            id="-".join(map(str, (Path(row.get("position", name)).stem, row["depth"]))),
        )
        for name, row in found
    ]


def begun(game: Any, row: dict[str, Any]) -> Any:
    """The start of a game, or the position that a row names."""
    if "position" not in row:
        return game.start(row.get("players"), row.get("options"))
    file = conformance_root() / "perft" / "positions" / str(row["position"])
    return game.position(json.loads(file.read_text(encoding="utf-8")))


def count(name: str, row: dict[str, Any], **how: Any) -> PerftCount:
    """The same, counted by us."""
    start = begun(bundled(name), row)
    task = PerftTask(start.engine, **{"sets": "information_sets" in row, **how})
    return task.count(start.state, row["depth"])


@pytest.mark.long
@pytest.mark.parametrize(("name", "row"), rows())
def test_the_count_is_the_published_one(name: str, row: dict[str, Any]) -> None:
    """Histories, positions, nodes and information sets."""
    found = count(name, row)
    last = found.levels[-1]
    ours = {"histories": last.histories, "positions": last.positions, "information_sets": [len(s) for s in found.seen]}
    ours |= {f"total_{what}": found.total(what) for what in ("decisions", "chance", "ends", "positions")}
    assert {key: ours[key] for key in row if key in ours} == {key: row[key] for key in row if key in ours}


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_merging_changes_no_count_and_no_hash(file: Path) -> None:
    """Only how long it takes."""
    row = {"depth": 2}
    merged, plain = count(file.stem, row, merge=True), count(file.stem, row, merge=False)
    assert [level.to_json() for level in merged.levels] == [level.to_json() for level in plain.levels]


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_the_parts_add_up_to_the_whole(file: Path) -> None:
    """Divided by the first answer, be it of a player or of chance."""
    start = bundled(file.stem).start()
    task = PerftTask(start.engine)
    parts = [part for _, part in task.count_by_first_move(start.state, 2)]
    assert sum(part.levels[-1].histories for part in parts) == task.count(start.state, 2).levels[-1].histories
    assert draws(start.machine.program) == (start.pending.kind == "chance")
