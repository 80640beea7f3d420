"""How often a line came up in random games: counted once more by hand, told in words, kept between builds."""

import json
from pathlib import Path

import attrs
import pytest

from rulekit.data import bundled_games, conformance_root
from rulekit.pipeline import load
from rulekit.play.engines import DECISION, REFERENCE
from rulekit.play.games.playouts import bits_of
from rulekit.site import random_play
from rulekit.site.book import EngineTrials, SideBySide, SiteModel
from rulekit.site.gather import book, side_by_side
from rulekit.site.kinds_of_page import pages_of
from rulekit.site.reached_lines import GAMES, RAN, REFUSED, SEED, lines_reached
from rulekit.site.reached_words import never_reached, reached_data, reached_words
from rulekit.tests.manual.making import LEDGER, RULES, folder

pytestmark = pytest.mark.site

FULL = "  [end.full]  at end of turn when seats = 0                       @end.full\n"
AT_ONCE = "  [end.at-once]  at end of turn when seats > 5                    @end.at-once\n"
CLAUSE = (
    '[[clause]]\nid = "ferry.end.at-once"\ntext = "A ferry that stays empty sinks."\nsource = ["leaflet:9"]\n'
    'certainty = "stated"\nkind = "rule"\n'
)


@pytest.fixture
def ferry(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> SiteModel:
    """The game with an end that no game comes to."""
    monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path / "cache"))
    ledger = f'game = "ferry"\ntitle = "Ferry"\n\n{LEDGER}{CLAUSE}'
    return book(folder(tmp_path / "ferry", ferry_rules=RULES.replace(FULL, FULL + AT_ONCE), ledger_toml=ledger))


def full_but_one(found: SiteModel) -> int:
    """In how many of the same games the reference engine comes to a decision with one seat left."""
    engine = found.game.engine(found.game.start(2).chosen, REFERENCE)
    games = 0
    for number in range(GAMES):
        bits, state, met = bits_of(SEED, number), engine.start(), False
        while (asked := engine.short_question(state))[0] == DECISION:
            met = met or asked[3] == 1
            state = engine.advance(state, asked[2], bits.below(asked[3]))
        games += met
    return games


def test_what_is_counted_is_what_the_reference_engine_comes_to(ferry: SiteModel) -> None:
    found = lines_reached(ferry.game)
    assert found.reach_of("board.do") == (RAN, GAMES) and found.reach_of("end.full") == (RAN, GAMES)
    assert found.reach_of("board.room") == (REFUSED, full_but_one(ferry)) and 0 < full_but_one(ferry) < GAMES
    assert found.reach_of("end.at-once") == (RAN, 0) and found.reach_of("law.length") is None


def test_a_sentence_says_in_how_many_games_it_came_up(ferry: SiteModel) -> None:
    said = {name: reached_words(ferry, clause) for name, clause in ferry.clauses.items()}
    assert said["board.room"] == f"It alone refused a move in {full_but_one(ferry)} of 100 random games."
    assert said["turn.alternate"] == "It came up in 100 of 100 random games."
    assert said["end.at-once"] == "Never in 100 random games."
    assert said["seats.six"] == ""  # a declaration does nothing that could be counted
    data = reached_data(ferry, ferry.clauses["end.at-once"])
    assert data == {"games": 100, "lines": {"end.at-once": {"ran": 0}}}


def test_of_a_sentence_that_never_came_up_the_scenes_are_named(ferry: SiteModel) -> None:
    shown = attrs.evolve(ferry.clauses["end.at-once"], scenes=ferry.scenes)
    told = "Never in 100 random games, but in the scene <em>Nobody boards a full ferry</em>."
    assert reached_words(ferry, shown) == told
    assert [one.id for one in never_reached(ferry)] == ["end.at-once"]
    (page,) = (one for one in pages_of(ferry) if one.path == "figures.md")
    assert page.parts[-1] == "- [A ferry that stays empty sinks.](the-end.md#end.at-once)"


def test_figures_of_a_game_of_ones_own_are_played_once(ferry: SiteModel, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are kept with its pictures until its rules change."""
    told = random_play.figures_of(ferry)
    ferry.pictures.keep()
    monkeypatch.setattr(random_play, "figures", None)
    assert random_play.figures_of(book(ferry.game.origin)) == told


def test_what_was_counted_under_other_rules_says_so(ferry: SiteModel, monkeypatch: pytest.MonkeyPatch) -> None:
    earlier = {**random_play.figures_of(ferry), "spec": "sha256:other"}
    monkeypatch.setattr(random_play, "_last_kept", lambda _: earlier)
    found = attrs.evolve(ferry)  # what is kept with a book was told of these rules
    clause = found.clauses["turn.alternate"]
    assert reached_words(found, clause) == f"It came up in 100 of 100 random games. {random_play.EARLIER}"
    assert reached_words(found, found.clauses["seats.six"]) == ""
    assert reached_data(found, clause)["earlier rules"] is True
    (page,) = (one for one in pages_of(found) if one.path == "figures.md")
    assert random_play.EARLIER in page.parts[0]


def test_games_with_another_engine_under_other_rules_say_so(ferry: SiteModel) -> None:
    def told(spec: str) -> str:
        found = attrs.evolve(ferry, trials=EngineTrials(SideBySide(spec, 3, 40)))
        (page,) = (one for one in pages_of(found) if one.path == "index.md")
        return page.parts[-1]

    assert "in step with these rules: 40" in told(ferry.game.spec)
    assert "in step with the rules as they were before they were last changed: 40" in told("sha256:other")


def test_a_report_that_is_kept_says_how_much_was_played_and_nothing_if_anything_differed() -> None:
    report = json.loads((conformance_root() / "protocol" / "verification-sample.json").read_text(encoding="utf-8"))
    agreeing = {**report, "verdict": {**report["verdict"], "code": 0}, "known": []}
    played = sum(one["games"] for one in report["configurations"])
    assert side_by_side(agreeing) == SideBySide(report["game"]["spec"], played, report["decisions"])
    assert side_by_side({**agreeing, "known": [{}]}) is None
    assert side_by_side({**agreeing, "verdict": {**report["verdict"], "code": 1}}) is None


def test_reports_that_are_kept_found_no_difference() -> None:
    kept = sorted((conformance_root() / "reports").glob("*.json"))
    for found in (side_by_side(json.loads(file.read_text(encoding="utf-8"))) for file in kept):
        assert found is not None and found.games > 0 and found.decisions > 0


def test_kept_figures_of_bundled_games_count_the_lines_as_they_are_counted_now() -> None:
    """All hundred games of the three smallest games; the hash of the rules says when all of them are due."""
    for path in sorted(bundled_games(), key=lambda one: (one / "ledger.toml").stat().st_size)[:3]:
        game = load(path)
        kept, now = random_play.kept_figures(game), random_play.as_text(random_play.figures(game, 1))
        assert kept is not None, f"run: rulekit dev figures {path.name} --keep"
        assert f'"reached": {json.dumps(kept["reached"])}' in now
