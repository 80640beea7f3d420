"""A box around an engine, by bubblewrap where it works: it can read, but not write, not see others, not use the net."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path

AUTO, BWRAP, NONE = "auto", "bwrap", "none"
KINDS = (AUTO, BWRAP, NONE)
ROOM = 64 << 20  # bytes of what lies in memory and looks like a folder
TRIAL = 5.0  # seconds in which the box must have shown that it works
OWN_PROCESSES = 2  # of the box itself
HIDDEN = ("/tmp", "/var/tmp", "/run", "/dev/shm")


def choose_sandbox(wanted: str) -> str:
    """Which box is used: `bwrap` or `none`. `ValueError` if one is demanded that does not work here."""
    if wanted == NONE:
        return NONE
    if works():
        return BWRAP
    if wanted == BWRAP:
        raise ValueError("bubblewrap (bwrap) is not installed, or may not make a box on this machine")
    return NONE


@cache
def works() -> bool:
    """Whether bubblewrap is here and may do its work, which many containers forbid."""
    if sys.platform != "linux" or shutil.which(BWRAP) is None:
        return False
    folder = tempfile.gettempdir()
    try:
        tried = subprocess.run(
            box(["/bin/sh", "-c", "exit 7"], folder, folder, ()), capture_output=True, timeout=TRIAL, check=False
        )
    except (OSError, subprocess.SubprocessError):
        return False
    return tried.returncode == 7


def box(command: Sequence[str], folder: str, here: str, needed: Iterable[str]) -> list[str]:
    """The command inside: it may write to `folder`, begins in `here`, and sees what is `needed` of hidden folders."""
    words = [shutil.which(BWRAP) or BWRAP, "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc"]
    for hidden in HIDDEN:
        if os.path.isdir(hidden) and not os.path.islink(hidden):
            words += ["--size", str(ROOM), "--tmpfs", hidden]
    for place in sorted({os.path.normpath(one) for one in (*needed, here)} - set(HIDDEN) - {"/"}):
        words += ["--ro-bind", place, place] if _is_hidden(place) else []
    words += ["--bind", folder, folder, "--unshare-all", "--die-with-parent", "--new-session", "--chdir", here]
    return [*words, "--", *command]


def _is_hidden(place: str) -> bool:
    return any(place.startswith(f"{hidden}/") for hidden in HIDDEN)


def needed_folders(command: Sequence[str]) -> list[str]:
    """Folders of the files that a command names, and those of Python, for whom they would be hidden."""
    named = [Path(word) for word in command if os.path.exists(word)]
    places = [place for path in named for place in (path.absolute(), path.resolve())]
    return [*(str(_folder(place)) for place in places), *_python()]


def _folder(path: Path) -> Path:
    """A file with what lies beside it. In a hidden folder it is all of the project, for that is where its parts lie."""
    hidden = next((Path(one) for one in HIDDEN if path.is_relative_to(one) and path != Path(one)), None)
    if hidden is not None:
        return hidden / path.relative_to(hidden).parts[0]
    return path if path.is_dir() or path.parent == Path("/") else path.parent


def _python() -> list[str]:
    """What this Python is made of, and where it looks for modules; for files of Python need it too."""
    return [one for one in (sys.prefix, sys.base_prefix, *sys.path) if os.path.isdir(one)]


__all__ = ["KINDS", "OWN_PROCESSES", "box", "choose_sandbox", "needed_folders", "works"]
