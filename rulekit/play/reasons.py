"""Clause ids with what stands behind them: the line of the rules, and the sentences of the rulebook it cites."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import attrs

NOT_ASKED = "not-asked"
NOT_ASKED_WORDS = "nothing of this kind is asked of this seat now"


@attrs.frozen
class Reason:
    """One clause that says no; or, where none is needed, plain words in `line` and no clause."""

    clause: str
    line: str = ""
    sentences: tuple[tuple[str, str], ...] = ()  # ledger id, sentence

    def to_json(self) -> dict[str, Any]:
        cited = [{"id": name, "text": text} for name, text in self.sentences]
        return {"clause": self.clause, "line": self.line, "sentences": cited}

    def __str__(self) -> str:
        said = " ".join(text for _, text in self.sentences) or self.line
        return ": ".join(part for part in (f"[{self.clause}]" if self.clause else "", said) if part)


@attrs.frozen
class Clauses:
    """Every clause of a game: its line as written, and the sentences it rests on."""

    lines: Mapping[str, str]
    cites: Mapping[str, tuple[str, ...]]
    ledger: Mapping[str, str]
    sources: Mapping[str, tuple[str, str]] = {}  # sentence -> where it stands, and how certain it is

    def reason(self, name: str) -> Reason:
        """One reason: an id in brackets, or words."""
        if not name.startswith("["):
            return Reason("", NOT_ASKED_WORDS if name == NOT_ASKED else name)
        clause = name.strip("[]")
        cited = tuple((one, self.ledger[one]) for one in self.cites.get(clause, ()) if one in self.ledger)
        return Reason(clause, self.lines.get(clause, ""), cited)

    def reasons(self, names: Iterable[str]) -> tuple[Reason, ...]:
        """All of them in the order given, each once."""
        return tuple(self.reason(name) for name in dict.fromkeys(names) if name)


NO_CLAUSES = Clauses({}, {}, {})
