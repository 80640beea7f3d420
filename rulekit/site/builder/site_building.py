"""Sites from beginning to end: games read and drawn side by side, what changed written, what is gone taken away."""

from __future__ import annotations

import os
from base64 import b64decode, b64encode
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import attrs

from rulekit.site.addresses import RULES, SHORT
from rulekit.site.all_terms import GameTerm, all_terms, terms_of
from rulekit.site.builder import mkdocs_config as config
from rulekit.site.builder.kept_sites import ground_of, keep, read_kept
from rulekit.site.builder.site_files import (
    Files,
    addresses,
    for_machines,
    game_files,
    machine_lines,
    redirect_to,
    redirects_for_lost,
)
from rulekit.site.builder.table_page import table_files
from rulekit.site.game_list import Standing, shelf, standing
from rulekit.site.gather import book
from rulekit.site.kinds_of_page import pages_of
from rulekit.site.page import stored_text, write_changed
from rulekit.site.search_words import FILE as WORDS
from rulekit.site.search_words import GameWords, search_words, words_of_game
from rulekit.site.style import FILE as STYLE
from rulekit.site.style import picture_style
from rulekit.webplay.play_folder import FOLDER, shared_files, write_play_folder

MACHINES = "llms.txt"
MADE = f"{RULES}/.made.txt"  # the list of all files that were made here


@attrs.frozen
class GameSite:
    """One game, ready to be written: plain data, so that another process can make it."""

    name: str
    title: str
    files: Files
    nav: tuple[str, ...]
    standing: Standing
    machines: tuple[str, ...]
    words: GameWords  # for the search
    terms: Sequence[GameTerm]  # for the glossary of all games
    table: Mapping[str, bytes]  # what of it lies in `play/`


def game_site(game: str, tables: Mapping[str, str] | None = None, alone: bool = False) -> GameSite:
    """Everything of one game. `alone`: the kit's own pages do not stand beside it."""
    found = book(game, tables)
    found = attrs.evolve(found, depth=None) if alone else found
    pages, table = pages_of(found), table_files(found)
    found.pictures.keep()
    nav = tuple(config.game_nav(found, pages))
    machines = tuple(machine_lines(found))
    files, words = game_files(found, pages), words_of_game(found)
    terms = terms_of(found)
    return GameSite(found.name, found.title, files, nav, standing(found), machines, words, terms, table)


def kept_site(game: Path) -> GameSite:
    """Everything of a game as it was made last time, if nothing it is made of has changed since."""
    ground = ground_of(game)
    known = read_kept(game.name, ground)
    if known is not None:
        return _from_kept(known)
    made = game_site(str(game))
    table = {name: b64encode(data).decode() for name, data in made.table.items()}
    keep(game.name, ground, {**attrs.asdict(made), "table": table})
    return made


def _from_kept(said: dict[str, Any]) -> GameSite:
    """A game as it was kept."""
    shown = Standing(**{**said["standing"], "few": tuple(said["standing"]["few"])})
    table = {name: b64decode(text) for name, text in said["table"].items()}
    nav, machines, terms = tuple(said["nav"]), tuple(said["machines"]), [GameTerm(**one) for one in said["terms"]]
    return GameSite(
        said["name"], said["title"], said["files"], nav, shown, machines, GameWords(**said["words"]), terms, table
    )


def game_sites(games: Sequence[Path]) -> list[GameSite]:
    """Several games, on as many processors as there are."""
    workers = min(len(games), os.cpu_count() or 1)
    if workers < 2:
        return [kept_site(game) for game in games]
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        found = {game: pool.submit(kept_site, game) for game in sorted(games, key=_size, reverse=True)}
        return [found[game].result() for game in games]


def _size(game: Path) -> int:
    """How much there is to do, roughly: the largest begin."""
    return sum(file.stat().st_size for file in game.rglob("*") if file.is_file())


def shelf_files(sites: Sequence[GameSite]) -> Files:
    """What belongs to no single game."""
    return {
        f"{RULES}/index.md": shelf([site.standing for site in sites]),
        config.TERMS: all_terms(term for site in sites for term in site.terms),
        **beside_games(sites),
    }


def beside_games(sites: Sequence[GameSite]) -> Files:
    """What stands beside the games of any site: colours of pictures, words for the search, the list for programs."""
    return {
        f"{RULES}/{STYLE}": picture_style(),
        f"{RULES}/{WORDS}": search_words({site.name: site.words for site in sites}),
        MACHINES: for_machines(site.machines for site in sites),
    }


@attrs.frozen
class Made:
    """What was written: how many games and files, how many files were touched, addresses, left column."""

    games: int
    count: int
    touched: int
    addresses: tuple[str, ...]
    nav: tuple[str, ...]  # for the left column
    note: str  # why games cannot be played in the browser, if so


def write_games(docs: Path, games: Sequence[Path], listed: Iterable[str] = ()) -> Made:
    """The pages of games beside those of the kit; `listed` are the addresses that must never be lost."""
    sites = game_sites(games)
    files = {name: text for site in sites for name, text in site.files.items()} | shelf_files(sites)
    known = tuple(addresses(files))
    files |= redirects_for_lost(listed, files)
    touched = write(docs, files)
    note = write_tables(docs, sites)
    return Made(len(sites), len(files), touched, known, tuple(line for site in sites for line in site.nav), note)


def write_tables(docs: Path, sites: Sequence[GameSite]) -> str:
    """The folder in which games are played; gives the reason if they cannot be."""
    files, note = shared_files()
    write_play_folder(docs / FOLDER, files | {name: content for site in sites for name, content in site.table.items()})
    return note


def write_game(docs: Path, site: GameSite) -> tuple[str, str]:
    """The pages of one game alone; gives the configuration for mkdocs, and why it cannot be played, if so."""
    files = {**site.files, **beside_games([site])}
    files["index.html"] = redirect_to(f"{RULES}/{site.name}/index.html", site.title)
    write(docs, files)
    return config.one_game(config.own_config(), site.title, site.nav, docs), write_tables(docs, [site])


def write(docs: Path, files: Files) -> int:
    """Write what changed, take away what was made before and nobody makes any more; how many files were touched."""
    wanted = {docs / name: text for name, text in files.items()}
    before = (stored_text(docs / MADE) or "").splitlines()
    stale = [file for name in before if (file := docs / name) not in wanted and _ours(file, docs)]
    for file in stale:
        file.unlink()
    touched = len(write_changed(wanted, docs))
    write_changed({docs / MADE: "".join(f"{name}\n" for name in sorted(files))}, docs)
    return touched + len(stale)


def _ours(file: Path, docs: Path) -> bool:
    """Whether a file of the list may be taken away: an ordinary one, in one of the folders that are made here."""
    here = file.resolve().is_relative_to(docs.resolve() / RULES) or file.resolve().is_relative_to(
        docs.resolve() / SHORT
    )
    return here and file.is_file() and not file.is_symlink()
