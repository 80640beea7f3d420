"""Small games for the tests of questions: a few lines, and what is said of them."""

from __future__ import annotations

import tempfile
from pathlib import Path

from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.diagnostics import Problem, Problems
from rulekit.pipeline import examine_all
from rulekit.play.games.law_playouts import trials

HEAD = "game pebbles for 2 players\nstate heap is 0 to 9, starts 9, must fit\n"
GRAB = "action grab\n  [grab.do]  take 1 from heap\n"
TURN = "turn\n  [turn.grab]  player may grab\n"
END = "end\n  [end.heap]  at end of turn when heap = 0\nresult\n  [win.last]  winner is active\n"
BEADS = """piece Bead, 3 in all
  face names it: worth 1 to 3
rows of Bead
  [bead.ash]  ash: worth 1
  [bead.elm]  elm: worth 2
  [bead.fir]  fir: worth 3
"""


def cited(text: str) -> str:
    """A text, every line cited."""
    return "".join(_cited(line) + "\n" for line in text.splitlines())


def game(*parts: str) -> str:
    """A game from its parts, every line cited."""
    return cited(HEAD + "".join(parts))


def _cited(line: str) -> str:
    return f"{line}  @public:toy" if line.lstrip().startswith("[") and "law." not in line else line


def checked(*parts: str) -> CheckedRulebook:
    """A game worked out."""
    with tempfile.TemporaryDirectory() as folder:
        return examine_all(_file(folder, game(*parts))).checked


def problems(*parts: str) -> tuple[Problem, ...]:
    """Everything that is said of a game."""
    with tempfile.TemporaryDirectory() as folder:
        try:
            return examine_all(_file(folder, game(*parts))).problems
        except Problems as found:
            return found.problems


def _file(folder: str, text: str) -> Path:
    file = Path(folder) / "game.rules"
    file.write_text(text, encoding="utf-8")
    return file


def said(*parts: str, code: str) -> list[str]:
    """The variants of one code that are said of a game, in order; the first variant has no name."""
    return [problem.variant for problem in problems(*parts) if problem.code == code]


def play_in_words(*parts: str) -> str:
    """Everything that is wrong in some random games."""
    return " ".join(wrong for trial in trials(checked(*parts), 20, "0", 200) for wrong in trial.wrong)
