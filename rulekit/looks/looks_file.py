"""Strict reader of `looks.toml`, the file in which a game describes its pictures."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from rulekit.check.emit import problem_at
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.diagnostics import Problems
from rulekit.files.reading import is_there
from rulekit.model.toml_places import read_toml
from rulekit.source import Span
from rulekit.syntax.source_files import read_file

NAME = "looks.toml"
Section = dict[str, Any]


def folder_of(checked: CheckedRulebook) -> Path:
    """The folder of the rules."""
    declared = checked.symbols.game
    assert declared is not None
    return Path(declared.span.file).parent


def read_looks(file: Path) -> dict[str, Section]:
    """The sections of a looks file; none if there is no such file. `Problems` if it cannot be read."""
    if not is_there(file):
        return {}
    source = read_file(file, file.parent)
    found, slips = read_toml(source.text, source.name)
    if found is None:
        raise Problems(slips)
    loose = [name for name, section in found.items() if not isinstance(section, dict)]
    if loose:
        reason = f"`{loose[0]}` stands in no section; sections begin with a name in brackets"
        raise Problems([problem_at("K94", Span.point(source.name, 1, 1), "looks", where=NAME, reason=reason)])
    return found
