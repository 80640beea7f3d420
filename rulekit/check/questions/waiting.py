"""K05: a line at which the game can stop to wait needs an id of its own."""

from __future__ import annotations

from collections.abc import Iterable

from rulekit.check.complain import say
from rulekit.check.effects_of import effects
from rulekit.check.examined import Checked
from rulekit.check.questions._common import lines_in, steps_in
from rulekit.problems import Problem


def examine(checked: Checked) -> Iterable[Problem]:
    known = effects(checked)
    for key, body in checked.bodies.items():
        if body.sort == "effect":
            continue  # its address is `row.label`
        for line, _ in lines_in(body.lines):
            if line.id is None and steps_in(line) and known.inside(key, steps_in(line)).waits:
                yield say("K05", line.span, "id")
