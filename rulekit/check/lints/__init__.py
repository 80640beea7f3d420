"""Lints: one optional check of a checked rulebook for each file, found by looking."""

from __future__ import annotations

import functools
import importlib
import pkgutil
from collections.abc import Callable, Iterable, Iterator

from rulekit.check.tree.checked_rulebook import Checked
from rulekit.diagnostics import Problem

Question = Callable[[Checked], Iterable[Problem]]


@functools.cache
def questions() -> tuple[Question, ...]:
    """The `examine` function of every module in this folder."""
    names = sorted(m.name for m in pkgutil.iter_modules(__path__) if not m.name.startswith("_"))
    return tuple(importlib.import_module(f"{__name__}.{name}").examine for name in names)


def ask_all(checked: Checked) -> Iterator[Problem]:
    """Every complaint of every question."""
    for examine in questions():
        yield from examine(checked)
