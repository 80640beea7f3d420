"""A small rulebook around a few lines, and what the check says about it."""

from __future__ import annotations

import tempfile
from pathlib import Path

from rulekit.check.check_rulebook import CheckReport
from rulekit.pipeline import examine_all

HEAD = """game pebbles for 2 to 4 players
type Hue is one of amber, jade
list Size, 3 in all
  face: worth 1 to 9
rows of Size
  [size.low] low: worth 2  @public:test
  [size.mid] mid: worth 3  @public:test
  [size.top] high: worth 5  @public:test
state heap is 0 to 9, starts 9
state pot of Player is 0 to 20
state bid is Size or nothing
state beads of Player at Hue is 0 to 9
"""
TAIL = """turn
  [turn.grab]  player must grab  @public:test
end
  [end.heap]  at end of turn when heap = 0  @public:test
result
  [win.last]  winner is active  @public:test
"""


def examined(text: str) -> CheckReport:
    """The check of one text."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "game.rules"
        file.write_text(text, encoding="utf-8")
        return examine_all(file)


def text(*lines: str, more: str = "") -> str:
    """A whole rulebook whose one action has these lines."""
    body = "".join(f"  [grab.{n}] {line}  @public:test\n" for n, line in enumerate(lines, 1))
    return HEAD + more + ("action grab\n" + body if lines else "") + TAIL


def asked(codes: str, *lines: str, more: str = "") -> list[str]:
    """The codes among these that are found, with their variants: `K20 may`."""
    found = examined(text(*lines, more=more)).problems
    wrong = [str(p) for p in found if p.severity == "error" and p.code not in codes]
    assert not wrong, wrong
    return [f"{p.code} {p.variant}".strip() for p in found if p.code in codes.split()]
