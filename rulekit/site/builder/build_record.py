"""What a build of a site leaves for the next one: of which source each file was made, and what pages gave to others."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Mapping
from importlib.metadata import version
from pathlib import Path
from typing import Any

import attrs

from rulekit.files import reading
from rulekit.site import site_cache
from rulekit.site.builder.file_stamps import Stamp
from rulekit.site.builder.mkdocs_config import with_blocks

BUILDERS = ("mkdocs", "mkdocs-material", "markdown", "pymdown-extensions", "pygments", "jinja2")
PLACES = {"nav": "", "docs_dir": "", "site_dir": ""}  # where pages lie and how they are ordered is looked at apart


@attrs.frozen
class PageOutput:
    """What a page gives to other pages and to the whole: its title, its anchors, its links to anchors, the search."""

    title: str | None
    meta: Mapping[str, Any]
    anchors: tuple[str, ...]
    links: Mapping[str, Mapping[str, str]]  # of each page that is linked to: the anchors, each with the link as written
    entries: tuple[Mapping[str, Any], ...]  # for the index of the search


@attrs.frozen
class SiteFile:
    """A file of the site: what it was made of, where that lay, and what was made."""

    place: str
    read: Stamp
    content: str  # a hash
    output: str  # below the folder of the site
    wrote: Stamp
    given: PageOutput | None = None  # of a page


@attrs.frozen
class BuildRecord:
    """A finished build without a warning."""

    ground: str  # all that every page is made of
    nav: str  # the left column
    sources: Mapping[str, SiteFile]
    others: tuple[str, ...] = ()  # files of the site that were made of no single source


NOTHING = BuildRecord("", "", {})


def ground_of(config: Path) -> str:
    """A hash of what every page is made of: the builder, the kit with its theme, and the configuration."""
    versions = " ".join(f"{name} {version(name)}" for name in BUILDERS)
    text = with_blocks(reading.text(config), PLACES)
    return hashlib.sha256(f"{versions}\n{site_cache.kit_hash()}\n{text}".encode()).hexdigest()


def name_of(site: Path) -> str:
    """The file of the cache folder in which the record of that site is kept."""
    return f"built-{hashlib.sha256(str(site.resolve()).encode()).hexdigest()[:16]}.json"


def load(site: Path) -> BuildRecord:
    """The record of the last build there; an empty one if there is none, or none that can be read."""
    found = site_cache.load(name_of(site))
    try:
        return _from_json(found)
    except (TypeError, KeyError, ValueError, AttributeError):
        return NOTHING


def keep(site: Path, record: BuildRecord) -> None:
    """For the next build."""
    sources = {name: _plain(one) for name, one in record.sources.items()}
    said = {"ground": record.ground, "nav": record.nav, "sources": sources, "others": record.others}
    site_cache.keep(name_of(site), said)


def _plain(one: SiteFile) -> dict[str, Any]:
    """A source as data; `attrs.asdict` would copy every entry of the search, which is data already."""
    shown = {field.name: getattr(one, field.name) for field in attrs.fields(SiteFile)}
    return shown | {"given": None if one.given is None else _fields(one.given)}


def _fields(given: PageOutput) -> dict[str, Any]:
    return {field.name: getattr(given, field.name) for field in attrs.fields(PageOutput)}


def forget(site: Path) -> None:
    """A build that is broken off leaves nothing to go by."""
    site_cache.drop(name_of(site))


def _from_json(found: Any) -> BuildRecord:
    sources = {name: _source(one) for name, one in found["sources"].items()}
    return BuildRecord(found["ground"], found["nav"], sources, tuple(found["others"]))


def _source(said: Mapping[str, Any]) -> SiteFile:
    given = None if said["given"] is None else PageOutput(**said["given"])
    return SiteFile(**{**said, "read": tuple(said["read"]), "wrote": tuple(said["wrote"]), "given": given})


def content_hash(file: str | Path) -> str:
    """A hash of what is in a file."""
    return hashlib.sha256(reading.read(Path(file))).hexdigest()


def without_strangers(site: Path, wanted: Iterable[str]) -> None:
    """Take away what a build from nothing would not leave there; names that begin with a dot stay, as they do then."""
    keep_these = {*wanted}
    for folder, folders, files in os.walk(site, topdown=False):
        here = Path(folder).relative_to(site)
        if here.parts[:1] and here.parts[0].startswith("."):
            continue
        for name in files:
            if str(here / name) not in keep_these and not (here == Path() and name.startswith(".")):
                (Path(folder) / name).unlink()
        for name in folders:
            if not any((Path(folder) / name).iterdir()) and not name.startswith("."):
                (Path(folder) / name).rmdir()


def files_in(site: Path) -> set[str]:
    """All files of a site, but those whose names begin with a dot."""
    return {
        str((Path(folder) / name).relative_to(site))
        for folder, folders, files in os.walk(site)
        for name in files
        if not (Path(folder) / name).relative_to(site).parts[0].startswith(".")
    }
