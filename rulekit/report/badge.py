"""A verification as a badge: an SVG of its own, and the JSON that badge services read."""

from __future__ import annotations

import json

from rulekit.looks.drawing.svg_shapes import escape_text, text_width
from rulekit.verify.differences.difference_words import plural
from rulekit.verify.model import VerdictWord, Verification

COLOURS = {VerdictWord.AGREES: ("#1b6a3a", "brightgreen"), VerdictWord.DIFFERS: ("#a32a22", "red")}
OTHER = ("#5b5f68", "lightgrey")  # nobody knows
SIZE, PAD, HEIGHT = 11, 7, 20


def message(found: Verification) -> str:
    """The verdict in two words, with a sign that is no colour."""
    if found.verdict.word == VerdictWord.AGREES:
        return (
            f"✓ {found.count_in_state('agreed')} of {len(found.sentences)} sentences" if found.sentences else "✓ agrees"
        )
    if found.verdict.word == VerdictWord.DIFFERS:
        return f"✗ {plural(len(found.open_causes), 'cause')}"
    return f"? {found.verdict.word}"


def badge_svg(found: Verification) -> str:
    """The picture: the game on the left, the verdict on the right."""
    left, right = found.game.title or found.game.name, message(found)
    wide, more = (round(text_width(said, SIZE)) + 2 * PAD for said in (left, right))
    title = escape_text(f"{found.engine.name} against {left}: {found.verdict.sentence}")
    size = f'width="{wide + more}" height="{HEIGHT}"'
    edge = f"M{wide} 0h{more - 3}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3h-{more - 3}z"
    ground = f'<rect {size} rx="3" fill="#3b3e45"/><path d="{edge}" fill="{_colour(found)[0]}"/>'
    font = f'fill="#fff" font-family="Verdana,\'DejaVu Sans\',sans-serif" font-size="{SIZE}" text-anchor="middle"'
    texts = _text(left, wide / 2, wide) + _text(right, wide + more / 2, more)
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" {size} role="img" aria-labelledby="t"><title id="t">{title}</title>'
    )
    return f"{head}{ground}<g {font}>{texts}</g></svg>\n"


def _text(said: str, x: float, room: int) -> str:
    return f'<text x="{x:.1f}" y="14" textLength="{room - 2 * PAD}">{escape_text(said)}</text>'


def _colour(found: Verification) -> tuple[str, str]:
    return COLOURS.get(VerdictWord(found.verdict.word), OTHER)


def badge_json(found: Verification) -> str:
    """For services that draw badges themselves."""
    data = {"schemaVersion": 1, "label": found.game.title or found.game.name, "message": message(found)}
    data |= {"color": _colour(found)[1], "isError": found.verdict.code not in (0, 1)}
    return json.dumps(data, ensure_ascii=False) + "\n"
