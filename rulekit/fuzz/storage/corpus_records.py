"""What a record of a corpus looks like, by its kind; what looks otherwise is told and never taken over."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import attrs

from rulekit.fuzz.guidance.coverage_goals import SORTS
from rulekit.fuzz.oracles import Blame
from rulekit.fuzz.storage.record_store import Record

FORMAT = "rulekit-corpus/1"
FAMILY = FORMAT.partition("/")[0] + "/"
ENTRY, PROGRESS, FAILURE = "entry", "progress", "failure"
COUNTS = ("games", "decisions", "judged", "packets", "next", "failed")
Test = Callable[[Any], bool]


@attrs.frozen
class Sorted:
    """Records that can be used, and how many cannot: those of a later version, and those that are none."""

    records: tuple[Record, ...] = ()
    later: int = 0
    strange: int = 0


def usable(record: Record) -> bool:
    """Whether every part of it is of the right shape; whether it fits the rules only a game can tell."""
    shape = SHAPES.get(record["kind"]) if isinstance(record.get("kind"), str) else None
    return (
        shape is not None and not later(record) and all(name in record and test(record[name]) for name, test in shape)
    )


def later(record: Record) -> bool:
    """Whether another version has written it."""
    found = record.get("format", FORMAT)
    return isinstance(found, str) and found.startswith(FAMILY) and found != FORMAT


def sorted_out(records: Iterable[Record]) -> Sorted:
    """The usable ones, and how many of the others there are."""
    known = list(records)
    others = [later(record) for record in known if not usable(record)]
    return Sorted(tuple(record for record in known if usable(record)), others.count(True), others.count(False))


# ------------------------------------------------------------------ shapes


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _count(value: Any) -> bool:
    return type(value) is int and value >= 0


def _counts(value: Any) -> bool:
    return isinstance(value, list) and all(map(_count, value))


def _config(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("options"), dict) and _count(value.get("seats"))


def _goals(value: Any) -> bool:
    return isinstance(value, list) and all(map(_goal, value))


def _goal(value: Any) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(map(_text, value)) and value[0] in SORTS


def _blame(value: Any) -> bool:
    wanted = {field.name: BLAMED[str(field.type)] for field in attrs.fields(Blame)}
    needed = {field.name for field in attrs.fields(Blame) if field.default is attrs.NOTHING}
    if not isinstance(value, dict) or not needed <= set(value) <= set(wanted):
        return False
    return all(wanted[name](one) for name, one in value.items())


BLAMED: dict[str, Test] = {"str": _text, "int": _count, "int | None": lambda value: value is None or _count(value)}
HEAD: tuple[tuple[str, Test], ...] = (("spec", _text), ("config", _config), ("fate", _count), ("picks", _counts))
SHAPES: dict[str, tuple[tuple[str, Test], ...]] = {
    ENTRY: (*HEAD, ("goals", _goals)),
    FAILURE: (*HEAD, ("blame", _blame)),
    PROGRESS: (("spec", _text), ("seed", _text), *((name, _count) for name in COUNTS)),
}
