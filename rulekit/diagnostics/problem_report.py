"""A list of problems as it is shown: the first ones, the number of the others, and counts by severity."""

from __future__ import annotations

from collections.abc import Mapping

import attrs

from rulekit.diagnostics.problem import Problem


@attrs.frozen(slots=True)
class ProblemReport:
    """Problems in order; `more` were found but are not among them; `counts` counts all by severity."""

    problems: tuple[Problem, ...]
    more: int
    counts: Mapping[str, int] = attrs.field(hash=False)

    @property
    def summary(self) -> str:
        """The counts in words: `2 errors, 1 warning`."""
        said = [f"{count} {name}{'' if count == 1 else 's'}" for name, count in self.counts.items() if count]
        return ", ".join(said) or "no problems"
