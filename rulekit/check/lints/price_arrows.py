"""K72, K77: what stands left of an arrow, and where arrows stand."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulekit.check.effects.effect_summary import Effects, effects
from rulekit.check.emit import say
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import Checked
from rulekit.check.tree.enclosing_lines import lines_in, named
from rulekit.diagnostics import Problem

WITHOUT = ("setup", "turn", "play")  # blocks in which nobody pays
VERBS = {
    typed_statements.Ask: "must",
    typed_statements.Choose: "choose",
    typed_statements.Menu: "picks",
    typed_statements.Roll: "roll",
    typed_statements.Lot: "lot",
}


def examine(checked: Checked) -> Iterable[Problem]:
    known = effects(checked)
    for key, body in checked.bodies.items():
        paid = 0
        for line, above in lines_in(body.lines):
            if line.price is None:
                continue
            if body.sort in WITHOUT:
                yield say("K77", line.span, "place")
                continue
            if body.sort == "action" and not line.openers and not above:
                paid += 1
                if paid > 1:
                    yield say("K77", line.does[0].span if line.does else line.span)
            label = body.name if body.sort == "effect" else named(line.id, "")
            yield from _quiet(known, key, line.price, label)


def _quiet(known: Effects, key: str, price: tuple[typed_statements.Step, ...], label: str) -> Iterator[Problem]:
    """A price may not ask, draw, show, finish, or set off a reaction."""
    for step in price:
        done = known.inside(key, (step,))
        verb = step.verb if isinstance(step, typed_statements.Call) else VERBS.get(type(step), "finish")
        if isinstance(step, typed_statements.Ask):
            verb = step.mode
        if "asks" in done.marks:
            yield say("K72", step.span, "asks", label=label, verb=verb)
        elif "draws" in done.marks:
            yield say("K72", step.span, "chance", label=label, verb=verb)
        elif done.marks & {"shows", "finishes"} or done.reactions():
            yield say("K72", step.span, "changes", label=label, verb=verb)
