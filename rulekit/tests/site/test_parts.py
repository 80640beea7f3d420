"""Every component, ruling, option, law and scene of every bundled game has its page with all that belongs on it."""

import json
import re
from pathlib import Path

import pytest

from rulekit.looks.component_picture import has_picture
from rulekit.looks.declared_looks import noun
from rulekit.looks.drawing.palette import TOKENS
from rulekit.looks.game_looks import ASSUMED
from rulekit.looks.wording import side_words
from rulekit.site import reached_lines
from rulekit.site.addresses import COMPONENTS
from rulekit.site.clause_part import clause_part
from rulekit.site.component_data import all_components, kinds_shown, words_of
from rulekit.site.diacritic_folding import fold_text
from rulekit.site.links import own_page, scene_address
from rulekit.site.page import Page, escape_md
from rulekit.site.random_play import FEW_GAMES, OneGame, figures, kept_figures, one_game, sum_up
from rulekit.site.reader_words import number
from rulekit.site.ruling_text import ruling_text
from rulekit.site.vectors_about import count_about, vectors_about
from rulekit.tests.site.sites import NAMES, book_of, pages, with_section

pytestmark = pytest.mark.site

IMAGE = re.compile(r'<img class="look" src="([^"]+)" alt="([^"]*)" width="(\d+)"')
MARKDOWN_IMAGE = re.compile(r"!\[([^\]]*)\]\(([^)]+)\)")
OWN = ("options.md", "laws.md", "figures.md", "questions.md", "glossary.md", "puzzles.md", "examples.md")
PHONE = 328  # points that a window of 360 leaves
CODE = re.compile(r"`[^`]*`|<pre.*?</pre>|<code>.*?</code>", re.S)
ATTRIBUTES = re.compile(r"\{ [#.][^}]*\}|\]\([^)]*\)|<[^>]*>|&#?\w+;")
LINKS = re.compile(r"\[(?:[^\[\]]|\\.)*\]\([^)]*\)|<a .*?</a>|<div class=\"rules.*?</div>", re.S)
RAW = re.compile(r"\(-?\d+, -?\d+\)|\b[a-z]+_[a-z_]+\b|\brot -?\d|\[[a-z-]+\.[a-z0-9.-]+\]|[\x00-\x08]")
MACHINE_WORDS = re.compile(r"\bseat \d|\{|\}|\bTrue\b|\bFalse\b|\bdict\b|<\w+ object|\bwhere \(|\bof player\b")


def page(game: str, path: str) -> Page:
    return next(one for one in pages(game) if one.path == own_page(book_of(game), path))


def text(one: Page) -> str:
    return "\n\n".join(one.parts)


def of_kinds(game: str) -> list[Page]:
    """The pages that these tests are about."""
    heads = ("components/", "rulings/", "examples/")
    names = {own_page(book_of(game), name) for name in OWN}
    return [one for one in pages(game) if one.path.startswith(heads) or one.path in names]


@pytest.mark.parametrize("game", NAMES)
def test_every_component_has_its_page_with_pictures_of_all_sides_and_its_certainty(game: str) -> None:
    for one in all_components(book_of(game)):
        here = page(game, f"components/{one.kind.name.lower()}/{one.row}.md")
        images = IMAGE.findall(text(here))
        drawn = has_picture(book_of(game).looks, one.kind)
        assert len(images) >= len(one.sides) if drawn else not images, one.row
        assert all(name in here.files and words for name, words, _ in images), one.row
        for side in one.sides:
            assert all(attribute.certainty for attribute in side.attributes) or not book_of(game).clauses, one.row
            if side.assumed:
                assert "assumed" in text(here)
                assert any("; assumed." in file for file in here.files.values()) or not drawn, one.row


@pytest.mark.parametrize("game", NAMES)
def test_what_is_assumed_of_one_side_is_not_said_of_the_other(game: str) -> None:
    """Nor by the words of its picture; the rows of lists have none."""
    for one in all_components(book_of(game)):
        here = page(game, f"components/{one.kind.name.lower()}/{one.row}.md")
        for side in one.sides if has_picture(book_of(game).looks, one.kind) else ():
            name = next(name for name, _, _ in IMAGE.findall(text(here)) if name.endswith(f"-{side.name}.svg"))
            assert ("; assumed." in here.files[name]) == side.assumed, (one.row, side.name)


@pytest.mark.parametrize("game", NAMES)
def test_the_page_of_a_component_says_what_it_does(game: str) -> None:
    """Its effects in words, its note, or the sentences that its row rests on."""
    for one in all_components(book_of(game)):
        here = text(page(game, f"components/{one.kind.name.lower()}/{one.row}.md"))
        for effect in one.effects:
            assert escape_md(effect.words)[1:] in here, one.row
        for clause in one.cites:
            assert escape_md(book_of(game).clauses[clause].text) in here, (one.row, clause)
        note = book_of(game).manual.notes.get((one.kind.name, one.row))
        assert note is None or escape_md(note) in here, one.row


@pytest.mark.parametrize("game", NAMES)
def test_every_ruling_has_its_page_and_its_place_on_the_index(game: str) -> None:
    """With the question as title, the answer, and the clauses and lines that rest on it."""
    book = book_of(game)
    words = words_of(book)
    for ruling in book.rulings.ruled:
        here = page(game, book.ruling_address(ruling.id))
        assert here.title == ruling.question
        assert "{ .answer }" in text(here)
        for clause in book.clauses_under(ruling.id):
            assert f"#{clause.id})" in text(here), (ruling.id, clause.id)
        for when, _ in ruling.under:
            assert all(f"“{escape_md(words.option(*one))}”" in text(here) for one in when), ruling.id
            assert all(f"options.md#option-{name})" in text(here) for name, _ in when), ruling.id
        assert f"{{ #{ruling.id.lower()} .clause" in text(page(game, "rulings/index.md"))


@pytest.mark.parametrize("game", NAMES)
def test_every_scene_stands_on_one_page_of_examples(game: str) -> None:
    book = book_of(game)
    for scene in book.scenes:
        path, _, anchor = scene_address(book, scene).partition("#")
        found = [one.path for one in pages(game) if f"{{ #{anchor} .scene }}" in text(one) and "examples" in one.path]
        assert found == [path], scene.title


@pytest.mark.parametrize("game", NAMES)
def test_every_option_is_explained_value_by_value(game: str) -> None:
    book = book_of(game)
    for name, values in book.game.options.items():
        here = text(page(game, "options.md"))
        assert f"#option-{name} " in here
        told = {True: "yes", False: "no"}
        for value in values:
            assert f"`{told[value] if isinstance(value, bool) else value}`" in here, (name, value)


@pytest.mark.parametrize("game", NAMES)
def test_a_ruling_is_understood_without_the_letters_of_its_readings(game: str) -> None:
    """Pages list the readings without letters, and tell answers where no reading stands."""
    for one in book_of(game).rulings.ruled:
        said = [one.answer, one.short, ruling_text(one).why, *(text for _, text in one.under)]
        assert not any(re.search(r"\([a-e]\)|^the (first|second|third)\.", text) for text in said), one.id


@pytest.mark.parametrize("game", NAMES)
def test_a_side_is_not_called_like_a_column_of_the_same_name(game: str) -> None:
    looks = book_of(game).looks
    for kind in kinds_shown(book_of(game)):
        for side in looks.sides(kind.name):
            assert side not in looks.section("columns").get(kind.name, {}) or side_words(
                looks, kind.name, side
            ) == noun(side)


@pytest.mark.parametrize("game", with_section("box"))
def test_the_box_is_counted_as_the_manual_counts_it(game: str) -> None:
    """The rules may know of more pieces: places that are printed on a board, or what lies in no box."""
    here = page(game, "components/index.md")
    assert here.parts[0] == "\n".join(f"- {escape_md(one)}" for one in book_of(game).manual.box)


@pytest.mark.parametrize("game", NAMES)
def test_what_is_no_thing_on_the_table_stands_among_the_lists(game: str) -> None:
    things, _, lists = text(page(game, "components/index.md")).partition("{ #lists }")
    for kind in kinds_shown(book_of(game)):
        here = things if has_picture(book_of(game).looks, kind) else lists
        assert f"]({kind.name.lower()}.md)" in here, kind.name
    below = sorted((one for one in pages(game) if one.under == COMPONENTS), key=lambda one: one.place or 0)
    drawn = [f"]({one.path.removeprefix('components/')})" in things for one in below]
    assert drawn == sorted(drawn, reverse=True)  # in the left column too


@pytest.mark.parametrize("game", with_section("term"))
def test_the_glossary_goes_by_the_alphabet_and_keeps_capitals(game: str) -> None:
    names = re.findall(r"^## (.*) \{ #", text(page(game, "glossary.md")), re.M)
    assert names == sorted(names, key=lambda name: fold_text(name).lower())
    assert {escape_md(one.name[1:]) for one in book_of(game).manual.terms} == {name[1:] for name in names}


@pytest.mark.parametrize("game", NAMES)
def test_an_option_is_called_by_its_question_or_by_what_is_chosen(game: str) -> None:
    """Not by its name in the rules, where there is anything better."""
    book = book_of(game)
    here = text(page(game, "options.md")) if book.game.options else ""
    assert "data-toc-label" not in here
    for name in book.game.options:
        chosen = words_of(book).own_option(name, "yes")
        assert chosen is None or f"## {noun(name).capitalize()} {{" not in here or noun(name) == chosen.lower(), name


@pytest.mark.parametrize("game", NAMES)
def test_sides_of_tiles_are_told_in_words(game: str) -> None:
    for one in pages(game):
        if one.path.startswith(("components/", "puzzles")):
            assert not re.search(r"open to [nesw]\b|mouths [nesw]\b", text(one), re.I), one.path


@pytest.mark.parametrize("game", NAMES)
def test_what_somebody_thinks_of_begins_each_way_once(game: str) -> None:
    for said in re.findall(r"thinks of this: (.*?)\. What is allowed", text(page(game, "puzzles.md"))):
        heads = [part.split()[0] for part in re.split(r"[;,]? or ", said) if part.split()]
        assert len({*heads}) == len(heads) or ":" not in said, said


@pytest.mark.parametrize("game", NAMES)
def test_every_law_is_told_in_words(game: str) -> None:
    here = text(page(game, "laws.md"))
    for law in book_of(game).laws:
        assert law.id is None or f"{{ #{law.id} .clause" in here


@pytest.mark.parametrize("game", NAMES)
def test_every_game_has_puzzles_with_folded_answers(game: str) -> None:
    here = page(game, "puzzles.md")
    assert text(here).count("{ #puzzle-") == text(here).count(">Answer</summary>") >= 1
    told = number(text(here).count("{ #puzzle-")).capitalize()
    assert here.parts[0].startswith(f"{told} position")


@pytest.mark.parametrize("game", NAMES)
def test_pictures_are_there_have_words_and_fit_a_phone(game: str) -> None:
    """Every picture that a page shows lies beside it or beside a page of examples; none is wider than a phone."""
    files = {f"{one.path.rpartition('/')[0]}/{name}".lstrip("/") for one in pages(game) for name in one.files}
    for one in of_kinds(game):
        folder = one.path.rpartition("/")[0]
        for name, words, width in IMAGE.findall(text(one)):
            parts = [part for part in f"{folder}/{name}".split("/") if part]
            while ".." in parts:
                at = parts.index("..")
                del parts[at - 1 : at + 1]
            assert "/".join(parts) in files, (one.path, name)
            assert len(words) > 3 and int(width) <= PHONE, (one.path, name, width)
        assert all(words for words, _ in MARKDOWN_IMAGE.findall(text(one))), one.path


@pytest.mark.parametrize("game", NAMES)
def test_pictures_carry_no_colour_but_those_of_the_palette(game: str) -> None:
    """So light, dark and print are all thought of."""
    known = {colour for colours in TOKENS.values() for colour in colours}
    for one in of_kinds(game):
        for file in one.files.values():
            assert {*re.findall(r"#[0-9a-f]{6}\b", file)} <= known, one.path


@pytest.mark.parametrize("game", NAMES)
def test_no_page_speaks_of_seats_by_number_or_in_words_of_programs(game: str) -> None:
    """What stands as code is code; the rest is for players."""
    for one in of_kinds(game):
        told = ATTRIBUTES.sub(" ", CODE.sub(" ", text(one)))
        assert MACHINE_WORDS.findall(told) == [], one.path
        assert "seat 0" not in "".join(one.files.values()), one.path


@pytest.mark.parametrize("game", NAMES)
def test_no_page_speaks_in_names_of_the_rules(game: str) -> None:
    """Pairs of numbers, names with low lines, ids of lines: but where a sentence of the game itself says so."""
    book = book_of(game)
    own = " ".join([*(one.text for one in book.clauses.values()), *(one.body for one in book.rulings.ruled)])
    for one in pages(game):
        told = ATTRIBUTES.sub(" ", LINKS.sub(" ", CODE.sub(" ", text(one))))
        assert [found for found in RAW.findall(told) if found not in own] == [], one.path
        assert {*re.findall(r"\b[a-z]+\.[a-z][a-z0-9.-]*", told)} & {*book.clauses, *book.by_line} == set(), one.path
        for file in one.files.values():
            words = re.findall(r"<desc[^>]*>(.*?)</desc>", file, re.S)
            assert not any(RAW.search(said) for said in words), one.path


def test_kept_figures_are_of_the_rules_as_they_are() -> None:
    """`rulekit dev figures GAME --keep` makes them anew; the first games of each are played again here."""
    for game in NAMES:
        loaded = book_of(game).game
        found = kept_figures(loaded)
        assert found is not None, f"run: rulekit dev figures {game} --keep"
        assert found["reached"]["games"] == reached_lines.GAMES
        for seats, one in found["players"].items():
            engine = loaded.engine(loaded.start(int(seats)).chosen)
            first = one_game(engine, 0)
            low, *_, high = one["length"]
            assert first.result is None or low <= len(first.choices) <= high, (game, seats)


def test_figures_without_kept_ones_are_of_a_few_games_and_always_the_same() -> None:
    loaded = book_of(min(NAMES, key=lambda name: len(book_of(name).clauses))).game
    found = figures(loaded, FEW_GAMES)
    assert found == figures(loaded, FEW_GAMES)
    one = next(iter(found["players"].values()))
    assert one["games"] == one["finished"] == FEW_GAMES
    assert sum(one["lengths"]["counts"]) == FEW_GAMES
    assert sum(one["wins"]) + one["nobody"] == FEW_GAMES
    assert one["tenfold_choices"][0] >= 10 and one["length"] == sorted(one["length"])


def test_a_game_of_few_decisions_fills_every_tenth() -> None:
    """Two decisions: the first stands for five tenths, the second for the others."""
    short = sum_up([OneGame((4, 2), {"outcome": "win"})], 2)["tenfold_choices"]
    assert short == [40] * 5 + [20] * 5
    long = sum_up([OneGame(tuple(range(1, 21)), {"outcome": "win"})], 2)["tenfold_choices"]
    assert long == [15, 35, 55, 75, 95, 115, 135, 155, 175, 195]


def test_a_page_that_every_game_has_stands_beside_a_chapter_of_the_same_name() -> None:
    """A manual may call a chapter what the kit calls a page of its own."""
    for game in NAMES:
        chapters = {f"{one.id}.md" for one in book_of(game).chapters}
        for name in OWN:
            here = own_page(book_of(game), name)
            assert here not in chapters and (here == name) == (name not in chapters)


@pytest.mark.parametrize("game", NAMES)
def test_a_note_of_what_is_assumed_names_columns(game: str) -> None:
    """Else what is made up would be shown as known."""
    looks = book_of(game).looks
    for kind, rows in looks.printed_rows.items():
        for row, said in rows.items():
            head, _, names = str(said.get("note", "")).partition(":")
            if head == ASSUMED and said.get("certainty") != ASSUMED:
                assert {one.strip(" .").replace(" ", "-") for one in names.split(",")} <= {*looks.kind(kind).fields}, (
                    kind,
                    row,
                )


def test_vectors_are_counted_by_the_sentences_they_are_about(tmp_path: Path) -> None:
    """Those made for other rules count nothing; an installation has not all files of the manifest."""
    files: dict[str, dict[str, int]] = {"standard.jsonl": {}, "tiny.jsonl": {}}
    (tmp_path / "manifest.json").write_text(json.dumps({"spec": "these", "files": files}))
    (tmp_path / "tiny.jsonl").write_text(
        '{"about":["a.b","c"],"id":"x"}\n{"about":[],"id":"y"}\n{"id":"z","about":["c"]}\n'
    )
    found = vectors_about(tmp_path, "these")
    assert [count_about(found, names) for names in ({"a.b"}, {"c"}, {"a.b", "c"}, {"d"})] == [1, 2, 2, 0]
    assert vectors_about(tmp_path, "others") == () == vectors_about(tmp_path / "none", "these")


@pytest.mark.parametrize("game", NAMES)
def test_a_sentence_tells_how_many_vectors_are_about_it(game: str) -> None:
    book = book_of(game)
    told = [one for one in book.clauses.values() if one.vectors]
    assert bool(told) == (bool(book.clauses) and any(book.trials.vectors))
    for clause in told[:3]:
        assert f"{clause.vectors} vector" in clause_part(book, clause, "page.md")
