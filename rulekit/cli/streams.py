"""Standard output and error: letters that always print, and colour only where somebody can see it."""

import io
import os
import sys
from typing import TextIO


def prepare() -> None:
    """A terminal that lacks a letter shows its number instead of stopping the run."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def colour_wanted(choice: str = "auto", stream: TextIO | None = None) -> bool:
    """Whether to colour: as asked, else as the environment asks, else on a terminal that can."""
    if choice != "auto":
        return choice == "always"
    if os.environ.get("NO_COLOR"):
        return False
    if os.environ.get("FORCE_COLOR"):
        return True
    return (stream or sys.stdout).isatty() and os.environ.get("TERM") != "dumb"
