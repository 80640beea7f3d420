"""The ledger of a game and its rulings: what the rulebook says, what was decided, what is silenced."""

from __future__ import annotations

import re
from typing import Any

from rulekit.check.emit import problem_at
from rulekit.diagnostics import Problem
from rulekit.model.toml_places import Places, places, read_toml
from rulekit.records import record
from rulekit.source import Span

CLAUSES_LIMIT = 10_000
RULING = re.compile(r"^## (?P<id>[A-Z]+-[0-9]+[a-z]?)\b(: *(?P<question>.+?)\s*$)?")
ANSWER = re.compile(r"^- (?:Ruling|(?P<short>In short)|With `(?P<when>[^`]+)`): *(?P<text>.+?)\s*$")
SHORT = "In short"
GOES_ON = re.compile(r"^  +(?P<text>\S.*?)\s*$")
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
    when: tuple[tuple[str, str], ...] = ()  # options with the values under which alone it holds


@record
class Ledger:
    """Every sentence of the rulebook by its id."""

    file: str
    game: str
    clauses: dict[str, LedgerClause]
    broken: bool = False  # it could not be read, so nothing can be missing from it


@record
class ExplainedSentence:
    """A sentence no line can hold, and why."""

    id: str
    reason: str
    span: Span


@record
class Suppression:
    """A warning that was looked at: the code, the clause or name it is about, and why it may stand."""

    code: str
    id: str
    reason: str
    span: Span


@record
class Ruling:
    """A question the rulebook leaves open, the answer, and the answers under options other than the usual ones."""

    id: str
    question: str
    answer: str
    under: tuple[tuple[tuple[tuple[str, str], ...], str], ...]
    span: Span
    short: str = ""  # the answer in at most two plain sentences, to stand beside the clauses it is about
    body: str = ""  # everything below its heading, as it is written


@record
class Rulings:
    """What `rulings.md` holds: questions with answers, sentences explained, warnings silenced."""

    file: str = "rulings.md"
    ruled: tuple[Ruling, ...] = ()
    explained: tuple[ExplainedSentence, ...] = ()
    silenced: tuple[Suppression, ...] = ()
    numbers: tuple[ExplainedSentence, ...] = ()  # sentences whose numbers the lines that claim them say in another way

    @property
    def ids(self) -> frozenset[str]:
        """The names of the rulings."""
        return frozenset(one.id for one in self.ruled)


def read_ledger(text: str, file: str) -> tuple[Ledger, list[Problem]]:
    """The ledger, and why it cannot be read."""
    broken = Ledger(file, "", {}, broken=True)
    data, found = read_toml(text, file)
    if data is None:
        return broken, found
    given = data.get("clause", [])
    if not isinstance(given, list) or not all(isinstance(clause, dict) for clause in given):
        reason = "its sentences must begin with `[[clause]]`"
        return broken, [problem_at("K89", Span.point(file, 1, 1), file=file, reason=reason)]
    if len(given) > CLAUSES_LIMIT:
        return broken, [
            problem_at("K87", Span.point(file, 1, 1), "rows", count=len(given), limit=CLAUSES_LIMIT, file=file)
        ]
    game = data["game"] if isinstance(data.get("game"), str) else ""
    where = places(text, file, "clause")
    clauses: dict[str, LedgerClause] = {}
    for number, table in enumerate(given):
        at = where[number] if number < len(where) else Places(Span.point(file, 1, 1))
        clause = _clause(table, at, game)
        if clause is None:
            found.append(
                problem_at("K89", at.head, file=file, reason="a clause has no `id`, or a value that is no text")
            )
        elif clause.id in clauses:
            also = ((clauses[clause.id].span, "the first one"),)
            found.append(problem_at("K69", clause.span, "twice", also=also, id=clause.id))
        else:
            clauses[clause.id] = clause
    return Ledger(file, game, clauses), found


def _clause(table: dict[str, Any], at: Places, game: str) -> LedgerClause | None:
    """One clause, if its columns are texts."""
    id_, source = table.get("id"), table.get("source", [])
    sources = source if isinstance(source, list) else [source]
    words = [table.get(name, "") for name in ("text", "certainty", "kind", "when")]
    if not isinstance(id_, str) or not id_ or not all(isinstance(word, str) for word in [*words, *sources]):
        return None
    text, certainty, kind, when = words
    name = id_.removeprefix(f"{game}.")
    return LedgerClause(name, text, tuple(sources), certainty, kind, at.value("id"), settings(when))


def settings(text: str) -> tuple[tuple[str, str], ...]:
    """`refill one, tie-rule shared` as pairs of an option and its value."""
    parts = (part.strip().partition(" ") for part in text.split(",") if part.strip())
    return tuple((name, value.strip()) for name, _, value in parts)


def option_value_text(value: Any) -> str:
    """A value of an option as rules, ledgers and rulings write it."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def read_rulings(text: str, file: str) -> Rulings:
    """The rulings with their answers, the clauses explained, the warnings silenced; every other line is for people."""
    ruled: list[Ruling] = []
    explained: list[ExplainedSentence] = []
    silenced: list[Suppression] = []
    counted: list[ExplainedSentence] = []
    section = ""
    lines = text.split("\n")
    for number, line in enumerate(lines, 1):
        head = SECTION.match(line)
        if head:
            section = head["title"].lower()
            if ruling := RULING.match(line):
                ruled.append(_ruling(ruling, lines[number:], _at(file, number, ruling)))
        elif section == "explained clauses" and (found := EXPLAINED.match(line)):
            explained.append(ExplainedSentence(found["id"], found["reason"], _at(file, number, found)))
        elif section == "numbers" and (found := EXPLAINED.match(line)):
            counted.append(ExplainedSentence(found["id"], found["reason"], _at(file, number, found)))
        elif section == "silenced" and (found := SILENCED.match(line)):
            silenced.append(Suppression(found["code"], found["id"], found["reason"], _at(file, number, found)))
    return Rulings(file, tuple(ruled), tuple(explained), tuple(silenced), tuple(counted))


def _ruling(head: re.Match[str], lines: list[str], at: Span) -> Ruling:
    """A ruling with its answers; an answer goes on in indented lines."""
    end = next((number for number, line in enumerate(lines) if SECTION.match(line)), len(lines))
    said: list[tuple[str | None, str]] = []
    open_ = False
    for line in lines[:end]:
        if answer := ANSWER.match(line):
            said.append((answer["short"] or answer["when"], answer["text"]))
        elif open_ and (more := GOES_ON.match(line)):
            said[-1] = (said[-1][0], f"{said[-1][1]} {more['text']}")
        open_ = bool(answer) or (open_ and bool(more))
    usual = next((text for when, text in said if when is None), "")
    short = next((text for when, text in said if when == SHORT), "")
    under = tuple((settings(when), text) for when, text in said if when not in (None, SHORT))
    return Ruling(head["id"], head["question"] or "", usual, under, at, short, "\n".join(lines[:end]).strip())


def _at(file: str, line: int, found: re.Match[str]) -> Span:
    return Span.point(file, line, found.start("id") + 1, len(found["id"]))
