"""Colours can be told apart and read: on screen in light and dark, and without colours at all."""

from __future__ import annotations

import pytest

from rulekit.looks.drawing.palette import HUES, TOKENS, paint, style_sheet
from rulekit.looks.drawing.tokens import SEATS

READ = 4.5  # contrast that text needs (WCAG 2.2, AA)


def luminance(colour: str) -> float:
    parts = [int(colour[n : n + 2], 16) / 255 for n in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.03928 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("scheme", (0, 1, 2), ids=("light", "dark", "print"))
@pytest.mark.parametrize("role", ("ink", "dim", "mark", *HUES))
def test_what_is_written_can_be_read(role: str, scheme: int) -> None:
    """On cards, on panels, and colours on their own soft ground."""
    grounds = ["face", "panel", *([f"{role}-soft"] if role in HUES else [])]
    assert all(contrast(TOKENS[role][scheme], TOKENS[ground][scheme]) >= READ for ground in grounds)


def test_seats_differ_by_shape_too() -> None:
    """No meaning hangs on colour alone."""
    assert len({shape for _, shape in SEATS}) == len(SEATS) == len({hue for hue, _ in SEATS})


def test_only_used_colours_are_declared() -> None:
    """In light, dark and print."""
    css = style_sheet(f"<rect{paint('ink', 'mark')}/>")
    assert css.count("--k-ink:") == css.count("--k-mark:") == 3 and "panel" not in css
    assert "prefers-color-scheme:dark" in css and "@media print" in css
