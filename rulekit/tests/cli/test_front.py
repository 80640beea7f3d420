"""The front desk: help, versions, wrong calls, and whatever else can happen."""

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from rulekit import __version__
from rulekit.cli import command_registry
from rulekit.cli.commands import check
from rulekit.cli.commands.dev import FOLDER
from rulekit.data import PACKAGE, bundled_games
from rulekit.tests.calling import Call

Shell = Callable[[str], subprocess.CompletedProcess[str]]


def test_help_lists_every_command_with_a_line(rulekit: Call) -> None:
    """And goes to the stream of results."""
    ran = rulekit("--help")
    assert ran.code == 0 and not ran.err
    assert all(f"  {name} " in ran.out and line in ran.out for name, line in command_registry.commands().items())


def test_every_command_stands_in_one_section_of_the_help() -> None:
    """A new command that no section names is listed last, until somebody says what it is for."""
    named = [name for names in command_registry.SECTIONS.values() for name in names]
    assert (
        sorted(named) == sorted(command_registry.commands())
        and command_registry.OTHER not in command_registry.sections()
    )


@pytest.mark.parametrize("old", command_registry.OLD)
def test_an_old_name_is_answered_with_the_new_one(old: str, rulekit: Call) -> None:
    """And the new one is there."""
    ran = rulekit(old, "some-game")
    assert ran.code == 2 and f"`{old}` is now `rulekit {command_registry.OLD[old]}`" in ran.err
    assert rulekit(*command_registry.OLD[old].split(), "--help").code == 0


@pytest.mark.parametrize("name", command_registry.commands(FOLDER))
def test_seldom_used_commands_are_found_in_their_folder(name: str, rulekit: Call) -> None:
    """With an example each, as all others."""
    assert f"  {name} " in rulekit("dev", "--help").out
    ran = rulekit("dev", name, "--help")
    assert ran.code == 0 and f"rulekit dev {name}" in ran.out and "Example" in ran.out


def test_help_imports_nothing_dear() -> None:
    """Help is there at once: not even click is loaded for it."""
    code = "import sys; from rulekit.cli.main import run; run(['--help']); print(*sys.modules)"
    said = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=PACKAGE.parent, check=True)
    assert not {"click", "attrs", "lark", "rich", "pathlib"} & set(said.stdout.split())


def test_no_command_prints_help_as_a_wrong_call(rulekit: Call) -> None:
    """A script with an empty variable must not pass."""
    ran = rulekit()
    assert ran.code == 2 and "Usage" in ran.err and not ran.out


def test_the_version_is_printed(rulekit: Call) -> None:
    """By both its options."""
    assert rulekit("--version").out == rulekit("-V").out == f"rulekit {__version__}\n"


def test_an_unknown_command_offers_the_nearest(rulekit: Call) -> None:
    """On the error stream, as a wrong call."""
    ran = rulekit("chek")
    assert ran.code == 2 and "Did you mean `check`?" in ran.err and not ran.out


SOME = bundled_games()[0].name
EVIL = "a\x1b[31m\u202e\udcffb"  # a colour, a turn of the writing, a byte that is no letter


@pytest.mark.parametrize(
    "words",
    [
        (EVIL,), ("check", EVIL), ("show", EVIL), ("new", EVIL), ("replay", EVIL), ("report", "show", EVIL),
        ("legal", SOME, "--position", EVIL), ("why-not", SOME, EVIL),
        ("run", SOME, "--option", EVIL), ("verify", SOME, "--impl", "x", "--report", EVIL),
    ],
    ids=" ".join,
)  # fmt: skip
def test_a_terminal_obeys_no_sign_of_a_name(words: tuple[str, ...], rulekit: Call) -> None:
    ran = rulekit(*words)
    assert ran.code == 2 and "a<U+001B>[31m<U+202E><U+DCFF>b" in ran.err
    assert not {"\x1b", "\u202e"} & {*ran.out, *ran.err}


def test_the_name_of_a_game_folder_is_shown_and_not_obeyed(tmp_path: Path) -> None:
    """Where colours are shown the printer lets them through."""
    assert "\x1b" not in check.summary(tmp_path / "a\x1b[31mb", 3, (), "")


@pytest.mark.parametrize("name", command_registry.commands())
def test_every_command_has_an_example_in_its_help(name: str, rulekit: Call) -> None:
    """And `help NAME` is the same as `NAME --help`."""
    ran = rulekit(name, "--help")
    assert ran.code == 0 and f"rulekit {name}" in ran.out and "Example" in ran.out
    assert rulekit("help", name).out == ran.out


@pytest.mark.parametrize("name", command_registry.commands())
def test_an_unknown_option_is_a_wrong_call(name: str, rulekit: Call) -> None:
    """One sentence, no traceback."""
    ran = rulekit(name, "--no-such-option")
    assert ran.code == 2 and ran.err.startswith("rulekit: ") and "Traceback" not in ran.err


def fail_with(fault: BaseException, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let every command fail in this way."""

    def failing(name: str) -> None:
        raise fault

    monkeypatch.setattr(command_registry, "command", failing)


@pytest.mark.parametrize(
    ("fault", "code"),
    [
        (KeyboardInterrupt(), 130),
        (PermissionError(13, "Permission denied", "x.rules"), 2),
        (ValueError("boom"), 4),
        (RecursionError(), 1),
        (MemoryError(), 2),
        (AssertionError("boom"), 4),
    ],
    ids=lambda value: type(value).__name__,
)
def test_every_way_to_fail_has_its_code(
    fault: BaseException, code: int, rulekit: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And never shows a traceback or the name of a Python class."""
    fail_with(fault, monkeypatch)
    ran = rulekit("doctor")
    assert ran.code == code and not ran.out
    assert "Traceback" not in ran.err and type(fault).__name__ not in ran.err


def test_an_internal_error_says_what_to_report(rulekit: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """Place, version, and how to see more."""
    fail_with(ValueError("boom"), monkeypatch)
    ran = rulekit("doctor")
    assert all(word in ran.err for word in ("place    rulekit/", __version__, "RULEKIT_DEBUG=1"))


def test_whoever_mends_rulekit_can_see_the_traceback(rulekit: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    """With RULEKIT_DEBUG."""
    monkeypatch.setenv("RULEKIT_DEBUG", "1")
    fail_with(ValueError("boom"), monkeypatch)
    assert "Traceback" in rulekit("doctor").err


def test_a_closed_pipe_is_quiet(shell: Shell) -> None:
    """As if the signal of the shell had ended us."""
    ran = shell("rulekit --help | true; echo ${PIPESTATUS[0]}")
    assert ran.stdout.strip() in ("141", "0") and not ran.stderr


@pytest.mark.parametrize("command", ["play GAME", "serve GAME", "replay -", "fmt -"])
def test_a_closed_input_is_an_empty_one(command: str, shell: Shell) -> None:
    """Services and timers start programs without any."""
    game = PACKAGE / "tests" / "games" / "choose-subsets.rules"
    ran = shell(f"rulekit {command.replace('GAME', str(game))} <&-")
    assert ran.returncode in (0, 1, 2, 5) and "fault of rulekit" not in ran.stderr, ran.stderr


def test_a_full_disk_is_no_traceback(shell: Shell) -> None:
    """The result could not be written: that is no success."""
    ran = shell("rulekit --help > /dev/full")
    assert ran.returncode == 2 and "no space" in ran.stderr and "Traceback" not in ran.stderr


def test_a_terminal_without_the_letters_still_shows_something(shell: Shell) -> None:
    """A letter that cannot be printed is shown as its number."""
    ran = shell("PYTHONUTF8=0 PYTHONIOENCODING=ascii rulekit check pähkinä")
    assert ran.returncode == 2 and "p\\xe4hkin\\xe4" in ran.stderr


def test_a_new_command_is_one_file(tmp_path: Path) -> None:
    """The recipe of CONTRIBUTING, followed in a copy of the kit."""
    import shutil

    shutil.copytree(PACKAGE, tmp_path / "rulekit", ignore=shutil.ignore_patterns("tests", "__pycache__"))
    (tmp_path / "rulekit" / "cli" / "commands" / "shout.py").write_text(SHOUT, encoding="utf-8")
    call = [sys.executable, "-m", "rulekit"]
    listed = subprocess.run([*call, "--help"], cwd=tmp_path, capture_output=True, text=True, check=True)
    ran = subprocess.run([*call, "shout", "hurrah"], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "say it louder" in listed.stdout and ran.stdout == "HURRAH\n"


SHOUT = '''"""rulekit shout WORD: say it louder."""

import click


@click.command()
@click.argument("word")
def command(word: str) -> int:
    """Say it louder."""
    click.echo(word.upper())
    return 0
'''
