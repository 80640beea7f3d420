"""Every format of every kind of verdict: well-formed, the same verdict in all, nothing in it that could run."""

from __future__ import annotations

import json
import re
import shutil
import xml.etree.ElementTree as ET
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import attrs
import pytest

from rulekit import load
from rulekit.data import find_game
from rulekit.looks.legend_html import HEAD
from rulekit.report.badge import PAD
from rulekit.report.cases import ERROR, FAILED, cases
from rulekit.report.formats import ENDINGS, FORMATS, format_of
from rulekit.tests.report.samples import HOSTILE, SAMPLES, agreeing, game, hostile, nothing, sample, unjudged
from rulekit.verify import model

CHOSEN = pytest.mark.parametrize("made", SAMPLES.values(), ids=SAMPLES)
VOID = {"meta", "br", "rect", "path", "circle"}
FETCHES = re.compile(r"""(?:src|href|url)\s*[=(]\s*["']?(?!#|data:application/json,)[a-z/]""", re.IGNORECASE)


class Strict(HTMLParser):
    """Every element that is opened is closed, in order; what is written and which elements there are is kept."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.names: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.words: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.append(tag)
        given = dict(attrs)
        assert not any(name.startswith("on") for name in given)
        self.ids += [given["id"] or ""] if "id" in given else []
        self.links += [given["href"] or ""] if "href" in given else []
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        if tag not in VOID:
            assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.names.append(tag)

    def handle_data(self, data: str) -> None:
        self.words.append(data)


def page(found: model.Verification) -> Strict:
    parser = Strict()
    parser.feed(FORMATS["html"](found, game()))
    parser.close()
    return parser


@CHOSEN
@pytest.mark.parametrize("name", FORMATS)
def test_every_format_tells_every_verdict(name: str, made: Callable[[], model.Verification]) -> None:
    """And the same bytes each time."""
    found = made()
    told = FORMATS[name](found, game())
    assert told.endswith("\n") and told == FORMATS[name](found, game())


@CHOSEN
def test_the_page_is_well_formed_and_fetches_nothing(made: Callable[[], model.Verification]) -> None:
    """Elements close in order, links lead to places of the page, no script, no address."""
    found = made()
    parser, text = page(found), FORMATS["html"](found, game())
    assert (
        not parser.open
        and "script" not in parser.names
        and not FETCHES.search(text.replace("http://www.w3.org/2000/svg", ""))
    )
    assert len(parser.ids) == len({*parser.ids})
    assert all(link[1:] in parser.ids for link in parser.links if link.startswith("#"))


def test_the_page_shows_the_story_of_each_cause() -> None:
    """Sentence, both sides, pictures of both, what decided, commands."""
    text, found = FORMATS["html"](sample(), game()), sample()
    for cause in found.causes:
        assert cause.rules in text and cause.engine in text and cause.title in text
    assert text.count("<svg xmlns") >= 4 and "only here" in text and "What decided" in text


def test_a_first_difference_is_told_without_colour() -> None:
    """By a word in the picture."""
    assert "only here" in " ".join(page(sample()).words)


def test_signs_of_the_pictures_are_told_in_words() -> None:
    """Below the pictures of each cause, folded, and nothing where there is none."""
    text, found = FORMATS["html"](sample(), game()), page(sample())
    folds = text.split(f"<summary>{HEAD}</summary>")[1:]
    assert 0 < len(folds) <= len(sample().causes)
    for fold in folds:
        signs = re.findall(r"<li><svg[^>]*>.*?</svg>([^<]+)</li>", fold.partition("</details>")[0])
        assert signs and all(one in found.words for one in signs)


@CHOSEN
def test_words_from_outside_are_shown_and_not_obeyed(made: Callable[[], model.Verification]) -> None:
    """In HTML and in XML a hostile word is text."""
    found = made()
    assert "script" not in page(found).names
    for element in ET.fromstring(FORMATS["junit"](found, game())).iter():
        assert element.tag in ("testsuites", "testsuite", "testcase", "failure", "error", "skipped")
    assert ET.fromstring(FORMATS["badge"](found, game())).tag.endswith("svg")


def test_a_table_says_how_often_in_games_and_in_vectors_and_where_no_rule_is_broken() -> None:
    found = sample()
    one = attrs.evolve(found.causes[0], games=2, vectors=85, clause="", place="load")
    told = FORMATS["markdown"](attrs.evolve(found, causes=(one,)), game())
    (row,) = (line for line in told.splitlines() if line.startswith("| 1 "))
    assert row.startswith("| 1 | no rule: load |") and row.endswith("| 2 games, 85 vectors |")


def test_hostile_words_break_no_line() -> None:
    """Tables of Markdown, lines of TAP and workflow commands hold them on one line."""
    found = hostile()
    tables = [line for line in FORMATS["markdown"](found, game()).splitlines() if line.startswith("| 1 ")]
    assert len(tables) == 1 and "<script>" not in tables[0].replace("\\<script\\>", "")
    tap = FORMATS["tap"](found, game()).splitlines()
    assert len([line for line in tap if re.match(r"(not )?ok ", line)]) == int(tap[1].removeprefix("1.."))
    for line in FORMATS["github"](found, game()).splitlines():
        assert re.match(r"::(error|warning|notice) (file=[^:,]+,line=\d+,)?title=[^:,]*::", line) and "\n" not in line


@CHOSEN
def test_formats_agree_on_the_verdict(made: Callable[[], model.Verification]) -> None:
    """What fails in one fails in all; nothing that is not agreement looks like it."""
    found = made()
    bad = found.verdict.code != 0
    assert any(one.state in (FAILED, ERROR) for one in cases(found)) == bad
    junit = ET.fromstring(FORMATS["junit"](found, game()))
    assert bool(junit.findall(".//failure") + junit.findall(".//error")) == bad
    assert bool(re.search("^not ok ", FORMATS["tap"](found, game()), re.MULTILINE)) == bad
    assert ("::error" in FORMATS["github"](found, game())) == bad
    assert ("✓" in FORMATS["badge"](found, game())) != bad
    sarif = json.loads(FORMATS["sarif"](found, game()))["runs"][0]
    assert sarif["invocations"][0]["exitCode"] == found.verdict.code
    assert all("suppressions" in one for one in sarif["results"]) or bad


@CHOSEN
def test_the_two_halves_of_a_badge_fill_it_to_the_pixel(made: Callable[[], model.Verification]) -> None:
    """Its right corners would be cut off else, and its letters drawn apart."""
    picture = ET.fromstring(FORMATS["badge"](made(), game()))
    left, right = (float(one.get("textLength", "0")) for one in picture.iter("{http://www.w3.org/2000/svg}text"))
    edge = re.search(r'd="M(\d+) 0h(\d+)a3 3', FORMATS["badge"](made(), game()))
    assert edge is not None and int(edge[1]) + int(edge[2]) + 3 == int(picture.get("width", "0"))
    assert left + right + 4 * PAD == int(picture.get("width", "0"))


def test_the_counts_of_junit_are_those_of_its_cases() -> None:
    """Build servers trust them."""
    for suite in ET.fromstring(FORMATS["junit"](sample(), game())):
        assert int(suite.get("tests", "0")) == len(suite)
        assert int(suite.get("failures", "0")) == len(suite.findall("testcase/failure"))
        assert int(suite.get("skipped", "0")) == len(suite.findall("testcase/skipped"))


def test_sarif_points_at_the_line_of_the_rules() -> None:
    """File and line of the clause, an id that stays the same from run to run."""
    for one, cause in zip(
        json.loads(FORMATS["sarif"](sample(), game()))["runs"][0]["results"], sample().causes, strict=True
    ):
        place = one["locations"][0]["physicalLocation"]
        assert place["artifactLocation"]["uri"].endswith(".rules") and place["region"]["startLine"] > 0
        assert one["partialFingerprints"]["cause"] == cause.id


def test_what_no_line_answers_for_stands_where_the_game_begins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Code scanning refuses a file in which one result has no place; places are seen from here, as a repository is."""
    nameless = attrs.evolve(sample(), causes=(attrs.evolve(sample().causes[0], clause=""),))
    monkeypatch.chdir(find_game(game().name).parent)
    result = json.loads(FORMATS["sarif"](nameless, game()))["runs"][0]["results"][0]
    place = result["locations"][0]["physicalLocation"]
    file, line = Path(place["artifactLocation"]["uri"]), place["region"]["startLine"]
    assert file.read_text("utf-8").splitlines()[line - 1].startswith(f"game {game().name} ")
    assert f"file={file},line={line}," in FORMATS["github"](nameless, game())


def test_a_place_with_a_space_is_a_uri(tmp_path: Path) -> None:
    """As SARIF asks of it."""
    home = tmp_path / "my games" / game().name
    shutil.copytree(find_game(game().name), home)
    uris = re.findall(r'"uri": "([^"]*)"', FORMATS["sarif"](sample(), load(home)))
    assert uris and all(" " not in one for one in uris)


def test_a_story_that_begins_with_spaces_is_still_yaml() -> None:
    """Else the first line would tell how far all others are indented."""
    yaml = pytest.importorskip("yaml")
    failed = attrs.evolve(unjudged().failures[0], said="  deep\nand \x1b less")
    lines = FORMATS["tap"](attrs.evolve(unjudged(), failures=(failed,)), game())
    block = next(one for one in re.findall(r"  ---\n(.*?)  \.\.\.", lines, re.DOTALL) if "deep" in one)
    assert "\x1b" not in lines and yaml.safe_load(block)["message"].startswith("  deep\nand ")


ODD: dict[str, Any] = {
    "none": None,
    "a list": [],
    "a text": "x",
    "a number for a zone": {"hand": 5},
    "an unknown card": {"hand": [["no such card"]]},
    "a card of no form": {"hand": [[{"a": 1}]]},
    "a zone of no form": {"hand": {"a": 1}},
}


@pytest.mark.parametrize("zones", ODD.values(), ids=ODD)
def test_what_an_engine_says_need_not_be_drawable(zones: Any) -> None:
    """An account of any form is left out of the pictures, and the rest of the page is there."""
    cause = sample().causes[1]
    example = attrs.evolve(cause.examples[0], engine=attrs.evolve(cause.examples[0].engine, zones=zones))
    found = attrs.evolve(sample(), causes=(attrs.evolve(cause, examples=(example,)),))
    assert cause.rules in FORMATS["html"](found, game())


def test_an_engine_that_agrees_has_its_page() -> None:
    """What was looked at and what it is worth, and nothing about failing."""
    text = FORMATS["html"](agreeing(), game())
    assert "What this is worth" in text and "What fails" not in text and "3/120" in text


def test_nothing_compared_is_no_green() -> None:
    """No tool may count that as passed."""
    assert [one.state for one in cases(nothing())] == [ERROR]


BY_ENDING = [(f"a/b.{ending}", name, f"a/b.{ending}") for ending, name in ENDINGS.items()]
BY_NAME = [(f"{name}=x y", name, "x y") for name in FORMATS]


@pytest.mark.parametrize(("wanted", "name", "path"), BY_ENDING + BY_NAME)
def test_a_format_is_told_by_its_name_or_by_the_ending(wanted: str, name: str, path: str) -> None:
    assert format_of(wanted) == (name, path)


@pytest.mark.parametrize("wanted", ("", "x", "x.doc", "pdf=x.pdf", "htm=x"))
def test_an_unknown_format_is_told_with_those_there_are(wanted: str) -> None:
    with pytest.raises(ValueError, match="format"):
        format_of(wanted)


def test_the_hostile_sample_is_hostile() -> None:
    """Else the tests above prove nothing."""
    told: Any = json.dumps(hostile().to_json())
    assert "<script>" in told and HOSTILE in hostile().engine.name


def resting_on(*names: str) -> model.Verification:
    """The sample with one cause for each list of clauses, which the story names."""
    one = sample().causes[0]
    suspect = one.suspects[0]
    told = [tuple(attrs.evolve(suspect, clause=name) for name in listed.split(", ")) for listed in names]
    causes = tuple(attrs.evolve(one, clause=some[0].clause, suspects=some, known=None) for some in told)
    return attrs.evolve(sample(), causes=causes)


def test_stories_that_rest_on_one_declaration_are_said_to_be_perhaps_one_mistake() -> None:
    """A word that two lines use may be what is wrong; a line that both name is no reason to think so."""
    found = resting_on("settle.mill, define guarded", "take.mill, define men, define guarded", "turn.one, place.do")
    said = "1 and 2 rest on define guarded alike"
    for name in ("text", "markdown", "html"):
        assert " ".join(FORMATS[name](found, game()).split()).count(said) == 1
    apart = resting_on("settle.mill, place.do", "take.mill, place.do")
    assert "alike" not in FORMATS["text"](apart, game()).replace("unlike", "")
