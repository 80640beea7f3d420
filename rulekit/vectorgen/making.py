"""All vectors of one game, and the tiers: what is chosen from them by what it covers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

import attrs

from rulekit.play.game import Game
from rulekit.vectorgen import from_games, from_scenes, two_worlds, wrong_moves
from rulekit.vectorgen.covering import chosen
from rulekit.vectorgen.draft import Feature, Made
from rulekit.vectorgen.games import Played, configurations, games
from rulekit.vectors.form import asked_of

SEED = "0"
TINY = 120  # vectors of the smallest tier


@attrs.frozen
class Amounts:
    """How many of each sort are made."""

    games: int = 16  # played, for everything that is taken from games
    ended: int = 16  # of them looked at only at their end
    whole: int = 4  # of them looked at after every answer
    turns: int = 60
    rare: int = 60
    wrong: int = 40
    near: int = 48
    views: int = 30
    pairs: int = 20
    broken: int = 15  # of each: load, save, fork


USUAL = Amounts()
FULL = Amounts(200, 100, 40, 300, 500, 200, 300, 120, 80, 60)


def made(game: Game, amounts: Amounts = USUAL) -> Iterator[Made]:
    """Every sort in turn; what asks the same as another is left out."""
    seen: set[str] = set()
    for one in _sorts(game, amounts):
        text = asked_of(one.vector)
        if text not in seen:
            seen.add(text)
            yield one


def _sorts(game: Game, amounts: Amounts) -> Iterator[Made]:
    yield from from_scenes.made(game)
    played = list(games(game, SEED, max(amounts.games, len(configurations(game)))))
    for one in played[: amounts.ended]:
        found = from_games.to_the_end(one)
        if found is not None:
            yield found
    for sort in SORTS:
        yield from sort(played, amounts)


SORTS: tuple[Callable[[list[Played], Amounts], Iterable[Made]], ...] = (
    lambda played, n: map(from_games.whole, played[: n.whole]),
    lambda played, n: from_games.dense(played, n.turns),
    lambda played, n: wrong_moves.made(played, n.wrong),
    lambda played, n: from_games.rare(played, n.rare),
    lambda played, n: wrong_moves.near(played, n.near),
    lambda played, n: from_games.views(played, n.views),
    lambda played, n: two_worlds.made(played, n.pairs),
    lambda played, n: from_games.broken(played, n.broken, "load"),
    lambda played, n: from_games.broken(played, n.broken, "fork"),
    lambda played, n: from_games.broken(played, n.broken, "save"),
)


def tiny(all_: list[Made], most: int = TINY) -> list[Made]:
    """The vectors that bring most for their price, whatever their sort; advice is no part of it."""
    return chosen((one for one in all_ if not one.vector.advice), most)


def standard(all_: list[Made], smallest: list[Made]) -> list[Made]:
    """What the standard tier has besides: everything that was made."""
    ids = {one.vector.id for one in smallest}
    return [one for one in all_ if one.vector.id not in ids]


def covered(all_: Iterable[Made]) -> Counter[Feature]:
    """How often each thing is covered."""
    return Counter(feature for one in all_ for feature in one.covers)


__all__ = ["FULL", "TINY", "USUAL", "Amounts", "covered", "made", "standard", "tiny"]
