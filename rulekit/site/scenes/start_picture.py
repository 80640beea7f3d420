"""The table as it stands when the first player is asked."""

from __future__ import annotations

from rulekit.looks.description import position_in_words
from rulekit.looks.open_view import hands_open
from rulekit.looks.table_picture import table_picture
from rulekit.looks.table_view import TableView
from rulekit.memo import memoize
from rulekit.site.book import SiteModel
from rulekit.site.pictures.scene_pictures import ROOM
from rulekit.site.pictures.table_drawings import DrawnTable
from rulekit.site.reader_words import PEOPLE

SEED = "the table at the start"
MOST_HIGH = 2400.0  # of a picture that a telephone shows


@memoize
def start_picture(book: SiteModel) -> DrawnTable | None:
    """Each hand open and each deck closed, for the fewest players; nothing where there is nothing to be seen."""
    looks = book.looks
    view = hands_open(book.game.start(book.game.players[0], chance=SEED))
    picture = table_picture(TableView(looks, view, names=PEOPLE), ROOM)
    if not picture.width or picture.height > MOST_HIGH:
        return None
    return DrawnTable(picture.fit_into(ROOM), position_in_words(looks, view, names=PEOPLE))
