"""Clause ids with what stands behind them: the line of the rules, and the sentences of the rulebook it cites."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import attrs

NO_CLAUSE = {
    "not-asked": "nothing of this kind is asked of this seat now",
    "not-your-turn": "somebody else is asked",
    "sealed-already": "this seat has answered already",
    "over": "the game is over",
    "malformed": "this is no move",
    "unknown-id": "the rules know no such name",
    "not-there": "there is no such piece",
    "no-such-decision": "fate is asked, not a player",
}


@attrs.frozen
class Reason:
    """One clause that says no, or a word of the protocol where no clause is needed to say it."""

    clause: str
    line: str = ""
    sentences: tuple[tuple[str, str], ...] = ()  # ledger id, sentence

    def to_json(self) -> dict[str, Any]:
        cited = [{"id": name, "text": text} for name, text in self.sentences]
        return {"clause": self.clause, "line": self.line, "sentences": cited}

    def __str__(self) -> str:
        said = " ".join(text for _, text in self.sentences) or self.line or NO_CLAUSE.get(self.clause, "")
        name = f"[{self.clause}]" if self.clause not in NO_CLAUSE else self.clause
        return f"{name}: {said}" if said else name


@attrs.frozen
class Clauses:
    """Every clause of a game: its line as written, and the sentences it rests on."""

    lines: Mapping[str, str]
    cites: Mapping[str, tuple[str, ...]]
    ledger: Mapping[str, str]

    def reason(self, name: str) -> Reason:
        """One reason, from an id with or without its brackets."""
        clause = name.strip("[]")
        cited = tuple((one, self.ledger[one]) for one in self.cites.get(clause, ()) if one in self.ledger)
        return Reason(clause, self.lines.get(clause, ""), cited)

    def reasons(self, names: Iterable[str]) -> tuple[Reason, ...]:
        """All of them in the order given, each once."""
        return tuple(self.reason(name) for name in dict.fromkeys(names) if name)


NO_CLAUSES = Clauses({}, {}, {})
