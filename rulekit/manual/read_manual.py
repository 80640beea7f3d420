"""`manual.toml` read strictly: every name in it must be one of the game, every table of the form it has.

Each section has a function that yields what it says and notes what is wrong with it; nothing is raised, so that all
mistakes are told at once. A name that the game does not have is told with the nearest one that it has, a key that no
section knows likewise.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping

import attrs

from rulekit.diagnostics import Problem
from rulekit.manual.manual import PAGES, Chapter, ChapterGroup, Component, GlossaryTerm, Manual, OtherNames, Question
from rulekit.manual.strict_table import StrictTable, TableFile
from rulekit.manual.toml_spots import TomlSpots
from rulekit.model.toml_places import read_toml
from rulekit.records import record

ADDRESS = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
OF_A_WORD = re.compile(r"(?:(?:count|sum) of |in |every )?(?P<name>[a-z][a-z0-9-]*)(?: at \S+)?")  # the keys of `told`
MOST_TURN = 9


@record
class KnownNames:
    """The names of a game that its manual may use."""

    clauses: Collection[str] = ()
    rulings: Collection[str] = ()
    rows: Mapping[str, Collection[str]] = attrs.field(factory=dict)  # by kind
    words: Collection[str] = ()  # zones, states, columns, and words of the game and of the language
    groups: Collection[str] = ()  # what ids of clauses begin with
    laws: Collection[str] = ()  # by their ids


def read_manual(text: str, file: str, names: KnownNames) -> tuple[Manual, list[Problem]]:
    """The manual, and what is wrong with the file."""
    data, found = read_toml(text, file)
    if data is None:
        return Manual(file), found
    top = StrictTable(TableFile(file, TomlSpots(text, file), found), (), data)
    turn = top.texts("turn")
    if len(turn) > MOST_TURN:
        top.file.add_problem(("turn",), "sort", key="turn", where="", wanted=f"at most {MOST_TURN} lines")
    manual = Manual(
        file,
        top.text("lead"),
        top.number("age"),
        _minutes(top),
        turn,
        top.texts("box"),
        top.known_names("matter", "ruling", top.texts("matter"), names.rulings),
        tuple(_chapters(top, names)),
        tuple(_terms(top, names)),
        tuple(_questions(top, names)),
        dict(_other_names(top.inner("names"), names)),
        dict(_notes(top.inner("notes"), names)),
        dict(_asked_entries(top.inner("asked"), names)),
        dict(_sentences(top.inner("titles"), "clause", names.clauses)),
        dict(_told_entries(top.inner("told"), names)),
        dict(_sentences(top.inner("laws"), "law", names.laws)),
    )
    top.refuse_unknown_keys()
    return manual, found


def _minutes(top: StrictTable) -> tuple[int, ...]:
    """How long a game takes: one number, or the least and the most."""
    minutes = top.numbers("minutes")
    if minutes and (len(minutes) > 2 or list(minutes) != sorted(minutes) or minutes[0] < 1):
        top.file.add_problem(
            ("minutes",), "sort", key="minutes", where="", wanted="one number, or the least and the most"
        )
    return minutes


def _chapters(top: StrictTable, names: KnownNames) -> Iterator[Chapter]:
    """`[[chapter]]`: an address that is not taken, a title, and the clauses that are told there, in parts if there are
    some.
    """
    seen: set[str] = set()
    for table in top.tables("chapter"):
        id_ = table.text("id", needed=True)
        if id_ and not ADDRESS.fullmatch(id_):
            wanted = "an address: small letters, digits and hyphens"
            table.file.add_problem((*table.path, "id"), "sort", key="id", where=table.location, wanted=wanted)
        if id_ in seen or id_ in PAGES:
            table.file.add_problem((*table.path, "id"), "taken", what="chapter" if id_ in seen else "page", name=id_)
        seen.add(id_)
        title, lead = table.text("title", needed=True), table.text("lead")
        own = _part(table, names, "")
        yield Chapter(id_, title, lead, own, tuple(_named_part(one, names) for one in table.tables("part")))
        table.refuse_unknown_keys()


def _named_part(table: StrictTable, names: KnownNames) -> ChapterGroup:
    """A part of a chapter, which needs a title."""
    part = _part(table, names, table.text("title", needed=True))
    table.refuse_unknown_keys()
    return part


def _part(table: StrictTable, names: KnownNames, title: str) -> ChapterGroup:
    """The clauses of a chapter or part: by the beginning of their ids, and one by one."""
    groups = table.texts("groups")
    for group in groups:
        if group not in names.groups:
            heads = {id_.rpartition(".")[0] or id_ for id_ in names.clauses}
            table.unknown("groups", "clause that begins with", group, heads)
    return ChapterGroup(title, groups, table.known_names("clauses", "clause", table.texts("clauses"), names.clauses))


def groups_of(id_: str) -> list[str]:
    """The words that the id of a clause begins with: `play`, `play.last` and the whole of `play.last-card`."""
    return [id_[:end] for end, sign in enumerate(id_) if sign in ".-"] + [id_]


def _terms(top: StrictTable, names: KnownNames) -> Iterator[GlossaryTerm]:
    """`[[term]]`: a word of the glossary, what it means, other words for it, and the clauses it comes from."""
    for table in top.tables("term"):
        name, says, also = table.text("name", needed=True), table.text("says", needed=True), table.texts("also")
        clauses = table.known_names("clauses", "clause", table.texts("clauses"), names.clauses)
        yield GlossaryTerm(name, says, also, table.languages(), clauses)
        table.refuse_unknown_keys()


def _questions(top: StrictTable, names: KnownNames) -> Iterator[Question]:
    """`[[question]]`: what somebody asks, the answer, and the clauses behind it."""
    for table in top.tables("question"):
        asks, answer, also = table.text("asks", needed=True), table.text("answer", needed=True), table.texts("also")
        yield Question(
            asks, answer, table.known_names("clauses", "clause", table.texts("clauses"), names.clauses), also
        )
        table.refuse_unknown_keys()


def _components(table: StrictTable, names: KnownNames) -> Iterator[tuple[Component, StrictTable]]:
    """The components a section names, each with the table of its kind."""
    for kind in table.known_names("", "kind of component", table.names(), names.rows):
        inner = table.inner(kind)
        for row in inner.known_names("", "row", inner.names(), names.rows[kind]):
            yield (kind, row), inner


def _other_names(table: StrictTable, names: KnownNames) -> Iterator[tuple[Component, OtherNames]]:
    """`[names]`: what a component is called in other languages or editions."""
    for component, kind in _components(table, names):
        said = kind.inner(component[1])
        also = said.texts("also")
        yield component, OtherNames(said.languages(), also)
        said.refuse_unknown_keys()


def _notes(table: StrictTable, names: KnownNames) -> Iterator[tuple[Component, str]]:
    """`[notes]`: a remark about a component."""
    for component, kind in _components(table, names):
        yield component, kind.text(component[1], needed=True)


def _asked_entries(table: StrictTable, names: KnownNames) -> Iterator[tuple[str, tuple[str, ...]]]:
    """`[asked]`: for a clause, how people ask for it; the search finds it by these words."""
    for clause in table.known_names("", "clause", table.names(), names.clauses):
        yield clause, table.texts(clause)


def _sentences(table: StrictTable, what: str, known: Collection[str]) -> Iterator[tuple[str, str]]:
    """`[titles]`: for a clause, what links and the left column call it; `[laws]`: for a law, what it says in words."""
    for name in table.known_names("", what, table.names(), known):
        yield name, table.text(name, needed=True)


def _told_entries(table: StrictTable, names: KnownNames) -> Iterator[tuple[str, Mapping[str, str]]]:
    """`purse = "{of} has {is coin}"`; for single values a table: `{ nothing = "..", yes = ".." }`."""
    for key in table.names():
        word = OF_A_WORD.fullmatch(key)
        name = word["name"] if word else key
        if name not in names.words:
            table.unknown(key, "word of the rules", name, names.words)
        elif isinstance(table.said[key], dict):
            inner = table.inner(key)
            yield key, {value: inner.text(value) for value in inner.names()}
        else:
            yield key, {"": table.text(key)}
