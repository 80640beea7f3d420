"""A verification as cases that passed or failed, in the formats of test tools: JUnit, SARIF, TAP, annotations."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote
from xml.sax.saxutils import escape, quoteattr

import attrs

from rulekit.check.sources.clauses import clauses
from rulekit.looks.drawing.svg_shapes import without_control as _clean
from rulekit.play.games.game import Game
from rulekit.verify.differences.difference_words import plural
from rulekit.verify.model import Cause, Verification

PASSED, FAILED, SKIPPED, ERROR = "passed", "failed", "skipped", "error"


@attrs.frozen
class ReportCase:
    """One thing that can pass or fail; `told` is the story of a failure, `why` the short form."""

    group: str
    name: str
    state: str
    why: str = ""
    told: str = ""


def cases(found: Verification) -> list[ReportCase]:
    """All of them; at least one fails if the verdict is not that the engine agrees."""
    made = [*_checks(found), *_sentences(found), *_causes(found), *_failures(found)]
    failing = any(one.state in (FAILED, ERROR) for one in made)
    if found.verdict.code and not failing:  # stopped, nothing compared: no tool may count that as passed
        made.append(ReportCase("verdict", found.verdict.word, ERROR, found.verdict.sentence))
    return made


def _checks(found: Verification) -> Iterator[ReportCase]:
    """The checks of the adapter that came before anything else."""
    for one in found.smoke:
        yield ReportCase("adapter", one.name, one.state, one.said, f"{one.said}\n{one.cure}".strip())


def _sentences(found: Verification) -> Iterator[ReportCase]:
    """Sentences of the rulebook; those that fail are told as causes."""
    for one in found.sentences:
        if one.state == "agreed":
            yield ReportCase("sentences", one.quoted.id, PASSED)
        elif one.state != "failed":
            yield ReportCase("sentences", one.quoted.id, SKIPPED, one.state)


def _causes(found: Verification) -> Iterator[ReportCase]:
    """One case for each cause of differences; an accepted one is skipped, with who accepted it and why."""
    for one in found.causes:
        if one.known is None:
            yield ReportCase("causes", one.id, FAILED, _short(one), story(one))
        else:
            yield ReportCase("causes", one.id, SKIPPED, f"accepted by {one.known.owner}: {one.known.reason}")


def _failures(found: Verification) -> Iterator[ReportCase]:
    """Where the engine gave no answer: an error, since nothing can be said about its rules there."""
    for one in found.failures:
        again = [f"started anew: {one.again}"] if one.again else []
        told = "\n".join([one.said, f"first in {one.source}", *again, *one.replay])
        yield ReportCase("failures", one.kind, ERROR, one.said, told)


def _short(one: Cause) -> str:
    """What both sides say, in one line."""
    return f"rules: {one.rules} engine: {one.engine}"


def story(one: Cause) -> str:
    """A cause in some lines of text."""
    lines = [f"rulebook: {quoted.text} ({quoted.id})" for quoted in one.sentences[:1]]
    lines += [f"line: [{one.clause}] {one.line}"] if one.clause else []
    lines += [f"rules: {one.rules}", f"engine: {one.engine}"]
    lines += [f"{value.what} is {value.value}" for value in one.values]
    seen = [plural(one.games, "game")] * bool(one.games) + [plural(one.vectors, "vector")] * bool(one.vectors)
    lines += [f"seen in {', '.join(seen)}"]
    return "\n".join([*lines, *(line for example in one.examples[:1] for line in example.replay)])


# ------------------------------------------------------------------ a verification as SARIF 2.1.0


@attrs.frozen
class FileLine:
    """A file and a line in it."""

    file: str
    line: int


def place_of(game: Game, clause: str) -> FileLine | None:
    """The place of a clause, seen from here if it lies below; of what is no line of the rules, where the game begins.

    Code scanning refuses a whole file of results if one of them has no place.
    """
    held = (place.clause for place in clauses(game.checked.rulebook))
    begins = game.checked.symbols.game
    span = next((one.span for one in held if one.id == clause), begins.span if begins is not None else None)
    if span is None:
        return None
    file, here = Path(span.file).absolute(), Path.cwd()
    seen = file.relative_to(here) if file.is_relative_to(here) else Path(file.parent.name, file.name)
    return FileLine(seen.as_posix(), span.line)


VERSION = "2.1.0"
SCHEMA = "https://json.schemastore.org/sarif-2.1.0.json"


def sarif(found: Verification, game: Game) -> str:
    """One run; accepted causes are suppressed, failures of the engine are notifications."""
    rules = [_rule(one) for one in {one.clause or one.kind: one for one in found.causes}.values()]
    run = {
        "tool": {"driver": {"name": "rulekit", "version": found.game.rulekit, "rules": rules}},
        "results": [_result(one, game) for one in found.causes],
        "invocations": [
            {
                "executionSuccessful": not found.failures,
                "exitCode": found.verdict.code,
                "exitCodeDescription": found.verdict.sentence,
                "toolExecutionNotifications": [
                    {"level": "error", "message": {"text": f"{one.kind}: {one.said}"}} for one in found.failures
                ],
            }
        ],
    }
    return json.dumps({"$schema": SCHEMA, "version": VERSION, "runs": [run]}, ensure_ascii=False, indent=1) + "\n"


def _rule(one: Cause) -> dict[str, Any]:
    """A clause as a rule of SARIF, by its sentence."""
    return {"id": one.clause or one.kind, "shortDescription": {"text": one.title or one.line or one.kind}}


def _result(one: Cause, game: Game) -> dict[str, Any]:
    """A cause as a result, at the line of the rules; its id is the fingerprint by which tools know it again."""
    found: dict[str, Any] = {
        "ruleId": one.clause or one.kind,
        "level": "error",
        "message": {"text": story(one)},
        "partialFingerprints": {"cause": one.id},
    }
    place = place_of(game, one.clause)
    if place is not None:
        region = {"startLine": place.line}
        artifact = {"uri": quote(place.file)}
        found["locations"] = [{"physicalLocation": {"artifactLocation": artifact, "region": region}}]
    if one.known is not None:
        found["suppressions"] = [{"kind": "external", "justification": f"{one.known.owner}: {one.known.reason}"}]
    return found


# ------------------------------------------------------------------ a verification as JUnit XML


ELEMENTS = {FAILED: "failure", ERROR: "error"}


def junit(found: Verification) -> str:
    """One suite for each group of cases."""
    groups: dict[str, list[ReportCase]] = {}
    for one in cases(found):
        groups.setdefault(one.group, []).append(one)
    suites = "".join(_suite(found, name, group) for name, group in groups.items())
    name = quoteattr(_clean(f"{found.game.name}: {found.engine.name}"))
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name={name}>{suites}\n</testsuites>\n'


def _suite(found: Verification, name: str, group: list[ReportCase]) -> str:
    """A group of cases with its counts."""
    counts = Counter(one.state for one in group)
    numbers = f'tests="{len(group)}" failures="{counts[FAILED]}" errors="{counts[ERROR]}" skipped="{counts[SKIPPED]}"'
    inside = "".join(_case(found.game.name, one) for one in group)
    return f"\n<testsuite name={quoteattr(name)} {numbers}>{inside}\n</testsuite>"


def _case(game: str, one: ReportCase) -> str:
    """One case as JUnit writes it."""
    head = f"\n<testcase classname={quoteattr(_clean(f'{game}.{one.group}'))} name={quoteattr(_clean(one.name))}"
    if one.state == SKIPPED:
        return f"{head}><skipped message={quoteattr(_clean(one.why))}/></testcase>"
    if one.state in ELEMENTS:
        element = ELEMENTS[one.state]
        message, told = quoteattr(_clean(one.why)), escape(_clean(one.told))
        return f"{head}><{element} message={message}>{told}</{element}></testcase>"
    return f"{head}/>"


# ------------------------------------------------------------------ a verification in the Test Anything Protocol


def tap(found: Verification) -> str:
    """A line for each case, the story of a failure below its line."""
    made = cases(found)
    lines = ["TAP version 14", f"1..{len(made)}" + ("" if made else " # SKIP nothing was compared")]
    for number, one in enumerate(made, 1):
        lines += _lines(number, one)
    return "\n".join(lines) + "\n"


def _lines(number: int, one: ReportCase) -> Iterator[str]:
    """One case in the Test Anything Protocol; a skipped one counts as passed there."""
    ok = "ok" if one.state in (PASSED, SKIPPED) else "not ok"
    skip = f" # SKIP {_text(one.why)}" if one.state == SKIPPED else ""
    yield f"{ok} {number} - {_text(f'{one.group}/{one.name}')}{skip}"
    if ok == "not ok":
        yield "  ---"
        yield "  message: |2"  # said, for the first line may be indented itself
        yield from (f"    {line}" for line in _clean(one.told or one.why).splitlines())
        yield "  ..."


def _text(text: str) -> str:
    """On one line, without the sign that begins a directive."""
    return " ".join(text.split()).replace("\\", "\\\\").replace("#", "\\#")


# ------------------------------------------------------------------ a verification as workflow commands of GitHub


VALUE = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
PROPERTY = VALUE | str.maketrans({":": "%3A", ",": "%2C"})


def workflow_commands(found: Verification, game: Game) -> str:
    """One line for each."""
    return "\n".join(_command_lines(found, game)) + "\n"


def _command_lines(found: Verification, game: Game) -> Iterator[str]:
    """A line for each cause, at its line of the rules, for each failure, and one for the verdict."""
    for one in found.causes:
        level = "warning" if one.known is not None else "error"
        title = f"[{one.clause}]" if one.clause else one.kind
        yield _line(level, title, story(one), place_of(game, one.clause))
    yield from (_line("error", one.kind, one.said) for one in found.failures)
    yield _line("error" if found.verdict.code else "notice", found.game.name, found.verdict.sentence)


def _line(level: str, title: str, message: str, place: FileLine | None = None) -> str:
    """One command; signs that would end it or its title are written as codes."""
    at = f"file={place.file.translate(PROPERTY)},line={place.line}," if place is not None else ""
    return f"::{level} {at}title={title.translate(PROPERTY)}::{message.translate(VALUE)}"
