"""Sentences and exit codes for commands that end with an exception."""

import os
import platform
import sys
import traceback
from collections.abc import Callable
from concurrent.futures.process import BrokenProcessPool

import click

from rulekit import __version__
from rulekit.cli.command_registry import OLD_OPTIONS, SAME_OPTIONS
from rulekit.cli.exits import Exit
from rulekit.cli.print_problems import complain, tell
from rulekit.data import PACKAGE, NoSuchGame
from rulekit.diagnostics import Problems, problem
from rulekit.play.machine.rule_faults import Fault
from rulekit.play.refusals import Refused
from rulekit.protocol.session import EngineFailure


def explain(fault: Exception) -> int:
    """The first entry of the table below that fits says its sentence and names the exit code."""
    for kind, say in ANSWERS:
        if isinstance(fault, kind):
            return say(fault)
    return internal(fault)


def usage(fault: Exception) -> int:
    """The command line was not understood; click knows why."""
    assert isinstance(fault, click.ClickException)
    complain(renamed_option_hint(fault) or fault.format_message())
    return Exit.USAGE


def renamed_option_hint(fault: click.ClickException) -> str:
    """A sentence if an option was given by the name it had once, else nothing."""
    if isinstance(fault, click.NoSuchOption) and fault.ctx is not None:
        command = fault.ctx.command_path.removeprefix("rulekit ")
        meant = SAME_OPTIONS.get(fault.option_name)
        if any(meant in option.opts for option in fault.ctx.command.params):
            return f"there is no option `{fault.option_name}`; it is called `{meant}`"
        now = OLD_OPTIONS.get((command, fault.option_name))
        return f"the option `{fault.option_name}` of `rulekit {command}` is now called `{now}`" if now else ""
    if isinstance(fault, click.BadParameter) and fault.param is not None and fault.param.name == "target":
        return f"{fault.format_message()} An external engine is named with `--impl`."
    return ""


def report_interrupt(fault: Exception) -> int:
    """Ctrl-C, as click reports it."""
    complain("stopped")
    return Exit.INTERRUPTED


def no_such_game(fault: Exception) -> int:
    """A name or path that leads nowhere."""
    assert isinstance(fault, NoSuchGame)
    near = " or ".join(f"`{name}`" for name in fault.near)
    complain(
        f"{fault}. " + (f"Did you mean {near}?" if near else "`rulekit check` without a name reads every bundled game.")
    )
    return Exit.USAGE


def findings(fault: Exception) -> int:
    """Problems that a command had no better place for."""
    assert isinstance(fault, Problems)
    tell(fault.problems, besides=True)
    return Exit.FINDINGS


def too_deep(fault: Exception) -> int:
    """No rules within the limits come here; if some do, it is their depth that is told."""
    tell([problem("K88", None, "engine")], besides=True)
    return Exit.FINDINGS


def no_memory(fault: Exception) -> int:
    """The machine has no more."""
    complain("there was not enough memory for this; fewer --games or --jobs take less")
    return Exit.USAGE


def file_trouble(fault: Exception) -> int:
    """The machine would not let us read or write."""
    assert isinstance(fault, OSError)
    where = f"{fault.filename}: " if fault.filename else ""
    words = "it is a file, and a folder is wanted" if isinstance(fault, FileExistsError) else fault.strerror
    complain(f"{where}{(words or 'cannot be read').lower()}")
    return Exit.USAGE


def internal(fault: Exception) -> int:
    """A fault of ours: say so, say where, say what to send us."""
    complain("something went wrong inside rulekit. This is a fault of rulekit, not of your rules.")
    print(f"  place    {place(fault)}", file=sys.stderr)
    print(f"  version  rulekit {__version__}, Python {platform.python_version()}, {platform.system()}", file=sys.stderr)
    print(
        "  report   open an issue with these lines, the command, and the smallest rules that show it", file=sys.stderr
    )
    if not os.environ.get("RULEKIT_DEBUG"):
        print("  details  set RULEKIT_DEBUG=1 and run it again", file=sys.stderr)
    return Exit.INTERNAL


def place(fault: Exception) -> str:
    """The last line of rulekit that was running, as a file inside the package and a number."""
    frames = traceback.extract_tb(fault.__traceback__)
    ours = [frame for frame in frames if frame.filename.startswith(str(PACKAGE))]
    if not frames:
        return "unknown"
    last = (ours or frames)[-1]
    return f"{os.path.relpath(last.filename, PACKAGE.parent)}:{last.lineno}"


def report_refusal(fault: Exception) -> int:
    """A move, an outcome, a position, a record or a configuration that cannot be."""
    assert isinstance(fault, Refused)
    complain(fault.words or "; ".join(fault.reasons) or fault.code)
    return Exit.USAGE


def broken_promise(fault: Exception) -> int:
    """The rules of a game came to a place they promised never to reach."""
    assert isinstance(fault, Fault)
    complain(f"the rules have a fault: {fault}. That is for their author, not for players")
    return Exit.FINDINGS


def not_judged(fault: Exception) -> int:
    """An external engine that does not start or gives no answer."""
    complain(f"the engine cannot be judged: {fault}")
    return Exit.UNJUDGED


def report_lost_process(fault: Exception) -> int:
    """A process of ours was ended from outside."""
    complain("a process that was at work has ended without a word, as when memory runs out. Fewer --jobs may help")
    return Exit.INTERNAL


Answer = Callable[[Exception], int]
ANSWERS: tuple[tuple[type[Exception], Answer], ...] = (
    (click.ClickException, usage),
    (click.Abort, report_interrupt),
    (NoSuchGame, no_such_game),
    (Problems, findings),
    (Refused, report_refusal),
    (Fault, broken_promise),
    (EngineFailure, not_judged),
    (BrokenProcessPool, report_lost_process),
    (RecursionError, too_deep),
    (MemoryError, no_memory),
    (OSError, file_trouble),
)
