"""`rulekit docs` on games and folders that are not as they should be: a reason and a cure, and nothing is written."""

from pathlib import Path

import pytest

from rulekit.cli.commands import docs
from rulekit.tests.calling import Call

NO_LEDGER = """game heap for 2 players
state stones is 0 to 3, starts 3
action take
  [take.one]  as far as possible: take 1 from stones  @public:known to all
turn
  [turn.take]  player must take  @public:known to all
end
  [end.empty]  at end of turn when stones = 0  @public:known to all
result
  [result.last]  winner is active  @public:known to all
"""


@pytest.fixture(autouse=True)
def builder(monkeypatch: pytest.MonkeyPatch) -> None:
    """As if the builder were installed: nothing here comes so far as to need it."""
    monkeypatch.setattr(docs, "has_builder", lambda: True)


@pytest.mark.parametrize(
    ("name", "text", "said"),
    [
        ("manual.toml", 'title = "x', "cannot be read as a table"),
        ("manual.toml", "leed = 'x'", "Did you mean `lead`?"),
        ("manual.toml", "told = { heep = 'x' }", "There is no word of the rules `heep`"),
        ("sources.toml", "[[sauce]]", "Nobody reads `sauce`"),
        ("looks.toml", "colour = 3", "`colour` stands in no section"),
        ("looks.toml", "[states.heep]", "there is no state `heep`"),
    ],
)
def test_a_broken_file_for_readers_is_told_with_its_place(
    name: str, text: str, said: str, game: Path, rulekit: Call
) -> None:
    (game / name).write_text(text + "\n", encoding="utf-8")
    ran = rulekit("docs", game, "--site", game.parent / "out")
    assert ran.code == 1 and said in ran.out + ran.err and f"{name}:1:" in ran.out + ran.err
    assert not (game.parent / "out").exists()


def test_a_folder_that_cannot_be_written_is_told_at_once(game: Path, rulekit: Call) -> None:
    (game.parent / "file").write_text("", encoding="utf-8")
    ran = rulekit("docs", game, "--site", game.parent / "file" / "out")
    assert ran.code == 2 and "cannot be written" in ran.err and "Name a folder" in ran.err


def test_a_single_file_of_rules_is_refused_with_the_cure(game: Path, rulekit: Call) -> None:
    alone = game.parent / "alone.rules"
    alone.write_text(NO_LEDGER, encoding="utf-8")
    ran = rulekit("docs", alone, "--site", game.parent / "out")
    assert ran.code == 2 and "into a folder of its own" in ran.err


def test_without_the_builder_the_cure_is_a_command(game: Path, rulekit: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(docs, "has_builder", lambda: False)
    ran = rulekit("docs", game, "--site", game.parent / "out")
    assert ran.code == 2 and "pip install 'tabletop-rules[docs]'" in ran.err


def test_a_game_without_a_ledger_shows_its_lines(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from rulekit.site.builder.game_site import game_site

    monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path / "cache"))
    (tmp_path / "heap").mkdir()
    (tmp_path / "heap" / "1-all.rules").write_text(NO_LEDGER, encoding="utf-8")
    files = game_site(str(tmp_path / "heap"), alone=True).files
    assert all(f"[{name}]" in files["rules/heap/written.md"] for name in ("take.one", "turn.take", "end.empty"))
    assert "(written.md)" in files["rules/heap/index.md"]
