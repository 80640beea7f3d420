"""A vector replayed against an engine: every step is asked, every answer judged, up to the first that is wrong."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import attrs

from rulekit.protocol.handshake import Agreed
from rulekit.protocol.session import EngineFailure, Session
from rulekit.vectors.form import Vector
from rulekit.vectors.normal import Tree
from rulekit.vectors.run import SPECIAL, Run
from rulekit.vectors.verdicts import ADVICE, ERROR, FAILED, PASSED, SKIPPED, Verdict, counts

Json = Any
WINDOW = 64  # calls that are sent before an answer is read


@attrs.define
class Replayer:
    """Replays vectors of one game against one engine; `sets` are the trees of the manifest."""

    session: Session
    agreed: Agreed
    sets: Mapping[str, Tree]
    window: int = WINDOW

    def replay(self, vector: Vector) -> Verdict:
        """The verdict of one vector.

        Where an engine breaks down among calls that were sent together, they are sent again one by one: it may have
        been wrong before, and what breaks down is told with its step.
        """
        why = self.skipped(vector)
        if why:
            return Verdict(vector.id, SKIPPED, why=why)
        found = self._run(vector, self.window)
        return self._run(vector, 1) if found.kind == ERROR and self.window > 1 else found

    def _run(self, vector: Vector, window: int, loads: bool = True) -> Verdict:
        """Played once. An engine may refuse positions: it goes along the path, if there is one, or is not asked."""
        agreed = self.agreed if loads else attrs.evolve(self.agreed, features=self.agreed.features - {"load"})
        run = Run(self.session, agreed, self.sets, window, vector)
        try:
            failed = run.played()
        except EngineFailure as trouble:
            return run.verdict(ERROR, run.at, why=str(trouble), failure=trouble.kind)
        if failed is None:
            return run.verdict(PASSED)
        if failed[1].part == "load":
            along = loads and vector.start is not None and vector.path is not None
            return self._run(vector, window, loads=False) if along else run.verdict(SKIPPED, why=REFUSED)
        return run.verdict(ADVICE if vector.advice else FAILED, failed[0], failed[1])

    def skipped(self, vector: Vector) -> str:
        """Why this engine cannot be asked this vector; empty if it can."""
        config = vector.configured
        if not self.agreed.plays(config["seats"], config["options"]):
            return "it does not play this configuration"
        if vector.start is not None and vector.path is None and not self.agreed.can("load"):
            return "it has no `load`"
        for feature, keys in NEEDS.items():
            if feature not in self.agreed.features and any(key in step for step in vector.steps for key in keys):
                return f"it has no `{feature}`"
        if SPECIAL["extra"] not in self.agreed.features and all(_extra(step) for step in vector.steps):
            return f"it is not `{SPECIAL['extra']}`"
        return ""


REFUSED = "it refuses the position"
NEEDS = {"load": ("load", "not-load"), "fork": ("fork",), "save": ("save",)}


def _extra(step: Json) -> bool:
    return step.get("kind") in SPECIAL


def replayed(
    session: Session, agreed: Agreed, sets: Mapping[str, Tree], vectors: Iterable[Vector]
) -> Iterator[tuple[Vector, Verdict]]:
    """Many vectors, each with its verdict; nothing stops at the first that fails."""
    replayer = Replayer(session, agreed, sets)
    for vector in vectors:
        yield vector, replayer.replay(vector)


__all__ = [
    "ADVICE", "ERROR", "FAILED", "PASSED", "SKIPPED", "Replayer", "Verdict", "counts", "replayed",
]  # fmt: skip
