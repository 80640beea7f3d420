"""What written engines stand on: positions, frames, and small helpers for collections."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekit.play.machine.rule_faults import Fault

RUNNING, DECIDE, SEALED, CHANCE, OVER = range(5)
NO_BAG: dict[Any, int] = {}
NO_LOOPS: dict[int, Any] = {}


class Stop(Exception):
    """The game is over; whatever was under way is dropped."""


class Frame:
    """One body that has begun and can wait."""

    pc = 0
    menu: Any = None
    reported = 0
    old: Any = None
    before: Any = None  # what a law about this run will compare with
    phase = "run"
    fired = False
    host = False
    loops: dict[int, Any] = NO_LOOPS  # a body with loops gets its own when it begins
    seen: dict[int, int] = NO_LOOPS

    def __init__(self, of: Any, env: dict[str, Any], body: Callable[[Any, Any], None], key: str) -> None:
        self.of = of
        self.env = env
        self.body = body
        self.key = key

    def copied(self, owner: Any) -> Frame:
        made = Frame.__new__(type(self))
        made.__dict__.update(self.__dict__)
        made.env = dict(self.env)
        if self.loops is not NO_LOOPS:
            made.loops = dict(self.loops)
            made.seen = {}
        made.of = owner
        return made


class LoopFrame(Frame):
    """One with loops or a menu in it."""

    def __init__(self, of: Any, env: dict[str, Any], body: Callable[[Any, Any], None], key: str) -> None:
        super().__init__(of, env, body, key)
        self.loops = {}
        self.seen = {}


def own(s: Any) -> Frame:
    """The innermost frame, made this position's own before it changes."""
    f: Frame = s.frames[-1]
    if f.of is not s.me:
        f = s.frames[-1] = f.copied(s.me)
    return f


def react(host: Frame, body: Callable[[Any, Any], None], key: str, instead: bool) -> Frame:
    """A reaction sees the parameters of its event and its `player`."""
    env = {k: x for k, x in host.env.items() if k not in ("last", "here")}
    made = LoopFrame(host.of, env, body, key)
    made.old = host.old
    made.host = instead
    return made


def skip_host(s: Any, ends: dict[str, int]) -> None:
    """A reaction instead of its host has fired: the host goes to its end."""
    if s.frames:
        f = own(s)
        f.pc = ends[f.key]


def close_menu(f: Frame) -> None:
    f.menu = None
    f.loops.pop(-1, None)


def opened(answers: dict[int, Any]) -> dict[str, Any]:
    return {"left": tuple(sorted(answers)), "answers": dict(answers), "answer": None}


def over(s: Any, winners: Any, clause: str | None) -> None:
    s.frames = []
    s.stage = OVER
    s.won = winners
    if clause:
        s.lines.append(clause)
    raise Stop


def done(s: Any, winners: Any, clause: str | None) -> None:
    """The same where a generator stops for good behind it."""
    s.stage = OVER
    s.won = winners
    s.lines.append(clause)
    s.go = None


# ------------------------------------------------------------------ faults


def outside(clause: str | None, state: str, value: Any, low: int, high: int) -> Fault:
    return Fault("outside", clause, f"{state} would be {value}, it is {low} to {high}")


def astray(f: Frame, pc: int) -> RuntimeError:
    """A frame stands where no body of the written engine waits: it was made by hand, and wrongly."""
    return RuntimeError(f"nothing waits at {pc} of {f.key}")


def ran_out(clause: str | None, detail: str) -> Fault:
    return Fault("ran-out", clause, detail)


def unfallen(clause: str | None) -> Fault:
    return Fault("ran-out", clause, "what should fall did not")
