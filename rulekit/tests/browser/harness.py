"""What tests in a browser share: Chromium, folders served on this machine, and pages that note every request."""

from __future__ import annotations

import functools
import os
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import attrs

from rulekit.data import PACKAGE
from rulekit.webplay.npm_package import NpmPackage

AXE = NpmPackage(
    "axe-core",
    "4.14.1",
    "sha512-FHfa+lmNjQZfJz1q8wKqIDwC6DExcHt/pkjNQb09a3NPjCKg2rhu5qb2S4r76ASyFNNtuFooJpZe37OgudVGtQ==",
)
SERIOUS = ("serious", "critical")
WIDE, PHONE = 1280, 360
THEMES = ("light", "dark")
NAMES = ("chromium", "chromium-browser", "google-chrome")
KINDS = {".mjs": "text/javascript", ".wasm": "application/wasm"}  # that not every machine knows
SECONDS_OF_BUILDING = 600
PATIENCE = 30_000  # milliseconds; machines are busy


def chromium_path() -> str | None:
    """The browser of this machine: RULEKIT_CHROMIUM, or one by its usual names."""
    return os.environ.get("RULEKIT_CHROMIUM") or next(filter(None, map(shutil.which, NAMES)), None)


@attrs.define
class Visit:
    """An open page: `page` is Playwright's, `asked` what it asked for, `faults` what its scripts complained of."""

    page: Any
    home: str
    asked: list[str] = attrs.field(factory=list)
    faults: list[str] = attrs.field(factory=list)

    def watch(self) -> Visit:
        """Note from now on what is asked for and what goes wrong."""
        self.page.on("request", lambda one: self.asked.append(one.url))
        self.page.on("pageerror", lambda one: self.faults.append(str(one)))
        self.page.on("console", lambda one: self.faults.append(one.text) if one.type == "error" else None)
        return self

    def elsewhere(self) -> list[str]:
        """Addresses of other machines, or of other servers on this one."""
        own = urlsplit(self.home).netloc
        return [
            one for one in self.asked if urlsplit(one).scheme not in ("data", "blob") and urlsplit(one).netloc != own
        ]

    def is_too_wide(self) -> bool:
        """Whether a reader would have to scroll sideways."""
        return bool(self.page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"))

    def axe(self, grades: tuple[str, ...] = SERIOUS) -> list[str]:
        """What axe finds of these grades, each with the first place where it is."""
        self.page.evaluate(AXE.file("axe.min.js").decode() + ";0")
        found = self.page.evaluate("axe.run().then((found) => found.violations)")
        return [f"{one['id']}: {one['nodes'][0]['html']}" for one in found if one["impact"] in grades]


class Quiet(SimpleHTTPRequestHandler):
    """Serves a folder and writes nothing down."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map | KINDS

    def log_message(self, format: str, *args: Any) -> None:
        """Nobody reads it."""


@contextmanager
def serving(folder: Path) -> Iterator[str]:
    """The address of a folder on this machine."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}/"
    finally:
        server.shutdown()
        server.server_close()


def built_site(folder: Path) -> Path:
    """The whole site, built from a copy of the kit's own pages; whoever comes second waits for who came first."""
    done = folder / "done"
    try:
        folder.mkdir()
    except FileExistsError:
        for _ in range(SECONDS_OF_BUILDING):
            if done.is_file():
                break
            time.sleep(1)
        return folder / "html"
    for name in ("docs", "mkdocs.yml", "rulekit/site/theme"):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        copy = shutil.copytree if (PACKAGE.parent / name).is_dir() else shutil.copy
        copy(PACKAGE.parent / name, folder / name)
    command = [sys.executable, "-m", "rulekit", "docs", "--out", str(folder / "docs"), "--site", str(folder / "html")]
    subprocess.run(command, check=True, timeout=SECONDS_OF_BUILDING)
    done.write_text("")
    return folder / "html"


@attrs.define
class Browser:
    """Chromium. Every visit has a context of its own: no cookies, nothing kept, a fixed zone and language."""

    running: Any
    contexts: list[Any] = attrs.field(factory=list)

    def visit(self, address: str, width: int = WIDE, theme: str = "light", script: bool = True, **more: Any) -> Visit:
        """Open an address."""
        size = {"width": width, "height": 900}
        context = self.running.new_context(
            viewport=size, color_scheme=theme, java_script_enabled=script, locale="en", timezone_id="UTC", **more
        )
        context.set_default_timeout(PATIENCE)
        self.contexts.append(context)
        visit = Visit(context.new_page(), address).watch()
        visit.page.goto(address)
        return visit

    def leave(self) -> None:
        """Close what was opened."""
        while self.contexts:
            self.contexts.pop().close()
