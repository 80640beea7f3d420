"""rulekit view: maps of pieces that open to their sides, drawn and told line by line."""

import json
from pathlib import Path

from rulekit.tests.calling import Call
from rulekit.tests.play.toys import TOYS, toy

PIPES, BRICKS = TOYS / "pipes.rules", TOYS / "bricks.rules"
BEND = "  0 1: bend; s meets 0 0, w open (deep); n open; valve 1"


def laid(folder: Path) -> Path:
    """A position with a tile that lies turned by two quarters."""
    here = toy("pipes").start(2).apply(0, {"do": "lay", "t": "bend", "c": [0, 1], "q": 2})
    file = folder / "laid.json"
    file.write_text(json.dumps(here.to_json()), encoding="utf-8")
    return file


def test_a_tile_is_told_as_it_lies_with_what_its_ways_meet(rulekit: Call, tmp_path: Path) -> None:
    """For who sees everything, and for a seat, to whom parts are written by their places."""
    everything = rulekit("view", PIPES, "--position", laid(tmp_path), "--seat", "all").out
    seen = rulekit("view", PIPES, "--position", laid(tmp_path), "--seat", "1").out
    assert BEND in everything.splitlines() and BEND in seen.splitlines()
    assert "drop seat 0 in hub-a" in everything and "0 0: hub; n meets 0 1, e open, s open, w open" in seen


def test_tiles_are_drawn_with_a_stroke_at_each_open_side(rulekit: Call, tmp_path: Path) -> None:
    """Rows from the north; without pictures only the list is left."""
    drawn = rulekit("view", PIPES, "--position", laid(tmp_path), "--seat", "all").out.splitlines()
    assert [line.strip() for line in drawn[:7]] == ["0", "|", "1 -bend*", "|", "|", "0 - hub@-", "|"]
    listed = rulekit("view", PIPES, "--position", laid(tmp_path), "--seat", "all", "--no-picture").out
    assert "|" not in listed and BEND in listed.splitlines()


def test_every_owner_has_a_map_with_the_marks_on_it(rulekit: Call) -> None:
    """Half edges that meet and that do not, counters, marked places, marked edges."""
    out = rulekit("view", BRICKS, "--seat", "all").out
    assert "  1 0: ash; r meets 1 2; weight 2; cracked" in out.splitlines()
    assert "  1 2: elm; bl closed by 2 1, l meets 1 0" in out.splitlines()
    assert "  clamps: 1 0 to 1 2" in out.splitlines() and "Brick of seat 1: empty" in out.splitlines()


def test_a_tile_to_be_laid_is_told_as_it_is_printed(rulekit: Call) -> None:
    """It may be turned, so whoever lays it must know its ways."""
    out = rulekit("view", TOYS / "tiles-turned.rules", "--seat", "0").out.splitlines()
    assert "  bend unturned: s, e" in out and "  plus unturned: s, e, n, w" in out
