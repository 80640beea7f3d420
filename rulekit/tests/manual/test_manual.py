"""Sources and manual of a game: everything in them is read, and every slip is told with its place and its cure."""

from pathlib import Path

import pytest

from rulekit.data import bundled_games
from rulekit.manual.beside import ReaderData, read_beside
from rulekit.pipeline import examine_folder, examine_or_raise, written_down
from rulekit.site.readers import reader_problems
from rulekit.tests.manual.making import MANUAL, SOURCES, complaints, folder


def read(at: Path) -> ReaderData:
    """Both files of a folder."""
    return read_beside(at, examine_folder(at), *written_down(at))


def test_everything_that_a_manual_may_say_is_read(tmp_path: Path) -> None:
    found = read(folder(tmp_path))
    assert found.problems == ()
    manual = found.manual
    assert (manual.lead, manual.age, manual.minutes) == ("Two ferrymen fill one ferry.", 6, (5, 10))
    assert (manual.turn, manual.matter) == (("One or two passengers board.",), ("AMB-1",))
    assert [(one.id, one.lead, [part.title for part in one.parts]) for one in manual.chapters] == [
        ("boarding", "Who boards?", ["The ferry"]),
        ("the-end", "", []),
    ]
    assert manual.terms[0].words == {"pl": ("miejsce", "ławka")} and manual.terms[0].also == ("bench",)
    assert manual.questions[0].clauses == ("end.full",)
    assert manual.asked == {"board.room": ("is there a free bench",)}
    assert manual.titles == {"end.full": "The ferry is full"}
    assert manual.laws == {"law.length": "After six boardings nobody is left."}


def test_a_manual_may_count_the_box(tmp_path: Path) -> None:
    counted = MANUAL.replace("matter =", 'box = ["1 ferry", "6 passengers of wood"]\nmatter =')
    assert read(folder(tmp_path, manual_toml=counted)).manual.box == ("1 ferry", "6 passengers of wood")


def test_a_citation_leads_to_the_sections_that_its_lines_lie_in(tmp_path: Path) -> None:
    sources = read(folder(tmp_path)).sources
    assert [one.title for one in sources.find("leaflet:3-4").sections] == ["Boarding", "The end"]
    assert [one.title for one in sources.find("leaflet:1, 9").sections] == ["Boarding", "The end"]
    assert sources.find("leaflet:2").sections[0].page == 2
    assert sources.find("public: common sense").source is None


def test_the_short_answer_of_a_ruling_is_read_and_is_not_its_ruling(tmp_path: Path) -> None:
    _, rulings = written_down(folder(tmp_path))
    (ruling,) = rulings.ruled
    assert (ruling.answer, ruling.short, ruling.under) == ("no.", "No. Two passengers need two seats.", ())
    assert ruling.body.startswith("- Readings:") and ruling.body.endswith("there is no room.")


SLIPS = (
    (MANUAL, 'lead = "Two', 'leda = "Two', "manual.toml:1 Nobody reads `leda`."),
    (MANUAL, "age = 6", 'age = "six"', "manual.toml:2 `age` must be a whole number."),
    (MANUAL, "age = 6", "age = true", "manual.toml:2 `age` must be a whole number."),
    (MANUAL, "[5, 10]", "[10, 5]", "manual.toml:3 `minutes` must be one number, or the least and the most."),
    (MANUAL, "AMB-1", "AMB-2", "manual.toml:5 There is no ruling `AMB-2`."),
    (MANUAL, '"board", "turn"', '"baord", "turn"', "There is no clause that begins with `baord`."),
    (MANUAL, '"board.room"', '"board.rom"', "manual.toml:15 There is no clause `board.rom`."),
    (MANUAL, 'id = "the-end"', 'id = "boarding"', "manual.toml:18 There is already a chapter `boarding`"),
    (MANUAL, 'id = "the-end"', 'id = "trace"', "manual.toml:18 There is already a page `trace`"),
    (MANUAL, 'id = "the-end"', 'id = "The end"', "manual.toml:18 `id` of `chapter` must be an address"),
    (MANUAL, 'groups = ["end"]', "groups = []", "ledger.toml:33 The clause `end.full` stands in no chapter"),
    (MANUAL, 'groups = ["end"]', 'groups = ["end", "turn"]', "`turn.alternate` stands in several chapters"),
    (MANUAL, 'says = "A place', 'sasy = "A place', "manual.toml:22 `says` of `term` is missing or empty."),
    (MANUAL, 'answer = "The', 'answers = "The', "Nobody reads `answers` of `question`."),
    (MANUAL, '"end.full"', '"end.ful"', "manual.toml:32 There is no clause `end.ful`."),
    (MANUAL, "[[question]]", "[names.Boat]\na = {}\n[[question]]", "There is no kind of component `Boat`."),
    (MANUAL, '"board.room" =', '"board.rom" =', "There is no clause `board.rom`."),
    (MANUAL, '["is there', '[3, "is there', "`board.room` of `asked` must be"),
    (MANUAL, '"end.full" =', '"end.ful" =', "There is no clause `end.ful`."),
    (MANUAL, '"law.length"', '"law.lenght"', "There is no law `law.lenght`."),
    (MANUAL, '= "The ferry is', '= 3 # "The', "`end.full` of `titles` must be"),
    (MANUAL, "[[question]]", "[[question]", "cannot be read as a table"),
    (MANUAL, "[[term]]", "[term]", "`term` must be a list of tables."),
    (SOURCES, 'id = "leaflet"', 'id = "leaflte"', "ledger.toml:5 `leaflet:1` cites `leaflet`"),
    (SOURCES, 'id = "leaflet"', 'id = "public"', "sources.toml:2 There is already a source `public`"),
    (SOURCES, 'title = "Leaflet"', "", "sources.toml:1 `title` of `source` is missing or empty."),
    (SOURCES, "[4, 9]", "[4, 8]", "`leaflet:9` lies in no section of the source `leaflet`."),
    (SOURCES, "[4, 9]", "[9, 4]", "`lines` of `source.section` must be two line numbers."),
    (SOURCES, "page = 2", "pgae = 2", "sources.toml:10 Nobody reads `pgae` of `source.section`."),
)


@pytest.mark.parametrize(("text", "right", "wrong", "said"), SLIPS, ids=[slip[3][:60] for slip in SLIPS])
def test_every_slip_is_told_where_it_stands(text: str, right: str, wrong: str, said: str, tmp_path: Path) -> None:
    assert text.count(right) >= 1
    changed = text.replace(right, wrong, 1)
    at = folder(tmp_path, **{"manual_toml" if text is MANUAL else "sources_toml": changed})
    assert any(said in one for one in complaints(at)), complaints(at)


def test_the_nearest_right_name_is_offered(tmp_path: Path) -> None:
    at = folder(tmp_path, manual_toml=MANUAL.replace("board.room", "board.romo"))
    assert {one.advice.split("?")[0] for one in read(at).problems} == {"Did you mean `board.room`"}


@pytest.mark.parametrize("text", ["", "\ufeff", "a.b.c = 1", "[[chapter]]\n[[chapter.part]]\n", "names = 3", 'x = """'])
def test_no_text_brings_the_reader_down(text: str, tmp_path: Path) -> None:
    complaints(folder(tmp_path, manual_toml=text, sources_toml=text))


def test_a_game_without_words_for_readers_is_in_order(tmp_path: Path) -> None:
    assert complaints(folder(tmp_path, manual_toml=None, sources_toml=None)) == []


@pytest.mark.long
@pytest.mark.parametrize("game", bundled_games(), ids=lambda game: game.name)
def test_what_bundled_games_say_to_readers_is_in_order(game: Path) -> None:
    assert [str(one) for one in reader_problems(game, examine_or_raise(game))] == []
