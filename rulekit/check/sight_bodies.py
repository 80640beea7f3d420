"""Where a name in a body comes from: the lines that bind it, move it, call it in, or write it down."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from rulekit.check import does
from rulekit.check import typed as v
from rulekit.check.examined import Checked
from rulekit.check.walking import walk
from rulekit.node import record

WRITES = {"set": ("", "to"), "add": ("to", ""), "raise": ("", "to"), "lower": ("", "to")}  # verb -> place, value


@record
class Origin:
    """One source of a name: a value, or a collection it is a member of."""

    value: v.T
    body: does.Body


class Bodies:
    """An index over all bodies of one rulebook, made when first asked for."""

    def __init__(self, checked: Checked) -> None:
        self.checked = checked
        self._origins: dict[int, dict[str, list[Origin]]] = {}
        self._moves: dict[int, dict[str, list[Origin]]] = {}

    @cached_property
    def calls(self) -> dict[str, list[tuple[does.Call, does.Body]]]:
        """Procedure -> where it is called."""
        found: dict[str, list[tuple[does.Call, does.Body]]] = {}
        for call, body in self._every_call():
            if call.proc is not None:
                found.setdefault(call.proc, []).append((call, body))
        return found

    @cached_property
    def writes(self) -> dict[str, list[tuple[v.Read, Origin]]]:
        """State -> what is written into it."""
        found: dict[str, list[tuple[v.Read, Origin]]] = {}
        for call, body in self._every_call():
            place, value = (call.get(slot) for slot in WRITES.get(call.verb, ("-", "-")))
            if isinstance(place, v.Read) and value is not None:
                found.setdefault(place.state, []).append((place, Origin(value, body)))
        return found

    @cached_property
    def _all_calls(self) -> list[tuple[does.Call, does.Body]]:
        return [(n, body) for body in self.checked.bodies.values() for n in walk(body) if isinstance(n, does.Call)]

    def _every_call(self) -> list[tuple[does.Call, does.Body]]:
        return self._all_calls

    # -------------------------------------------------------------- one name

    def origins(self, body: does.Body, name: str) -> list[Origin]:
        """Every line of a body that gives a name its value."""
        return self._indexed(body, self._origins, _bound).get(name, [])

    def moves(self, body: does.Body, name: str) -> list[Origin]:
        """Every zone to which a body moves what a name stands for."""
        return self._indexed(body, self._moves, _moved).get(name, [])

    def _indexed(
        self, body: does.Body, kept: dict[int, dict[str, list[Origin]]], looked: object
    ) -> dict[str, list[Origin]]:
        if id(body) not in kept:
            found: dict[str, list[Origin]] = {}
            for name, value in looked(body):  # type: ignore[operator]
                found.setdefault(name, []).append(Origin(value, body))
            kept[id(body)] = found
        return kept[id(body)]

    def callers(self, body: does.Body, name: str) -> list[tuple[does.Call, v.T, does.Body]]:
        """The values a procedure is given for a parameter."""
        if body.sort != "procedure":
            return []
        sites = ((call, call.get(name), caller) for call, caller in self.calls.get(body.name, ()))
        return [(call, value, caller) for call, value, caller in sites if value is not None]

    def events(self, body: does.Body) -> Iterator[does.Body]:
        """The bodies a reaction follows."""
        for name in body.events:
            for key in (f"action {name}", *(f"proc {p.key}" for p in self.checked.symbols.procs.get(name, ()))):
                if key in self.checked.bodies:
                    yield self.checked.bodies[key]


def _bound(body: does.Body) -> Iterator[tuple[str, v.T]]:
    for node in walk(body):
        if isinstance(node, does.Param | does.Each):
            yield node.name, node.source
        elif isinstance(node, does.Bound):
            yield node.name, node.value
        elif isinstance(node, does.Call) and node.verb == "set":
            place, value = node.get(""), node.get("to")
            if isinstance(place, v.Local) and value is not None:
                yield place.name, value


def _moved(body: does.Body) -> Iterator[tuple[str, v.T]]:
    for node in walk(body):
        if isinstance(node, does.Call) and node.verb == "move":
            what, to = node.get(""), node.get("to")
            if isinstance(what, v.Local) and to is not None:
                yield what.name, to
