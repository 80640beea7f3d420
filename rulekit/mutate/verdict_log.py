"""Verdicts kept in a file, one line each: a campaign that was broken off goes on where it stopped.

A head line says of which rules and with how much effort what follows was judged; one file can hold several such parts.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from rulekit.files import json_text, reading, writing
from rulekit.mutate.mutant_verdicts import Verdict, read
from rulekit.play.moves.refusals import Refused

FORMAT = "rulekit-verdicts/1"
BEGINS = f'{{"format": "{FORMAT}"'.encode()
THOUSANDTH = 1000  # seconds are kept as whole thousandths


class Keeper:
    """Adds line by line. What other rules, another effort or another seed have judged stays, and is not taken over."""

    def __init__(self, path: Path | None, head: dict[str, Any]) -> None:
        self.known: dict[str, Verdict] = {}
        self.lines: writing.Lines | None = None
        if path is None:
            return
        wanted = _line({"format": FORMAT, "of": _texts(head)})
        lines = writing.Lines(path)
        try:
            whole, parts = _found(path)
        except (Refused, OSError):
            lines.close()
            raise
        self.lines, self.known = lines, parts.get(wanted, {})
        lines.go_on(whole)
        if list(parts)[-1:] != [wanted]:
            lines.add(wanted.encode())

    def keep(self, verdict: Verdict) -> None:
        self.known[verdict.id] = verdict
        if self.lines is not None:
            self.lines.add(_line(_whole(verdict)).encode())

    def close(self) -> None:
        if self.lines is not None:
            self.lines.close()
            self.lines = None


def _line(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False)


def _texts(head: dict[str, Any]) -> dict[str, Any]:
    """The same with every fraction as a text, so that it is read back as it was written."""
    return {
        name: _texts(value) if isinstance(value, dict) else str(value) if isinstance(value, float) else value
        for name, value in head.items()
    }


def _whole(verdict: Verdict) -> dict[str, Any]:
    return {**verdict.to_json(), "seconds": round(verdict.seconds * THOUSANDTH)}


def _found(path: Path) -> tuple[int, dict[str, dict[str, Verdict]]]:
    """Where the last whole line ends, and the verdicts below each head; what is no such file is refused."""
    data = reading.read(path)
    if data[: len(BEGINS)] != BEGINS[: len(data)]:
        raise Refused("malformed", f"{path}: this is no file of verdicts; it was left as it is. Say another with --log")
    size = data.rfind(b"\n") + 1
    return size, _parts(path, data[:size])


def _parts(path: Path, whole: bytes) -> dict[str, dict[str, Verdict]]:
    """The verdicts below each head."""
    parts: dict[str, dict[str, Verdict]] = {}
    here: dict[str, Verdict] = {}
    for number, line in enumerate(whole.split(b"\n")[:-1], 1):
        data = _parsed(path, number, line)
        if data.get("format") == FORMAT:
            here = parts.setdefault(_line(data), {})
        else:
            verdict = _verdict(path, number, data)
            here[verdict.id] = verdict
    return parts


def _parsed(path: Path, number: int, line: bytes) -> dict[str, Any]:
    try:
        data = json_text.parsed(line)
    except json_text.NotStrict as why:
        raise _bad(path, number, str(why)) from None
    if not isinstance(data, dict):
        raise _bad(path, number, "an object is wanted")
    return data


def _verdict(path: Path, number: int, data: dict[str, Any]) -> Verdict:
    try:
        return read({**data, "seconds": data["seconds"] / THOUSANDTH})
    except (KeyError, TypeError, ValueError) as why:
        raise _bad(path, number, "this is no verdict" if not isinstance(why, ValueError) else str(why)) from None


def _bad(path: Path, number: int, why: str) -> Refused:
    more = "the file was left as it is; take the line out, or say another file with --log"
    return Refused("malformed", f"{path}:{number}: {why}; {more}")
