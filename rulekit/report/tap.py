"""A verification in the Test Anything Protocol, version 14."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.report.cases import PASSED, SKIPPED, Case, cases
from rulekit.verify.model import Verification


def tap(found: Verification) -> str:
    """A line for each case, the story of a failure below its line."""
    made = cases(found)
    lines = ["TAP version 14", f"1..{len(made)}" + ("" if made else " # SKIP nothing was compared")]
    for number, one in enumerate(made, 1):
        lines += _lines(number, one)
    return "\n".join(lines) + "\n"


def _lines(number: int, one: Case) -> Iterator[str]:
    ok = "ok" if one.state in (PASSED, SKIPPED) else "not ok"
    skip = f" # SKIP {_text(one.why)}" if one.state == SKIPPED else ""
    yield f"{ok} {number} - {_text(f'{one.group}/{one.name}')}{skip}"
    if ok == "not ok":
        yield "  ---"
        yield "  message: |"
        yield from (f"    {line}" for line in (one.told or one.why).splitlines())
        yield "  ..."


def _text(text: str) -> str:
    """On one line, without the sign that begins a directive."""
    return " ".join(text.split()).replace("\\", "\\\\").replace("#", "\\#")
