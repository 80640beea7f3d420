"""Deduplication of SVG: outlines of signs and whole drawings that occur several times are written once."""

from __future__ import annotations

import hashlib
import re
from collections import Counter
from collections.abc import Iterator

OUTLINE = re.compile(r'<path (transform="[^"]*" )d="([^"]{40,})"([^>]*)/>')
TAG = re.compile(r"<(/?)g\b[^>]*>")
KEYED = "data-key"  # a drawing that can be pointed at must stand where it is drawn
LEAST = 120  # letters of a drawing that is worth a name


def share_shapes(svg: str) -> tuple[str, str]:
    """Definitions, and the drawing that uses them. A name is made of what it stands for: pictures may share a page."""
    defined: dict[str, str] = {}
    drawn = _outlines_once(_groups_once(svg, defined), defined)
    return (f"<defs>{''.join(defined.values())}</defs>" if defined else ""), drawn


def _name(drawing: str) -> str:
    return "k" + hashlib.sha256(drawing.encode()).hexdigest()[:8]


def _groups_once(svg: str, defined: dict[str, str]) -> str:
    """Repeated insides of groups, the outermost first."""
    insides = [svg[begin:end] for begin, end in _groups(svg) if end - begin >= LEAST]
    repeated = {inside for inside, count in Counter(insides).items() if count > 1 and KEYED not in inside}
    out, at = "", 0
    for begin, end in sorted(_groups(svg)):
        inside = svg[begin:end]
        if begin < at or inside not in repeated:
            continue
        name = _name(inside)
        defined.setdefault(name, "")
        if not defined[name]:
            defined[name] = f'<g id="{name}">{_groups_once(inside, defined)}</g>'
        out += f'{svg[at:begin]}<use href="#{name}"/>'
        at = end
    return out + svg[at:]


def _groups(svg: str) -> Iterator[tuple[int, int]]:
    """Where the inside of each group begins and ends."""
    begun: list[int] = []
    for tag in TAG.finditer(svg):
        if not tag[1]:
            begun.append(tag.end())
        elif begun:
            yield begun.pop(), tag.start()


def _outlines_once(svg: str, defined: dict[str, str]) -> str:
    """Repeated outlines of signs: a sign in another colour or size uses the same one."""
    whole = svg + "".join(defined.values())
    counts = Counter(outline for _, outline, _ in OUTLINE.findall(whole))

    def put(found: re.Match[str]) -> str:
        placed, outline, painted = found.groups()
        if counts[outline] < 2:
            return found[0]
        name = _name(outline)
        shapes.setdefault(name, f'<path id="{name}" d="{outline}"/>')
        return f'<use href="#{name}" {placed.rstrip()}{painted}/>'

    shapes: dict[str, str] = {}
    for name, drawing in defined.items():
        defined[name] = OUTLINE.sub(put, drawing)
    drawn = OUTLINE.sub(put, svg)
    defined |= shapes
    return drawn
