"""Random play in figures: length, choice, scores by seat and how games end, for every number of players."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulekit.looks.declared_looks import noun
from rulekit.looks.drawing.picture import Picture
from rulekit.site.book import SiteModel
from rulekit.site.figure import figure, in_row, svg_file
from rulekit.site.links import own_page
from rulekit.site.page import Page, count, escape_md, table
from rulekit.site.plot import course, histogram, ranges, shares
from rulekit.site.random_play import figures_of, played_earlier, reached_of
from rulekit.site.reached_words import never_reached
from rulekit.site.reader_words import join_list, number, person, sentence

CAUTION = (
    "At each decision every legal move is as likely as any other. Good play looks different; what the rules themselves "
    "bring about shows here."
)
PATH, PLACE = "figures.md", 68.0
Json = dict[str, Any]
Plot = tuple[str, str, Picture, str]  # its name, its head, the drawing, the same in words


def pages(book: SiteModel) -> Iterator[Page]:
    """One page."""
    found = figures_of(book)
    files: dict[str, str] = {}
    total = sum(one["games"] for one in found["players"].values())
    lead = f"{count(total, 'game')}, played by nobody but chance. {CAUTION}{played_earlier(book)}"
    parts = [f"{lead}\n{{ .lead }}", _table(found["players"])]
    for seats, one in found["players"].items():
        parts += _players(book, int(seats), one, files, len(found["players"]) > 1)
    parts += _never(book)
    yield Page(own_page(book, PATH), "Random play in figures", tuple(parts), found, PLACE, files, column="Random play")


def _never(book: SiteModel) -> Iterator[str]:
    """The sentences that none of these games came to."""
    rare = never_reached(book)
    if rare:
        yield "## What never came up { #never }"
        games = count(reached_of(book).games, "random game")
        yield f"In {games} with the usual choices nobody came to these sentences; scenes show most of them."
        yield "\n".join(f"- [{escape_md(one.text)}]({book.clause_address(one.id)})" for one in rare)


def _table(players: dict[str, Json]) -> str:
    head = ["Players", "Games", "Decisions in a game", "Moves to choose from"]
    return table(
        head,
        [
            [players_text(int(seats)), f"{one['games']:,} games", _length(one), _mean(one)]
            for seats, one in players.items()
        ],
        stacked=True,
    )


def players_text(seats: int) -> str:
    """ "one player", "3 players"."""
    return "one player" if seats == 1 else f"{number(seats)} players"


def _length(one: Json) -> str:
    if not one["length"]:
        return "none came to an end"
    least, _, middle, _, most = one["length"]
    if least == most:
        return f"always {count(least, 'decision')}"
    return f"{least:,} to {most:,} decisions, half of the games at most {middle:,}"


def _mean(one: Json) -> str:
    met = [value for value in choices(one) if value]
    return f"{sum(met) / len(met):.1f} moves on average" if met else "–"


def choices(one: Json) -> list[float]:
    """How many moves there were to choose from on average, over each tenth of the games."""
    return [value / 10 for value in one["tenfold_choices"]]


def _players(book: SiteModel, seats: int, one: Json, files: dict[str, str], several: bool) -> Iterator[str]:
    if several:
        yield f"## {players_text(seats).capitalize()} {{ #players-{seats} }}"
    drawn = []
    for name, head, picture, words in _plots(seats, one):
        file = f"figures-{seats}-{name}.svg"
        files[file] = svg_file(picture, head, words)
        drawn.append(figure(file, picture, words, words, head))
    yield in_row(drawn)
    if one["finished"] < one["games"]:
        yield f"Broken off for their length: {count(one['games'] - one['finished'], 'game')}."


def _plots(seats: int, one: Json) -> Iterator[Plot]:
    """Those of which there is something to show."""
    bars = one["lengths"]
    if len(bars["counts"]) > 1:
        words = sentence(f"how many games are how long: {_length(one)}")
        yield "length", "Length", histogram(bars["counts"], bars["from"], bars["width"], "decisions"), words
    if any(choices(one)):
        first, last = choices(one)[0], choices(one)[-1]
        averages = f"{first:g} on average in its first tenth, {last:g} in its last"
        words = f"Moves to choose from over the course of a game: {averages}."
        yield "choices", "Choice", course(choices(one)), words
    if any(one["scores"]):
        rows = [(person(seat), found) for seat, found in enumerate(one["scores"]) if found]
        said = join_list([f"{name} {found[2]}, between {found[0]} and {found[4]}" for name, found in rows])
        words = f"Scores by seat, in the order of the first turn; the stroke is the middle of all games: {said}."
        yield "scores", "Scores by seat", ranges(rows), words
    ends = _ends(one, seats)
    if ends:
        said = join_list([f"{name} {share / max(one['finished'], 1):.0%}" for name, share in ends])
        yield "ends", "How games end", shares(ends, one["finished"]), sentence(said)


def _ends(one: Json, seats: int) -> list[tuple[str, int]]:
    """Who wins how often; else the names of what games come out as."""
    told = [(name, times) for name, times in one["outcomes"].items() if name != "win"]
    wins = [(f"{person(seat)} wins", times) for seat, times in enumerate(one["wins"])] if one["wins"] else []
    return [*wins, *((_outcome(name), times) for name, times in told)][:10]


def _outcome(name: str) -> str:
    words = noun(name)
    return {"drawn": "a draw", "draw": "a draw", "shared": "a shared win", "tie": "a tie"}.get(words, words)
