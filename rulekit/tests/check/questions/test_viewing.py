"""A view may depend on what everyone knows."""

import pytest

from rulekit.check.lints.information import view_conditions
from rulekit.tests.check.questions.alone import grabbing, said

STATES = "state lit is yes or no, nobody sees it\nstate open is yes or no\noption backs is shown or kept\n"


@pytest.mark.parametrize("condition", ["open is yes", "backs is shown", "finished", "hand of owner is empty"])
def test_a_view_may_depend_on_what_everyone_sees(condition: str) -> None:
    """Options, public states, counts."""
    zone = f"zone row-of of Player set of Card everyone sees front side if {condition}\n"
    assert said(view_conditions, grabbing("[grab.do]  move ash to table", more=STATES + zone)) == []


@pytest.mark.parametrize("condition", ["lit is yes", "ash in deck", "(some c in hand of owner has worth of c > 2)"])
def test_a_view_may_not_depend_on_a_secret(condition: str) -> None:
    """Whoever sees, or does not, would know it."""
    zone = f"zone row-of of Player set of Card everyone sees front side if {condition}\n"
    assert [f[:4] for f in said(view_conditions, grabbing("[grab.do]  move ash to table", more=STATES + zone))] == [
        "K46:"
    ]
