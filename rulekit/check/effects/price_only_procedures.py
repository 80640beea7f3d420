"""Which procedures only ever pay: they are called from prices, where what cannot be done is a guard."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import Checked
from rulekit.check.tree.statement_walk import lines_of


def priced(checked: Checked) -> frozenset[str]:
    """The keys of the procedures that nothing but prices and suppositions calls, straight or through others."""
    every = {f"procedure {p.key}" for known in checked.symbols.procs.values() for p in known}
    calls = [
        (f"{body.sort} {body.name}", called, price)
        for body in checked.bodies.values()
        for called, price in _calls(body)
    ]
    found = {called for _, called, _ in calls} & every
    changed = True
    while changed:
        kept = found - {called for caller, called, price in calls if not price and caller not in found}
        changed = kept != found
        found = kept
    return frozenset(found)


def _calls(body: typed_statements.Body) -> Iterator[tuple[str, bool]]:
    """The procedures a body calls, and whether in a price."""
    for line in lines_of(body.lines):
        for steps, price in ((line.price or (), True), (line.does, False)):
            for step in steps:
                if isinstance(step, typed_statements.Call) and step.proc is not None:
                    yield f"procedure {step.proc}", price
