"""A verification as workflow commands of GitHub: each cause an annotation, the verdict a notice or an error."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.report.cases import story
from rulekit.verify.model import Verification

VALUE = str.maketrans({"%": "%25", "\r": "%0D", "\n": "%0A"})
PROPERTY = VALUE | str.maketrans({":": "%3A", ",": "%2C"})


def workflow_commands(found: Verification) -> str:
    """One line for each."""
    return "\n".join(_lines(found)) + "\n"


def _lines(found: Verification) -> Iterator[str]:
    for one in found.causes:
        level = "warning" if one.known is not None else "error"
        yield _line(level, f"[{one.clause}]" if one.clause else one.kind, story(one))
    yield from (_line("error", one.kind, one.said) for one in found.failures)
    yield _line("error" if found.verdict.code else "notice", found.game.name, found.verdict.sentence)


def _line(level: str, title: str, message: str) -> str:
    return f"::{level} title={title.translate(PROPERTY)}::{message.translate(VALUE)}"
