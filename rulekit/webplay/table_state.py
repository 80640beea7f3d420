"""State of the table for a page: the picture and its words, who is asked what, how it ended."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from rulekit.looks.changes import Changes, changes
from rulekit.looks.declared_looks import noun
from rulekit.looks.description import position_in_words
from rulekit.looks.drawing.picture import Picture, as_svg
from rulekit.looks.game_looks import PictureModel, usable_looks
from rulekit.looks.legend import legend
from rulekit.looks.legend_html import legend_list
from rulekit.looks.looks_file import folder_of
from rulekit.looks.open_view import open_view
from rulekit.looks.table_picture import table_picture
from rulekit.looks.table_view import Marks, TableView
from rulekit.looks.wording import option_words
from rulekit.manual.title import title_of
from rulekit.play.games.game import Game, Position
from rulekit.play.reasons.clause_texts import RefusalReason
from rulekit.play.reasons.played_wording import result_words
from rulekit.play.refusals import LED_HERE, ExplanationLine, RulesLine
from rulekit.source import NOWHERE
from rulekit.webplay.story import ALL, Reader

View = Mapping[str, Any]


def title(game: Game) -> str:
    """The name of a game as a heading."""
    return title_of(folder_of(game.checked), game.name)


def seen_view(position: Position, reader: Reader, looks: PictureModel) -> View:
    """What is seen: by a seat, by nobody who plays, or with everything open."""
    if reader == ALL:
        whole = position.to_json()
        return {**open_view(looks.symbols, whole), "asks": _asks(position)}
    assert not isinstance(reader, str)
    return position.view(reader)


def _asks(position: Position) -> dict[str, Any]:
    return {"seats": list(position.pending.seats)}


def draw_table(looks: PictureModel, view: View, room: float, offered: Collection[str] | None, marks: Marks) -> Picture:
    """The table, no wider than the room; with `offered`, every thing on it says what it is."""
    return table_picture(TableView(looks, view, marks, offered=offered), room)


def as_file(looks: PictureModel, table: Picture, words: str) -> str:
    """A drawing of the table as SVG."""
    return as_svg(table, f"The table of {title(looks.game)}", words, pad=2)


def signs(looks: PictureModel, table: Picture) -> str:
    """What the signs on a drawing mean, as HTML."""
    return legend_list(looks, legend(looks, table))


def in_words(looks: PictureModel, view: View) -> str:
    """The position in words, for those who do not see the picture."""
    return position_in_words(looks, view)


def changes_between(looks: PictureModel, before: View | None, after: View) -> Changes:
    """What differs from what was seen before."""
    return changes(looks.symbols, before, after) if before is not None else Changes({}, {})


def awaited_answer(position: Position, seat: int | None) -> dict[str, Any] | None:
    """Whose answer is awaited, by which line, and the sentences it rests on."""
    pending = position.pending
    if pending.kind != "decision" or seat is None:
        return None
    line = ExplanationLine(RulesLine(pending.line, NOWHERE), LED_HERE)
    (reason,) = position.game.clauses.reasons_of([line], dict(position.chosen.options))
    return {"seat": seat, "line": pending.line, "sealed": pending.sealed, "sentences": sentences(reason)}


def sentences(reason: RefusalReason) -> list[dict[str, str]]:
    """The sentences of the rulebook behind a line."""
    return [{"id": name, "text": text} for name, text in reason.sentences]


def reason_json(reason: RefusalReason) -> dict[str, Any]:
    """One line that says no, with what it looked at and the sentences it rests on."""
    return {"name": reason.name, "line": reason.line, "facts": list(reason.facts), "sentences": sentences(reason)}


def result(position: Position) -> dict[str, Any] | None:
    """Scores and winners, when it is over."""
    if not position.is_over:
        return None
    found = position.result()
    scores, winners = found.get("scores"), found.get("winners", [])
    rows = [{"seat": seat, "score": score, "won": seat in winners} for seat, score in enumerate(scores or ())]
    return {"words": result_words(found), "scores": rows, "winners": winners}


def options_to_choose(game: Game) -> dict[str, Any]:
    """What can be chosen before a game begins."""
    from rulekit.play.games.game_config import option_text

    looks, _ = usable_looks(game, game.start().chosen)
    options = [
        {
            "name": name,
            "words": noun(name),
            "values": [{"value": one, "words": option_words(looks, name, option_text(one))} for one in values],
        }
        for name, values in game.options.items()
    ]
    return {
        "name": game.name,
        "title": title(game),
        "players": list(game.players),
        "seats": [looks.seat_name(seat) for seat in range(max(game.players))],
        "options": options,
        "editions": list(game.editions),
        "assumed": game.assumed_rows_note,
    }
