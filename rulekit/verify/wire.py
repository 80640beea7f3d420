"""An engine that is a program of its own: one request on a line of its input, one answer on a line of its output.

{"call":"legal","args":[0]}             {"ok":[{"do":"roll"}]}
{"call":"apply","args":[0,{"do":"x"}]}  {"refused":"there is no x"}
{"call":"view","args":[null]}           {"error":"no views here"}
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from rulekit.verify.answers import shaped
from rulekit.verify.impl import PATIENCE, Call, Fails, Json, Refuses
from rulekit.verify.program import Program

SHOWN = 80  # bytes of what is no answer


class Wire:
    """The program, and how long it may take for one answer."""

    def __init__(self, command: Sequence[str], patience: float = PATIENCE) -> None:
        self.patience = patience
        self.begun = False
        self.program = Program(command)

    # -------------------------------------------------------------- the calls

    def about(self) -> dict[str, Json]:
        return dict(self.call("about"))

    def start(self, config: dict[str, Json]) -> None:
        self.call("start", config)

    def load(self, position: dict[str, Json]) -> None:
        self.call("load", position)

    def chance(self, label: str, outcome: Json) -> None:
        self.call("chance", label, outcome)

    def asked(self) -> list[int]:
        return list(self.call("asked"))

    def legal(self, seat: int) -> list[dict[str, Json]]:
        return list(self.call("legal", seat))

    def apply(self, seat: int, move: dict[str, Json]) -> None:
        self.call("apply", seat, move)

    def position(self) -> dict[str, Json]:
        return dict(self.call("position"))

    def view(self, seat: int | None) -> dict[str, Json]:
        return dict(self.call("view", seat))

    def result(self) -> dict[str, Json]:
        return dict(self.call("result"))

    def call(self, name: str, *args: Json) -> Json:
        """One request and its answer; a refusal is raised."""
        (found,) = self.several([(name, *args)])
        if isinstance(found, Refuses):
            raise found
        return found

    def several(self, calls: Sequence[Call]) -> list[Json]:
        """Some requests at once, and their answers in order."""
        unasked = self.program.unasked() if self.begun else b""  # before that it is taken for the first answer
        self.begun = True
        if unasked:
            raise Fails(f"it wrote {_said(unasked)} and was not asked; what is no answer belongs to standard error")
        lines = [json.dumps({"call": name, "args": args}, separators=(",", ":")) for name, *args in calls]
        self.program.tell(("\n".join(lines) + "\n").encode())
        return [self._answer(name) for name, *_ in calls]

    def _answer(self, name: str) -> Json:
        line = self.program.line(self.patience, name)
        try:
            data = json.loads(line, parse_constant=_no)
        except (ValueError, RecursionError):
            raise Fails(
                f"to {name} it answered what is no JSON on one line: {_said(line)}; "
                "what is no answer belongs to standard error"
            ) from None
        if isinstance(data, dict) and "ok" in data:
            return shaped(name, data["ok"])
        if isinstance(data, dict) and "refused" in data:
            return _refused(name, str(data["refused"]))
        wrong = data.get("error", data) if isinstance(data, dict) else data
        raise Fails(f"{name} failed: {str(wrong)[:400]}")

    def close(self) -> None:
        """Its input ends; a program that stays is stopped."""
        self.program.close()


def _refused(name: str, why: str) -> Refuses:
    """Only a move, and a position to go on from, can be refused."""
    if name not in ("apply", "load"):
        raise Fails(f"it refused {name}: {why[:400]}")
    return Refuses(why)


def _said(text: bytes) -> str:
    return repr(text[:SHOWN].decode("utf-8", "replace")) + (".." if len(text) > SHOWN else "")


def _no(text: str) -> Any:
    raise ValueError(f"{text} is no JSON")


__all__ = ["Wire"]
