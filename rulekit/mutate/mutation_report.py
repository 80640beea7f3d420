"""What a campaign found: scores, fates by family, and every survivor under its clause."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from rulekit.mutate import mutant_verdicts as v
from rulekit.mutate.mutant_verdicts import Verdict

FATES = (v.TRIVIAL, v.SCENE, v.LAW, v.PLAY, v.EQUIVALENT, v.OPEN, v.TIMED_OUT, v.BROKEN)


def summary(verdicts: tuple[Verdict, ...]) -> dict[str, Any]:
    """Counts and scores. Trivial and equivalent mutants are not counted in a score, time-outs are not kills."""
    fates = Counter(one.fate for one in verdicts)
    counted = len(verdicts) - fates[v.TRIVIAL] - fates[v.EQUIVALENT]
    alone = fates[v.SCENE] + fates[v.LAW]
    return {
        "mutants": len(verdicts),
        "fates": {fate: fates[fate] for fate in FATES},
        "counted": counted,
        "killed_by_scenes_and_laws": alone,
        "score_alone": _part(alone, counted),
        "score_alone_with_equivalent": _part(alone, counted + fates[v.EQUIVALENT]),
        "killed": alone + fates[v.PLAY],
        "score": _part(alone + fates[v.PLAY], counted),
    }


def by_family(verdicts: tuple[Verdict, ...]) -> dict[str, dict[str, int]]:
    """The fates of each family."""
    families = sorted({one.family for one in verdicts})
    counts = {family: Counter(one.fate for one in verdicts if one.family == family) for family in families}
    return {family: {fate: n for fate in FATES if (n := found[fate])} for family, found in counts.items()}


def survivors(verdicts: tuple[Verdict, ...]) -> dict[str, list[dict[str, Any]]]:
    """What scenes and laws did not kill, by clause, in the order of the rulebook."""
    found: dict[str, list[dict[str, Any]]] = {}
    for one in verdicts:
        if one.fate not in (*v.ALONE, v.TRIVIAL):
            entry = {"id": one.id, "change": one.sentence, "class": one.told, "reached": one.reached}
            found.setdefault(one.clause, []).append(entry)
    return found


def in_words(report: dict[str, Any], verdicts: tuple[Verdict, ...]) -> Iterator[str]:
    """The report for people."""
    found = report["summary"]
    left = f", {report['left']} not judged" if report["left"] else ""
    yield f"{report['game']}: {found['mutants']} of {report['of']} mutants judged in {report['seconds']} s{left}"
    for fate, count in found["fates"].items():
        if count:
            yield f"  {count:>6}  {v.MEANINGS[fate]}"
    yield f"  killed by scenes and laws alone: {_told(found['killed_by_scenes_and_laws'], found['counted'])}"
    yield f"  killed at all: {_told(found['killed'], found['counted'])}"
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


def _told(some: int, all_: int) -> str:
    return f"{some} of {all_}, {100 * some / all_:.1f} %" if all_ else "none was counted"
