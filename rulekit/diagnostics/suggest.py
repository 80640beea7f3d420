"""The nearest known names for a misspelt one, in any script."""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from functools import lru_cache

from rulekit.diagnostics.lookalike import forms

LONGEST = 64
COMPARED = 200  # names that are compared letter by letter


def nearest(name: str, known: Iterable[str], limit: int = 3) -> list[str]:
    """The known names nearest to this one, best first; none if nothing is near. Equal input gives equal output."""
    known = set(known)
    wanted = [form for form in forms(name[:LONGEST]) if form]
    found: list[tuple[int, int, str]] = []
    best = LONGEST
    for other in sorted(_likely(wanted, known - {name})):
        slips = min((_slips(form, other, best) for form in wanted), default=LONGEST)
        best = min(best, slips)
        if slips < LONGEST:
            found.append((slips, -_common_prefix(wanted[0], other), other))
    near = [other for slips, _, other in sorted(found) if slips == best][:limit]
    return near or _longer(name, known)[:limit]


def _likely(wanted: list[str], known: set[str]) -> Iterable[str]:
    """Of very many names those with the most letters in common; only these are compared letter by letter."""
    if len(known) <= COMPARED or not wanted:
        return known
    letters, length = _letters(wanted[0]), len(wanted[0])

    def unlike(other: str) -> tuple[int, str]:
        return (letters ^ _letters(other)).bit_count() + abs(length - len(other)), other

    return heapq.nsmallest(COMPARED, known, key=unlike)


def _longer(name: str, known: Iterable[str]) -> list[str]:
    """Known names that begin or end with this one as a word: `take-some` for `take`."""
    return [] if len(name) < 3 else sorted(o for o in set(known) if o.startswith(name + "-") or o.endswith("-" + name))


def _slips(form: str, other: str, best: int) -> int:
    """How many slips lie between a form and a known name; LONGEST if they are not near."""
    bound = min(_slips_allowed(len(form)), best)
    return min((_near(form, twin, bound) for twin in forms(other[:LONGEST])), default=LONGEST)


def _near(form: str, twin: str, bound: int) -> int:
    if form == twin:
        return 0
    if "-" in form and sorted(form.split("-")) == sorted(twin.split("-")):
        return min(1, bound) or LONGEST
    if abs(len(form) - len(twin)) > bound or (_letters(form) ^ _letters(twin)).bit_count() > 2 * bound:
        return LONGEST
    same = _common_prefix(form, twin)
    form, twin = form[same:], twin[same:]
    same = _common_prefix(form[::-1], twin[::-1])
    return distance(form[: len(form) - same], twin[: len(twin) - same], bound)


def _slips_allowed(length: int) -> int:
    """How many slips a name of that length may have."""
    return 0 if length < 2 else 1 if length < 5 else 2 if length < 9 else 3


@lru_cache(maxsize=16384)
def _letters(text: str) -> int:
    """Which letters occur, as a set of bits."""
    bits = 0
    for sign in text:
        bits |= 1 << (ord(sign) % 61)
    return bits


def _common_prefix(form: str, other: str) -> int:
    """How many letters at the front are the same."""
    count = 0
    for a, b in zip(form, other, strict=False):
        if a != b:
            break
        count += 1
    return count


def distance(a: str, b: str, bound: int) -> int:
    """Damerau-Levenshtein: letters put in, left out, changed, or two neighbours swapped; LONGEST beyond the bound."""
    before: list[int] = []
    row = list(range(len(b) + 1))
    for i, sign in enumerate(a, 1):
        after = [i] + [0] * len(b)
        for j, other in enumerate(b, 1):
            after[j] = min(row[j] + 1, after[j - 1] + 1, row[j - 1] + (sign != other))
            if before and j > 1 and sign == b[j - 2] and a[i - 2] == other:
                after[j] = min(after[j], before[j - 2] + 1)
        if min(after) > bound and min(row) > bound:
            return LONGEST
        before, row = row, after
    return row[-1] if row[-1] <= bound else LONGEST
