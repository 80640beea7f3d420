"""Snapshot of a game for a diff: sentences, rulings, lines, rows of tables, options, scenes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

import attrs

from rulekit.check.sources.clauses import clauses
from rulekit.check.sources.ledger import Ledger, Ruling
from rulekit.model import declarations as d
from rulekit.model import scenes as sc
from rulekit.model.printer import declaration
from rulekit.model.printer_layout import PrintedRow, settings, value
from rulekit.model.rulebook import Rulebook
from rulekit.pipeline import build_folder, ledger_and_rulings
from rulekit.play.reasons.clause_texts import spec_hash
from rulekit.syntax.source_files import read_folder

NOT_LINES = (d.Rows, d.Option, d.Edition, sc.Scene, sc.Start)  # compared in a way of their own
RULING = "ruling:"


@attrs.frozen
class LedgerSentence:
    """A sentence of the ledger, with all that a reader is told about it."""

    text: str
    certainty: str
    sources: tuple[str, ...]


@attrs.frozen
class Snapshot:
    """One version of a game. Everything is found by a name that stays when its words change."""

    name: str
    spec: str  # the hash of all that decides how the game is played
    sentences: Mapping[str, LedgerSentence]
    rulings: Mapping[str, str]
    lines: Mapping[str, str]  # a line with an id by that id, else the declaration by its first words
    options: Mapping[str, str]
    rows: Mapping[str, Mapping[str, str]]  # kind and name of the row, with its columns
    scenes: Mapping[str, str]
    resting: Mapping[str, tuple[str, ...]]  # which lines, laws and scenes cite a sentence or a ruling


def snapshot(folder: Path) -> Snapshot:
    """Read one version; `Problems` if its rules cannot be read. It need not pass the checks."""
    rulebook = build_folder(folder)
    ledger, rulings, _ = ledger_and_rulings(read_folder(folder), folder.is_dir())
    name = next((game.name for game in rulebook.declarations_of(d.Game)), folder.name)
    return Snapshot(
        name,
        spec_hash(rulebook),
        _sentences(ledger),
        {one.id: _ruling_text(one) for one in rulings.ruled},
        dict(_number_twins(_lines(rulebook))),
        dict(_options(rulebook)),
        dict(_rows(rulebook)),
        dict(_number_twins(_scenes(rulebook))),
        _resting(rulebook),
    )


def _sentences(ledger: Ledger | None) -> dict[str, LedgerSentence]:
    given = ledger.clauses if ledger is not None else {}
    return {name: LedgerSentence(one.text, one.certainty, one.source) for name, one in given.items()}


def _ruling_text(ruling: Ruling) -> str:
    under = (f"With {', '.join(f'{name} {chosen}' for name, chosen in when)}: {text}" for when, text in ruling.under)
    return " ".join((ruling.question, ruling.answer, *under)).strip()


def _lines(rulebook: Rulebook) -> Iterator[tuple[str, str]]:
    for one in rulebook.declarations:
        if not isinstance(one, NOT_LINES):
            row = declaration(one)
            head = " ".join(f"{row.opener} {row.text}".split()[:2]).rstrip(",:")
            yield from _of_row(row, row.id or head)


def _of_row(row: PrintedRow, key: str) -> Iterator[tuple[str, str]]:
    """The text that belongs to this name, and the lines below it that have names of their own."""
    own: list[str] = []
    named: list[PrintedRow] = []
    todo = [row]
    while todo:
        one = todo.pop(0)
        if one is not row and one.id:
            named.append(one)
            continue
        own.append(" ".join(f"{one.opener} {one.text} {one.unless_fits or ''}".split()))
        todo = [*one.under, *todo]
    yield key, "\n".join(line for line in own if line)
    for one in named:
        yield from _of_row(one, one.id or "")


def _number_twins(found: Iterator[tuple[str, str]]) -> Iterator[tuple[str, str]]:
    """Names that stand more than once get a number, in the order written."""
    met: dict[str, int] = {}
    for name, text in found:
        met[name] = met.get(name, 0) + 1
        yield (name if met[name] == 1 else f"{name} ({met[name]})"), text


def _options(rulebook: Rulebook) -> Iterator[tuple[str, str]]:
    for option in rulebook.declarations_of(d.Option):
        usual = f", usually {value(option.usually)}" if option.usually is not None else ""
        yield option.name, " or ".join(map(value, option.values)) + usual
    for edition in rulebook.declarations_of(d.Edition):
        yield f"edition {edition.name}", declaration(edition).text.partition(": ")[2]


def _rows(rulebook: Rulebook) -> Iterator[tuple[str, dict[str, str]]]:
    for table in rulebook.declarations_of(d.Rows):
        for one in table.rows:
            columns = {setting.name: " ".join(map(value, setting.values)) for setting in one.settings}
            parts = {f"{part.kind} {part.name}": settings(part.settings) for part in one.parts}
            effects = {f"effect {number}": text for number, text in enumerate(_effects(one), 1)}
            yield f"{table.kind} {one.name}", columns | parts | effects


def _effects(row: d.Row) -> Iterator[str]:
    under = declaration(d.Rows("", (row,))).under[0].under
    return (one.text for one in under[len(row.parts) :])


def _scenes(rulebook: Rulebook) -> Iterator[tuple[str, str]]:
    for one in rulebook.declarations_of(sc.Scene):
        row = declaration(one)
        yield one.clause, "\n".join([one.title, *(line.text for line in row.under)])


def _resting(rulebook: Rulebook) -> dict[str, tuple[str, ...]]:
    """Lines by the sentences that they cite, and scenes by the sentence or line that they show."""
    found: dict[str, list[str]] = {}
    for place in clauses(rulebook):
        for cite in place.clause.cites:
            name = place.clause.id or next((one.id for one in reversed(place.around) if one.id), None)
            if name is not None:
                found.setdefault(cite.text.removeprefix(RULING), []).append(f"[{name}]")
    return {name: tuple(dict.fromkeys(lines)) for name, lines in found.items()}
