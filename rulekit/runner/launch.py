"""Launch of an engine: its command, limits, sandbox and folder, and the supervisor that watches it."""

from __future__ import annotations

import json
import os
import resource
import secrets
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import attrs

from rulekit.protocol.session import EngineFailure
from rulekit.runner import sandbox, supervisor
from rulekit.runner.engine_limits import USUAL, Limits

KEPT = (
    "PATH", "LANG", "LANGUAGE", "TZ", "SYSTEMROOT", "VIRTUAL_ENV", "JAVA_HOME", "DOTNET_ROOT", "GOROOT", "NODE_PATH",
    "PYTHONPATH",
)  # fmt: skip
KEPT_BEGINNINGS = ("LC_",)


@attrs.frozen
class Launch:
    """What is started, and how: plain enough to be sent to another process."""

    command: tuple[str, ...]
    limits: Limits = USUAL
    sandbox: str = sandbox.AUTO
    alone: bool = False  # in an empty folder of its own, not where the command was typed
    environment: tuple[str, ...] = ()  # names of variables that it gets besides the usual ones

    def begin(self) -> StartedEngine:
        """The engine under its supervisor; `EngineFailure` if it does not start."""
        folder = tempfile.mkdtemp(prefix="rulekit-engine-")
        try:
            return self._begin(sandbox.choose_sandbox(self.sandbox), folder)
        except (OSError, ValueError) as wrong:
            shutil.rmtree(folder, ignore_errors=True)
            reason = getattr(wrong, "strerror", None) or wrong
            raise EngineFailure(f"{self.command[0]} does not start: {reason}", "start") from wrong

    def _begin(self, box: str, folder: str) -> StartedEngine:
        command, mark = self._box(box, folder), _mark()
        report, reporting = os.pipe()
        leashed, leash = os.pipe()
        limits = {name: int(value) for name, value in attrs.asdict(self.limits).items()}
        own = sandbox.OWN_PROCESSES if box == sandbox.BWRAP else 0
        task = {"command": command, "mark": mark, "limits": limits, "leash": leashed, "report": reporting}
        script = [sys.executable, "-I", "-S", "-B", supervisor.__file__]
        pipe = subprocess.PIPE
        try:
            process = subprocess.Popen(
                [*script, json.dumps({**task, "folder": folder, "own": own})],
                stdin=pipe, stdout=pipe, stderr=pipe, bufsize=0, pass_fds=(leashed, reporting),
                start_new_session=True, env=self._environment(folder, mark), cwd=self._here(folder),
            )  # fmt: skip
        except BaseException:
            os.close(report)
            os.close(leash)
            raise
        finally:
            os.close(leashed)
            os.close(reporting)
        HELD.update((report, leash))
        return StartedEngine(process, report, leash, mark, folder, box)

    def _box(self, box: str, folder: str) -> list[str]:
        program = shutil.which(self.command[0])
        if program is None:
            raise ValueError("there is no such file or program")
        if box != sandbox.BWRAP:
            return list(self.command)
        needed = sandbox.needed_folders([program, *self.command[1:]])
        return sandbox.box(self.command, folder, self._here(folder), needed)

    def _here(self, folder: str) -> str:
        return folder if self.alone else str(Path.cwd())

    def _environment(self, folder: str, mark: int) -> dict[str, str]:
        allowed = {*KEPT, *self.environment}
        kept = {k: v for k, v in os.environ.items() if k in allowed or k.startswith(KEPT_BEGINNINGS)}
        return {"HOME": folder, "TMPDIR": folder, **kept, supervisor.NAME: str(mark)}


HELD: set[int] = set()  # ends of pipes by which engines are held


def let_go(*ends: int) -> None:
    """Close ends of pipes; an engine whose leash it was is ended."""
    for end in ends:
        HELD.discard(end)
        os.close(end)


def _forget_engines() -> None:
    """A process that was made of this one would hold our engines longer than we do."""
    let_go(*HELD)


os.register_at_fork(after_in_child=_forget_engines)


@attrs.frozen
class StartedEngine:
    """An engine that was started, and what holds it."""

    process: subprocess.Popen[bytes]  # the supervisor, whose pipes are those of the engine
    report: int  # what the supervisor tells
    leash: int  # as long as this is open it lives
    mark: int
    folder: str  # that it may write to
    box: str


def _mark() -> int:
    """A number that no other engine has, and that may be a limit of resident memory here."""
    most = resource.getrlimit(resource.RLIMIT_RSS)[1]
    top = (1 << 62) - 1 if most == resource.RLIM_INFINITY else most
    return top - secrets.randbelow(max(1, top // 2))


__all__ = ["Launch", "StartedEngine", "let_go"]
