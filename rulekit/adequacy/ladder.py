"""The ladder: one rung for each measure, what it reached of how many, what is missing by name and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import attrs


@attrs.frozen
class LadderEntry:
    """One thing that is missing, or left out of the count, with the reason if there is one."""

    name: str
    why: str = ""

    def to_json(self) -> dict[str, str]:
        """Its name, and why it is missing or left out, if that is known."""
        return {"name": self.name, **({"why": self.why} if self.why else {})}


@attrs.frozen
class Rung:
    """One measure. `left_out` is not counted: nobody can reach it, or somebody has said why it is not reached."""

    name: str
    says: str  # what is counted, behind the numbers
    reached: int
    of: int
    missing: tuple[LadderEntry, ...] = ()
    left_out: tuple[LadderEntry, ...] = ()
    bar: float | None = None  # per cent that are wanted
    notes: tuple[str, ...] = ()
    parts: Mapping[str, int] = attrs.field(factory=dict)  # what the reached ones are

    @property
    def percent(self) -> float:
        """Rounded down, so that 100 means all."""
        return 100.0 if self.reached == self.of else int(1000 * self.reached / self.of) / 10

    @property
    def is_met(self) -> bool:
        """Nothing is wanted of a rung without a bar, nor of one that has nothing to count."""
        return self.bar is None or not self.of or 100 * self.reached >= self.bar * self.of

    def to_json(self) -> dict[str, Any]:
        """The rung with its percentage and verdict worked out."""
        found = attrs.asdict(self, recurse=False)
        lists = {name: [one.to_json() for one in found[name]] for name in ("missing", "left_out")}
        told = {**found, **lists, "parts": dict(self.parts), "notes": list(self.notes)}
        return {**told, "percent": self.percent, "good": self.is_met}


@attrs.frozen
class Ladder:
    """All rungs that were measured for the vectors of one game."""

    game: str
    spec: str
    vectors: int
    failed: tuple[LadderEntry, ...]  # vectors that the rules themselves do not pass; they count for nothing
    rungs: tuple[Rung, ...]

    @property
    def is_met(self) -> bool:
        """Whether no vector failed and every rung reached what it must."""
        return not self.failed and all(rung.is_met for rung in self.rungs)

    def to_json(self) -> dict[str, Any]:
        """The whole ladder, as the report file holds it."""
        return {
            "game": self.game,
            "spec": self.spec,
            "vectors": self.vectors,
            "failed": [one.to_json() for one in self.failed],
            "good": self.is_met,
            "rungs": [rung.to_json() for rung in self.rungs],
        }


def rung_of(
    name: str, says: str, wanted: Iterable[str], had: Iterable[str], bar: float | None = None,
    left_out: Mapping[str, str] | None = None, notes: tuple[str, ...] = (),
) -> Rung:  # fmt: skip
    """The rung of a set of names; what is left out is so only as long as it is not reached."""
    names, reached = set(wanted), set(had)
    apart = {one: why for one, why in (left_out or {}).items() if one in names - reached}
    names -= set(apart)
    return Rung(
        name,
        says,
        len(names & reached),
        len(names),
        tuple(LadderEntry(one) for one in sorted(names - reached)),
        tuple(LadderEntry(one, why) for one, why in sorted(apart.items())),
        bar,
        notes,
    )


__all__ = ["Ladder", "LadderEntry", "Rung", "rung_of"]


# ------------------------------------------------------------------ the ladder for people


def in_words(ladder: Ladder, most: int | None = None) -> Iterator[str]:
    """The report; `most` names of each list, or all."""
    yield f"{ladder.game}: how good {ladder.vectors:,} vectors are"
    if ladder.failed:
        yield from _listing_lines(
            "vectors that the rules themselves do not pass, and that count for nothing:", ladder.failed, most
        )
    yield from (_line(rung) for rung in ladder.rungs)
    for rung in ladder.rungs:
        yield from _details(rung, most)


def _line(rung: Rung) -> str:
    wanted = f"; wanted are {rung.bar:g} %: {_verdict(rung)}" if rung.bar is not None else ""
    share = f"{rung.percent:>5} %" if rung.of else "  none "
    return f"{rung.name:<11} {rung.reached:>6,} of {rung.of:>6,}  {share}  {rung.says}{wanted}"


def _verdict(rung: Rung) -> str:
    if not rung.of:
        return "nothing to count, so nothing is told"
    return "reached" if rung.is_met else "MISSED"


def _details(rung: Rung, most: int | None) -> Iterator[str]:
    parts = [", ".join(f"{name} {count:,}" for name, count in rung.parts.items())] if rung.parts else []
    told = [*parts, *rung.notes]
    if not (told or rung.missing or rung.left_out):
        return
    yield ""
    yield ": ".join([rung.name, *(["; ".join(told)] if told else [])])
    yield from _listing_lines("  missing:", rung.missing, most)
    yield from _listing_lines("  not counted:", rung.left_out, most)


def _listing_lines(title: str, names: Sequence[LadderEntry], most: int | None) -> Iterator[str]:
    if not names:
        return
    yield title
    for one in names[:most]:
        yield f"    {one.name}{f': {one.why}' if one.why else ''}"
    if most is not None and len(names) > most:
        yield f"    and {len(names) - most:,} more; --all names them"
