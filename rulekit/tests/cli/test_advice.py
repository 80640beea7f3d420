"""What is said of slips that newcomers made, where the advice once led astray."""

from pathlib import Path

import pytest

from rulekit.tests.calling import Call

HEAD = "game tea for 2 players\nstate heap is 0 to 9, starts 9, must fit\n"
ADVICE = {
    "a word of the language that is spelled rightly": (
        "setup\n  [setup.a]  draw 3 cards for each player  @public:toy\n",
        "I found `for`",
        "Did you mean `or`",
    ),
    "a score that is declared without its word": (
        "score of p: Player\n  [score.a]  + heap  @public:toy\n",
        "Did you mean `total`?",
        "scene",
    ),
    "a state that names its values": (
        "state mood is one of calm, wild\n",
        "`state mood is calm or wild`",
        "in (a, b)",
    ),
}


@pytest.mark.parametrize("name", ADVICE)
def test_advice_leads_to_the_cure(name: str, rulekit: Call, tmp_path: Path) -> None:
    """It says what is meant, and not what only looks alike."""
    text, wanted, astray = ADVICE[name]
    file = tmp_path / "tea.rules"
    file.write_text(HEAD + text, encoding="utf-8")
    said = rulekit("check", file).out
    assert wanted in said and astray not in said


def test_a_folder_without_rules_is_told_as_what_it_is(rulekit: Call, tmp_path: Path) -> None:
    """It is there; what is missing are rules in it."""
    ran = rulekit("check", tmp_path)
    assert ran.code == 2 and "holds no rules" in ran.err and "there is no game" not in ran.err


def test_rules_without_a_ledger_are_not_said_to_cite_one(rulekit: Call, tmp_path: Path) -> None:
    """All that is wrong is that there is nothing to count, and the file is called by its name."""
    file = tmp_path / "tea.rules"
    file.write_text(HEAD, encoding="utf-8")
    ran = rulekit("ledger", file)
    told = ran.out + ran.err
    assert ran.code == 1 and "no `ledger.toml` for `tea.rules`" in told and "cited" not in told
