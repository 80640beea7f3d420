"""`rulekit ledger`: reads a game's folder as far as needed to count what its ledger says and its lines claim."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from rulekit.check.sources.figures import figures
from rulekit.check.sources.ledger import Rulings, read_ledger, read_rulings
from rulekit.check.sources.ledger_coverage import count_holders
from rulekit.diagnostics import Problem, Problems, problem
from rulekit.files.reading import is_there
from rulekit.model import declarations as d
from rulekit.model.rulebook import Rulebook, build
from rulekit.model.tables import assumed_rows, own_table, rows_from_table, unknown_tables
from rulekit.source import Span
from rulekit.syntax.parser import parse
from rulekit.syntax.source_files import read_file


def ledger_report(folder: Path, tables: Mapping[str, Path] | None = None) -> Mapping[str, Any]:
    """By what each clause is held, and which are missing; problems that hide what is cited are raised."""
    name = folder.resolve().name
    folder = folder.parent if folder.is_file() else folder
    found: list[Problem] = []
    rulebook = _rulebook(folder, tables or {}, found)
    file = folder / "ledger.toml"
    if not is_there(file):
        raise Problems([problem("K69", Span.point(str(file), 1, 1), "absent", game=name)])
    ledger, slips = read_ledger(_text(file, folder, found), str(file))
    found += slips
    notes = folder / "rulings.md"
    rulings = read_rulings(_text(notes, folder, found), str(notes)) if is_there(notes) else Rulings(str(notes))
    if found:
        raise Problems(found)
    return {
        **count_holders(rulebook, ledger, rulings),
        "numbers": figures(rulebook, ledger, rulings, _texts(rulebook, folder)),
        "assumed": [{"kind": kind, "rows": rows, "of": of} for kind, rows, of in assumed_rows(rulebook)],
    }


def _texts(rulebook: Rulebook, folder: Path) -> dict[str, str]:
    """Rules and tables by the names of their files."""
    names = {decl.span.file for decl in rulebook.declarations}
    return {name: _text(Path(name), folder, []) for name in names}


def _rulebook(folder: Path, given: Mapping[str, Path], found: list[Problem]) -> Rulebook:
    """All rules and tables of a folder."""
    trees = []
    for file in sorted(folder.rglob("*.rules")):
        parsed = parse(_text(file, folder, found), str(file))
        found += parsed.problems
        trees.append((str(file), parsed.trees))
    rulebook = build(trees)
    kinds = rulebook.declarations_of(d.Kind)
    found += unknown_tables(kinds, given)
    return Rulebook((*rulebook.declarations, *_tables(folder, given, kinds, found)))


def _tables(folder: Path, given: Mapping[str, Path], kinds: list[d.Kind], found: list[Problem]) -> Iterator[d.Rows]:
    for kind in kinds:
        own = own_table(kind.file or "", given)
        file = own or folder / (kind.file or "")
        if own is None and (kind.file is None or file.parent.resolve() != folder.resolve() or not is_there(file)):
            continue
        rows, slips = rows_from_table(kind, _text(file, None if own else folder, found), str(file), kinds)
        found += slips
        if rows is not None:
            yield rows


def _text(file: Path, folder: Path | None, found: list[Problem]) -> str:
    """The text of a file; one that cannot be read is a problem and empty."""
    try:
        return read_file(file, folder).text
    except Problems as slips:
        found += slips.problems
        return ""
