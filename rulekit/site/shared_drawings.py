"""What is drawn several times on one page is written once: the same card in ten pictures costs as much as in one."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator

TAG = re.compile(r"<(/?)g\b[^>]*>")
LEAST = 120  # letters of a drawing that is worth a name
Group = tuple[int, int, int]  # where a group's inside begins and ends, and how deep it lies


def share_drawings(parts: Iterable[str]) -> tuple[str, ...]:
    """The parts of a page with every repeated drawing named, and as a last part the drawings under their names."""
    parts = tuple(parts)
    counts = Counter(text for part in parts if "<svg" in part for text in _insides(part))
    repeated = {text for text, count in counts.items() if count > 1}
    if not repeated:
        return parts
    names: dict[str, str] = {}
    used = tuple(_named(part, repeated, names) if "<svg" in part else part for part in parts)
    drawn, known = "", 0
    while known < len(names):
        text, name = list(names.items())[known]
        drawn += f'<g id="{name}">{_named(text, repeated, names)}</g>'
        known += 1
    hidden = f'<svg class="look drawings" width="0" height="0" aria-hidden="true"><defs>{drawn}</defs></svg>'
    return (*used, f"<div data-search-exclude>{hidden}</div>")


def _insides(text: str) -> Iterator[str]:
    """What stands inside each group, outer ones and those in them."""
    return (text[begin:end] for begin, end, _ in _groups(text) if end - begin >= LEAST)


def _groups(text: str) -> Iterator[Group]:
    begun: list[int] = []
    for tag in TAG.finditer(text):
        if not tag[1]:
            begun.append(tag.end())
        elif begun:
            yield begun.pop(), tag.start(), len(begun)


def _named(text: str, repeated: Collection[str], names: dict[str, str]) -> str:
    """The text with the outermost repeated drawings replaced by their names."""
    out, at = "", 0
    for begin, end, depth in _groups(text):
        if depth:
            continue
        inside = text[begin:end]
        if inside in repeated:
            put = f'<use href="#{names.setdefault(inside, f"drawing-{len(names) + 1}")}"/>'
        else:
            put = _named(inside, repeated, names)
        out += text[at:begin] + put
        at = end
    return out + text[at:]
