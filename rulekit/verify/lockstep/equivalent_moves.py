"""Fields of a move that can be written in several ways, so that moves that look different may be the same."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.check.tree.typed_walk import walk
from rulekit.play.codegen.writers.json_equality import plainly
from rulekit.play.position.strict_json import dumps

Json = Any
ALWAYS, IF_POINTED = "always", "if pointed"  # a piece that stands by its name is written so by everybody


class MoveReadings:
    """For each kind of move what is read in more than one way."""

    def __init__(self, checked: CheckedRulebook) -> None:
        self.checked = checked
        self.fields: dict[str, dict[str, str]] = {}
        for verb, params in _verbs(checked):
            known = self.fields.setdefault(verb, {})
            for param in params:
                how = self._how(param)
                if how:
                    known[param.name] = ALWAYS if ALWAYS in (how, known.get(param.name)) else how

    def _how(self, param: typed_statements.Param) -> str:
        kind = param.type.bare
        while kind.plural or kind.counted:
            kind = kind.of.bare
        if param.normal is not None or kind.effects:
            return ALWAYS
        kinds = self.checked.symbols.kinds
        whole = kind.kind if kind.piece else kinds[kind.kind].whole if kind.row else None
        if whole is not None and any(row.copies > 1 for row in kinds[whole].rows):
            return ALWAYS
        return IF_POINTED if (kind.piece or kind.zone) else ""

    def may_be(self, move: Json, legal: Json) -> bool:
        """Could a move be another one, written in another way? Only if all agrees that is written in one way."""
        if move.get("do") != legal.get("do"):
            return False
        loose = self.fields.get(str(move["do"]), {})
        for key in {**move, **legal}:
            how, one, other = loose.get(key), move.get(key), legal.get(key)
            if how == ALWAYS or (how == IF_POINTED and not (isinstance(one, str) and isinstance(other, str))):
                continue
            if not _equal(one, other):
                return False
        return True


def _equal(one: Json, other: Json) -> bool:
    """Equal as they are written: `true` is not 1."""
    return bool(one == other) and dumps(plainly(one)) == dumps(plainly(other))


def _verbs(checked: CheckedRulebook) -> Iterator[tuple[str, tuple[typed_statements.Param, ...]]]:
    """Kinds of moves with their parameters, and those that a chosen effect brings along."""
    brought = tuple(param for body in checked.bodies.values() if body.sort == "effect" for param in _params(body.front))
    for info in checked.symbols.actions.values():
        params = _params(checked.bodies[f"action {info.name}"].front)
        yield info.written, (*params, *(brought if _chooses_effect(params) else ()))
    for body in checked.bodies.values():
        for node in walk(body):
            if isinstance(node, typed_statements.Choose):
                params = _params(node.params)
                yield node.name, (*params, *(brought if _chooses_effect(params) else ()))


def _params(front: Any) -> tuple[typed_statements.Param, ...]:
    return tuple(step for step in front if isinstance(step, typed_statements.Param))


def _chooses_effect(params: tuple[typed_statements.Param, ...]) -> bool:
    return any(param.type.bare.effects for param in params)


__all__ = ["MoveReadings"]
