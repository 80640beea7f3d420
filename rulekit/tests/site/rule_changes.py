"""Rules changed a line at a time, and what of the scenes is shown then: with what was kept before, and from nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import attrs

from rulekit.diagnostics import Problems
from rulekit.play.machine.rule_faults import Fault
from rulekit.site.book import SiteModel
from rulekit.site.gather import book
from rulekit.site.scenes.examples import picture_of
from rulekit.site.scenes.scene_html import pictures_of, question_of

NUMBER = re.compile(r"(?<![\w.\-])\d+(?![\w.\-])")
ID = re.compile(r"^( *)\[([\w.\-]+)\] +")
CITED = re.compile(r" +@[^\"]*$")
NEW = "\nto nothing-new\n  [nothing-new.do]  let n be 1  @public:sample\n"
OTHER = {" >= ": " > ", " <= ": " < ", " + ": " - ", " and ": " or ", " must ": " may ", " is yes": " is no"}


@attrs.frozen
class RuleChange:
    """Another text, and what is different in it."""

    what: str
    text: str


def changes_of(text: str) -> Iterator[RuleChange]:
    """Every line changed in every way that is known here; many of them are no rules."""
    lines = text.split("\n")
    last = next((n for n, line in enumerate(lines) if line.startswith(("scene ", "start "))), len(lines))
    for n, line in enumerate(lines[:last]):
        for how, new in _instead(line):
            yield RuleChange(f"{how}: {line.strip()}", "\n".join([*lines[:n], *new, *lines[n + 1 :]]))
        if n + 1 < last:
            swapped = [*lines[:n], lines[n + 1], line, *lines[n + 2 :]]
            yield RuleChange(f"below the next: {line.strip()}", "\n".join(swapped))
    yield RuleChange("a procedure more", "\n".join([*lines[:last], NEW, *lines[last:]]))


def _instead(line: str) -> Iterator[tuple[str, list[str]]]:
    """What may stand in the place of a line."""
    said = CITED.sub("", line)
    if not said.strip() or said.startswith("#"):
        return
    yield "gone", []
    for found in NUMBER.finditer(said):
        yield "one more", [f"{line[: found.start()]}{int(found[0]) + 1}{line[found.end() :]}"]
    for old, new in OTHER.items():
        if old in said:
            yield f"{new.strip()} for {old.strip()}", [line.replace(old, new, 1)]
    if named := ID.match(line):
        yield "twice", [line, line.replace(f"[{named[2]}]", f"[{named[2]}-too]", 1)]
        yield "only for three", [f"{named[0]}if count of Player > 2: {line[named.end() :]}"]
        yield "a guard before", [f"{named[1]}require count of Player > 2", line]
        if said != line:
            yield "without its source", [said]


def checked(file: Path) -> SiteModel | None:
    """The book of a game; nothing if there are faults in its rules, or if it cannot begin."""
    try:
        return book(file)
    except (Problems, Fault):
        return None


def shown(found: SiteModel, kept: Mapping[str, str]) -> dict[str, Any]:
    """All that is shown of its scenes, some of it kept."""
    found.pictures.known = dict(kept)
    return {
        f"{scene.title}: {what.__name__}": what(found, *more)
        for scene in found.scenes
        for what, more in ((pictures_of, (scene.number,)), (question_of, (scene.number,)), (picture_of, (scene, "")))
    }


def wrong_after(file: Path, changed: RuleChange, kept: Mapping[str, str], game: Path | None = None) -> list[str] | None:
    """What is shown of a changed game that would not be shown without what was kept; nothing if it cannot be one.

    `game`: its folder, if it is more than this file.
    """
    file.write_text(changed.text, encoding="utf-8")
    again, anew = checked(game or file), checked(game or file)
    if again is None or anew is None:
        return None
    with_kept, fresh = shown(again, kept), shown(anew, {})
    return [name for name in fresh if fresh[name] != with_kept[name]]
