"""A site of which only what changed is made again is the same, byte for byte, as one that is made from nothing."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

pytest.importorskip("mkdocs", reason="mkdocs-material is not installed")
pytest.importorskip("material", reason="mkdocs-material is not installed")

from rulekit.data import bundled_games
from rulekit.site.builder import build_record
from rulekit.site.builder.game_site import game_site
from rulekit.site.builder.incremental_build import UnchangedPages, build_site
from rulekit.site.builder.site_building import write_game
from rulekit.tests.manual.making import LEDGER, MANUAL, RULES, folder

pytestmark = pytest.mark.site

ANOTHER = '\nscene [board.count] "Two may board"\n  given seats is 6\n  anna may board n 2\n'
SENTENCE, CHANGED = "Nobody boards a full ferry.", "Nobody may board a full ferry."
HEAD = 'game = "ferry"\ntitle = "Ferry"\n\n'
QUESTION = '\n[[question]]\nasks = "What if the ferry is full?"\nanswer = "Nobody boards."\nclauses = ["board.room"]\n'


class Builds:
    """Sites of one game: the same folder again and again, and each time one from nothing to compare with."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.site = root / "site"
        self.rendered = 0

    def build(self, game: Path, site: Path) -> None:
        docs = self.root / "docs"
        shutil.rmtree(docs, ignore_errors=True)  # `rulekit docs GAME` has a new folder each time
        text, _ = write_game(docs, game_site(str(game), alone=True))
        (self.root / "mkdocs.yml").write_text(text, encoding="utf-8")
        build_site(self.root / "mkdocs.yml", site)

    def same(self, game: Path) -> int:
        """Build both ways and compare; gives the number of pages that were rendered the quick way."""
        self.rendered = 0
        self.build(game, self.site)
        quick = self.rendered
        self.build(game, self.root / "fresh")
        here, there = contents(self.site), contents(self.root / "fresh")
        shutil.rmtree(self.root / "fresh")
        (self.root / "cache" / "rulekit" / build_record.name_of(self.root / "fresh")).unlink()
        assert here.keys() == there.keys()
        assert [name for name in here if here[name] != there[name]] == []
        return quick


def contents(site: Path) -> dict[str, bytes]:
    return {file.relative_to(site).as_posix(): file.read_bytes() for file in site.rglob("*") if file.is_file()}


@pytest.fixture
def builds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Builds:
    """The pages that are rendered are counted."""
    monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "0")
    made = Builds(tmp_path)
    noted: Callable[..., object] = UnchangedPages.on_page_context

    @build_record_event
    def counting(self: UnchangedPages, context: object, **more: object) -> object:
        made.rendered += 1
        return noted(self, context, **more)

    monkeypatch.setattr(UnchangedPages, "on_page_context", counting)
    return made


def build_record_event(handler: Callable[..., object]) -> Callable[..., object]:
    """In the same place among the plugins as the method it stands for."""
    handler.mkdocs_priority = UnchangedPages.on_page_context.mkdocs_priority  # type: ignore[attr-defined]
    return handler


def test_every_change_gives_the_site_that_a_build_from_nothing_gives(builds: Builds, tmp_path: Path) -> None:
    """A sentence, a scene more and less, a chapter called otherwise, a page more and less; and what somebody spoilt."""
    at = tmp_path / "ferry"
    whole = builds.same(folder(at))
    assert builds.same(at) == 0
    sentence = builds.same(folder(at, ledger_toml=HEAD + LEDGER.replace(SENTENCE, CHANGED)))
    assert 0 < sentence < whole
    assert 0 < builds.same(folder(at, ferry_rules=RULES + ANOTHER)) <= whole
    assert builds.same(folder(at, manual_toml=MANUAL.replace('title = "The end"', 'title = "How it ends"'))) == whole
    assert builds.same(folder(at, manual_toml=MANUAL + QUESTION)) > 0
    assert builds.same(folder(at)) > 0


def test_what_somebody_changed_in_the_site_itself_is_made_good(builds: Builds, tmp_path: Path) -> None:
    at = folder(tmp_path / "ferry")
    builds.build(at, builds.site)
    page = builds.site / "rules/ferry/boarding.html"
    page.write_text(page.read_text(encoding="utf-8") + " ", encoding="utf-8")
    (builds.site / "rules/ferry/boarding.json").unlink()
    (builds.site / "rules" / "mine.html").write_text("mine", encoding="utf-8")
    (builds.site / "old").mkdir()
    (builds.site / "old" / "page.html").write_text("old", encoding="utf-8")
    assert builds.same(at) == 1
    assert not (builds.site / "old").exists()


def test_a_record_that_cannot_be_read_is_no_record(builds: Builds, tmp_path: Path) -> None:
    at = folder(tmp_path / "ferry")
    builds.build(at, builds.site)
    kept = next((tmp_path / "cache").rglob("built-*.json"))
    for spoilt in ('{"ground": 1}', "[", '{"sources": {"a": 3}}'):
        kept.write_text(spoilt, encoding="utf-8")
        assert build_record.load(builds.site) == build_record.NOTHING
    assert builds.same(at) > 0


def test_an_anchor_that_has_gone_is_told_although_the_page_that_leads_there_stays(
    builds: Builds, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """And the build that found it leaves nothing for the next one to go by."""
    docs, config = tmp_path / "docs", tmp_path / "mkdocs.yml"
    docs.mkdir()
    (docs / "index.md").write_text("# Home\n\n[there](there.md#here)\n", encoding="utf-8")
    (docs / "there.md").write_text("# There\n\n## Here\n", encoding="utf-8")
    head = "site_name: x\ntheme: {name: material, font: false}\nvalidation: {anchors: warn}\n"
    config.write_text(f"{head}docs_dir: {docs}\nnav:\n  - index.md\n  - there.md\n", encoding="utf-8")
    build_site(config, builds.site)
    (docs / "there.md").write_text("# There\n\n## Elsewhere\n", encoding="utf-8")
    with pytest.raises(Exception, match="warning"):
        build_site(config, builds.site)
    assert "#here" in caplog.text and build_record.load(builds.site) == build_record.NOTHING
    (docs / "there.md").unlink()
    config.write_text(config.read_text(encoding="utf-8").replace("  - there.md\n", ""), encoding="utf-8")
    with pytest.raises(Exception, match="warning"):
        build_site(config, builds.site)


@pytest.mark.nightly
def test_a_changed_sentence_of_a_bundled_game(builds: Builds, tmp_path: Path) -> None:
    bundled = max(bundled_games(), key=lambda game: len(list((game / "scenes").glob("*"))))
    at = Path(shutil.copytree(bundled, tmp_path / bundled.name))
    whole = builds.same(at)
    ledger = at / "ledger.toml"
    text = ledger.read_text(encoding="utf-8")
    ledger.write_text(text.replace('text = "A ', 'text = "Any ', 1), encoding="utf-8")
    assert 0 < builds.same(at) < whole / 4
