"""One option name has one meaning in all commands, and a name that is gone is answered with the new one."""

from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path

import click
import pytest

from rulekit.cli import command_registry
from rulekit.cli.command_registry import OLD_OPTIONS
from rulekit.cli.options import SHARED
from rulekit.tests.calling import Call


def commands() -> dict[str, click.Command]:
    """Every command by what is typed: `verify`, `dev bench`, `engine doctor`."""
    roots = {name: command_registry.command(name) for name in command_registry.commands()}
    return dict(leaf for name, command in roots.items() for leaf in leaves(name, command))


def leaves(name: str, command: click.Command) -> Iterator[tuple[str, click.Command]]:
    """The command itself, or the commands of a group."""
    if isinstance(command, click.Group):
        context = click.Context(command)
        for part in command.list_commands(context):
            inner = command.get_command(context, part)
            assert inner is not None
            yield from leaves(f"{name} {part}", inner)
    else:
        yield name, command


def options() -> dict[str, dict[str, click.Option]]:
    """Every option by name, then by the command that has it."""
    found: dict[str, dict[str, click.Option]] = defaultdict(dict)
    for name, command in commands().items():
        for option in command.params:
            if isinstance(option, click.Option):
                found[option.opts[0]][name] = option
    return found


def meaning(option: click.Option) -> str:
    """The first sentence of an option's help."""
    return f"{(option.help or '').split('. ')[0].rstrip('.')}."


def form(option: click.Option) -> str:
    """What stands behind the name in the help: nothing for a switch, the name of the value, or a choice of words."""
    choice = isinstance(option.type, click.Choice)
    return "switch" if option.is_flag else "choice" if choice else option.metavar or "unnamed"


def test_one_name_has_one_meaning() -> None:
    """What several commands share begins with the same sentence everywhere, and takes the same kind of value."""
    for name, held in options().items():
        assert len({meaning(option) for option in held.values()}) == 1, (name, {c: o.help for c, o in held.items()})
        assert len({form(option) for option in held.values()}) == 1, (name, {c: form(o) for c, o in held.items()})


def test_every_option_says_what_it_means_in_sentences() -> None:
    for name, held in options().items():
        for command, option in held.items():
            text = option.help or ""
            assert text[:1].isupper() and text.endswith("."), (command, name, text)


def test_what_is_shared_is_used_by_somebody() -> None:
    assert set(SHARED) <= set(options())


def test_a_value_has_a_name() -> None:
    """`--jobs N` and not `--jobs INTEGER RANGE`."""
    nameless = [
        (name, command) for name, held in options().items() for command, o in held.items() if form(o) == "unnamed"
    ]
    assert nameless == []


@pytest.mark.parametrize("command, option", OLD_OPTIONS)
def test_an_option_that_is_gone_is_answered_with_the_new_name(command: str, option: str, rulekit: Call) -> None:
    ran = rulekit(*command.split(), option, "1")
    assert ran.code == 2 and f"`{OLD_OPTIONS[command, option]}`" in ran.err
    assert option not in options() or command not in options()[option]
    assert command in options()[OLD_OPTIONS[command, option]]


def test_who_asks_for_seats_is_told_how_players_are_called(rulekit: Call, game: Path) -> None:
    """Reports speak of seats. A command that has no players says nothing of them."""
    assert "it is called `--players`" in rulekit("run", game, "--seats", "2").err
    assert "--players" not in rulekit("fmt", game, "--seats", "2").err


@pytest.mark.parametrize("command", ["fuzz", "shrink"])
def test_an_engine_by_other_hands_is_named_with_impl_everywhere(command: str, rulekit: Call) -> None:
    ran = rulekit(command, "some-game", "--target", "engine.py")
    assert ran.code == 2 and "`--impl`" in ran.err
    named = [name for name, command in commands().items() if any("--impl" in one.opts for one in command.params)]
    assert set(named) == {"verify", "fuzz", "shrink", "engine doctor"}


def test_time_limits_say_what_they_count() -> None:
    """The clock or the processor; and what is done beside it, where that can take longer than the limit."""
    found = options()
    limits = {name: option.help or "" for name, option in found["--max-time"].items()}
    assert all("by the clock" in limits[name].lower() for name in ("run", "fuzz", "test", "mutate"))
    assert all("come" in limits[name] and "on top" in limits[name] for name in ("fuzz", "test"))
    assert "of the processor" in (found["--play-time"]["mutate"].help or "")
