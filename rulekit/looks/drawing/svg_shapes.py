"""The shapes that pictures are made of, as SVG text: rectangles, paths, lines of text, signs."""

from __future__ import annotations

import html
import re
from collections.abc import Mapping

from rulekit.looks.drawing.kit_signs import kit_signs
from rulekit.looks.drawing.palette import LEGIBLE, LINE, MEN, RADIUS, paint

BOLD = 600
NARROW = (("ijlI|.,:;'!", 0.32), ("ftr()[]-/ ", 0.39), ("mwMW", 0.94))  # letters and their width at size 1
CAPITAL, SMALL, FAT = 0.7, 0.61, 1.12  # of the widest faces that the names of the typeface may mean
NOT_XML = re.compile("[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")


def without_control(text: str) -> str:
    """Without the characters that no XML file may hold."""
    return NOT_XML.sub("\ufffd", text)


def escape_text(text: object) -> str:
    """Text as it may stand in SVG."""
    return html.escape(without_control(str(text)), quote=True)


def num(number: float) -> str:
    """A number with one digit behind the point, and none that says nothing."""
    return f"{number:.1f}".rstrip("0").rstrip(".") or "0"


def rect(
    x: float, y: float, w: float, h: float, radius: float = RADIUS, *, fill: str | None = None,
    stroke: str | None = None, width: float = LINE, dash: str | None = None,
) -> str:  # fmt: skip
    """A rectangle."""
    place = f'x="{num(x)}" y="{num(y)}" width="{num(w)}" height="{num(h)}" rx="{num(radius)}"'
    return f"<rect {place}{paint(fill, stroke, width, dash)}/>"


def circle(x: float, y: float, radius: float, painted: str) -> str:
    """A circle, painted as `paint` says."""
    return f'<circle cx="{num(x)}" cy="{num(y)}" r="{num(radius)}"{painted}/>'


def path(
    outline: str, cap: str = "butt", *, fill: str | None = None, stroke: str | None = None,
    width: float = LINE, dash: str | None = None,
) -> str:  # fmt: skip
    """A path."""
    return f'<path d="{outline}" stroke-linecap="{cap}" stroke-linejoin="round"{paint(fill, stroke, width, dash)}/>'


# ------------------------------------------------------------------ text


def text_width(text: object, size: float, weight: int = 400) -> float:
    """About how wide a text is; rather too much than too little, for no font is measured."""
    return sum(map(_letter_width, str(text))) * size * (FAT if weight >= BOLD else 1)


def _letter_width(letter: str) -> float:
    for letters, width in NARROW:
        if letter in letters:
            return width
    return CAPITAL if letter.isupper() else SMALL


def text(
    x: float, y: float, said: object, size: float = 11, role: str = "ink", anchor: str = "start",
    weight: int = 400, room: float | None = None, least: float = LEGIBLE,
) -> str:  # fmt: skip
    """A line of text. Where there is little `room` it is made smaller, not below `least`, and at last shortened."""
    words, size = str(said), max(size, least)
    if room is not None:
        words, size = _fitted(words, size, weight, room, least)
    attributes = f' text-anchor="{anchor}"' if anchor != "start" else ""
    attributes += f' font-weight="{weight}"' if weight != 400 else ""
    place = f'x="{num(x)}" y="{num(y)}" font-size="{num(size)}"'
    return f"<text {place}{attributes}{paint(role)}>{escape_text(words)}</text>"


def _fitted(words: str, size: float, weight: int, room: float, least: float) -> tuple[str, float]:
    while size > least and not fits(words, room, size, weight):
        size = max(least, size - 0.5)
    if fits(words, room, size, weight):
        return words, size
    while len(words) > 1 and text_width(words + "…", size, weight) > room:
        words = words[:-1]
    return words.rstrip() + "…", size


def fits(words: object, room: float, size: float, weight: int = 400) -> bool:
    """Whether words of this size fit into the room."""
    return text_width(words, size, weight) <= room


def wrap_text(words: object, room: float, size: float, weight: int = 400) -> list[str]:
    """A text as lines no wider than the room, unless a single word is."""
    lines = [""]
    for word in str(words).split(" "):
        if lines[-1] and not fits(f"{lines[-1]} {word}", room, size, weight):
            lines.append("")
        lines[-1] = f"{lines[-1]} {word}".strip()
    return lines


def first_lines(words: object, most: int, room: float, size: float, weight: int = 400) -> list[str]:
    """At most so many lines of a text; dots stand for what is left out."""
    lines = wrap_text(words, room, size, weight)
    if len(lines) <= most:
        return lines
    last = lines[most - 1]
    while last and not fits(f"{last}…", room, size, weight):
        last = last[:-1].rstrip()
    return [*lines[: most - 1], f"{last}…"]


# ------------------------------------------------------------------ signs


def sign(
    name: str, x: float, y: float, size: float, role: str = "ink",
    own: Mapping[str, str] | None = None, halo: str | None = None, outline: str | None = None,
) -> str:  # fmt: skip
    """A sign with its middle at x, y; `own` are the signs of a game, `halo` a ground behind its border.

    With an `outline` of another colour it is hollow.
    """
    drawn = (own or {}).get(name) or kit_signs()[name]
    if outline:
        painted = paint(role, outline, max(1.2, 36 / size)) + ' stroke-linejoin="round"'
    elif role in MEN:
        painted = paint(*MEN[role], max(1.2, 36 / size)) + ' stroke-linejoin="round"'
    elif role == "ochre":  # the one colour in two tones: no dark yellow looks like gold
        painted = paint("gilt", "ochre", max(1.6, 24 / size)) + ' stroke-linejoin="round"'
    else:
        painted = f'{paint(role, halo, 4)} paint-order="stroke"' if halo else paint(role)
    place = f"translate({num(x - size / 2)} {num(y - size / 2)}) scale({size / 24:.3g})"
    return f'<path transform="{place}" d="{escape_text(drawn)}"{painted}/>'
