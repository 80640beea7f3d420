"""The notes of components alone, for pictures: what rules say of a component and no column of its table."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path

from rulekit.files import reading
from rulekit.manual.manual import NAME, Component


def notes_beside(folder: Path) -> Mapping[Component, str]:
    """Those of the manual in that folder; none where it cannot be read, which the check of the manual tells."""
    file = folder / NAME
    if not file.is_file():
        return {}
    try:
        said = tomllib.loads(reading.strip_bom(reading.read(file)).decode()).get("notes", {})
    except (tomllib.TOMLDecodeError, UnicodeDecodeError):
        return {}
    kinds = said.items() if isinstance(said, dict) else ()
    rows = ((kind, row, note) for kind, notes in kinds if isinstance(notes, dict) for row, note in notes.items())
    return {(kind, row): note for kind, row, note in rows if isinstance(note, str)}
