"""rulekit doctor: check that everything rulekit needs is installed, and say how to fix what is not."""

import json
import sys
from collections.abc import Callable
from importlib import metadata, util

import attrs
import click

from rulekit.cli.exits import exit_code, verdict
from rulekit.cli.options import format_option
from rulekit.data import bundled_games, conformance_root, spec_root

OLDEST_PYTHON = (3, 11)
PACKAGES = ("lark", "attrs", "wcwidth", "click", "rich")
REINSTALL = "install it again: pip install --force-reinstall tabletop-rules"


@attrs.frozen
class Finding:
    """One thing that was looked at: whether it is well, what was seen, and the cure."""

    name: str
    well: bool
    seen: str
    cure: str


@click.command()
@format_option("text", "json")
def command(form: str) -> int:
    """Check that everything rulekit needs is installed, and say how to fix what is not.

    \b
    Example:
      rulekit doctor
    """
    found = [finding for look in LOOKS for finding in look()]
    click.echo(as_json(found) if form == "json" else "\n".join(map(in_words, found)))
    return exit_code(verdict(not finding.well) for finding in found)


def look_at_python() -> list[Finding]:
    """The interpreter is young enough."""
    seen = ".".join(map(str, sys.version_info[:3]))
    return [Finding("python", sys.version_info >= OLDEST_PYTHON, seen, "use Python 3.11 or later")]


def look_at_packages() -> list[Finding]:
    """Every package can be found."""
    return [look_at_package(name) for name in PACKAGES]


def look_at_package(name: str) -> Finding:
    """One package can be found."""
    here = util.find_spec(name.replace("-", "_")) is not None
    return Finding(name, here, metadata.version(name) if here else "missing", f"install it: pip install {name}")


def look_for_namesake() -> list[Finding]:
    """Another project owns our import name under its own distribution name; the two cannot live together."""
    owners = set(metadata.packages_distributions().get("rulekit", ())) - {"tabletop-rules"}
    seen = ", ".join(sorted(owners)) or "none"
    return [Finding("namesakes", not owners, seen, "use a fresh virtual environment; both call themselves rulekit")]


def look_at_data() -> list[Finding]:
    """The bundled games and the conformance data are where the kit looks for them."""
    games = len(bundled_games())
    return [
        Finding("games", games > 0, f"{games} in {spec_root()}", REINSTALL),
        Finding("conformance", conformance_root().is_dir(), str(conformance_root()), REINSTALL),
    ]


def look_at_grammar() -> list[Finding]:
    """The tables of the grammar load, which they do not if a file of the kit is damaged."""
    try:
        from rulekit.syntax.parse_tables import tables

        tables()
    except Exception as fault:
        return [Finding("grammar", False, str(fault) or "it does not load", REINSTALL)]
    return [Finding("grammar", True, "its tables load", REINSTALL)]


Look = Callable[[], list[Finding]]
LOOKS: tuple[Look, ...] = (look_at_python, look_at_packages, look_for_namesake, look_at_data, look_at_grammar)


def in_words(finding: Finding) -> str:
    """One line for a finding that is well, two for one that is not."""
    mark = "ok   " if finding.well else "WRONG"
    line = f"{mark}  {finding.name:<12} {finding.seen}"
    return line if finding.well else f"{line}\n       to mend it: {finding.cure}"


def as_json(found: list[Finding]) -> str:
    """All findings, for tools."""
    rows = [
        {"name": row.name, "ok": row.well, "seen": row.seen, "fix": None if row.well else row.cure} for row in found
    ]
    return json.dumps(rows, ensure_ascii=False)
