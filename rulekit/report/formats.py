"""The formats by name: each a function from a verification, and the game it is about, to text."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from pathlib import Path

from rulekit.files import writing
from rulekit.play.games.game import Game
from rulekit.report.badge import badge_json, badge_svg
from rulekit.report.cases import junit, sarif, tap, workflow_commands
from rulekit.report.html import page
from rulekit.report.markdown import markdown
from rulekit.report.text import text
from rulekit.verify.model import Verification

Format = Callable[[Verification, Game], str]
FORMATS: dict[str, Format] = {
    "text": lambda found, game: text(found) + "\n",
    "html": page,
    "json": lambda found, game: json.dumps(found.to_json(), ensure_ascii=False, indent=1) + "\n",
    "junit": lambda found, game: junit(found),
    "markdown": lambda found, game: markdown(found),
    "sarif": sarif,
    "github": workflow_commands,
    "tap": lambda found, game: tap(found),
    "badge": lambda found, game: badge_svg(found),
    "badge-json": lambda found, game: badge_json(found),
}
ENDINGS = {
    "txt": "text",
    "html": "html",
    "json": "json",
    "xml": "junit",
    "md": "markdown",
    "sarif": "sarif",
    "tap": "tap",
    "svg": "badge",
}


def format_of(wanted: str) -> tuple[str, str]:
    """`FORMAT=PATH`, or a path whose ending tells the format; `ValueError` says what can stand there."""
    name, sign, path = wanted.partition("=")
    if sign and name in FORMATS:
        return name, path
    if (sign and name.isalpha()) or not wanted:
        raise ValueError(f"there is no format `{name}`; there are {', '.join(FORMATS)}")
    ending = wanted.rpartition(".")[2].lower()
    if ending not in ENDINGS:
        raise ValueError(f"the ending of {wanted} tells no format; say it before the path: html={wanted}")
    return ENDINGS[ending], wanted


def write_reports(found: Verification, game: Game, wanted: Iterable[tuple[str, Path]]) -> None:
    """Each format into its file."""
    for name, path in wanted:
        writing.write(path, FORMATS[name](found, game))
