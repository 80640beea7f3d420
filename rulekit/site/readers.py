"""Everything that is wrong in what a game says to its readers: sources, manual and looks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

from rulekit.check.check_rulebook import CheckReport
from rulekit.check.emit import problem_at
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.diagnostics import Problem, Problems
from rulekit.files.reading import is_there
from rulekit.looks.declared_looks import DeclaredLooks
from rulekit.looks.looks_check import looks_problems
from rulekit.looks.looks_file import NAME as LOOKS
from rulekit.manual.beside import read_beside
from rulekit.manual.toml_spots import TomlSpots
from rulekit.syntax.source_files import read_file

NAMED = re.compile(r"`([^`]*)`")


def reader_problems(folder: Path, examined: CheckReport) -> tuple[Problem, ...]:
    """All of them; none for a single file of rules, which has nothing beside it."""
    if not folder.is_dir():
        return ()
    checked = examined.checked
    found = read_beside(folder, checked, examined.ledger, examined.rulings).problems
    return (*found, *looks_file_problems(folder, checked))


def looks_file_problems(folder: Path, checked: CheckedRulebook) -> Iterator[Problem]:
    """Each complaint about `looks.toml` at the line it is about; why it cannot be read, if it cannot."""
    if not is_there(folder / LOOKS):
        return
    try:
        found = looks_problems(DeclaredLooks(checked))
    except Problems as wrong:
        yield from wrong.problems
        return
    file = read_file(folder / LOOKS, folder)
    spots = TomlSpots(file.text, file.name)
    for complaint in found:
        where, _, said = complaint.partition(": ")
        reason, _, near = said.partition("; did you mean ")
        path = () if where == "top" else tuple(where.split("."))
        named = NAMED.search(reason)  # the line of the wrong name, if it is a key there
        span = spots.span_of((*path, named[1]) if named else path)
        yield problem_at("K94", span, "looks", where=f"{LOOKS}, {where}", reason=reason, near=near.strip("`?"))
