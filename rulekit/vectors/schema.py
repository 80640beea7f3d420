"""The JSON Schemas of a vector and of a manifest, made from their form."""

from __future__ import annotations

import json
from typing import Any

from rulekit.protocol.json_shapes import Record
from rulekit.vectors.form import FORMAT, VECTOR
from rulekit.vectors.manifest import MANIFEST

SCHEMAS: dict[str, tuple[str, Record]] = {
    "vector.json": ("One line of a vector file", VECTOR),
    "vector-manifest.json": ("The manifest of a folder of vectors", MANIFEST),
}


def schema(name: str) -> dict[str, Any]:
    """The schema that stands in the file of this name."""
    title, shape = SCHEMAS[name]
    head = {"$schema": "https://json-schema.org/draft/2020-12/schema", "$id": f"{FORMAT}/{name}", "title": title}
    return {**head, **shape.schema()}


def written(name: str) -> str:
    """The file."""
    return json.dumps(schema(name), indent=1, ensure_ascii=False) + "\n"
