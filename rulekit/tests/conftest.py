"""What all tests share: Hypothesis profiles, goldens, and a clean environment."""

import gc
import os
from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from rulekit.testing.items import GAMES
from rulekit.tests.bundled import READ
from rulekit.tests.calling import broken_game, game, rulekit, shell, starter

__all__ = ["broken_game", "game", "rulekit", "shell", "starter"]

HERE = Path(__file__).parent
PATIENT = [HealthCheck.too_slow, HealthCheck.data_too_large]

# The same examples every time, so that a change is judged by what it changes; the nights look for new ones.
settings.register_profile("ci", max_examples=300, derandomize=True, deadline=None, suppress_health_check=PATIENT)
settings.register_profile("nightly", max_examples=10_000, deadline=None, suppress_health_check=PATIENT)
PROFILE = os.environ.get("RULEKIT_PROFILE", "ci")
settings.load_profile(PROFILE)

SECTIONS = ("browser", "peers", "long", "site")  # of the suite, beside the tests that bear none of these marks


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--update-golden` writes the goldens anew; read the diff before you commit it."""
    parser.addoption("--update-golden", action="store_true", help="write the golden files anew")


def pytest_sessionstart(session: pytest.Session) -> None:
    """Each bundled game is read once in a process, whether a test asks for it first or it is to be collected."""
    if not session.config.option.rulekit_table:
        session.config.stash[GAMES] = READ


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Campaigns wait for the night, a section until it, or a file of it, is named; races with the clock are optional.

    So whoever names a file gets all of it but its campaigns.
    """
    asked = config.option.markexpr
    files = {Path(one.partition("::")[0]).resolve() for one in config.args if ".py" in one}
    left_out = {"speed": "RULEKIT_NO_SPEED is set"} if os.environ.get("RULEKIT_NO_SPEED") else {}
    if PROFILE != "nightly":
        left_out["nightly"] = "RULEKIT_PROFILE=nightly runs it"
        left_out |= {name: f"`pytest -m {name}` runs it" for name in SECTIONS if name not in asked}
    for item in items:
        for name, reason in left_out.items():
            if item.get_closest_marker(name) and not (name in SECTIONS and item.path in files):
                item.add_marker(pytest.mark.skip(reason=reason))


def pytest_collection_finish(session: pytest.Session) -> None:
    """Thousands of tests and the games they were collected from stay to the end; nobody need look for garbage there."""
    gc.collect()
    gc.freeze()


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """What was not run, one line for each reason: pytest's own list has a line for each place, hundreds of them."""
    skipped = terminalreporter.stats.get("skipped", ())
    reasons = Counter(one.longrepr[2].removeprefix("Skipped: ") for one in skipped if isinstance(one.longrepr, tuple))
    if reasons:
        terminalreporter.section("not run")
    for reason, count in reasons.most_common():
        terminalreporter.write_line(f"{count:6,}  {reason}")


@pytest.fixture(autouse=True)
def quiet_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the terminal of whoever runs the tests is set to, the tests see the same."""
    for name in ("NO_COLOR", "FORCE_COLOR", "RULEKIT_DEBUG", "CI"):  # where CI is set, random games take a minute
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def golden(request: pytest.FixtureRequest) -> Callable[[str, str], None]:
    """Compare a text with the golden file of that name under rulekit/tests, or write it."""

    def compare(name: str, text: str) -> None:
        file = HERE / name
        if request.config.getoption("--update-golden"):
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8", newline="\n")
        assert file.is_file(), f"no golden {name}; run pytest --update-golden and read what it wrote"
        assert text == file.read_text(encoding="utf-8")

    return compare
