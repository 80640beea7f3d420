"""A site built by mkdocs, but only what changed: `python -m rulekit.site.builder.incremental_build`."""

from __future__ import annotations

import gc
import hashlib
import json
import logging
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from posixpath import basename
from typing import Any
from urllib.parse import quote

import attrs
from mkdocs.commands.build import build
from mkdocs.config import load_config
from mkdocs.config.base import Config
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import MkDocsException
from mkdocs.plugins import BasePlugin, event_priority
from mkdocs.structure.files import File, Files, InclusionLevel
from mkdocs.structure.nav import Navigation
from mkdocs.structure.pages import Page
from mkdocs.utils import clean_directory

from rulekit.site import site_cache
from rulekit.site.builder import build_record, site_folder
from rulekit.site.builder.build_record import BuildRecord, PageOutput, SiteFile, content_hash
from rulekit.site.builder.file_stamps import stamp

NAME = "rulekit/unchanged"
SEARCH = "search"
FIRST, LAST = 100, -100  # among the plugins that are told of the same event
PARTIAL = "A 'dirty' build"  # mkdocs warns of builds that know nothing of what they left out; this one does


class NoOptions(Config):  # type: ignore[no-untyped-call]
    """The plugin has none."""


class UnchangedPages(BasePlugin[NoOptions]):  # type: ignore[no-untyped-call]
    """Keeps mkdocs from making anew what would be the same: for each such page it says what the last build found."""

    def __init__(self, before: BuildRecord) -> None:
        self.before = before
        self.nav = ""
        self.left: dict[str, SiteFile] = {}  # files that stay as they are
        self.given: dict[str, PageOutput] = {}  # of the pages that are made anew
        self.all: dict[str, File] = {}

    # -------------------------------------------------------------- what stays

    @event_priority(LAST)
    def on_files(self, files: Files, *, config: MkDocsConfig) -> Files:
        """Every file is compared with what the last build made of it."""
        self.all = {file.src_uri: file for file in files if file.inclusion.value > InclusionLevel.DRAFT.value}
        root = str(config.site_dir)
        gone = {basename(name) for name in self.before.sources.keys() - self.all.keys()}
        self.left = {
            name: known
            for name, file in self.all.items()
            if (known := self.before.sources.get(name)) is not None
            and known.output == file.dest_uri
            and known.wrote == stamp(f"{root}/{known.output}")
            and _same(file, known)
            and not (known.given is not None and gone and _names_one(file, gone))
        }
        for name, file in self.all.items():
            # mkdocs asks by the times of files, which is not enough
            setattr(file, "is_modified", partial(self._is_changed, name))  # noqa: B010
        return files

    def _is_changed(self, name: str) -> bool:
        return name not in self.left

    def on_env(self, env: Any, *, config: MkDocsConfig, files: Files) -> Any:
        """Pages that stay give what they gave; if the left column has changed, no page stays."""
        staying = {name: (self.all[name], known) for name, known in self.left.items() if known.given is not None}
        for file, known in staying.values():
            _restore(file, known, files)
        self.nav = nav_hash(self.navigation)
        if self.nav != self.before.nav:
            for name, (file, _) in staying.items():
                del self.left[name]
                _render(file.page, config, files)
        return env

    def on_nav(self, nav: Navigation, *, config: MkDocsConfig, files: Files) -> Navigation:
        """The left column; the titles of its pages come later."""
        self.navigation = nav
        return nav

    # -------------------------------------------------------------- what a page gives

    @event_priority(LAST)
    def on_page_context(self, context: Any, *, page: Page, config: MkDocsConfig, nav: Navigation) -> Any:
        """The search has just read the page: these entries are its."""
        entries = _search(config).entries
        known = sum(len(one.entries) for one in self.given.values())
        links = {file.src_uri: found for file, found in (page.links_to_anchors or {}).items()}
        anchors = tuple(sorted(page.present_anchor_ids or ()))
        self.given[page.file.src_uri] = PageOutput(page.title, page.meta, anchors, links, tuple(entries[known:]))
        return context

    @event_priority(FIRST)
    def on_post_build(self, *, config: MkDocsConfig) -> None:
        """The index of the search in the order of all pages, before it is written."""
        given = {name: known.given for name, known in self.left.items()} | self.given
        pages = [given[name] for name, file in self.all.items() if file.is_documentation_page()]
        _search(config).entries = [entry for one in pages if one is not None for entry in one.entries]

    def record(self, ground: str, others: Iterable[str]) -> BuildRecord:
        """For the next build."""
        made = {
            name: attrs.evolve(self.left[name], place=str(file.abs_src_path), read=stamp(str(file.abs_src_path)))
            if name in self.left
            else SiteFile(
                str(file.abs_src_path),
                stamp(str(file.abs_src_path)),
                content_hash(str(file.abs_src_path)),
                file.dest_uri,
                stamp(file.abs_dest_path),
                self.given.get(name),
            )
            for name, file in self.all.items()
        }
        return BuildRecord(ground, self.nav, made, tuple(sorted(others)))


def _same(file: File, known: SiteFile) -> bool:
    """Whether the source of a file is what it was."""
    place = str(file.abs_src_path)
    return (known.place == place and known.read == stamp(place)) or known.content == content_hash(place)


def _names_one(file: File, names: Iterable[str]) -> bool:
    """Whether a page may have a link to one of these files: its name stands somewhere in it."""
    text = file.content_string
    return any(name in text or quote(name) in text for name in names)


def _restore(file: File, known: SiteFile, files: Files) -> None:
    """What other pages ask of a page that is not made again."""
    page, given = file.page, known.given
    assert page is not None and given is not None
    page.markdown, page.content = "", ""
    page.meta = {**given.meta, **({} if given.title is None else {"title": given.title})}
    page.present_anchor_ids = {*given.anchors}
    linked = ((files.get_file_from_path(name), dict(found)) for name, found in given.links.items())
    page.links_to_anchors = {to: found for to, found in linked if to is not None}


def _render(page: Page | None, config: MkDocsConfig, files: Files) -> None:
    """A page made after all, as mkdocs makes it."""
    assert page is not None
    page.read_source(config)
    page.render(config, files)


def _search(config: MkDocsConfig) -> Any:
    """The index of the search, which its plugin fills page by page."""
    plugin: Any = next(plugin for name, plugin in config.plugins.items() if name.rpartition("/")[2] == SEARCH)
    return plugin.search_index


def nav_hash(nav: Navigation) -> str:
    """A hash of the left column and of the order of pages: all that one page shows of the others."""
    items = json.dumps([_item(item) for item in nav.items], default=str)
    order = json.dumps([page.url for page in nav.pages])
    return hashlib.sha256(f"{items}\n{order}".encode()).hexdigest()


def _item(item: Any) -> Any:
    meta: Mapping[str, Any] = getattr(item, "meta", None) or {}
    shown = {name: value for name, value in meta.items() if name != "title"}
    children = [_item(one) for one in item.children or ()]
    return [type(item).__name__, item.title, getattr(item, "url", None), shown, children]


# ------------------------------------------------------------------ a whole build


def build_site(config_file: Path, site: Path) -> None:
    """The site as a build from nothing would make it; raises `MkDocsException` if something is wrong with it."""
    ground = build_record.ground_of(config_file)
    before = build_record.load(site)
    if before.ground != ground:
        before = build_record.NOTHING
        clean_directory(str(site))
    site_folder.mark(site)
    build_record.forget(site)
    config = load_config(str(config_file), site_dir=str(site), strict=True)
    plugin = UnchangedPages(before)
    config.plugins[NAME] = plugin
    config.plugins.on_startup(command="build", dirty=False)
    with _unwarned():
        build(config, dirty=True)
    outputs = {file.dest_uri for file in plugin.all.values()}
    others = before.others or build_record.files_in(site) - outputs
    build_record.without_strangers(site, outputs | {*others})
    build_record.keep(site, plugin.record(ground, others))


@contextmanager
def _unwarned() -> Iterator[None]:
    """Without the warning about builds of a part, which would count as one."""
    log = logging.getLogger("mkdocs.commands.build")

    def others(said: logging.LogRecord) -> bool:
        return not str(said.msg).startswith(PARTIAL)

    log.addFilter(others)
    try:
        yield
    finally:
        log.removeFilter(others)


def awaited_build() -> tuple[str, str] | None:
    """Configuration and folder, a line each, once the pages are made; nothing if they are not."""
    site_cache.kit_hash()  # needed soon, and until then there is time
    try:
        config, site = sys.stdin.readline().rstrip("\n"), sys.stdin.readline().rstrip("\n")
    except KeyboardInterrupt:
        return None
    return (config, site) if site else None


def main(config: str, site: str) -> int:
    """Build, and say what is wrong on the way."""
    log = logging.getLogger("mkdocs")
    log.setLevel(logging.WARNING)
    told = logging.StreamHandler()
    told.setFormatter(logging.Formatter("%(levelname)s: %(message)s"))
    log.addHandler(told)
    gc.disable()  # nothing of a build is garbage before its end
    try:
        build_site(Path(config), Path(site))
    except MkDocsException as wrong:
        wrong.show()
        return 1
    return 0


if __name__ == "__main__":
    told = awaited_build()
    sys.exit(main(*told) if told is not None else 0)
