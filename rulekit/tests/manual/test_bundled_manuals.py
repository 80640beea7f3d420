"""What the bundled games say to readers is enough to learn them from, in plain words, and true to their options."""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest

from rulekit.check.sources.ledger import LedgerClause, Ruling, option_value_text, settings
from rulekit.data import bundled_games
from rulekit.manual.beside import read_beside
from rulekit.manual.manual import Manual
from rulekit.pipeline import written_down
from rulekit.tests.bundled import bundled

SENTENCE = re.compile(r"[.!?](?= |$)")
SETTING = re.compile(r"`([^`]+)`")
SCAN = re.compile(r"\b[0-9a-f]{16}\.|\w\.txt\b")
FOR_MACHINES = re.compile(
    r"[`_]|\bseat (?:\d|one|two|i)\b|\b(?:legal set|harness|canonical|permutation)\b", re.IGNORECASE
)
MANY_RULINGS = 30
GAMES = pytest.mark.parametrize("game", bundled_games(), ids=lambda game: game.name)


@cache
def manual(game: Path) -> Manual:
    """What the game says to its readers."""
    return read_beside(game, bundled(game).checked, *written_down(game)).manual


def ruled(game: Path) -> Sequence[Ruling]:
    """Its rulings."""
    return written_down(game)[1].ruled


def clauses(game: Path) -> Sequence[LedgerClause]:
    """The sentences of its ledger."""
    ledger, _ = written_down(game)
    return [] if ledger is None else list(ledger.clauses.values())


def unknown_settings(text: str, game: Path) -> list[str]:
    """What a text names in backticks that no option of the game is or has."""
    known = bundled(game).options
    said = [pair for words in SETTING.findall(text) for pair in settings(words)]
    return [f"{name} {value}" for name, value in said if value not in map(option_value_text, known.get(name, ()))]


@GAMES
def test_a_newcomer_is_told_the_aim_the_turn_and_the_chapters(game: Path) -> None:
    found = manual(game)
    assert found.lead and found.turn and len(found.chapters) >= 3
    assert all(chapter.lead for chapter in found.chapters)


@GAMES
def test_every_question_is_answered_from_sentences_of_the_ledger(game: Path) -> None:
    questions = manual(game).questions
    assert len(questions) >= (30 if len(ruled(game)) >= MANY_RULINGS else 6)
    assert all(one.clauses and one.asks.endswith("?") and SENTENCE.search(one.answer) for one in questions)
    assert len({one.asks for one in questions}) == len(questions)


@GAMES
def test_an_answer_names_options_as_the_rules_spell_them(game: Path) -> None:
    texts = [one.answer for one in manual(game).questions] + [one.short for one in ruled(game)]
    assert [name for text in texts for name in unknown_settings(text, game)] == []


@GAMES
def test_every_ruling_is_told_in_one_or_two_sentences(game: Path) -> None:
    assert [one.id for one in ruled(game) if not 1 <= len(SENTENCE.findall(one.short)) <= 2] == []


@GAMES
def test_sentences_of_the_ledger_speak_to_people(game: Path) -> None:
    said = [*(one.text for one in clauses(game)), *(one.short for one in ruled(game))]
    assert [text for text in said if FOR_MACHINES.search(text)] == []


@GAMES
def test_no_file_of_a_scan_is_named(game: Path) -> None:
    assert [file.name for file in game.rglob("*.*") if SCAN.search(file.read_text("utf-8"))] == []
