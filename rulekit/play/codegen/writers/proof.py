"""What generated functions have written beside the walk of the interpreter: the two must be the same text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulekit.play import json_api
from rulekit.play.codegen.writers.engine import WritingEngine
from rulekit.play.codegen.writers.json_equality import plainly
from rulekit.play.codegen.writers.tracking import Tracker
from rulekit.play.engines import END
from rulekit.play.position.strict_json import dumps as text


def difference(engine: WritingEngine, tracker: Tracker, s: Any, readers: Iterable[int | None]) -> str | None:
    """What is written otherwise than by the walk, if anything is: the position, a legal list, or the view of a reader.

    The texts are compared, so that yes is not 1.
    """
    m = engine.machine(s)
    tables = json_api.tables(m)
    ours = tracker.write(s)
    for part in ("states", "zones"):
        for name in {**tables[part], **ours[part]}:
            if ours[part].get(name) != tables[part].get(name) or dumps(ours[part][name]) != dumps(tables[part][name]):
                return f"{name} of the position: {dumps(ours[part].get(name))}, not {dumps(tables[part].get(name))}"
    for seat in engine.seats(s):
        if dumps(engine.legal(s, seat)) != dumps(json_api.legal(m, seat)):
            return f"legal moves of seat {seat}: {dumps(engine.legal(s, seat))}, not {dumps(json_api.legal(m, seat))}"
    if engine.short_question(s)[0] == END and text(json_api.result(m)) != text(engine.result(s)):
        return f"the result {text(engine.result(s))}, not {text(json_api.result(m))}"
    for reader in readers:
        seen, shown = json_api.view(m, reader), engine.view(s, reader)
        for part in ("states", "zones"):
            for name in {**seen[part], **shown[part]}:
                if dumps(shown[part].get(name)) != dumps(seen[part].get(name)):
                    told = f"{dumps(shown[part].get(name))}, not {dumps(seen[part].get(name))}"
                    return f"{name} in the view of {reader}: {told}"
    return None


def dumps(value: Any) -> str:
    """The text of a value, exact leaves or not."""
    return text(plainly(value))
