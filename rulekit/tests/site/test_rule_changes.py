"""What is kept of scenes is what would be drawn from nothing, whichever line of the rules has changed."""

import shutil
from pathlib import Path

import pytest

from rulekit.data import bundled_games
from rulekit.site.pictures.scene_pictures import SceneArtist
from rulekit.tests.site.rule_changes import RuleChange, changes_of, checked, shown, wrong_after

pytestmark = pytest.mark.site

TOYS = sorted((Path(__file__).parents[1] / "games").glob("*.rules"))
BY_DAY = 100  # of so many changes of small games one is tried by day
FEW = 4  # changes of a bundled game

SUPPOSED = """game gifts for 2 players
state score of Player is 0 to 9, must fit
define rich is supposing gift: count of Player > 0
action boast
  [boast.rich]  require rich                                      @public:sample
  [boast.do]    add 3 to score of player                          @public:sample
action rest
  [rest.do]  add 1 to score of player                             @public:sample
to gift
  [gift.can]  require score of active < 6                         @public:sample
  [gift.do]   let n be 1                                          @public:sample
turn
  [turn.boast]  player may boast or rest                              @public:sample
end
  [end.three]  at end of turn when score of player > 2             @public:sample
result
  [result.most]  most score wins, ties are shared                 @public:sample
scene [boast.rich] "Anna does"
  when anna does boast
scene [boast.do] "And again"
  when anna does boast
"""
LOOP = """game praises for 2 players
state score of Player is 0 to 9, excess lost
state good of Player is yes or no, starts yes
action bow
  [bow.do]  add 1 to score of player                              @public:sample
to praise p: Player
  [praise.do]  add 1 to score of p                                @public:sample
turn
  [turn.bow]  for each p in those q in Player having (good of q is yes): p must bow then praise p  @public:sample
end
  [end.six]  at end of turn when score of player > 5              @public:sample
result
  [result.most]  most score wins, ties are shared                 @public:sample
scene [bow.do] "Who is asked may"
  given score of anna is 2
  anna may bow
"""
NUMBERED = {
    "a supposed call": (SUPPOSED, "require score of active < 6", "require score of active > 1"),
    "a called procedure, by which a loop keeps what is left": (LOOP, "add 1 to score of p ", "set good of p to no "),
}


@pytest.fixture(autouse=True)
def nothing_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What these tests draw is for no other build."""
    monkeypatch.setenv("RULEKIT_CACHE", str(tmp_path / "cache"))


@pytest.mark.parametrize("name", NUMBERED)
def test_what_is_shown_follows_a_rule_that_is_looked_at_by_way_of_others(name: str, tmp_path: Path) -> None:
    text, old, new = NUMBERED[name]
    kept, file = kept_of(tmp_path / "game.rules", text)
    assert text.count(old) == 1
    assert wrong_after(file, RuleChange(name, text.replace(old, new)), kept) == []
    changed = checked(file)
    assert changed is not None
    file.write_text(text, encoding="utf-8")
    before = checked(file)
    assert before is not None and shown(changed, {}) != shown(before, {}), "this change shows nothing"


def test_an_unused_rule_plays_nothing_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    kept, file = kept_of(tmp_path / "game.rules", SUPPOSED)
    unused = next(one for one in changes_of(SUPPOSED) if one.what == "a procedure more")
    file.write_text(unused.text, encoding="utf-8")
    found = checked(file)
    assert found is not None
    monkeypatch.setattr(SceneArtist, "pictures", lambda *_: pytest.fail("played again"))
    shown(found, kept)


def test_a_change_anywhere_shows_what_a_build_from_nothing_shows(tmp_path: Path) -> None:
    assert tried(tmp_path, BY_DAY) > 30


@pytest.mark.nightly
def test_every_change_of_small_games_shows_what_a_build_from_nothing_shows(tmp_path: Path) -> None:
    assert tried(tmp_path, 1) > 3000


def tried(folder: Path, each: int) -> int:
    """Changes of small games that are rules still; all of them are right."""
    found = number = 0
    for toy in TOYS:
        kept: dict[str, str] | None = None
        text = toy.read_text(encoding="utf-8")
        for changed in changes_of(text):
            number += 1
            if number % each:
                continue
            kept = kept_of(folder / toy.name, text)[0] if kept is None else kept
            wrong = wrong_after(folder / toy.name, changed, kept)
            assert not wrong, f"{toy.name}: {changed.what}"
            found += wrong is not None
    return found


@pytest.mark.nightly
@pytest.mark.parametrize("game", [game.name for game in bundled_games()])
def test_changes_of_a_bundled_game_show_what_a_build_from_nothing_shows(game: str, tmp_path: Path) -> None:
    home = next(one for one in bundled_games() if one.name == game)
    at = Path(shutil.copytree(home, tmp_path / game))
    found = checked(at)
    assert found is not None
    shown(found, {})
    kept, made = {**found.pictures.used}, 0
    for file in sorted(at.glob("*.rules")):
        text = file.read_text(encoding="utf-8")
        every = [one for one in changes_of(text) if not one.what.startswith("without its source")]
        for changed in every[:: max(1, len(every) // FEW)]:
            wrong = wrong_after(file, changed, kept, at)
            assert not wrong, f"{file.name}: {changed.what}"
            made += wrong is not None
        file.write_text(text, encoding="utf-8")
    assert made


def kept_of(file: Path, text: str) -> tuple[dict[str, str], Path]:
    """What a first build of a game keeps."""
    file.write_text(text, encoding="utf-8")
    found = checked(file)
    if found is None:
        return {}, file
    shown(found, {})
    return {**found.pictures.used}, file
