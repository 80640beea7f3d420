"""An engine that is a program of its own: one request on a line of its input, one answer on a line of its output.

{"call":"legal","args":[0]}             {"ok":[{"do":"roll"}]}
{"call":"apply","args":[0,{"do":"x"}]}  {"refused":"there is no x"}
{"call":"view","args":[null]}           {"error":"no views here"}
"""

from __future__ import annotations

import contextlib
import json
import os
import select
import subprocess
import tempfile
from collections.abc import Sequence

from rulekit.verify.impl import Call, Fails, Json, Refuses

PATIENCE = 60.0  # seconds for one answer
LONGEST = 1 << 24  # bytes of one answer


class Wire:
    """The program, its two pipes, and what it has said of a line not yet ended."""

    def __init__(self, command: Sequence[str], patience: float = PATIENCE) -> None:
        self.patience = patience
        self.rest = b""
        self.errors = tempfile.TemporaryFile()  # what it says beside its answers, for the day it dies
        try:
            self.process = subprocess.Popen(
                command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.errors, bufsize=0
            )
        except OSError as wrong:
            raise Fails(f"{command[0]} does not start: {wrong.strerror}") from wrong

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
        lines = [json.dumps({"call": name, "args": args}, separators=(",", ":")) for name, *args in calls]
        self._write(("\n".join(lines) + "\n").encode())
        return [self._read(name) for name, *_ in calls]

    # -------------------------------------------------------------- the pipes

    def _write(self, data: bytes) -> None:
        assert self.process.stdin is not None
        try:
            self.process.stdin.write(data)
        except OSError:
            raise Fails(self._last_words()) from None

    def _read(self, name: str) -> Json:
        line = self._line(name)
        try:
            data = json.loads(line)
        except ValueError:
            raise Fails(f"to {name} it answered what is no JSON: {line[:80]!r}") from None
        if isinstance(data, dict) and "ok" in data:
            return data["ok"]
        if isinstance(data, dict) and "refused" in data:
            return Refuses(str(data["refused"]))
        wrong = data.get("error", data) if isinstance(data, dict) else data
        raise Fails(f"{name} failed: {str(wrong)[:400]}")

    def _line(self, name: str) -> bytes:
        assert self.process.stdout is not None
        while b"\n" not in self.rest:
            ready, _, _ = select.select([self.process.stdout], [], [], self.patience)
            if not ready:
                raise Fails(f"no answer to {name} within {self.patience:g} seconds")
            part = os.read(self.process.stdout.fileno(), 1 << 16)
            if not part:
                raise Fails(self._last_words())
            self.rest += part
            if len(self.rest) > LONGEST:
                raise Fails(f"the answer to {name} is longer than {LONGEST:,} bytes")
        line, _, self.rest = self.rest.partition(b"\n")
        return line

    def _last_words(self) -> str:
        """Why it is gone."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(1)
        self.errors.seek(0)
        said = self.errors.read().decode("utf-8", "replace").strip().splitlines()
        return f"it ended with {self.process.poll()}" + (f": {said[-1][:300]}" if said else "")

    def close(self) -> None:
        """Its input ends; a program that stays is stopped."""
        for pipe in (self.process.stdin, self.process.stdout):
            if pipe is not None:
                pipe.close()
        try:
            self.process.wait(2)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.errors.close()


__all__ = ["Wire"]
