"""Fixtures for tests in a browser; without one they are skipped, and the reason says what to install."""

from __future__ import annotations

import importlib
import os
from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest

from rulekit.tests.browser.harness import Browser, built_site, chromium_path, serving

NO_PLAYWRIGHT = "tests in a browser need Playwright: pip install '.[dev]'"
NO_CHROMIUM = "tests in a browser need Chromium: apt-get install chromium, or name one in RULEKIT_CHROMIUM"


def missing(reason: str) -> NoReturn:
    """Skipped, with the reason; a failure where somebody says that a browser must be there."""
    if os.environ.get("RULEKIT_BROWSER") == "must":
        pytest.fail(reason)
    pytest.skip(reason)


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One Chromium for all tests of a process."""
    path = chromium_path()
    try:
        sync_api = importlib.import_module("playwright.sync_api")
    except ImportError:
        missing(NO_PLAYWRIGHT)
    if path is None:
        missing(NO_CHROMIUM)
    with sync_api.sync_playwright() as playwright:
        # as root, in a container, Chromium has no sandbox of its own; it opens only pages of this machine
        running = playwright.chromium.launch(executable_path=path, args=["--no-sandbox", "--disable-dev-shm-usage"])
        yield Browser(running)
        running.close()


@pytest.fixture(scope="session")
def site_folder(chromium: Browser, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The whole site as it is published: the one in RULEKIT_SITE, else built for this run, once for all processes."""
    if built := os.environ.get("RULEKIT_SITE"):
        return Path(built)
    shared = tmp_path_factory.getbasetemp()
    shared = shared.parent if os.environ.get("PYTEST_XDIST_WORKER") else shared
    return built_site(shared / "site")


@pytest.fixture(scope="session")
def site(site_folder: Path) -> Iterator[str]:
    """The address of the whole site."""
    with serving(site_folder) as address:
        yield address


@pytest.fixture
def browser(chromium: Browser) -> Iterator[Browser]:
    """The browser, for one test."""
    yield chromium
    chromium.leave()
