"""JSON Schemas of every request and answer, made from the table of operations."""

from __future__ import annotations

from typing import Any

from rulekit.files.json_reading import LARGEST
from rulekit.protocol.json_shapes import ObjectShape, TextShape, WholeNumber
from rulekit.protocol.operations import OPERATIONS, Operation

DRAFT = "https://json-schema.org/draft/2020-12/schema"
NUMBER = WholeNumber(0, LARGEST)


def messages() -> dict[str, dict[str, Any]]:
    """One schema for each operation: whatever is said in it, by either side."""
    return {name: _messages(op) for name, op in OPERATIONS.items()}


def _messages(op: Operation) -> dict[str, Any]:
    request = ObjectShape({"id": NUMBER, "op": TextShape(), **dict(op.arguments)}).schema()
    request["properties"]["op"] = {"const": op.name}
    answers = {"ok": op.answer, **({"refused": TextShape()} if op.refusable else {}), "error": TextShape()}
    return {
        "$schema": DRAFT,
        "title": f"{op.name}, an operation of the conformance protocol",
        "description": op.says,
        "x-level": f"L{op.level}",
        **({"x-feature": op.feature} if op.feature else {}),
        "anyOf": [{"$ref": "#/$defs/request"}, {"$ref": "#/$defs/answer"}],
        "$defs": {
            "request": request,
            "answer": {"oneOf": [_answer(kind, shape, answers) for kind, shape in answers.items()]},
        },
    }


def _answer(kind: str, shape: Any, kinds: dict[str, Any]) -> dict[str, Any]:
    """One kind of answer; none of the others may stand beside it."""
    found = ObjectShape({"id": NUMBER, kind: shape}, open=True).schema()
    found["properties"] |= {other: False for other in kinds if other != kind}
    return found


__all__ = ["DRAFT", "messages"]
