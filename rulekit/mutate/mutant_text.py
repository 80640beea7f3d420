"""Mutants as rules: the whole rulebook in one file, tables included, and what a mutant changes as lines of it."""

from __future__ import annotations

import difflib
from pathlib import Path

from rulekit.files import reading, writing
from rulekit.model import declarations as d
from rulekit.model.printer import print_rulebook
from rulekit.model.rulebook import Rulebook
from rulekit.mutate.mutant_generation import Mutant
from rulekit.pipeline import LEDGER, RULINGS
from rulekit.records import evolve

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


def folder_name(mutant: Mutant) -> str:
    return mutant.id.replace("@", "_").replace("#", "_")


def write(folder: Path, game: Path, rulebook: Rulebook, mutant: Mutant) -> Path:
    """One mutant as a game of its own: one file of rules, and what lies beside the rules of the original."""
    made = folder / folder_name(mutant)
    made.mkdir(parents=True, exist_ok=True)
    text = f"# {mutant.id}: {mutant.sentence}\n{whole(mutant.applied(rulebook))}"
    writing.write(made / "rules.rules", text)
    for name in (LEDGER, RULINGS):
        if game.is_dir() and (game / name).is_file():
            writing.write(made / name, reading.read(game / name, within=game))
    return made
