"""History of a game for one reader: what happened, step by step, as far as it was visible."""

from __future__ import annotations

from typing import Any

import attrs

from rulekit.looks.game_looks import PictureModel
from rulekit.play.games.game import Position
from rulekit.webplay.event_words import news

ALL = "all"  # the reader to whom nothing is hidden
Reader = int | str | None  # a seat, ALL, or nobody who plays


@attrs.define
class Story:
    """In the words of a game. Steps told before are kept: each is told once for each reader, and again only where the
    game went another way.

    `hidden` are zones and states that stand on no picture: what moves there is nobody's business.
    """

    looks: PictureModel
    hidden: frozenset[str]
    told: dict[tuple[int, Reader], tuple[Position, list[str]]] = attrs.field(factory=dict)

    def steps_since(self, here: Position, reader: Reader, since: Position | None = None) -> list[dict[str, Any]]:
        """Every step behind `since`, or since the beginning: who answered, and lines about what came of it."""
        found: list[dict[str, Any]] = []
        at: Position | None = here
        steps = len(here.line())
        while at is not None and at is not since and at.step is not None:
            steps -= 1
            lines = self._lines(at, steps, reader)
            if lines:
                found.append({"seat": at.step.get("seat"), "step": steps, "lines": lines})
            at = at.before
        return found[::-1]

    def _shown_part(self, event: dict[str, Any]) -> dict[str, Any]:
        """What of an event is to be told."""
        if "changed" not in event and "moved" not in event:
            return event
        changed = {name: entries for name, entries in event.get("changed", {}).items() if name not in self.hidden}
        moved = [one for one in event.get("moved", []) if not {*_zones(one)} or {*_zones(one)} - self.hidden]
        return {**event, "changed": changed, "moved": moved}

    def _lines(self, position: Position, step: int, reader: Reader) -> list[str]:
        kept = self.told.get((step, reader))
        if kept is None or kept[0] is not position:
            seat: int | None = position.step.get("seat") if isinstance(reader, str) else reader
            kept = self.told[step, reader] = (position, news(self.looks, map(self._shown_part, position.news(seat))))
        return kept[1]


def _zones(moved: dict[str, Any]) -> list[str]:
    """The names of the zones that something leaves and comes to."""
    ends = [moved[way] for way in ("from", "to") if way in moved]
    return [str(end[0] if isinstance(end, list) else end) for end in ends]
