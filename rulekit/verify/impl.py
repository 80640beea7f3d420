"""An engine by other hands behind one small door: a file of Python in this process, or a command with JSON lines.

Moves, outcomes, positions and views are written as the rules write them (`rulekit legal`, `rulekit view`). The engine
draws nothing: fate is told to it, outcome by outcome, in the order in which the rules ask. Both kinds of engine are
shown in `conformance/adapters/README.md`.
"""

from __future__ import annotations

import hashlib
import json
import shlex
import shutil
import sys
from collections.abc import Callable, Sequence
from contextlib import redirect_stdout
from pathlib import Path
from traceback import extract_tb
from typing import Any, Protocol, TypeVar

import attrs

from rulekit.data import PACKAGE
from rulekit.files import reading

Json = Any
T = TypeVar("T")


class Impl(Protocol):
    """What an engine must answer. It holds one game; `start` begins another.

    `about` gives `name` and, if it has not everything, `unsaid`: states, zones and keys of the result it does not know.
    """

    def about(self) -> dict[str, Json]: ...

    def start(self, config: dict[str, Json]) -> None:
        """A new game: `game`, `options` and `seats` as in a position."""

    def load(self, position: dict[str, Json]) -> None:
        """Go on from a position as it is written; an engine need not have this, and may refuse with `ValueError`."""

    def chance(self, label: str, outcome: Json) -> None:
        """What fate says at the line and time of the label (`deal.first#1`); also before the first decision."""

    def asked(self) -> list[int]:
        """The seats that must answer; none when the game is over."""

    def legal(self, seat: int) -> list[dict[str, Json]]: ...

    def apply(self, seat: int, move: dict[str, Json]) -> None:
        """Play a move; `ValueError` if it is not legal, and then nothing has changed."""

    def position(self) -> dict[str, Json]:
        """`states` and `zones`, hidden things included."""

    def view(self, seat: int | None) -> dict[str, Json]:
        """The same as a seat, or a spectator, sees it."""

    def result(self) -> dict[str, Json]: ...

    def close(self) -> None:
        """No more games."""


PATIENCE = 60.0  # seconds for one answer
SILENT = ("start", "load", "chance", "apply")  # calls whose answer says nothing
CALLS = ("about", "start", "chance", "asked", "legal", "apply", "position", "view", "result")
Call = tuple[Any, ...]  # the name of a call and its arguments


class Refuses(ValueError):
    """The engine says that a move is not legal."""


class Fails(Exception):
    """The engine did not answer, or not as agreed; what it knows is unknown."""


def called(impl: Any, calls: Sequence[Call]) -> list[Json]:
    """Several calls in one go, which is quicker over a pipe. A refusal stands in its place as a `Refuses`."""
    several = getattr(impl, "several", None)
    if several is not None:
        return list(several(calls))
    with redirect_stdout(sys.stderr):  # what an engine prints is no part of a report
        return [_one(impl, name, args) for name, *args in calls]


def _one(impl: Any, name: str, args: list[Any]) -> Json:
    from rulekit.verify.answers import plain, shaped

    if name == "load" and not hasattr(impl, name):
        return Refuses("it has no load")
    try:
        found = getattr(impl, name)(*json.loads(json.dumps(args)))  # its own copy, to do with as it likes
    except ValueError as refusal:
        if name in ("apply", "load"):
            return Refuses(str(refusal))
        raise Fails(f"{name} failed: {in_short(refusal)}") from refusal
    except (Fails, KeyboardInterrupt):
        raise
    except BaseException as wrong:
        raise Fails(f"{name} failed: {in_short(wrong)}") from wrong
    return shaped(name, plain(name, found)) if name not in SILENT else None


def in_short(wrong: BaseException) -> str:
    """What an engine raised, on one line, and where."""
    said = " ".join(str(wrong).split())
    spots = [frame for frame in extract_tb(wrong.__traceback__) if not _ours(frame.filename)]
    where = f" ({Path(spots[-1].filename).name}:{spots[-1].lineno})" if spots else ""
    return f"{type(wrong).__name__}{f': {said[:300]}' if said else ''}{where}"


def _ours(file: str) -> bool:
    return file.startswith(("<frozen", str(PACKAGE)))


def call(impl: Any, name: str, *args: Any) -> Json:
    """One call; a refusal is raised."""
    (found,) = called(impl, [(name, *args)])
    if isinstance(found, Refuses):
        raise found
    return found


def closed(impl: Impl) -> None:
    """No more games; what an engine says to that is of no matter."""
    try:
        with redirect_stdout(sys.stderr):
            impl.close()
    except KeyboardInterrupt:
        raise
    except BaseException:
        return


# ------------------------------------------------------------------ where it comes from

RUNNERS = {".mjs": "node", ".cjs": "node", ".js": "node", ".rb": "ruby", ".lua": "lua", ".php": "php"}


@attrs.frozen
class Source:
    """What was asked for on the command line: a file of Python, a file with a known runner, or a whole command."""

    text: str
    patience: float = PATIENCE  # seconds that a program may take for one answer

    @property
    def file(self) -> Path | None:
        """The file that holds the engine, if one can be told."""
        for part in (self.text, *_words(self.text)):
            if Path(part).is_file() and Path(part).suffix:
                return Path(part)
        return None

    @property
    def command(self) -> tuple[str, ...]:
        """How it is started; nothing for a file of Python, which runs in this process."""
        path = Path(self.text)
        if not path.is_file():
            return tuple(_words(self.text))
        runner = RUNNERS.get(path.suffix)
        return () if path.suffix == ".py" else (runner, self.text) if runner else (str(path.resolve()),)

    @property
    def hash(self) -> str:
        """SHA-256 of the file, so that a report says what it is about."""
        return hashlib.sha256(reading.read(self.file)).hexdigest() if self.file is not None else ""

    def missing(self) -> str:
        """Why it cannot be started; empty if it looks as if it could."""
        if not self.command:
            return ""
        program = self.command[0] if self.command[0] else ""
        if not program:
            return "nothing was named"
        return "" if shutil.which(program) else f"there is no file and no program called {program}"

    def open(self) -> Impl:
        """A new engine; `Fails` if it does not start."""
        from rulekit.verify import python_impl, wire

        if wrong := self.missing():
            raise Fails(wrong)
        return wire.Wire(self.command, self.patience) if self.command else python_impl.opened(Path(self.text))


Factory = Callable[[], Impl]


def _words(text: str) -> list[str]:
    try:
        return shlex.split(text) or [""]
    except ValueError:
        return [text]
