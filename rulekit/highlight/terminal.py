"""Rules in colour on a terminal, by the codes every terminal knows."""

from __future__ import annotations

from rulekit.highlight.roles import Role, pieces

CODES = {  # the sixteen colours of the terminal's own theme, so that they can be read on its ground
    Role.KEYWORD: "1",
    Role.DECLARATION: "1;34",
    Role.WORD: "36",
    Role.KIND: "34",
    Role.CLAUSE: "33",
    Role.CITATION: "2",
    Role.NUMBER: "35",
    Role.STRING: "32",
    Role.COMMENT: "2",
}


def colour_text(text: str) -> str:
    """The text with codes that a terminal shows as colours; without them it is letter by letter the same."""
    return "".join(
        f"\x1b[{CODES[piece.role]}m{piece.text}\x1b[0m" if piece.role in CODES else piece.text for piece in pieces(text)
    )
