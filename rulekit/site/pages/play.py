"""The door to the table: where a game is played, and what can be done there."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.site.book import SiteModel
from rulekit.site.page import Page, escape_md
from rulekit.site.scenes.play_link import table_address

PATH, PLACE = "play.md", 90.0
WHAT = """\
- Click on the picture, or take a button beside it; the keyboard alone will do.
- Step back, see the table as another seat, ask for everything open.
- *Why not?* names every move that is refused now, with the sentences that refuse it.
- Choose players, edition and options; the same seed deals the same game.
- Take the position or the whole game as text, and put one on the table."""


def pages(book: SiteModel) -> Iterator[Page]:
    """One page."""
    lead = f"{escape_md(book.title)}, at a table in this browser, against players who move at random.\n{{ .lead }}"
    door = f"[Play now](../../{table_address(book.name)})\n{{ .go }}"
    note = (
        "Python and the rules are fetched once (about 13 MB) and run in the browser; nothing is sent anywhere. "
        f"On your own machine `rulekit play {book.name} --web` shows the same page.\n{{ .note }}"
    )
    yield Page(PATH, "Play", (lead, door, WHAT, note), {"table": table_address(book.name)}, PLACE)
