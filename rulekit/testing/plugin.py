"""The pytest plugin: games become files that pytest collects. Nothing is imported before a game is asked for."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from importlib.machinery import ModuleSpec, PathFinder
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from rulekit.testing.profiles import SECONDS, profile
from rulekit.testing.run_seed import RUN_SEED, SEED

if TYPE_CHECKING:
    from rulekit.testing.items import RulesFile

ALL = "all"
WORKERS = pytest.StashKey[list[Any]]()  # of pytest-xdist, as the process that started them knows them
DEEP = 3  # folders below a named one in which rules are looked for


class KitFinder:
    """Finds the modules of the kit before pytest does, which rewrites the asserts of all that come with a plugin.

    That would take seconds at each start where the rewritten modules are not kept, and ours have nothing to tell.
    """

    @staticmethod
    def find_spec(name: str, path: Sequence[str] | None = None, target: Any = None) -> ModuleSpec | None:
        """As Python itself would; nothing for modules of others, nor for tests, whose asserts are to tell more."""
        ours = name.startswith("rulekit.") and not name.startswith("rulekit.tests")
        return PathFinder.find_spec(name, path, target) if ours else None


sys.meta_path.insert(0, KitFinder)  # in front of what pytest has put there, before anything dear is imported


def _table(text: str) -> tuple[str, str]:
    """A table of one's own, seen from where pytest was started."""
    import argparse

    name, _, file = text.partition("=")
    if not (name and file):
        raise argparse.ArgumentTypeError(f"{text!r} needs a name and a file: cards.toml=my-cards.toml")
    if not os.path.lexists(file):
        raise argparse.ArgumentTypeError(f"there is no file {file}")
    return name.removesuffix(".toml") + ".toml", os.path.abspath(file)


def _count(text: str) -> int:
    """A number of games."""
    import argparse

    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is no such number; give 1 or more")
    return int(text)


def _positive(text: str) -> float:
    """A number of seconds."""
    import argparse

    try:
        found = float(text)
    except ValueError:
        found = 0.0
    if not 0 < found < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is no number of seconds; give one above 0")
    return found


OPTIONS: dict[str, dict[str, Any]] = {
    "--rulekit-game": {
        "action": "append",
        "default": [],
        "metavar": "GAME",
        "help": "collect the laws and scenes of this game: a bundled one, a folder, a rules file, or `all` bundled "
        "ones; may be given several times",
    },
    "--rulekit-seconds": {
        "type": _positive,
        "default": None,
        "metavar": "S",
        "help": "play random games of each game for so long; "
        + ", ".join(f"{seconds:g} ({name})" for name, seconds in SECONDS.items())
        + " as RULEKIT_PROFILE or --hypothesis-profile says; without either `ci` where CI is set, else `dev`",
    },
    "--rulekit-games": {
        "type": _count,
        "default": None,
        "metavar": "N",
        "help": "play exactly so many random games of each game; with --hypothesis-seed the same ones again",
    },
    "--rulekit-impl": {
        "default": None,
        "metavar": "ENGINE",
        "help": "play every random game in step with another engine",
    },
    "--rulekit-limit": {
        "action": "append",
        "default": [],
        "metavar": "NAME=NUMBER",
        "help": "how much the other engine may take, such as step=2.5 or memory=512M; may be given several times",
    },
    "--rulekit-sandbox": {
        "choices": ("auto", "bwrap", "none"),
        "default": "auto",
        "help": "whether the other engine runs in a box without network, by bubblewrap",
    },
    "--rulekit-table": {
        "action": "append",
        "type": _table,
        "default": [],
        "metavar": "NAME=FILE",
        "help": "put FILE in the place of a table of the games that have one of this name; may be given several times",
    },
}


def pytest_addoption(parser: pytest.Parser) -> None:
    """Which games, how much of each, on whose engine."""
    group = parser.getgroup("rulekit", "rulekit: the laws and scenes of board games")
    for name, option in OPTIONS.items():
        group.addoption(name, **option)
    parser.addini("rulekit_game", type="linelist", help="like --rulekit-game, when pytest is given nothing to collect")
    parser.addini("rulekit_seconds", default="", help="like --rulekit-seconds, where that is not given")


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: pytest.Config) -> None:
    """Games that are named become paths to collect; what is left open is settled, so that every process agrees."""
    config.addinivalue_line("markers", "rule(id, game, sort): the clause that a law or scene is about")
    options = config.option
    given = config.args_source is pytest.Config.ArgsSource.ARGS
    wanted = [*options.rulekit_game, *([] if given or options.rulekit_game else config.getini("rulekit_game"))]
    if options.rulekit_game and not given:
        config.args[:] = []
    config.args += [path for name in wanted for path in _paths(name) if path not in config.args]
    if not wanted and not any(map(_may_hold_games, config.args)):
        return
    options.rulekit_profile = profile(config.getoption("hypothesis_profile", None))
    if options.rulekit_seconds is None:
        options.rulekit_seconds = _seconds(config)
    if not hasattr(config, "workerinput"):
        config.stash[RUN_SEED] = _seed(config)
    if options.rulekit_impl is not None:
        _conditions(config)
        _opens(options.rulekit_impl)


def _seed(config: pytest.Config) -> int:
    said = config.getoption("hypothesis_seed", None)
    return int(said) if str(said).isdecimal() else int.from_bytes(os.urandom(4), "big")


def _seconds(config: pytest.Config) -> float:
    """The configuration file of whoever tests decides for all profiles but the nights."""
    import argparse

    said, named = config.getini("rulekit_seconds"), config.option.rulekit_profile
    try:
        return _positive(said) if said and named != "nightly" else SECONDS[named]
    except argparse.ArgumentTypeError as wrong:
        raise pytest.UsageError(f"rulekit_seconds: {wrong}") from None


def _may_hold_games(named: str) -> bool:
    """Is there a file of rules at or near a path that was named?"""
    path = Path(str(named).split("::", maxsplit=1)[0])
    if path.suffix == ".rules":
        return True
    return path.is_dir() and any(next(path.glob("*/" * depth + "*.rules"), None) for depth in range(DEEP))


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Every worker of pytest-xdist plays from the same seed."""
    if RUN_SEED in node.config.stash:
        node.workerinput[SEED] = node.config.stash[RUN_SEED]
        node.config.stash.setdefault(WORKERS, []).append(node)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """The laws of a game report what its campaigns have found, so they must run where those ran."""
    if RUN_SEED not in config.stash:
        return None
    from rulekit.testing.scheduling import GROUPS, GameScheduling

    return GameScheduling(config, log) if config.getvalue("dist") in GROUPS else None


def _conditions(config: pytest.Config) -> None:
    """The limits and the box of the other engine, until pytest is done."""
    from rulekit.runner.conditions import conditions
    from rulekit.runner.engine_limits import USUAL

    limits = USUAL
    for text in config.option.rulekit_limit:
        try:
            limits = limits.with_limit(text)
        except ValueError as wrong:
            raise pytest.UsageError(f"--rulekit-limit: {wrong}") from None
    held = ExitStack()
    held.enter_context(conditions(limits, config.option.rulekit_sandbox, ()))
    config.add_cleanup(held.close)


def _opens(impl: str) -> None:
    """An engine that cannot be started is told at once, not once for each game."""
    from rulekit.protocol.session import EngineFailure
    from rulekit.runner.conditions import source_of

    try:
        session = source_of(impl).open()
        try:
            session.ask("ping")
        finally:
            session.close()
    except EngineFailure as wrong:
        raise pytest.UsageError(f"--rulekit-impl: {impl} cannot be started: {wrong}") from None


def _paths(name: str) -> list[str]:
    """Where the game of a name lies."""
    from rulekit.data import NoSuchGame, bundled_games, find_games

    if name == ALL:
        return [str(path) for path in bundled_games()]
    try:
        return [str(path) for path in find_games(name)]
    except NoSuchGame as unknown:
        near = f" Did you mean {' or '.join(f'`{one}`' for one in unknown.near)}?" if unknown.near else ""
        known = ", ".join(path.name for path in bundled_games())
        raise pytest.UsageError(f"--rulekit-game: {unknown}.{near} Bundled games: {known}") from None


def pytest_report_header(config: pytest.Config) -> str | None:
    """How much is played, and from what, so that it can be played again."""
    if RUN_SEED not in config.stash:
        return None
    from rulekit import __version__

    options = config.option
    much = f"{options.rulekit_seconds:g} s of random games" if options.rulekit_games is None else (
        f"{options.rulekit_games:,} random games"
    )  # fmt: skip
    return f"rulekit: {__version__}, {much} for each game, --hypothesis-seed={config.stash[RUN_SEED]}"


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> RulesFile | None:
    """A file of rules that was asked for, or whose folder was."""
    named = parent.session.isinitpath
    if file_path.suffix != ".rules" or not any(map(named, (file_path, *list(file_path.parents)[:DEEP]))):
        return None
    from rulekit.testing.items import RulesFile, game_files_finder, home_of

    home = home_of(file_path, named, game_files_finder(parent.config))
    if home is None or not any(named(path) for path in (file_path, file_path.parent, home, home.parent)):
        return None
    return RulesFile.from_parent(parent, path=file_path, home=home)


def pytest_collection_modifyitems(config: pytest.Config) -> None:
    """Everything has been collected."""
    _all_taken(config)


@pytest.hookimpl(tryfirst=True)
def pytest_collection_finish(session: pytest.Session) -> None:
    """The campaigns of a game come before its laws, which report what the campaigns have found.

    The games stand where their first items do. Done when everybody else has ordered the items, as `--ff` does.
    """
    items = session.items
    places = [n for n, item in enumerate(items) if hasattr(item, "rulekit_order")]
    first: dict[str, int] = {}
    for n in places:
        first.setdefault(_order(items[n])[0], n)
    ordered = sorted((items[n] for n in places), key=lambda item: (first[_order(item)[0]], _order(item)[1]))
    for n, item in zip(places, ordered, strict=True):
        items[n] = item


def _all_taken(config: pytest.Config) -> None:
    """A table of one's own that no game has a place for was misspelt."""
    given = [name for name, _ in config.option.rulekit_table]
    if given:
        from rulekit.testing.items import TAKEN

        for name in given:
            if name not in config.stash.get(TAKEN, set()):
                raise pytest.UsageError(f"--rulekit-table: no game that was collected has a table {name}")


def _order(item: Any) -> tuple[str, int]:
    """The game of an item, and its rank in it."""
    found: tuple[str, int] = item.rulekit_order
    return found


def pytest_terminal_summary(terminalreporter: Any, config: pytest.Config) -> None:
    """What was played, and what that is worth: one line for each game."""
    lines = [*_summary(terminalreporter.stats), *_interrupted(config)]
    for line in lines:
        terminalreporter.write_line(line)


def _interrupted(config: pytest.Config) -> list[str]:
    """What campaigns had come to that were interrupted, here or in workers, whose last words come when they end."""
    if RUN_SEED not in config.stash:
        return []
    from rulekit.testing.rule_items import INTERRUPTED, INTERRUPTED_THERE

    there = (getattr(one, "workeroutput", {}).get(INTERRUPTED_THERE, ()) for one in config.stash.get(WORKERS, ()))
    return [*config.stash.get(INTERRUPTED, []), *chain.from_iterable(there)]


def _summary(stats: Any) -> Iterator[str]:
    """From the properties of the reports, which come back from every worker as well."""
    reports = [one for key in ("passed", "failed", "error") for one in stats.get(key, ()) if hasattr(one, "when")]
    told = [dict(one.user_properties) for one in reports if getattr(one, "user_properties", None)]
    if any("rulekit_sample" in one for one in told):
        from rulekit.testing.budget import summary

        yield from summary(one["rulekit_sample"] for one in told if "rulekit_sample" in one)
    yield from dict.fromkeys(f"{one['game']} {one['assumed']}" for one in told if "assumed" in one)
