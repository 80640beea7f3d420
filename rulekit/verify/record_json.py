"""Records to JSON and back, and the JSON Schema of a record, all from the types and words of its fields."""

from __future__ import annotations

import typing
from types import UnionType
from typing import Any, TypeVar

import attrs

R = TypeVar("R")
Json = Any
SIMPLE: dict[Any, Json] = {str: "string", int: "integer", bool: "boolean", float: "number"}


class Misfit(ValueError):
    """Data that is not of the form of a record: where, and what should stand there."""


def says(words: str, **more: Any) -> Any:
    """A field with its description, which the schema quotes."""
    return attrs.field(metadata={"says": words}, **more)


def types_of(cls: Any) -> dict[str, Any]:
    """The type of each field, in the order written."""
    hints = typing.get_type_hints(cls)
    return {field.name: hints[field.name] for field in attrs.fields(cls)}


# ------------------------------------------------------------------ to JSON and back


def pack(value: Any) -> Json:
    """Plain data; what is plain already stays as it is."""
    if attrs.has(type(value)):
        return {name: pack(getattr(value, name)) for name in types_of(type(value))}
    if isinstance(value, dict):
        return {key: pack(one) for key, one in value.items()}
    return [pack(one) for one in value] if isinstance(value, list | tuple) else value


def unpack(cls: type[R], data: Json) -> R:
    """The record that plain data describes; `Misfit` says where it does not."""
    found: R = _read(cls, data, "")
    return found


def _read(kind: Any, data: Json, where: str) -> Any:
    if kind is Any:
        return data
    if isinstance(kind, UnionType):
        return None if data is None else _read(next(one for one in kind.__args__ if one is not type(None)), data, where)
    if attrs.has(kind):
        return _record(kind, data, where)
    origin, parts = typing.get_origin(kind), typing.get_args(kind)
    if origin is tuple and isinstance(data, list):
        return tuple(_read(parts[0], one, f"{where}[{n}]") for n, one in enumerate(data))
    if origin is dict and isinstance(data, dict):
        return {key: _read(parts[1], one, f"{where}.{key}") for key, one in data.items()}
    if kind in SIMPLE and isinstance(data, kind) and (kind is bool or not isinstance(data, bool)):
        return data
    raise Misfit(f"{where.lstrip('.') or 'the report'} must be {_kind_wanted(kind)}")


def _record(kind: Any, data: Json, where: str) -> Any:
    if not isinstance(data, dict):
        raise Misfit(f"{where.lstrip('.') or 'the report'} must be an object")
    names = types_of(kind)
    strange = [str(name) for name in data if name not in names]
    missing = [name for name in names if name not in data]
    if strange or missing:
        told = f"does not know `{strange[0]}`" if strange else f"lacks `{missing[0]}`"
        raise Misfit(f"{where.lstrip('.') or 'the report'} {told}")
    return kind(**{name: _read(wanted, data[name], f"{where}.{name}") for name, wanted in names.items()})


def _kind_wanted(kind: Any) -> str:
    origin = typing.get_origin(kind)
    return "a list" if origin is tuple else "an object" if origin is dict else f"of type {SIMPLE.get(kind, 'object')}"


# ------------------------------------------------------------------ the schema


def schema(cls: type, name: str) -> Json:
    """The JSON Schema of a record and of all records within it."""
    found: dict[str, Json] = {}
    top = _object(cls, found)
    return {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": name, **top, "$defs": found}


def _object(cls: Any, found: dict[str, Json]) -> Json:
    fields = attrs.fields(cls)
    told = {field.name: field.metadata.get("says", "") for field in fields}
    parts = {name: {"description": told[name], **_type(kind, found)} for name, kind in types_of(cls).items()}
    return {
        "description": (cls.__doc__ or "").strip(),
        "type": "object",
        "additionalProperties": False,
        "required": list(parts),
        "properties": parts,
    }


def _type(kind: Any, found: dict[str, Json]) -> Json:
    if kind is Any:
        return {}
    if isinstance(kind, UnionType):
        (inner,) = (one for one in kind.__args__ if one is not type(None))
        return {"anyOf": [{"type": "null"}, _type(inner, found)]}
    if attrs.has(kind):
        if kind.__name__ not in found:
            found[kind.__name__] = {}
            found[kind.__name__] = _object(kind, found)
        return {"$ref": f"#/$defs/{kind.__name__}"}
    parts = typing.get_args(kind)
    if typing.get_origin(kind) is tuple:
        return {"type": "array", "items": _type(parts[0], found)}
    if typing.get_origin(kind) is dict:
        return {"type": "object", "additionalProperties": _type(parts[1], found)}
    return {"type": SIMPLE[kind]}
