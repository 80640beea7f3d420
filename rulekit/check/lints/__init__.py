"""Lints: optional checks of a checked rulebook, sorted by what they are about, each found by looking."""

from __future__ import annotations

import functools
import importlib
import pkgutil
from collections.abc import Callable, Iterable, Iterator

from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.diagnostics import Problem

Lint = Callable[[CheckedRulebook], Iterable[Problem]]


@functools.cache
def lints() -> tuple[Lint, ...]:
    """The `check` function of every module in this folder and in the folders in it."""
    found = (m.name for m in pkgutil.walk_packages(__path__, f"{__name__}.") if not m.ispkg)
    names = sorted(name for name in found if not name.rpartition(".")[2].startswith("_"))
    return tuple(importlib.import_module(name).check for name in names)


def run_lints(checked: CheckedRulebook) -> Iterator[Problem]:
    """Every complaint of every lint."""
    for check in lints():
        yield from check(checked)
