"""random playouts of noughts and crosses, over other people's engines if they are installed"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from rulekit.bench import playing
from rulekit.bench.measure import Figure, Ratio, Report, Wanted, interleave_runs, ratio
from rulekit.bench.playing import shortest
from rulekit.data import conformance_root

BARS = {"open_spiel in Python": 20.0, "boardgame.io": 40.0}
MISSING = {
    "open-spiel.py": "not found: pip install open_spiel, or name a Python that has it in RULEKIT_OPEN_SPIEL",
    "boardgame-io.cjs": "boardgame.io was not found: npm install boardgame.io in this folder, or name the folder in "
    "RULEKIT_BOARDGAME_IO",
}


def run(wanted: Wanted) -> Report:
    """Peers run in processes of their own and count the work they do; ours plays the same game here."""
    setting = playing.setting_of(Wanted().load(shortest()))
    ours = playing.generated_engine(setting, playing.reference(setting).deals)
    size = playing.length(ours)
    runs: dict[str, Callable[[], float]] = {"python": lambda: playing.speed(ours, wanted.seconds, 1) / size}
    notes: list[str] = []
    for name, command, folder in commands():
        told = ask_peer(command, folder, wanted.seconds)
        if told is None:
            notes.append(MISSING[name])
        for peer in told or ():
            runs[peer] = lambda p=peer, c=command, f=folder: (ask_peer(c, f, wanted.seconds) or {})[p]  # type: ignore[misc]
    found = interleave_runs(runs, wanted.repeat)
    figures = tuple(Figure(name, "/s", values) for name, values in found.items())
    return Report("peers", figures, tuple(compare_peers(found)), tuple(notes))


def compare_peers(found: dict[str, tuple[float, ...]]) -> list[Ratio]:
    """Ours over each of theirs."""
    ours = found["python"]
    theirs = [name for name in found if name != "python"]
    return [ratio(f"python / {name}", ours, found[name], "least" * (name in BARS), BARS.get(name)) for name in theirs]


def commands() -> list[tuple[str, list[str], str | None]]:
    """What to run for each peer, and in which folder."""
    scripts = conformance_root() / "peers"
    spiel = os.environ.get("RULEKIT_OPEN_SPIEL") or sys.executable
    folder = os.environ.get("RULEKIT_BOARDGAME_IO")
    return [
        ("open-spiel.py", [spiel, str(scripts / "open-spiel.py")], None),
        ("boardgame-io.cjs", ["node", str(scripts / "boardgame-io.cjs")], folder),
    ]


def ask_peer(command: list[str], folder: str | None, seconds: float) -> dict[str, float] | None:
    """What a peer has counted; nothing if it is not there."""
    if shutil.which(command[0]) is None or not Path(command[1]).is_file():
        return None
    ran = subprocess.run([*command, str(seconds)], cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    if ran.returncode:
        return None
    told: dict[str, float] = json.loads(ran.stdout)
    return told
