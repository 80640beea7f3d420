"""Configurations as JSON: which game, options and seats; written, and read with every reason why not."""

from __future__ import annotations

from typing import Any

from rulekit.check.names.symbol_info import OptionInfo
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.gamestate.configuration_layout import ConfigIndex
from rulekit.memo import memoize
from rulekit.play.machine.machine import Machine, Program
from rulekit.play.machine.program_index import program_index
from rulekit.play.machine.state import MachineState
from rulekit.play.refusals import Refused, short_text
from rulekit.typesystem import types as t


def config_json(m: MachineState) -> dict[str, Any]:
    """Which game, options, seats."""
    symbols = m.plan.symbols
    options = {name: _written_option(info.type, m.plan.options[name]) for name, info in symbols.options.items()}
    return {"game": symbols.game.name if symbols.game else "", "options": options, "seats": m.plan.seats}


def _written_option(kind: t.Type, value: Any) -> Any:
    return kind.members[value] if kind.members and isinstance(value, int) else value


def keys(data: Any, wanted: tuple[str, ...], what: str) -> None:
    """Exactly these entries, no other."""
    if not isinstance(data, dict):
        raise Refused("malformed", f"{what} must be an object, not {short_text(data)}")
    missing = [f"{what}: {name} is missing" for name in wanted if name not in data]
    extra = [f"{what}: {short_text(name)} does not belong here" for name in data if name not in wanted]
    if missing or extra:
        raise Refused("malformed", *missing, *extra)


# ------------------------------------------------------------------ configuration


def read_config(checked: CheckedRulebook, data: Any) -> Program:
    """The program for a written configuration."""
    symbols = checked.symbols
    keys(data, ("game", "options", "seats"), "config")
    if symbols.game is None or data["game"] != symbols.game.name:
        raise Refused(
            "impossible", f"config: this is {short_text(data['game'])}, not {symbols.game.name if symbols.game else ''}"
        )
    keys(data["options"], tuple(symbols.options), "options")
    low, high = symbols.seats
    if not isinstance(data["seats"], int) or isinstance(data["seats"], bool) or not low <= data["seats"] <= high:
        raise Refused("impossible", f"config: {short_text(data['seats'])} is no number of seats from {low} to {high}")
    options = {name: _option(name, info, data["options"][name]) for name, info in symbols.options.items()}
    program, broken = _program(checked, tuple(options.items()), data["seats"])
    if broken:
        raise Refused("impossible", *broken)
    return program


@memoize
def _program(checked: CheckedRulebook, options: tuple[tuple[str, Any], ...], seats: int) -> tuple[Program, list[str]]:
    """The program, and the demands that the configuration breaks; made once for each, for it takes a while."""
    program = Program(checked, ConfigIndex(checked.symbols, dict(options), seats))
    e = Machine(program, program_index(program).start).evaluator()
    demands = [(case.id, case.condition or case.value) for case in checked.demands]
    return program, [f"[{name}]" for name, node in demands if node and not e.holds(node, {})]


def _option(name: str, info: OptionInfo, data: Any) -> Any:
    kind = info.type.bare
    value = data
    if kind.members:
        value = kind.members.index(data) if isinstance(data, str) and data in kind.members else None
    elif isinstance(data, bool) != (kind == t.YES_NO):
        value = None
    elif not isinstance(data, bool | int):
        value = None
    if value is None or (data not in info.values and value not in info.values):
        raise Refused("impossible", f"options: {short_text(data)} is no value of {name}")
    return value
