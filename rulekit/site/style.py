"""The colours of pictures as a style sheet: those of the palette, by the scheme of the page and not of the machine."""

from __future__ import annotations

from rulekit.looks.drawing.palette import TOKENS

FILE = "looks.css"
SCHEMES = ((":root,\n[data-md-color-scheme]", 0), ('[data-md-color-scheme="slate"]', 1))


def picture_style() -> str:
    """A rule for each scheme, one for each role: without `.look`, for what is drawn once and used twice has none."""
    sheet = "/* The colours of pictures, made from the kit's own palette. */\n"
    for where, number in SCHEMES:
        values = "".join(f"--k-{role}:var(--look-{role},{TOKENS[role][number]});" for role in TOKENS)
        sheet += f"{where} {{{values}}}\n"
    sheet += (
        "@media print {\n  [data-md-color-scheme] {" + "".join(f"--k-{r}:{TOKENS[r][2]};" for r in TOKENS) + "}\n}\n"
    )
    sheet += "".join(f".f-{role}{{fill:var(--k-{role})}}\n.s-{role}{{stroke:var(--k-{role})}}\n" for role in TOKENS)
    return sheet
