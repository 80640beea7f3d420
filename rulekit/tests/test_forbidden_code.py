"""What no module may contain: code run from data, the network, files opened by hand, words of any one game."""

import ast
import re
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path

import pytest

from rulekit.data import bundled_games
from rulekit.tests.games_words import found_in, titles, words_of_single_games
from rulekit.tests.source_tree import KIT, imported_names, modules, tree

FORBIDDEN_IMPORTS = {"pickle", "marshal", "shelve", "socket", "ssl", "http", "ftplib", "smtplib", "xmlrpc", "ctypes"}
FORBIDDEN_IMPORTS |= {"urllib.request", "urllib3", "requests", "dill", "cloudpickle"}
FORBIDDEN_CALLS = {"eval", "exec", "compile", "__import__"}
ALLOWED_DANGERS: dict[str, str] = {
    "records/constructor.py": "writes the constructors of its own records, from the names of their fields",
    "webplay/server.py": "serves a page on 127.0.0.1, behind a token, when somebody asks for `play --web`",
    "play/codegen/load.py": "runs the engine that the kit itself has generated from a checked rulebook",
}

# Whoever opens a file by himself follows links, waits for pipes, and loses what was there when he is killed.
OPENING = {"read_text", "write_text", "read_bytes", "write_bytes", "fdopen", "mkstemp", "NamedTemporaryFile"}
OPENING_OF_OS = {"open", "write", "replace", "rename", "truncate", "ftruncate"}
MAY_OPEN = re.compile(rf"\b(?:open|{'|'.join(OPENING)}|os\s*\.\s*(?:{'|'.join(OPENING_OF_OS)}))\b")
ALLOWED_OPENING: dict[str, str] = {
    "bench/benches/verify.py": "asks the system how long processes ran, which is told in the shape of files",
    "files/reading.py": "the one module that reads files",
    "files/writing.py": "the one module that writes files",
    "fuzz/storage/record_store.py": "opens the segment it adds to; how bytes get into it, files/writing.py says",
    "fuzz/storage/record_segments.py": "locks and renames segments; what is in them is read and written by files/",
    "runner/child.py": "writes to the pipe of an engine, which is no file",
    "runner/python_host.py": "writes answers to its standard output, which is no file",
    "runner/supervisor.py": "reads what the system tells of processes; it is a program that may use no other module",
    "cli/main.py": "sends what nobody reads any more to the null device",
}

SHOWN = ("docs", "spec", "conformance", "rulekit")

READABLE = {".py", ".lark", ".rules", ".toml", ".md", ".txt", ".json"}


def path(file: Path) -> str:
    """A file as exceptions name it: cli/main.py."""
    return (file.relative_to(KIT) if file.is_relative_to(KIT) else file).as_posix()


def dangers(file: Path) -> Iterator[str]:
    """Imports and calls by which a file of a stranger, or the network, could get at us."""
    for line, target in imported_names(file):
        if {target, target.split(".")[0]} & FORBIDDEN_IMPORTS:
            yield f"{path(file)}:{line} imports {target}"
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in FORBIDDEN_CALLS:
            yield f"{path(file)}:{node.lineno} calls {node.func.id}"


def openings(file: Path) -> Iterator[str]:
    """Calls by which a module opens, writes or renames a file by itself."""
    if not MAY_OPEN.search(file.read_text(encoding="utf-8")):
        return  # without one of these names none of the calls can be there, and the file need not be parsed
    for node in ast.walk(tree(file)):
        if not isinstance(node, ast.Call):
            continue
        asked, args = node.func, [*node.args, *(word.value for word in node.keywords if word.arg == "mode")]
        if isinstance(asked, ast.Name) and asked.id == "open":
            yield f"{path(file)}:{node.lineno} calls open"
        elif isinstance(asked, ast.Attribute):
            of_os = isinstance(asked.value, ast.Name) and asked.value.id == "os" and asked.attr in OPENING_OF_OS
            by_mode = asked.attr == "open" and any(
                isinstance(a, ast.Constant) and isinstance(a.value, str) for a in args
            )
            if asked.attr in OPENING or of_os or by_mode:
                yield f"{path(file)}:{node.lineno} calls {asked.attr}"


def offences(rule: Callable[[Path], Iterable[str]], exceptions: dict[str, str]) -> list[str]:
    """What breaks a rule in all modules at once, and the exceptions that nothing needs any more."""
    found = {path(file): list(rule(file)) for file in modules()}
    unneeded = [f"{name}: is no exception any more, take it out" for name in exceptions if not found.get(name)]
    return [one for name, told in found.items() if name not in exceptions for one in told] + unneeded


@pytest.mark.long
def test_nothing_read_is_ever_run_and_nothing_is_sent() -> None:
    """No pickle, no eval, no network."""
    assert not offences(dangers, ALLOWED_DANGERS)


def test_files_are_read_and_written_in_one_place() -> None:
    """Links, pipes, devices and sudden ends are thought of once."""
    assert not offences(openings, ALLOWED_OPENING)


def test_a_file_that_is_opened_by_hand_would_be_found(tmp_path: Path) -> None:
    """The test above can fail."""
    offender = tmp_path / "offender.py"
    lines = (
        "open(x)",
        "p.read_text()",
        "p.open('rb')",
        "p.open(mode='w')",
        "os.open(p, 0)",
        "os.replace(a, b)",
        "p.write_bytes(b'')",
    )
    offender.write_text("\n".join(lines))
    assert len(list(openings(offender))) == len(lines)


def kit_files(with_tests: bool) -> list[Path]:
    """Every readable file of the kit."""
    unseen = {"_data", "__pycache__"} | (set() if with_tests else {"tests"})
    files = (file for file in sorted(KIT.rglob("*")) if file.suffix in READABLE)
    return [file for file in files if not unseen & set(file.relative_to(KIT).parts)]


def mentions(file: Path, words: set[str]) -> list[str]:
    """The words found in a file or in its name, each with its first line."""
    text = file.read_text(encoding="utf-8", errors="replace")
    found = found_in(f"{file.name}\n{text}", words)
    return [f"{path(file)}:{line_of(word, text)} says {word}" for word in sorted(found)]


def line_of(word: str, text: str) -> int:
    """The first line a word stands on, 0 if it is in the file's name only."""
    lines = (number for number, line in enumerate(text.splitlines(), 1) if found_in(line, {word}))
    return next(lines, 0)


def test_the_kit_holds_no_word_of_any_one_game() -> None:
    """A game is a folder under spec/ and nothing else. Use a small game of your own for samples."""
    words = words_of_single_games(bundled_games())
    assert not [said for file in kit_files(with_tests=False) for said in mentions(file, words)]


def test_not_even_the_tests_name_a_game() -> None:
    """Tests take the games as they find them."""
    words = titles(bundled_games())
    assert not [said for file in kit_files(with_tests=True) for said in mentions(file, words)]


@pytest.mark.parametrize("place", range(5))
def test_a_word_of_a_game_would_be_found(place: int) -> None:
    """The two tests above can fail: any word of a game, in any disguise, is seen."""
    words = sorted(words_of_single_games(bundled_games()))
    word = words[len(words) * place // 5]
    disguises = (word, f"if game == '{word}':", word.upper(), f"def {word.replace('-', '_')}_count")
    assert all(found_in(text, {word}) for text in disguises)


def odd_names(root: Path) -> list[str]:
    """Files that a shell takes for an option, or that some systems cannot hold: mostly slips of a command line."""
    names = (
        one.name for folder in (root, *(root / name for name in SHOWN)) if folder.is_dir() for one in folder.iterdir()
    )
    return sorted(name for name in names if not re.fullmatch(r"[A-Za-z0-9._][A-Za-z0-9._-]*", name))


def test_no_file_has_a_name_that_is_an_option() -> None:
    """A test tool that takes its argument for a file once wrote five megabytes into a file called --help."""
    assert odd_names(KIT.parent) == []


def test_a_file_called_like_an_option_would_be_found(tmp_path: Path) -> None:
    (tmp_path / "--help").touch()
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "a b.md").touch()
    assert odd_names(tmp_path) == ["--help", "a b.md"]


def test_dangers_would_be_found(tmp_path: Path) -> None:
    offender = tmp_path / "offender.py"
    offender.write_text("import pickle\neval('1')\n")
    assert len(list(dangers(offender))) == 2
