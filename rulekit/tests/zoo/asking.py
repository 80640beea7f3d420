"""A short game with a faulty engine: what it was found guilty of, what it cost, and what it left behind."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path

import attrs

from rulekit.play.games.game import Game
from rulekit.protocol.handshake import greet
from rulekit.protocol.session import EngineFailure, EngineSession
from rulekit.runner.child import EngineProcess
from rulekit.runner.engine_command import EngineCommand
from rulekit.runner.engine_limits import Limits
from rulekit.runner.process_session import PipeSession
from rulekit.tests.zoo.expected import EXPECTED

PROGRAM = Path(__file__).with_name("program.py")
CONFIG = {"game": "twelve-stones", "options": {"last-stone": "lucky"}, "seats": 2}
MIB = 1 << 20
USUAL = Limits(
    start=15.0, step=8.0, cpu=1, memory=192 * MIB, processes=20, disk=40 * MIB, files=64, noise=24 * MIB
)  # fmt: skip
BUDGET = 30.0  # seconds within which each must be judged, however busy the machine is


@attrs.frozen
class Judged:
    """What came of it."""

    kind: str
    said: str
    seconds: float
    left: tuple[int, ...]  # processes that are still there
    name: str  # as it may be shown


def source(fault: str, box: str, *more: str) -> EngineCommand:
    """The program with a fault, as it is named on the command line; times are short only for what does not answer."""
    expected = EXPECTED.get(fault, ())
    limits = attrs.evolve(USUAL, start=1.0) if "timeout-start" in expected else USUAL
    limits = attrs.evolve(limits, step=0.4) if "timeout-step" in expected else limits
    words = (sys.executable, "-I", "-S", str(PROGRAM), f"'{fault}'", *more)
    return EngineCommand(" ".join(words), limits, box)


def judged(game: Game, engine: EngineCommand) -> Judged:
    """A short game with it."""
    start, kind, said, name = time.monotonic(), "", "", ""
    session: PipeSession | None = None
    try:
        session = engine.open()
        name = talked(game, session)
    except EngineFailure as wrong:
        kind, said = wrong.kind, str(wrong)
    if session is not None:
        session.close()
    seconds = time.monotonic() - start
    return Judged(kind, said, seconds, left_of(session.child) if session is not None else (), name)


def talked(game: Game, session: EngineSession) -> str:
    """The seventh request asks what is legal."""
    agreed = greet(session, game, "0")
    session.ask("start", config=CONFIG)
    session.ask("pending")
    session.ask("legal", seat=0)
    session.ask("position")
    session.ask("ping")
    for seat in (0, 1, 0, 1):
        move = session.ask("legal", seat=seat)[0]
        answers = session.ask_all([("move", {"seat": seat, "move": move}), ("pending", {}), ("position", {})])
        assert answers[2]["states"]["active"] == 1 - seat
    time.sleep(0.15)  # so that whatever it does besides can be seen
    session.ask("ping")
    return agreed.name


def left_of(child: EngineProcess) -> tuple[int, ...]:
    """Processes that carry the mark, or sleep as long as those that gave it away."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            limits = Path(f"/proc/{pid}/limits").read_text(encoding="ascii")
            words = Path(f"/proc/{pid}/cmdline").read_bytes()
            state = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()[0]
        except OSError:
            continue
        if state not in "ZX" and (str(child.begun.mark) in limits.split() or words == b"sleep\0300\0"):
            found.append(int(pid))
    return tuple(found)
