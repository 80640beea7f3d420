"""`renaming Race`: the members of a type change names everywhere, in the tables too."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping
from typing import Any

from rulekit.check.names.symbol_info import KindInfo, RowInfo
from rulekit.gamestate.configuration_layout import ConfigIndex
from rulekit.laws.law_context import LawContext
from rulekit.laws.metamorphic.renaming import Renaming
from rulekit.laws.metamorphic.twin import Twin, twin
from rulekit.memo import memoize
from rulekit.play.codegen.generated_engine import Generated
from rulekit.play.engines import Engine
from rulekit.play.machine.machine import Program, start_table
from rulekit.play.machine.prepared_game import PreparedGame
from rulekit.typesystem import types as t


def twins(look: LawContext, over: str) -> Iterator[Twin]:
    """A twin in which each member of the type bears the name of the next one."""
    kind = look.m.plan.symbols.types[over]
    if not kind.members:
        return
    size = len(kind.members)
    turned = {member: (member + 1) % size for member in range(size)}
    program, engine = other_rules(look.m.program, {kind: turned}, over)
    found = twin(look.here, Renaming(program.plan, names={kind: turned}), engine, program)
    if found is not None:
        yield found


@memoize
def _engines(_: Program) -> dict[Any, tuple[Program, Engine]]:
    return {}


def other_rules(program: Program, names: Mapping[t.Type, Mapping[int, int]], key: Any) -> tuple[Program, Engine]:
    """The same rules over tables in which members are renamed; made once."""
    known = _engines(program)
    if key not in known:
        plan = program.plan
        symbols = copy.copy(plan.symbols)
        symbols.kinds = {name: _kind(plan, info, names) for name, info in plan.symbols.kinds.items()}
        checked = copy.copy(program.checked)
        checked.symbols = symbols
        other = ConfigIndex(symbols, plan.options, plan.seats)
        made = Program(checked, other)
        known[key] = made, Generated(PreparedGame(made, start_table(other, checked)))
    return known[key]


def _kind(plan: ConfigIndex, info: KindInfo, names: Mapping[t.Type, Mapping[int, int]]) -> Any:
    renaming = Renaming(plan, names=names)
    made = copy.copy(info)
    made.rows = [_row(row, info, renaming) for row in info.rows]
    return made


def _row(row: RowInfo, info: KindInfo, renaming: Renaming) -> Any:
    made = copy.copy(row)
    made.values = {name: _value(value, info.fields.get(name), renaming) for name, value in row.values.items()}
    return made


def _value(value: Any, field: Any, renaming: Renaming) -> Any:
    """A printed value as it is read: sets and bags keep their form."""
    if field is None or value is None:
        return value
    kind = field.type.bare
    if kind.plural:
        return type(value)(renaming.value(one, kind.of) for one in value)
    return renaming.value(value, kind)
