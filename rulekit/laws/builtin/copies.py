"""A position that is copied, or written down and read again, is the same position and goes on in the same way."""

from __future__ import annotations

import attrs

from rulekit.laws.law_context import LawContext, about_copies
from rulekit.play.games.game import Position
from rulekit.play.machine.frames import ChancePoint
from rulekit.play.machine.rule_faults import Fault
from rulekit.play.position.position_reader import from_json
from rulekit.play.position.strict_json import dumps, loads
from rulekit.play.refusals import Refused


def find_violation(look: LawContext) -> str | None:
    """What differs between the position and its copy, or the refusal to read it again; None if nothing does."""
    here = look.here
    text = dumps(here.to_json())
    try:
        m = from_json(look.m.program, loads(text), laws=False)
    except Refused as refused:
        return f"the position is refused when it is read again: {refused}"
    again = attrs.evolve(here, state=here.engine.load_machine(m), before=None, step=None, answer=None)
    if dumps(again.to_json()) != text or again.hash() != here.hash():
        return "the position is another one when it is read again"
    if [again.legal(seat) for seat in range(here.seats)] != [here.legal(seat) for seat in range(here.seats)]:
        return "the legal list is another one when the position is read again"
    return _onward(look, again, text)


def _onward(look: LawContext, again: Position, text: str) -> str | None:
    """One answer in both; the position that was left behind is as it was."""
    here = look.here
    if here.is_over or isinstance(here.engine.pending(here.state), ChancePoint):
        return None
    seat = here.pending.seats[0]
    number = look.rng.randrange(len(here.legal(seat)))
    try:
        one, other = (place.take(seat, number) for place in (here, again))
    except Fault:
        return None
    if one.hash() != other.hash():
        return f"one answer leads elsewhere when the position is read again{about_copies(look)}"
    return "the position changed when it was answered" if dumps(here.to_json()) != text else None
