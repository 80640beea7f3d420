"""Colours by the part they play, in light, dark and print; weights of lines; the one typeface."""

from __future__ import annotations

import re

TOKENS: dict[str, tuple[str, str, str]] = {  # role: (light, dark, print)
    "ink": ("#1d2733", "#e9edf2", "#000000"),
    "dim": ("#54606e", "#a9b5c1", "#333333"),
    "line": ("#b4bdc7", "#4d5967", "#888888"),
    "panel": ("#f2f4f6", "#1a2129", "#ffffff"),
    "face": ("#ffffff", "#26303a", "#ffffff"),
    "back": ("#d5dbe2", "#3a4653", "#dddddd"),
    "rock": ("#c9cdd2", "#414c58", "#bbbbbb"),
    "floor": ("#fbf8f0", "#141a20", "#ffffff"),
    "mark": ("#85093f", "#ee6e98", "#000000"),
    "gilt": ("#e9c430", "#edd968", "#ffffff"),
    "coal": ("#1d2733", "#1d2733", "#000000"),
    "chalk": ("#ffffff", "#f4f6f8", "#ffffff"),
    "rim": ("#1d2733", "#c3ccd6", "#000000"),
}
HUES: dict[str, tuple[str, str, str, str]] = {  # name: (light strong, light soft, dark strong, dark soft)
    "blue": ("#1a62c4", "#e4eefa", "#9cc4f5", "#1c3350"),
    "orange": ("#b24d00", "#fdf0e2", "#e6914a", "#432a13"),
    "green": ("#0f7a50", "#e3f5ec", "#78e3ab", "#153a2a"),
    "purple": ("#54207f", "#f0e8f8", "#b383ee", "#33224d"),
    "ochre": ("#574600", "#f7f0cc", "#edd968", "#403710"),
    "slate": ("#46586b", "#e7ebf0", "#d0d8e1", "#2c3743"),
}
MEN = {"black": ("coal", "rim"), "white": ("chalk", "rim")}  # ground and edge: men that are so by day and by night
TOKENS |= {hue: (light, dark, light) for hue, (light, _, dark, _) in HUES.items()}
TOKENS |= {f"{hue}-soft": (soft, deep, "#ffffff") for hue, (_, soft, _, deep) in HUES.items()}

FONT = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,'Liberation Sans',sans-serif"
HAIR, LINE, WALL = 1.0, 1.5, 5.0  # weights of lines
LEGIBLE = 8.0  # no text is smaller than this as it is seen
RADIUS, GAP = 7.0, 8.0  # of corners, and between things

_PAINTED = re.compile(r'class="([^"]*)"')
_VALUE = re.compile(r' (?:fill|stroke)="#[0-9a-f]{3,6}"(?=[^>]*class=")')
_ROLE = re.compile(r"\b([fs])-([a-z-]+)\b")
_MEDIA = ("", "@media(prefers-color-scheme:dark)", "@media print")


def paint(fill: str | None = None, stroke: str | None = None, width: float = LINE, dash: str | None = None) -> str:
    """Attributes of a shape. A colour stands there as class and as value: light where no variables are understood."""
    names = [f"{what}-{role}" for what, role in (("f", fill), ("s", stroke)) if role]
    out = f' fill="{TOKENS[fill][0] if fill else "none"}"'
    out += f' stroke="{TOKENS[stroke][0]}"' if stroke else ""
    out += f' class="{" ".join(names)}"' if names else ""
    out += f' stroke-width="{width:g}"' if stroke else ""
    return out + (f' stroke-dasharray="{dash}"' if dash else "")


def style_sheet(drawing: str) -> str:
    """The rules for the colours that a drawing uses; a page may set `--look-ROLE` to decide by itself."""
    said = {pair for names in _PAINTED.findall(drawing) for pair in _ROLE.findall(names)}
    used = sorted((what, role) for what, role in said if role in TOKENS)
    roles = sorted({role for _, role in used})
    css = ""
    for number, media in enumerate(_MEDIA):
        values = ".look{" + "".join(f"--k-{role}:var(--look-{role},{TOKENS[role][number]});" for role in roles) + "}"
        css += f"{media}{{{values}}}" if media else values
    return css + "".join(_rule("fill" if what == "f" else "stroke", what, role) for what, role in used)


def _rule(property_: str, what: str, role: str) -> str:
    """The light value first, for those who draw and do not know variables."""
    return f".{what}-{role}{{{property_}:{TOKENS[role][0]};{property_}:var(--k-{role})}}"


def by_class(drawing: str) -> str:
    """The drawing without the values that its style sheet gives to its classes."""
    return _VALUE.sub("", drawing)
