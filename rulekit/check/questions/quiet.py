"""K39, K40: nothing is asked, early or set off where the rules only look."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulekit.check import does
from rulekit.check.complain import say
from rulekit.check.effects_of import Effect, Effects, effects
from rulekit.check.examined import Checked
from rulekit.check.questions._common import named
from rulekit.model import base
from rulekit.model import expressions as x
from rulekit.model.printer_expressions import call
from rulekit.problems import Problem

WAITING = {does.Roll: "roll", does.Lot: "lot", does.Choose: "choose", does.Ask: "must", does.Menu: "picks"}


def examine(checked: Checked) -> Iterable[Problem]:
    known = effects(checked)
    spans = set()
    for sort, made, span in checked.performs:
        if sort == "supposing" and span not in spans:
            spans.add(span)
            yield from _supposed(checked, known, made, span)
    for body in checked.bodies.values():
        if body.sort in ("action", "procedure"):
            yield from _before_guards(body)


def _supposed(checked: Checked, known: Effects, made: does.Call, span: object) -> Iterator[Problem]:
    done = known.inside("", (made,))
    node = next(n for n in _supposings(checked) if n.span == span)
    facts = {"call": call(node.call), "verb": made.verb}
    if "asks" in done.marks:
        yield say("K40", node.span, "asks", **facts)
    elif "draws" in done.marks:
        yield say("K40", node.span, "chance", **facts)
    elif "finishes" in done.marks:
        yield say("K40", node.span, "finish", call=facts["call"])
    elif done.reactions():
        yield _triggers(checked, done, node, facts["call"])


def _triggers(checked: Checked, done: Effect, node: x.Supposing, sentence: str) -> Problem:
    """The event inside the call, and the first clause that follows it."""
    edge = done.reactions()[0]
    event = next(key for key, part in done.parts if edge in part.edges)
    body = checked.bodies[edge.target]
    reaction = next((named(line.id) for line in body.lines if line.id), f"whenever {body.timing} {body.events[0]}")
    return say("K40", node.span, "trigger", call=sentence, verb=checked.bodies[event].name, reaction=reaction)


def _supposings(checked: Checked) -> Iterator[x.Supposing]:
    for decl in checked.rulebook.declarations:
        yield from (node for node in base.walk(decl) if isinstance(node, x.Supposing))


def _before_guards(body: does.Body) -> Iterator[Problem]:
    """A throw or a question that stands before a condition of the move."""
    early: does.Step | None = None
    for line in body.lines:
        if line.openers or line.body:
            continue
        if line.price is None and any(isinstance(step, does.Guard) for step in line.does) and early is not None:
            yield say("K39", early.span, word=WAITING.get(type(early), "shuffle"), action=body.name)
            return
        early = early or next((step for step in line.does if _waits(step)), None)


def _waits(step: does.Step) -> bool:
    return type(step) in WAITING or (isinstance(step, does.Call) and step.verb == "shuffle")
