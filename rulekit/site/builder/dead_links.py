"""Links between the pages of a game: one to a page that this game does not have becomes plain words."""

from __future__ import annotations

import posixpath
import re
from collections.abc import Collection

LINK = re.compile(
    r"\[(?P<words>(?:[^\[\]\\]|\\.)*)\]\((?P<target>[^()\s]+\.md)(?P<anchor>#[^()\s]*)?\)(?P<attributes>\{[^{}\n]*\})?"
)


def without_dead(text: str, page: str, pages: Collection[str]) -> tuple[str, list[str]]:
    """The text of a page, and the links that were taken out of it; `pages` are those of the game."""
    gone: list[str] = []

    def kept(found: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(page), found["target"]))
        if target in pages or target.startswith(".."):
            return found[0]
        gone.append(target)
        return found["words"]

    return LINK.sub(kept, text), gone
