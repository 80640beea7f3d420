"""The pytest plugin: games become files that pytest collects. Nothing is imported before a game is asked for."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from rulekit.laws.items import RulesFile

GAMES = 2  # for each configuration; the nights play more
NIGHTLY = 100  # times as many
LONGEST = 10_000  # answers of one game
ALL = "all"
SEED = "rulekit_seed"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Which games, how many of each configuration, from which seed, on whose engine."""
    group = parser.getgroup("rulekit", "rulekit: the laws and scenes of board games")
    group.addoption(
        "--rulekit-game",
        action="append",
        default=[],
        metavar="GAME",
        help="collect the laws and scenes of this game: a bundled one, a folder, a rules file, or `all` bundled ones; "
        "may be given several times",
    )
    group.addoption(
        "--rulekit-games",
        type=_count,
        default=None,
        metavar="N",
        help=f"random games in each configuration; {GAMES}, and {NIGHTLY} times as many if RULEKIT_PROFILE is nightly",
    )
    group.addoption("--rulekit-seed", default=None, metavar="SEED", help="what the random games start from; 0")
    group.addoption(
        "--rulekit-longest",
        type=_count,
        default=None,
        metavar="N",
        help=f"leave a random game after so many answers; {LONGEST:,}",
    )
    group.addoption(
        "--rulekit-looks",
        type=_count,
        default=None,
        metavar="N",
        help="moments looked at closely, for laws that every game has and those about sameness: so many in all "
        "configurations of a game together, at least one in each; about ten in each game played",
    )
    group.addoption(
        "--rulekit-every", action="store_true", help="every configuration the rules allow, not only a sample of them"
    )
    group.addoption(
        "--rulekit-impl", default=None, metavar="FILE", help="hold another engine, a file of Python, to the same laws"
    )
    group.addoption(
        "--rulekit-table",
        action="append",
        type=_table,
        default=[],
        metavar="NAME=FILE",
        help="put FILE in the place of a table of the games that have one of this name; may be given several times",
    )
    parser.addini("rulekit_game", type="linelist", help="like --rulekit-game, when pytest is given nothing to collect")
    parser.addini("rulekit_games", default=str(GAMES), help="like --rulekit-games, where that is not given")
    parser.addini("rulekit_looks", default="", help="like --rulekit-looks, where that is not given; empty for all")
    parser.addini("rulekit_longest", default=str(LONGEST), help="like --rulekit-longest, where that is not given")


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
    """A number of games or of answers."""
    import argparse

    if not text.isdecimal() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is no such number; give 1 or more")
    return int(text)


def pytest_configure(config: pytest.Config) -> None:
    """Games that are named become paths to collect; what is left open is settled, so that every process agrees."""
    config.addinivalue_line("markers", "rule(id, game, sort): the clause that a law or scene is about")
    nightly = os.environ.get("RULEKIT_PROFILE") == "nightly"
    options = config.option
    if options.rulekit_games is None:
        options.rulekit_games = _said(config, "rulekit_games") * (NIGHTLY if nightly else 1)
    if options.rulekit_looks is None and config.getini("rulekit_looks") and not nightly:
        options.rulekit_looks = _said(config, "rulekit_looks")
    if options.rulekit_longest is None:
        options.rulekit_longest = LONGEST if nightly else _said(config, "rulekit_longest")
    if options.rulekit_seed is None:
        heard = getattr(config, "workerinput", {}).get(SEED)
        options.rulekit_seed = heard or (_fresh_seed() if nightly else "0")
    if options.rulekit_impl is not None:
        _opens(options.rulekit_impl)
    given = config.args_source is pytest.Config.ArgsSource.ARGS
    wanted = [*options.rulekit_game, *([] if given or options.rulekit_game else config.getini("rulekit_game"))]
    if options.rulekit_game and not given:
        config.args[:] = []
    config.args += [path for name in wanted for path in _paths(name) if path not in config.args]


@pytest.hookimpl(optionalhook=True)
def pytest_configure_node(node: Any) -> None:
    """Every worker of pytest-xdist plays from the same seed."""
    node.workerinput[SEED] = node.config.option.rulekit_seed


def _said(config: pytest.Config, name: str) -> int:
    """A number in the configuration file of whoever tests."""
    import argparse

    try:
        return _count(config.getini(name))
    except argparse.ArgumentTypeError as wrong:
        raise pytest.UsageError(f"{name}: {wrong}") from None


def _opens(named: str) -> None:
    """An engine that cannot be started is told at once, not once for each law."""
    from rulekit.verify.impl import Fails, Source, closed

    try:
        closed(Source(named).open())
    except Fails as wrong:
        raise pytest.UsageError(f"--rulekit-impl: {named} cannot be started: {wrong}") from None


def _fresh_seed() -> str:
    from rulekit.play.random_bits import fresh_seed

    return str(fresh_seed())


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


def pytest_report_header(config: pytest.Config) -> str:
    """From what the random games come, so that they can be played again."""
    from rulekit import __version__

    options = config.option
    return f"rulekit: {__version__}, games of each configuration: {options.rulekit_games}, seed: {options.rulekit_seed}"


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> RulesFile | None:
    """A file of rules that was asked for, or whose folder was."""
    named = parent.session.isinitpath
    if file_path.suffix != ".rules" or not any(map(named, (file_path, *list(file_path.parents)[:3]))):
        return None
    from rulekit.laws.items import RulesFile, home_of

    home = home_of(file_path, named)
    if home is None or not any(named(path) for path in (file_path, file_path.parent, home, home.parent)):
        return None
    return RulesFile.from_parent(parent, path=file_path, home=home)


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Cases of one configuration stand together, so that one process plays its games once for all of them."""
    _all_taken(config)
    places = [n for n, item in enumerate(items) if hasattr(item, "rulekit_order")]
    for n, item in zip(places, sorted((items[n] for n in places), key=_order), strict=True):
        items[n] = item


def _all_taken(config: pytest.Config) -> None:
    """A table of one's own that no game has a place for was misspelt."""
    given = [name for name, _ in config.option.rulekit_table]
    if given:
        from rulekit.laws.items import TAKEN

        for name in given:
            if name not in config.stash.get(TAKEN, set()):
                raise pytest.UsageError(f"--rulekit-table: no game that was collected has a table {name}")


def _order(item: Any) -> Any:
    return item.rulekit_order


def pytest_terminal_summary(terminalreporter: Any) -> None:
    """How much was played."""
    reports = [one for key in ("passed", "failed") for one in terminalreporter.stats.get(key, ())]
    told = [dict(one.user_properties) for one in reports if getattr(one, "user_properties", None)]
    ours = [one for one in told if "clause" in one and "game" in one]
    if ours:
        from rulekit.laws.counts import counted

        terminalreporter.write_line(counted(ours))
        for line in dict.fromkeys(f"{one['game']} {one['assumed']}" for one in ours if "assumed" in one):
            terminalreporter.write_line(line)
