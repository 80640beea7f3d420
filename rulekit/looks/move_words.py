"""Moves as players say them: the section `moves` of the looks file, with what is chosen in place of its names."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from rulekit.check.tree import typed_statements as s
from rulekit.check.tree.typed_roots import nodes_with_roots
from rulekit.looks.declared_looks import DeclaredLooks

MOVES, ASKS = "moves", "asks"
HOLE = re.compile(r"\{([^}]*)\}")
CHOSEN = re.compile(r"\bwith ([a-z][a-z0-9-]*)")
PASS = "pass"  # what declines where the rules give it no name


def move_words(looks: DeclaredLooks, name: str, chosen: Mapping[str, str], needed: Collection[str] = ()) -> str | None:
    """The sentence for a move that tells most of what is chosen; nothing if the file has none that fits.

    It must tell all that is `needed`, so that no two moves read alike.

    `{cell}` stands for what is chosen as `cell`, `{mine.value}` for what is printed on it.
    """
    holes = {one: {*HOLE.findall(one)} for one in sentences(looks.section(MOVES).get(name, ()))}
    fitting = [one for one, names in holes.items() if {*needed} <= names <= {*chosen}]
    if not fitting:
        return None
    return HOLE.sub(lambda found: chosen[found[1]], max(fitting, key=lambda one: len(holes[one])))


def ask_words(looks: DeclaredLooks, name: str, choice: str) -> str | None:
    """The question for one thing that is chosen in a move, if the looks file has it."""
    found = looks.section(ASKS).get(name, {}).get(choice)
    return None if found is None else str(found)


def sentences(said: str | Sequence[str]) -> Sequence[str]:
    """What stands behind the name of a move: one sentence, or a list of them."""
    return (said,) if isinstance(said, str) else said


def declared_moves(looks: DeclaredLooks) -> dict[str, set[str]]:
    """Every move of a game as it is written, with the names of what is chosen in it."""
    found: dict[str, set[str]] = {}
    for action in looks.symbols.actions.values():
        effects = any(param.type.bare.effects for param in action.params)
        found.setdefault(action.written, set()).update(_names(looks, action.params))
        if effects:
            found[action.written] |= _of_effects(looks)
    for _, step in nodes_with_roots(looks.checked, s.Ask, s.Choose, s.Menu):
        if isinstance(step, s.Choose):
            found.setdefault(step.name, set()).update(_names(looks, step.params))
        found.setdefault(step.close if isinstance(step, s.Menu) else step.declining or PASS, set())
    return found


def _names(looks: DeclaredLooks, params: Iterable[Any]) -> Iterator[str]:
    """What is chosen, and what is printed on it."""
    for param in params:
        yield param.name
        kind = param.type.bare
        if kind.table:
            yield from (f"{param.name}.{column}" for column in looks.kind(kind.kind).fields)


def _of_effects(looks: DeclaredLooks) -> set[str]:
    """What the labels of effects let one choose: `good` of `with good in (wood, stone)`."""
    return {name for label in labels(looks) for name in CHOSEN.findall(label)}


def labels(looks: DeclaredLooks) -> set[str]:
    """By what the effects of a row are told apart: `a` and `b`."""
    rows = (row for kind in looks.printed_rows.values() for row in kind.values())
    return {label for row in rows for value in row.values() if isinstance(value, dict) for label in value}
