"""Shapes of JSON values: each says what is wrong with a value, and stands in a JSON Schema; lists know their order."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import attrs

from rulekit.files.json_reading import LARGEST
from rulekit.play.position.strict_json import dumps

Json = Any
Schema = dict[str, Any]

# What the order of a list means. The first two are compared as lists, the others in any order.
PILE = "pile, top first"
BOTTOM = "pile, bottom first"
LIST = "list"
SEATS = "by seat"
SET = "set"
PAIRS = "pairs of an index and what belongs to it, in any order"
ANY_ORDER = (SET, PAIRS)
ROOM = 200  # letters of a value that are shown


class JsonShape:
    """A set of JSON values."""

    def problem_in(self, value: Json) -> str:
        """What is wrong with a value, as `[2].do must be a text, not 5`; empty if nothing is."""
        for path, wanted, found in self.faults(value, ""):
            return f"{path or 'it'} must be {wanted}, not {short_json(found)}"
        return ""

    def faults(self, value: Json, path: str) -> Iterable[tuple[str, str, Json]]:
        """Every place that is wrong: where, what must be there, what is there."""
        return ()

    def schema(self) -> Schema:
        """The same as JSON Schema."""
        return {}


@attrs.frozen
class Anything(JsonShape):
    """Any value."""


@attrs.frozen
class OneOfValues(JsonShape):
    """One of some values: texts, numbers, yes, no, null."""

    values: tuple[Json, ...]

    def faults(self, value: Json, path: str) -> Iterable[tuple[str, str, Json]]:
        """Where a value does not fit: the path, what is wanted there, and what stands there."""
        if not any(is_same_scalar(value, one) for one in self.values):
            told = [dumps(one) for one in self.values]
            yield path, told[0] if len(told) == 1 else f"one of {', '.join(told)}", value

    def schema(self) -> Schema:
        """The same shape as JSON Schema."""
        return {"const": self.values[0]} if len(self.values) == 1 else {"enum": list(self.values)}


@attrs.frozen
class YesNoShape(JsonShape):
    """Yes or no."""

    def faults(self, value: Json, path: str) -> Iterable[tuple[str, str, Json]]:
        """Where a value does not fit: the path, what is wanted there, and what stands there."""
        if not isinstance(value, bool):
            yield path, "true or false", value

    def schema(self) -> Schema:
        """The same shape as JSON Schema."""
        return {"type": "boolean"}


@attrs.frozen
class WholeNumber(JsonShape):
    """A whole number of a range."""

    low: int = -LARGEST
    high: int = LARGEST

    def faults(self, value: Json, path: str) -> Iterable[tuple[str, str, Json]]:
        """Where a value does not fit: the path, what is wanted there, and what stands there."""
        if type(value) is not int or not self.low <= value <= self.high:
            above = f" from {self.low}" if self.low > -LARGEST else ""
            below = f" to {self.high}" if self.high < LARGEST else " up" if above else ""
            yield path, f"a whole number{above}{below}", value

    def schema(self) -> Schema:
        """The same shape as JSON Schema."""
        return {"type": "integer", "minimum": self.low, "maximum": self.high}


@attrs.frozen
class TextShape(JsonShape):
    """A text."""

    def faults(self, value: Json, path: str) -> Iterable[tuple[str, str, Json]]:
        """Where a value does not fit: the path, what is wanted there, and what stands there."""
        if not isinstance(value, str):
            yield path, "a text", value

    def schema(self) -> Schema:
        """The same shape as JSON Schema."""
        return {"type": "string"}


@attrs.frozen
class ListOf(JsonShape):
    """A list of any length; `order` says what its order means."""

    of: JsonShape
    order: str = LIST
    length: int | None = None

    def faults(self, value: Json, path: str) -> Iterable[tuple[str, str, Json]]:
        """Where a value does not fit: the path, what is wanted there, and what stands there."""
        if not isinstance(value, list) or (self.length is not None and len(value) != self.length):
            yield path, "a list" if self.length is None else f"a list of {self.length}", value
            return
        for number, one in enumerate(value):
            yield from self.of.faults(one, f"{path}[{number}]")

    def schema(self) -> Schema:
        """The same shape as JSON Schema."""
        exactly = {} if self.length is None else {"minItems": self.length, "maxItems": self.length}
        return {"type": "array", "items": self.of.schema(), "x-order": self.order, **exactly}


@attrs.frozen
class TupleShape(JsonShape):
    """A list in which each place has a shape of its own."""

    items: tuple[JsonShape, ...]

    def faults(self, value: Json, path: str) -> Iterable[tuple[str, str, Json]]:
        """Where a value does not fit: the path, what is wanted there, and what stands there."""
        if not isinstance(value, list) or len(value) != len(self.items):
            yield path, f"a list of {len(self.items)}", value
            return
        for number, (shape, one) in enumerate(zip(self.items, value, strict=True)):
            yield from shape.faults(one, f"{path}[{number}]")

    def schema(self) -> Schema:
        """The same shape as JSON Schema."""
        count = len(self.items)
        items = {"prefixItems": [one.schema() for one in self.items]} if self.items else {}
        return {"type": "array", **items, "minItems": count, "maxItems": count, "x-order": LIST}


@attrs.frozen
class ObjectByName(JsonShape):
    """An object whose keys are names of one kind."""

    of: JsonShape
    names: tuple[str, ...] | None = None  # any, if none are told

    def faults(self, value: Json, path: str) -> Iterable[tuple[str, str, Json]]:
        """Where a value does not fit: the path, what is wanted there, and what stands there."""
        if not isinstance(value, dict):
            yield path, "an object", value
            return
        for key, one in value.items():
            if self.names is not None and key not in self.names:
                yield path, f"an object without the key {dumps(key)}", value
            yield from self.of.faults(one, f"{path}.{key}")

    def schema(self) -> Schema:
        """The same shape as JSON Schema."""
        known = {} if self.names is None else {"propertyNames": {"enum": list(self.names)}}
        return {"type": "object", "additionalProperties": self.of.schema(), **known}


@attrs.frozen
class ObjectShape(JsonShape):
    """An object with certain keys; `open` if others may stand there too."""

    parts: Mapping[str, JsonShape]
    optional: Mapping[str, JsonShape] = attrs.field(factory=dict)
    open: bool = False

    def faults(self, value: Json, path: str) -> Iterable[tuple[str, str, Json]]:
        """Where a value does not fit: the path, what is wanted there, and what stands there."""
        if not isinstance(value, dict):
            yield path, f"an object {self.keys()}", value
            return
        for key, shape in {**self.parts, **self.optional}.items():
            if key in value:
                yield from shape.faults(value[key], f"{path}.{key}")
            elif key in self.parts:
                yield path, f"an object {self.keys()}", value
                return
        others = [key for key in value if key not in self.parts and key not in self.optional]
        if others and not self.open:
            yield path, f"an object without the key {dumps(others[0])}", value

    def keys(self) -> str:
        """What stands in it: `{"states": .., "zones": ..}`."""
        return f"{{{', '.join(f'{dumps(key)}: ..' for key in self.parts)}}}"

    def part_shape(self, key: Any) -> JsonShape:
        """The shape of one part; anything for keys that are not known."""
        return self.parts.get(key) or self.optional.get(key) or ANYTHING

    def schema(self) -> Schema:
        """The same shape as JSON Schema."""
        parts = {key: shape.schema() for key, shape in {**self.parts, **self.optional}.items()}
        closed = {} if self.open else {"additionalProperties": False}
        return {"type": "object", "properties": parts, "required": list(self.parts), **closed}


@attrs.frozen
class AnyOf(JsonShape):
    """One of several shapes, the first that fits."""

    choices: tuple[JsonShape, ...]
    told: str = ""  # what must be there, in words

    def first_fitting(self, value: Json) -> JsonShape | None:
        """The first choice in which nothing is wrong."""
        return next((one for one in self.choices if not one.problem_in(value)), None)

    def faults(self, value: Json, path: str) -> Iterable[tuple[str, str, Json]]:
        """Where a value does not fit: the path, what is wanted there, and what stands there."""
        if self.first_fitting(value) is not None:
            return
        found = [list(one.faults(value, path)) for one in self.choices]
        if self.told:
            yield path, self.told, value
        else:
            yield min(found, key=lambda faults: -len(faults[0][0]))[0]

    def schema(self) -> Schema:
        """The same shape as JSON Schema."""
        return {"anyOf": [one.schema() for one in self.choices]}


def or_null(shape: JsonShape) -> JsonShape:
    """The same, or null."""
    return AnyOf((OneOfValues((None,)), shape))


def is_same_scalar(one: Json, other: Json) -> bool:
    """Equal texts, numbers, yes, no or null; `true` is not 1."""
    return type(one) is type(other) and bool(one == other)


def short_json(value: Json) -> str:
    """A value on one line, cut where it is long."""
    text = dumps(value)
    return text if len(text) <= ROOM else f"{text[:ROOM]} .."


ANYTHING = Anything()
NULL = OneOfValues((None,))

__all__ = [
    "ANYTHING",
    "ANY_ORDER",
    "BOTTOM",
    "LIST",
    "NULL",
    "PAIRS",
    "PILE",
    "SEATS",
    "SET",
    "AnyOf",
    "Anything",
    "JsonShape",
    "ListOf",
    "ObjectByName",
    "ObjectShape",
    "OneOfValues",
    "TextShape",
    "TupleShape",
    "WholeNumber",
    "YesNoShape",
    "is_same_scalar",
    "or_null",
    "short_json",
]  # fmt: skip
