"""The ladder for people: one line for each rung, then what is missing, by name."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rulekit.adequacy.ladder import Ladder, Named, Rung


def in_words(ladder: Ladder, most: int | None = None) -> Iterator[str]:
    """The report; `most` names of each list, or all."""
    yield f"{ladder.game}: how good {ladder.vectors:,} vectors are"
    if ladder.failed:
        yield from _listed(
            "vectors that the rules themselves do not pass, and that count for nothing:", ladder.failed, most
        )
    yield from (_line(rung) for rung in ladder.rungs)
    for rung in ladder.rungs:
        yield from _details(rung, most)


def _line(rung: Rung) -> str:
    wanted = f"; wanted are {rung.bar:g} %: {'reached' if rung.good else 'MISSED'}" if rung.bar is not None else ""
    share = f"{rung.percent:>5} %" if rung.of else "  none "
    return f"{rung.name:<11} {rung.reached:>6,} of {rung.of:>6,}  {share}  {rung.says}{wanted}"


def _details(rung: Rung, most: int | None) -> Iterator[str]:
    parts = [", ".join(f"{name} {count:,}" for name, count in rung.parts.items())] if rung.parts else []
    told = [*parts, *rung.notes]
    if not (told or rung.missing or rung.left_out):
        return
    yield ""
    yield ": ".join([rung.name, *(["; ".join(told)] if told else [])])
    yield from _listed("  missing:", rung.missing, most)
    yield from _listed("  not counted:", rung.left_out, most)


def _listed(title: str, names: Sequence[Named], most: int | None) -> Iterator[str]:
    if not names:
        return
    yield title
    for one in names[:most]:
        yield f"    {one.name}{f': {one.why}' if one.why else ''}"
    if most is not None and len(names) > most:
        yield f"    and {len(names) - most:,} more; --all names them"


__all__ = ["in_words"]
