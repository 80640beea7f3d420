"""`mirroring Cell`: places are reflected, and rows are read with their directions reflected."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.laws.law_context import LawContext
from rulekit.laws.metamorphic.relations.renaming import other_rules
from rulekit.laws.metamorphic.renaming import Renaming
from rulekit.laws.metamorphic.symmetries import directions, symmetries
from rulekit.laws.metamorphic.twin import Twin, twin


def twins(look: LawContext, over: str) -> Iterator[Twin]:
    """A twin reflected in one way, drawn by chance; none if the board has no mirror image."""
    plan = look.m.plan
    layout = plan.layout(over)
    found = symmetries(layout, True)
    if not found:
        return
    one = look.rng.choice(found)
    names = directions(plan, layout, one)
    program, engine = other_rules(look.m.program, names, one.sides)
    pair = twin(look.here, Renaming(program.plan, names=names, places={over: one.places}), engine, program)
    if pair is not None:
        yield pair
