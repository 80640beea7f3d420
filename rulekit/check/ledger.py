"""The ledger of a game and its rulings: what the rulebook says, what was decided, what is silenced."""

from __future__ import annotations

import re
from typing import Any

from rulekit.check.complain import say
from rulekit.model.toml_places import Places, places
from rulekit.model.toml_text import read_toml
from rulekit.node import record
from rulekit.problems import Problem
from rulekit.source import Span

CLAUSES_LIMIT = 10_000
RULING = re.compile(r"^## (?P<id>[A-Z]+-[0-9]+[a-z]?)\b")
SECTION = re.compile(r"^## +(?P<title>.+?)\s*$")
EXPLAINED = re.compile(r"^- `?(?P<id>[a-z0-9][a-z0-9.-]*)`?:\s*(?P<reason>\S.*)")
SILENCED = re.compile(r"^- (?P<code>K[0-9]+) \[(?P<id>[^\]\s]+)\]:\s*(?P<reason>\S.*)")


@record
class LedgerClause:
    """One sentence of the rulebook."""

    id: str  # without the name of the game
    text: str
    source: tuple[str, ...]
    certainty: str
    kind: str
    span: Span


@record
class Ledger:
    """Every sentence of the rulebook by its id."""

    file: str
    game: str
    clauses: dict[str, LedgerClause]
    broken: bool = False  # it could not be read, so nothing can be missing from it


@record
class Explained:
    """A sentence no line can hold, and why."""

    id: str
    reason: str
    span: Span


@record
class Silence:
    """A warning that was looked at: the code, the clause or name it is about, and why it may stand."""

    code: str
    id: str
    reason: str
    span: Span


@record
class Rulings:
    """What `rulings.md` holds for the checks."""

    file: str = "rulings.md"
    ids: frozenset[str] = frozenset()
    explained: tuple[Explained, ...] = ()
    silenced: tuple[Silence, ...] = ()


def read_ledger(text: str, file: str) -> tuple[Ledger, list[Problem]]:
    """The ledger, and why it cannot be read."""
    broken = Ledger(file, "", {}, broken=True)
    data, found = read_toml(text, file)
    if data is None:
        return broken, found
    given = data.get("clause", [])
    if not isinstance(given, list) or not all(isinstance(clause, dict) for clause in given):
        reason = "its sentences must begin with `[[clause]]`"
        return broken, [say("K89", Span.point(file, 1, 1), file=file, reason=reason)]
    if len(given) > CLAUSES_LIMIT:
        return broken, [say("K87", Span.point(file, 1, 1), "rows", count=len(given), limit=CLAUSES_LIMIT, file=file)]
    game = data["game"] if isinstance(data.get("game"), str) else ""
    where = places(text, file, "clause")
    clauses: dict[str, LedgerClause] = {}
    for number, table in enumerate(given):
        at = where[number] if number < len(where) else Places(Span.point(file, 1, 1))
        clause = _clause(table, at, game)
        if clause is None:
            found.append(say("K89", at.head, file=file, reason="a clause has no `id`, or a value that is no text"))
        elif clause.id in clauses:
            also = ((clauses[clause.id].span, "the first one"),)
            found.append(say("K69", clause.span, "twice", also=also, id=clause.id))
        else:
            clauses[clause.id] = clause
    return Ledger(file, game, clauses), found


def _clause(table: dict[str, Any], at: Places, game: str) -> LedgerClause | None:
    """One clause, if its columns are texts."""
    id_, source = table.get("id"), table.get("source", [])
    sources = source if isinstance(source, list) else [source]
    words = [table.get(name, "") for name in ("text", "certainty", "kind")]
    if not isinstance(id_, str) or not id_ or not all(isinstance(word, str) for word in [*words, *sources]):
        return None
    text, certainty, kind = words
    return LedgerClause(id_.removeprefix(f"{game}."), text, tuple(sources), certainty, kind, at.value("id"))


def read_rulings(text: str, file: str) -> Rulings:
    """The ids of the rulings, the clauses explained and the warnings silenced; every other line is for people."""
    ids: set[str] = set()
    explained: list[Explained] = []
    silenced: list[Silence] = []
    section = ""
    for number, line in enumerate(text.split("\n"), 1):
        head = SECTION.match(line)
        if head:
            section = head["title"].lower()
            ruling = RULING.match(line)
            ids |= {ruling["id"]} if ruling else set()
        elif section == "explained clauses" and (found := EXPLAINED.match(line)):
            explained.append(Explained(found["id"], found["reason"], _at(file, number, found)))
        elif section == "silenced" and (found := SILENCED.match(line)):
            silenced.append(Silence(found["code"], found["id"], found["reason"], _at(file, number, found)))
    return Rulings(file, frozenset(ids), tuple(explained), tuple(silenced))


def _at(file: str, line: int, found: re.Match[str]) -> Span:
    return Span.point(file, line, found.start("id") + 1, len(found["id"]))
