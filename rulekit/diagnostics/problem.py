"""A problem: a code, a place and facts. Its sentences come from the catalogue."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

import attrs

from rulekit.diagnostics import catalogue
from rulekit.diagnostics.sentence import fill, gaps
from rulekit.source import Span


def _strings(facts: Mapping[str, str]) -> dict[str, str]:
    return dict(facts)


@attrs.frozen(slots=True)
class Problem:
    """One thing that is wrong. `second` are further places with a few words each; `severity` overrides the usual."""

    code: str
    span: Span | None
    variant: str = ""
    facts: Mapping[str, str] = attrs.field(factory=dict, converter=_strings, hash=False)
    second: tuple[tuple[Span, str], ...] = ()
    _severity: str | None = attrs.field(default=None)

    @property
    def entry(self) -> catalogue.CodeEntry:
        """What the catalogue knows about the code."""
        return catalogue.entry(self.code)

    @property
    def severity(self) -> str:
        """error, warning or note."""
        return self._severity or self.entry.variant(self.variant).severity or self.entry.severity

    @property
    def title(self) -> str:
        """The name of the complaint."""
        return self.entry.variant(self.variant).title or self.entry.title

    @property
    def fact(self) -> str:
        """What is wrong, in a sentence or two."""
        return fill(self.entry.variant(self.variant).fact, self.all_facts)

    @property
    def advice(self) -> str:
        """What to do about it."""
        return fill(self.entry.variant(self.variant).advice, self.all_facts)

    @property
    def all_facts(self) -> Mapping[str, str]:
        """The facts given, and `place`: where the first of the further places lies."""
        if not self.second or "place" in self.facts:
            return self.facts
        return {"place": _place(self.span, self.second[0][0]), **self.facts}

    @property
    def missing_facts(self) -> frozenset[str]:
        """Facts that the sentences need and nobody gave: a slip of whoever found the problem."""
        said = self.entry.variant(self.variant)
        return frozenset(name for name in gaps(said.fact) | gaps(said.advice) if not self.all_facts.get(name))

    def __str__(self) -> str:
        return f"{self.span or 'nowhere'}: {self.severity}[{self.code}]: {self.fact}"


class Problems(Exception):
    """All that was found wrong, not the first thing only."""

    def __init__(self, problems: Iterable[Problem]) -> None:
        self.problems: tuple[Problem, ...] = tuple(problems)
        super().__init__(self.problems)

    def __str__(self) -> str:
        return "\n".join(str(problem) for problem in self.problems)


Fact = str | int | Iterable[str]


def problem(
    code: str,
    span: Span | None,
    variant: str = "",
    *,
    second: Iterable[tuple[Span, str]] = (),
    severity: str | None = None,
    **facts: Fact,
) -> Problem:
    """A problem from facts as they come: numbers become words, lists of names are joined."""
    written = {name: _fact(value) for name, value in facts.items()}
    return Problem(code, span, variant, written, tuple(second), severity=severity)


def _fact(value: Fact) -> str:
    return value if isinstance(value, str) else str(value) if isinstance(value, int) else ", ".join(value)


def _place(here: Span | None, there: Span) -> str:
    same = here is not None and here.file == there.file
    return f"line {there.line}" if same else f"{there.file}:{there.line}"
