"""A scene in steps of words, where nothing would be seen on a picture."""

from __future__ import annotations

import re
from collections.abc import Callable

from rulekit.looks.game_looks import noun
from rulekit.site.book import BookScene
from rulekit.site.page import escape

MOST = 12
NUMBERS = {"1": "One plays", "2": "Two play", "3": "Three play", "4": "Four play", "5": "Five play", "6": "Six play"}
RULES: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], str]], ...] = (
    (re.compile(r"given players are (\d+)$"), lambda m: f"{NUMBERS.get(m[1], m[1] + ' play')}."),
    (re.compile(r"given option (.*)$"), lambda m: f"The table has chosen: {noun(m[1])}."),
    (re.compile(r"given asking .*$"), lambda m: ""),
    (re.compile(r"from (\S+)$"), lambda m: ""),
    (re.compile(r"despite .*$"), lambda m: ""),
    (re.compile(r"given (.*)$"), lambda m: f"{_first(noun(m[1]))}."),
    (re.compile(r"chance \[[^\]]*\] (?:is )?(.*)$"), lambda m: f"Chance gives {noun(m[1])}."),
    (re.compile(r"when (\S+) does (.*)$"), lambda m: f"{m[1].capitalize()}: {noun(m[2])}."),
    (re.compile(r"(\S+) is asked \[([^\]]*)\]$"), lambda m: f"{m[1].capitalize()} is asked."),
    (re.compile(r"(\S+) may exactly (.*)$"), lambda m: f"{m[1].capitalize()} may do exactly this: {noun(m[2])}."),
    (re.compile(r"(\S+) may not (.*?)(?: because .*)?$"), lambda m: f"{m[1].capitalize()} may not {noun(m[2])}."),
    (re.compile(r"(\S+) may (.*?)(?: because .*)?$"), lambda m: f"{m[1].capitalize()} may {noun(m[2])}."),
    (re.compile(r"then (.*)$"), lambda m: f"Then {noun(m[1])}."),
    (re.compile(r"refused because .*$"), lambda m: "This is refused."),
)


def told_scene(scene: BookScene) -> str:
    """The lines of a scene as numbered steps."""
    steps = [step for line in scene.lines if (step := told(line))]
    shown = "".join(f"<li>{escape(step)}</li>" for step in steps[:MOST])
    if not shown:
        return ""
    return f'<ol class="told">{shown}</ol><p class="note">{escape(scene.title)}.</p>'


def told(line: str) -> str:
    """One line as a sentence."""
    for pattern, say in RULES:
        if found := pattern.match(line):
            return say(found)
    return f"{_first(noun(line))}."


def _first(words: str) -> str:
    return words[:1].upper() + words[1:]
