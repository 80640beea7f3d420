"""K70: what is declared and never written, read, moved or named."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from operator import attrgetter
from typing import Any

from rulekit.check.effects.effect_summary import EffectSummaries, effects
from rulekit.check.emit import problem_at
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.check.tree.typed_walk import all_of, walk
from rulekit.diagnostics import Problem
from rulekit.model import base
from rulekit.model import declarations as d
from rulekit.model import scenes as sc
from rulekit.records.constructor import fields_of

TARGETS = ("to", "into", "onto")  # the slots of verbs that take where pieces go
NAMED = re.compile(r"\b(str|Value|Any)\b")  # the types of fields that may hold names


def check(checked: CheckedRulebook) -> Iterable[Problem]:
    """Yields K70 for each state that is never written or never read, each zone that pieces never reach or leave, and
    each word, relation, procedure and type that nothing names.

    A declaration::

        state shut is yes or no

    K70 if no line sets it, or if none looks at it.
    """
    known = effects(checked)
    yield from _states(checked, known)
    yield from _zones(checked, known)
    yield from _check_unnamed(checked)


def _states(checked: CheckedRulebook, known: EffectSummaries) -> Iterator[Problem]:
    written = _written_states(checked, known)
    given = [line.place for one in checked.starts_and_scenes for line in one.lines]
    written |= {f"state {place.state}" for place in given if place is not None and place.state}
    declared = [state for state in checked.symbols.states.values() if state.decl is not None]
    read = _read_names(checked, known)
    if not read >= {f"state {state.name}" for state in declared}:
        read |= known.reads(
            *checked.starts_and_scenes
        )  # scenes are many; they are looked through only where it matters
    for state in declared:
        assert state.decl is not None
        if f"state {state.name}" not in written:
            yield problem_at("K70", state.decl.span, "written", name=state.name)
        elif f"state {state.name}" not in read and not _only_law(checked, state.name):
            yield problem_at("K70", state.decl.span, "read", name=state.name)


def _written_states(checked: CheckedRulebook, known: EffectSummaries) -> set[str]:
    """The states that some line writes; being set back to the start by `new each` is not enough."""
    writes = ((body, write) for key, body in checked.bodies.items() for write in known.direct_effects(key).writes)
    return {write.name for body, write in writes if write.span != body.span}


def _read_names(checked: CheckedRulebook, known: EffectSummaries) -> frozenset[str]:
    """Everything that some sentence looks at, in rules or laws; `add 1 to x` alone does not look at x."""
    roots: list[Any] = [*checked.endings, *checked.results, *checked.laws, *checked.demands, *checked.bends]
    roots += [*checked.states.values(), *checked.writtens.values(), *checked.menu_keys.values()]
    roots += [view for views in checked.zone_views.values() for view in views]
    found = known.reads(*roots)
    for name in [f"word {w.key}" for w in checked.words] + [f"relation {r.name}" for r in checked.relations]:
        found |= known.direct_effects(name).reads
    found |= {
        f"state {z.decl.known_by}" for z in checked.symbols.zones.values() if z.decl is not None and z.decl.known_by
    }
    return found.union(*(_looks(body) for body in checked.bodies.values()))


def _looks(body: typed_statements.Body) -> set[str]:
    places = set()
    for node in all_of(body, typed_statements.Call):
        if node.core.overwrites or node.core.sign > 0:
            places.add(id(node.place))
    return {f"state {node.state}" for node in all_of(body, v.Read) if id(node) not in places}


def _only_law(checked: CheckedRulebook, name: str) -> bool:
    """Is it named in a law about what may change or be read?"""
    cases = [law.node for law in checked.laws if law.sort == "only"]
    return any(name in _words(node) for case in cases for node in base.walk(case))


def _zones(checked: CheckedRulebook, known: EffectSummaries) -> Iterator[Problem]:
    """Zones that no line could move a piece to or from, and such as nothing is ever moved to."""
    touched, filled, boxes = (
        _touched_names(checked, known),
        _filled_zones(checked, known),
        checked.symbols.boxes.values(),
    )
    for zone in checked.symbols.zones.values():
        if zone.decl is None or zone.name in boxes:
            continue
        if f"zone {zone.name}" not in touched:
            yield problem_at("K70", zone.decl.span, "zone", name=zone.name)
        elif zone.name not in filled:
            yield problem_at("K70", zone.decl.span, "filled", name=zone.name, kind=zone.kind)


def _filled_zones(checked: CheckedRulebook, known: EffectSummaries) -> set[str]:
    """The zones that some statement may move pieces to."""
    found: set[str] = set()
    for key, body in checked.bodies.items():
        for node in all_of(body, typed_statements.Call):
            if node.proc is None:
                targets = (value for slot, value in node.args if slot in TARGETS)
                found.update(zone for value in targets for zone, _ in known.zone_flow.zones_of(value, key))
    return found


def _touched_names(checked: CheckedRulebook, known: EffectSummaries) -> frozenset[str]:
    found: list[v.T] = []
    for body in checked.bodies.values():
        for node in walk(body):
            if isinstance(node, typed_statements.Call):
                found += [value for _, value in node.args]
            elif isinstance(node, (typed_statements.Param, typed_statements.Each)):
                found.append(node.source)
            elif isinstance(node, typed_statements.Bound):
                found.append(node.value)
    return known.reads(*found)


# ------------------------------------------------------------------ names


def _check_unnamed(checked: CheckedRulebook) -> Iterator[Problem]:
    """Words, relations, procedures and types that nothing but their own declaration names; scenes are asked last."""
    scenes = [decl for decl in checked.rulebook.declarations if isinstance(decl, sc.Scene)]
    said = [(decl, _names_in(decl)) for decl in checked.rulebook.declarations if not isinstance(decl, sc.Scene)]
    names = Counter(name for _, own in said for name in own)
    left = [(decl, own) for decl, own in said if _declared_name(decl)[0] and not _is_named(decl, own, names)]
    if left:
        names.update(name for scene in scenes for name in _names_in(scene))
    for decl, own in left:
        name, what = _declared_name(decl)
        if not _is_named(decl, own, names):
            yield problem_at("K70", decl.span, "unused", name=name, what=what)


def _is_named(decl: Any, own: set[str], names: Counter[str]) -> bool:
    """Does anything but a declaration itself name it?"""
    return any(names[one] > (one in own) for one in (_declared_name(decl)[0], *_members(decl)))


def _declared_name(decl: Any) -> tuple[str, str]:
    if isinstance(decl, d.Define | d.Cases | d.Total):
        return decl.head.name, "a word"
    if isinstance(decl, d.Relation):
        return decl.verb, "a relation"
    if isinstance(decl, d.Procedure):
        return decl.verb, "a procedure"
    if isinstance(decl, d.TypeDecl):
        return decl.name, "a type"
    if isinstance(decl, sc.Start):
        return decl.name, "a start"
    return "", ""


def _members(decl: Any) -> tuple[str, ...]:
    """Who names a member of a type uses the type."""
    kind = getattr(decl, "type", None)
    return kind.members if isinstance(kind, d.ChoiceType | d.RingType) else ()


def _names_in(decl: Any) -> set[str]:
    """Every name that stands in a declaration."""
    found: set[str] = set()
    for root in _roots(decl):
        for node in base.walk(root):
            kind = type(node)
            for get in _NAMES[kind] if kind in _NAMES else _names(kind):
                value = get(node)
                if type(value) is str:
                    found.add(value)
                elif type(value) is tuple:
                    found.update(_strings(value))
    return found


_NAMES: dict[type, tuple[Callable[[Any], Any], ...]] = {}  # what reads the fields of a class that may hold names


def _names(kind: type) -> tuple[Callable[[Any], Any], ...]:
    fields = [field.name for field in fields_of(kind) if field.name != "span" and NAMED.search(field.type)]
    _NAMES[kind] = tuple(attrgetter(name) for name in fields)
    return _NAMES[kind]


def _roots(decl: Any) -> list[base.Node]:
    """Of a table only what its effects say."""
    return [effect for row in decl.rows for effect in row.effects] if isinstance(decl, d.Rows) else [decl]


def _words(node: Any) -> Iterator[str]:
    """Every name written in one node."""
    return _strings(tuple(getattr(node, field) for field in base.fields(node)))


def _strings(value: tuple[Any, ...]) -> Iterator[str]:
    for inner in value:
        if isinstance(inner, str):
            yield inner
        elif isinstance(inner, tuple):
            yield from _strings(inner)
