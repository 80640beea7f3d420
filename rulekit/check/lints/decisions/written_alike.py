"""K78: are two members that can be chosen in one move written the same?"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rulekit.check.dataflow.type_sizes import Sizing
from rulekit.check.emit import problem_at
from rulekit.check.evaluation.constant_folding import OPEN, ConstantFolder, NotConstant
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.check.tree.typed_walk import all_of, walk
from rulekit.diagnostics import Problem
from rulekit.typesystem import types as t

MOST = 2000  # members looked at


def check(checked: CheckedRulebook) -> Iterable[Problem]:
    """Written forms are worked out over the tables; what only a position could tell stays open.

    A declaration::

        type Size is 1 to 3
        written Size as it / 2

    2 and 3 are both written `1`.
    """
    folder = ConstantFolder(checked)
    for kind, value in checked.writtens.items():
        for param, move in _move_params(checked, kind):
            twins = _twins(folder, value, _domain(folder, param, checked.symbols.types[kind]))
            if twins is not None:
                first, second = (_member_name(checked, checked.symbols.types[kind], one) for one in twins[:2])
                text = _text_of(checked, value, twins[2])
                yield problem_at("K78", value.span, kind=kind, first=first, second=second, text=text, move=move)
                break


def _move_params(checked: CheckedRulebook, kind: str) -> Iterator[tuple[typed_statements.Param, str]]:
    """The parameters of moves whose members are of this kind."""
    wanted = checked.symbols.types.get(kind)
    for body in checked.bodies.values():
        name = checked.symbols.actions[body.name].written if body.sort == "action" else None
        front = [step for step in body.front if isinstance(step, typed_statements.Param)] if name else []
        for param in front:
            if (param.source.type.member or t.UNKNOWN).bare == wanted:
                yield param, f"{name} {{{', '.join(p.name for p in front)}}}"
        for node in walk(body):
            if isinstance(node, typed_statements.Choose):
                for param in node.params:
                    if (param.source.type.member or t.UNKNOWN).bare == wanted:
                        yield param, f"{node.name} {{{', '.join(p.name for p in node.params)}}}"


def _domain(folder: ConstantFolder, param: typed_statements.Param, kind: t.Type) -> tuple[Any, ...]:
    """The members that can be chosen; all of the type where only a position could tell."""
    found = folder.ask(param.source)
    if isinstance(found, tuple):
        return found[:MOST]
    try:
        return folder.context.members(kind)[:MOST] if Sizing(folder.symbols).members(kind) <= MOST else ()
    except NotConstant:
        return ()


def _twins(folder: ConstantFolder, value: v.T, members: Iterable[Any]) -> tuple[Any, Any, Any] | None:
    """Two members that come out alike; copies of one row are one."""
    seen: dict[Any, Any] = {}
    for member in members:
        text = _plain(folder.ask(value, {"it": member}))
        if text is OPEN:
            return None
        if text in seen and not _copies(folder, value, seen[text], member):
            return seen[text], member, text
        seen.setdefault(text, member)
    return None


def _copies(folder: ConstantFolder, value: v.T, one: Any, other: Any) -> bool:
    """Are these pieces copies of one row?"""
    for node in all_of(value, v.Local):
        if node.name == "it" and node.type.bare.table:
            info = folder.symbols.kinds[str(node.type.bare)]
            return bool(info.members[one] == info.members[other])
    return False


def _plain(found: Any) -> Any:
    """A value that can be compared and kept."""
    if isinstance(found, dict):
        return tuple(sorted(found.items()))
    if isinstance(found, list | tuple):
        parts = tuple(_plain(one) for one in found)
        return OPEN if OPEN in parts else parts
    return found


# ------------------------------------------------------------------ saying it


def _member_name(checked: CheckedRulebook, kind: t.Type, member: Any) -> str:
    """A member by its own name."""
    kind = kind.bare
    if kind.table and isinstance(member, int):
        info = checked.symbols.kinds[kind.kind]
        return info.rows[info.members[member]].name
    if kind.members and isinstance(member, int):
        return kind.members[member]
    return str(member)


def _text_of(checked: CheckedRulebook, value: v.T, found: Any) -> str:
    items = value.elements
    if items is not None and isinstance(found, tuple) and len(found) == len(items):
        return ", ".join(_member_name(checked, item.type, one) for item, one in zip(items, found, strict=True))
    return _member_name(checked, value.type, found)
