"""Sentences of effects as small signs, by the patterns of the looks file."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

import attrs

from rulekit.looks.drawing.palette import HAIR, LEGIBLE
from rulekit.looks.drawing.picture import Picture
from rulekit.looks.drawing.svg_shapes import num, path, text, text_width
from rulekit.looks.game_looks import Effects, PictureModel
from rulekit.looks.looks_terms import tokens
from rulekit.memo import memoize
from rulekit.typesystem import types as t

TEMPLATE = re.compile(r"\{[^}]*\}|#|[^{#]+")
STRONG = "−≤≥·/×≠"  # signs of a template that are set like numbers
SIGN, NUMBER, WORD = "sign", "number", "word"
FACTORS = {SIGN: 1.0, NUMBER: 0.86, WORD: 0.66}  # of the size of a line


@attrs.frozen
class LinePart:
    """A sign, a number or a word of a line."""

    what: str
    said: str

    def size(self, line: float, least: float) -> float:
        """How large it is in a line of that size; text is never smaller than the least size."""
        return line if self.what == SIGN else max(line * FACTORS[self.what], least)

    def width(self, line: float, least: float) -> float:
        """The width in a line of that height; text is at least `least` high."""
        if self.what == SIGN:
            return line
        return text_width(self.said, self.size(line, least), 600 if self.what == NUMBER else 400)


Holes = dict[str, list[str]]  # by `#`, or the name of a choice


@attrs.frozen
class SentencePattern:
    """A sentence with holes and the signs that tell it."""

    tokens: tuple[str, ...]
    template: str


@memoize
def patterns(looks: PictureModel, section: str = "effects") -> list[SentencePattern]:
    """Those of a section of the looks file, the longest first."""
    found = [SentencePattern(tuple(tokens(said)), str(signs)) for said, signs in looks.section(section).items()]
    return sorted(found, key=lambda pattern: -len(pattern.tokens))


def longest_fitting_pattern(
    looks: PictureModel, known: Sequence[SentencePattern], rest: Sequence[str]
) -> tuple[SentencePattern | None, Holes]:
    """The longest pattern that fits the beginning of a sentence, and the names that stand in its holes."""
    fits = ((p, holes) for p in known if (holes := _holes(looks, p.tokens, rest)) is not None)
    return next(fits, (None, {}))


def bits(looks: PictureModel, sentence: str) -> list[LinePart]:
    """A sentence as signs where a pattern fits, else in its own words."""
    rest, known, found = tokens(sentence), patterns(looks), list[LinePart]()
    while rest:
        pattern, holes = longest_fitting_pattern(looks, known, rest)
        if pattern is None:
            found += _plain(rest.pop(0))
        else:
            signs = {name: [_member_sign(looks, name, one) or one for one in said] for name, said in holes.items()}
            found += _filled(looks, pattern.template, signs)
            del rest[: len(pattern.tokens)]
    return found


def _holes(looks: PictureModel, wanted: Sequence[str], found: Sequence[str]) -> Holes | None:
    """What stands in the holes of a pattern: numbers, and names of members; nothing if it does not fit."""
    if len(found) < len(wanted):
        return None
    holes: Holes = {}
    for token, said in zip(wanted, found, strict=False):
        if token == "#" and said.isdigit():
            holes.setdefault(token, []).append(said)
        elif _member_sign(looks, token, said) is not None:
            holes[token] = [said]
        elif token != said:
            return None
    return holes


def _member_sign(looks: PictureModel, kind: str, name: str) -> str | None:
    """The sign of a member, if this is the name of a choice or list and that one of its members."""
    choice = looks.symbols.types.get(kind, t.UNKNOWN)
    if choice.members and name in choice.members:
        return looks.member(choice, name).sign
    if kind in looks.symbols.kinds and any(row.name == name for row in looks.kind(kind).rows):
        return looks.member(t.Row(kind), name).sign
    return None


def _filled(looks: PictureModel, template: str, holes: Mapping[str, list[str]]) -> Iterator[LinePart]:
    numbers = iter(holes.get("#", ()))
    for part in TEMPLATE.findall(template):
        if part == "#":
            yield LinePart(NUMBER, next(numbers, "#"))
        elif part.startswith("{"):
            name = (holes.get(part[1:-1]) or [part[1:-1]])[0]
            yield LinePart(SIGN, name) if looks.has_sign(name) else LinePart(WORD, f"each {name.lower()}")
        else:
            yield from (LinePart(NUMBER if word in STRONG else WORD, word) for word in part.split())


def _plain(token: str) -> list[LinePart]:
    """A word that no pattern tells."""
    if token == "->":
        return [LinePart(SIGN, "arrow")]
    if token == "then":
        return [LinePart(NUMBER, "·")]
    return [] if token in "()," else [LinePart(NUMBER if token.isdigit() else WORD, token)]


# ------------------------------------------------------------------ lines

Line = list[tuple[float, LinePart]]  # where each begins


def effect_lines(
    looks: PictureModel, effects: Effects, room: float, size: float = 15, least: float = LEGIBLE
) -> Picture:
    """The alternatives of a row, one below the other, each on as many lines as it needs, a stroke between them."""
    size = max(size, least)
    svg, y = "", 0.0
    for number, (_, sentence) in enumerate(effects):
        if number:
            svg += path(f"M0 {num(y + 1)}H{num(room)}", stroke="line", width=HAIR)
            y += 5
        for line in _lines(bits(looks, sentence), room, size, least):
            svg += "".join(_drawn(looks, bit, x, y, size, least) for x, bit in line)
            y += size + 2
    return Picture(room, max(0, y - 2), svg)


def _lines(found: Sequence[LinePart], room: float, size: float, least: float) -> list[Line]:
    lines: list[Line] = [[]]
    x = 0.0
    for unit in _units(found):
        width = sum(bit.width(size, least) + 1.5 for bit in unit) - 1.5
        if lines[-1] and x + 4 + width > room:
            lines.append([])
            x = 0
        x += 4 if lines[-1] else 0
        for bit in unit:
            lines[-1].append((x, bit))
            x += bit.width(size, least) + 1.5
        x -= 1.5
    return lines


def _units(found: Sequence[LinePart]) -> list[list[LinePart]]:
    """Bits that are never parted: a number and the sign behind it."""
    units: list[list[LinePart]] = []
    for bit in found:
        last = units[-1][-1] if units else LinePart("", "")
        joined = last.what == NUMBER and (last.said in "−≤≥/≠" or (bit.what == SIGN and last.said.isdigit()))
        units = [*units[:-1], [*units[-1], bit]] if joined else [*units, [bit]]
    return units


def _drawn(looks: PictureModel, bit: LinePart, x: float, y: float, size: float, least: float) -> str:
    if bit.what == SIGN:
        tint = looks.section("tints").get(bit.said, "ink")
        return looks.sign(bit.said, x + size / 2, y + size / 2, size * 0.96, tint)
    if bit.what == NUMBER:
        return text(x, y + size * 0.82, bit.said, bit.size(size, least), weight=700)
    return text(x, y + size * 0.78, bit.said, bit.size(size, least), "dim")
