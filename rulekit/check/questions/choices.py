"""K38: can all the moves of a choice be listed?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from math import comb, factorial, prod

from rulekit.check import does
from rulekit.check import typed as v
from rulekit.check.complain import say
from rulekit.check.examined import Checked
from rulekit.check.questions._common import written
from rulekit.check.sizing import COUNTED, Sizing
from rulekit.check.walking import walk
from rulekit.problems import Problem

LIMIT = 10_000  # subsets of one parameter
TOGETHER = 1_000_000  # all parameters of one move, before their guards


def examine(checked: Checked) -> Iterable[Problem]:
    sizing = Sizing(checked.symbols)
    for body in checked.bodies.values():
        params = [step for step in body.front if isinstance(step, does.Param)]
        yield from _each(checked, sizing, params, body.name)
        for node in walk(body):
            if isinstance(node, does.Choose):
                yield from _each(checked, sizing, list(node.params), node.name)


def _each(checked: Checked, sizing: Sizing, params: list[does.Param], name: str) -> Iterator[Problem]:
    counts = [_ways(sizing, param) for param in params]
    large = False
    for param, count in zip(params, counts, strict=True):
        if param.amount != "one" and count is not None and count > LIMIT:
            large = True
            yield say("K38", param.span, choice=_sentence(checked, param), count=count, limit=LIMIT)
    known = [count for count in counts if count is not None]
    if params and not large and len(known) == len(counts) and prod(known) > TOGETHER:
        yield say("K38", params[0].span, "product", action=name, count=prod(known), limit=TOGETHER)


def _sentence(checked: Checked, param: does.Param) -> str:
    amount = {"exactly": "", "up to": "up to "}.get(param.amount, f"{param.amount} ")
    count = written(checked, param.count.span) + " " if param.count is not None else ""
    return f"{param.name} are {amount}{count}from {written(checked, param.source.span)}"


def _ways(sizing: Sizing, param: does.Param) -> int | None:
    """How many values a parameter can have, if that can be told; a filter may leave few, so it tells nothing."""
    size = _size(sizing, param.source)
    if size is None:
        return None
    if param.amount == "one":
        return size
    if param.amount in ("any", "order"):
        return min(2**size, COUNTED) if param.amount == "any" else factorial(min(size, 20))
    if not isinstance(param.count, v.Const) or not isinstance(param.count.value, int):
        return None
    chosen = range(param.count.value + 1) if param.amount == "up to" else (param.count.value,)
    return sum(comb(size, n) for n in chosen if n >= 0)


def _size(sizing: Sizing, source: v.T) -> int | None:
    if isinstance(source, v.Members):
        return sizing.members(source.of)
    if isinstance(source, v.Interval) and isinstance(source.low, v.Const) and isinstance(source.high, v.Const):
        return max(0, int(source.high.value) - int(source.low.value) + 1)
    if isinstance(source, v.Listed) and not source.flat:
        return len(source.items)
    if isinstance(source, v.AsSet):
        return _size(sizing, source.source)
    if isinstance(source, v.Held) and isinstance(source.zone, v.ZoneAt):
        zone = sizing.symbols.zones[source.zone.zone]
        upto = zone.decl.upto if zone.decl is not None else None
        return upto if isinstance(upto, int) and len(source.zone.args) == len(zone.indexes) else None
    return None
