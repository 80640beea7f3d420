"""Python for `old` in laws: the word read in the earlier position `s.was`, its arguments as they are now."""

from __future__ import annotations

from typing import Any

from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.substitution import is_read_earlier, is_word, with_arguments
from rulekit.check.tree.typed_walk import walk
from rulekit.play.codegen import state_reads, values
from rulekit.play.codegen.book import Book, Bound, Lines, Scope
from rulekit.play.codegen.shelf import safe
from rulekit.typesystem import types as t


def looking(laws: Any) -> frozenset[int]:
    """Every `old` in a law looks back; those in bodies are kept when the body begins."""
    found = (node for law in laws for node in walk((law.condition,)) if isinstance(node, v.Earlier))
    return frozenset(map(id, found))


def earlier(b: Book, node: v.Earlier, scope: Scope) -> str:
    """The value as it was; a zone with what lay in it."""
    if isinstance(node.value, v.Read):
        return _state(b, node.value, scope)
    code = old(b, node.value, scope)
    return f"past(s.was, {code})" if node.type.zones else code


def _state(b: Book, node: v.Read, scope: Scope) -> str:
    """A state: its slot in the earlier position, at the place that is meant now."""
    shelf, slot = b.shelves.states[node.state], f"s.was.{b.shelves.slot(node.state)}"
    if not shelf.axes:
        return slot
    guard, place = state_reads.index(b, shelf, node.args, scope)
    if len(node.args) == len(shelf.axes):
        return values.guarded(guard, f"{slot}[{place}]")
    return old(b, node, scope)


def held(b: Book, node: v.Held, scope: Scope) -> str | None:
    """What lay in a zone that is named with all its indexes."""
    zone = node.zone.value if isinstance(node.zone, v.Earlier) and id(node.zone) in b.looking else None
    if not isinstance(zone, v.ZoneAt) or len(zone.args) < len(b.shelves.zones[zone.zone].axes):
        return None
    guard, place = state_reads.index(b, b.shelves.zones[zone.zone], zone.args, scope)
    if isinstance(node.type, t.SetOf | t.Sequence):
        return values.guarded(guard, f"s.was.z[{place}]", "()")
    name = b.fresh("_t")
    return values.guarded(guard, f"({name}[0] if ({name} := s.was.z[{place}]) else None)")


def old(b: Book, node: Any, scope: Scope) -> str:
    """The call that reads one word in the earlier position."""
    given: dict[str, tuple[v.T, str]] = {}
    if is_word(node):
        return _asked(b, with_arguments(node, lambda arg: _now(b, arg, given, scope)), given, scope)
    if isinstance(node, v.CoreUse):
        args = tuple((slot, _argument(b, node, slot, arg, given, scope)) for slot, arg in node.args)
        return _asked(b, v.CoreUse(node.word, args, type=node.type), given, scope)
    lines, inner, call = b.outlined("was", scope, b.purity.free_names(node))
    lines.put(f"return {values.value(b, node, inner)}")
    b.add(lines)
    return call.replace("(s", "(s.was", 1)


def _argument(b: Book, node: v.CoreUse, slot: str, arg: v.T, given: Any, scope: Scope) -> v.T:
    """What only adds up, and what turns a place into its contents, is read in the earlier position too."""
    if isinstance(arg, v.Named):
        return arg
    if is_read_earlier(node, slot, arg):
        return _named(arg, old(b, arg, scope), given)
    return _now(b, arg, given, scope)


def _now(b: Book, arg: v.T, given: Any, scope: Scope) -> v.T:
    if b.purity.constant(arg):
        return arg
    return _named(arg, values.value(b, arg, scope), given)


def _named(arg: v.T, code: str, given: dict[str, tuple[v.T, str]]) -> v.T:
    """A name that stands for a value worked out before."""
    name = f"was {len(given)}"
    given[name] = (arg, code)
    return v.Local(name, type=arg.type)


def _asked(b: Book, node: v.T, given: dict[str, tuple[v.T, str]], scope: Scope) -> str:
    name = b.fresh("was")
    inner = {one: Bound(f"l_{safe(one)}", values.sure(b, arg, scope)) for one, (arg, _) in given.items()}
    lines = Lines(f"def {name}({', '.join(['s', *(bound.code for bound in inner.values())])}):")
    b.purity.kept.append(node)
    lines.put(f"return {values.value(b, node, inner)}")
    b.add(lines)
    return f"{name}({', '.join(['s.was', *(code for _, code in given.values())])})"
