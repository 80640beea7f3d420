"""Values are worked out from tables, options and the number of players, and stay open where play decides."""

import pytest

from rulekit.check.evaluation.constant_folding import OPEN, ConstantFolder
from rulekit.tests.check.small import examined, text

MORE = "option long is no or yes\n"
KNOWN = [
    ("2 + 3 * 4", 14),
    ("sum of worth of s for each s in Size", 10),
    ("count of those s in Size having (worth of s > 2)", 2),
    ("count of Player * 2", 6),
    ("(7 if long is yes else 8)", 7),
    ("worth of only of those s in Size having (worth of s = 3)", 3),
    ("worth of next of low", 3),
    ("(2 amber + 1 jade) at amber", 2),
    ("heap", OPEN),
    ("(1 if heap > 3 else 2)", OPEN),
    ("(4 if heap > 3 else 4)", 4),
]


@pytest.mark.parametrize(("value", "known"), KNOWN)
def test_a_value_is_worked_out_as_far_as_it_goes(value: str, known: object) -> None:
    checked = examined(text("set heap to 1", more=MORE + f"define thing is {value}\n")).checked
    (word,) = checked.symbols.words["thing"]
    assert ConstantFolder(checked, {"long": True}, 3).ask(word.body) == known
