"""Inline tables of a looks file: which words may stand in each, and what sort of value behind a word."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any

from rulekit.diagnostics.suggest import nearest
from rulekit.looks.declared_looks import DeclaredLooks
from rulekit.looks.drawing.kit_signs import kit_signs
from rulekit.looks.drawing.palette import HUES, MEN

Complaints = Iterator[str]
Sort = Callable[[DeclaredLooks, str, Any], Complaints]  # what is wrong with a value that stands there
Fields = Mapping[str, Sort]
FEW = 12  # names that are listed where none is near
COLOURS = (*HUES, *MEN, "ink", "dim", "line", "mark")


def known_names(where: str, what: str, names: Collection[Any], right: Collection[Any]) -> Complaints:
    """A complaint for each name that is not among the right ones."""
    for name in names:
        if name not in right:
            near = nearest(str(name), [str(one) for one in right], 1)
            known = f"; there are {', '.join(map(str, right))}" if 0 < len(right) <= FEW else ""
            yield f"{where}: there is no {what} `{name}`" + (f"; did you mean `{near[0]}`?" if near else known)


def all_signs(looks: DeclaredLooks) -> set[str]:
    """The signs of the kit and those of the game."""
    return {*kit_signs(), *looks.own_signs}


def fields_problems(
    looks: DeclaredLooks, where: str, said: Any, fields: Fields, needed: Collection[str] = (), what: str = "word"
) -> Complaints:
    """What is wrong with a table in braces: its form, its words, their values, and what is missing."""
    if not isinstance(said, Mapping):
        yield f"{where}: a table in braces must stand here: {{ {next(iter((*needed, *fields)))} = .. }}"
        return
    yield from known_names(where, what, said, fields)
    for name, value in said.items():
        if name in fields:
            yield from fields[name](looks, f"{where}.{name}", value)
    yield from (f"{where}: `{name}` must stand here too" for name in needed if name not in said)


# ------------------------------------------------------------------ sorts of values


def _sort(words: str, holds: Callable[[Any], bool]) -> Sort:
    def problems(looks: DeclaredLooks, where: str, value: Any) -> Complaints:
        if not holds(value):
            yield f"{where}: {words} must stand here"

    return problems


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


def _is_names(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def one_of(what: str, names: Collection[str]) -> Sort:
    """One of these names."""

    def problems(looks: DeclaredLooks, where: str, value: Any) -> Complaints:
        yield from known_names(where.rpartition(".")[0], what, [value], names)

    return problems


ANYTHING = _sort("something", lambda value: True)  # looked at elsewhere
TEXT = _sort("a text in quotation marks", lambda value: isinstance(value, str))
NUMBER = _sort("a number", _is_number)
SCALE = _sort("a number above 0", lambda value: _is_number(value) and value > 0)
COUNT = _sort("a whole number from 1 up", lambda value: _is_number(value) and isinstance(value, int) and value > 0)
YES_NO = _sort("`true` or `false`", lambda value: isinstance(value, bool))
NAMES = _sort("a list of names in brackets", _is_names)
TEXTS = _sort(
    "a table of texts", lambda value: isinstance(value, Mapping) and all(isinstance(one, str) for one in value.values())
)
COLOUR = one_of("colour", COLOURS)


def SIGN(looks: DeclaredLooks, where: str, value: Any) -> Complaints:
    """A sign of the game or of the kit."""
    yield from known_names(where.rpartition(".")[0], "sign", [value], all_signs(looks))
