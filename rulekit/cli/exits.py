"""Exit codes: one table, one function, the same for every command and every format."""

from collections.abc import Iterable
from enum import IntEnum


class Exit(IntEnum):
    """The exit codes; docs/exit-codes.md shows the same table."""

    GOOD = 0
    FINDINGS = 1
    USAGE = 2
    UNJUDGED = 3
    INTERNAL = 4
    NOTHING_RUN = 5
    INTERRUPTED = 130
    PIPE_CLOSED = 141


MEANINGS = {
    Exit.GOOD: "all good",
    Exit.FINDINGS: "something was found: an error in rules, a file to format, a missing clause, a failed vector",
    Exit.USAGE: "the command was not understood, a file or game it names is not there, or the machine refused it",
    Exit.UNJUDGED: "the implementation under test could not be judged: it did not start, broke the protocol or crashed",
    Exit.INTERNAL: "a fault of rulekit itself",
    Exit.NOTHING_RUN: "nothing was run: there was nothing to look at, or no time to judge it",
    Exit.INTERRUPTED: "stopped by Ctrl-C",
    Exit.PIPE_CLOSED: "whoever read the output stopped reading",
}

WORST_FIRST = (Exit.INTERNAL, Exit.USAGE, Exit.UNJUDGED, Exit.FINDINGS, Exit.GOOD)


def exit_code(verdicts: Iterable[Exit]) -> Exit:
    """The worst verdict there is; without any verdict nothing was run."""
    seen = set(verdicts)
    return next((code for code in WORST_FIRST if code in seen), Exit.NOTHING_RUN)


def verdict(findings: int | bool) -> Exit:
    """The verdict on one thing that was looked at: good, unless something was found."""
    return Exit.FINDINGS if findings else Exit.GOOD
