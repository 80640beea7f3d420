"""rulekit dev COMMAND: for developers: benchmarks, perft counts, coverage, figures."""

import os

import click

from rulekit.cli import command_registry

FOLDER = os.path.join(command_registry.FOLDER, "dev_commands")


class CommandFolder(click.Group):
    """A group whose commands are the files of a folder; only the one that is asked for is imported."""

    def list_commands(self, context: click.Context) -> list[str]:
        """Their names."""
        return list(command_registry.commands(FOLDER))

    def get_command(self, context: click.Context, name: str) -> click.Command | None:
        """The command of that name, if there is one."""
        return command_registry.command(name, FOLDER) if name in command_registry.commands(FOLDER) else None

    def format_commands(self, context: click.Context, formatter: click.HelpFormatter) -> None:
        """Each with the line that it says of itself."""
        with formatter.section("Commands"):
            formatter.write_dl(list(command_registry.commands(FOLDER).items()))


@click.group(cls=CommandFolder)
def command() -> None:
    """Commands for those who work on rulekit or want figures: benchmarks, perft counts, coverage by itself.

    \b
    Examples:
      rulekit dev bench play
      rulekit dev perft my-game --depth 3
      rulekit dev coverage my-game --games 500
    """
