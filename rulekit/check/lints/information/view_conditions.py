"""K46: does a view depend on a secret? Whoever sees, or does not, learns whether its condition holds."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rulekit.check.elaboration.preposition_binding import operand_text
from rulekit.check.emit import problem_at
from rulekit.check.tree.checked_rulebook import CheckedRulebook, CheckedView
from rulekit.check.visibility import ANY, HiddenRead, ReadCollector, ReadContext, ValueInfo, def_use, visible_facts
from rulekit.diagnostics import Problem
from rulekit.model import declarations as d


def check(checked: CheckedRulebook) -> Iterable[Problem]:
    """Yields K46 for each view whose condition reads what the viewer does not see.

    A declaration::

        state lit is yes or no, nobody sees it
        zone deck pile of Pawn everyone sees face if lit is yes

    Whoever sees the faces knows that it is lit.
    """
    conditional = list(_conditional(checked))
    if not conditional:
        return
    visibility, uses = visible_facts(checked), def_use(checked)
    collectors = [ReadCollector(checked, visibility, uses, given) for given in visibility.configurations()]
    for decl, view in conditional:
        secret = _secret(view, collectors)
        if secret is not None:
            assert view.condition is not None
            yield problem_at("K46", view.condition.span, condition=_text(decl, view), what=visibility.describe(secret))


def _conditional(checked: CheckedRulebook) -> Iterator[tuple[d.Zone | d.State, CheckedView]]:
    """Every view with a condition, beside what it is a view of."""
    places = [(info.decl, checked.zone_views[name]) for name, info in checked.symbols.zones.items()]
    states = checked.symbols.states.items()
    more = [(info.decl, checked.states[name].views) for name, info in states if name in checked.states]
    for decl, views in [*places, *more]:
        for view in views:
            if decl is not None and view.condition is not None:
                yield decl, view


def _secret(view: CheckedView, collectors: list[ReadCollector]) -> HiddenRead | None:
    """Something the condition looks at that not everyone sees, in some configuration."""
    assert view.condition is not None
    for collector in collectors:
        frame = ReadContext({"owner": ValueInfo()})
        collector.info(view.condition, frame)
        for found in frame.found:
            if not collector.visible(found, ANY):
                return found
    return None


def _text(decl: d.Zone | d.State, view: CheckedView) -> str:
    """The condition as it is written."""
    node = next((w.condition for w in decl.views if w.span == view.span), None)
    return operand_text(node) if node is not None else ".."
