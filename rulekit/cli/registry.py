"""Which commands there are, read from the door-plates of the files beside this one; no command is imported for it.

A command is a file whose first line reads like that of check.py: the word rulekit, the command and its arguments,
a colon, and one line of help. Its function is the click command called `command`.
"""

import os
from typing import TYPE_CHECKING

from rulekit.files.reading import first_line

if TYPE_CHECKING:
    import click

HERE = os.path.dirname(os.path.abspath(__file__))
OPENING = '"""rulekit '


def door_plate(path: str) -> str:
    """The first line of a file."""
    return first_line(path)


def help_line(plate: str) -> str:
    """What a command's door-plate says behind its colon."""
    return plate.removeprefix(OPENING).removesuffix('"""').partition(": ")[2].rstrip(".")


def commands(folder: str = HERE) -> dict[str, str]:
    """Every command's name and its one line of help, by name."""
    stems = sorted(name[:-3] for name in os.listdir(folder) if name.endswith(".py"))
    plates = {stem.replace("_", "-"): door_plate(os.path.join(folder, stem + ".py")) for stem in stems}
    return {name: help_line(plate) for name, plate in plates.items() if plate.startswith(OPENING)}


def command(name: str) -> "click.Command":
    """Import the one command that was asked for."""
    from importlib import import_module

    found: click.Command = import_module("rulekit.cli." + name.replace("-", "_")).command
    return found
