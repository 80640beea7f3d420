"""Wrong engines: the changes of conformance/mutants, made on a copy of the engine they are about."""

from __future__ import annotations

import shutil
import tomllib
from pathlib import Path
from typing import Any

from rulekit.data import conformance_root
from rulekit.play.configured import Chosen
from rulekit.verify.campaign import sampled
from rulekit.verify.impl import Source


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
    file = folder / wrong["engine"]
    text = file.read_text(encoding="utf-8")
    assert text.count(wrong["find"]) == 1, f"{wrong['name']}: its text must stand in {file.name} exactly once"
    file.write_text(text.replace(wrong["find"], wrong["put"]), encoding="utf-8")
    return Source(str(folder / wrong["adapter"]))


def configurations(game: Any, wrong: dict[str, Any]) -> tuple[Chosen, ...]:
    """Those of the sample in which the mistake can show."""
    wanted = wrong.get("options", {}).items()
    return tuple(
        one
        for one in sampled(game)
        if wrong.get("seats", one.seats) == one.seats and wanted <= dict(one.options).items()
    )
