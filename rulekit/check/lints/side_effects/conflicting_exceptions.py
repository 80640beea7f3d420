"""K52: two clauses that replace the same line must not both apply."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import combinations

from rulekit.check.emit import problem_at
from rulekit.check.proofs.literals import excludes
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.check.tree.enclosing_lines import lines_in, margin_id
from rulekit.diagnostics import Problem


def check(checked: CheckedRulebook) -> Iterable[Problem]:
    """Yields K52 for each two replacements of one line that are not shown to exclude each other.

    A declaration::

        action grab
          [grab.do]    take 1 from heap
          [grab.some]  instead of [grab.do] when heap > 3: take 2 from heap
          [grab.many]  instead of [grab.do] when heap > 6: take 3 from heap

    With seven in the heap both apply.
    """
    found: dict[str, list[typed_statements.Line]] = {}
    for body in checked.bodies.values():
        for line, _ in lines_in(body.lines):
            if line.replaces is not None:
                found.setdefault(line.replaces[0], []).append(line)
    for target, lines in found.items():
        for first, second in combinations(lines, 2):
            yield from _overlap(checked, target, first, second)


def _overlap(
    checked: CheckedRulebook, target: str, first: typed_statements.Line, second: typed_statements.Line
) -> Iterator[Problem]:
    one, other = (line.replaces[1] if line.replaces else None for line in (first, second))
    words = {word.key: word for word in checked.words}
    if one is not None and other is not None and excludes(words, one, other):
        return
    also = ((first.span, "the other one"),)
    yield problem_at(
        "K52", second.span, also=also, first=margin_id(first.id), second=margin_id(second.id), id=margin_id(target)
    )
