"""Entry point of the command line: finds the command, runs it, and turns every outcome into an exit code.

Nothing that goes wrong below ever reaches the user as a traceback; RULEKIT_DEBUG=1 shows it to whoever mends rulekit.
Everything dear to import is imported only when it is needed, so that help is there at once.
"""

import io
import os
import sys

from rulekit.cli import command_registry
from rulekit.gc_pause import gc_paused

TITLE = "rulekit: the rules of a board game, written once, then checked, played and proved."


def run(arguments: list[str]) -> int:
    """One run of the command line; gives the exit code."""
    if sys.stdin is None:  # closed by whoever started us; nothing can be read from there
        sys.stdin = io.TextIOWrapper(io.BytesIO())
    try:
        code = dispatch(arguments)
        if sys.stdout:
            sys.stdout.flush()
        return int(code)
    except BrokenPipeError:
        return pipe_closed()
    except KeyboardInterrupt:
        print("rulekit: stopped", file=sys.stderr)
        return 130
    except Exception as fault:
        return explain_fault(fault)


def dispatch(arguments: list[str]) -> int:
    """Answer what needs no command, or run the command."""
    name = arguments[0] if arguments else ""
    if name in ("--help", "-h", "help") and len(arguments) == 1:
        print(overview())
        return 0
    if name in ("--version", "-V"):
        print(version())
        return 0
    if not arguments:
        print(overview(), file=sys.stderr)
        return 2
    if name == "help":
        return dispatch([*arguments[1:], "--help"])
    return run_command(name, arguments[1:])


def overview() -> str:
    """The help page that lists the commands."""
    sections = command_registry.sections()
    width = max((len(name) for names in sections.values() for name in names), default=0)
    lines = [TITLE, "", "Usage: rulekit COMMAND [ARGUMENTS ...]"]
    for title, names in sections.items():
        lines += ["", f"{title}:", *(f"  {name:<{width}}  {line}" for name, line in names.items())]
    foot = ["", "More about one of them: rulekit COMMAND --help", "More about a problem:   rulekit explain K42"]
    return "\n".join([*lines, *foot])


def version() -> str:
    """The version line."""
    from rulekit import __version__

    return f"rulekit {__version__}"


def run_command(name: str, arguments: list[str]) -> int:
    """Import the one command asked for and run it."""
    known = command_registry.commands()
    if name not in known:
        return unknown_command(name, known)
    with gc_paused():
        import click

        from rulekit.cli import streams

        streams.prepare()
        command = command_registry.command(name)
    try:
        with command.make_context(f"rulekit {name}", arguments) as context:
            return int(command.invoke(context))
    except click.exceptions.Exit as left:
        return left.exit_code


def unknown_command(name: str, known: dict[str, str]) -> int:
    """Say that there is no such command, and which one may have been meant."""
    from rulekit.data import nearest

    if name in command_registry.OLD:
        print(
            f"rulekit: `{name}` is now `rulekit {command_registry.OLD[name]}`, which does all that it did.",
            file=sys.stderr,
        )
        return 2
    near = nearest(name, known)
    advice = f"Did you mean `{near[0]}`?" if near else "`rulekit --help` lists the commands."
    from rulekit.diagnostics.visible import visible

    print(f"rulekit: there is no command `{visible(name)}`. {advice}", file=sys.stderr)
    return 2


def explain_fault(fault: Exception) -> int:
    """Turn what a command could not deal with into a sentence and an exit code."""
    from rulekit.cli import crash_report

    if os.environ.get("RULEKIT_DEBUG"):
        import traceback

        traceback.print_exception(fault)
    return crash_report.explain(fault)


def pipe_closed() -> int:
    """Whoever read our output has gone: say nothing more, also not while Python closes."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 141
