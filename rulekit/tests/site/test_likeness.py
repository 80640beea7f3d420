"""Which scene speaks of a sentence: rare words tell, other names of a term stand for it, small words say nothing."""

from pathlib import Path

import pytest

from rulekit.site.builder.game_site import game_site
from rulekit.site.scenes.likeness import Likeness
from rulekit.tests.manual.making import LEDGER, RULES, folder

pytestmark = pytest.mark.site

SAID = (
    "A passenger may leave the boat at the pier.",
    "The ferryman collects a coin from each passenger.",
    "A full boat takes no passenger.",
    "The boat sinks in a storm.",
)
NAMES = (("coin", "fare", "money"), ("storm", "gale"))


def like(one: str, other: str) -> float:
    return Likeness(SAID, NAMES).likeness_of(one, other)


def test_a_rare_word_tells_more_than_one_that_is_everywhere() -> None:
    assert like(SAID[1], "Coins are collected") > like(SAID[1], "Passengers") > 0


def test_another_name_is_the_term() -> None:
    assert like(SAID[3], "Nobody sails in a gale") > 0 == like(SAID[0], "Nobody sails in a gale")
    assert like("Who pays the fare?", SAID[1]) > 0


def test_small_words_are_nothing_in_common() -> None:
    assert like("It may not be done", "Nobody may do it on his own") == 0
    assert like(SAID[0], SAID[0]) == pytest.approx(1)


def test_a_scene_that_speaks_of_another_sentence_is_no_example(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both sentences rest on one line; its scene says nothing of what the second one says."""
    monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path / "cache"))
    shared = RULES.replace("@board.room, ruling:AMB-1", "@board.room, board.one-or-two, ruling:AMB-1")
    ledger = LEDGER.replace("one or two passengers board", "seagulls cry")
    assert ledger != LEDGER
    for text, shown in ((LEDGER, True), (ledger, False)):
        made = f'game = "ferry"\ntitle = "Ferry"\n\n{text}'
        site = game_site(str(folder(tmp_path / "ferry", ferry_rules=shared, ledger_toml=made)))
        part = site.files["rules/ferry/boarding.md"].split("{ #board.one-or-two", 1)[1].split("\n### ")[0]
        assert (">Example<" in part) is shown
