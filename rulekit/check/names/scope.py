"""Scopes: which local names are open, and who `player` and `here` are."""

from __future__ import annotations

from collections.abc import Iterator

import attrs

from rulekit.records import draft, record
from rulekit.source import Span
from rulekit.typesystem.types import Type


@record
class Binding:
    """A local name with its type; `sort` tells what bound it, for messages and for who may hide whom."""

    name: str
    type: Type
    span: Span
    sort: str = "local"  # local | parameter | loop | it | option


class Scope:
    """Open bodies, innermost last; a name is visible to the end of the body it was bound in."""

    __slots__ = ("_names", "frame", "parent")

    def __init__(self, parent: Scope | None = None, frame: ScopeKind | None = None) -> None:
        self.parent = parent
        self.frame: ScopeKind = frame or (parent.frame if parent is not None else ScopeKind("rules"))
        self._names: dict[str, Binding] = {}

    def find(self, name: str) -> Binding | None:
        """The innermost binding of this name, None if nothing binds it."""
        scope: Scope | None = self
        while scope is not None:
            found = scope._names.get(name)
            if found is not None:
                return found
            scope = scope.parent
        return None

    def bind(self, binding: Binding) -> None:
        """Binds a name here; an outer one of the same name is hidden from now on."""
        self._names[binding.name] = binding

    def with_(self, *bindings: Binding) -> Scope:
        """A scope inside this one with more names."""
        inner = Scope(self)
        for binding in bindings:
            inner.bind(binding)
        return inner

    def names(self) -> Iterator[str]:
        """Every name that is bound here or outside."""
        scope: Scope | None = self
        while scope is not None:
            yield from scope._names
            scope = scope.parent


@draft
class ScopeKind:
    """What kind of text this is: it decides what `player`, `here`, `last` and `old` mean."""

    sort: str  # rules | word | action | procedure | reaction | effect | law | view | written | starts | scene | result
    uses: set[str] = attrs.field(factory=set)  # player, here: asked for and not bound in the text itself
    reads: set[str] = attrs.field(factory=set)  # words and procedures named
    last: bool = False  # does a verb of the same chain stand before?
    earlier: bool = False  # may `old` stand here?
    column: tuple[str, str] | None = None  # the effects column, in an effect

    @property
    def has_player(self) -> bool:
        """May `player` mean the one who was asked?"""
        return self.sort in ("word", "action", "procedure", "reaction", "effect", "law", "result", "view")

    @property
    def has_here(self) -> bool:
        """Whether a text of this sort has a `here` without saying so."""
        return self.sort in ("word", "procedure", "effect", "reaction")
