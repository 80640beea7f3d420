"""K42: `must` promises that there is something to do."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulekit.check import does
from rulekit.check import typed as v
from rulekit.check.complain import say
from rulekit.check.examined import Checked
from rulekit.check.questions._common import lines_in, steps_in, written
from rulekit.check.questions._decided import Decided
from rulekit.check.questions._facts import Place
from rulekit.problems import Problem


def examine(checked: Checked) -> Iterable[Problem]:
    decided = Decided(checked)
    for place in musts(checked):
        if not decided.settled(place):
            yield _stuck(checked, place)


def musts(checked: Checked) -> Iterator[Place]:
    """Every decision that may not come to nothing. (A menu can always be closed.)"""
    for key, body in checked.bodies.items():
        for line, above in lines_in(body.lines):
            for step in steps_in(line):
                if isinstance(step, does.Ask | does.Choose) and step.mode == "must" and not step.able:
                    yield Place(key, body, line, above, step)


def _stuck(checked: Checked, place: Place) -> Problem:
    step = place.step
    assert isinstance(step, does.Ask | does.Choose)
    who = _who(checked, step.who)
    if isinstance(step, does.Ask):
        return say("K42", step.span, actions=step.offers, who=who)
    domain = written(checked, step.params[0].source.span) if len(step.params) == 1 else ""
    return say("K42", step.span, "choose", name=step.name, domain=domain, who=who)


def _who(checked: Checked, who: v.T) -> str:
    return written(checked, who.span)
