"""One engine as a process: bytes to it, lines from it, each in time; and how it ended, if it did."""

from __future__ import annotations

import contextlib
import json
import os
import re
import select
import shutil
import signal
import subprocess
import time
from typing import Any

import attrs

from rulekit.protocol.session import EngineFailure
from rulekit.runner import cleaned, sandbox, supervisor
from rulekit.runner.engine_limits import Limits
from rulekit.runner.launch import Launch, let_go

PART = 1 << 16  # bytes that are read or written at once
RING = 1 << 16  # bytes that are remembered of what it says besides
LOOKS = 8  # so often it is looked whether something was written unasked
LEAVING = 2.0  # seconds in which it may end by itself
ENDING = 15.0  # seconds within which its supervisor must have ended everything
ENDED_BY: dict[int, str] = {signal.SIGXFSZ: "disk", signal.SIGXCPU: "cpu"}  # signals by which the system keeps limits
NAMED = re.compile(
    r"\s*(Uncaught )?[\w.:]*(Error|Exception)\b|\s*(thread .* panicked|panic:|fatal error:|PHP Fatal)", re.IGNORECASE
)
CRASH = 60  # lines in which a crash is told
SHOWN = 300  # letters of its last line that are told


class EngineProcess:
    """The engine, and the supervisor that stands over it."""

    def __init__(self, launch: Launch) -> None:
        self.command, self.limits = launch.command, launch.limits
        self.sent, self.heard, self.words, self.reported = bytearray(), bytearray(), bytearray(), bytearray()
        self.noise = 0
        self.told: dict[str, Any] = {}  # what the supervisor said: a limit, an end
        self.hopeless = False  # it will not end by itself
        self.open = True
        self.born = time.monotonic()
        self.begun = launch.begin()
        self.process, self.report = self.begun.process, self.begun.report
        streams = (self.process.stdin, self.process.stdout, self.process.stderr)
        self.stdin, self.stdout, self.stderr = (stream.fileno() for stream in streams if stream is not None)
        os.set_blocking(self.stdin, False)
        self.readers = [self.stdout, self.stderr, self.report]

    # -------------------------------------------------------------- talking

    def send(self, data: bytes) -> None:
        """What it is to be told; it is written while answers are waited for."""
        self.sent += data

    def read_unasked_output(self) -> bytes:
        """What it has written though nothing was asked."""
        for _ in range(LOOKS):
            if self.stdout not in self.readers or not self._pump(0):
                break
        return bytes(self.heard)

    def line(self, name: str, timeout: float, allowed: float, kind: str) -> bytes:
        """Its next line, without the end of it; `EngineFailure` if none comes in time, or it has gone.

        `allowed` are the seconds that are told, of which some may be over; `kind` is the failure if none are left.
        """
        end, looked = time.monotonic() + timeout, 0
        while (at := self.heard.find(b"\n", looked)) < 0:
            looked = len(self.heard)
            if looked > self.limits.line:
                break
            self._must_go_on()
            left = min(end, self._last_moment()) - time.monotonic()
            if left <= 0 or (not self._pump(left) and time.monotonic() >= end):
                self._must_go_on()
                raise self._too_late(name, allowed, kind)
        if at < 0 or at > self.limits.line:
            self.hopeless = True
            raise EngineFailure(f"the answer to {name} is longer than {self.limits.line:,} bytes", "oversize")
        line = bytes(self.heard[:at])
        del self.heard[: at + 1]
        return line

    def _must_go_on(self) -> None:
        """An end, a limit that was passed, or too many words besides."""
        if self.noise > self.limits.noise:
            self.hopeless = True
            raise EngineFailure(f"it wrote more than {self.limits.noise:,} bytes to its standard error", "flood")
        if "limit" in self.told or not {self.stdout, self.report} <= set(self.readers):
            raise self.end_failure()

    def _last_moment(self) -> float:
        return self.born + self.limits.total if self.limits.total else float("inf")

    def _too_late(self, name: str, allowed: float, kind: str) -> EngineFailure:
        self.hopeless = True
        if time.monotonic() >= self._last_moment():
            return EngineFailure(f"it may run for {self.limits.total:g} seconds, and these are over", "timeout-total")
        return EngineFailure(f"no answer to {name} within {allowed:g} seconds{self._last_words()}", kind)

    def _pump(self, seconds: float) -> bool:
        """Write and read whatever is possible now; false if nothing was within these seconds."""
        full = len(self.heard) > self.limits.line
        readers = [one for one in self.readers if one != self.stdout or not full]
        readable, writable, _ = select.select(readers, [self.stdin] if self.sent else [], [], min(seconds, 3600.0))
        if writable:
            self._write()
        for pipe in readable:
            self._read(pipe)
        return bool(readable or writable)

    def _write(self) -> None:
        try:
            del self.sent[: os.write(self.stdin, self.sent[:PART])]
        except BlockingIOError:
            pass
        except OSError:
            self.sent.clear()  # it does not listen any more; that its answer is missing tells the rest

    def _read(self, pipe: int) -> None:
        part = os.read(pipe, PART)
        if not part:
            self.readers.remove(pipe)
        elif pipe == self.stdout:
            self.heard += part
        elif pipe == self.stderr:
            self.noise += len(part)
            self.words += part
            del self.words[:-RING]
        else:
            self.reported += part
            lines = self.reported.split(b"\n")
            self.reported = lines.pop()
            for line in lines:
                self.told.update(json.loads(line))

    # -------------------------------------------------------------- the end of it

    def end_failure(self) -> EngineFailure:
        """Why it answers no more."""
        end = time.monotonic() + 1
        while self.report in self.readers and not self._has_ended() and (left := end - time.monotonic()) > 0:
            self._pump(left)
        while self.stderr in self.readers and self._has_ended() and (left := end - time.monotonic()) > 0:
            self._pump(left)
        if "unstarted" in self.told:
            return EngineFailure(f"{self.command[0]} does not start: {self.told['unstarted']}", "start")
        if "limit" in self.told:
            return self._limit_failure(str(self.told["limit"]))
        if not self._has_ended() and self.report not in self.readers:
            return EngineFailure(f"it ended the process that watches it{self._last_words()}", "signal")
        if self.told.get("ended") is None:
            self.hopeless = True
            return EngineFailure(f"it closed its output and goes on{self._last_words()}", "closed")
        return self._end_failure(int(self.told["ended"]))

    def _has_ended(self) -> bool:
        return not self.told.keys().isdisjoint(("ended", "unstarted"))

    def _limit_failure(self, which: str) -> EngineFailure:
        unit, passed = (attrs.fields_dict(Limits)[which].metadata[key] for key in ("unit", "passed"))
        most = getattr(self.limits, which)
        more = f" of {which}" if unit in ("bytes", "seconds") else ""
        told = passed or f"it took more than {most:,} {unit}{more}, and was ended"
        return EngineFailure(f"{told}{self._last_words()}", which)

    def _end_failure(self, code: int) -> EngineFailure:
        if self.begun.box == sandbox.BWRAP and code > 128:
            code = 128 - code  # so the box says that a signal ended it
        begun = cleaned.line(bytes(self.heard[:40]).decode("utf-8", "replace"))
        half = f" in the middle of an answer, {begun!r}" if begun else ""
        kind = ENDED_BY.get(-code, "signal") if code < 0 else "exit"
        return EngineFailure(f"{_how(code)}{half}{self._last_words()}", kind)

    def _last_words(self) -> str:
        """The last line that it wrote to its standard error; of a crash the line that names it."""
        lines = bytes(self.words).decode("utf-8", "replace").strip().splitlines()
        named = [line for line in lines[-CRASH:] if NAMED.match(line)]
        return f": {cleaned.line((named or lines)[-1], SHOWN)}" if lines else ""

    def close(self) -> None:
        """Its input ends; what stays is stopped, with everything that it started, wherever that has gone."""
        if not self.open:
            return
        self.open = False
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
        self.readers, self.sent = [one for one in self.readers if one == self.report], bytearray()
        end = time.monotonic() + (0 if self.hopeless else LEAVING)
        while self.readers and not self._has_ended() and (left := end - time.monotonic()) > 0:
            self._pump(left)
        let_go(self.begun.leash)
        self._reap()
        let_go(self.report)
        shutil.rmtree(self.begun.folder, ignore_errors=True)

    def _reap(self) -> None:
        """Wait for the supervisor; if it was ended itself, do its work."""
        try:
            self.process.wait(ENDING)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        while self.report in self.readers and self._pump(0):
            pass
        if not self._has_ended():
            supervisor.ProcessWatch(self.begun.mark).sweep()

    @property
    def isolation(self) -> str:
        """What stands between it and the machine: a `sandbox`, or `limits` alone."""
        return "sandbox" if self.begun.box == sandbox.BWRAP else "limits"

    @property
    def processes_left(self) -> int:
        """How many processes it left behind when it ended; they were ended then."""
        return int(self.told.get("left", 0))


def _how(code: int) -> str:
    """`it ended with 1`, `it was ended by SIGKILL`."""
    if code >= 0:
        return f"it ended with {code}"
    names = {one.value: one.name for one in signal.Signals}
    return f"it was ended by {names.get(-code, f'signal {-code}')}"


__all__ = ["EngineProcess"]
