"""Words that laws ask again and again: their answers are remembered until something they read is written.

Only laws about positions remember, and only of the position they look at: `s.memos` is nothing everywhere else.
"""

from __future__ import annotations

from typing import Any

from rulekit.check.effects.effect_summary import effects
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.typed_walk import walk
from rulekit.play.codegen import marks
from rulekit.play.codegen.book import Book, Lines
from rulekit.typesystem import types as t

LOOPS = (v.Filter, v.Collect, v.Quantifier, v.Legal, v.Supposing)
FAR = ("rays", "near")  # forms of our own


def remembered(b: Book, what: str, function: str, names: list[str], types: list[t.Type]) -> str:
    """The function that remembers what another gives, or that one itself; `what` it is, as effects name it."""
    if not b.remembering or not heavy(b, what):
        return function
    mask = mask_of(b, what)
    if mask is None or any(isinstance(k.bare, t.BagOf) for k in types):
        return function
    name = b.fresh("kept")
    number = len(b.memories)
    b.memories.append(mask)
    lines = Lines(f"def {name}({', '.join(['s', *names])}):")
    lines.put("if s.memos is None: return " + f"{function}({', '.join(['s', *names])})")
    lines.put(f"memo = s.memos[{number}]")
    key = names[0] if len(names) == 1 else f"({''.join(f'{one}, ' for one in names)})"
    lines.put(f"found = memo.get({key}, memo)")
    lines.put("if found is not memo: return found")
    lines.put(f"found = memo[{key}] = {function}({', '.join(['s', *names])})")
    lines.put("return found")
    b.add(lines)
    return name


def mask_of(b: Book, what: str) -> int | None:
    """The marks that make an answer worthless; None if it may read anything."""
    found = effects(b.program.checked)
    direct = found.direct_effects(what)
    keys = found.names_used(direct) | {what}
    nodes = [node for key in keys for node in found.values.get(key, ())]
    if any(marks.anything(node) for one in nodes for node in walk(one)):
        return None
    names = found.read_by(direct) | marks.supposed(b, nodes)
    if marks.ACTIVE in b.bits:
        names |= {marks.ACTIVE}
    return marks.ALL if names - set(b.bits) else marks.mask(b, names)


def heavy(b: Book, what: str) -> bool:
    """Is there a loop in it, or in what it asks?"""
    found = effects(b.program.checked)
    keys = found.names_used(found.direct_effects(what)) | {what}
    return any(loops(node) for key in keys for one in found.values.get(key, ()) for node in walk(one))


def loops(node: Any) -> bool:
    return (isinstance(node, LOOPS) and not isinstance(node, v.Let)) or (
        isinstance(node, v.CoreUse) and (node.definition.dear or node.word in FAR)
    )
