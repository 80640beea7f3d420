"""The long campaign of rulebooks tells what it finds, also where a process breaks down."""

import os

import pytest

from rulekit.tests.play.test_generated_bodies import BREAKS, forgets_names
from rulekit.tests.rulebooks_campaign import CAMPAIGNS, main


def test_a_broken_engine_is_told_by_the_number_of_its_rulebook(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    number = BREAKS[forgets_names]
    assert main("bodies", number, number + 1) == 0
    forgets_names(monkeypatch)
    assert main("bodies", number, number + 1) == 1
    assert f"bodies {number}: " in capfd.readouterr().out


def test_a_process_that_ends_in_the_middle_is_a_find(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(CAMPAIGNS, "check", (lambda *given: os._exit(3), CAMPAIGNS["check"][1]))
    assert main("check", 0, 1) == 1
