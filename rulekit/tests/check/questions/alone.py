"""One question asked of one small rulebook, alone."""

from __future__ import annotations

from types import ModuleType

from rulekit.check.elaboration.rulebook_elaboration import assemble
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.tests.reading import model

CARDS = """
game pebbles for 2 players
card Card, 4 in all
  front side names it: worth 1 to 4
  back side: shade dark or light
rows of Card
  [card.ash]  ash: worth 1, shade dark
  [card.elm]  elm: worth 2, shade light
  [card.fir]  fir: worth 3, shade dark
  [card.oak]  oak: worth 4, shade light
zone deck pile of Card everyone sees back side of top
zone hand of Player set of Card owner sees front side, everyone sees back side
zone table set of Card everyone sees front side
zone dark set of Card nobody sees it
"""
PLAY = """
play
  [play.grab]  for each p of Player: p may grab
"""


def worked_out(text: str) -> CheckedRulebook:
    """A rulebook whose names hold."""
    checked, problems = assemble(model(text))
    assert not [str(p) for p in problems if p.severity == "error"]
    return checked


def said(question: ModuleType, text: str) -> list[str]:
    """What one question finds: code and variant, and the text it points at."""
    lines = text.split("\n")
    found = []
    for problem in question.check(worked_out(text)):
        span = problem.span
        assert span is not None
        place = lines[span.line - 1][span.column - 1 : span.end_column - 1 if span.end_line == span.line else None]
        found.append(f"{problem.code} {problem.variant}".strip() + f": {place}")
    return found


def grabbing(*lines: str, more: str = "") -> str:
    """A game of cards with one action of these lines."""
    return CARDS + more + "action grab\n" + "".join(f"  {line}\n" for line in lines) + PLAY
