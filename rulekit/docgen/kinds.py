"""Kinds every rulebook has, and the shapes a space can have."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.docgen.reference_page import CommandHelp, ReferencePage, page, table
from rulekit.spaces.geometry import shapes
from rulekit.spaces.shape import Shape
from rulekit.typesystem.builtin_types import kinds

KINDS = """Kinds that need no declaration. All others a game declares: [types](../language/types.md),
[things](../language/things.md), [spaces](../language/spaces.md)."""
SHAPES = "What may stand in `space Cell is ..`. An attribute that is not optional must be given."


def pages(told: CommandHelp) -> Iterator[ReferencePage]:
    """Two pages."""
    known = "\n".join(f"- {kind.sentence}" for _, kind in sorted(kinds().items()))
    yield page("kinds.md", "Kinds of the kit", KINDS, known)
    yield page("shapes.md", "Shapes of spaces", SHAPES, *(kind_section(shape) for _, shape in sorted(shapes().items())))


def kind_section(shape: Shape) -> str:
    """A heading, the sentence, the attributes."""
    rows = [
        (f"`{name}`", {"number": "a number", "ring": "a ring", "list": "a list"}[sort.rstrip("!")], is_needed(sort))
        for name, sort in shape.attributes.items()
    ]
    sentence = f"{shape.sentence}. A place is named by {count(shape.arity)}."
    return "\n\n".join([f"## {shape.name}", sentence, table(("Attribute", "Takes", ""), rows)])


def is_needed(sort: str) -> str:
    """Whether an attribute must be there."""
    return "needed" if sort.endswith("!") else "optional"


def count(arity: int) -> str:
    """How a place is named."""
    return "one number or name" if arity == 1 else f"{arity} numbers"
