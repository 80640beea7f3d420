"""All vectors of one game, and the tiers: what is chosen from them by what it covers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence

import attrs

from rulekit.check.configuration_space import GameConfig
from rulekit.pipeline import load
from rulekit.play.games.game import Game
from rulekit.play.position.strict_json import dumps
from rulekit.processes import interrupt_flag, processes
from rulekit.vectorgen import from_games, from_scenes, wrong_moves
from rulekit.vectorgen.chance_domain import chance_domain_vectors
from rulekit.vectorgen.covering import choose_vectors, order_vectors
from rulekit.vectorgen.draft import MadeVector
from rulekit.vectorgen.games import Answer, RecordedGame, configurations, games
from rulekit.vectorgen.special_kinds import broken_off_vectors, pair_vectors, perft_vectors
from rulekit.vectors.form import DOMAIN, asked_of

SEED = "0"
TINY = 120  # vectors of the smallest tier
TINY_ROOM = 1_500_000  # letters of it: a whole game of hundreds of answers is as long as all the others
SHARE = 10  # no vector takes more than one part in so many of the room
ROOM = 2_700_000  # letters of tiny and standard together
SCENES = 440  # that have room in any case: long positions, of a game with many pieces, are no reason to leave rules out


@attrs.frozen
class VectorAmounts:
    """How many of each sort are made."""

    games: int = 16  # played, for everything that is taken from games; more where there are more configurations
    ended: int = 10  # of them looked at only at their end
    whole: int = 3  # of them looked at after every answer
    turns: int = 50
    rare: int = 50
    printed: int = 60
    wrong: int = 36
    near: int = 40
    views: int = 14
    pairs: int = 14
    broken: int = 8  # of each: load, save
    copies: int = 16
    openings: int = 8
    perft: int = 6
    orders: int = 12
    chances: int = 2


USUAL = VectorAmounts()
FULL = VectorAmounts(200, 100, 40, 300, 500, 400, 200, 300, 120, 80, 60, 120, 60, 40, 80, 40)


def make_vectors(game: Game, amounts: VectorAmounts = USUAL, jobs: int = 1) -> Iterator[MadeVector]:
    """Every sort in turn; what asks the same as another is left out. The number of processes changes nothing."""
    seen: set[str] = set()
    for one in _in_parts(game, amounts, jobs):
        text = asked_of(one.vector)
        if text not in seen:
            seen.add(text)
            yield one


PARTS = 6  # of the scenes
SORTS: tuple[Callable[[list[RecordedGame], VectorAmounts], Iterable[MadeVector]], ...] = (
    lambda played, n: (
        one for one in map(from_games.to_the_end, from_games.select_varied(played, n.ended)) if one is not None
    ),
    lambda played, n: map(from_games.whole_game_vector, from_games.select_varied(played, n.whole)),
    lambda played, n: map(from_games.opening, from_games.select_varied(played, n.openings)),
    lambda played, n: perft_vectors(played, n.perft),
    lambda played, n: order_vectors(played, n.orders),
    lambda played, n: from_games.dense_turn_vectors(played, n.turns),
    lambda played, n: wrong_moves.wrong_move_vectors(played, n.wrong),
    lambda played, n: from_games.rare_answer_vectors(played, n.rare),
    lambda played, n: from_games.printed_row_vectors(played, n.printed),
    lambda played, n: wrong_moves.near_miss_vectors(played, n.near),
    lambda played, n: from_games.views(played, n.views),
    lambda played, n: pair_vectors(played, n.pairs),
    lambda played, n: broken_off_vectors(played, n.broken, "load"),
    lambda played, n: broken_off_vectors(played, n.copies, "fork"),
    lambda played, n: broken_off_vectors(played, n.broken, "save"),
    lambda played, n: chance_domain_vectors(played, n.chances),
)


def _in_parts(game: Game, amounts: VectorAmounts, jobs: int) -> Iterator[MadeVector]:
    """The parts of the work in their order, whoever does them."""
    played = list(games(game, SEED, max(amounts.games, len(configurations(game)))))
    parts = range(PARTS + len(SORTS))
    if jobs == 1:
        for part in parts:
            yield from _part(game, played, amounts, part)
        return
    told = [(one.config, one.number, one.answers) for one in played]
    own = {one.name: one.file for one in game.own}
    with interrupt_flag() as interrupt, processes(jobs, _begin, game.origin, own, told, amounts) as pool:
        for found in interrupt.results_in_order(pool.submit(_own_part, part) for part in parts):
            yield from found


def _part(game: Game, played: list[RecordedGame], amounts: VectorAmounts, part: int) -> Iterable[MadeVector]:
    if part < PARTS:
        return from_scenes.scene_vectors(game, part, PARTS)
    return SORTS[part - PARTS](played, amounts)


WORK: list[tuple[Game, list[RecordedGame], VectorAmounts]] = []  # of a process that does parts of the work


def _begin(
    origin: str, own: dict[str, str], told: list[tuple[GameConfig, int, tuple[Answer, ...]]], amounts: VectorAmounts
) -> None:
    game = load(origin, own)
    WORK.append((game, [RecordedGame(game, *one) for one in told], amounts))


def _own_part(part: int) -> list[MadeVector]:
    return list(_part(*WORK[-1], part))


def tiny_tier(all_: list[MadeVector], most: int = TINY) -> list[MadeVector]:
    """The vectors that bring most for their price, whatever their sort; advice is no part of it."""
    return vectors_that_fit(choose_vectors(one for one in all_ if not one.vector.advice), TINY_ROOM)[:most]


def standard_tier(all_: list[MadeVector], smallest: list[MadeVector], room: int = ROOM) -> list[MadeVector]:
    """What the standard tier has besides: scenes that bring something, what else brings most, then the rest.

    Outcomes that cannot come are few and short; as advice they take nobody's place, so they are there in any case.
    """
    ids = {one.vector.id for one in smallest}
    had = Counter(feature for one in smallest for feature in one.covers)
    left = [one for one in all_ if one.vector.id not in ids and one.vector.sort != DOMAIN]
    outside = [one for one in all_ if one.vector.id not in ids and one.vector.sort == DOMAIN]
    scenes = choose_vectors((one for one in left if one.vector.sort == "scene"), had=had)
    best = choose_vectors((one for one in left if one.vector.sort != "scene"), had=had)
    known = {one.vector.id for one in (*scenes, *best)}
    rest = [one for one in left if one.vector.id not in known]
    rest.sort(key=lambda one: (one.vector.sort != "scene", one.vector.id))
    return [*vectors_that_fit([*scenes, *best, *rest], room - sum(map(length, smallest))), *outside]


def room_for(all_: Sequence[MadeVector]) -> int:
    """Letters that a game may have: more where its scenes are long."""
    scenes = [length(one) for one in all_ if one.vector.sort == "scene"]
    return max(ROOM, SCENES * sum(scenes) // len(scenes)) if scenes else ROOM


def vectors_that_fit(all_: Iterable[MadeVector], room: int) -> list[MadeVector]:
    """Those that have room one after the other; a long one that has none, or takes too much of it, makes way."""
    found: list[MadeVector] = []
    most = room // SHARE
    for one in all_:
        if length(one) <= min(room, most):
            room -= length(one)
            found.append(one)
    return found


def length(one: MadeVector) -> int:
    """Letters of its line."""
    return len(dumps(one.vector.to_json())) + 1


__all__ = ["FULL", "TINY", "USUAL", "VectorAmounts", "make_vectors", "room_for", "standard_tier", "tiny_tier"]
