"""A game on the play page as a person plays it: by clicks on the picture and on buttons, or with the keyboard alone."""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from rulekit.bench.playing import size
from rulekit.data import conformance_root, find_game

READY = "main[data-ready=yes]"
REST = "main:not(.busy)"
MOST = 600  # answers of one game


def by_other_hands() -> list[Path]:
    """The games that external engines play."""
    return [find_game(one.name) for one in sorted((conformance_root() / "adapters").iterdir()) if one.is_dir()]


def whole_game() -> Path:
    """The game that is played from its beginning to its end everywhere: the shortest of these."""
    return min(by_other_hands(), key=size)


def whole_games() -> list[str]:
    """The names of those that end, played at random, before anybody is tired of clicking."""
    return [one.name for one in by_other_hands() if longest(one.name) <= MOST]


def longest(name: str) -> int:
    """How many decisions the longest random game took that is kept in the figures."""
    figures = json.loads((conformance_root() / "figures" / f"{name}.json").read_text())
    return max(int(one["length"][-1]) for one in figures["players"].values())


def wait(page: Any) -> None:
    """Until the page shows the table and waits for somebody."""
    page.wait_for_selector(READY)
    page.wait_for_selector(REST)


def is_over(page: Any) -> bool:
    return bool(page.is_visible("[data-part=result]"))


def play_by_clicking(page: Any, seed: int = 1, most: int = MOST) -> tuple[int, int]:
    """A whole game; gives how many clicks went to the picture and how many to buttons."""
    bits, on_picture, on_buttons = random.Random(seed), 0, 0
    wait(page)
    while not is_over(page) and on_picture + on_buttons < most:
        frames = page.query_selector_all(".answer > .frame")
        if frames and bits.random() < 0.8:
            bits.choice(frames).click(force=True)
            on_picture += 1
        else:
            bits.choice(page.query_selector_all("[data-part=options] button")).click()
            on_buttons += 1
        page.wait_for_selector(REST)
        assert page.inner_text("[data-part=problem]") == ""
    return on_picture, on_buttons


def play_by_keyboard(page: Any, answers: int) -> int:
    """Some answers with Tab and Enter alone; gives how many were taken."""
    taken = 0
    wait(page)
    while taken < answers and not is_over(page):
        before = page.inner_text("[data-part=told]") + page.inner_text("[data-part=picked]")
        tab_to(page, "[data-part=options] button")
        page.keyboard.press("Enter")
        page.wait_for_selector(REST)
        taken += before != page.inner_text("[data-part=told]") + page.inner_text("[data-part=picked]")
    return taken


def tab_to(page: Any, selector: str, most: int = 60) -> None:
    """Press Tab until one of these has the focus."""
    for _ in range(most):
        page.keyboard.press("Tab")
        if page.evaluate("(selector) => document.activeElement.matches(selector)", selector):
            return
    raise AssertionError(f"Tab never comes to {selector}")
