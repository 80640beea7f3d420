"""An engine behind the protocol, as the games in step ask it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulekit.protocol.handshake import Agreed
from rulekit.protocol.session import Call, EngineFailure, Json, Refused, Session
from rulekit.verify.impl import Call as Question
from rulekit.verify.impl import Fails, Refuses

NOTHING: dict[str, Json] = {"states": {}, "zones": {}}  # instead of what the engine does not tell


class Failing(Fails):
    """The engine did not answer, with the kind of its failure."""

    def __init__(self, wrong: EngineFailure) -> None:
        super().__init__(str(wrong))
        self.kind = wrong.kind


class Door:
    """One session that plays one game after the other."""

    def __init__(self, session: Session, agreed: Agreed) -> None:
        self.session, self.agreed = session, agreed
        self.failure: EngineFailure | None = None

    def several(self, questions: Sequence[Question]) -> list[Any]:
        """Answers in order; a refusal stands in its place. What the engine does not tell is not asked."""
        asked = [self._call(*question) for question in questions]
        try:
            answers = iter(self.session.ask_all([call for call in asked if call is not None]))
        except EngineFailure as wrong:
            self.failure = wrong
            raise Failing(wrong) from wrong
        return [
            self._own(question[0]) if call is None else self._told(question[0], next(answers))
            for question, call in zip(questions, asked, strict=True)
        ]

    def _call(self, name: str, *arguments: Any) -> Call | None:
        if name == "about" or (name in UNTOLD and not self.agreed.can(name)):
            return None
        op, names = OPERATIONS[name]
        return op, dict(zip(names, arguments, strict=True))

    def _own(self, name: str) -> Json:
        if name == "load":
            return Refuses("it has no `load`")
        return {"name": self.agreed.name, "unsaid": sorted(self.agreed.unsaid)} if name == "about" else NOTHING

    def _told(self, name: str, found: Any) -> Any:
        if isinstance(found, Refused):
            if name in ("apply", "load"):
                return Refuses(str(found))
            wrong = self.failure = EngineFailure(f"it refused {name}: {found}", "refused")
            raise Failing(wrong)
        if name == "asked":
            if found["kind"] == "chance":
                wrong = self.failure = EngineFailure(f"it wants chance where the rules want none: {found}", "chance")
                raise Failing(wrong)
            return list(found.get("seats", []))
        if name in ("position", "view") and isinstance(found, dict):
            unsaid = self.agreed.unsaid  # what it says though it named it in `unsaid` is left out of both sides
            return {part: {key: one for key, one in found[part].items() if key not in unsaid} for part in NOTHING}
        return {key: one for key, one in found.items() if key not in self.agreed.unsaid} if name == "result" else found

    def close(self) -> None:
        self.session.close()


UNTOLD = ("position", "view", "load")
OPERATIONS: dict[str, tuple[str, tuple[str, ...]]] = {
    "start": ("start", ("config",)),
    "load": ("load", ("position",)),
    "chance": ("chance", ("label", "outcome")),
    "asked": ("pending", ()),
    "legal": ("legal", ("seat",)),
    "apply": ("move", ("seat", "move")),
    "position": ("position", ()),
    "view": ("view", ("seat",)),
    "result": ("result", ()),
}
