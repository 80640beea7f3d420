"""Sources of the sentences of a ledger (`sources.toml`), in words by which a person finds the place."""

from __future__ import annotations

import re
from collections.abc import Iterator

import attrs

from rulekit.check.emit import problem_at
from rulekit.check.sources.ledger import Ledger
from rulekit.diagnostics import Problem, nearest
from rulekit.manual.strict_table import StrictTable, TableFile
from rulekit.manual.toml_spots import TomlSpots
from rulekit.model.toml_places import read_toml
from rulekit.records import record

NAME = "sources.toml"
CITED = re.compile(r"(?P<source>[^:]+?) *: *(?P<first>\d+)(?: *- *(?P<last>\d+))?(?: *, *\d+(?: *- *\d+)?)*")
LINES = re.compile(r"(\d+)(?: *- *(\d+))?")
OPEN = ("public", "ruling", "assumed")  # what a ledger may cite that is no booklet


@record
class Section:
    """A stretch of a booklet under one title."""

    first: int
    last: int
    title: str
    page: int | None = None


@record
class CitedSource:
    """An edition, a card list, a picture: what a ledger cites by `id:line`."""

    id: str
    title: str
    language: str = ""
    box: str = ""
    publisher: str = ""
    year: int | None = None
    sections: tuple[Section, ...] = ()


@record
class CitedPlace:
    """One place that a clause cites: the source, if it is known, its sections, and the citation as it stands."""

    cited: str
    source: CitedSource | None = None
    sections: tuple[Section, ...] = ()


@record
class GameSources:
    """All sources of a game by the names the ledger cites."""

    file: str = NAME
    known: dict[str, CitedSource] = attrs.field(factory=dict)

    def find(self, cited: str) -> CitedPlace:
        """What a citation of the ledger leads to."""
        match = CITED.fullmatch(cited)
        source = self.known.get(match["source"]) if match else self.known.get(cited)
        if source is None or match is None:
            return CitedPlace(cited, source)
        stretches = [(int(a), int(b or a)) for a, b in LINES.findall(cited[len(match["source"]) + 1 :])]
        met = [one for one in source.sections if any(a <= one.last and one.first <= b for a, b in stretches)]
        return CitedPlace(cited, source, tuple(met))


def read_sources(text: str, file: str) -> tuple[GameSources, list[Problem]]:
    """The sources, and what is wrong with the file."""
    data, found = read_toml(text, file)
    if data is None:
        return GameSources(file), found
    top = StrictTable(TableFile(file, TomlSpots(text, file), found), (), data)
    known: dict[str, CitedSource] = {}
    for table in top.tables("source"):
        one = _source(table)
        if one.id in known or one.id in OPEN:
            top.file.add_problem((*table.path, "id"), "taken", what="source", name=one.id)
        elif one.id:
            known[one.id] = one
    top.refuse_unknown_keys()
    return GameSources(file, known), found


def _source(table: StrictTable) -> CitedSource:
    made = CitedSource(
        table.text("id", needed=True),
        table.text("title", needed=True),
        table.text("language"),
        table.text("box"),
        table.text("publisher"),
        table.number("year"),
        tuple(filter(None, map(_section, table.tables("section")))),
    )
    table.refuse_unknown_keys()
    return made


def _section(table: StrictTable) -> Section | None:
    lines, title, page = table.numbers("lines"), table.text("title", needed=True), table.number("page")
    table.refuse_unknown_keys()
    if len(lines) != 2 or not 0 < lines[0] <= lines[1]:
        table.file.add_problem(
            (*table.path, "lines"), "sort", key="lines", where=table.location, wanted="two line numbers"
        )
        return None
    return Section(lines[0], lines[1], title, page)


def cited_sources(ledger: Ledger, sources: GameSources) -> Iterator[Problem]:
    """Citations of the ledger that lead to no source, or to no section of one."""
    for clause in ledger.clauses.values():
        for cited in clause.source:
            name = cited.partition(":")[0].strip()
            if name in OPEN:
                continue
            found = sources.find(cited)
            if found.source is None:
                near = nearest(name, sources.known)
                yield problem_at(
                    "K94", clause.span, "source", cited=cited, name=name, near=near, known=sorted(sources.known)
                )
            elif found.source.sections and not found.sections:
                yield problem_at("K94", clause.span, "section", cited=cited, name=name)
