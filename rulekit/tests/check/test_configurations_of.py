"""All configurations of a small game, a sample of pairs of a large one, always the same."""

import itertools

from rulekit.check.configuration_space import GameConfig, configurations
from rulekit.tests.check.small import examined, text

MANY = "".join(f"option way-{n} is 1 or 2 or 3\n" for n in "abcdefgh")
DEMAND = "demands\n  [opt.a] way-a = 1 or way-b = 1  @public:test\n"
READ = "set heap to " + " + ".join(f"way-{n}" for n in "abc")


def made(more: str) -> tuple[GameConfig, ...]:
    return configurations(examined(text(READ if "way" in more else "set heap to 1", more=more)).checked)


def test_few_choices_are_all_listed_with_the_usual_game_first() -> None:
    found = made("option long is no or yes, usually yes\n")
    assert len(found) == 2 * 3
    assert found[0] == GameConfig((("long", True),), 2)


def test_demands_leave_out_what_they_refuse() -> None:
    found = made("option long is no or yes\ndemands\n  [opt.a] long is no or count of Player = 2  @public:test\n")
    assert [(c.chosen["long"], c.seats) for c in found] == [(False, 2), (False, 3), (False, 4), (True, 2)]


def test_many_choices_are_sampled_so_that_each_pair_is_seen() -> None:
    found = made(MANY)
    pairs = {pair for c in found for pair in itertools.combinations((*c.options, ("", c.seats)), 2)}
    assert len(pairs) == 9 * (8 * 7 // 2 + 8) and len(found) < 40


def test_a_sample_breaks_no_demand() -> None:
    assert all(c.chosen["way-a"] == 1 or c.chosen["way-b"] == 1 for c in made(MANY + DEMAND))


def test_the_sample_is_the_same_each_time() -> None:
    assert made(MANY + DEMAND) == made(MANY + DEMAND)


def _sample(more: str, seats: str = "2 to 4") -> tuple[GameConfig, ...]:
    rules = text("set heap to 1", more=more).replace("for 2 to 4 players", f"for {seats} players")
    return configurations(examined(rules).checked, 0)


def test_a_sample_shows_every_number_of_players_where_nothing_else_can_vary() -> None:
    assert [found.seats for found in _sample("")] == [2, 3, 4]


def test_a_sample_shows_every_choice_of_the_only_option() -> None:
    found = _sample("option way is 1 or 2 or 3, usually 2\n", seats="2")
    assert [one.chosen["way"] for one in found] == [2, 1, 3]


def test_a_sample_of_very_many_options_shows_every_choice_of_each() -> None:
    more = "".join(f"option way-{n} is 1 or 2 or 3\n" for n in range(60))
    found = _sample(more)
    assert {(name, value) for one in found for name, value in one.options} == {
        (f"way-{n}", value) for n in range(60) for value in (1, 2, 3)
    }
    assert {one.seats for one in found} == {2, 3, 4}


def test_a_choice_that_a_demand_refuses_is_in_no_sample() -> None:
    found = _sample("demands\n  [opt.a]  count of Player is not 3  @public:test\n")
    assert [one.seats for one in found] == [2, 4]
