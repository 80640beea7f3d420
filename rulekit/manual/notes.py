"""The notes of components alone, for pictures: what rules say of a component and no column of its table."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from rulekit.diagnostics import Problems
from rulekit.files.reading import is_there
from rulekit.manual.manual import NAME, Component
from rulekit.model.toml_places import read_toml
from rulekit.syntax.source_files import read_file


def notes_beside(folder: Path) -> Mapping[Component, str]:
    """Those of the manual in that folder; none where it cannot be read, which the check of the manual tells."""
    if not is_there(folder / NAME):
        return {}
    try:
        text = read_file(folder / NAME, folder).text
    except Problems:
        return {}
    found, _ = read_toml(text, NAME)
    said = found.get("notes", {}) if found is not None else {}
    kinds = said.items() if isinstance(said, dict) else ()
    rows = ((kind, row, note) for kind, notes in kinds if isinstance(notes, dict) for row, note in notes.items())
    return {(kind, row): note for kind, row, note in rows if isinstance(note, str)}
