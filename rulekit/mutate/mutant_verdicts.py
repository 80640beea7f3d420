"""What becomes of mutants: verdicts, the log that keeps them on disk, the report."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs

from rulekit.files import json_reading, reading, writing
from rulekit.play.refusals import Refused

TRIVIAL, SCENE, LAW, PLAY = "trivial", "scene", "law", "play"
EQUIVALENT, TIMED_OUT, BROKEN, OPEN = "equivalent", "timed-out", "broken", "open"
ALONE = (SCENE, LAW)  # killed by what stands in the rulebook
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
class MutantVerdict:
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
    def is_killed(self) -> bool:
        """Whether scenes, laws or play noticed the mutant."""
        return self.fate in (SCENE, LAW, PLAY)

    @property
    def class_text(self) -> str:
        """Its class, with the evidence."""
        if self.fate == EQUIVALENT:
            played = f"{self.games} games, {self.decisions} decisions, {self.configurations} configurations compared"
            return f"equivalent (evidence: {played})"
        if self.fate == PLAY:
            return f"missing scene ({self.by})"
        return f"{MEANINGS[self.fate]}{f' ({self.by})' if self.by else ''}"

    def to_json(self) -> dict[str, Any]:
        """As the log and the report hold it."""
        return attrs.asdict(self)


def read_verdict(data: dict[str, Any]) -> MutantVerdict:
    """A verdict that was written down; `ValueError` if it is none."""
    wanted = {field.name: field.type for field in attrs.fields(MutantVerdict)}
    if set(data) != set(wanted) or not all(_is(data[name], kind) for name, kind in wanted.items()):
        raise ValueError("this is no verdict")
    if data["fate"] not in MEANINGS:
        raise ValueError("this is a verdict of a sort that is not known here")
    return MutantVerdict(**data)


def _is(value: Any, kind: Any) -> bool:
    """Whether a value is of the type that a field declares by its name."""
    kinds = {"str": str, "bool": bool, "int": int, "float": float}
    return type(value) is kinds[kind if isinstance(kind, str) else kind.__name__]


# ------------------------------------------------------------------ verdicts kept in a file


FORMAT = "rulekit-verdicts/1"
BEGINS = f'{{"format": "{FORMAT}"'.encode()
THOUSANDTH = 1000  # seconds are kept as whole thousandths


class VerdictLog:
    """Adds line by line. What other rules, another effort or another seed have judged stays, and is not taken over."""

    def __init__(self, path: Path | None, head: dict[str, Any]) -> None:
        self.known: dict[str, MutantVerdict] = {}
        self.lines: writing.AppendOnlyFile | None = None
        if path is None:
            return
        wanted = _line({"format": FORMAT, "of": _texts(head)})
        lines = writing.AppendOnlyFile(path)
        try:
            whole, parts = _kept_verdicts(path)
        except (Refused, OSError):
            lines.close()
            raise
        self.lines, self.known = lines, parts.get(wanted, {})
        lines.go_on(whole)
        if list(parts)[-1:] != [wanted]:
            lines.add(wanted.encode())

    def keep(self, verdict: MutantVerdict) -> None:
        """Notes a verdict, on the disk too if there is a log."""
        self.known[verdict.id] = verdict
        if self.lines is not None:
            self.lines.add(_line(_whole(verdict)).encode())

    def close(self) -> None:
        """Closes the log."""
        if self.lines is not None:
            self.lines.close()
            self.lines = None


def _line(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False)


def _texts(head: dict[str, Any]) -> dict[str, Any]:
    """The same with every fraction as a text, so that it is read back as it was written."""
    return {
        name: _texts(value) if isinstance(value, dict) else str(value) if isinstance(value, float) else value
        for name, value in head.items()
    }


def _whole(verdict: MutantVerdict) -> dict[str, Any]:
    return {**verdict.to_json(), "seconds": round(verdict.seconds * THOUSANDTH)}


def _kept_verdicts(path: Path) -> tuple[int, dict[str, dict[str, MutantVerdict]]]:
    """Where the last whole line ends, and the verdicts below each head; what is no such file is refused."""
    data = reading.read(path)
    if data[: len(BEGINS)] != BEGINS[: len(data)]:
        raise Refused("malformed", f"{path}: this is no file of verdicts; it was left as it is. Say another with --log")
    size = data.rfind(b"\n") + 1
    return size, _parts(path, data[:size])


def _parts(path: Path, whole: bytes) -> dict[str, dict[str, MutantVerdict]]:
    """The verdicts below each head."""
    parts: dict[str, dict[str, MutantVerdict]] = {}
    here: dict[str, MutantVerdict] = {}
    for number, line in enumerate(whole.split(b"\n")[:-1], 1):
        data = _parse_line(path, number, line)
        if data.get("format") == FORMAT:
            here = parts.setdefault(_line(data), {})
        else:
            verdict = _verdict(path, number, data)
            here[verdict.id] = verdict
    return parts


def _parse_line(path: Path, number: int, line: bytes) -> dict[str, Any]:
    try:
        data = json_reading.parse_json(line)
    except json_reading.NotStrict as why:
        raise _bad(path, number, str(why)) from None
    if not isinstance(data, dict):
        raise _bad(path, number, "an object is wanted")
    return data


def _verdict(path: Path, number: int, data: dict[str, Any]) -> MutantVerdict:
    try:
        return read_verdict({**data, "seconds": data["seconds"] / THOUSANDTH})
    except (KeyError, TypeError, ValueError) as why:
        raise _bad(path, number, "this is no verdict" if not isinstance(why, ValueError) else str(why)) from None


def _bad(path: Path, number: int, why: str) -> Refused:
    more = "the file was left as it is; take the line out, or say another file with --log"
    return Refused("malformed", f"{path}:{number}: {why}; {more}")


# ------------------------------------------------------------------ what a campaign found


FATES = (TRIVIAL, SCENE, LAW, PLAY, EQUIVALENT, OPEN, TIMED_OUT, BROKEN)


def summary(verdicts: tuple[MutantVerdict, ...]) -> dict[str, Any]:
    """Counts and scores. Trivial and equivalent mutants are not counted in a score, time-outs are not kills."""
    fates = Counter(one.fate for one in verdicts)
    counted = len(verdicts) - fates[TRIVIAL] - fates[EQUIVALENT]
    alone = fates[SCENE] + fates[LAW]
    return {
        "mutants": len(verdicts),
        "fates": {fate: fates[fate] for fate in FATES},
        "counted": counted,
        "killed_by_scenes_and_laws": alone,
        "score_alone": _part(alone, counted),
        "score_alone_with_equivalent": _part(alone, counted + fates[EQUIVALENT]),
        "killed": alone + fates[PLAY],
        "score": _part(alone + fates[PLAY], counted),
    }


def by_family(verdicts: tuple[MutantVerdict, ...]) -> dict[str, dict[str, int]]:
    """The fates of each family."""
    families = sorted({one.family for one in verdicts})
    counts = {family: Counter(one.fate for one in verdicts if one.family == family) for family in families}
    return {family: {fate: n for fate in FATES if (n := found[fate])} for family, found in counts.items()}


def survivors(verdicts: tuple[MutantVerdict, ...]) -> dict[str, list[dict[str, Any]]]:
    """What scenes and laws did not kill, by clause, in the order of the rulebook."""
    found: dict[str, list[dict[str, Any]]] = {}
    for one in verdicts:
        if one.fate not in (*ALONE, TRIVIAL):
            entry = {"id": one.id, "change": one.sentence, "class": one.class_text, "reached": one.reached}
            found.setdefault(one.clause, []).append(entry)
    return found


def in_words(report: dict[str, Any], verdicts: tuple[MutantVerdict, ...]) -> Iterator[str]:
    """The report for people."""
    found = report["summary"]
    left = f", {report['left']} not judged" if report["left"] else ""
    yield f"{report['game']}: {found['mutants']} of {report['of']} mutants judged in {report['seconds']} s{left}"
    for fate, count in found["fates"].items():
        if count:
            yield f"  {count:>6}  {MEANINGS[fate]}"
    yield f"  killed by scenes and laws alone: {_share_text(found['killed_by_scenes_and_laws'], found['counted'])}"
    yield f"  killed at all: {_share_text(found['killed'], found['counted'])}"
    yield "by family:"
    for family, fates in report["families"].items():
        yield f"  {family:<11} " + ", ".join(f"{fate} {count}" for fate, count in fates.items())
    for clause, entries in report["survivors"].items():
        yield f"[{clause}]"
        for entry in entries:
            unseen = "" if entry["reached"] else "; no scene looks there"
            yield f"  {entry['id']}: {entry['change']}"
            yield f"    {entry['class']}{unseen}"


def _part(some: int, all_: int) -> float | None:
    return round(some / all_, 4) if all_ else None


def _share_text(some: int, all_: int) -> str:
    return f"{some} of {all_}, {100 * some / all_:.1f} %" if all_ else "none was counted"
