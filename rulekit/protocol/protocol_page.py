"""The tables of the page about the protocol, made from the table of operations."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.protocol.operations import FEATURES, LEVELS, OPERATIONS, Operation


def tables() -> dict[str, str]:
    """Each table by the name of its place in docs/conformance/protocol.md."""
    return {"operations": _lines(_operations()), "features": _lines(_features()), "levels": _lines(_levels())}


def _lines(lines: Iterator[str]) -> str:
    return "\n".join(lines) + "\n"


def _operations() -> Iterator[str]:
    yield "| Operation | Arguments | What it asks | `ok` | May be refused | Level |"
    yield "|---|---|---|---|---|---|"
    for op in OPERATIONS.values():
        names = ", ".join(f"`{name}`" for name in op.names)
        refused = "yes" if op.refusable else ""
        yield f"| `{op.name}` | {names} | {op.says} | {_answer(op)} | {refused} | {_level(op)} |"


def _answer(op: Operation) -> str:
    """What it must answer; JSON in it stands as code."""
    words, brace, json = op.told.partition("{")
    return f"{words}`{brace}{json}`" if brace else words


def _level(op: Operation) -> str:
    return f"L{op.level}, `{op.feature}`" if op.feature else f"L{op.level}"


def _features() -> Iterator[str]:
    yield "| Feature | An engine that has it |"
    yield "|---|---|"
    yield from (f"| `{one.name}` | {one.says} |" for one in FEATURES.values())


def _levels() -> Iterator[str]:
    yield "| Level | An engine of this level |"
    yield "|---|---|"
    yield from (f"| L{number} | {says} |" for number, says in LEVELS.items())


__all__ = ["tables"]
