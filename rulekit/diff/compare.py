"""Two snapshots compared: what was added, removed and changed, and what rests on it; and that as text."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Mapping
from typing import Any

import attrs

from rulekit.diff.snapshot import LedgerSentence, Snapshot


@attrs.frozen
class RuleChange:
    """One thing that is not as it was: `old` is empty for what was added, `new` for what was removed."""

    name: str
    old: str
    new: str
    resting: tuple[str, ...] = ()

    @property
    def sort(self) -> str:
        """`added`, `removed` or `changed`."""
        return "added" if not self.old else "removed" if not self.new else "changed"


@attrs.frozen
class RulesDiff:
    """All changes from one version of a game to another, by what changed."""

    game: str
    old_spec: str
    new_spec: str
    sentences: tuple[RuleChange, ...]
    origins: tuple[RuleChange, ...]  # sources and certainty of sentences that say the same
    rulings: tuple[RuleChange, ...]
    options: tuple[RuleChange, ...]
    rows: tuple[RuleChange, ...]
    lines: tuple[RuleChange, ...]
    scenes: tuple[RuleChange, ...]

    @property
    def plays_on(self) -> bool:
        """Whether the game is played as before: recorded games and vectors still hold."""
        return self.old_spec == self.new_spec

    @property
    def parts(self) -> dict[str, tuple[RuleChange, ...]]:
        """The changes by what changed, in the order in which they are told."""
        return {name: getattr(self, name) for name in PARTS}

    def __bool__(self) -> bool:
        return any(self.parts.values()) or not self.plays_on

    def to_json(self) -> dict[str, Any]:
        """For programs: every change with its old and new text."""
        told = {
            part: [
                {"name": one.name, "sort": one.sort, "old": one.old, "new": one.new, "resting": list(one.resting)}
                for one in changes
            ]
            for part, changes in self.parts.items()
        }
        return {
            "format": "rulekit-rules-diff/1",
            "game": self.game,
            "spec": {"old": self.old_spec, "new": self.new_spec},
            **told,
        }


PARTS = ("sentences", "origins", "rulings", "options", "rows", "lines", "scenes")


def compare(old: Snapshot, new: Snapshot) -> RulesDiff:
    """From the old version to the new one."""
    resting = dict(old.resting) | dict(new.resting)
    return RulesDiff(
        new.name,
        old.spec,
        new.spec,
        _changes(_texts(old), _texts(new), resting),
        tuple(_origins(old, new)),
        _changes(old.rulings, new.rulings, resting),
        _changes(old.options, new.options),
        tuple(_rows(old, new)),
        _changes(old.lines, new.lines),
        _changes(old.scenes, new.scenes),
    )


def _texts(found: Snapshot) -> dict[str, str]:
    """The sentences of a version by name."""
    return {name: one.text for name, one in found.sentences.items()}


def _changes(
    old: Mapping[str, str], new: Mapping[str, str], resting: Mapping[str, tuple[str, ...]] | None = None
) -> tuple[RuleChange, ...]:
    """In the order of the new version, then what is gone."""
    names = [*new, *(name for name in old if name not in new)]
    return tuple(
        RuleChange(name, old.get(name, ""), new.get(name, ""), (resting or {}).get(name, ()))
        for name in names
        if old.get(name) != new.get(name)
    )


def _origins(old: Snapshot, new: Snapshot) -> Iterator[RuleChange]:
    """Sentences that are there before and after, and whose sources or certainty are other than they were."""
    for name, one in new.sentences.items():
        before = old.sentences.get(name)
        if before is not None and _origin(before) != _origin(one):
            yield RuleChange(name, _origin(before), _origin(one))


def _origin(one: LedgerSentence) -> str:
    """Certainty and sources of a sentence, in one line."""
    return f"{one.certainty}: {', '.join(one.sources)}"


def _rows(old: Snapshot, new: Snapshot) -> Iterator[RuleChange]:
    """Of a row that stays only the columns that are other than they were."""
    for name in [*new.rows, *(name for name in old.rows if name not in new.rows)]:
        before, now = old.rows.get(name), new.rows.get(name)
        if before == now:
            continue
        if before is None or now is None:
            yield RuleChange(name, _row_text(before or {}, before or {}), _row_text(now or {}, now or {}))
        else:
            other = {column for column in {**before, **now} if before.get(column) != now.get(column)}
            yield RuleChange(name, _row_text(before, other), _row_text(now, other))


def _row_text(row: Mapping[str, str], columns: Mapping[str, str] | set[str]) -> str:
    return ", ".join(f"{column} {text}" for column, text in row.items() if column in columns) or "nothing"


# ------------------------------------------------------------------ a difference of rules as people read it


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


def _count(part: str, changes: tuple[RuleChange, ...]) -> str:
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
                yield from _wrap("was: ", change.old)
                yield from _wrap("now: ", change.new)
            else:
                yield from _wrap("", change.old or change.new)
            if change.resting:
                yield from _wrap("rests on it: ", citing_lines(change))


def _wrap(label: str, text: str) -> Iterator[str]:
    inside = " " * (6 + len(label))
    lines = [piece for line in text.split("\n") for piece in textwrap.wrap(line, WIDTH - len(inside)) or [""]]
    yield f"      {label}{lines[0]}"
    yield from (inside + line for line in lines[1:])


def citing_lines(change: RuleChange) -> str:
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


def _item(change: RuleChange) -> str:
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
