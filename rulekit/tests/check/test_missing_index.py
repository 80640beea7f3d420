"""A state or zone without one of its indexes: the advice names the preposition under which it is declared."""

import pytest

from rulekit.tests.check.small import examined, text

MORE = """state mark of Player at Hue is yes or no
state tins at Hue is 0 to 9, excess lost
piece Bead, 3 in all
  face names it: value 1 to 3
zone cup of Player at Hue set of Bead  everyone sees it
"""
FORGOTTEN = {
    "set mark of player to yes": "at",
    "add 1 to tins": "at",
    "move Bead to cup of player": "at",
    "move Bead to cup at amber": "of",
    "if tins > 3: set heap to 1": "at",
    "if mark at amber is yes: set heap to 1": "of",
}


@pytest.mark.parametrize("line", FORGOTTEN)
def test_the_advice_names_the_preposition_of_the_declaration(line: str) -> None:
    found = [p for p in examined(text(line, more=MORE)).problems if p.code == "K19"]
    assert [p.facts["prep"] for p in found] == [FORGOTTEN[line]]
