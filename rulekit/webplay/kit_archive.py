"""Archives for Python in the browser: the part of the kit that plays, its dependencies, one game."""

from __future__ import annotations

import ast
import contextlib
import hashlib
import importlib.metadata
import importlib.util
import io
import zipfile
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from rulekit.data import PACKAGE, folder_name
from rulekit.files import reading, writing
from rulekit.files.cache_folder import cache_folder
from rulekit.syntax.parse_tables import kept_tables

ROOM = "webplay"  # what is to run
FOREIGN = {"lark": ("lark",), "attrs": ("attr", "attrs"), "wcwidth": ("wcwidth",)}  # distributions and their packages
LEFT_OUT = ("__pycache__", "__pyinstaller", "tests", "_data")
CODE = (".py", ".lark", ".toml", ".rules", ".css", ".js", ".html", ".typed")
RULES = (".rules", ".toml", ".md")
MOST = 64 << 20  # bytes of the whole
LONG_AGO = (1980, 1, 1, 0, 0, 0)  # the same files give the same archive
Files = dict[str, bytes]


def pack_files(files: Files) -> bytes:
    """An archive of files by their names."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in sorted(files.items()):
            archive.writestr(zipfile.ZipInfo(name, LONG_AGO), content, zipfile.ZIP_DEFLATED)
    return made.getvalue()


def kit_archive() -> bytes:
    """What a game is played with: as it was packed before if nothing has changed since, else packed anew."""
    kept = cache_folder() / "kit" / f"{_state_of_the_kit()}.zip"
    if kept.is_file():
        return reading.read(kept, MOST)
    made = packed_kit()
    with contextlib.suppress(OSError):
        kept.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
        writing.write(kept, made)
    return made


def _state_of_the_kit() -> str:
    """A hash of every file that might go in, and the versions of the packages of others."""
    digest = hashlib.sha256()
    for file in _code(PACKAGE):
        digest.update(f"{file.relative_to(PACKAGE)}\n".encode() + reading.read(file))
    versions = [f"{name} {importlib.metadata.version(name)}" for name in FOREIGN]
    digest.update("\n".join(versions).encode())
    return digest.hexdigest()[:32]


@cache
def packed_kit() -> bytes:
    """The rooms of the kit that a game is played with, the packages they import, and the tables of the parser."""
    files = {f"kit/rulekit/{name}": found for room in rooms() for name, found in _room(room)}
    for distribution, packages in FOREIGN.items():
        files |= {f"kit/{name}": found for package in packages for name, found in _package(package)}
        files |= {f"kit/licences/{distribution}/{name}": found for name, found in _licences(distribution)}
    table = kept_tables()
    return pack_files(files | {f"cache/rulekit/{table.name}": reading.read(table)})


def game_archive(folder: Path) -> bytes:
    """A game as far as it is played: its rules, tables, ledger and rulings, without its scenes."""
    found = (file for file in sorted(folder.iterdir()) if file.is_file() and file.suffix in RULES)
    return pack_files({f"games/{folder_name(folder)}/{file.name}": reading.read(file) for file in found})


# ------------------------------------------------------------------ the kit


@cache
def rooms() -> tuple[str, ...]:
    """The rooms that `webplay` needs, itself among them, and those that these need."""
    found: list[str] = ["__init__", ROOM]
    for room in found:
        found += [other for other in sorted(_rooms_imported(room)) if other not in found]
    return tuple(found)


def _rooms_imported(room: str) -> set[str]:
    """The rooms that a room imports, wherever in its modules."""
    if room == "__init__":
        return set()
    trees = (ast.parse(content) for name, content in _room(room) if name.endswith(".py"))
    nodes = [node for tree in trees for node in ast.walk(tree)]
    named = [alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names]
    for node in nodes:
        if isinstance(node, ast.ImportFrom) and node.module:
            named += [node.module, *(f"{node.module}.{alias.name}" for alias in node.names)]
    parts = (name.split(".") for name in named if name.startswith("rulekit."))
    return {part[1] for part in parts if (PACKAGE / part[1]).is_dir() or (PACKAGE / f"{part[1]}.py").is_file()}


def _room(room: str) -> Iterator[tuple[str, bytes]]:
    """Every file of a room, by its name in the package."""
    alone = PACKAGE / f"{room}.py"
    files = [alone] if alone.is_file() else _code(PACKAGE / room)
    yield from ((file.relative_to(PACKAGE).as_posix(), reading.read(file)) for file in files)


def _package(name: str) -> Iterator[tuple[str, bytes]]:
    """Every file of a package of others that is no machine code."""
    spec = importlib.util.find_spec(name)
    assert spec is not None and spec.submodule_search_locations
    root = Path(spec.submodule_search_locations[0])
    yield from (((Path(name) / file.relative_to(root)).as_posix(), reading.read(file)) for file in _code(root))


def _code(folder: Path) -> list[Path]:
    found = (file for file in sorted(folder.rglob("*")) if file.is_file() and file.suffix in CODE)
    return [file for file in found if not {*LEFT_OUT} & {*file.relative_to(folder).parts}]


def _licences(distribution: str) -> Iterator[tuple[str, bytes]]:
    """The texts that go wherever their packages go."""
    for file in importlib.metadata.files(distribution) or ():
        if "licen" in file.name.lower() and ".dist-info" in str(file):
            yield file.name, reading.read(Path(str(file.locate())))
