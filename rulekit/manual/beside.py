"""All that lies beside the rules of a game for its readers: sources and manual, read and held against the rules."""

from __future__ import annotations

from pathlib import Path

import attrs

from rulekit.check.sources.ledger import Ledger, Rulings
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.diagnostics import Problem, Problems
from rulekit.files.reading import is_there
from rulekit.manual import manual as m
from rulekit.manual import sources as s
from rulekit.manual.chapters import check_chapters
from rulekit.manual.read_manual import KnownNames, groups_of, read_manual
from rulekit.records import record
from rulekit.syntax.source_files import read_file
from rulekit.words.vocabulary import vocabulary


@record
class ReaderData:
    """What readers are told beyond the rules, and every problem with it."""

    sources: s.GameSources = attrs.field(factory=s.GameSources)
    manual: m.Manual = attrs.field(factory=m.Manual)
    problems: tuple[Problem, ...] = ()


def read_beside(folder: Path, checked: CheckedRulebook, ledger: Ledger | None, rulings: Rulings) -> ReaderData:
    """Both files of a folder; a single file of rules has nothing beside it."""
    if not folder.is_dir():
        return ReaderData()
    found: list[Problem] = []
    sources, manual = s.GameSources(), m.Manual()
    known = ledger if ledger is not None else Ledger("", "", {})
    if (text := _text(folder, s.NAME, found)) is not None:
        sources, slips = s.read_sources(text, str(folder / s.NAME))
        found += [*slips, *(() if slips else s.cited_sources(known, sources))]
    if (text := _text(folder, m.NAME, found)) is not None:
        manual, slips = read_manual(text, str(folder / m.NAME), names_of(checked, known, rulings))
        found += [*slips, *(() if slips else check_chapters(manual, known))]
    return ReaderData(sources, manual, tuple(found))


def names_of(checked: CheckedRulebook, ledger: Ledger, rulings: Rulings) -> KnownNames:
    """The names of a game that its manual may use."""
    symbols = checked.symbols
    rows = {kind.name: [row.name for row in kind.rows] for kind in symbols.kinds.values()}
    places = {*symbols.zones, *symbols.states, *symbols.words, *symbols.fields, *symbols.relations}
    groups = {group for id_ in ledger.clauses for group in groups_of(id_)}
    words = {*places, *symbols.plurals(), *vocabulary()}
    laws = [*filter(None, (law.id for law in checked.laws)), *filter(None, (one.id for one in checked.demands))]
    return KnownNames(tuple(ledger.clauses), rulings.ids, rows, words, groups, laws)


def _text(folder: Path, name: str, found: list[Problem]) -> str | None:
    if not is_there(folder / name):
        return None
    try:
        return read_file(folder / name, folder).text
    except Problems as slips:
        found += slips.problems
        return None
