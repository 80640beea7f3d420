"""An engine that has been greeted: its session, what was agreed, and how its last failure is called."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rulekit import __version__
from rulekit.play.games.game import Game
from rulekit.protocol.handshake import Agreement, greet
from rulekit.protocol.session import Call, EngineFailure, EngineSession, Json

Factory = Callable[[], EngineSession]


class GreetedEngine:
    """One session that plays one game after the other."""

    def __init__(self, session: EngineSession, agreed: Agreement) -> None:
        self.session, self.agreed = session, agreed
        self.failure: EngineFailure | None = None

    def ask_all(self, calls: Sequence[Call]) -> list[Json]:
        """Answers in order; a refusal stands in its place as a `Refused`."""
        try:
            return self.session.ask_all(calls) if calls else []
        except EngineFailure as wrong:
            self.failure = wrong
            raise

    def can(self, op: str) -> bool:
        """Whether an operation may be asked."""
        return self.agreed.can(op)

    def close(self) -> None:
        """End the engine."""
        self.session.close()


class RestartableEngine:
    """One engine at a time: opened and greeted when it is needed, and again when it has failed."""

    def __init__(self, game: Game, factory: Factory) -> None:
        self.game, self.factory = game, factory
        self.door: GreetedEngine | None = None
        self.first: Agreement | None = None

    def open(self) -> GreetedEngine:
        """The engine; `EngineFailure` if it does not start or fit, or says something else than the first time."""
        if self.door is None:
            session = self.factory()
            try:
                agreed = greet(session, self.game, __version__)
                self.first = self.first or agreed
                if agreed != self.first:
                    raise EngineFailure(
                        "the handshake fails: started again, it says something else than before", "handshake"
                    )
            except BaseException:
                session.close()
                raise
            self.door = GreetedEngine(session, agreed)
        return self.door

    def close(self) -> None:
        """It ends; who asks again gets a new one."""
        door, self.door = self.door, None
        if door is not None:
            door.close()


__all__ = ["Factory", "GreetedEngine", "RestartableEngine"]
