"""A session that asks nothing more once a moment has passed: so vectors of a very slow engine come to an end."""

from __future__ import annotations

import time
from collections.abc import Sequence

from rulekit.protocol.session import Call, EngineFailure, EngineRefused, EngineSession, Json

OVER = "out of time"  # the kind of this failure; it is ours and not the engine's, and never stands in a report


class TimedSession:
    """The same session, up to `until` by `time.monotonic()`. What is under way then is waited for."""

    def __init__(self, session: EngineSession, until: float) -> None:
        self.session, self.until = session, until

    def ask(self, op: str, **arguments: Json) -> Json:
        """One answer; raises `EngineRefused` or `EngineFailure`."""
        (found,) = self.ask_all([(op, arguments)])
        if isinstance(found, EngineRefused):
            raise found
        return found

    def ask_all(self, calls: Sequence[Call]) -> list[Json]:
        """Several answers, asked in one go."""
        if time.monotonic() > self.until:
            raise EngineFailure("there is no time left to ask it", OVER)
        return self.session.ask_all(calls)

    @property
    def failure(self) -> EngineFailure | None:
        """What it broke down at, if it answers nothing more."""
        found: EngineFailure | None = getattr(self.session, "failure", None)
        return found

    def close(self) -> None:
        """No more questions."""
        self.session.close()


__all__ = ["OVER", "TimedSession"]
