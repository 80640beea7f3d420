"""Mutants as rules: the whole rulebook in one file, tables included, and what a mutant changes as lines of it."""

from __future__ import annotations

import difflib
from pathlib import Path

from rulekit.model import declarations as d
from rulekit.model.printer import print_rulebook
from rulekit.model.rulebook import Rulebook
from rulekit.mutate.mutant import Mutant
from rulekit.node import evolve

AROUND = 1  # lines shown on either side of a change


def whole(rulebook: Rulebook) -> str:
    """The rulebook without files beside it: rows that were listed in a table are written out."""
    kinds = [evolve(decl, file=None) if isinstance(decl, d.Kind) else decl for decl in rulebook.declarations]
    return print_rulebook(Rulebook(tuple(kinds)))


def difference(rulebook: Rulebook, mutant: Mutant) -> list[str]:
    """The lines that are different, as a patch without its head."""
    before, after = whole(rulebook).splitlines(), whole(mutant.applied(rulebook)).splitlines()
    lines = list(difflib.unified_diff(before, after, lineterm="", n=AROUND))
    return lines[2:]


def file_name(mutant: Mutant) -> str:
    return mutant.id.replace("@", "_").replace("#", "_") + ".rules"


def write(folder: Path, rulebook: Rulebook, mutant: Mutant) -> Path:
    """One mutant as a file of rules, its change in the first line."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / file_name(mutant)
    path.write_text(f"# {mutant.id}: {mutant.sentence}\n{whole(mutant.applied(rulebook))}", encoding="utf-8")
    return path
