"""Wrong engines: the changes of conformance/mutants, made on a copy of the engine they are about."""

from __future__ import annotations

import shutil
import tomllib
from functools import cache
from pathlib import Path
from typing import Any

from rulekit.data import conformance_root
from rulekit.play.configured import Chosen
from rulekit.play.game import Game
from rulekit.runner.source import Source
from rulekit.verify.campaign import Report, in_step, sampled
from rulekit.verify.played import Manner
from rulekit.verify.starts import Start, of_scenes

GAMES = 300  # whole ones, in which a mistake must show
TIMES, MOVES, VIEWS = 3, 6, 5  # how often and how far it is played from each scene, and how often views are looked at


def collected() -> list[tuple[str, str]]:
    """Every game that has wrong engines, with the name of each."""
    files = sorted((conformance_root() / "mutants").glob("*.toml"))
    return [(file.stem, wrong["name"]) for file in files for wrong in read(file.stem)["wrong"]]


def read(game: str) -> dict[str, Any]:
    """The changes of one game."""
    return tomllib.loads((conformance_root() / "mutants" / f"{game}.toml").read_text(encoding="utf-8"))


def change(game: str, name: str) -> dict[str, Any]:
    """One change, with the files of its game."""
    found = read(game)
    return {**found, **next(wrong for wrong in found["wrong"] if wrong["name"] == name)}


def made(wrong: dict[str, Any], folder: Path) -> Source:
    """The wrong engine behind its adapter, in a folder of its own."""
    for part in {Path(wrong[key]).parent for key in ("engine", "adapter")}:
        shutil.copytree(conformance_root() / part, folder / part)
    file = folder / changed(wrong)
    text = file.read_text(encoding="utf-8")
    assert text.count(wrong["find"]) == 1, f"{wrong['name']}: its text must stand in {file.name} exactly once"
    file.write_text(text.replace(wrong["find"], wrong["put"]), encoding="utf-8")
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
    file.write_text(text.format(adapter.parent.as_posix(), adapter.stem) + "\n", encoding="utf-8")
    return file


def met(game: Game, wrong: dict[str, Any], source: Source) -> Report:
    """Played until it parts from the rules: whole games, or, where chance alone seldom comes, from what scenes give."""
    sample = configurations(game, wrong)
    if wrong.get("begin") != "scenes":
        return in_step(game, source.open, sample, GAMES, "0", most=1)
    begins = tuple(one for one in given(game) if fits(one.chosen, wrong))
    manner = Manner(views=VIEWS, enough=MOVES)
    return in_step(game, source.open, configured(begins), TIMES * len(begins), "0", manner, most=1, starts=begins)


@cache
def given(game: Game) -> tuple[Start, ...]:
    """The positions of all its scenes."""
    return tuple(of_scenes(game))


def configured(begins: tuple[Start, ...]) -> tuple[Chosen, ...]:
    return tuple(dict.fromkeys(one.chosen for one in begins))


def fits(one: Chosen, wrong: dict[str, Any]) -> bool:
    """Whether the mistake can show so."""
    wanted: dict[str, Any] = wrong.get("options", {})
    return bool(wrong.get("seats", one.seats) == one.seats and wanted.items() <= dict(one.options).items())


def configurations(game: Any, wrong: dict[str, Any]) -> tuple[Chosen, ...]:
    """Those of the sample in which the mistake can show."""
    return tuple(one for one in sampled(game) if fits(one, wrong))
