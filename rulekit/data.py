"""Where the bundled games and the conformance data lie: inside an installed package, or beside it in a clone."""

import re
from collections.abc import Iterable
from pathlib import Path

PACKAGE = Path(__file__).resolve().parent
GAME_NAME = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


class NoSuchGame(LookupError):
    """What was asked for is neither a bundled game nor a place that holds rules."""

    def __init__(self, wanted: str, near: Iterable[str] = (), said: str = "") -> None:
        """Remember what was asked for and which names come close."""
        self.wanted = wanted
        self.near = tuple(near)
        super().__init__(said or f"there is no game, folder or rules file called `{wanted}`")


def data_root(name: str) -> Path:
    """The folder `spec` or `conformance`: the installed copy if there is one, else the one of the clone."""
    installed = PACKAGE / "_data" / name
    return installed if installed.is_dir() else PACKAGE.parent / name


def spec_root() -> Path:
    """The folder in which every bundled game has its own folder."""
    return data_root("spec")


def conformance_root() -> Path:
    """The folder of what other engines must agree with."""
    return data_root("conformance")


def is_installed_copy(path: Path) -> bool:
    """Whether this lies inside the installed package, where nobody should edit."""
    return (PACKAGE / "_data") in path.resolve().parents


def is_game_folder(path: Path) -> bool:
    """Whether rules lie directly in this folder."""
    return path.is_dir() and any(path.glob("*.rules"))


def folder_name(folder: Path) -> str:
    """What a folder is called, also when it is said as `.` or `..`."""
    return folder.name if folder.name.strip(".") else folder.resolve().name


def games_in(folder: Path) -> tuple[Path, ...]:
    """The game folders directly inside a folder, by name."""
    return tuple(sorted(path for path in folder.iterdir() if is_game_folder(path))) if folder.is_dir() else ()


def bundled_games() -> tuple[Path, ...]:
    """Every game that comes with the kit, by name."""
    return games_in(spec_root())


def bundled_game(name: str) -> Path | None:
    """The bundled game of a name, and nothing else: for names that come from a file, which may not lead anywhere."""
    return next((game for game in bundled_games() if game.name == name), None)


def find_game(name_or_path: str) -> Path:
    """The folder (or the single rules file) meant by a word of the command line.

    A path that holds rules wins over a bundled game of the same name, so that the copy you work on is the copy read.
    """
    path = Path(name_or_path)
    if path.is_file() or is_game_folder(path):
        return path
    if GAME_NAME.fullmatch(name_or_path) and is_game_folder(spec_root() / name_or_path):
        return spec_root() / name_or_path
    if path.is_dir():
        raise NoSuchGame(name_or_path, said=f"the folder `{path}` holds no rules: no file in it ends with `.rules`")
    known = [game.name for game in bundled_games()] + [str(path.parent / game.name) for game in games_in(path.parent)]
    raise NoSuchGame(name_or_path, nearest(name_or_path, dict.fromkeys(known)))


def find_games(name_or_path: str) -> tuple[Path, ...]:
    """Like `find_game`, but a folder of game folders stands for all of them."""
    inside = games_in(Path(name_or_path))
    if inside and not is_game_folder(Path(name_or_path)):
        return inside
    return (find_game(name_or_path),)


def nearest(wanted: str, known: Iterable[str]) -> tuple[str, ...]:
    """The known names that come close to the one asked for, best first, three at most."""
    from rulekit.diagnostics.suggest import nearest as near

    return tuple(near(wanted, known))
