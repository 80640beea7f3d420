"""The registry of commands: names and help lines, read from the first lines of their files without importing them.

A command is a file whose first line reads like that of check.py: the word rulekit, the command and its arguments,
a colon, and one line of help. Its function is the click command called `command`.
"""

import os
from typing import TYPE_CHECKING

from rulekit.files.reading import first_line

if TYPE_CHECKING:
    import click

FOLDER = os.path.dirname(os.path.abspath(__file__))
HERE = os.path.join(FOLDER, "commands")
OPENING = '"""rulekit '
OLD = {  # names that are gone, and what does their work now
    "in-step": "verify",
    "bench": "dev bench",
    "perft": "dev perft",
    "coverage": "dev coverage",
}
OLD_OPTIONS = {  # options that are gone, of a command or of all, and what does their work now
    ("verify", "--budget"): "--max-time",
    ("adequacy", "--seconds"): "--max-time",
    ("test", "--seconds"): "--max-time",
    ("dev bench", "--seconds"): "--max-time",
    ("adequacy", "--engines"): "--wrong-engines",
    ("mutate", "--keep"): "--log",
    ("mutate", "--sample"): "--mutants",
    ("new", "--into"): "--out",
    ("replay", "--list"): "--steps",
}
SAME_OPTIONS = {"--seats": "--players"}  # what an option is called by those who have read the reports, and its name
SECTIONS = {  # the order of the overview: by what somebody wants to do
    "Write rules": ("new", "check", "explain", "fmt", "ledger", "show", "diff", "docs"),
    "Play them": ("play", "run", "legal", "why-not", "view", "replay"),
    "Test them": ("test", "laws", "fuzz", "mutate", "shrink"),
    "Verify engines": ("verify", "engine", "vectors", "adequacy", "report", "serve", "schema"),
    "Besides": ("doctor", "dev"),
}
OTHER = "Others"


def door_plate(path: str) -> str:
    """The first line of a file."""
    return first_line(path)


def help_line(plate: str) -> str:
    """What a command's first line says behind its colon."""
    return plate.removeprefix(OPENING).removesuffix('"""').partition(": ")[2].rstrip(".")


def commands(folder: str = HERE) -> dict[str, str]:
    """Every command's name and its one line of help, by name."""
    stems = sorted(name[:-3] for name in os.listdir(folder) if name.endswith(".py"))
    plates = {stem.replace("_", "-"): door_plate(os.path.join(folder, stem + ".py")) for stem in stems}
    return {name: help_line(plate) for name, plate in plates.items() if plate.startswith(OPENING)}


def sections() -> dict[str, dict[str, str]]:
    """All commands as the overview lists them; one that no section names yet comes last."""
    known = commands()
    named = {title: {name: known[name] for name in names if name in known} for title, names in SECTIONS.items()}
    met = {name for names in named.values() for name in names}
    other = {name: line for name, line in known.items() if name not in met}
    return named | ({OTHER: other} if other else {})


def command(name: str, folder: str = HERE) -> "click.Command":
    """Import the one command that was asked for."""
    from importlib import import_module

    inside = os.path.basename(folder)
    found: click.Command = import_module(f"rulekit.cli.{inside}.{name.replace('-', '_')}").command
    return found
