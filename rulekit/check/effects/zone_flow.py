"""In which zones the pieces a value stands for may lie."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.check.tree.typed_walk import all_of, walk
from rulekit.typesystem import types as t

Where = tuple[str, tuple[v.T, ...]]  # a zone and its indexes
INNER = (v.Held, v.Single, v.AsSet, v.AsBag, v.MapValues, v.Otherwise, v.Choice, v.Listed, v.Filter, v.CoreUse)


class ZoneFlow:
    """Follows names to what they were bound to; what cannot be followed may lie anywhere."""

    def __init__(self, checked: CheckedRulebook) -> None:
        self.checked = checked
        self.words = {w.key: w for w in checked.words}
        self.bound = {key: _bindings_of(body) for key, body in checked.bodies.items()}
        self.given = _call_arguments(checked)

    def zones(self, kind: str) -> list[str]:
        """The zones in which pieces of a kind can lie at all: the answer where nothing better is known."""
        return [z.name for z in self.checked.symbols.zones.values() if z.kind == kind]

    def zones_of(self, value: v.T, key: str) -> tuple[Where, ...]:
        """The zones a value of a body may stand for or lie in."""
        found: dict[Where, None] = {}
        seen: set[tuple[str, str]] = set()
        todo = [(value, key)]
        while todo:
            here, where = todo.pop()
            if isinstance(here, v.ZoneAt):
                found[here.zone, here.args] = None
            elif isinstance(here, v.Local):
                todo += self._bindings(here, where, seen) or [(v.Broken(type=here.type), where)]
            elif isinstance(here, v.Use) and isinstance(self.words[here.word].body, v.T):
                todo.append((self.words[here.word].body, ""))
            elif isinstance(here, v.Let):
                todo.append((here.value, where))
            elif isinstance(here, v.Collect):
                todo.append((here.source if isinstance(here.value, v.Local) else here.value, where))
            elif isinstance(here, v.Combine):
                todo += [(here.left, where)] + ([(here.right, where)] if here.op == "+" else [])
            elif isinstance(here, INNER):
                todo += [(inner, where) for inner in _holders(here)] or [(v.Broken(type=here.type), where)]
            else:
                found |= {(name, ()): None for name in self._anywhere(here.type)}
        return tuple(found)

    def _bindings(self, name: v.Local, key: str, seen: set[tuple[str, str]]) -> list[tuple[v.T, str]]:
        """What a name was bound to, here or by those who call."""
        if (key, name.name) in seen:
            return [(v.Const(None, type=t.NOTHING), key)]  # met again: a circle of names adds no zone of its own
        seen.add((key, name.name))
        here = [(value, key) for value in self.bound.get(key, {}).get(name.name, ())]
        return here or list(self.given.get((key, name.name), ()))

    def _anywhere(self, kind: t.Type) -> list[str]:
        kind = (kind.member or kind).bare
        return self.zones(kind.kind) if (kind.piece or kind.zone) else []


def _holders(value: v.T) -> list[v.T]:
    """The parts of a value that may hold pieces or be zones."""
    if isinstance(value, v.Filter):
        return [value.source]
    if isinstance(value, v.CoreUse):
        return [inner for _, inner in value.args if _holds(inner.type)]
    parts = {
        v.Held: ("zone",), v.Single: ("member",), v.AsSet: ("source",), v.AsBag: ("map",), v.MapValues: ("map",),
        v.Otherwise: ("value", "default"), v.Choice: ("yes", "no"),
    }  # fmt: skip
    if isinstance(value, v.Listed):
        return list(value.items)
    return [getattr(value, name) for name in parts[type(value)]]


def _holds(kind: t.Type) -> bool:
    held = kind.bare
    return (held.piece or held.zone) or ((held.member or held).bare.piece or (held.member or held).bare.zone)


def _bindings_of(body: typed_statements.Body) -> dict[str, list[v.T]]:
    """Every name a body binds, with what its value is taken from."""
    found: dict[str, list[v.T]] = {}
    for node in walk(body):
        if isinstance(node, typed_statements.Param | typed_statements.Each):
            found.setdefault(node.name, []).append(node.source)
        elif isinstance(node, typed_statements.Bound):
            found.setdefault(node.name, []).append(node.value)
        elif isinstance(node, v.T):
            for name, source in node.binds:
                found.setdefault(name, []).append(source)
    return found


def _call_arguments(checked: CheckedRulebook) -> dict[tuple[str, str], list[tuple[v.T, str]]]:
    """The arguments of every call, by procedure and parameter; what reactions know of their events."""
    found: dict[tuple[str, str], list[tuple[v.T, str]]] = {}
    for key, body in checked.bodies.items():
        for node in all_of(body, typed_statements.Call):
            if node.proc is not None:
                for name, value in node.args:
                    found.setdefault((f"proc {node.proc}", name), []).append((value, key))
    for number, reaction in enumerate(checked.symbols.reactions, 1):
        for key, body in checked.bodies.items():
            if key.startswith(("action ", "proc ")) and body.name.split("/")[0] in reaction.events:
                for name, value in _event_names(checked, key, body):
                    found.setdefault((f"reaction {number}", name), []).append((value, key))
    return found


def _event_names(checked: CheckedRulebook, key: str, body: typed_statements.Body) -> Iterator[tuple[str, v.T]]:
    """The parameters of an event as its own names."""
    for step in body.front:
        if isinstance(step, typed_statements.Param):
            yield step.name, v.Local(step.name, type=step.type)
    for procs in checked.symbols.procs.values():
        for proc in procs:
            if f"proc {proc.key}" == key:
                yield from ((p.name, v.Local(p.name, type=p.type)) for p in proc.params)
