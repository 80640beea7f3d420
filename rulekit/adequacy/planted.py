"""Wrong engines as `conformance/mutants` tells them: each is a change of one text in a copy of an engine."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path
from typing import Any

from rulekit.data import conformance_root
from rulekit.files import reading, writing
from rulekit.play.games.game import Game
from rulekit.play.games.game_config import Chosen
from rulekit.runner.engine_command import Source
from rulekit.verify.work_order import sampled


def file_of(game: str) -> Path:
    """Where the changes of a game stand, if it has any."""
    return conformance_root() / "mutants" / f"{game}.toml"


def read(game: str) -> dict[str, Any]:
    """The changes of one game."""
    return tomllib.loads(reading.text(file_of(game)))


def change(game: str, name: str) -> dict[str, Any]:
    """One change, with the files of its game."""
    found = read(game)
    return {**found, **next(wrong for wrong in found["wrong"] if wrong["name"] == name)}


def made(wrong: dict[str, Any], folder: Path) -> Source:
    """The wrong engine behind its adapter, in a folder of its own."""
    for part in {Path(wrong[key]).parent for key in ("engine", "adapter")}:
        shutil.copytree(conformance_root() / part, folder / part)
    file = folder / changed(wrong)
    text = reading.text(file)
    if text.count(wrong["find"]) != 1:
        raise ValueError(f"{wrong['name']}: its text must stand in {file.name} exactly once")
    writing.write(file, text.replace(wrong["find"], wrong["put"]))
    return Source(str(_beside(folder, Path(wrong["adapter"]))))


def changed(wrong: dict[str, Any]) -> str:
    """The file in which the mistake is made: the engine, if no other is named."""
    return str(wrong.get("file", wrong["engine"]))


def right_clauses(wrong: dict[str, Any]) -> tuple[str, ...]:
    """Any of these is blamed rightly; none if the mistake is in no rule, but in keeping a game."""
    blames = wrong["blames"]
    return (blames,) if isinstance(blames, str) else tuple(blames)


def _beside(folder: Path, adapter: Path) -> Path:
    """A file that stands above adapter and engine: a box shows an engine what lies in and below its own folder."""
    file = folder / f"wrong{adapter.suffix}"
    loading = (
        "import sys\nfrom pathlib import Path\n"
        "sys.path.insert(0, str(Path(__file__).parent / {0!r}))\n"
        "sys.modules.pop({1!r}, None)  # that of another wrong engine, where several are asked in one process\n"
        "from {1} import *"
    )
    serving = 'import {{ serve }} from "./{0}/{1}.mjs";\nserve();'
    text = loading if adapter.suffix == ".py" else serving
    writing.write(file, text.format(adapter.parent.as_posix(), adapter.stem) + "\n")
    return file


def fits(one: Chosen, wrong: dict[str, Any]) -> bool:
    """Whether the mistake can show so."""
    wanted: dict[str, Any] = wrong.get("options", {})
    return bool(wrong.get("seats", one.seats) == one.seats and wanted.items() <= dict(one.options).items())


def configurations(game: Game, wrong: dict[str, Any]) -> tuple[Chosen, ...]:
    """Those of the sample in which the mistake can show."""
    return tuple(one for one in sampled(game) if fits(one, wrong))


__all__ = ["change", "changed", "configurations", "file_of", "fits", "made", "read", "right_clauses"]
