"""Case files of a verification: each shows its difference again, and is made smaller without losing it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from rulekit.pipeline import load
from rulekit.tests.calling import Call
from rulekit.vectors import files
from rulekit.verify import model

pytestmark = pytest.mark.long

GOOD = (Path(__file__).parents[1] / "protocol" / "stones.py").read_text(encoding="utf-8")
MISTAKES = {  # each shows in the middle of a game, some only after a copy, a save or a load
    "legal": ("if n <= self.left and seat", "if seat"),
    "result": ("self.turn if self.lucky else 1 - self.turn", "self.turn"),
    "position": ('self.left -= move["n"]', 'self.left -= move["n"] if self.left != 7 else 1'),
    "refusal": (
        'raise ValueError("not legal")',
        'if self.left == 2:\n                return\n            raise ValueError("no")',
    ),
    "a copy": ("self.left, self.turn = self.kept.pop()", "_, self.turn = self.kept.pop()"),
    "a save": ("return [self.left, self.turn", "return [self.left % 9, self.turn"),
    "a load": ('position["states"]["stones"], position', 'position["states"]["stones"] % 9, position'),
}


@pytest.fixture(autouse=True)
def there(game: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(game.parent)


def engine(mistake: str) -> str:
    old, new = MISTAKES[mistake]
    assert GOOD.count(old) == 1
    Path("engine.py").write_text(GOOD.replace(old, new), encoding="utf-8")
    return "engine.py"


def cases(rulekit: Call, impl: str, *more: Any) -> list[Path]:
    ran = rulekit("verify", "twelve-stones", "--impl", impl, "--games", "30", "--cases", "cases", *more)
    assert ran.code == 1, ran.out
    return sorted(Path("cases").iterdir())


def same(mistake: str, cause: str, file: Path) -> bool:
    """Whether a cause is that of the file; a case of a load, alone, shows that it came back otherwise than given."""
    name = cause.replace("/", ".")
    return name == file.stem or (
        mistake == "a load" and name.partition(".")[0] in ("loaded", file.stem.partition(".")[0])
    )


@pytest.mark.parametrize("mistake", MISTAKES)
def test_every_case_shows_its_difference_again(mistake: str, rulekit: Call) -> None:
    """With the same kind, clause and place, by `verify --case` and by `shrink --replay`."""
    impl = engine(mistake)
    for file in cases(rulekit, impl):
        ran = rulekit("verify", "twelve-stones", "--impl", impl, "--case", file, "--format", "json")
        (cause,) = model.read_verification(json.loads(ran.out)).causes
        assert ran.code == 1 and same(mistake, cause.id, file)
        again = rulekit("shrink", file, "--impl", impl, "--replay", "--game", "twelve-stones")
        assert again.code == 1 and "before" in again.out


@pytest.mark.parametrize("mistake", MISTAKES)
def test_a_case_is_made_smaller_and_shows_the_same(mistake: str, rulekit: Call) -> None:
    impl = engine(mistake)
    for file in cases(rulekit, impl):
        ran = rulekit("shrink", file, "--impl", impl, "--game", "twelve-stones", "--out", "small.jsonl")
        (old,), (new,) = files.read_vectors(file), files.read_vectors(Path("small.jsonl"))
        assert ran.code == 1 and len(new.steps) <= len(old.steps)
        assert sum("move" in step for step in new.steps) <= 1
        shown = rulekit("verify", "twelve-stones", "--impl", impl, "--case", "small.jsonl", "--format", "json")
        (cause,) = model.read_verification(json.loads(shown.out)).causes
        assert same(mistake, cause.id, file)


def test_a_case_that_begins_with_a_position_is_shrunk_like_any_other(rulekit: Call) -> None:
    impl, loaded = engine("result"), load("twelve-stones")
    start = loaded.start(2, {"last-stone": "unlucky"}).apply(0, {"do": "grab", "n": 3}).to_json()
    Path("starts.jsonl").write_text(f"{json.dumps(start)}\n", encoding="utf-8")
    (file,) = cases(rulekit, impl, "--positions", "starts.jsonl")
    assert files.read_vectors(file)[0].start == start
    ran = rulekit("shrink", file, "--impl", impl, "--game", "twelve-stones")
    (small,) = files.read_vectors(file.with_suffix(".small.jsonl"))
    assert ran.code == 1 and "begun with a position, 1 now" in ran.out and len(small.steps) == 3


def test_a_case_is_mended_when_its_engine_is(rulekit: Call) -> None:
    (file, *_) = cases(rulekit, engine("legal"))
    Path("good.py").write_text(GOOD, encoding="utf-8")
    ran = rulekit("shrink", file, "--impl", "good.py", "--game", "twelve-stones")
    assert ran.code == 0 and "may have been mended" in ran.err


def test_an_engine_that_breaks_down_in_a_case_is_told_so(rulekit: Call) -> None:
    (file, *_) = cases(rulekit, engine("position"))
    text = GOOD.replace('self.left -= move["n"]', 'self.left -= move["n"] // (self.left - 7)')
    Path("broken.py").write_text(text, encoding="utf-8")
    ran = rulekit("shrink", file, "--impl", "broken.py", "--game", "twelve-stones")
    assert ran.code == 1 and "ZeroDivisionError" in ran.out


@pytest.mark.parametrize(
    ("words", "text", "said"),
    [
        ((), "{}", "case.jsonl:1"),
        ((), "", "holds 0 vectors"),
        (("--target", "laws"), None, "name it: rulekit shrink case.jsonl --impl ENGINE"),
        ((), None, "name it: rulekit shrink case.jsonl --impl ENGINE"),
    ],
)
def test_what_is_no_case_is_told(words: tuple[str, ...], text: str | None, said: str, rulekit: Call) -> None:
    config = {"game": "twelve-stones", "options": {"last-stone": "lucky"}, "seats": 2}
    case = {"id": "kept/1", "sort": "kept", "about": [], "config": config, "steps": []}
    Path("case.jsonl").write_text(json.dumps(case) if text is None else text, encoding="utf-8")
    ran = rulekit("shrink", "case.jsonl", "--game", "twelve-stones", *words)
    assert ran.code == 2 and said in ran.err
