"""Every line that asks somebody, whom it asks, and the conditions that decide whether it does."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.check import does
from rulekit.check import typed as v
from rulekit.check.examined import Checked
from rulekit.node import record
from rulekit.source import Span


@record
class Asked:
    """One decision of a line."""

    id: str | None
    ask: does.Ask | does.Choose | does.Menu
    conditions: tuple[v.T, ...]
    sealed: bool  # inside a `together`: nobody else notices
    span: Span

    @property
    def people(self) -> tuple[v.T, ...]:
        return (self.ask.who,)

    @property
    def who(self) -> str:
        """The one who is asked, as it is written if that is one word."""
        who = self.ask.who
        if isinstance(who, v.Local):
            return who.name
        return who.state if isinstance(who, v.Read) and not who.args else ""


def asked_lines(checked: Checked, key: str) -> Iterator[Asked]:
    """The decisions of a body, with everything that stands before them."""
    body = checked.bodies[key]
    yield from _lines(body.lines, (), False)


def offered(checked: Checked) -> dict[str, tuple[v.T, ...]]:
    """Action -> `active`, where it is only ever put to whoever is active."""
    found: dict[str, list[v.T]] = {}
    for key in checked.bodies:
        for line in asked_lines(checked, key):
            for name in _names(line.ask):
                found.setdefault(name, []).append(line.ask.who)
    return {name: tuple(who[:1]) for name, who in found.items() if all(map(_active, who))}


def _names(ask: does.Ask | does.Choose | does.Menu) -> tuple[str, ...]:
    if isinstance(ask, does.Menu):
        return tuple(name for group in ask.groups for name in group.offers)
    return ask.offers if isinstance(ask, does.Ask) else ()


def _active(who: v.T) -> bool:
    return isinstance(who, v.Read) and who.state == "active"


def _lines(lines: tuple[does.Line, ...], outer: tuple[v.T, ...], sealed: bool) -> Iterator[Asked]:
    above: does.Line | None = None
    for line in lines:
        here = outer + tuple(_conditions(line, above))
        quiet = sealed or any(isinstance(o, does.Together) for o in line.openers)
        for step in line.does:
            if isinstance(step, does.Ask | does.Choose | does.Menu):
                yield Asked(line.id, step, here, quiet, line.span)
        if line.body is not None:
            yield from _lines(line.body, here, quiet)
        above = line


def _conditions(line: does.Line, above: does.Line | None) -> Iterator[v.T]:
    for opener in line.openers:
        if isinstance(opener, does.When | does.Until):
            yield opener.condition
        elif isinstance(opener, does.Together) and opener.condition is not None:
            yield opener.condition
        elif isinstance(opener, does.Else) and above is not None and above.openers:
            first = above.openers[0]
            if isinstance(first, does.When):
                yield first.condition
