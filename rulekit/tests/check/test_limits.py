"""Limits: the page says what the kit keeps, and what stands at the limit is checked and played by both engines."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import rulekit
from rulekit.check.budgets.cost_estimate import Costs
from rulekit.limits import CALLS_LIMIT, CHAIN_LIMIT, DEPTH_LIMIT, LOOPS_LIMIT, PARAMETERS_LIMIT, TABLE
from rulekit.pipeline import examine_all
from rulekit.play.games.engine_comparison import compare
from rulekit.play.games.game_config import choose
from rulekit.tests.hostile_rules import chain, game, procedures

PAGE = Path(rulekit.__file__).parent.parent / "docs" / "language" / "limits.md"


def test_the_page_shows_the_table() -> None:
    rows = re.findall(
        r"^\| ([\d,]+) \| (.+?) \| (?:\[(K\d\d)\].*|in play|) \|$", PAGE.read_text(encoding="utf-8"), re.M
    )
    assert [(int(most.replace(",", "")), what, code) for most, what, code in rows] == list(TABLE)


def brackets(depth: int) -> str:
    return game("define d is " + "(heap + " * depth + "1" + ")" * depth + "\n", front="require d > 0")


DEEP: dict[str, tuple[int, Callable[[int], str]]] = {
    "brackets": (DEPTH_LIMIT, brackets),
    "terms": (DEPTH_LIMIT, lambda n: game("define d is " + " + ".join(["heap"] * n) + "\n", front="require d > 0")),
    "of": (DEPTH_LIMIT, lambda n: game("define d is " + "next of " * n + "active\n", front="require d = d")),
    "nots": (DEPTH_LIMIT, lambda n: game("define d is " + "not " * n + "(heap > 0)\n", front="require d or heap > 0")),
    "ifs": (DEPTH_LIMIT, lambda n: game(act="if heap > 0: " * n + "take 1 from heap")),
    "loops": (LOOPS_LIMIT, lambda n: game(act="repeat 1: " * n + "take 1 from heap")),
    "loops through players": (
        LOOPS_LIMIT,
        lambda n: game(act="".join(f"for each p{k} of Player: " for k in range(n)) + "if heap > 0: take 1 from heap"),
    ),
    "loops with conditions that loop": (
        LOOPS_LIMIT,
        lambda n: game(
            act="".join(f"for each p{k} of Player: if some q in Player has q = p{k}: " for k in range(n))
            + "if heap > 0: take 1 from heap"
        ),
    ),
    "parameters": (
        PARAMETERS_LIMIT,
        lambda n: game(front="\n".join(f"n{k} in 1 to 2\nrequire some p in Player has p = active" for k in range(n))),
    ),
    "guards": (DEPTH_LIMIT, lambda n: game(front="\n".join(f"require heap < {10 + k}" for k in range(n)))),
    "words": (CHAIN_LIMIT, lambda n: game(chain(n, "{d} + 0"), front=f"require d{n - 1} > 0")),
    "conditions": (CHAIN_LIMIT, lambda n: game(chain(n, "{d} and heap > 0", "heap > 0"), front=f"require d{n - 1}")),
    "words the other way round": (
        CHAIN_LIMIT,
        lambda n: game(
            "".join(f"define d{k} is d{k + 1} + 0\n" for k in range(n)) + f"define d{n} is heap\n",
            front="require d0 > 0",
        ),
    ),
    "procedures": (CHAIN_LIMIT, lambda n: game(procedures(n, "{before}", "take 1 from heap"), act=f"step{n - 1}")),
    "calls": (
        CALLS_LIMIT,
        lambda n: game(
            f"to dig, at most {n} deep\n  [dig.on]  if heap > 0: take 1 from heap then dig  @A:1\n", act="dig"
        ),
    ),
}


def codes(text: str, folder: Path) -> set[str]:
    (folder / "game.rules").write_text(text, encoding="utf-8")
    return {problem.code for problem in examine_all(folder / "game.rules").errors}


def read(text: str, folder: Path) -> set[str]:
    try:
        return codes(text, folder)
    except rulekit.Problems as found:
        return {problem.code for problem in found.problems}


@pytest.mark.long
@pytest.mark.parametrize("form", DEEP)
def test_what_stands_as_deep_as_it_may_is_played_by_both_engines(form: str, tmp_path: Path) -> None:
    limit, text = DEEP[form]
    assert read(text(limit + 1), tmp_path) == {"K88"}
    depth = next(n for n in range(limit, 0, -1) if not read(text(n), tmp_path))
    (tmp_path / "game.rules").write_text(text(depth), encoding="utf-8")
    played = rulekit.load(tmp_path / "game.rules")
    chosen = choose(played.checked, 2, None, None)
    steps, difference = compare(played, chosen, ("reference", "python"), "1", 0, 30)
    assert steps and difference is None
    assert depth >= limit // 4


def test_words_that_double_cost_twice_as_much(tmp_path: Path) -> None:
    """Each counts those it uses, with those that they use."""
    (tmp_path / "game.rules").write_text(game(chain(12, "{d} + {d}")), encoding="utf-8")
    costs = Costs(examine_all(tmp_path / "game.rules").checked)
    assert 2 <= costs.word("d11") / costs.word("d10") < 2.1
