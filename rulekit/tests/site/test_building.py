"""Sites are built twice alike, only what changed is written, nothing of others is taken away, no address is lost."""

import json
import re
import sys
from collections.abc import Callable
from importlib.util import find_spec
from pathlib import Path

import pytest

from rulekit.data import PACKAGE
from rulekit.site import pages as room
from rulekit.site.all_terms import GameTerm, all_terms
from rulekit.site.builder import site_building as building
from rulekit.site.builder.game_site import GameSite, game_site
from rulekit.site.builder.mkdocs_config import own_config, whole_site, with_blocks
from rulekit.site.builder.site_building import MADE, write, write_game, write_games
from rulekit.site.builder.site_files import redirects_for_lost
from rulekit.site.diacritic_folding import also_folded, fold_text
from rulekit.site.shared_drawings import share_drawings
from rulekit.tests.calling import Call
from rulekit.tests.manual.making import LEDGER, MANUAL, RULES, folder

pytestmark = pytest.mark.site

DOCS = PACKAGE.parent / "docs"
needs_mkdocs = pytest.mark.skipif(
    find_spec("mkdocs") is None or find_spec("material") is None, reason="mkdocs-material is not installed"
)


@pytest.fixture
def ferry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., GameSite]:
    """The site of a small game, some of its files otherwise."""
    monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path / "cache"))

    def made(**other: str | None) -> GameSite:
        return game_site(str(folder(tmp_path / "ferry", **other)))

    return made


def test_two_builds_are_the_same(ferry: Callable[..., GameSite], tmp_path: Path) -> None:
    """The second one takes its pictures from what was kept."""
    first = ferry()
    assert list((tmp_path / "cache").rglob("pictures-ferry.json"))
    assert ferry() == first


def test_a_changed_sentence_changes_its_chapter_and_little_else(ferry: Callable[..., GameSite]) -> None:
    before = ferry().files
    ledger = f'game = "ferry"\ntitle = "Ferry"\n\n{LEDGER.replace("six seats", "six benches")}'
    after = ferry(ledger_toml=ledger).files
    changed = {name for name, text in after.items() if before[name] != text}
    assert {"rules/ferry/boarding.md", "rules/ferry/boarding.json", "r/ferry.seats.six.html"} <= changed
    assert "rules/ferry/the-end.md" not in changed


def test_only_what_changed_is_written_and_what_is_gone_is_taken_away(tmp_path: Path) -> None:
    assert write(tmp_path, {"rules/a/x.md": "1", "rules/a/y.md": "2", "llms.txt": "3"}) == 3
    assert write(tmp_path, {"rules/a/x.md": "1", "rules/a/y.md": "4", "llms.txt": "3"}) == 1
    assert write(tmp_path, {"rules/a/x.md": "1", "llms.txt": "3"}) == 1
    assert not (tmp_path / "rules/a/y.md").exists()


def test_a_file_that_somebody_wrote_by_hand_stays(tmp_path: Path) -> None:
    """Also if the list of what was made names it, but it lies elsewhere."""
    write(tmp_path, {"rules/a/x.md": "1"})
    (tmp_path / "rules" / "mine.md").write_text("mine")
    (tmp_path / "mine.md").write_text("mine")
    (tmp_path / MADE).write_text("mine.md\n../mine.md\nrules/../mine.md\n")
    write(tmp_path, {"rules/a/z.md": "1"})
    assert (tmp_path / "rules" / "mine.md").exists() and (tmp_path / "mine.md").exists()


def test_an_address_that_nobody_makes_any_more_leads_to_its_game() -> None:
    files = {"rules/ferry/index.md": "", "rules/ferry-2/index.md": ""}
    found = redirects_for_lost(
        ["r/ferry.gone.html", "r/ferry-2.gone.html", "rules/ferry/old.html", "rules/boat/x.html"], files
    )
    assert "../rules/ferry/index.html" in found["r/ferry.gone.html"]
    assert "../rules/ferry-2/index.html" in found["r/ferry-2.gone.html"]
    assert "../../rules/ferry/index.html" in found["rules/ferry/old.html"]
    assert "../../rules/index.html" in found["rules/boat/x.html"]
    assert redirects_for_lost(["rules/ferry/index.html"], files) == {}


def test_the_words_of_the_manual_stand_on_the_pages(ferry: Callable[..., GameSite]) -> None:
    files = ferry().files
    assert "Two ferrymen fill one ferry." in files["rules/ferry/index.md"]
    assert "5 to 10 minutes" in files["rules/ferry/index.md"]
    chapter = files["rules/ferry/boarding.md"]
    assert "Who boards?" in chapter and "## The ferry" in chapter
    assert "**Stated:** Leaflet, *Boarding (page 2)*." in chapter
    asked = "May two passengers board when one seat is left?"
    assert f"**Ruling 1: {asked}** No. Two passengers need two seats." in chapter
    assert "ławka lawka" in chapter.replace("miejsce ", "")  # for the search alone


def test_a_game_without_words_for_readers_gets_the_same_pages(ferry: Callable[..., GameSite]) -> None:
    files = ferry(manual_toml=None, sources_toml=None).files
    assert {name for name in files if name.endswith(".md")} >= {"rules/ferry/index.md", "rules/ferry/board.md"}


def test_a_single_file_of_rules_without_ledger_is_a_game_too(tmp_path: Path) -> None:
    """It has no sentences, but a page."""
    rules = re.sub(r"@\S+( \S+)?", "@public:sample", re.sub(r"(?s)\nscene.*", "\n", RULES))
    (tmp_path / "boats.rules").write_text(rules, encoding="utf-8")
    made = game_site(str(tmp_path / "boats.rules"))
    assert (made.name, made.title) == ("boats", "Ferry") and "rules/boats/index.md" in made.files


def test_every_example_says_what_was_tried(ferry: Callable[..., GameSite]) -> None:
    chapter = ferry().files["rules/ferry/boarding.md"]
    assert "Anna: board 2" in chapter and "✗ may not</span><br>as the sentence says" in chapter


def test_letters_are_folded_for_the_search() -> None:
    assert fold_text("żółty Łódź Džinovski naïve") == "zolty Lodz Dzinovski naive"
    assert also_folded(["żółty kot"]) == ["żółty kot", "zolty"]


def test_a_drawing_that_is_used_twice_is_written_once() -> None:
    card = "<path/>" * 40
    one = f'<svg><g transform="a">{card}</g><g transform="b"><g>{card}</g>!</g></svg>'
    used = share_drawings([one, "text", one])
    assert "".join(used).count(card) == 1 and used[1] == "text"
    assert used[0].count("<use") >= 1 and "!" in "".join(used)
    assert share_drawings(["<svg><g>x</g></svg>", "<p>"]) == ("<svg><g>x</g></svg>", "<p>")


def test_the_pages_of_all_games_stand_in_the_left_column_without_an_edit() -> None:
    """The line of the shelf gives way to all of it, the rest of the configuration stays."""
    made = whole_site(own_config(), ["- Ferry:", "    - rules/ferry/index.md"])
    games = "      - Games:\n          - Ferry:\n              - rules/ferry/index.md\n"
    shelf = f"  - Rules:\n      - rules/index.md\n      - Glossary of all games: rules/glossary.md\n{games}"
    assert shelf in made
    assert made.replace(shelf, "") == own_config().replace("  - Rules: rules/index.md\n", "")


def test_a_history_beside_the_rules_becomes_a_page(
    ferry: Callable[..., GameSite], rulekit: Call, tmp_path: Path
) -> None:
    """As `rulekit diff --format markdown` writes it; without one there is no page and no entry for it."""
    assert not any(name.endswith("/changes.md") for name in ferry().files)
    (tmp_path / "ferry").rename(tmp_path / "before")
    folder(tmp_path / "ferry", ledger_toml=LEDGER.replace("two", "2", 1))
    told = rulekit("diff", tmp_path / "before", tmp_path / "ferry", "--format", "markdown", "--title", "1.1").out
    files = ferry(changes_md=f"# History\n\n{told}").files
    (page,) = (text for name, text in files.items() if name.endswith("/changes.md"))
    assert page.startswith("# Changes\n") and "\n## 1.1\n" in page and "History" not in page
    (data,) = (json.loads(text) for name, text in files.items() if name.endswith("/changes.json"))
    assert data["versions"] == ["1.1"]


def test_the_history_leads_to_the_sentences_that_are_still_there(ferry: Callable[..., GameSite]) -> None:
    told = "## 1.1\n\n- `end.full` changed.\n- `end.gone` was removed.\n"
    page = ferry(changes_md=told).files["rules/ferry/changes.md"]
    assert "- [end.full](the-end.md#end.full) changed." in page and "- `end.gone` was removed." in page


def test_the_search_knows_what_people_type_who_look_for_a_sentence(ferry: Callable[..., GameSite]) -> None:
    """By the address of the sentence, as the index of the builder has it."""
    site = ferry()
    assert site.words.asked["rules/ferry/boarding.html#board.room"] == ["is there a free bench"]
    assert "#board.room" in next(text for name, text in site.files.items() if name.endswith("/boarding.md"))


def test_a_part_of_a_configuration_is_changed_as_a_whole() -> None:
    config = "a: 1\nnav:\n  - x\n\n  # y\n  - z\nb:\n  c: 2\n"
    assert with_blocks(config, {"nav": "nav: []\n"}) == "a: 1\nnav: []\nb:\n  c: 2\n"


@needs_mkdocs
def test_a_game_of_ones_own_becomes_a_site(rulekit: Call, tmp_path: Path) -> None:
    """Built strictly: not one link leads nowhere. The configuration asks for nothing from elsewhere."""
    at = folder(tmp_path / "ferry")
    found = rulekit("docs", str(at), "--site", str(tmp_path / "out"))
    assert found.code == 0, found.err
    page = (tmp_path / "out/rules/ferry/boarding.html").read_text(encoding="utf-8")
    assert 'id="board.room"' in page and "Nobody boards a full ferry." in page
    assert "http://" not in page.replace("http://www.w3.org", "") and len(page.encode()) < 300_000
    assert json.loads((tmp_path / "out/rules/ferry/boarding.json").read_text(encoding="utf-8"))["chapter"] == "boarding"
    assert "rules/ferry/index.html" in (tmp_path / "out/index.html").read_text(encoding="utf-8")
    assert (tmp_path / "out/r/ferry.board.room.html").is_file() and (tmp_path / "out/r/ferry.AMB-1.html").is_file()


def test_a_site_without_a_builder_is_refused_with_the_cure(
    rulekit: Call, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from rulekit.cli.commands import docs

    monkeypatch.setattr(docs, "has_builder", lambda: False)
    found = rulekit("docs", str(folder(tmp_path / "ferry")), "--site", str(tmp_path / "out"))
    assert found.code != 0 and "pip install" in found.err and "Traceback" not in found.err


@needs_mkdocs
def test_words_for_readers_that_are_wrong_are_told_and_no_site_is_made(rulekit: Call, tmp_path: Path) -> None:
    at = folder(tmp_path / "ferry", manual_toml=MANUAL.replace("board.room", "board.romo"))
    found = rulekit("docs", str(at), "--site", str(tmp_path / "out"))
    assert found.code != 0 and "board.romo" in found.err + found.out and not (tmp_path / "out").exists()


def test_the_theme_and_the_configuration_lie_in_the_package() -> None:
    """So that an installed rulekit makes sites too; pyproject.toml puts mkdocs.yml among the data."""
    assert (PACKAGE / "site/theme/main.html").is_file() and (PACKAGE / "site/theme/extra.css").is_file()
    assert sys.version_info >= (3, 11) and "custom_dir: rulekit/site/theme" in own_config()


def test_a_site_of_one_game_needs_nothing_of_the_kits_own_pages(ferry: Callable[..., GameSite], tmp_path: Path) -> None:
    config, _ = write_game(tmp_path / "docs", ferry())
    assert 'index.md"\n' in config and "reference/" not in config.partition("\nnav:\n")[2]
    assert '"Ferry"' in config and str(tmp_path / "docs") in config


def test_the_recipe_for_a_page_makes_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The module of docs/site.md, put where it says, is found, and its page is there with its twin."""
    recipe = re.search(r'```python title="a page"\n(.*?)```', (DOCS / "site.md").read_text(encoding="utf-8"), re.DOTALL)
    assert recipe is not None
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "ruled_by_recipe.py").write_text(recipe[1], encoding="utf-8")
    monkeypatch.setattr(room, "__path__", [*room.__path__, str(tmp_path / "pages")])
    made = game_site(str(folder(tmp_path / "ferry")))
    assert "(boarding.md#board.room)" in made.files["rules/ferry/ruled.md"]
    assert json.loads(made.files["rules/ferry/ruled.json"])["ruled"] == ["board.room"]
    assert any("What was ruled" in line for line in made.nav)


def test_a_game_of_which_nothing_changed_is_not_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was kept is the same to the letter; one changed letter makes it anew; a damaged file is no fault."""
    monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path / "cache"))
    at = folder(tmp_path / "ferry")
    first = building.kept_site(at)
    makes: list[str] = []

    def make(name: str) -> GameSite:
        makes.append(name)
        return first

    monkeypatch.setattr(building, "game_site", make)
    assert building.kept_site(at) == first and makes == []
    (at / "manual.toml").write_text(MANUAL.replace("Who boards?", "Who may board?"), encoding="utf-8")
    assert building.kept_site(at) == first and makes == [str(at)]
    next((tmp_path / "cache").rglob("site-ferry.json")).write_text("{", encoding="utf-8")
    building.kept_site(at)
    assert len(makes) == 2


def test_a_term_of_several_games_stands_in_the_common_glossary_once() -> None:
    """With each game's meaning, and the way to its own glossary."""
    terms = [GameTerm("Set-up", "Laid so.", "Oak", "oak/g.md#set-up"), GameTerm("set up", "Laid.", "Ash", "ash/g.md#a")]
    made = all_terms([*terms, GameTerm("żeton", "A token.", "Oak", "oak/g.md#zeton")])
    assert made.count("\n## ") == 2 and "2 words" in made and "## Żeton { #zeton .term }" in made
    assert "- [Ash](ash/g.md#a): Laid.\n- [Oak](oak/g.md#set-up): Laid so." in made


@needs_mkdocs
@pytest.mark.parametrize("where", ["mine", "ferry"])
def test_a_site_takes_no_place_in_which_something_else_stands(tmp_path: Path, rulekit: Call, where: str) -> None:
    """mkdocs empties the folder of a site: a wrong name would cost the rules, or whatever stands there."""
    at = folder(tmp_path / "ferry")
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("years of work", encoding="utf-8")
    before = {file: file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()}
    found = rulekit("docs", str(at), "--site", str(tmp_path / where))
    assert found.code == 2 and "name a new or an empty one" in found.err
    assert {file: file.read_bytes() for file in tmp_path.rglob("*") if file.is_file()} == before


@needs_mkdocs
def test_a_site_is_built_again_where_one_stands(tmp_path: Path, rulekit: Call) -> None:
    at, site = folder(tmp_path / "ferry"), tmp_path / "site"
    site.mkdir()
    assert rulekit("docs", str(at), "--site", str(site)).code == 0
    assert rulekit("docs", str(at), "--site", str(site)).code == 0
    assert (site / "index.html").is_file()


def test_a_ruling_without_an_answer_says_so(ferry: Callable[..., GameSite]) -> None:
    files = ferry(rulings_md="# Rulings\n\n## AMB-1: Two for one seat?\n\n- **Ruling.** No.\n").files
    page = files["rules/ferry/rulings/amb-1.md"]
    assert "No answer has been written down yet" in page and "## How it is played" not in page


CHANGES: tuple[dict[str, str | None], ...] = (
    {},
    {},  # nothing has changed
    {"ledger_toml": f'game = "ferry"\ntitle = "Ferry"\n\n{LEDGER.replace("six seats", "six benches")}'},
    {"ferry_rules": RULES.replace("tally of board <= 6", "tally of board <= 5")},  # other rules, the same things
    {"ferry_rules": RULES.replace("n in 1 to 2 ", "n in 1 to 3 ")},
    {"looks_toml": '[states]\nseats = { title = "free benches" }\n'},
    {"manual_toml": MANUAL.replace('id = "boarding"', 'id = "going-aboard"'), "looks_toml": None},  # another page
)


@pytest.mark.parametrize("processors", [1, 2])
def test_pages_made_again_and_again_are_those_of_a_build_from_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, processors: int
) -> None:
    """One game alone is drawn by all processors; what was kept is never what is wrong."""
    monkeypatch.setattr("os.cpu_count", lambda: processors)
    at = tmp_path / "ferry"
    for number, change in enumerate(CHANGES):
        (at / "looks.toml").unlink(missing_ok=True)
        folder(at, **change)
        monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path / "cache"))
        made = write_games(tmp_path / "docs", [at])
        assert (made.touched == 0) is (number == 1), change
        monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path / f"cache-{number}"))
        monkeypatch.setattr("os.cpu_count", lambda: 1)
        write_games(tmp_path / f"fresh-{number}", [at])
        monkeypatch.setattr("os.cpu_count", lambda: processors)
        here, there = tree(tmp_path / "docs"), tree(tmp_path / f"fresh-{number}")
        assert here.keys() == there.keys() and [name for name in here if here[name] != there[name]] == []


def tree(root: Path) -> dict[str, bytes]:
    return {file.relative_to(root).as_posix(): file.read_bytes() for file in root.rglob("*") if file.is_file()}


def test_a_page_that_somebody_spoilt_or_took_away_is_made_good(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Also where the files that were kept cannot be read any more: then the game is made again."""
    monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path / "cache"))
    at, docs = folder(tmp_path / "ferry"), tmp_path / "docs"
    write_games(docs, [at])
    good = tree(docs)
    for spoil in (lambda page: page.write_text("other", encoding="utf-8"), Path.unlink):
        spoil(docs / "rules/ferry/boarding.md")
        assert write_games(docs, [at]).touched == 1 and tree(docs) == good
    next((tmp_path / "cache").rglob("files-ferry.json")).write_text("{", encoding="utf-8")
    (docs / "rules/ferry/boarding.md").unlink()
    assert write_games(docs, [at]).touched == 1 and tree(docs) == good
