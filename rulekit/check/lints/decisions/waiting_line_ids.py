"""K05: a line at which the game can stop to wait needs an id of its own."""

from __future__ import annotations

from collections.abc import Iterable

from rulekit.check.effects.effect_summary import effects
from rulekit.check.emit import problem_at
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.check.tree.enclosing_lines import Lines, lines_in, steps_in
from rulekit.diagnostics import Problem


def check(checked: CheckedRulebook) -> Iterable[Problem]:
    """Yields K05 for each line without an id at which a player or chance is asked: a saved game could not name it.

    A line::

        player must grab
    """
    known = effects(checked)
    for key, body in checked.bodies.items():
        if body.sort == "effect":
            continue  # its address is `row.label`
        for line, above in lines_in(body.lines):
            if not _has_address(line, above) and steps_in(line) and known.summary_inside(key, steps_in(line)).waits:
                yield problem_at("K05", line.span, "id")


def _has_address(line: typed_statements.Line, above: Lines) -> bool:
    """Has a line an id, or is it all there is in a line that has one? Long sentences are broken behind their id."""
    if line.id is not None:
        return True
    return bool(above) and above[-1].body == (line,) and _has_address(above[-1], above[:-1])
