"""Resource limits of engines in one table, from which options and documentation are made."""

from __future__ import annotations

from typing import Any

import attrs

MIB = 1 << 20
NONE_AT_ALL = ("total", "network")  # limits that may be 0
MANY = {"": 1, "k": 1 << 10, "m": 1 << 20, "g": 1 << 30}


def _limit(default: Any, unit: str, said: str, passed: str = "") -> Any:
    return attrs.field(default=default, metadata={"unit": unit, "said": said, "passed": passed})


@attrs.frozen
class Limits:
    """One engine, and all that it starts."""

    start: float = _limit(20.0, "seconds", "from its start to its first answer")
    step: float = _limit(10.0, "seconds", "for one answer")
    total: float = _limit(0.0, "seconds", "that an engine may run before it is ended; 0: as long as it is asked")
    memory: int = _limit(2048 * MIB, "bytes", "of memory, of all its processes together")
    cpu: int = _limit(3600, "seconds", "of processor time, of all its processes together")
    processes: int = _limit(64, "processes", "at the same time")
    disk: int = _limit(256 * MIB, "bytes", "of one file, and of all in the folder it may write to")
    files: int = _limit(512, "files", "that one process has open")
    line: int = _limit(MIB, "bytes", "of one answer")
    noise: int = _limit(256 * MIB, "bytes", "on its standard error")
    network: int = _limit(
        0, "attempts", "in a box, to reach the network, which is not there",
        "it tried to reach the network, and was ended; --limit network=100 lets it try a hundred times, in vain",
    )  # fmt: skip

    def with_limit(self, text: str) -> Limits:
        """One of them as it is written, `memory=512M` or `step=2.5`; `ValueError` says what is wrong with it."""
        name, equals, value = text.partition("=")
        known = {field.name: field for field in attrs.fields(Limits)}
        if not equals or name not in known:
            raise ValueError(f"{text!r} is no limit; write NAME=NUMBER, with one of: {', '.join(known)}")
        changes: dict[str, Any] = {name: _number(name, value, known[name].metadata["unit"])}
        return attrs.evolve(self, **changes)


def _number(name: str, text: str, unit: str) -> float | int:
    sort = text[-1:].lower() if unit == "bytes" and text[-1:].isalpha() else ""
    try:
        number = float(text[: len(text) - len(sort)]) * MANY[sort]
    except (ValueError, KeyError):
        number = -1.0
    fits = number > 0 or (number == 0 and name in NONE_AT_ALL)
    if not fits or number >= 1 << 50:
        raise ValueError(f"{text!r} is no number of {unit} for the limit {name}")
    return number if name in ("start", "step", "total") else int(number if name in NONE_AT_ALL else max(1, number))


def table() -> list[tuple[str, float, str, str]]:
    """Name, usual value, unit and meaning of each."""
    fields = attrs.fields(Limits)
    return [(one.name, getattr(USUAL, one.name), one.metadata["unit"], one.metadata["said"]) for one in fields]


USUAL = Limits()

__all__ = ["USUAL", "Limits", "table"]
