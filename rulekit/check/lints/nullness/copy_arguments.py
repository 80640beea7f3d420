"""K25: the name of a row with copies, given to a procedure, is always the same copy, wherever it lies."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulekit.check.emit import problem_at
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.check.tree.typed_walk import all_of
from rulekit.diagnostics import Problem


def check(checked: CheckedRulebook) -> Iterable[Problem]:
    """Yields K25 for each row with several copies that a procedure is given by name.

    A line::

        pay oak

    K25 where there are three oaks: it is always the same of the three that is paid.
    """
    for body in checked.bodies.values():
        for node in all_of(body, typed_statements.Call):
            if node.proc is not None:
                yield from _check_arguments(checked, node)


def _check_arguments(checked: CheckedRulebook, call: typed_statements.Call) -> Iterator[Problem]:
    for _, arg in call.args:
        kind = arg.type.bare
        if kind.piece and isinstance(arg.constant, int):
            info = checked.symbols.kinds[kind.kind]
            row = info.rows[info.members[arg.constant]]
            if row.copies > 1:
                yield problem_at("K25", arg.span, "copies", value=row.name, count=row.copies, verb=call.verb)
