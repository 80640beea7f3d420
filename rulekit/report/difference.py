"""Two verifications compared: which causes are new, gone, or as before, and what else changed."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import attrs

from rulekit.verify.differences.difference_words import plural
from rulekit.verify.model import Cause, Verification


@attrs.frozen
class ReportDiff:
    """What became of each cause, and of all else that a reader must know before he compares."""

    new: tuple[Cause, ...]
    gone: tuple[Cause, ...]
    kept: tuple[tuple[Cause, Cause], ...]
    changed: tuple[str, ...]  # what was not the same in the two runs
    less: tuple[str, ...]  # kinds of which less was compared than before
    broken: tuple[str, ...] = ()  # where the engine gave no answer and had given one before

    @property
    def code(self) -> int:
        """0 where nothing is new, no less was looked at and the engine answers as before; else 1."""
        return 1 if self.new or self.less or self.broken else 0

    def to_json(self) -> dict[str, Any]:
        """As data for tools."""
        return {
            "format": "rulekit-report-diff/1",
            "new": [one.id for one in self.new],
            "gone": [one.id for one in self.gone],
            "kept": [{"id": new.id, "before": old.times, "now": new.times} for old, new in self.kept],
            "changed": [*self.changed],
            "less": [*self.less],
            "broken": [*self.broken],
            "code": self.code,
        }


def compare_reports(old: Verification, new: Verification) -> ReportDiff:
    """The second against the first."""
    before, now = ({one.id: one for one in report.open_causes} for report in (old, new))
    return ReportDiff(
        new=tuple(one for name, one in now.items() if name not in before),
        gone=tuple(one for name, one in before.items() if name not in now),
        kept=tuple((before[name], one) for name, one in now.items() if name in before),
        changed=tuple(_changes(old, new)),
        less=tuple(_less(old, new)),
        broken=tuple(_broken(old, new)),
    )


def _changes(old: Verification, new: Verification) -> Iterator[str]:
    pairs = (
        ("game", old.game.name, new.game.name),
        ("rules", old.game.spec[:19], new.game.spec[:19]),
        ("rulekit", old.game.rulekit, new.game.rulekit),
        ("engine", f"{old.engine.name} {old.engine.version}", f"{new.engine.name} {new.engine.version}"),
        ("level", old.engine.level, new.engine.level),
        ("features", ", ".join(old.engine.features), ", ".join(new.engine.features)),
        ("seed", old.seed, new.seed),
        ("verdict", old.verdict.word, new.verdict.word),
    )
    yield from (f"{what}: {one or 'none'} -> {other or 'none'}" for what, one, other in pairs if one != other)


def _less(old: Verification, new: Verification) -> Iterator[str]:
    """A run that looks at nothing of a kind hides what it would have found."""
    now = {one.kind: one.number for one in new.compared}
    for one in old.compared:
        if one.number and not now.get(one.kind):
            yield f"{one.what}: {one.number:,} before, none now"


def _broken(old: Verification, new: Verification) -> Iterator[str]:
    """Failures of a kind that was not there; an engine that breaks down shows fewer causes, and is no better for it."""
    before = {one.kind for one in old.failures}
    yield from (f"{one.kind}: {one.said}" for one in new.failures if one.kind not in before)


def as_text(found: ReportDiff) -> str:
    """For a terminal."""
    lines = [f"changed  {said}" for said in found.changed]
    lines += [f"LESS     {said}" for said in found.less]
    lines += [f"BROKEN   {said}" for said in found.broken]
    lines += [f"NEW      {_cause_line(one)}" for one in found.new]
    lines += [f"gone     {_cause_line(one)}" for one in found.gone]
    lines += [f"as before {_cause_line(new)}; before {old.times:,}" for old, new in found.kept]
    counted = f"{plural(len(found.new), 'new cause')}, {len(found.gone)} gone, {len(found.kept)} as before"
    return "\n".join([*lines, counted])


def as_json(found: ReportDiff) -> str:
    """As JSON text."""
    return json.dumps(found.to_json(), ensure_ascii=False, indent=1)


def _cause_line(one: Cause) -> str:
    return f"{one.id}  ({plural(one.times, 'time')})  {one.title or one.line}"
