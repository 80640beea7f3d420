"""Which guard, or price, alone keeps a move out of a legal list.

While `LOOK[0]` is set an instrumented engine asks this of every list it makes; `ALONE` keeps for each guard the first
seat and move that all other guards let through.
"""

from __future__ import annotations

from rulekit.check.tree import typed_statements
from rulekit.play.codegen import offers, speculation
from rulekit.play.codegen.book import Book, Bound, Lines
from rulekit.play.codegen.shelf import quoted


def looked(b: Book, lines: Lines, body: typed_statements.Body) -> None:
    """A legal list is made."""
    tests: list[typed_statements.Guard | None] = [
        step for step in body.front if isinstance(step, typed_statements.Guard) and step.id
    ]
    tests = [step for step in tests if step is not None and not always(b, step)]
    if offers.price_of(body) is not None:
        tests.append(None)
    if not tests or body.name in b.program.gone:
        return
    lines.into("if LOOK[0]:")
    for step in tests:
        name = named(body, step)
        b.guards.add(name)
        lines.put(f"if {quoted(name)} not in ALONE: {_without(b, body, step)}(s, l_player, code)")
    lines.out()


def always(b: Book, step: typed_statements.Guard) -> bool:
    """A guard that cannot fail in this configuration."""
    return b.purity.constant(step.condition) and b.purity.fold(step.condition) is True


def named(body: typed_statements.Body, step: typed_statements.Guard | None) -> str:
    """A guard by its clause, the price by that of its line."""
    if step is not None:
        return step.id or ""
    return "price of " + next(line.id or "" for line in body.lines if line.price is not None and not line.openers)


def _without(b: Book, body: typed_statements.Body, left_out: typed_statements.Guard | None) -> str:
    """A function that notes the first move all other guards let through, and this one, or the price, does not."""
    name = b.fresh("but")
    lines = Lines(f"def {name}(s, l_player, code):")
    lines.into("try:")
    scope: dict[str, Bound] = {"player": Bound("l_player", True)}
    for step in body.front:
        if step is left_out and left_out is not None:
            lines.into(f"if not ({offers.guarded(b, left_out, scope)}):")
        else:
            offers.taken(b, lines, step, scope, body)
    price = offers.price_of(body)
    if price is not None:
        lines.into(f"if {'not ' if left_out is None else ''}{speculation.affordable(b, price, scope)}:")
    move = offers.token(body.front, scope)
    lines.put(f"ALONE[{quoted(named(body, left_out))}] = (l_player, (code{move or ','}))")
    lines.put("return")
    lines.depth = 1
    lines.put("except Exception: return")  # what comes later may rest on the guard that was left out
    b.add(lines)
    return name
