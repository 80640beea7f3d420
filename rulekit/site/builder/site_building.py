"""Sites from beginning to end: games read and drawn side by side, what changed written, what is gone taken away."""

from __future__ import annotations

import os
from collections.abc import Collection, Iterable, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import attrs

from rulekit.site.addresses import RULES, SHORT
from rulekit.site.all_terms import all_terms
from rulekit.site.builder import mkdocs_config as config
from rulekit.site.builder import written_files
from rulekit.site.builder.draw_ahead import draw_share, loaded
from rulekit.site.builder.game_site import GameSite, game_site, site_of
from rulekit.site.builder.kept_sites import ground_of, keep, read_kept
from rulekit.site.builder.site_files import (
    Files,
    addresses,
    for_machines,
    redirect_to,
    redirects_for_lost,
)
from rulekit.site.game_list import shelf
from rulekit.site.page import stored_text, write_changed
from rulekit.site.search_words import FILE as WORDS
from rulekit.site.search_words import search_words
from rulekit.site.style import FILE as STYLE
from rulekit.site.style import picture_style
from rulekit.webplay.play_folder import FOLDER, shared_files, write_play_folder

MACHINES = "llms.txt"
MADE = f"{RULES}/.made.txt"  # the list of all files that were made here


def kept_site(game: Path) -> GameSite:
    """Everything of a game as it was made last time, if nothing it is made of has changed since."""
    return _kept(game) or _made(game)


def _kept(game: Path) -> GameSite | None:
    return read_kept(game, ground_of(game), lambda: game_site(str(game)))


def _made(game: Path) -> GameSite:
    return _keep(game, game_site(str(game)))


def _made_from(game: Path, drawn: dict[str, str]) -> GameSite:
    """With pictures that were drawn already, by this process or another."""
    found = loaded(str(game))
    found.pictures.add(drawn)
    return _keep(game, site_of(found))


def _keep(game: Path, made: GameSite) -> GameSite:
    keep(game, ground_of(game), made)
    return made


def game_sites(games: Sequence[Path]) -> list[GameSite]:
    """Several games; those that must be made on as many processors as there are."""
    found = {game: site for game in games if (site := _kept(game)) is not None}
    due = sorted((game for game in games if game not in found), key=_size, reverse=True)
    found |= dict(zip(due, _side_by_side(due, os.cpu_count() or 1), strict=True))
    return [found[game] for game in games]


def _side_by_side(due: Sequence[Path], processors: int) -> list[GameSite]:
    """Each game in a process of its own; where there are more processors than games, they share its pictures."""
    if processors < 2 or not due:
        return [_made(game) for game in due]
    parts = processors // len(due)
    with ProcessPoolExecutor(min(processors, parts * len(due) or len(due)), get_context("spawn")) as pool:
        if parts < 2:
            return [job.result() for job in [pool.submit(_made, game) for game in due]]
        drawing = [[pool.submit(draw_share, game, part, parts) for part in range(parts)] for game in due]
        drawn = [{name: text for job in jobs for name, text in job.result().items()} for jobs in drawing]
        made = [pool.submit(_made_from, game, pictures) for game, pictures in zip(due, drawn, strict=True)]
        return [job.result() for job in made]


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
class BuildSummary:
    """What was written: how many games and files, how many files were touched, addresses, left column."""

    games: int
    count: int
    touched: int
    addresses: tuple[str, ...]
    nav: tuple[str, ...]  # for the left column
    note: str  # why games cannot be played in the browser, if so


def write_games(docs: Path, games: Sequence[Path], listed: Iterable[str] = ()) -> BuildSummary:
    """The pages of games beside those of the kit; `listed` are the addresses that must never be lost."""
    sites = game_sites(games)
    left = written_files.still_there(docs, sites)
    shared = shelf_files(sites)
    names = [*shared, *(name for site in sites for name in site.files)]
    known = tuple(addresses(names))
    shared |= redirects_for_lost(listed, names)
    files = shared | {name: site.files[name] for site in sites for name in site.files if name not in left}
    touched = write(docs, files, {name for name in names if name in left})
    note = write_tables(docs, sites, left)
    written_files.keep(docs, sites)
    return BuildSummary(
        len(sites), len({*names, *shared}), touched, known, tuple(line for site in sites for line in site.nav), note
    )


def write_tables(docs: Path, sites: Sequence[GameSite], left: Collection[str] = ()) -> str:
    """The folder in which games are played; gives the reason if they cannot be."""
    files, note = shared_files()
    known = {name for site in sites for name in site.table if f"{FOLDER}/{name}" in left}
    files |= {name: site.table[name] for site in sites for name in site.table if name not in known}
    write_play_folder(docs / FOLDER, files, known)
    return note


def write_game(docs: Path, site: GameSite) -> tuple[str, str]:
    """The pages of one game alone; gives the configuration for mkdocs, and why it cannot be played, if so."""
    files = {**site.files, **beside_games([site])}
    files["index.html"] = redirect_to(f"{RULES}/{site.name}/index.html", site.title)
    write(docs, files)
    return config.one_game(config.own_config(), site.title, site.nav, docs), write_tables(docs, [site])


def write(docs: Path, files: Mapping[str, str], left: Collection[str] = ()) -> int:
    """Write what changed, take away what was made before and nobody makes any more; how many files were touched.

    `left` were made as well, and are known to lie there.
    """
    wanted = {docs / name: text for name, text in files.items()}
    names = {*files, *left}
    before = (stored_text(docs / MADE) or "").splitlines()
    stale = [file for name in before if name not in names and _ours(file := docs / name, docs)]
    for file in stale:
        file.unlink()
    touched = len(write_changed(wanted, docs))
    write_changed({docs / MADE: "".join(f"{name}\n" for name in sorted(names))}, docs)
    return touched + len(stale)


def _ours(file: Path, docs: Path) -> bool:
    """Whether a file of the list may be taken away: an ordinary one, in one of the folders that are made here."""
    here = file.resolve().is_relative_to(docs.resolve() / RULES) or file.resolve().is_relative_to(
        docs.resolve() / SHORT
    )
    return here and file.is_file() and not file.is_symlink()
