"""A difference of rules as people read it: for a terminal, and as Markdown for a page or a pull request."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator

from rulekit.diff.compare import Change, RulesDiff

TITLES = {  # what changed, and how one and many of it are called
    "sentences": ("Sentences of the rulebook", "sentence", "sentences"),
    "origins": ("Where sentences come from", "origin of a sentence", "origins of sentences"),
    "rulings": ("Rulings", "ruling", "rulings"),
    "options": ("Options and editions", "option", "options"),
    "rows": ("Components", "component", "components"),
    "lines": ("Lines of the rules", "line", "lines"),
    "scenes": ("Scenes", "scene", "scenes"),
}
SIGNS = {"added": "+", "removed": "-", "changed": "~"}
NOTHING = "Nothing changed that a player could notice."
PLAYS_ON = "The game is played as before; recorded games and vectors still hold."
PLAYS_OTHERWISE = "What decides the game has changed: recorded games must be replayed, and vectors made again."
MOST_RESTING = 8
WIDTH = 100


def summary(found: RulesDiff) -> str:
    """One line: how much of what changed, and whether the game is still played as before."""
    counts = [_count(part, changes) for part, changes in found.parts.items() if changes]
    return f"{'; '.join(counts)}. {PLAYS_ON if found.plays_on else PLAYS_OTHERWISE}" if found else NOTHING


def _count(part: str, changes: tuple[Change, ...]) -> str:
    _, one, many = TITLES[part]
    sorts = [(sum(change.sort == sort for change in changes), sort) for sort in SIGNS]
    told = ", ".join(f"{number} {sort}" for number, sort in sorts if number)
    return f"{len(changes)} {one if len(changes) == 1 else many} ({told})"


def as_text(found: RulesDiff) -> str:
    """For a terminal."""
    return "\n".join([f"{found.game}: {summary(found)}", *_text_parts(found)])


def _text_parts(found: RulesDiff) -> Iterator[str]:
    for part, changes in found.parts.items():
        if changes:
            yield f"\n{TITLES[part][0]}"
        for change in changes:
            yield f"  {SIGNS[change.sort]} {change.name}"
            if change.old and change.new:
                yield from _wrapped("was: ", change.old)
                yield from _wrapped("now: ", change.new)
            else:
                yield from _wrapped("", change.old or change.new)
            if change.resting:
                yield from _wrapped("rests on it: ", resting(change))


def _wrapped(label: str, text: str) -> Iterator[str]:
    inside = " " * (6 + len(label))
    lines = [piece for line in text.split("\n") for piece in textwrap.wrap(line, WIDTH - len(inside)) or [""]]
    yield f"      {label}{lines[0]}"
    yield from (inside + line for line in lines[1:])


def resting(change: Change) -> str:
    """The lines and scenes that cite what changed, a few of them by name."""
    more = len(change.resting) - MOST_RESTING
    return ", ".join(change.resting[:MOST_RESTING]) + (f" and {more} more" if more > 0 else "")


def as_markdown(found: RulesDiff, title: str = "") -> str:
    """A section of Markdown: for the page of changes of a game, or for a pull request."""
    parts = [f"## {title or found.game}", summary(found)]
    for part, changes in found.parts.items():
        if changes:
            parts += [f"### {TITLES[part][0]}", "\n".join(map(_item, changes))]
    return "\n\n".join(parts) + "\n"


def _item(change: Change) -> str:
    lines = [f"- `{change.name}` {change.sort}."]
    if change.old:
        lines.append(f"    - Was: {_inline(change.old)}")
    if change.new:
        lines.append(f"    - {'Now: ' if change.old else ''}{_inline(change.new)}")
    if change.resting:
        lines.append(f"    - Rests on it: {', '.join(f'`{name}`' for name in change.resting[:MOST_RESTING])}")
    return "\n".join(lines)


def _inline(text: str) -> str:
    """One line of Markdown in which nothing of the rules is taken for a mark; several lines stand as code."""
    if "\n" in text:
        return " / ".join(f"`{line}`" for line in text.split("\n"))
    return text.replace("*", "\\*").replace("_", "\\_").replace("[", "\\[").replace("<", "&lt;")
