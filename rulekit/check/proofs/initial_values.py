"""States that nothing has written yet when a decision is reached still hold what they started with."""

from __future__ import annotations

from rulekit.check.effects.effect_summary import EVERY, Effects, effects
from rulekit.check.proofs.path_conditions import Place, _before
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import Checked
from rulekit.typesystem import types as t


def starting_values(checked: Checked, place: Place) -> list[v.T]:
    """`heap = 9` as long as nothing wrote to `heap`."""
    written = _written_before(checked, place)
    found: list[v.T] = []
    for state in checked.symbols.states.values():
        start = _start(checked, state.name, state.type)
        if start is not None and not state.indexes and f"state {state.name}" not in written:
            here = v.Read(state.name, (), type=state.type)
            found.append(v.Equal(here, start, False, type=t.YES_NO))
    return found


def _start(checked: Checked, name: str, kind: t.Type) -> v.Const | None:
    starts = checked.states[name].starts if name in checked.states else None
    if starts is not None:
        return starts if isinstance(starts, v.Const) else None
    if isinstance(kind, t.Number):
        return v.Const(kind.low, type=kind)
    return v.Const(0, type=kind) if isinstance(kind, t.Choice | t.YesNo) else None


def _written_before(checked: Checked, place: Place) -> frozenset[str]:
    """Everything that may have been written before the decision; without `play` a turn has come before this one."""
    known: Effects = effects(checked)
    every = frozenset(w for key in checked.bodies for w in known.of(key).writes)
    if place.body.sort != "play" or any(_looping(line) for line in (*place.above, place.line)):
        return every
    before = known.inside(place.key, _before(place.body.lines, place), EVERY).writes
    return before | (known.of("setup").writes if "setup" in checked.bodies else frozenset())


def _looping(line: typed_statements.Line) -> bool:
    return any(
        isinstance(
            opener, typed_statements.Repeat | typed_statements.Until | typed_statements.Each | typed_statements.Ever
        )
        for opener in line.openers
    )
