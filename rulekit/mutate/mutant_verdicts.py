"""What became of a mutant: who killed it and how, or what it survived."""

from __future__ import annotations

from typing import Any

import attrs

TRIVIAL, SCENE, LAW, PLAY = "trivial", "scene", "law", "play"
EQUIVALENT, TIMED_OUT, BROKEN, OPEN = "equivalent", "timed-out", "broken", "open"
ALONE = (SCENE, LAW)  # killed by what stands in the rulebook
SURVIVED = (PLAY, EQUIVALENT, OPEN)  # not killed by scenes and laws
MEANINGS = {
    TRIVIAL: "refused by the checker",
    SCENE: "killed by a scene",
    LAW: "killed by a law in a random game",
    PLAY: "missing scene: only play against the original tells it apart",
    EQUIVALENT: "equivalent as far as it was played against the original",
    OPEN: "survived scenes and laws; not played against the original",
    TIMED_OUT: "timed out",
    BROKEN: "a fault of rulekit itself",
}


@attrs.frozen
class Verdict:
    """One mutant and its fate. `by` names the scene, the law, or what differed; `evidence` counts what was compared."""

    id: str
    operator: str
    family: str
    clause: str
    sentence: str
    fate: str
    by: str = ""
    reached: bool = True  # whether some scene looks at what was changed
    games: int = 0
    decisions: int = 0
    configurations: int = 0
    seconds: float = 0.0

    @property
    def killed(self) -> bool:
        return self.fate in (SCENE, LAW, PLAY)

    @property
    def told(self) -> str:
        """Its class, with the evidence."""
        if self.fate == EQUIVALENT:
            played = f"{self.games} games, {self.decisions} decisions, {self.configurations} configurations compared"
            return f"equivalent (evidence: {played})"
        if self.fate == PLAY:
            return f"missing scene ({self.by})"
        return f"{MEANINGS[self.fate]}{f' ({self.by})' if self.by else ''}"

    def to_json(self) -> dict[str, Any]:
        return attrs.asdict(self)


def read(data: dict[str, Any]) -> Verdict:
    """A verdict that was written down; `ValueError` if it is none."""
    wanted = {field.name: field.type for field in attrs.fields(Verdict)}
    if set(data) != set(wanted) or not all(_is(data[name], kind) for name, kind in wanted.items()):
        raise ValueError("this is no verdict")
    if data["fate"] not in MEANINGS:
        raise ValueError("this is a verdict of a sort that is not known here")
    return Verdict(**data)


def _is(value: Any, kind: Any) -> bool:
    """Whether a value is of the type that a field declares by its name."""
    kinds = {"str": str, "bool": bool, "int": int, "float": float}
    return type(value) is kinds[kind if isinstance(kind, str) else kind.__name__]
