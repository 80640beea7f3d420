"""A verification as JUnit XML, which build servers read."""

from __future__ import annotations

from collections import Counter
from xml.sax.saxutils import escape, quoteattr

from rulekit.looks.drawing.svg_shapes import without_control as _clean
from rulekit.report.cases import ERROR, FAILED, SKIPPED, Case, cases
from rulekit.verify.model import Verification

ELEMENTS = {FAILED: "failure", ERROR: "error"}


def junit(found: Verification) -> str:
    """One suite for each group of cases."""
    groups: dict[str, list[Case]] = {}
    for one in cases(found):
        groups.setdefault(one.group, []).append(one)
    suites = "".join(_suite(found, name, group) for name, group in groups.items())
    name = quoteattr(_clean(f"{found.game.name}: {found.engine.name}"))
    return f'<?xml version="1.0" encoding="UTF-8"?>\n<testsuites name={name}>{suites}\n</testsuites>\n'


def _suite(found: Verification, name: str, group: list[Case]) -> str:
    counts = Counter(one.state for one in group)
    numbers = f'tests="{len(group)}" failures="{counts[FAILED]}" errors="{counts[ERROR]}" skipped="{counts[SKIPPED]}"'
    inside = "".join(_case(found.game.name, one) for one in group)
    return f"\n<testsuite name={quoteattr(name)} {numbers}>{inside}\n</testsuite>"


def _case(game: str, one: Case) -> str:
    head = f"\n<testcase classname={quoteattr(_clean(f'{game}.{one.group}'))} name={quoteattr(_clean(one.name))}"
    if one.state == SKIPPED:
        return f"{head}><skipped message={quoteattr(_clean(one.why))}/></testcase>"
    if one.state in ELEMENTS:
        element = ELEMENTS[one.state]
        message, told = quoteattr(_clean(one.why)), escape(_clean(one.told))
        return f"{head}><{element} message={message}>{told}</{element}></testcase>"
    return f"{head}/>"
