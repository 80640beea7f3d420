"""The campaign of drawn games: what it counts, and how soon it finds what is rare."""

from __future__ import annotations

from hypothesis import settings

from rulekit.pipeline import load
from rulekit.testing.budget import Budget
from rulekit.testing.campaign import Campaign
from rulekit.testing.oracles import WholeGame
from rulekit.tests.play.toys import TOYS, starter
from rulekit.tests.testing import find_rates

QUIET = settings(database=None, print_blob=False, derandomize=False)


def test_a_game_that_was_broken_off_early_proves_nothing_about_whole_games() -> None:
    """Some drawn games are short, for what fails must be able to shrink."""
    made = Campaign(starter(), WholeGame())
    made.prepared(QUIET, 1, Budget(0.0, 200))
    made.play()
    sample = made.sample
    assert sample.ended <= sample.whole < sample.games and sample.whole > 0.7 * sample.games


def test_what_is_rare_is_found_as_soon_as_chance_allows() -> None:
    """Drawn games show a fault about as often as the kit's own games do, in short games and in long ones."""
    game = load(TOYS / "space-hex.rules")
    for one in find_rates.rates(game, game.start().chosen, 5, 200, [0.2, 0.047]):
        assert one.share > 0 and one.under > 0.6 * one.share, str(one)
        assert one.median <= 3 / one.share, str(one)
