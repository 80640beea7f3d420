"""Puzzles: positions of which the reader says what may be done, the answers folded."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.looks.description import position_in_words
from rulekit.looks.open_view import hands_open
from rulekit.looks.table_picture import table_picture
from rulekit.looks.table_view import TableView
from rulekit.model import scenes as sc
from rulekit.play.games.game import Position
from rulekit.play.games.playouts import replay_playout
from rulekit.site.book import BookScene, SiteModel
from rulekit.site.component_data import words_of
from rulekit.site.figure import figure, fold, folds, in_row, signs_of, svg_file
from rulekit.site.links import PUZZLES, Links, own_page, scene_pages
from rulekit.site.page import Page, escape, escape_md
from rulekit.site.pictures.scene_pictures import ROOM
from rulekit.site.pictures.table_drawings import DrawnTable
from rulekit.site.reader_words import PEOPLE, join_list, join_moves, number, person, sentence
from rulekit.site.scenes.play_link import play_link
from rulekit.site.scenes.scene_html import given_html, options_of, question_of, told_html, words_of_scene
from rulekit.site.scenes.scene_words import MAY, MAY_NOT, SceneSentence

PATH, PLACE = PUZZLES, 64.5
MOST = 12  # puzzles of a game
FEW, MANY = 2, 6  # moves that a position of a random game offers
MOST_HARD, MOST_TOLD = 3, 12  # positions with many moves; moves of one that are told
SEED, LIMIT = "what may anna do", 60


def pages(book: SiteModel) -> Iterator[Page]:
    """One page; of a game without scenes that ask, positions of a random game."""
    links, files = Links(book, own_page(book, PATH)), dict[str, str]()
    scenes = choose_puzzles(book)
    parts = [part for at, scene in enumerate(scenes, 1) for part in _from_scene(book, links, files, scene, at)]
    made = [] if scenes else _from_a_game(book, files)
    count = len(scenes) or len(files)
    if not count:
        return
    lead = f"{sentence(number(count) + ' position' + ('s' if count > 1 else ''))} Think first; the answers are folded."
    source = (
        "Each is an example of the rules and is tried whenever they change."
        if scenes
        else "They come from games at random."
    )
    data = {"scenes": [scene.number + 1 for scene in scenes]}
    yield Page(
        own_page(book, PATH), "What may Anna do?", (f"{lead}\n{{ .lead }}", source, *parts, *made), data, PLACE, files
    )


# ------------------------------------------------------------------ from scenes


def choose_puzzles(book: SiteModel) -> list[BookScene]:
    """Scenes that ask before anything is done; a few of each page of scenes, those without options first."""
    asking = [scene for scene in book.scenes if _asks(book, scene)]
    ranked = sorted(asking, key=lambda one: (bool(options_of(one)), -_worth(book, one), one.number))
    taken: dict[str, int] = {}
    found: list[BookScene] = []
    for most in range(1, MOST + 1):
        for scene in ranked:
            page = scene_pages(book)[scene.number]
            if scene not in found and taken.get(page, 0) < most and len(found) < MOST:
                if question_of(book, scene.number) is not None:
                    found.append(scene)
                    taken[page] = taken.get(page, 0) + 1
    return sorted(found, key=lambda one: one.number)


def _asks(book: SiteModel, scene: BookScene) -> bool:
    tried = _tried(book, scene)
    exact = any(isinstance(line, sc.MayExactly) for line in _first(scene))
    return bool(tried) and (exact or {one.sort for one in tried} == {MAY, MAY_NOT})


def _first(scene: BookScene) -> list[sc.SceneLine]:
    """The lines before the first move that is made."""
    lines = scene.checked.node.lines
    end = next((n for n, line in enumerate(lines) if isinstance(line, sc.Does)), len(lines))
    return list(lines[:end])


def _tried(book: SiteModel, scene: BookScene) -> list[SceneSentence]:
    """What may and may not be done before anything is done."""
    told = words_of_scene(book, scene.number).told
    end = next((n for n, one in enumerate(told) if one.sort == "does"), len(told))
    return [one for one in told[:end] if one.sort in (MAY, MAY_NOT)]


def _worth(book: SiteModel, scene: BookScene) -> int:
    """How much there is to think about."""
    tried = _tried(book, scene)
    return (
        len(tried)
        + 2 * any(isinstance(line, sc.MayExactly) for line in _first(scene))
        + ({MAY, MAY_NOT} <= {one.sort for one in tried})
    )


def _from_scene(book: SiteModel, links: Links, files: dict[str, str], scene: BookScene, at: int) -> Iterator[str]:
    words = words_of_scene(book, scene.number)
    tried = _tried(book, scene)
    exact = any(isinstance(line, sc.MayExactly) for line in _first(scene))
    who = tried[0].words.partition(":")[0]
    moves = [one.words.partition(": ")[2] for one in tried]
    question = f"What may {who} do?" if exact else f"{who} thinks of this: {join_moves(moves)}. What is allowed?"
    yield f"## {number(at).capitalize()}: {escape_md(_head(book, scene))} {{ #puzzle-{scene.number + 1} .scene }}"
    drawn, name = question_of(book, scene.number), f"puzzle-{scene.number + 1}.svg"
    assert drawn is not None  # else it would not have been chosen
    files[name] = svg_file(drawn.picture, f"Position {number(at)}", sentence(drawn.words))
    shown = in_row([figure(name, drawn.picture, sentence(drawn.words))]) + signs_of(book.looks, drawn.picture)
    yield f"{shown}{given_html(words, pictured=True)}"
    yield f"**{escape_md(question)}**"
    answer = f'<p class="note">{escape(words.title)}</p>{told_html(book, links, words)}'
    yield folds([fold("Answer", answer), play_link(book, links, scene)])


def _head(book: SiteModel, scene: BookScene) -> str:
    """What it is about, without giving the answer away: the chapter of its clause."""
    cited = (scene.clause, *book.line_clauses([scene.clause]))
    chapter = next((book.clauses[one].chapter for one in cited if one in book.clauses), None)
    found = next((one.title for one in book.chapters if one.id == chapter), None)
    return found or scene.clause.partition(".")[0].replace("-", " ")


# ------------------------------------------------------------------ from a game at random


def _from_a_game(book: SiteModel, files: dict[str, str]) -> list[str]:
    """Positions of a random game in which there is little to choose from."""
    parts: list[str] = []
    for at, here in enumerate(_positions(book)):
        name = f"puzzle-{at + 1}.svg"
        drawn = _drawn(book, here)
        files[name] = svg_file(drawn.picture, f"Position {number(at + 1)}", drawn.words)
        seat = here.pending.seats[0]
        moves = _moves(book, here, seat)
        parts.append(f"## Position {number(at + 1)} {{ #puzzle-{at + 1} .scene }}")
        shown = in_row([figure(name, drawn.picture, drawn.words)])
        parts.append(f"{shown}{signs_of(book.looks, drawn.picture)}")
        parts.append(f"**What may {person(seat)} do?**")
        parts.append(folds([fold("Answer", f"<p>{escape(sentence(join_list(moves, 'or')))}</p>")]))
    return parts


def _moves(book: SiteModel, here: Position, seat: int) -> list[str]:
    """What may be done, in words; of very many the first ones, and how many more there are."""
    said = [words_of(book).text(one) for one in here.words(seat)]
    more = len(said) - MOST_TOLD
    return [*said[:MOST_TOLD], f"one of {number(more)} more"] if more > 1 else said


def _positions(book: SiteModel) -> list[Position]:
    """At most so many positions of one game, each with few moves, or with as few as there are."""
    start = book.game.start(book.game.players[0])
    asked: list[tuple[int, Position]] = []
    here: Position | None = replay_playout(start, SEED, 0, LIMIT)
    while here is not None:
        if here.pending.kind == "decision" and len(moves := here.legal()) >= FEW:
            asked.append((len(moves), here))
        here = here.before
    asked.reverse()
    found = [one for count, one in asked if count <= MANY] or [
        one for _, one in sorted(asked, key=_how_many)[:MOST_HARD]
    ]
    return found[:: max(1, len(found) // MOST)][:MOST]


def _how_many(pair: tuple[int, Position]) -> int:
    return pair[0]


def _drawn(book: SiteModel, here: Position) -> DrawnTable:
    looks = book.looks
    view = hands_open(here)
    picture = table_picture(TableView(looks, view, names=PEOPLE), ROOM).fit_into(ROOM)
    return DrawnTable(picture, sentence(position_in_words(looks, view, names=PEOPLE)))
