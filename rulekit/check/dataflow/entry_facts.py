"""What is known when a procedure begins: what all its callers know of what they give it."""

from __future__ import annotations

from rulekit.check.dataflow import facts as f
from rulekit.check.dataflow.dataflow_walker import Seen
from rulekit.check.dataflow.facts import Facts
from rulekit.check.dataflow.intervals import Numbers
from rulekit.check.names.symbol_info import ProcInfo
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.substitution import Caught, put


def entered(numbers: Numbers, proc: ProcInfo, seen: list[Seen]) -> Facts:
    """The facts about its parameters that hold at every call."""
    calls = [s for s in seen if isinstance(s.node, typed_statements.Call) and s.node.proc == proc.key]
    if not calls or proc.key in _supposed(numbers):
        return f.NONE
    return f.joined(_given(numbers, proc, call) for call in calls)


def _supposed(numbers: Numbers) -> set[str]:
    """Procedures that are also tried in suppositions, where nothing is known."""
    return {what.proc for sort, what, _ in numbers.checked.performs if sort == "supposing" and what.proc is not None}


def _given(numbers: Numbers, proc: ProcInfo, seen: Seen) -> Facts:
    """One caller's facts, said of the parameters."""
    names = {"player"}
    given: dict[str, v.T] = {}
    for param in proc.params:
        arg = seen.node.get(param.name)
        names.add(param.name)
        if isinstance(arg, v.Local):
            given[arg.name] = v.Local(param.name, type=param.type)
    if "player" in given or any(name != "player" or not _same(value) for name, value in seen.node.hidden):
        names.discard("player")

    def renamed(key: f.Key) -> f.Key | None:
        if isinstance(key, str):
            return given[key].name if key in given else None  # type: ignore[attr-defined]
        if isinstance(key, tuple):
            return None
        locals_ = {mark.removeprefix("local ") for mark in numbers.touched(key) if mark.startswith("local ")}
        if not locals_ or not locals_ <= set(given) | {"player"} or ("player" in locals_ and "player" not in names):
            return None
        try:
            made: v.T = put(key, given)
        except Caught:
            return None
        return made

    bounds = {renamed(key): value for key, value in seen.facts.bounds.items()}
    sure = {renamed(key) for key in seen.facts.sure}
    return Facts(
        {k: b for k, b in bounds.items() if k is not None and k not in names},
        {},
        frozenset(k for k in sure if k is not None),
    )


def _same(value: v.T) -> bool:
    return isinstance(value, v.Local) and value.name == "player"
