"""The line from text to checked rulebook, written down: files, trees, rulebook, checked."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from rulekit.check import partial_check
from rulekit.check.caret import narrow
from rulekit.check.check_rulebook import CheckReport, examine
from rulekit.check.sources.clauses import clauses
from rulekit.check.sources.ledger import Ledger, Rulings, read_ledger, read_rulings
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.diagnostics import Problem, Problems, problem
from rulekit.files.reading import is_there
from rulekit.gc_pause import gc_paused
from rulekit.limits import CHAIN_LIMIT
from rulekit.model import declarations as d
from rulekit.model.rulebook import Rulebook, build
from rulekit.model.tables import OwnTable, own_table, rows_from_table, unknown_tables
from rulekit.records import evolve
from rulekit.syntax.parse_tree import lines
from rulekit.syntax.parser import Parsed, parse
from rulekit.syntax.source_files import SourceFile, SourceFiles, read_file, read_folder, read_table

if TYPE_CHECKING:
    from rulekit.play.games.game import Game

LEDGER, RULINGS = "ledger.toml", "rulings.md"
FRAMES = 40 * CHAIN_LIMIT  # calls of Python that a check may nest


def load(game: str | Path, tables: Mapping[str, str | Path] | None = None) -> Game:
    """The game of that name, or in that folder, made playable; `Problems` if its rules are not in order.

    `tables` puts files of yours in the place of tables beside the rules: `{"cards.toml": "my-cards.toml"}`.
    """
    from rulekit.data import bundled_game, find_game
    from rulekit.play.games.game import Game
    from rulekit.play.reasons.clause_texts import clauses_of, hash_of, sentences_of, spec_hash

    path = find_game(str(game))
    sources = read_folder(path)
    given = paths(tables)
    examined = examine_or_raise(path, given)
    checked = examined.checked
    listed = {
        kind.file: _table(kind, sources, given)
        for kind in checked.rulebook.declarations_of(d.Kind)
        if kind.file is not None
    }
    texts = {one.name: one.text for one in listed.values()} | sources.text_of()
    owned = [(name, own_table(name, given), one) for name, one in sorted(listed.items())]
    own = tuple(OwnTable(name, str(file), hash_of(one.text)) for name, file, one in owned if file is not None)
    texts_behind = clauses_of(checked, texts, sentences_of(examined.ledger, examined.rulings))
    origin = path.name if bundled_game(path.name) == path else str(path)
    return Game(checked, spec_hash(checked.rulebook), texts_behind, own, origin)


def paths(tables: Mapping[str, str | Path] | None) -> dict[str, Path]:
    """Tables of one's own by the names of those they stand for."""
    return {name: Path(file) for name, file in (tables or {}).items()}


def examine_folder(path: Path | str, tables: dict[str, Path] | None = None) -> CheckedRulebook:
    """Read and check one game; errors are raised all together, warnings stay with the result."""
    return examine_or_raise(path, tables).checked


def examine_or_raise(path: Path | str, tables: dict[str, Path] | None = None) -> CheckReport:
    """The same with what lies beside the rules."""
    examined = examine_all(path, tables)
    if examined.errors:
        raise Problems(examined.problems)
    return examined


def examine_all(path: Path | str, tables: dict[str, Path] | None = None) -> CheckReport:
    """Read and check one game and keep everything that was found; only text that is no text is raised."""
    with gc_paused(), room_for_chains():
        try:
            return _examine_all(path, tables)
        except RecursionError:  # no chain within the limits comes here; if one does, it is told like the others
            raise Problems([problem("K88", None, "chain", limit=CHAIN_LIMIT)]) from None


@contextmanager
def room_for_chains() -> Iterator[None]:
    """A value may stand as deep as `CHAIN_LIMIT` says, whatever called this: each costs some calls of Python."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, FRAMES))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)


def _examine_all(path: Path | str, tables: dict[str, Path] | None) -> CheckReport:
    sources = read_folder(path)
    parsed = parse_sources(sources)
    found = [p for one in parsed for p in one.problems]
    rulebook = build([(one.file, one.trees) for one in parsed])
    whole = Path(path).is_dir()
    rulebook, slips = with_tables(rulebook, sources, tables or {})
    ledger, rulings, more = ledger_and_rulings(sources, whole)
    if found:
        unread = frozenset[str]().union(*(one.unread or () for one in parsed))
        if all(one.unread is not None for one in parsed):
            found += _narrow(
                partial_check.check_readable_lines(rulebook, ledger, rulings, found + slips, unread), sources
            )
        order = [file.name for file in sources.files]
        raise Problems(sorted(found + slips, key=lambda one: _place(one, order)))
    return _narrow_carets(examine(rulebook, ledger, rulings, slips + more), sources)


def _place(one: Problem, order: list[str]) -> tuple[int, tuple[int, int]]:
    """Where a reader comes to it; tables after the rules."""
    if one.span is None or one.span.file not in order:
        return len(order), (0, 0)
    return order.index(one.span.file), one.span.start


def _narrow_carets(examined: CheckReport, sources: SourceFiles) -> CheckReport:
    """The same with every caret at the very word."""
    found = tuple(_narrow(examined.problems, sources))
    examined.checked.warnings = tuple(p for p in found if p.severity != "error")
    return evolve(examined, problems=found)


def _narrow(found: Iterable[Problem], sources: SourceFiles) -> Iterator[Problem]:
    lines = {file.name: file.text.split("\n") for file in sources.files}
    return (narrow(p, lines.get(p.span.file, ()) if p.span else ()) for p in found)


def parse_sources(sources: SourceFiles) -> list[Parsed]:
    """Parse every file of a game."""
    return [parse(file.text, file.name) for file in sources.files]


def parse_folder(path: Path | str) -> list[Parsed]:
    """The trees of one game."""
    return parse_sources(read_folder(path))


def build_folder(path: Path | str, tables: Mapping[str, str | Path] | None = None) -> Rulebook:
    """The rulebook of one game as it is written, tables included."""
    sources = read_folder(path)
    parsed = parse_sources(sources)
    found = [p for one in parsed for p in one.problems]
    rulebook, slips = with_tables(build([(one.file, one.trees) for one in parsed]), sources, paths(tables))
    if found + slips:
        raise Problems(found + slips)
    return rulebook


def vain_scenes(path: Path | str, only: str | None = None, tables: dict[str, Path] | None = None) -> list[Problem]:
    """Scenes of a game that prove nothing, without those that its rulings silence."""
    from rulekit.check.sources.suppressions import silence
    from rulekit.play.scenes import vacuous_scenes

    examined = examine_or_raise(path, tables)
    found = vacuous_scenes.vain_scenes(examined.checked, only)
    kept, _ = silence(found, examined.rulings, examined.checked.rulebook)
    return kept


# ------------------------------------------------------------------ tables


def with_tables(rulebook: Rulebook, sources: SourceFiles, given: dict[str, Path]) -> tuple[Rulebook, list[Problem]]:
    """The rulebook with the rows of every table it names; `given` tables replace those beside the rules."""
    kinds = rulebook.declarations_of(d.Kind)
    found = unknown_tables(kinds, given)
    rows = list(_rows(kinds, sources, given, found))
    return Rulebook((*rulebook.declarations, *rows)), found


def _rows(kinds: list[d.Kind], sources: SourceFiles, given: dict[str, Path], found: list[Problem]) -> Iterator[d.Rows]:
    for kind in kinds:
        if kind.file is None:
            continue
        try:
            file = _table(kind, sources, given)
        except Problems as slips:
            found += slips.problems
            continue
        rows, slips_ = rows_from_table(kind, file.text, file.name, kinds)
        found += slips_
        if rows is not None:
            yield rows


def _table(kind: d.Kind, sources: SourceFiles, given: dict[str, Path]) -> SourceFile:
    assert kind.file is not None
    replaced = own_table(kind.file, given)
    return read_file(replaced) if replaced is not None else read_table(sources.root, kind.file, kind.span)


# ------------------------------------------------------------------ ledger and rulings


def ledger_and_rulings(sources: SourceFiles, whole: bool) -> tuple[Ledger | None, Rulings, list[Problem]]:
    """What lies beside the rules of a game; a single file of rules has nothing beside it."""
    ledger, rulings, found = None, Rulings(RULINGS), list[Problem]()
    if whole and is_there(sources.root / LEDGER):
        text = read_file(sources.root / LEDGER, sources.root)
        ledger, found = read_ledger(text.text, text.name)
    if whole and is_there(sources.root / RULINGS):
        text = read_file(sources.root / RULINGS, sources.root)
        rulings = read_rulings(text.text, text.name)
    return ledger, rulings, found


def written_down(path: Path | str) -> tuple[Ledger | None, Rulings]:
    """What the rulebook says and what was ruled, as far as a game has written it down."""
    ledger, rulings, _ = ledger_and_rulings(read_folder(path), Path(path).is_dir())
    return ledger, rulings


# ------------------------------------------------------------------ looking at it


def clause_count(checked: CheckedRulebook) -> int:
    """How many clauses a rulebook has."""
    return len({place.clause.id for place in clauses(checked.rulebook) if place.clause.id})


def describe(stage: str, path: Path | str, tables: dict[str, Path] | None = None) -> str:
    """The game after one step of the line, as text."""
    from rulekit.check.show_checked import checked_text
    from rulekit.model.printer import print_rulebook

    if stage == "tree":
        parsed = parse_folder(path)
        found = [p for one in parsed for p in one.problems]
        if found:
            raise Problems(found)
        return "\n".join(line for one in parsed for tree in one.trees for line in lines(tree))
    if stage == "rulebook":
        return print_rulebook(build_folder(path, tables))
    return checked_text(examine_folder(path, tables))
