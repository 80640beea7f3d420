"""Values that read nothing of the position are looked up: each is worked out when it is first asked for."""

from __future__ import annotations

from typing import Any

from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.typed_walk import walk
from rulekit.play.codegen.book import Book, Scope
from rulekit.play.machine.purity import Purity
from rulekit.typesystem import types as t
from rulekit.words.order.next import WORD as NEXT
from rulekit.words.order.previous import WORD as PREVIOUS

LARGEST = 65_536  # entries a table may come to have: no more than members of one type (`MEMBERS_LIMIT`)
LIGHT: tuple[type[v.T], ...] = (
    *(v.Local, v.Const, v.OptionValue, v.FieldOf, v.Compare, v.Equal, v.Arith, v.IsNothing, v.Not, v.Single),
    *(v.ZoneAt, v.Choice),
)
HEAVY_FROM = 8  # nodes of a value that is worth a table; chosen, not measured


class Lazy(dict[Any, Any]):
    """A table that fills itself, one level for each name."""

    def __init__(self, purity: Purity, node: v.T, names: tuple[str, ...], env: dict[str, Any]) -> None:
        super().__init__()
        self.purity = purity
        self.node = node
        self.names = names
        self.env = env

    def __missing__(self, key: Any) -> Any:
        env = {**self.env, self.names[0]: key}
        if len(self.names) > 1:
            found: Any = Lazy(self.purity, self.node, self.names[1:], env)
        else:
            found = self.purity.evaluator.value(self.node, env)
        self[key] = found
        return found


def tabulated(b: Book, node: v.T, scope: Scope) -> str | None:
    """The look-up that stands for a value, if it is worth a table and the table stays small."""
    if isinstance(node, v.Named) or not _heavy(node) or not b.purity.is_pure(node):
        return None
    names = sorted(b.purity.free_names(node) & set(scope))
    types = {n.name: n.type for n in walk((node,)) if isinstance(n, v.Local)}
    if "player" in types and "player" not in names:
        names = ["player", *names]
    names = [n for n in names if n in types or n in ("player", "owner")]
    if not names or _size(b, [types.get(n, t.SEAT) for n in names]) > LARGEST:
        return None
    table = b.kept.get(("table", id(node), tuple(names)))
    if table is None:
        table = b.kept["table", id(node), tuple(names)] = b.give("T", Lazy(b.purity, node, tuple(names), {}))
    codes = [seat_code(b, scope) if n == "player" else scope[n].code for n in names]
    return table + "".join(f"[{code}]" for code in codes)


def seat_code(b: Book, scope: Scope) -> str:
    from rulekit.play.codegen.kit_forms import seat

    return seat(b, scope)


def _heavy(node: v.T) -> bool:
    """Is it more work than a look-up?"""
    count = 0
    for inner in walk((node,)):
        if not isinstance(inner, LIGHT) and not _step(inner):
            return True
        count += 1
    return count >= HEAVY_FROM


def _step(node: object) -> bool:
    """One on, or one back, round a ring or the table."""
    near = isinstance(node, v.CoreUse) and node.word in (NEXT.name, PREVIOUS.name)
    return near and isinstance(node.type.bare, t.Choice | t.Seat)  # type: ignore[attr-defined]


def _size(b: Book, kinds: list[t.Type]) -> int:
    found = 1
    for kind in kinds:
        inner = kind.bare
        if isinstance(inner, t.Number):
            found *= max(inner.high - inner.low + 1, 1)
        elif isinstance(inner, t.YesNo | t.Seat | t.EffectOf):
            found *= len(b.plan.members(inner))
        elif isinstance(inner, t.Choice | t.Piece | t.Row | t.Place | t.Edge):
            found *= b.plan.size(inner)
        else:
            return LARGEST + 1
    return found
