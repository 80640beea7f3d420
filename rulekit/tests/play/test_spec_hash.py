"""The hash of a game is that of what its rules say: tidying, remarks and citations leave recorded games valid."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rulekit.data import bundled_games
from rulekit.model.formatter import format_source
from rulekit.pipeline import load
from rulekit.tests.calling import Call
from rulekit.tests.play.toys import TOYS


def untidy(text: str) -> str:
    """Other spaces, remarks and line ends; the same rules."""
    lines = [line.replace("  @", " @") + ("  # a remark" if line.strip() else "") for line in text.split("\n")]
    return "# first\n" + "\r\n".join(re.sub(r"\](\s+)", "] ", line, count=1) for line in lines) + "# last\n"


def test_a_tidied_file_leaves_recorded_games_valid(game: Path, rulekit: Call, tmp_path: Path) -> None:
    for file in game.rglob("*.rules"):
        file.write_bytes(untidy(file.read_text(encoding="utf-8")).encode())
    assert rulekit("run", game, "--games", 1, "--seed", 1, "--traces", tmp_path / "t").code == 0
    assert rulekit("fmt", game).code == 0
    assert rulekit("replay", next((tmp_path / "t").iterdir()), "--game", game).code == 0


@pytest.mark.parametrize("file", sorted(TOYS.glob("*.rules")), ids=lambda file: file.stem)
def test_however_a_game_is_written_its_hash_is_one(file: Path, tmp_path: Path) -> None:
    text, found = file.read_text(encoding="utf-8"), set()
    for name, version in (("as-it-is", text), ("untidy", untidy(text)), ("tidy", format_source(text, "x"))):
        (tmp_path / f"{name}.rules").write_bytes(version.encode())
        found.add(load(tmp_path / f"{name}.rules").spec)
    assert len(found) == 1


def test_a_line_may_stand_behind_its_id_or_below_it(game: Path) -> None:
    """`fmt` moves it there where citations are long."""
    file = game / "2-play.rules"
    text, before = file.read_text(encoding="utf-8"), load(game).spec
    line = re.search(r"^  (\[grab.enough\]) +(require [^@\n]*?) +(@[^\n]+)$", text, re.MULTILINE)
    assert line is not None
    below = text.replace(line[0], f"  {line[1]}  {line[3]}\n    {line[2]}")
    file.write_text(below, encoding="utf-8")
    assert load(game).spec == before
    file.write_text(below.replace(line[2], f"{line[2]}\n    require n > 0"), encoding="utf-8")
    assert load(game).spec != before


def test_every_change_of_the_rules_changes_the_hash(game: Path) -> None:
    """Numbers, words, names of lines, the order of what is done, which file comes first."""
    found = [load(game).spec]
    file = game / "2-play.rules"
    text = file.read_text(encoding="utf-8")
    for old, new in (("n in 1 to 3", "n in 1 to 2"), ("[grab.enough]", "[grab.plenty]"), ("n <= stones", "n < stones")):
        assert old in text
        file.write_text(text.replace(old, new), encoding="utf-8")
        for scenes in game.rglob("scenes/*.rules"):
            scenes.unlink()
        found.append(load(game).spec)
    assert len(set(found)) == len(found)


def test_brackets_that_mean_something_count(tmp_path: Path) -> None:
    text = (TOYS / "effects.rules").read_text(encoding="utf-8") + "define odd-one is 9 - (4 - 2)  @public:sample\n"
    found = []
    for version in (text, text.replace("9 - (4 - 2)", "(9 - 4) - 2"), text.replace("9 - (4 - 2)", "9 - (((4) - 2))")):
        (tmp_path / "x.rules").write_text(version, encoding="utf-8")
        found.append(load(tmp_path / "x.rules").spec)
    assert found[0] == found[2] != found[1]


def test_citations_and_scenes_are_no_part_of_it(game: Path) -> None:
    before = load(game).spec
    file = game / "2-play.rules"
    file.write_text(
        re.sub(r"@grab\.gone", "@grab.gone, grab.one-to-three", file.read_text(encoding="utf-8")), encoding="utf-8"
    )
    for scenes in game.rglob("scenes/*.rules"):
        scenes.unlink()
    ledger = game / "ledger.toml"
    ledger.write_text(ledger.read_text(encoding="utf-8").replace("takes one", "takes just one"), encoding="utf-8")
    with (game / "rulings.md").open("a", encoding="utf-8") as rulings:
        rulings.write("\nA remark.\n")
    assert load(game).spec == before


@pytest.mark.long
@pytest.mark.parametrize(
    "game", [one for one in bundled_games() if any(one.glob("cards.toml"))], ids=lambda one: one.name
)
def test_a_table_of_other_values_changes_it_and_remarks_do_not(game: Path, tmp_path: Path) -> None:
    text = (game / "cards.toml").read_text(encoding="utf-8")
    file = tmp_path / "cards.toml"
    file.write_text("# a remark\n" + re.sub(r"certainty = .*", 'certainty = "public"', text), encoding="utf-8")
    assert load(game, {"cards.toml": file}).spec == load(game).spec
