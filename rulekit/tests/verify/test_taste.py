"""Each game in step has a liking of its own for some moves: without it many corners are never reached."""

from rulekit.verify.lockstep.biased_player import KINDS, LIKINGS, MoveWeights

GAMES = range(200)


def test_every_liking_for_a_kind_of_move_and_for_what_it_names_occurs() -> None:
    assert {MoveWeights(seed).weight({"do": "dig"}) for seed in GAMES} == set(KINDS)
    assert {MoveWeights(seed).weight({"n": 1}) for seed in GAMES} == set(LIKINGS)
    assert len(KINDS) > 1 < len(LIKINGS)


def test_a_liking_lasts_for_a_game_and_differs_between_games() -> None:
    moves = [{"do": "dig", "n": n} for n in range(6)]
    one, again, other = ([MoveWeights(seed).weight(move) for move in moves] for seed in (1, 1, 2))
    assert one == again != other
