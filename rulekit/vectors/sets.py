"""Which lists of a game are sets, where an empty place is as good as none, and which pieces have copies: a tree beside
the values of positions, views, moves and results, as normal.py reads it.
"""

from __future__ import annotations

from typing import Any

from rulekit.check.names.symbol_info import StateInfo, ZoneInfo
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.play.position.indexed_form import has_text_members
from rulekit.typesystem import types as t
from rulekit.vectors.copy_numbering import copy_names
from rulekit.vectors.normal import EMPTY, Tree

ANY_SEAT: Tree = {"set": True}
RESULT: Tree = {"leaders": ANY_SEAT, "winners": ANY_SEAT}


def trees(checked: CheckedRulebook) -> dict[str, Tree]:
    """The trees of one game: of positions, of views, of moves by their kind, of the result."""
    symbols = checked.symbols
    states, zones = symbols.states.values(), symbols.zones.values()
    plain = {one.name: nesting_tree(one.indexes, of_type(one.type)) for one in states}
    laid = {one.name: nesting_tree(one.indexes, _pile_tree(one), may_be_empty=True) for one in zones}
    seen = {one.name: _seen_state(checked, one) for one in states if _piece_at(one) is None}
    shown = {
        one.name: nesting_tree(one.indexes, _view_tree(checked, one, ()), _count_is_open(checked, one))
        for one in zones
        if _piece_at(one) is None
    }
    return {
        **({"copies": found} if (found := copy_names(checked)) else {}),
        "position": _without_empty({"states": _without_empty(plain), "zones": _without_empty(laid)}),
        "view": _without_empty({"states": _without_empty(seen), "zones": _without_empty(shown)}),
        "moves": _without_empty(_moves(checked)),
        "result": RESULT,
    }


def _without_empty(trees: dict[str, Tree]) -> Tree:
    """Without those that say nothing."""
    return {name: tree for name, tree in sorted(trees.items()) if tree}


# ------------------------------------------------------------------ values


def of_type(kind: t.Type) -> Tree:
    """The tree of a value of a type."""
    kind = kind.bare
    unordered = {"set": True} if kind.edge or kind.distinct else {}
    return {**unordered, **_every(of_type(kind.of))} if kind.plural else unordered


def _every(tree: Tree) -> Tree:
    return {"*": tree} if tree else {}


def nesting_tree(kinds: tuple[t.Type, ...], leaf: Tree, may_be_empty: bool = False) -> Tree:
    """The tree of an indexed state or zone, as `nest` writes it: by seat, by name, or as pairs in any order."""
    if not kinds:
        return leaf
    inner = nesting_tree(kinds[1:], leaf, may_be_empty)
    if kinds[0].bare.player:
        return _every(inner)  # every seat has its entry
    empty = {EMPTY: True} if may_be_empty else {}
    if has_text_members(kinds[0]):
        return {**empty, **_every(inner)}
    return {"set": True, **empty, **_every(_without_empty({"0": of_type(kinds[0]), "1": inner}))}


# ------------------------------------------------------------------ pieces and zones


def _pile_tree(info: ZoneInfo) -> Tree:
    """A pile lies in an order, a set does not."""
    return {"set": True} if info.shape in ("set", "bag") else {}


def _seen_state(checked: CheckedRulebook, info: StateInfo) -> Tree:
    """In the shape of a position, or as rows of indexes and value, in any order."""
    indexes = len(info.indexes)
    value = of_type(info.type)
    if not indexes or not (_partly_seen(checked, info) or _of_copies(checked, info)):
        return nesting_tree(info.indexes, value)
    return {"set": True, **_every(_without_empty({str(indexes): value}))}


def _piece_at(info: StateInfo | ZoneInfo) -> int | None:
    """What is indexed by a piece is printed inside that piece."""
    return next((n for n, one in enumerate(info.indexes) if one.piece), None)


def _partly_seen(checked: CheckedRulebook, info: StateInfo | ZoneInfo) -> bool:
    return info.decl is not None and bool(checked.states[info.name].views)


def _of_copies(checked: CheckedRulebook, info: StateInfo) -> bool:
    """Is it indexed by a part of pieces that have copies? Such parts share their names."""
    kinds = checked.symbols.kinds
    wholes = (kinds[kind.kind].whole for kind in info.indexes if kind.row)
    return any(row.copies > 1 for whole in wholes if whole is not None for row in kinds[whole].rows)


def _count_is_open(checked: CheckedRulebook, info: ZoneInfo) -> bool:
    """Does everybody see how much lies there? Only then an empty place tells nobody anything new."""
    return not any(view.what == "count" and view.viewer == "nobody" for view in checked.zone_views.get(info.name, ()))


def _view_tree(checked: CheckedRulebook, info: ZoneInfo, above: tuple[str, ...]) -> Tree:
    """A zone as a view shows it; a pile has its order only where everybody always sees that."""
    ordered = info.shape in ("pile", "one") and any(
        view.what != "count" and view.end is None and view.viewer == "everyone" and view.condition is None
        for view in checked.zone_views.get(info.name, ())
    )
    pieces: Tree = {} if ordered else {"set": True}
    pieces |= _every(_piece(checked, info.kind, above))
    return {EMPTY: True, **_without_empty({"pieces": pieces})}


def _piece(checked: CheckedRulebook, kind: str, above: tuple[str, ...]) -> Tree:
    """What is printed on a piece, and what belongs to it."""
    if kind in above:
        return {}
    symbols = checked.symbols
    found = {field.name: of_type(field.type) for field in symbols.kinds[kind].fields.values()}
    infos: list[Any] = [*symbols.states.values(), *symbols.zones.values()]
    for info in infos:
        at = _piece_at(info)
        if at is None or info.indexes[at] != t.Piece(kind):
            continue
        own = _view_tree(checked, info, (*above, kind)) if info.name in symbols.zones else of_type(info.type)
        rest = len(info.indexes) - 1
        found[info.name] = own if not rest else {"set": True, **_every(_without_empty({str(rest): own}))}
    return _without_empty(found)


# ------------------------------------------------------------------ moves


def _moves(checked: CheckedRulebook) -> dict[str, Tree]:
    """By kind of move: which of its values are sets."""
    from rulekit.check.tree import typed_statements
    from rulekit.check.tree.typed_walk import walk

    found: dict[str, Tree] = {}
    effects = [p for body in checked.bodies.values() if body.sort == "effect" for p in _params(body.front)]
    for info in checked.symbols.actions.values():
        body = checked.bodies[f"action {info.name}"]
        found.setdefault(info.written, {}).update(_values(_params(body.front), effects))
    for body in checked.bodies.values():
        for node in walk(body):
            if isinstance(node, typed_statements.Choose):
                found.setdefault(node.name, {}).update(_values(node.params, effects))
    return found


def _params(front: Any) -> list[Any]:
    from rulekit.check.tree import typed_statements

    return [step for step in front if isinstance(step, typed_statements.Param)]


def _values(params: Any, effects: list[Any]) -> Tree:
    """An effect that is chosen brings values of its own into the move."""
    brings = any(param.type.bare.effects for param in params)
    return _without_empty({param.name: of_type(param.type) for param in (*(effects if brings else ()), *params)})


__all__ = ["RESULT", "trees"]
