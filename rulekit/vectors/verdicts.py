"""What becomes of a vector that is replayed, and how many vectors became what."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

import attrs

from rulekit.vectors.answer_comparison import Difference

PASSED, FAILED, ADVICE, SKIPPED, ERROR = "passed", "failed", "advice", "skipped", "error"


@attrs.frozen
class Verdict:
    """What became of one vector. `step` is the number of the step that failed; those before it passed."""

    vector: str
    kind: str  # passed, failed, advice, skipped, error
    step: int | None = None
    difference: Difference | None = None
    why: str = ""  # of a vector that was skipped, or of an engine that did not answer
    failure: str = ""  # of an engine that did not answer: the kind of failure
    compared: Mapping[str, int] = attrs.field(factory=dict)
    left_out: Mapping[str, int] = attrs.field(factory=dict)  # parts that this engine cannot tell


def counts(verdicts: Iterable[Verdict]) -> dict[str, dict[str, int]]:
    """How many vectors had which verdict, what was compared, what was left out, and why vectors were skipped."""
    found: dict[str, Counter[str]] = {"verdicts": Counter(), "compared": Counter(), "left out": Counter()}
    found["skipped"] = Counter()
    for one in verdicts:
        found["verdicts"][one.kind] += 1
        found["compared"].update(one.compared)
        found["left out"].update(one.left_out)
        if one.kind == SKIPPED:
            found["skipped"][one.why] += 1
    return {key: dict(sorted(value.items())) for key, value in found.items()}
