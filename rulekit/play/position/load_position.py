"""A position read back from its data: nothing that play could not hold comes in, every refusal names its reasons."""

from __future__ import annotations

from typing import Any

from rulekit.check.tree.checked_rulebook import Checked
from rulekit.gamestate.configuration_layout import Plan
from rulekit.memo import kept
from rulekit.play.machine.law_evaluation import law_point, standing
from rulekit.play.machine.machine import Machine, Program
from rulekit.play.machine.program_index import known
from rulekit.play.machine.rule_faults import Fault
from rulekit.play.machine.verb_execution import Doer, bounds
from rulekit.play.moves.refusals import Refused, Slip, said
from rulekit.play.moves.value_decoder import Taker
from rulekit.play.position.frames import Over
from rulekit.play.position.indexed_form import unnest
from rulekit.play.position.load_frames import stack
from rulekit.play.position.load_pending import ask_again
from rulekit.play.position.position_json import asks as asked_now
from rulekit.play.position.position_json import config as config_of
from rulekit.play.position.strict_json import checked as strict
from rulekit.play.position.strict_json import dumps
from rulekit.typesystem import types as t

PARTS = ("asks", "config", "frames", "states", "zones")
IMPOSSIBLE = (LookupError, TypeError, ValueError, ArithmeticError, AssertionError, RecursionError)


def from_json(game: Checked | Program, data: Any, laws: bool = True) -> Machine:
    """The position, ready to go on; `Refused` with all reasons of the first part that cannot be.

    `laws` may be left out for positions that this engine wrote itself: some laws take long to look at.
    """
    strict(data)
    keys(data, PARTS, "a position")
    program = game if isinstance(game, Program) else configured(game, data["config"])
    m = Machine(program, known(program).start.copy())
    if dumps(config_of(m)) != dumps(data["config"]):
        raise Refused("impossible", "config: another game, other options or another number of seats")
    _states(m, data["states"])
    _zones(m, data["zones"])
    if beyond := out_of_bounds(m):
        raise Refused("impossible", *beyond)
    try:
        stack(m, data["frames"], data["asks"])
        ask_again(m, data["asks"])
        _lawful(m, laws)
    except Fault as fault:
        raise Refused("impossible", f"[{fault.clause}]" if fault.clause else str(fault)) from None
    except Slip as slip:
        raise Refused("impossible", slip.words) from None
    except IMPOSSIBLE as error:  # the rules were asked about what no play leads to
        raise Refused("impossible", f"the rules cannot be read in this position ({type(error).__name__})") from None
    _same_asks(m, data["asks"])
    return m


def keys(data: Any, wanted: tuple[str, ...], what: str) -> None:
    """Exactly these entries, no other."""
    if not isinstance(data, dict):
        raise Refused("malformed", f"{what} must be an object, not {said(data)}")
    missing = [f"{what}: {name} is missing" for name in wanted if name not in data]
    extra = [f"{what}: {said(name)} does not belong here" for name in data if name not in wanted]
    if missing or extra:
        raise Refused("malformed", *missing, *extra)


# ------------------------------------------------------------------ configuration


def configured(checked: Checked, data: Any) -> Program:
    """The program for a written configuration."""
    symbols = checked.symbols
    keys(data, ("game", "options", "seats"), "config")
    if symbols.game is None or data["game"] != symbols.game.name:
        raise Refused(
            "impossible", f"config: this is {said(data['game'])}, not {symbols.game.name if symbols.game else ''}"
        )
    keys(data["options"], tuple(symbols.options), "options")
    low, high = symbols.seats
    if not isinstance(data["seats"], int) or isinstance(data["seats"], bool) or not low <= data["seats"] <= high:
        raise Refused("impossible", f"config: {said(data['seats'])} is no number of seats from {low} to {high}")
    options = {name: _option(name, info, data["options"][name]) for name, info in symbols.options.items()}
    program, broken = _program(checked, tuple(options.items()), data["seats"])
    if broken:
        raise Refused("impossible", *broken)
    return program


@kept
def _program(checked: Checked, options: tuple[tuple[str, Any], ...], seats: int) -> tuple[Program, list[str]]:
    """The program, and the demands that the configuration breaks; made once for each, for it takes a while."""
    program = Program(checked, Plan(checked.symbols, dict(options), seats))
    e = Machine(program, known(program).start).eyes()
    demands = [(case.id, case.condition or case.value) for case in checked.demands]
    return program, [f"[{name}]" for name, node in demands if node and not e.holds(node, {})]


def _option(name: str, info: Any, data: Any) -> Any:
    kind = t.bare(info.type)
    value = data
    if isinstance(kind, t.Choice):
        value = kind.members.index(data) if isinstance(data, str) and data in kind.members else None
    elif isinstance(kind, t.YesNo) != isinstance(data, bool):
        value = None
    elif not isinstance(data, bool | int):
        value = None
    if value is None or (data not in info.values and value not in info.values):
        raise Refused("impossible", f"options: {said(data)} is no value of {name}")
    return value


# ------------------------------------------------------------------ states and zones


def _states(m: Machine, data: Any) -> None:
    symbols, taker = m.plan.symbols, Taker(m)
    wanted = tuple(n for n, info in symbols.states.items() if info.decl is None or not info.decl.ghost)
    keys(data, wanted, "states")
    wrong: list[str] = []
    for name in wanted:
        info = symbols.states[name]
        try:
            for args, written in unnest(m.plan, info.indexes, data[name], taker.read):
                value = taker.read(written, info.type)
                m.table.write(name, args, tuple(sorted(value)) if isinstance(t.bare(info.type), t.SetOf) else value)
        except Slip as slip:
            wrong.append(f"{name}: {slip.words}")
    if wrong:
        raise Refused("impossible", *wrong)


def _zones(m: Machine, data: Any) -> None:
    """Every piece lies in exactly one zone of its kind."""
    symbols, taker = m.plan.symbols, Taker(m)
    keys(data, tuple(symbols.zones), "zones")
    wrong: list[str] = []
    where: dict[str, dict[int, int]] = {kind: {} for kind in m.table.where}
    m.table.zones = {}
    for name, info in symbols.zones.items():
        try:
            for args, written in unnest(m.plan, info.indexes, data[name], taker.read):
                zone = m.plan.zone_ids[name][args]
                pieces = taker.read(written, t.Sequence(t.Piece(info.kind)))
                m.table.lay(zone, tuple(sorted(pieces)) if info.shape in ("set", "bag") else pieces)
                wrong += [f"{said(_name(m, info.kind, p))} lies in two zones" for p in pieces if p in where[info.kind]]
                where[info.kind].update(dict.fromkeys(pieces, zone))
                wrong += _full(m, name, len(pieces))
        except Slip as slip:
            wrong.append(f"{name}: {slip.words}")
    for kind, lies in where.items():
        wrong += [f"{_name(m, kind, p)} lies in no zone" for p in m.plan.members(t.Piece(kind)) if p not in lies]
    if wrong:
        raise Refused("impossible", *wrong)
    for kind, lies in where.items():
        m.table.where[kind] = dict(sorted(lies.items()))
        for piece in lies:
            m.table.changed(f"where {kind}", (f"where {kind}", piece))


def _name(m: Machine, kind: str, piece: int) -> str:
    name: str = m.plan.row(kind, piece).name
    return name


def _full(m: Machine, name: str, count: int) -> list[str]:
    most = m.plan.symbols.zones[name].capacity
    return [f"{name}: {count} pieces, it holds {most}"] if most is not None and count > most else []


def out_of_bounds(m: Machine) -> list[str]:
    """The states that are beyond their `at most` and `at least` bounds."""
    wrong: list[str] = []
    for name, info in m.plan.symbols.states.items():
        kind = t.bare(info.type)
        if not isinstance(kind, t.Number) or not m.state_bounds(name):
            continue
        doer = Doer(m.eyes(), {}, None, False)
        for args, value in m.table.states[name].items():
            low, high = bounds(doer, name, args, kind)
            if value is not None and not low <= value <= high:
                wrong.append(f"{name}: {value} is not {low} to {high}")
    return wrong


# ------------------------------------------------------------------ what must hold


def _lawful(m: Machine, laws: bool) -> None:
    """A position in which the game would have ended, or in which a law is broken, cannot be."""
    if m.started and not isinstance(m.pending, Over):
        ended = [
            f"[{e.id}]" if e.id else "an end at once" for e in m.program.at_once if m.eyes().holds(e.condition, {})
        ]
        if ended:
            raise Refused("impossible", *ended)
    broken = [f"[{law.id}]" for law in standing(m)] if laws and law_point(m) else []
    if broken:
        raise Refused("impossible", *broken)


def _same_asks(m: Machine, data: Any) -> None:
    from rulekit.play.moves.value_encoder import Scribe
    from rulekit.play.position.copy_labels import labels

    now = asked_now(m, Scribe(m, labels(m)), known(m.program))
    if "together" in now:
        now = {key: value for key, value in now.items() if key != "answers"}
        data = {key: value for key, value in data.items() if key != "answers"}
    if dumps(now) != dumps(data):
        raise Refused("impossible", "asks: stepping to this line would ask something else")
