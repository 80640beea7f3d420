"""Laws of the form `V changes only ..` and `legality of A reads only ..`: judged over the text, without playing.

They are claims about all games, so they are held against everything the text could do: the summaries of effects say
which states and zones are meant, and here the names of their indexes are followed through calls, so that `coins of
player` can be told from `coins of p`. A declaration::

    laws
      [law.fair]  legality of play reads only hand, centre
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import attrs

from rulekit.check.effects.effect_summary import EffectSummaries, effects
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import CheckedLaw, CheckedRulebook
from rulekit.check.tree.typed_walk import children, walk
from rulekit.model import declarations as d
from rulekit.model import expressions as x
from rulekit.source import Span

Names = dict[str, str]  # what a name stands for, as the action or procedure at hand calls it
Given = dict[str, tuple[v.T, str, Names, Any]]  # an argument, and the body, names and arguments it was written among
ALL = "all"
SITTING = ("player",)


@attrs.frozen
class AccessedPlace:
    """A state or zone that is read or written, its indexes as the outermost body names them; None if it cannot."""

    name: str
    indexes: tuple[str | None, ...]

    def __str__(self) -> str:
        told = " at ".join(one or "another" for one in self.indexes)
        return f"{self.name} of {told}" if told else self.name


@attrs.frozen
class TextViolation:
    """A law about the text of the rules that does not hold; `said` is `give changes bank too`."""

    clause: str
    span: Span
    said: str

    def __str__(self) -> str:
        return f"{self.span.file}:{self.span.line}: the law [{self.clause}] does not hold: {self.said}"


def violations(checked: CheckedRulebook) -> Iterator[TextViolation]:
    """Every law about the text that does not hold, in the order written."""
    for law in checked.laws:
        node = law.node.law
        if isinstance(node, d.Only) and (beyond := accesses_beyond(checked, law)):
            said = f"{node.name} {'reads' if node.legality else 'changes'} {', '.join(map(str, beyond))} too"
            yield TextViolation(law.id or "", law.node.span, said)


def accesses_beyond(checked: CheckedRulebook, law: CheckedLaw) -> list[AccessedPlace]:
    """What is read or written beyond what the law allows, each once, in the order of the text."""
    node = law.node.law
    assert isinstance(node, d.Only)
    finder = AccessFinder(checked)
    found = finder.places_read(node.name) if node.legality else finder.places_written(node.name)
    ghosts = {s.name for s in checked.symbols.states.values() if s.decl is not None and s.decl.ghost}
    rest = (one for one in found if one.name not in ghosts and not any(_covers(path, one) for path in node.paths))
    return list(dict.fromkeys(rest))


def _covers(path: x.Expr, one: AccessedPlace) -> bool:
    """Whether a path of the law allows this: the name at any index, or `coins of player` and `all of player` at one
    that is so called.
    """
    if isinstance(path, x.Name):
        return path.name == one.name
    if isinstance(path, x.Of):
        wanted = path.arg.name if isinstance(path.arg, x.Name) else None
        return path.word in (one.name, ALL) and wanted is not None and wanted in one.indexes
    return False


class AccessFinder:
    """Follows bodies and words, and what their names stand for."""

    def __init__(self, checked: CheckedRulebook) -> None:
        self.checked = checked
        self.effects: EffectSummaries = effects(checked)
        self.words = {word.key: word for word in checked.words}
        self.seen: set[Any] = set()

    def bodies(self, name: str) -> list[str]:
        """The bodies an action or verb of this name has; the name itself if it has none, as `turn`."""
        procs = [f"proc {proc.key}" for proc in self.checked.symbols.procs.get(name, ())]
        return [key for key in (f"action {name}", *procs) if key in self.checked.bodies] or [name]

    def _own(self, key: str) -> Names:
        """The names of a body stand for themselves."""
        body = self.checked.bodies[key]
        params = [p.name for procs in self.checked.symbols.procs.values() for p in _params(procs, key)]
        return {name: name for name in (*SITTING, *params, *dict(body.locals), *_front(body))}

    def is_new(self, *key: Any) -> bool:
        """Is this new?"""
        fresh = key not in self.seen
        self.seen.add(key)
        return fresh

    # -------------------------------------------------------------- what is written

    def places_written(self, name: str) -> Iterator[AccessedPlace]:
        """Everything that an action, verb or block may write, with the line that does."""
        for key in self.bodies(name):
            yield from self._writes_of(key, self._own(key), {})

    def _writes_of(self, key: str, names: Names, given: Given) -> Iterator[AccessedPlace]:
        """What a body writes, and all it calls; `given` are the arguments as the caller wrote them."""
        if not self.is_new(key, tuple(sorted(names.items())), tuple((name, id(one[0])) for name, one in given.items())):
            return
        body = self.checked.bodies[key]
        for node in walk((*body.front, *body.lines)):
            if isinstance(node, typed_statements.Bound) and isinstance(node.value, v.Local):
                names = {**names, node.name: names.get(node.value.name, "")}
            elif isinstance(node, typed_statements.Call):
                yield from self._call(key, node, names, given)

    def _call(self, key: str, call: typed_statements.Call, names: Names, given: Given) -> Iterator[AccessedPlace]:
        """What one call writes: a procedure by its body, an effect by every effect of its column, a verb that moves
        pieces by where they lie, any other by the place it writes.
        """
        if call.proc is not None:
            inner = {name: _root(value, names) or "" for name, value in call.args}
            more = {name: (value, key, names, given) for name, value in call.args}
            yield from self._writes_of(f"proc {call.proc}", {**_sitting(names), **inner}, more)
        elif call.core.runs and call.args[0][1].type.bare.effects:
            kind = call.args[0][1].type.bare
            for row in self.effects.columns.get(f"{kind.kind}.{kind.column}", ()):
                yield from self._writes_of(row, _sitting(names), {})
        elif call.core.places:
            for _, value in call.args:
                yield from self._lie(value, key, names, given)
        elif call.core.writes is not None:
            for one in self.effects.gather(key, (call,)).writes:
                if not one.name.startswith("local "):
                    yield _touched_place(one.name, one.args, names)

    def _lie(self, value: v.T, key: str, names: Names, given: Given) -> Iterator[AccessedPlace]:
        """The zones of what is moved, and those it is moved to; an argument lies where its caller has it."""
        while isinstance(value, v.Local) and value.name in given:
            value, key, names, given = given[value.name]
        bound = self.effects.zone_flow.bound.get(key, {}).get(value.name, ()) if isinstance(value, v.Local) else ()
        if bound and self.is_new("lie", key, id(value), tuple(sorted(names.items())), tuple(map(id, given.values()))):
            for one in bound:
                yield from self._lie(one, key, names, given)
            return
        for zone, args in self.effects.zone_flow.zones_of(value, key):
            yield _touched_place(f"zone {zone}", args, names)

    # -------------------------------------------------------------- what is read

    def places_read(self, action: str) -> Iterator[AccessedPlace]:
        """Everything that the legality of an action may read, with the line that does."""
        key = f"action {action}"
        yield from self._values(self.effects.values[f"legal {action}"], self._own(key))

    def _values(self, nodes: Any, names: Names) -> Iterator[AccessedPlace]:
        """What some values read, the names that are bound between them known to those behind."""
        for node in nodes:
            if isinstance(node, typed_statements.Bound) and isinstance(node.value, v.Local):
                names = {**names, node.name: names.get(node.value.name, "")}
            yield from self._node(node, names)

    def _node(self, node: Any, names: Names) -> Iterator[AccessedPlace]:
        """What one value reads, and all it is made of; words and relations are gone into once for each way they are
        called.
        """
        if isinstance(node, v.Read):
            yield _touched_place(f"state {node.state}", node.args, names)
        elif isinstance(node, v.ZoneAt):
            yield _touched_place(f"zone {node.zone}", node.args, names)
        elif isinstance(node, v.Use):
            word = self.words[node.word]
            given = {p.name: _root(arg, names) or "" for p, arg in zip(word.params, node.args, strict=True)}
            yield from self._inside(f"word {node.word}", given, node.hidden, names)
        elif isinstance(node, v.Related):
            info = self.checked.symbols.relations[node.relation]
            given = {p.name: _root(arg, names) or "" for p, arg in zip(info.params, node.args, strict=True)}
            yield from self._inside(f"relation {node.relation}", given, node.hidden, names)
        elif isinstance(node, v.Supposing) and node.call.proc is not None:
            body = self.checked.bodies[f"proc {node.call.proc}"]
            inner = {name: _root(value, names) or "" for name, value in node.call.args}
            if self.is_new("supposing", node.call.proc, tuple(sorted(inner.items()))):
                yield from self._values((*body.front, *body.lines), {**_sitting(names), **inner})
        elif isinstance(node, v.Named):
            for key in sorted(self.effects.gather("", (node,)).uses):
                yield from self._inside(key, {}, (), names)
        elif isinstance(node, v.CoreUse | v.Legal):
            alone = self.effects.gather("", (_bare(node),))
            direct = alone.reads | frozenset().union(
                *(self.effects.read_by(self.effects.direct_effects(k)) for k in alone.uses)
            )
            yield from (AccessedPlace(name.split(" ", 1)[1], ()) for name in sorted(direct))
        for child in children(node):
            yield from self._node(child, names)

    def _inside(self, key: str, given: Names, hidden: Any, names: Names) -> Iterator[AccessedPlace]:
        """The values that a word or relation is worked out from, with the names it is given; each way of calling it
        once.
        """
        inner = {**given, **{name: _root(node, names) or "" for name, node in hidden}}
        if self.is_new(key, tuple(sorted(inner.items()))):
            yield from self._values(self.effects.values.get(key, ()), inner)


def _bare(node: Any) -> Any:
    """A word of the kit without what stands in its arguments, which is looked at by itself; an action stays."""
    if not isinstance(node, v.CoreUse):
        return node
    args = tuple((slot, arg if _action(arg) else v.Broken(type=arg.type)) for slot, arg in node.args)
    return v.CoreUse(node.word, args, type=node.type)


def _action(arg: v.T) -> bool:
    """Whether an argument names an action, which is no value."""
    return isinstance(arg, v.Named) and arg.sort == "action"


def _params(procs: Any, key: str) -> list[Any]:
    """The parameters of the procedure with this key."""
    return [p for proc in procs if f"proc {proc.key}" == key for p in proc.params]


def _front(body: typed_statements.Body) -> list[str]:
    """The names that the front of a body binds."""
    return [step.name for step in body.front if isinstance(step, typed_statements.Param | typed_statements.Bound)]


def _sitting(names: Names) -> Names:
    """Whoever plays goes on playing in what is called."""
    return {name: names[name] for name in SITTING if name in names}


def _root(node: v.T, names: Names) -> str | None:
    """What a name stands for in the outermost body; None if the value is no name, or one that stands for nothing
    there.
    """
    return names.get(node.name) or None if isinstance(node, v.Local) else None


def _touched_place(name: str, args: tuple[v.T, ...], names: Names) -> AccessedPlace:
    """A state or zone, its indexes by the names of the outermost body."""
    return AccessedPlace(name.split(" ", 1)[1], tuple(_root(arg, names) for arg in args))
