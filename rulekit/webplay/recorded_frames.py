"""A recorded random game in pictures, for pages on which nothing can be played."""

from __future__ import annotations

import html
import json
from collections.abc import Iterable, Iterator
from typing import Any

import attrs

from rulekit.looks.game_looks import PictureModel
from rulekit.looks.open_view import hands_open
from rulekit.play.games.game import Game, Position
from rulekit.play.games.players import random_player
from rulekit.webplay import table_state
from rulekit.webplay.event_words import answer_words

SEED = "recorded"
PICTURES = 6
LONGEST = 400  # decisions; a game that lasts longer is told so far
ROOM = 480.0  # points: on a phone it is made smaller by a third
LINES = 4  # of what happened between two pictures


@attrs.frozen
class RecordedFrame:
    """One picture: after how many answers, what happened before it, the drawing and the same in words."""

    step: int
    lines: tuple[str, ...]
    svg: str
    words: str


def as_text(shown: Iterable[RecordedFrame]) -> str:
    """Moments as text, to be kept."""
    return json.dumps([attrs.asdict(one) for one in shown])


def from_text(text: str) -> list[RecordedFrame]:
    """The same again."""
    return [RecordedFrame(one["step"], tuple(one["lines"]), one["svg"], one["words"]) for one in json.loads(text)]


def record_moments(game: Game) -> Iterator[RecordedFrame]:
    """Some moments of one game, the first and the last among them: each hand open, each deck closed."""
    line = _play_to_position(game).line()
    moments = [one for one in line if one.pending.kind != "chance"]
    last = len(moments) - 1
    chosen = sorted({round(last * number / (PICTURES - 1)) for number in range(PICTURES)})
    looks = PictureModel(game, line[0].chosen)
    before: Position | None = None
    for number in chosen:
        here = moments[number]
        lines = _lines(looks, here, before)
        view = hands_open(here)
        words = table_state.in_words(looks, view)
        drawn = table_state.draw_table(looks, view, ROOM, None, {})
        yield RecordedFrame(number, lines, table_state.as_file(looks, drawn, words), words)
        before = here


def _play_to_position(game: Game) -> Position:
    here, player = game.start(chance=SEED), random_player(SEED)
    for _ in range(LONGEST):
        if here.is_over:
            break
        seat = here.pending.seats[0]
        here = here.apply(seat, player(here, seat))
    return here


def _lines(looks: PictureModel, here: Position, before: Position | None) -> tuple[str, ...]:
    """What led here, in few lines."""
    if before is None:
        return ("The game begins.",)
    answers = [answer_words(looks, step["seat"], step["move"]) for step in _steps(here, before)]
    more = len(answers) - LINES
    told = [*answers[:LINES], *([f"and {more} more answers"] if more > 0 else [])]
    result = table_state.result(here)
    return (*told, *(result["words"] if result else ()))


def _steps(here: Position, before: Position) -> list[dict[str, Any]]:
    """The answers of players since then."""
    found: list[dict[str, Any]] = []
    at: Position | None = here
    while at is not None and at is not before:
        found += [at.step] if at.step is not None and "move" in at.step else []
        at = at.before
    return found[::-1]


def figures(name: str, shown: list[RecordedFrame]) -> str:
    """The same as HTML, the pictures beside the page under `recorded/`."""
    made = "\n".join(_figure(name, one) for one in shown)
    return (
        f'<section class="recorded" data-part="recorded" aria-label="A recorded game">\n'
        f"<h2>A game played at random</h2>\n{made}\n</section>"
    )


def _figure(name: str, one: RecordedFrame) -> str:
    address, words = html.escape(picture_file(name, one)), html.escape(one.words)
    said = html.escape("; ".join(one.lines))
    return (
        f'<figure>\n<img src="{address}" alt="{words}" loading="lazy">\n'
        f"<figcaption>After {one.step} answers: {said}</figcaption>\n</figure>"
    )


def picture_file(name: str, one: RecordedFrame) -> str:
    """Where a picture lies, beside the page."""
    return f"recorded/{name}/{one.step}.svg"
