"""Engines on the command line: a file of Python, a file with a known interpreter, or a whole command."""

from __future__ import annotations

import hashlib
import shlex
import shutil
import sys
from pathlib import Path

import attrs

from rulekit.files import reading
from rulekit.protocol.session import EngineFailure
from rulekit.runner import cleaned, sandbox
from rulekit.runner import python_host as host
from rulekit.runner.engine_limits import USUAL, Limits
from rulekit.runner.launch import Launch
from rulekit.runner.process_session import PipeSession

RUNNERS = {
    ".mjs": "node",
    ".cjs": "node",
    ".js": "node",
    ".rb": "ruby",
    ".lua": "lua",
    ".php": "php",
    ".pl": "perl",
    ".tcl": "tclsh",
    ".java": "java",
}
RESTARTS = 10  # how often an engine that fails is started again


@attrs.frozen
class EngineCommand:
    """What was asked for, with its limits; plain enough to be sent to another process."""

    text: str
    limits: Limits = USUAL
    sandbox: str = sandbox.AUTO
    environment: tuple[str, ...] = ()  # names of variables that it gets besides the usual ones

    @property
    def file(self) -> Path | None:
        """The file that holds the engine, if one can be told."""
        for part in (self.text, *_words(self.text)):
            if Path(part).is_file() and Path(part).suffix:
                return Path(part)
        return None

    @property
    def command(self) -> tuple[str, ...]:
        """How it is started: a file of Python behind the small host that speaks for it."""
        path = Path(self.text)
        if not path.is_file():
            return tuple(_words(self.text))
        place = str(path.resolve())
        if path.suffix == ".py":
            return (sys.executable, host.__file__, place)
        runner = RUNNERS.get(path.suffix)
        return (runner, place) if runner else (place,)

    @property
    def launch(self) -> Launch:
        """A file gets a folder of its own to write to; a command stands where it was typed, for what it names."""
        alone = Path(self.text).is_file()
        return Launch(self.command, self.limits, self.sandbox, alone, self.environment)

    @property
    def hash(self) -> str:
        """SHA-256 of the file, so that a report says what it is about."""
        return hashlib.sha256(reading.read(self.file)).hexdigest() if self.file is not None else ""

    def why_missing(self) -> str:
        """Why it cannot be started; empty if it looks as if it could."""
        program = self.command[0]
        if not program:
            return "nothing was named"
        return "" if shutil.which(program) else _not_started(program)

    def open(self) -> PipeSession:
        """A new engine; `EngineFailure` if it does not start."""
        if wrong := self.why_missing():
            raise EngineFailure(wrong, "start")
        return PipeSession(self.launch)


class EngineHandle:
    """One engine at a time: opened when it is needed, again when it has failed, but not for ever."""

    def __init__(self, source: EngineCommand, restarts: int = RESTARTS) -> None:
        self.source, self.restarts = source, restarts
        self.session: PipeSession | None = None
        self.failures: list[EngineFailure] = []

    def open(self) -> PipeSession:
        """The session; `EngineFailure` if it does not start, or has failed too often."""
        if self.session is not None and self.session.failure is not None:
            self.close_failed(self.session.failure)
        if len(self.failures) > self.restarts:
            told = f"it failed {len(self.failures)} times and is not started again; the last time: {self.failures[-1]}"
            raise EngineFailure(told, "quarantined")
        if self.session is None:
            try:
                self.session = self.source.open()
            except EngineFailure as wrong:
                self.failures.append(wrong)
                raise
        return self.session

    def close_failed(self, wrong: EngineFailure) -> None:
        """What it knows is unknown: it is ended, and who asks again gets a new one."""
        self.failures.append(wrong)
        self.close()

    def close(self) -> None:
        """It ends; who asks again gets a new one."""
        session, self.session = self.session, None
        if session is not None:
            session.close()


def _not_started(program: str) -> str:
    """Why the system would not start it."""
    name = cleaned.line(program)
    if Path(program).is_dir():
        return f"{name} is a folder; name the file in it that is to be started"
    if Path(program).is_file():
        return f"{name} is a file that may not be executed; name the program that runs it, or chmod +x the file"
    return f"there is no file and no program called {name}"


def _words(text: str) -> list[str]:
    try:
        return shlex.split(text) or [""]
    except ValueError:
        return [text]


__all__ = ["EngineCommand", "EngineHandle"]
