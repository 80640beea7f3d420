"""The page itself: its files, and its text for one game with what the page must know to begin."""

from __future__ import annotations

import html
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from rulekit.files import reading
from rulekit.looks.legend_html import HEAD as SIGNS

FOLDER = Path(__file__).parent / "page"
TEMPLATE = "play.html"
STATIC = ("play.css", "play.js", "connect.js", "worker.js")  # what lies beside the page
KINDS = {".css": "text/css", ".js": "text/javascript", ".html": "text/html"}
UNSCRIPTED = "Without scripts nothing can be played here; below is a game that was played at random."
MISSING = "This game cannot be played here now; below is one that was played at random."
WAITING = "Setting the table …"


def static_file(name: str) -> bytes:
    """One of the files beside the page."""
    return reading.read(FOLDER / name)


def play_page(title: str, config: Mapping[str, Any], home: str = "", recorded: str = "") -> str:
    """The page: `home` is the way back, `recorded` a game for those who cannot play."""
    known = {"waiting": WAITING, "missing": MISSING, **config}
    filled = {
        "title": html.escape(title),
        "config": html.escape(json.dumps(known, ensure_ascii=False)),
        "home": home,
        "recorded": recorded,
        "unscripted": UNSCRIPTED,
        "signs": SIGNS,
    }
    text = reading.text(FOLDER / TEMPLATE)
    for name, value in filled.items():
        text = text.replace("{{" + name + "}}", value)
    return text
