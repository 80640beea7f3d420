"""The operators: one file for each family, found by looking; each names what it changes and proposes changes."""

from __future__ import annotations

import functools
import importlib
import pkgutil
from collections.abc import Callable, Iterable

import attrs

from rulekit.mutate.mutation_site import MutationSite, NodeChange

Proposal = Callable[[MutationSite], Iterable[NodeChange]]


@attrs.frozen
class Operator:
    """A way to change one node. Its first line of help is that of its function."""

    name: str
    family: str
    propose: Proposal

    @property
    def help(self) -> str:
        """The first line of its docstring."""
        return (self.propose.__doc__ or "").strip().splitlines()[0]


@functools.cache
def operators() -> tuple[Operator, ...]:
    """The `OPERATORS` of every module in this folder, in the order of their names."""
    names = sorted(m.name for m in pkgutil.iter_modules(__path__) if not m.name.startswith("_"))
    modules = [(name, importlib.import_module(f"{__name__}.{name}")) for name in names]
    return tuple(Operator(one, name, propose) for name, module in modules for one, propose in module.OPERATORS.items())
