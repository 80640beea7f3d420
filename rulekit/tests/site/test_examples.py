"""Examples in chapters: moves and reasons in words for readers, sentences as the ledger says them today."""

import re
from pathlib import Path

import pytest

from rulekit.looks.game_looks import PictureModel
from rulekit.looks.pieces.derived_row_names import print_of
from rulekit.model.printer_expressions import move as written
from rulekit.pipeline import load
from rulekit.site.builder.game_site import GameSite, game_site
from rulekit.site.pictures.kept_pictures import KeptPictures
from rulekit.site.reader_words import ReaderWords
from rulekit.site.scenes.scene_html import words_of_scene
from rulekit.site.scenes.scene_words import scene_moves, words_for
from rulekit.tests.manual.making import LEDGER, MANUAL, RULES, folder
from rulekit.tests.site.sites import NAMES, book_of, pages

pytestmark = pytest.mark.site

THREE = """scene [turn.board] "Three are too many"
  given seats is 6
  anna may board n 1
  anna may not board n 3
"""
BRACKETS = re.compile(r"may not</span><br>([^<]*)<")


@pytest.fixture
def at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for a game; what is kept lies beside it."""
    monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path / "cache"))
    return tmp_path / "ferry"


def chapter(site: GameSite) -> str:
    return site.files["rules/ferry/boarding.md"]


def with_sentence(old: str, new: str) -> str:
    return f'game = "ferry"\ntitle = "Ferry"\n\n{LEDGER.replace(old, new)}'


def test_a_kept_picture_never_quotes_an_old_sentence(at: Path) -> None:
    """The picture of the second build was kept by the first one."""
    before = chapter(game_site(str(folder(at, ferry_rules=RULES + THREE))))
    assert "✗ may not</span><br>In your turn one or two passengers board." in before
    ledger = with_sentence("one or two passengers board", "one or two people board")
    after = chapter(game_site(str(folder(at, ferry_rules=RULES + THREE, ledger_toml=ledger))))
    assert "✗ may not</span><br>In your turn one or two people board." in after
    assert "one or two passengers board" not in after


def test_a_kept_picture_never_quotes_what_its_line_no_longer_cites(at: Path) -> None:
    rules = RULES + THREE
    before = chapter(game_site(str(folder(at, ferry_rules=rules))))
    assert "✗ may not</span><br>In your turn one or two passengers board." in before
    other = rules.replace(
        "n in 1 to 2                                      @board.one-or-two", "n in 1 to 2  @seats.six"
    )
    assert other != rules
    after = chapter(game_site(str(folder(at, ferry_rules=other))))
    assert "✗ may not</span><br>The ferry has six seats." in after


def test_pictures_are_kept_for_the_notes_they_were_drawn_with(at: Path) -> None:
    folder(at)
    first = KeptPictures(load(at)).ground
    (at / "manual.toml").write_text(MANUAL + '\n[notes.Boat]\nold-boat = "It leaks."\n')
    assert KeptPictures(load(at)).ground != first


def test_a_law_changes_nothing_of_what_is_played(at: Path) -> None:
    folder(at)
    first = KeptPictures(load(at))
    rules = at / "ferry.rules"
    rules.write_text(rules.read_text() + "\nalways\n  [law.two]  count of Player >= 1\n")
    law = KeptPictures(load(at))
    assert law.played == first.played and law.ground != first.ground
    rules.write_text(rules.read_text() + "\nend\n  [end.late]  at end of turn when seats = 1  @public:sample\n")
    course = KeptPictures(load(at))
    assert course.played != first.played and course.declared == first.declared


def test_words_of_an_example_do_not_come_from_the_way_its_lines_are_written(at: Path) -> None:
    """A comment may stand behind them."""
    plain = RULES.replace("may not board n 2 because [board.room]", "may not board n 2")
    noted = plain.replace("may not board n 2", "may not board n 2  # full")
    first, second = (chapter(game_site(str(folder(at, ferry_rules=rules)))) for rules in (plain, noted))
    assert examples_in(first) == examples_in(second) != []


def examples_in(text: str) -> list[str]:
    return re.findall(r"<summary data-search-exclude>Example</summary>(.*?)</details>", text)


@pytest.mark.parametrize("game", NAMES)
def test_a_refusal_is_explained_in_sentences_and_values(game: str) -> None:
    """Never by the name of a line in brackets."""
    chapters = {f"{one.id}.md" for one in book_of(game).chapters}
    for page in pages(game):
        if page.path in chapters:
            reasons = BRACKETS.findall("\n".join(page.parts))
            assert not [one for one in reasons if "[" in one or "\x01" in one], page.path


def test_a_reason_is_told_once_in_an_example(at: Path) -> None:
    """Of two moves refused for the same reason the second says so, in the picture and in words."""
    no = "anna may not board n {} because [board.count]"
    twice = THREE.replace("anna may not board n 3", f"{no.format(3)}\n  {no.format(4)}")
    site = game_site(str(folder(at, ferry_rules=RULES + twice)))
    told = next(one for one in examples_in(chapter(site)) if "Three are too many" in one)
    assert told.count("In your turn one or two passengers board.") == 1 and told.count("for the same reason") == 1
    words = [text for name, text in site.files.items() if name.endswith(".md") and "board 4" in text]
    assert any("board 4, for the same reason" in text for text in words)


def test_an_example_that_a_page_has_shown_is_only_named_again(at: Path) -> None:
    """Two sentences of one chapter share their only scene."""
    shared = RULES.replace("@board.room, ruling:AMB-1", "@board.room, board.one-or-two, ruling:AMB-1")
    found = examples_in(chapter(game_site(str(folder(at, ferry_rules=shared)))))
    assert sum("<figure" in one for one in found) == 1
    assert any(" See <a" in one and "Nobody boards a full ferry." in one for one in found)


def test_the_scene_of_another_sentence_stands_there(at: Path) -> None:
    """The first sentence has no scene of its own and shares a line with the second; it leads there."""
    cited = RULES.replace("@board.room, ruling:AMB-1", "@board.room, board.one-or-two, ruling:AMB-1")
    asked = cited.replace("[board.room]", "[board.one-or-two]", 1).replace("scene [board.one", "scene [board.room")
    for rules in (cited, asked):
        text = chapter(game_site(str(folder(at, ferry_rules=rules))))
        head, tail = text.split("{ #board.room", 1)
        assert "<figure" not in head and "<figure" in tail


def test_a_refused_move_shows_the_table(at: Path) -> None:
    """Nothing changes by it; what the scene lays out is drawn."""
    told = next(one for one in examples_in(chapter(game_site(str(folder(at))))) if "<figure" in one)
    assert "<svg" in told.partition("✗ may not")[0]


def test_moves_are_told_as_the_looks_file_says(at: Path) -> None:
    looks = 'moves.board = "let {n} aboard"\n'
    told = chapter(game_site(str(folder(at, looks_toml=looks))))
    assert "Anna: let 2 aboard" in told and "board 2" not in told


def with_prints(looks: PictureModel, move: str) -> list[object]:
    """What a move says, with what is printed on a thing instead of its name: copies are alike to all rules."""
    kinds = {row.name: kind.name for kind in looks.symbols.kinds.values() for row in kind.rows}
    return [print_of(looks, kinds[word], word) if word in kinds else word for word in move.split(" ")]


@pytest.mark.parametrize("game", NAMES)
def test_no_two_moves_of_an_example_read_alike(game: str) -> None:
    """Two straights of one bridge, two mines of the same worth: each is told by what differs."""
    book = book_of(game)
    words, many = ReaderWords(book.looks), 0
    for scene in book.scenes:
        read: dict[str, list[object]] = {}
        for move in scene_moves(scene):
            said, meant = words_for(words, scene).move(move), with_prints(book.looks, written(move))
            assert read.setdefault(said, meant) == meant, scene.title
        many += len(read) > 1
    assert many


def test_a_way_of_a_turned_tile_is_told_by_the_sides_it_opens_to_as_it_lies() -> None:
    told = [
        said.words
        for game in NAMES
        for scene in book_of(game).scenes
        if "facing of" in " ".join(scene.lines)
        for said in words_of_scene(book_of(game), scene.number).told
    ]
    assert any("(east and south)" in one for one in told) and not any("(" in one and ")" not in one for one in told)
