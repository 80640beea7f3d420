"""A program of its own behind three pipes: what it is told, what it answers line by line, what it says besides.

Nothing here waits for ever or grows without end, and when it is over nothing that the program started is left.
"""

from __future__ import annotations

import contextlib
import os
import select
import signal
import subprocess
import time
from collections.abc import Sequence

from rulekit.verify.impl import Fails

LONGEST = 1 << 24  # bytes of one answer
PART = 1 << 16  # bytes that are read at once
WORDS = 1 << 13  # bytes that are remembered of what it says besides
LOOKS = 8  # so often it is looked whether there is something
LEAVING = 2.0  # seconds in which it may end by itself


class Program:
    """A process in a group of its own, so that Ctrl-C is for us and all that it started can be ended with it."""

    def __init__(self, command: Sequence[str]) -> None:
        self.sent, self.heard, self.besides = bytearray(), bytearray(), bytearray()
        self.given_up = False
        pipe = subprocess.PIPE
        try:
            self.process = subprocess.Popen(
                command, stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, start_new_session=True
            )
        except (OSError, ValueError) as wrong:
            raise Fails(f"{command[0]} does not start: {getattr(wrong, 'strerror', None) or wrong}") from wrong
        streams = (self.process.stdin, self.process.stdout, self.process.stderr)
        self.stdin, self.stdout, self.stderr = (stream.fileno() for stream in streams if stream is not None)
        os.set_blocking(self.stdin, False)
        self.readers = [self.stdout, self.stderr]

    # -------------------------------------------------------------- talking

    def tell(self, data: bytes) -> None:
        """What it is to be told; it is written while answers are waited for."""
        self.sent += data

    def unasked(self) -> bytes:
        """What it has written though nothing was asked."""
        for _ in range(LOOKS):
            if self.stdout not in self.readers or not self._pump(0):
                break
        return bytes(self.heard)

    def line(self, patience: float, name: str) -> bytes:
        """Its next line; `Fails` if none comes in time, or it has gone."""
        end, looked = time.monotonic() + patience, 0
        while (at := self.heard.find(b"\n", looked)) < 0:
            looked = len(self.heard)
            left = end - time.monotonic()
            if looked > LONGEST:
                raise Fails(f"the answer to {name} is longer than {LONGEST:,} bytes")
            if self.stdout not in self.readers:
                raise Fails(self.last_words())
            if left <= 0 or (not self._pump(left) and time.monotonic() >= end):
                self.given_up = True
                raise Fails(f"no answer to {name} within {patience:g} seconds{self._said()}")
        line = bytes(self.heard[:at])
        del self.heard[: at + 1]
        return line

    def _pump(self, seconds: float) -> bool:
        """Write and read whatever is possible now; false if nothing was within these seconds."""
        writers = [self.stdin] if self.sent else []
        readable, writable, _ = select.select(self.readers, writers, [], seconds)
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
        else:
            self.besides += part
            del self.besides[:-WORDS]

    # -------------------------------------------------------------- the end of it

    def last_words(self) -> str:
        """Why it is gone."""
        end = time.monotonic() + 1
        while self.stderr in self.readers and (left := end - time.monotonic()) > 0 and self._pump(left):
            pass
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(max(0.1, end - time.monotonic()))
        code = self.process.poll()
        if code is None:
            self.given_up = True
            return f"it closed its output and goes on{self._said()}"
        begun = bytes(self.heard[:40]).decode("utf-8", "replace").strip()
        half = f" in the middle of an answer, {begun!r}" if begun else ""
        return f"{_ended(code)}{half}{self._said()}"

    def _said(self) -> str:
        """The last line that it wrote to its standard error."""
        lines = bytes(self.besides).decode("utf-8", "replace").strip().splitlines()
        return f": {lines[-1][:300]}" if lines else ""

    def close(self) -> None:
        """Its input ends; what stays is stopped, with everything that it started."""
        for pipe in (self.process.stdin, self.process.stdout, self.process.stderr):
            if pipe is not None:
                with contextlib.suppress(OSError):
                    pipe.close()
        end = time.monotonic() + (0 if self.given_up else LEAVING)
        while not _gone(self.process) and time.monotonic() < end:
            time.sleep(0.005)
        with contextlib.suppress(OSError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()


def _gone(process: subprocess.Popen[bytes]) -> bool:
    """Whether it has ended. It is not waited for yet, so that its number is no other's when its group is ended."""
    if process.returncode is not None:
        return True
    try:
        return os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT) is not None
    except ChildProcessError:
        return True


def _ended(code: int) -> str:
    """`it ended with 1`, `it was ended by SIGKILL`."""
    if code >= 0:
        return f"it ended with {code}"
    names = {one.value: one.name for one in signal.Signals}
    return f"it was ended by {names.get(-code, f'signal {-code}')}"


__all__ = ["Program"]
