"""Compiled laws see what the reference sees, on true laws and on false ones, with all and with only some of them."""

from pathlib import Path

import pytest

from rulekit.data import bundled_games
from rulekit.fuzz import oracles
from rulekit.fuzz.game_script import answers_of
from rulekit.laws.law_watch import LawWatch
from rulekit.pipeline import load
from rulekit.play.games.playouts import play
from rulekit.play.machine.law_evaluation import went_that_way
from rulekit.testing.random_campaign import RandomCampaign
from rulekit.tests.bundled import bundled
from rulekit.tests.laws.both_ways import difference, falsified, sample
from rulekit.tests.laws.reference_watch import SlowWatch
from rulekit.typesystem.types import SEAT, SetOf

TOYS = sorted((Path(__file__).parent.parent / "games").glob("*.rules"))
LAWS = Path(__file__).parent.parent / "games" / "laws.rules"
BUNDLED = bundled_games()


@pytest.mark.parametrize("toy", TOYS, ids=lambda toy: toy.stem)
def test_toys_keep_and_break_their_laws_alike(toy: Path) -> None:
    """Every toy, once with its laws and once with the opposite of each."""
    game = load(toy)
    for one in (game, falsified(game)):
        assert [difference(one, chosen, 0, 60) for chosen in sample(one, 2)] in ([None], [None, None])


@pytest.mark.long
@pytest.mark.parametrize("folder", BUNDLED, ids=lambda folder: folder.name)
def test_bundled_games_break_false_laws_alike(folder: Path) -> None:
    """Every law of the game turned into its opposite."""
    game = falsified(bundled(folder))
    assert [difference(game, chosen, 1, 25) for chosen in sample(game, 1)] == [None]


@pytest.mark.nightly
@pytest.mark.parametrize("folder", BUNDLED, ids=lambda folder: folder.name)
def test_bundled_games_agree_in_every_configuration_of_the_sample(folder: Path) -> None:
    """True and false laws, longer games."""
    for game in (bundled(folder), falsified(bundled(folder))):
        for number, chosen in enumerate(sample(game, 100)):
            assert difference(game, chosen, number, 200) is None


def test_a_set_falls_by_losing_members_and_rises_by_winning_some() -> None:
    """Whatever else comes in or goes out at the same time."""
    later = ((1, 2), (2, 1, 3), (1,), (1, 3))
    fell, rose = (
        [went_that_way(kind, (1, 2), new, SetOf(SEAT)) for new in later] for kind in ("never-falls", "never-rises")
    )
    assert fell == [False, False, True, True] and rose == [False, True, False, True]


def test_a_law_that_counts_answers_is_woken_by_every_answer(tmp_path: Path) -> None:
    """Also by one that writes nothing."""
    text = LAWS.read_text().split("scene ")[0].replace("player must grab ", "player must grab or wait ")
    text = text.replace("turn\n", "action wait\n  [wait.do]  report 0  @public:toy\nturn\n")
    (tmp_path / "toy.rules").write_text(text + "always\n  [law.waits]  tally of wait < 2\n")
    game = load(tmp_path / "toy.rules")
    chosen = next(sample(game, 1))
    assert [difference(game, chosen, number, 30) for number in range(4)] == [None] * 4
    made = RandomCampaign(game, "waits")
    for number in range(8):
        made.play_one(chosen, number)
    assert "law.waits" in made.found


@pytest.mark.parametrize("phase", ["always", "at-rest", "each-step"])
def test_a_law_is_woken_by_what_is_moved_in_the_middle_of_an_action(phase: str, tmp_path: Path) -> None:
    """It holds for a while; at rest it is looked at only when the action is over, which writes nothing more."""
    text = (LAWS.parent / "copies.rules").read_text().split("scene ")[0]
    asks = "  [take.more]  player must choose tell: n in 1 to 2  @public:toy\n"
    text = text.replace("turn\n", asks + "turn\n") + f"{phase}\n  [law.bowl]  count of bowl > 3\n"
    (tmp_path / "toy.rules").write_text(text)
    game = load(tmp_path / "toy.rules")
    chosen = next(sample(game, 1))
    assert [difference(game, chosen, number, 30) for number in range(4)] == [None] * 4
    made = RandomCampaign(game, "moves")
    made.play_one(chosen, 0)
    assert set(made.found) == {"law.bowl"} and len(made.found["law.bowl"].script.picks) > 1


def test_a_watched_game_goes_as_an_unwatched_one() -> None:
    """Marks and looks change nothing."""
    game = load(LAWS)
    chosen = next(sample(game, 1))
    for number in range(20):
        plain = play(game.engine(chosen).for_playouts(), "same", number)
        watched = play(LawWatch(game, chosen).engine, "same", number)
        assert (plain.decisions, plain.result) == (watched.decisions, watched.result)


def test_only_the_laws_that_are_wanted_are_seen() -> None:
    """`only` names clauses."""
    game = falsified(load(LAWS))
    chosen = next(sample(game, 1))
    watch = LawWatch(game, chosen, frozenset({"law.sum"}))
    assert {breach.id for breach in watch.see(watch.engine.start())} == {"law.sum"}


def test_a_share_of_the_laws_finds_what_all_of_them_find() -> None:
    """Each is looked at every fourth time and at the end; nothing that lasts escapes."""
    game = falsified(load(LAWS))
    chosen = next(sample(game, 1))
    made, engine = RandomCampaign(load(LAWS), "share"), game.engine(chosen).for_playouts()
    played = [answers_of(engine, made.play_one(chosen, number)) for number in range(6)]
    found = [
        {
            law.id
            for law in game.checked.laws
            if any(oracles.law_oracle(game, chosen, answers, frozenset([law.id or ""]), share) for answers in played)
        }
        for share in (1, 4)
    ]
    assert found[0] == found[1] != set()


def test_a_law_about_tables_is_settled_before_play(tmp_path: Path) -> None:
    """It reads no state: broken once, it is broken wherever somebody is asked."""
    text = LAWS.read_text() + "always\n  [law.table]  every n in 1 to 5 has n < 5\n"
    (tmp_path / "toy.rules").write_text(text)
    game = load(tmp_path / "toy.rules")
    watch = LawWatch(game, next(sample(game, 1)))
    assert not any(one.law.id == "law.table" for one in watch.laws.written)
    assert [breach.id for breach in watch.see(watch.engine.start())] == ["law.table"]


def test_the_reference_settles_such_a_law_as_well(tmp_path: Path) -> None:
    """It is judged once; all others are read at every position."""
    (tmp_path / "toy.rules").write_text(LAWS.read_text() + "always\n  [law.table]  every n in 1 to 5 has n < 5\n")
    game = load(tmp_path / "toy.rules")
    watch = SlowWatch(game, next(sample(game, 1)))
    start = watch.engine.start()
    assert [breach.id for breach in watch.see(start)] == ["law.table"]
    names = {id(law): law.id for law in game.checked.laws}
    assert [names[one] for one, known in start.program.settled.items() if known is not None] == ["law.table"]
