"""Tables of one's own on every command that loads a game; and every report says what of its data is assumed."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from rulekit.cli.command_registry import commands
from rulekit.cli.commands.dev import FOLDER
from rulekit.data import bundled_games
from rulekit.model.tables import is_assumed
from rulekit.pipeline import load
from rulekit.tests.calling import Call
from rulekit.tests.testing.collecting import pytest_on

LISTED = [game for game in bundled_games() if (game / "cards.toml").is_file()]
SMALL = min(LISTED, key=lambda game: sum(file.stat().st_size for file in game.rglob("*")))
ASSUMED = r"rests on assumed data: 1 of \d+ rows of \w+; --table puts data of yours in its place"
ENGINE = """
class Adapter:
    def hello(self):
        return {"engine": {"name": "x"}, "games": [{"game": "GAME", "seats": [2]}]}

    def start(self, *asked):
        raise RuntimeError

    pending = legal = move = result = start
""".replace("GAME", SMALL.name)
QUICK = ("--law-games", 1, "--play-games", 0)
NO_GAME = {"dev", "docs", "doctor", "engine", "explain", "fmt", "new", "report"}
NO_GAME |= {"vectors"}  # what is published is of the game as it is bundled
NO_GAME |= {"diff"}  # tables are a part of what is compared
LINES: dict[str, tuple[object, ...]] = {
    "adequacy": ("--vectors", "VECTORS", "--max-time", 0),
    "check": (),
    "dev bench": ("--repeat", 1, "--max-time", 0.001),
    "dev coverage": ("--games", 4),
    "fuzz": ("--games", 4, "--seed", 1),
    "laws": ("--format", "text"),
    "ledger": (),
    "legal": (),
    "mutate": ("--mutants", 1, *QUICK),
    "dev figures": ("--games", 1),
    "dev perft": ("--depth", 1),
    "play": ("--watch", "--seed", 1),
    "replay": (),
    "run": ("--games", 2, "--seed", 1),
    "schema": (),
    "serve": ("--talk",),
    "show": (),
    "shrink": (),
    "test": ("--games", 1),
    "verify": ("--impl", "ENGINE", "--games", 1),
    "view": (),
    "why-not": (),
}


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """The cards of a bundled game, the first of them assumed."""
    text = re.sub(r"certainty = .*", 'certainty = "stated"', (SMALL / "cards.toml").read_text(encoding="utf-8"))
    file = tmp_path / "mine.toml"
    file.write_text(text.replace('"stated"', '"assumed"', 1), encoding="utf-8")
    return file


def other_rules(table: Path) -> Path:
    """The same with numbers in another order, so that other games are played."""
    file = table.with_name("other.toml")
    text = table.read_text(encoding="utf-8")
    numbers = re.findall(r"^\w+ = (\d+)$", text, flags=re.M)
    file.write_text(
        re.sub(r"^(\w+ = )\d+$", lambda one: f"{one[1]}{numbers.pop()}", text, flags=re.M), encoding="utf-8"
    )
    return file


@pytest.fixture
def trace(rulekit: Call, table: Path, tmp_path: Path) -> Path:
    """A game that was played with other cards."""
    own = f"cards.toml={other_rules(table)}"
    ran = rulekit("run", SMALL, "--table", own, "--games", 1, "--seed", 1, "--traces", tmp_path / "t")
    assert ran.code in (0, 1), ran
    return next((tmp_path / "t").iterdir())


def test_every_command_that_loads_a_game_is_tried_here() -> None:
    every = {*commands(), *(f"dev {name}" for name in commands(FOLDER))}
    assert set(LINES) == every - NO_GAME


@pytest.mark.long
@pytest.mark.parametrize("command", LINES)
def test_a_table_of_ones_own_is_taken_and_what_is_assumed_is_told(
    command: str, rulekit: Call, table: Path, tmp_path: Path
) -> None:
    words: list[object] = [SMALL, *LINES[command]]
    if command in ("replay", "shrink"):
        rulekit("run", SMALL, "--games", 1, "--seed", 1, "--traces", tmp_path / "t", "--table", f"cards={table}")
        words = [next((tmp_path / "t").iterdir()), "--game", SMALL]
    if command == "dev bench":
        words = ["watch", "--game", *words]
    if command == "adequacy":
        made = ("--tier", "tiny", "--out", tmp_path / "v", "--table", f"cards.toml={table}")
        assert rulekit("vectors", SMALL, *made).code == 0
        words = [tmp_path / "v" if word == "VECTORS" else word for word in words]
    if command == "why-not":
        words.append(rulekit("legal", SMALL).out.split("1. ")[1].splitlines()[0])
    if "ENGINE" in words:
        (tmp_path / "engine.py").write_text(ENGINE, encoding="utf-8")
        words = [tmp_path / "engine.py" if word == "ENGINE" else word for word in words]
    ran = rulekit(*command.split(), *words, "--table", f"cards.toml={table}")
    assert ran.code in (0, 1, 3), ran
    if command not in ("show", "shrink", "dev bench"):
        assert len(re.findall(ASSUMED, ran.err if command == "dev figures" else ran.out)) == 1, ran.out
    wrong = rulekit(*command.split(), *words, "--table", "crads.toml=x")
    assert wrong.code == 1 and "K07" in wrong.out + wrong.err and "cards.toml" in wrong.out + wrong.err
    assert rulekit(*command.split(), *words, "--table", f"cards.toml={tmp_path / 'nowhere'}").code == 1
    assert rulekit(*command.split(), *words, "--table", "cards.toml").code == 2


def test_figures_of_other_tables_are_not_kept_for_the_pages_of_the_bundled_game(rulekit: Call, table: Path) -> None:
    ran = rulekit("dev", "figures", SMALL, "--keep", "--table", f"cards.toml={table}")
    assert ran.code == 2 and "--keep" in ran.err


@pytest.mark.parametrize("command", ["run", "fuzz", "dev coverage", "dev perft", "mutate"])
def test_reports_for_tools_say_so_too(command: str, rulekit: Call, table: Path) -> None:
    ran = rulekit(*command.split(), SMALL, *LINES[command], "--table", f"cards.toml={table}", "--format", "json")
    report = json.loads(ran.out)
    assert report["assumed"][0]["rows"] == 1 and report["tables"]["cards.toml"].startswith("sha256:")


def test_a_game_without_assumed_rows_says_nothing(rulekit: Call, table: Path) -> None:
    table.write_text(table.read_text(encoding="utf-8").replace('"assumed"', '"stated"'), encoding="utf-8")
    assert "assumed" not in rulekit("run", SMALL, "--games", 1, "--table", f"cards.toml={table}").out


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("command", ["run", "fuzz", "dev coverage"])
def test_all_processes_play_with_the_same_table(command: str, jobs: int, rulekit: Call, table: Path) -> None:
    """A process that took the other one would have other rules, and be refused."""
    words = (SMALL, *LINES[command], "--table", f"cards.toml={other_rules(table)}", "--jobs", jobs)
    assert rulekit(*command.split(), *words).code in (0, 1)


def test_a_replay_without_the_table_is_told(rulekit: Call, trace: Path, table: Path) -> None:
    own = f"cards.toml={other_rules(table)}"
    assert json.loads(trace.read_text(encoding="utf-8"))["tables"]["cards.toml"].startswith("sha256:")
    assert rulekit("replay", trace, "--game", SMALL, "--table", own).code == 0
    for words in ((), ("--table", f"cards.toml={table}")):
        ran = rulekit("replay", trace, "--game", SMALL, *words)
        assert ran.code == 1 and "--table cards.toml=FILE puts it in place" in ran.err


def test_a_replay_with_a_table_that_was_not_there_is_told(rulekit: Call, tmp_path: Path, table: Path) -> None:
    rulekit("run", SMALL, "--games", 1, "--seed", 1, "--traces", tmp_path / "t")
    (trace,) = (tmp_path / "t").iterdir()
    assert "tables" not in json.loads(trace.read_text(encoding="utf-8"))
    ran = rulekit("replay", trace, "--game", SMALL, "--table", f"cards.toml={other_rules(table)}")
    assert ran.code == 1 and "without a cards.toml of one's own" in ran.err


@pytest.mark.long
def test_pytest_takes_tables_too(table: Path, tmp_path: Path) -> None:
    ran = pytest_on(tmp_path, "--rulekit-game", SMALL.name, "--rulekit-table", f"cards={table}", "--rulekit-games", "1")
    assert re.search(ASSUMED, ran.stdout), ran.stdout
    wrong = pytest_on(tmp_path, "--rulekit-game", SMALL.name, "--rulekit-table", "cards=nowhere.toml")
    assert wrong.returncode == 4 and "there is no file" in wrong.stderr
    misspelt = pytest_on(tmp_path, "--rulekit-game", SMALL.name, "--rulekit-table", f"crads={table}")
    assert misspelt.returncode == 4 and "has a table crads.toml" in misspelt.stderr


@pytest.mark.long
def test_a_printed_file_of_laws_names_its_tables(rulekit: Call, table: Path, tmp_path: Path) -> None:
    out = tmp_path / "test_printed.py"
    rulekit("laws", SMALL, "--table", f"cards.toml={table}", "--out", out)
    assert str(table) in out.read_text(encoding="utf-8")
    assert pytest_on(tmp_path, out.name, "--collect-only", "-q").returncode == 0


@pytest.mark.parametrize(
    ("row", "wanted"),
    [
        ({"certainty": "assumed"}, True),
        ({"certainty": "stated"}, False),
        ({"certainty": {"price": "assumed", "level": "stated"}}, True),
        ({"id": "assumed"}, False),
        ({"part": [{"certainty": "assumed"}]}, True),
        ({"part": [{"certainty": ["assumed"]}], "n": [1, "assumed"]}, False),
    ],
)
def test_rows_say_themselves_what_is_assumed(row: dict[str, object], wanted: bool) -> None:
    assert is_assumed(row) is wanted


def test_what_is_counted_is_what_the_tables_say() -> None:
    for game in LISTED:
        text = (game / "cards.toml").read_text(encoding="utf-8")
        count = text.count('certainty = "assumed"')
        told = load(game).assumed_rows_note
        assert (f"{count} of {text.count('[[row]]')} rows of " in told) == bool(count)
