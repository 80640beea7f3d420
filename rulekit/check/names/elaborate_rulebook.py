"""The whole rulebook worked out, in the order in which things need each other."""

from __future__ import annotations

from rulekit.check.elaboration import blocks, definitions, law_elaboration, move_typing, scene_elaboration
from rulekit.check.elaboration.elaborator import Elaborator
from rulekit.check.emit import Enough
from rulekit.check.names import zones_and_states
from rulekit.check.names.component_rows import read_rows
from rulekit.check.names.declared_spaces import bounded_spaces, declared_spaces
from rulekit.check.names.here_types import here_before, note_here
from rulekit.check.names.prelude import with_prelude
from rulekit.check.names.scope import Binding, Scope
from rulekit.check.names.symbol_passes import collect
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import Bending, Checked, CheckedScene, CheckedStart
from rulekit.check.tree.typed_walk import walk
from rulekit.diagnostics import Problem, nearest
from rulekit.limits import PROBLEMS_LIMIT
from rulekit.model import base
from rulekit.model import declarations as d
from rulekit.model import scenes as sc
from rulekit.model.rulebook import Rulebook
from rulekit.source import NOWHERE, Span
from rulekit.typesystem import types as t


def assemble(rulebook: Rulebook, ledger_ids: frozenset[str] = frozenset()) -> tuple[Checked, list[Problem]]:
    """Everything that can be worked out of a rulebook, and everything found wrong on the way."""
    rulebook = with_prelude(rulebook)
    symbols = collect(rulebook)
    bounded_spaces(symbols)
    read_rows(symbols, rulebook)
    e = Elaborator(symbols)
    e.editions = rulebook.of(d.Edition)
    e.ledger_ids = set(ledger_ids)
    try:
        checked = _worked_out(e, rulebook)
    except Enough:
        checked = Checked(rulebook, symbols, e.bodies, {}, {}, {}, (), (), (), (), (), ())
    return checked, _once(e.problems)


def _worked_out(e: Elaborator, rulebook: Rulebook) -> Checked:
    """All of it; or `Enough`, in the middle."""
    symbols = e.symbols
    if len(e.problems) > PROBLEMS_LIMIT:
        raise Enough
    declared_spaces(e)
    e.here = here_before(rulebook)
    for word in [w for known in symbols.words.values() for w in known]:
        e.ensure(word, word.decl.span)
    for relation in symbols.relations.values():
        definitions.relation(e, relation)
    _bodies(e)
    checked = _rest(e, rulebook)
    checked.starts, checked.scenes = _scenes(e, rulebook)
    return checked


def _once(problems: list[Problem]) -> list[Problem]:
    """Each complaint once: some sentences are looked at from two sides."""
    seen: set[tuple[str, Span | None]] = set()
    found = []
    for problem in problems:
        key = (problem.code, problem.span)
        if key not in seen:
            seen.add(key)
            found.append(problem)
    return found


def _bodies(e: Elaborator) -> None:
    symbols = e.symbols
    for action in symbols.actions.values():
        e.bodies[f"action {action.name}"] = blocks.action(e, action)
    for proc in [p for known in symbols.procs.values() for p in known]:
        e.bodies[f"proc {proc.key}"] = blocks.procedure(e, proc)
    for block in symbols.programme.values():
        e.bodies[block.name] = blocks.programme(e, block)
    note_here(e)
    for kind in symbols.kinds.values():
        for column in kind.columns:
            for row, effects in kind.columns[column].items():
                for effect in effects:
                    key = f"effect {kind.name}.{column}.{row}.{effect.label}"
                    e.bodies[key] = blocks.effect(e, kind.name, column, row, effect)
    for number, reaction in enumerate(symbols.reactions, 1):
        e.bodies[f"reaction {number}"] = blocks.reaction(e, reaction, number)
    _late(e)


def _late(e: Elaborator) -> None:
    """What could only be read once every body is known: menu keys, exceptions, names of excepted decisions."""
    for group, offers, scope in e.menu_keys:
        for action in offers:
            inner = Scope(scope)
            for param in e.symbols.actions[action].params:
                inner.bind(Binding(param.name, param.type, param.span, "parameter"))
            assert group.key is not None
            e.keys[(group.id or "", action)] = e.value(group.key, inner, None)
    known = [*e.symbols.actions, *(n.name for _, n, _ in e.chooses), *move_typing.closings(e)]
    for name, info in e.excepted:
        if name not in known:
            e.wrong("K07", info.decl.span, "action", name=name, near=nearest(name, known))


def _rest(e: Elaborator, rulebook: Rulebook) -> Checked:
    symbols = e.symbols
    views = {name: zones_and_states.zone_views(e, info) for name, info in symbols.zones.items()}
    states = {name: zones_and_states.state(e, info) for name, info in symbols.states.items()}
    writtens = {w.kind: zones_and_states.written(e, w) for w in rulebook.of(d.Written)}
    endings = tuple(law_elaboration.ending(e, n) for block in rulebook.of(d.Endings) for n in block.endings)
    results = tuple(law_elaboration.result(e, n) for block in rulebook.of(d.Results) for n in block.lines)
    laws, demands = [], []
    for block in rulebook.of(d.Laws):
        if block.kind not in law_elaboration.KINDS:
            e.wrong("K07", block.span, "law", name=block.kind, near=nearest(block.kind, law_elaboration.KINDS))
            continue
        for case in block.cases:
            if block.kind == "demands":
                demands.append(law_elaboration.demand(e, case))
            else:
                laws.append(law_elaboration.law(e, block.kind, case))
    for edition in rulebook.of(d.Edition):
        for setting in edition.settings:
            scene_elaboration.option_value(e, setting)
    bends = _bends(e)
    return Checked(
        rulebook, symbols, e.bodies, views, states, writtens, endings, results, tuple(laws), tuple(demands), bends, (),
        tuple(e.chooses), tuple(e.calls), e.keys, e.measures,
    )  # fmt: skip


# ------------------------------------------------------------------ exceptions


def _bends(e: Elaborator) -> tuple[Bending, ...]:
    """Each exception read where the clause it bends stands: in that action's or relation's scope."""
    scopes = _guard_scopes(e)
    found = []
    for item, _ in e.bends:
        if item.id and item.target in scopes:
            scopes[item.id] = scopes[item.target]  # an exception may itself be excepted
    for item, scope in e.bends:
        where = scopes.get(item.target)
        if where is None:
            _unknown_target(e, item, scopes, "")
            continue
        if item.id:
            scopes[item.id] = _both(scope, where)  # an exception may itself be excepted
        condition = e.condition(item.condition, _both(scope, where))
        found.append(Bending(item.id, item.target, condition, item.span))
    for relation in e.symbols.relations.values():
        for case in relation.cases:
            if case.sort == "bend":
                assert isinstance(case.node, d.Bending)
                if case.node.target not in scopes:
                    _unknown_target(e, case.node, scopes, "")
                found.append(Bending(case.id, case.node.target, case.condition or case.value, case.node.span))
    ids = _line_ids(e)
    for item in e.replacements:
        if item.target not in ids:
            _unknown_target(e, item, ids, "instead")
    return tuple(found)


def _both(scope: Scope, where: Scope) -> Scope:
    """The target's names, and the names of the body in which the exception is written."""
    merged = Scope(frame=where.frame)
    for source in (scope, where):
        for name in source.names():
            binding = source.find(name)
            if binding is not None and merged.find(name) is None:
                merged.bind(binding)
    return merged


def _guard_scopes(e: Elaborator) -> dict[str, Scope]:
    """For every guard and case: a scope with the names it could use."""
    from rulekit.check.names.scope import Frame

    found: dict[str, Scope] = {}
    for key, body in e.bodies.items():
        if not key.startswith(("action ", "proc ")):
            continue
        scope = Scope(frame=Frame("action", earlier=True))
        for name, kind in body.locals:
            scope.bind(Binding(name, kind, body.span, "local"))
        for step in body.front:
            if isinstance(step, typed_statements.Guard) and step.id:
                found[step.id] = scope
    for relation in e.symbols.relations.values():
        heading = definitions.heading(relation.params, Frame("word"))
        for case in relation.cases:
            if case.sort in ("case", "bend") and case.id:
                found[case.id] = heading
    return found


def _unknown_target(e: Elaborator, item: object, known: object, variant: str) -> None:
    target, span = item.target, item.span  # type: ignore[attr-defined]
    everything = all_ids(e)
    if target in everything:
        sort = everything[target]
        e.wrong("K51", span, variant, id=f"[{target}]", sort=sort)
    else:
        e.wrong("K50", span, id=f"[{target}]", near=[f"[{n}]" for n in nearest(target, list(known))])  # type: ignore[call-overload]


def _line_ids(e: Elaborator) -> set[str]:
    return {n.id for body in e.bodies.values() for n in walk(body) if isinstance(n, typed_statements.Line) and n.id}


def all_ids(e: Elaborator) -> dict[str, str]:
    """Every clause id of the rulebook and what sort of clause it is."""
    found: dict[str, str] = {}
    for body in e.bodies.values():
        for step in body.front:
            if step.id:
                found.setdefault(step.id, "a guard" if isinstance(step, typed_statements.Guard) else "a parameter")
        for node in walk(body):
            if isinstance(node, typed_statements.Line) and node.id:
                found.setdefault(
                    node.id, "a menu" if any(isinstance(s, typed_statements.Menu) for s in node.does) else "an effect"
                )
            elif isinstance(node, typed_statements.Group) and node.id:
                found.setdefault(node.id, "a group of a menu")
    return found


# ------------------------------------------------------------------ scenes


def clause_ids(rulebook: Rulebook) -> set[str]:
    """Every id that stands at a margin."""
    found = set()
    for decl in rulebook.declarations:
        if isinstance(decl, sc.Scene | sc.Start):
            continue
        found |= {n.id for n in base.walk(decl) if isinstance(n, base.Clause) and n.id}
    return found


def _scenes(e: Elaborator, rulebook: Rulebook) -> tuple[tuple[CheckedStart, ...], tuple[CheckedScene, ...]]:
    written, begun = rulebook.of(sc.Scene), rulebook.of(sc.Start)
    if not (written or begun):
        return (), ()
    ids = clause_ids(rulebook) | e.ledger_ids
    known = move_typing.forms(e)
    for body in e.bodies.values():
        for name, kind in body.locals:
            e.local_types.setdefault(name, kind)
        for step in body.front:
            if isinstance(step, typed_statements.Param):
                e.local_types.setdefault(step.name, step.type)
        _chances(e, body)
    for proc in [p for procs in e.symbols.procs.values() for p in procs]:
        for param in proc.params:
            e.local_types.setdefault(param.name, param.type)
    starts = scene_elaboration.starts(e, begun, known, ids)
    scenes = tuple(scene_elaboration.scene(e, node, known, ids, starts) for node in written)
    return tuple(starts.values()), scenes


def _chances(e: Elaborator, body: typed_statements.Body) -> None:
    """What each line that draws draws: members of which type."""
    for line in walk(body):
        if not isinstance(line, typed_statements.Line) or not line.id:
            continue
        for step in line.does + (line.price or ()):
            if isinstance(step, typed_statements.Roll):
                e.chance_types[line.id] = t.member(step.source.type) or t.UNKNOWN
            elif isinstance(step, typed_statements.Lot):
                e.chance_types[line.id] = t.member(step.param.source.type) or t.UNKNOWN
            elif isinstance(step, typed_statements.Call) and step.verb == "shuffle" and step.args:
                kind = step.args[0][1].type
                held = t.member(kind)
                e.chance_types[line.id] = held or t.UNKNOWN


__all__ = ["NOWHERE", "assemble", "v"]
