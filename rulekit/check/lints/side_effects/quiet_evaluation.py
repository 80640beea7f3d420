"""K39, K40, K72, K77: nothing is asked, drawn or set off where the rules only look, or only pay."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulekit.check.effects.effect_summary import EffectSummaries, EffectSummary, effects
from rulekit.check.emit import problem_at
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.check.tree.enclosing_lines import lines_in, margin_id
from rulekit.diagnostics import Problem
from rulekit.model import base
from rulekit.model import expressions as x
from rulekit.model.printer_expressions import call

WAITING = {
    typed_statements.Roll: "roll",
    typed_statements.Lot: "lot",
    typed_statements.Choose: "choose",
    typed_statements.Ask: "must",
    typed_statements.Menu: "picks",
}
WITHOUT_PRICE = ("setup", "turn", "play")  # blocks in which nobody pays


def check(checked: CheckedRulebook) -> Iterable[Problem]:
    """Yields K39, K40, K72 and K77 where a supposition, a guard or a price asks, draws or sets
    something off, and for a second price.

    A line::

        require supposing stir: heap > 2

    K40 if `stir` asks a player: nobody is asked while a move is only looked at.
    """
    known = effects(checked)
    spans = set()
    for sort, made, span in checked.performs:
        if sort == "supposing" and span not in spans:
            spans.add(span)
            yield from _check_supposing(checked, known, made, span)
    for key, body in checked.bodies.items():
        if body.sort in ("action", "procedure"):
            yield from _before_guards(body)
        yield from _prices(known, key, body)


# ------------------------------------------------------------------ suppositions and guards


def _check_supposing(
    checked: CheckedRulebook, known: EffectSummaries, made: typed_statements.Call, span: object
) -> Iterator[Problem]:
    done = known.summary_inside("", (made,))
    node = next(n for n in _supposings(checked) if n.span == span)
    facts = {"call": call(node.call), "verb": made.verb}
    if "asks" in done.marks:
        yield problem_at("K40", node.span, "asks", **facts)
    elif "draws" in done.marks:
        yield problem_at("K40", node.span, "chance", **facts)
    elif "finishes" in done.marks:
        yield problem_at("K40", node.span, "finish", call=facts["call"])
    elif done.reactions():
        yield _triggers(checked, done, node, facts["call"])


def _triggers(checked: CheckedRulebook, done: EffectSummary, node: x.Supposing, sentence: str) -> Problem:
    """The event inside the call, and the first clause that follows it."""
    edge = done.reactions()[0]
    event = next(key for key, part in done.parts if edge in part.edges)
    body = checked.bodies[edge.target]
    reaction = next((margin_id(line.id) for line in body.lines if line.id), f"whenever {body.timing} {body.events[0]}")
    return problem_at("K40", node.span, "trigger", call=sentence, verb=checked.bodies[event].name, reaction=reaction)


def _supposings(checked: CheckedRulebook) -> Iterator[x.Supposing]:
    for decl in checked.rulebook.declarations:
        yield from (node for node in base.walk(decl) if isinstance(node, x.Supposing))


def _before_guards(body: typed_statements.Body) -> Iterator[Problem]:
    """A throw or a question that stands before a condition of the move."""
    early: typed_statements.Step | None = None
    for line in body.lines:
        if line.openers or line.body:
            continue
        if (
            line.price is None
            and any(isinstance(step, typed_statements.Guard) for step in line.does)
            and early is not None
        ):
            yield problem_at(
                "K39", early.span, word=WAITING.get(type(early)) or getattr(early, "verb", ""), action=body.name
            )
            return
        early = early or next((step for step in line.does if _waits(step)), None)


def _waits(step: typed_statements.Step) -> bool:
    return type(step) in WAITING or (isinstance(step, typed_statements.Call) and step.core.draws)


# ------------------------------------------------------------------ prices


def _prices(known: EffectSummaries, key: str, body: typed_statements.Body) -> Iterator[Problem]:
    """What stands left of an arrow, and where arrows stand."""
    paid = 0
    for line, above in lines_in(body.lines):
        if line.price is None:
            continue
        if body.sort in WITHOUT_PRICE:
            yield problem_at("K77", line.span, "place")
            continue
        if body.sort == "action" and not line.openers and not above:
            paid += 1
            if paid > 1:
                yield problem_at("K77", line.does[0].span if line.does else line.span)
        label = body.name if body.sort == "effect" else margin_id(line.id, "")
        yield from _quiet(known, key, line.price, label)


def _quiet(known: EffectSummaries, key: str, price: tuple[typed_statements.Step, ...], label: str) -> Iterator[Problem]:
    """A price may not ask, draw, show, finish, or set off a reaction."""
    for step in price:
        done = known.summary_inside(key, (step,))
        verb = step.verb if isinstance(step, typed_statements.Call) else WAITING.get(type(step), "finish")
        if isinstance(step, typed_statements.Ask):
            verb = step.mode
        if "asks" in done.marks:
            yield problem_at("K72", step.span, "asks", label=label, verb=verb)
        elif "draws" in done.marks:
            yield problem_at("K72", step.span, "chance", label=label, verb=verb)
        elif done.marks & {"shows", "finishes"} or done.reactions():
            yield problem_at("K72", step.span, "changes", label=label, verb=verb)
