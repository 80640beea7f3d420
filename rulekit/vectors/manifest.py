"""The manifest of a folder of vectors: files, lists that are sets, what lines rest on; and the schemas."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import attrs

from rulekit.files import reading
from rulekit.play.position.strict_json import dumps, from_bytes
from rulekit.play.refusals import Refused
from rulekit.protocol.json_shapes import (
    ANYTHING,
    SET,
    JsonShape,
    ListOf,
    ObjectByName,
    ObjectShape,
    OneOfValues,
    Schema,
    TextShape,
    WholeNumber,
)
from rulekit.vectors.files import parse_vectors
from rulekit.vectors.form import FORMAT, VECTOR, Vector
from rulekit.vectors.normal import EMPTY, Tree

Json = Any

NAME = "manifest.json"
LICENCE = "CC0-1.0"
TINY, STANDARD, FULL = "tiny", "standard", "full"
KEPT_FILE = "kept.jsonl"
TIERS = {
    TINY: ("tiny.jsonl", KEPT_FILE),
    STANDARD: ("tiny.jsonl", "standard.jsonl", KEPT_FILE),
    FULL: ("tiny.jsonl", "standard.jsonl", "full.jsonl", KEPT_FILE),
}


@attrs.frozen
class TreeShape(JsonShape):
    """A tree that says which lists are sets, as `normal` reads it."""

    def faults(self, value: Json, path: str) -> Iterable[tuple[str, str, Json]]:
        """Where a value does not fit: the path, what is wanted there, and what stands there."""
        if not isinstance(value, dict):
            yield path, "an object", value
            return
        for key, one in value.items():
            shape = TRUE if key in MARKS else self
            yield from shape.faults(one, f"{path}.{key}")


@attrs.frozen
class SetTrees(JsonShape):
    """The trees of what an engine says, by what it is, and the copies of rows that have names of their own."""

    def faults(self, value: Json, path: str) -> Iterable[tuple[str, str, Json]]:
        """Where a value does not fit: the path, what is wanted there, and what stands there."""
        if not isinstance(value, dict):
            yield path, "an object", value
            return
        for key, one in value.items():
            shape = ObjectByName(TextShape()) if key == COPIES else TreeShape()
            yield from shape.faults(one, f"{path}.{key}")

    def schema(self) -> Schema:
        """The same shape as JSON Schema, which leaves the trees alone."""
        return ObjectByName(ANYTHING).schema()


COPIES = "copies"
MARKS = ("set", EMPTY)
TRUE = OneOfValues((True,))
CLAUSES = ListOf(TextShape(), SET)
MANIFEST = ObjectShape(
    {
        "format": OneOfValues((FORMAT,)),
        "game": TextShape(),
        "spec": TextShape(),
        "licence": OneOfValues((LICENCE,)),
        "tiers": ObjectByName(ListOf(TextShape())),
        "files": ObjectByName(
            ObjectShape({"sha256": TextShape(), "vectors": WholeNumber(0), "sorts": ObjectByName(WholeNumber(0))})
        ),
        "sets": SetTrees(),
        "lines": ObjectByName(ObjectShape({"clauses": CLAUSES, "writes": ListOf(TextShape(), SET)})),
        "moves": ObjectByName(CLAUSES),
        "names": ObjectByName(CLAUSES),
        "results": CLAUSES,
    }
)


@attrs.frozen
class Manifest:
    """What a folder of vectors says of itself."""

    game: str
    spec: str  # with sha256: in front
    tiers: Mapping[str, tuple[str, ...]]
    files: Mapping[str, Json]
    sets: Mapping[str, Tree]
    lines: Mapping[str, Json] = attrs.field(factory=dict)
    moves: Mapping[str, Json] = attrs.field(factory=dict)
    names: Mapping[str, Json] = attrs.field(factory=dict)
    results: tuple[str, ...] = ()

    def to_json(self) -> dict[str, Json]:
        """As the manifest file holds it."""
        found: dict[str, Json] = {name: getattr(self, name) for name in MANIFEST.parts if hasattr(self, name)}
        tiers = {tier: list(files) for tier, files in self.tiers.items()}
        return {**found, "format": FORMAT, "licence": LICENCE, "tiers": tiers, "results": list(self.results)}


def entry(text: str, vectors: list[Vector]) -> dict[str, Json]:
    """What a manifest says of a file."""
    sorts = Counter(vector.sort for vector in vectors)
    digest = hashlib.sha256(text.encode()).hexdigest()
    return {"sha256": digest, "vectors": len(vectors), "sorts": dict(sorted(sorts.items()))}


def manifest_text(manifest: Manifest) -> str:
    """The file: canonical, one part of it on each line, so that changes can be read."""
    parts = manifest.to_json()
    return "{\n" + ",\n".join(f"{dumps(key)}:{dumps(parts[key])}" for key in sorted(parts)) + "\n}\n"


def read_manifest(folder: Path) -> Manifest:
    """The manifest of a folder; `Refused` says what is wrong with it."""
    data = from_bytes(reading.read(folder / NAME))
    if what := MANIFEST.problem_in(data):
        raise Refused("malformed", f"{NAME}: {what}")
    tiers = {tier: tuple(files) for tier, files in data["tiers"].items()}
    told = {key: data[key] for key in ("game", "spec", "files", "sets", "lines", "moves", "names")}
    return Manifest(**told, tiers=tiers, results=tuple(data["results"]))


def tier_at_hand(folder: Path, manifest: Manifest, wanted: str) -> str:
    """The largest tier up to the one that is wanted of which every file is there; that one if there is none."""
    upto = list(TIERS)[: list(TIERS).index(wanted) + 1]
    here = [
        tier
        for tier in upto
        if all(reading.is_there(folder / name) for name in manifest.tiers.get(tier, ()) if name in manifest.files)
    ]
    return here[-1] if here else wanted


def vectors_of(folder: Path, manifest: Manifest, tier: str) -> list[Vector]:
    """Every vector of a tier; `Refused` if a file is not the one the manifest speaks of."""
    found: list[Vector] = []
    for name in manifest.tiers.get(tier, ()):
        if name not in manifest.files:
            continue
        if Path(name).name != name:
            raise Refused("malformed", f"{NAME}: {name} is no file of this folder")
        if not reading.is_there(folder / name):
            raise Refused("malformed", f"{folder / name} is not here: `rulekit vectors {manifest.game}` makes it again")
        data = reading.read(folder / name, within=folder)
        if hashlib.sha256(data).hexdigest() != manifest.files[name]["sha256"]:
            raise Refused("malformed", f"{name} is not the file that {NAME} speaks of: its SHA-256 is another")
        found += _counted(name, list(parse_vectors(data, name)), manifest)
    ids = Counter(vector.id for vector in found)
    twice = [name for name, count in ids.items() if count > 1]
    if twice:
        raise Refused("malformed", f"{twice[0]} stands in two files of the tier {tier}")
    return found


def _counted(name: str, vectors: list[Vector], manifest: Manifest) -> list[Vector]:
    wanted = manifest.files[name]["vectors"]
    if len(vectors) != wanted:
        raise Refused("malformed", f"{name} has {len(vectors)} vectors, and {NAME} says {wanted}")
    return vectors


__all__ = [
    "FULL",
    "KEPT_FILE",
    "MANIFEST",
    "NAME",
    "STANDARD",
    "TIERS",
    "TINY",
    "Manifest",
    "entry",
    "manifest_text",
    "read_manifest",
    "tier_at_hand",
    "vectors_of",
]  # fmt: skip


# ------------------------------------------------------------------ the JSON Schemas of a vector and of a manifest


SCHEMAS: dict[str, tuple[str, ObjectShape]] = {
    "vector.json": ("One line of a vector file", VECTOR),
    "vector-manifest.json": ("The manifest of a folder of vectors", MANIFEST),
}


def schema(name: str) -> dict[str, Any]:
    """The schema that stands in the file of this name."""
    title, shape = SCHEMAS[name]
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": f"{FORMAT}/{name}", "title": title}
    return {**head, **shape.schema()}


def schema_text(name: str) -> str:
    """The file."""
    return json.dumps(schema(name), indent=1, ensure_ascii=False) + "\n"
