"""The plan of the house as a test: floors, foreign packages, sizes, door-plates, and no word of any one game.

docs/decisions/0001-rooms-and-floors.md says why. Change the plan there and here together.
"""

import ast
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

import rulekit
from rulekit.data import bundled_games
from rulekit.tests.games_words import found_in, titles, words_of_single_games

HOUSE = Path(rulekit.__file__).parent
LONGEST_FILE = 700
LONGEST_DOOR_PLATE = 160

FLOORS = {
    "source": 0,
    "diagnostics": 0,
    "records": 0,
    "memo": 0,
    "files": 0,
    "limits": 0,
    "processes": 0,
    "syntax": 1,
    "data": 1,
    "model": 2,
    "typesystem": 3,
    "spaces": 4,
    "gamestate": 5,
    "words": 6,
    "check": 7,
    "play": 8,
    "pipeline": 9,
    "vectors": 12,
    "runner": 11,
    "verify": 13,
    "report": 14,
    "protocol": 10,
    "looks": 11,
    "highlight": 10,
    "diff": 10,
    "docgen": 10,
    "manual": 10,
    "laws": 15,
    "fuzz": 16,
    "testing": 17,
    "mutate": 18,
    "vectorgen": 19,
    "adequacy": 20,
    "site": 21,
    "webplay": 21,
    "bench": 22,
    "cli": 23,
    "__init__": 24,
    "__main__": 24,
}
# Two rooms of one floor that may know each other, in this direction.
NEIGHBOURS = {
    ("diagnostics", "source"): "a problem says where it was found",
    ("diagnostics", "files"): "the catalogue lies in files",
    ("bench", "__init__"): "a report says which version was measured",
    ("site", "webplay"): "a site has a table for each game",
}

CORE = {"attrs", "lark", "wcwidth"}
FOREIGN = {
    "cli": {"attrs", "click", "rich"},
    "highlight": CORE | {"pygments"},
    "laws": CORE | {"hypothesis"},
    "testing": CORE | {"hypothesis", "pytest", "xdist"},
    "bench": CORE | {"hypothesis"},
    "fuzz": CORE | {"dask", "distributed"},
}

LONG_FILES: dict[str, str] = {}

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
ALLOWED_OPENING: dict[str, str] = {
    "bench/comparing.py": "asks the system how long processes ran, which is told in the shape of files",
    "files/reading.py": "the one module that reads files",
    "files/writing.py": "the one module that writes files",
    "fuzz/storage/record_store.py": "opens the segment it adds to; how bytes get into it, files/writing.py says",
    "fuzz/storage/record_segments.py": "locks and renames segments; what is in them is read and written by files/",
    "runner/child.py": "writes to the pipe of an engine, which is no file",
    "runner/python_host.py": "writes answers to its standard output, which is no file",
    "runner/supervisor.py": "reads what the system tells of processes; it is a program that may use no other module",
    "cli/main.py": "sends what nobody reads any more to the null device",
}

UNFINISHED = re.compile(r"\b(TODO|FIXME|XXX|HACK)\b|\bNotImplementedError\b")
READABLE = {".py", ".lark", ".rules", ".toml", ".md", ".txt", ".json"}


def modules() -> list[Path]:
    """Every module of the kit that is no test."""
    return [file for file in sorted(HOUSE.rglob("*.py")) if not {"tests", "_data"} & set(file.relative_to(HOUSE).parts)]


def name(file: Path) -> str:
    """A file as the tests name it: cli/commands/check.py."""
    return file.relative_to(HOUSE).as_posix()


def room(file: Path) -> str:
    """The room a file stands in."""
    return file.relative_to(HOUSE).parts[0].removesuffix(".py")


@cache
def tree(file: Path) -> ast.Module:
    """The syntax of a file."""
    return ast.parse(file.read_text(encoding="utf-8"))


def imports(file: Path) -> Iterator[tuple[int, str]]:
    """Every module a file imports, wherever in it, with the line."""
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{name(file)}:{node.lineno} imports by dots; write the whole name"
            yield from ((node.lineno, part) for part in parts_of(node))


def parts_of(node: ast.ImportFrom) -> Iterator[str]:
    """`from rulekit import syntax` imports rulekit.syntax; `from rulekit.syntax import read` imports rulekit.syntax."""
    module = node.module or ""
    yield from (f"{module}.{alias.name}" for alias in node.names) if module == "rulekit" else (module,)


def door_plate(wanted: str) -> str:
    """What stands on the door of a room."""
    doors = [HOUSE / wanted / "__init__.py", HOUSE / f"{wanted}.py"]
    plates = [ast.get_docstring(tree(door)) or "" for door in doors if door.is_file()]
    return next((plate.splitlines()[0] for plate in plates if plate), "(no door-plate)")


def may_enter(visitor: str, visited: str) -> bool:
    """Whether one room may import another."""
    below = FLOORS.get(visited, 99) < FLOORS.get(visitor, -1)
    return visitor == visited or below or (visitor, visited) in NEIGHBOURS


def trespasses(file: Path) -> list[str]:
    """Imports that go upstairs, or next door."""
    inside = [(line, target.split(".")) for line, target in imports(file) if target.split(".")[0] == "rulekit"]
    rooms = [(line, parts[1] if len(parts) > 1 else "__init__") for line, parts in inside]
    return [
        f"{name(file)}:{line} may not enter {visited}: {door_plate(visited)}"
        for line, visited in rooms
        if not (visited == "__version__" or may_enter(room(file), visited))
    ]


def strangers(file: Path) -> list[str]:
    """Packages of others that this room may not use."""
    allowed = FOREIGN.get(room(file), CORE) | sys.stdlib_module_names | {"rulekit"}
    return [
        f"{name(file)}:{line} uses {target}" for line, target in imports(file) if target.split(".")[0] not in allowed
    ]


def dangers(file: Path) -> Iterator[str]:
    """Imports and calls by which a file of a stranger, or the network, could get at us."""
    for line, target in imports(file):
        if {target, target.split(".")[0]} & FORBIDDEN_IMPORTS:
            yield f"{name(file)}:{line} imports {target}"
    for node in ast.walk(tree(file)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in FORBIDDEN_CALLS:
            yield f"{name(file)}:{node.lineno} calls {node.func.id}"


def openings(file: Path) -> Iterator[str]:
    """Calls by which a module opens, writes or renames a file by itself."""
    for node in ast.walk(tree(file)):
        if not isinstance(node, ast.Call):
            continue
        asked, args = node.func, [*node.args, *(word.value for word in node.keywords if word.arg == "mode")]
        if isinstance(asked, ast.Name) and asked.id == "open":
            yield f"{name(file)}:{node.lineno} calls open"
        elif isinstance(asked, ast.Attribute):
            of_os = isinstance(asked.value, ast.Name) and asked.value.id == "os" and asked.attr in OPENING_OF_OS
            by_mode = asked.attr == "open" and any(
                isinstance(a, ast.Constant) and isinstance(a.value, str) for a in args
            )
            if asked.attr in OPENING or of_os or by_mode:
                yield f"{name(file)}:{node.lineno} calls {asked.attr}"


def offences(rule: Callable[[Path], Iterable[str]], *ignored: str) -> list[str]:
    """What breaks a rule, in all modules at once: a test for each module would be thousands, which takes longer."""
    return [one for file in modules() if name(file) not in ignored for one in rule(file)]


def homeless(file: Path) -> Iterator[str]:
    """Rooms without a floor."""
    if room(file) not in FLOORS:
        yield f"{name(file)}: give the room {room(file)} a floor in {Path(__file__).name}"


def plateless(file: Path) -> Iterator[str]:
    """Modules whose first line does not say their job, or says more than one would read."""
    plate = (ast.get_docstring(tree(file)) or "").split("\n")[0]
    if not plate:
        yield f"{name(file)} has no door-plate"
    elif len(plate) > LONGEST_DOOR_PLATE:
        yield f"{name(file)}: a door-plate of {len(plate)} letters, at most {LONGEST_DOOR_PLATE}"


def lengthy(file: Path) -> Iterator[str]:
    """Files that are longer than a file may be."""
    length = len(file.read_text(encoding="utf-8").splitlines())
    if length > LONGEST_FILE:
        yield f"{name(file)} has {length} lines, at most {LONGEST_FILE}"


def unfinished(file: Path) -> Iterator[str]:
    """Marks of work that is not done."""
    found = UNFINISHED.search(file.read_text(encoding="utf-8"))
    if found:
        yield f"{name(file)}: {found[0]}"


def test_a_room_imports_only_lower_floors() -> None:
    """Data flows one way, and so does knowledge."""
    assert not offences(homeless)
    assert not offences(trespasses)


def test_a_room_uses_only_the_packages_it_may() -> None:
    """The core runs in a browser tab; the command line brings its own tools."""
    assert not offences(strangers)


def test_a_module_says_its_job_in_its_first_line() -> None:
    """One module, one job, one sentence."""
    assert not offences(plateless)


def test_a_file_is_short_enough_to_read() -> None:
    """A file that grows longer holds a second job."""
    assert not offences(lengthy, *LONG_FILES)


def test_nothing_read_is_ever_run_and_nothing_is_sent() -> None:
    """No pickle, no eval, no network."""
    assert not offences(dangers, *ALLOWED_DANGERS)


def test_files_are_read_and_written_in_one_place() -> None:
    """Links, pipes, devices and sudden ends are thought of once."""
    assert not offences(openings, *ALLOWED_OPENING)


def test_a_file_that_is_opened_by_hand_would_be_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
    monkeypatch.setattr(sys.modules[__name__], "HOUSE", tmp_path)
    assert len(list(openings(offender))) == len(lines)


def test_nothing_is_left_unfinished() -> None:
    """What is here works; what does not work is not here."""
    assert not offences(unfinished)


def test_every_offence_would_be_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The tests above can fail, for each module at once."""
    (tmp_path / "cellar").mkdir()
    for stem in ("one", "other"):
        (tmp_path / "cellar" / f"{stem}.py").write_text("pass\n" * (LONGEST_FILE + 1) + "# TO" + "DO\n")
    (tmp_path / "cellar" / "wordy.py").write_text(f'"""{"x" * (LONGEST_DOOR_PLATE + 1)}"""\n')
    monkeypatch.setattr(sys.modules[__name__], "HOUSE", tmp_path)
    assert len(offences(homeless)) == 3 == len(offences(plateless))
    assert len(offences(lengthy)) == 2 == len(offences(unfinished)) and len(offences(lengthy, "cellar/one.py")) == 1


@pytest.mark.parametrize("exception", [*LONG_FILES, *ALLOWED_DANGERS, *ALLOWED_OPENING] or [None])
def test_an_exception_is_still_needed(exception: str | None) -> None:
    """An exception from a rule goes when its file does."""
    assert exception is None or (HOUSE / exception).is_file()


def words_files() -> list[Path]:
    """The files of the vocabulary, by topic, without what several words share."""
    found = sorted((HOUSE / "words").glob("*/*.py"))
    return [file for file in found if "WORD = " in file.read_text(encoding="utf-8")]


def headwords(text: str) -> list[str]:
    """The words that a module makes: the first argument of each call of `Word`."""
    calls = (node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Call))
    made = (call for call in calls if isinstance(call.func, ast.Name) and call.func.id == "Word")
    return [ast.literal_eval(call.args[0]) for call in made]


def test_a_file_of_the_vocabulary_holds_one_word() -> None:
    """The dictionary is the folder: one word, one file, and the file bears its name."""
    found = {file: headwords(file.read_text(encoding="utf-8")) for file in words_files()}
    assert found and found == {file: [file.stem.replace("_", "-")] for file in found}


def test_two_words_in_one_file_would_be_seen() -> None:
    """The test above can fail."""
    assert headwords('ONE = Word("one", said)\nTWO = Word("two", said)\n') == ["one", "two"]


def kit_files(with_tests: bool) -> list[Path]:
    """Every readable file of the kit."""
    unseen = {"_data", "__pycache__"} | (set() if with_tests else {"tests"})
    files = (file for file in sorted(HOUSE.rglob("*")) if file.suffix in READABLE)
    return [file for file in files if not unseen & set(file.relative_to(HOUSE).parts)]


def mentions(file: Path, words: set[str]) -> list[str]:
    """The words found in a file or in its name, each with its first line."""
    text = file.read_text(encoding="utf-8", errors="replace")
    found = found_in(f"{file.name}\n{text}", words)
    return [f"{name(file)}:{line_of(word, text)} says {word}" for word in sorted(found)]


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


def test_an_import_upstairs_would_be_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The floors can fail: a text that asks the checks is caught."""
    (tmp_path / "syntax").mkdir()
    offender = tmp_path / "syntax" / "offender.py"
    offender.write_text("from rulekit.check import names\nimport click, pickle\neval('1')\n")
    monkeypatch.setattr(sys.modules[__name__], "HOUSE", tmp_path)
    assert trespasses(offender) and strangers(offender) and len(list(dangers(offender))) == 2
