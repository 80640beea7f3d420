"""The folder `play/` of a site: a page for each game with its rules, Python for the browser, and the kit."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

from rulekit.data import folder_name
from rulekit.files import reading, writing
from rulekit.webplay.kit_archive import Files, game_archive, kit_archive
from rulekit.webplay.npm_package import NotToBeHad, NpmPackage
from rulekit.webplay.page_files import STATIC, play_page, static_file
from rulekit.webplay.recorded_frames import RecordedFrame, figures, picture_file
from rulekit.webplay.scene_tables import FOLDER as SCENES

PYODIDE = NpmPackage(
    "pyodide",
    "314.0.7",
    "sha512-0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A==",
)
NEEDED = ["pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip", "pyodide-lock.json"]
FOLDER = "play"  # of a site
KIT = "kit.json"  # which archive holds the kit, or why there is none
HOME = "/home/pyodide"  # where archives are unpacked in the browser
MOST = 64 << 20  # bytes of one file
WITHOUT = "games cannot be played on their pages, which show a recorded game instead"


def shared_files() -> tuple[Files, str]:
    """What all games share; without Python for the browser only the looks of the page, and a note that says why."""
    files = {name: static_file(name) for name in STATIC}
    try:
        python = PYODIDE.files(NEEDED)
    except NotToBeHad as why:
        note = f"{why}; {WITHOUT}"
        return files | {KIT: _as_json({"missing": f"This site was built without Python for browsers: {why}."})}, note
    kit = kit_archive()
    name = f"kit-{_mark(kit)}.zip"
    files |= {f"pyodide/{name}": content for name, content in python.items()}
    return files | {name: kit, KIT: _as_json({"archive": name, "python": f"Pyodide {PYODIDE.version}"})}, ""


def game_files(place: Path, title: str, shown: Iterable[RecordedFrame], rules: str = "", clause: str = "") -> Files:
    """The page of a game, its rules, and the pictures of a recorded game.

    `rules` is the address of its rules as seen from here, `clause` that of one sentence, with `{clause}` for its id.
    """
    name, shown, archive = folder_name(place), list(shown), game_archive(place)
    packed = f"games/{name}-{_mark(archive)}.zip"
    config = {
        "kit": KIT,
        "game": {"archive": packed, "folder": f"{HOME}/games/{name}"},
        "begin": {"people": [0]},
        "scenes": f"{SCENES}/{name}",
        **({"links": clause} if clause else {}),
    }
    home = f'<a href="{rules}">The rules</a>' if rules else ""
    page = play_page(title, config, home=home, recorded=figures(name, shown))
    pictures = {picture_file(name, one): one.svg.encode() for one in shown}
    return {f"{name}.html": page.encode(), packed: archive, **pictures}


def write_play_folder(folder: Path, wanted: Mapping[str, bytes], left: Collection[str] = ()) -> list[Path]:
    """Write what changed, take away what nobody makes any more; gives the files that were touched.

    `left` are wanted too, and are known to lie there.
    """
    touched = [folder / name for name, content in wanted.items() if _content(folder / name) != content]
    for file in touched:
        writing.write(file, wanted[file.relative_to(folder).as_posix()], folder, at_once=False)
    stale = [file for file in sorted(folder.rglob("*")) if _is_stale(file, folder, {*wanted, *left})]
    for file in stale:
        file.unlink()
    return touched + stale


def _is_stale(file: Path, folder: Path, wanted: Collection[str]) -> bool:
    """Whether it was made here, as far as one can see from where it lies, and is not made any more."""
    name = file.relative_to(folder).as_posix()
    ours = name.startswith(("recorded/", "games/", "pyodide/", "kit-", f"{SCENES}/")) or name.endswith(".html")
    return ours and name not in wanted and file.is_file() and not file.is_symlink()


def _content(file: Path) -> bytes | None:
    return reading.read(file, MOST) if file.is_file() else None


def _as_json(data: Mapping[str, str]) -> bytes:
    return json.dumps(data, sort_keys=True).encode()


def _mark(content: bytes) -> str:
    """So that a browser that has kept an older file asks anew."""
    return hashlib.sha256(content).hexdigest()[:8]
