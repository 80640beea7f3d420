"""Accepted differences: a file of entries with reason and owner, and what this run says about each of them."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import attrs

from rulekit.files import reading
from rulekit.model.toml_places import read_toml
from rulekit.verify import model, work_units
from rulekit.verify.work_units import WorkUnit

MET, NOT_MET, PASSES = "met", "not met", "passes"
KEYS = ("kind", "clause", "place", "reason", "owner", "vectors")
NEEDED = ("kind", "reason", "owner")


class BadBaseline(ValueError):
    """A baseline that cannot be read: where, and what is wrong."""


@attrs.frozen
class BaselineEntry:
    """A difference that is accepted: any of this kind, at this place, blamed on this clause; empty: whichever."""

    kind: str
    clause: str
    place: str
    reason: str
    owner: str
    vectors: tuple[str, ...] = ()  # vectors that show it; if all of them agree, it is mended

    def covers(self, one: model.Cause) -> bool:
        """Whether this entry accepts a cause of differences."""
        return (
            self.kind == one.kind
            and self.clause in ("", one.clause, *(suspect.clause for suspect in one.suspects))
            and (not self.place or bool({*model.places(self.place)} & {*model.places(one.place)}))
        )

    def may_cover(self, kind: str, place: str) -> bool:
        """Whether a difference just met may be this one, before anybody asks for its clause."""
        return self.kind == kind and (not self.place or place in model.places(self.place))


def read_baseline(file: Path) -> tuple[BaselineEntry, ...]:
    """A TOML file of `[[accepted]]` entries; `BadBaseline` tells what is wrong with it."""
    data, slips = read_toml(reading.text(file), str(file))
    if data is None:
        raise BadBaseline(str(slips[0]))
    strange = [key for key in data if key != "accepted"]
    found = data.get("accepted", [])
    if strange or not isinstance(found, list):
        raise BadBaseline(
            f"{file} holds `{(*strange, 'accepted')[0]}`; a baseline holds nothing but [[accepted]] entries"
        )
    return tuple(_entry(file, number, one) for number, one in enumerate(found, 1))


def _entry(file: Path, number: int, data: Any) -> BaselineEntry:
    where = f"{file}, entry {number}"
    if not isinstance(data, dict):
        raise BadBaseline(f"{where} is no table")
    strange = [key for key in data if key not in KEYS]
    if strange:
        raise BadBaseline(f"{where} has `{strange[0]}`; an entry has {', '.join(KEYS)}")
    missing = [key for key in NEEDED if not data.get(key)]
    if missing:
        raise BadBaseline(f"{where} lacks `{missing[0]}`: every accepted difference has {', '.join(NEEDED)}")
    if data["kind"] not in list(model.DifferenceKind):
        raise BadBaseline(f"{where}: there is no kind `{data['kind']}`; kinds are {', '.join(model.DifferenceKind)}")
    texts = {key: data.get(key, "") for key in KEYS if key != "vectors"}
    vectors = data.get("vectors", [])
    wrong = [key for key, text in texts.items() if not isinstance(text, str)]
    if wrong or not isinstance(vectors, list) or not all(isinstance(one, str) for one in vectors):
        raise BadBaseline(f"{where}: `{(*wrong, 'vectors')[0]}` must be {'text' if wrong else 'a list of ids'}")
    return BaselineEntry(**texts, vectors=tuple(vectors))


# ------------------------------------------------------------------ what a run says about it


def apply_baseline(found: Iterable[model.Cause], accepted: Sequence[BaselineEntry]) -> tuple[model.Cause, ...]:
    """The causes, each with the entry that accepts it."""
    told = []
    for one in found:
        entry = next((entry for entry in accepted if entry.covers(one)), None)
        told.append(one if entry is None else attrs.evolve(one, known=_known_entry(entry, one.times, MET)))
    return tuple(told)


def review_entries(
    found: Sequence[model.Cause], accepted: Sequence[BaselineEntry], every: Sequence[WorkUnit]
) -> tuple[model.Known, ...]:
    """Every entry with what became of it: met, not met, or mended, if all vectors that showed it agree."""
    agreed = {unit.id for unit in every if unit.stage == work_units.VECTORS and unit.state == work_units.AGREED}
    told = []
    for entry in accepted:
        seen = sum(one.times for one in found if entry.covers(one))
        mended = not seen and entry.vectors and agreed.issuperset(entry.vectors)
        told.append(_known_entry(entry, seen, MET if seen else PASSES if mended else NOT_MET))
    return tuple(told)


def _known_entry(entry: BaselineEntry, seen: int, state: str) -> model.Known:
    return model.Known(entry.kind, entry.clause, entry.place, entry.reason, entry.owner, seen, state)


def entries(found: Iterable[model.Cause], reason: str, owner: str) -> str:
    """A baseline that accepts these causes, as the text of its file."""
    parts = []
    for one in found:
        vectors = [example.vector for example in one.examples if example.vector]
        lines = [
            f"{key} = {_toml(text)}"
            for key, text in {
                "kind": one.kind,
                "clause": one.clause,
                "place": one.place,
                "reason": reason,
                "owner": owner,
            }.items()
        ]
        lines += [f"vectors = [{', '.join(map(_toml, vectors))}]"] if vectors else []
        parts.append("\n".join([f"# {one.title}", "[[accepted]]", *lines]))
    return "\n\n".join(parts) + "\n"


def _toml(text: str) -> str:
    import json

    return json.dumps(text, ensure_ascii=False)
