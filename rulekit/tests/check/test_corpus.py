"""Wrong rulebooks and what is said of each, to the column; right ones nearby, of which nothing is said."""

import pkgutil
import re
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from rulekit.diagnostics import catalogue
from rulekit.syntax.parse_tables import tables
from rulekit.tests.check.corpus import Chunk, chunks, placed, problems

WRONG, RIGHT = chunks("wrong"), chunks("right")
PACKAGES = ("syntax", "model", "typesystem", "words", "verbs", "check")
ENGINE = {"K68", "K94"}  # found by playing, and in words for readers: not by reading rules
HUMPS = re.compile(r"[A-Z][a-z]+[A-Z][A-Za-z]*")
SHOUTED = re.compile(r"\b_?[A-Z][A-Z_]{2,}\b")


@cache
def inner_names() -> frozenset[str]:
    """Classes and terminals: words of the workshop that no editor should meet."""
    found = {"Token", "Tree", "NoneType", "Traceback", *tables().keywords.values()}
    for name in PACKAGES:
        package = import_module(f"rulekit.{name}")
        for module in pkgutil.walk_packages(package.__path__, f"rulekit.{name}."):
            found |= set(HUMPS.findall(" ".join(vars(import_module(module.name)))))
    return frozenset(found)


def test_classes_deep_in_the_packages_are_known() -> None:
    """Else a package that is renamed or split leaves the net without anybody noticing."""
    assert {"DataflowWalker", "PlaceElaborator", "GuardedReader"} <= inner_names()
    assert leaks("a DataflowWalker is wanted", "") == {"DataflowWalker"}


def leaks(said: str, text: str) -> set[str]:
    """Words of the workshop in a message that the rulebook itself does not hold."""
    words = set(re.findall(r"\w+", said)) & inner_names() | set(SHOUTED.findall(said))
    return {word for word in words - {"UTF", "AMB"} if word not in text}


@pytest.mark.parametrize("chunk", WRONG, ids=lambda chunk: chunk.name)
def test_a_wrong_rulebook_gets_exactly_these_complaints(chunk: Chunk, tmp_path: Path) -> None:
    """Code, line and column of everything, warnings too; no more and no less."""
    found = problems(chunk.text, tmp_path)
    assert sorted(placed(problem) for problem in found) == list(chunk.expected), "\n".join(map(str, found))


def test_every_wrong_rulebook_says_what_is_wrong_with_it() -> None:
    """A complaint whose column is forgotten would be a comment, and the rulebook would be one of the right ones."""
    assert not [chunk.name for chunk in WRONG if "### K" in chunk.text]
    assert not [chunk.name for chunk in WRONG if not chunk.expected]


@pytest.mark.parametrize("chunk", WRONG, ids=lambda chunk: chunk.name)
def test_its_messages_lack_no_fact_and_speak_plainly(chunk: Chunk, tmp_path: Path) -> None:
    """Every gap is filled, and no word of the workshop shows."""
    found = problems(chunk.text, tmp_path)
    assert not [(str(problem), sorted(problem.missing_facts)) for problem in found if problem.missing_facts]
    assert not [
        (str(problem), said) for problem in found if (said := leaks(f"{problem.fact} {problem.advice}", chunk.text))
    ]


@pytest.mark.parametrize("chunk", RIGHT, ids=lambda chunk: chunk.name)
def test_a_right_rulebook_gets_none(chunk: Chunk, tmp_path: Path) -> None:
    """Not even a warning."""
    assert [str(problem) for problem in problems(chunk.text, tmp_path)] == []


@pytest.mark.parametrize("code", sorted(set(catalogue.codes()) - ENGINE))
def test_every_complaint_has_a_wrong_rulebook(code: str) -> None:
    """No code is only promised."""
    assert any(said.endswith(f" {code}") for chunk in WRONG for said in chunk.expected)


def test_the_corpus_is_as_large_as_promised() -> None:
    """And no chunk expects nothing."""
    assert len(WRONG) >= 170 and len(RIGHT) >= 40
    assert not [chunk.name for chunk in WRONG if not chunk.expected]
