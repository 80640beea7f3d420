"""Sample files bent at random, by letters and by words: complaints are fine, exceptions are not."""

from __future__ import annotations

import random
import re
from functools import cache
from importlib.util import find_spec
from pathlib import Path

import pytest

from rulekit.diagnostics import Problems
from rulekit.model.formatter import format_source
from rulekit.model.rulebook import build
from rulekit.syntax.parse_tables import tables
from rulekit.syntax.parser import parse
from rulekit.syntax.source_files import decode
from rulekit.tests.reading import rules_files
from rulekit.tests.scale import examples

pytestmark = pytest.mark.long

PIECE = 40  # lines of a file are bent at a time, so that many inputs fit into a run
BATCHES = 20
ODD = ["(", ")", ":", ",", "->", "[x.y]", "[", "]", '"', "@", "@x", "#", "0", "-", "..", "é", "а", "\u202e", "\t", "\n"]
ODD += ["  ", "\n  ", "\n    ", "\r", "\x00", "9" * 5000, "Card", "A", "a_b", "''", "=", "==", "*", "/", "\ufeff"]


@cache
def texts() -> tuple[str, ...]:
    return tuple(file.read_text(encoding="utf-8") for file in rules_files())


def piece(chance: random.Random) -> str:
    """Some lines of some file."""
    lines = chance.choice(texts()).splitlines(True)
    start = chance.randrange(max(1, len(lines) - PIECE))
    return "".join(lines[start : start + PIECE])


def bent_bytes(text: str, chance: random.Random) -> bytes:
    """Bytes swapped, dropped, doubled, cut off."""
    data = bytearray(text.encode())
    for _ in range(chance.choice((1, 1, 2, 5, 20))):
        at = chance.randrange(max(1, len(data)))
        what = chance.randrange(5)
        if what == 0:
            data[at : at + 1] = bytes([chance.randrange(256)])
        elif what == 1:
            del data[at : at + chance.choice((1, 1, 2, 10))]
        elif what == 2:
            data[at:at] = data[at : at + chance.choice((1, 2, 30))]
        elif what == 3:
            data[at:at] = chance.choice(ODD).encode()
        else:
            del data[chance.randrange(at, len(data) + 1) :]
    return bytes(data)


def bent_words(text: str, chance: random.Random) -> bytes:
    """Words swapped, dropped, doubled, odd ones put in, lines moved in and out."""
    words = re.findall(r"\n *|[A-Za-z0-9-]+|\[[^\]\n]*\]|.", text)
    keywords = list(tables().keywords)
    for _ in range(chance.choice((1, 1, 1, 2, 3, 8))):
        if not words:
            break
        at, other = chance.randrange(len(words)), chance.randrange(len(words))
        what = chance.randrange(6)
        if what == 0:
            words[at], words[other] = words[other], words[at]
        elif what == 1:
            del words[at : at + chance.choice((1, 1, 3))]
        elif what == 2:
            words[at:at] = words[at : at + chance.choice((1, 3, 12))]
        elif what == 3:
            words[at:at] = [" ", chance.choice(keywords), " "]
        elif what == 4:
            words[at] = chance.choice(ODD)
        else:
            words[at:at] = [chance.choice(words), chance.choice((" ", "\n  ", "\n    "))]
    return "".join(words).encode()


def read(data: bytes) -> None:
    """All the way from bytes to a model and back to text."""
    try:
        text = decode(data, "x.rules")
    except Problems as refused:
        assert all(p.code in ("K86", "K87") and p.fact for p in refused.problems)
        return
    parsed = parse(text, "x.rules")
    height = text.count("\n") + 1
    for problem in parsed.problems:
        assert problem.span is not None and 1 <= problem.span.line <= height and problem.span.column >= 1
        assert problem.fact and not problem.missing_facts, (problem, problem.missing_facts)
    build([("x.rules", parsed.trees)])
    if not parsed.problems:
        tidy = format_source(text, "x.rules")
        assert format_source(tidy, "x.rules") == tidy


@pytest.mark.parametrize("batch", range(BATCHES))
def test_bent_texts_are_complained_about_and_break_nothing(batch: int) -> None:
    chance = random.Random(batch)
    for _ in range(examples(2_000, 100_000) // BATCHES):
        data = (bent_bytes if chance.random() < 0.4 else bent_words)(piece(chance), chance)
        try:
            read(data)
        except Exception as fault:
            raise AssertionError(data) from fault


@pytest.mark.skipif(find_spec("rulekit.pipeline") is None, reason="there are no checks yet")
@pytest.mark.parametrize("batch", range(BATCHES))
def test_bent_games_go_through_all_checks(batch: int, tmp_path: Path) -> None:
    from rulekit.pipeline import examine_folder

    chance = random.Random(1000 + batch)
    file = tmp_path / "1.rules"
    for _ in range(examples(100, 20_000) // BATCHES):
        data = (bent_bytes if chance.random() < 0.2 else bent_words)(chance.choice(small_games()), chance)
        file.write_bytes(data)
        try:
            examine_folder(tmp_path)
        except Problems as found:
            assert all(p.fact and not p.missing_facts for p in found.problems), data
        except Exception as fault:
            raise AssertionError(data) from fault


@cache
def small_games() -> tuple[str, ...]:
    """Whole games of one small file."""
    return tuple(text for text in texts() if text.count("\n") < 120 and re.search(r"^game ", text, re.MULTILINE))
