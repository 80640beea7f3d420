"""Wrong engines are counted right: found by vectors, found by games where no vector finds them, blamed or not."""

from __future__ import annotations

import attrs

from rulekit.adequacy.wrong_engines import EARLY, EngineOutcome, FaultyEngine, adequacy, outcome
from rulekit.play.games.game import Game
from rulekit.protocol.in_process import InProcess
from rulekit.tests.vectorgen.test_making import stones
from rulekit.tests.vectors import test_replay as mistakes
from rulekit.tests.vectors.stones import Adapter
from rulekit.vectorgen.draft import MadeVector
from rulekit.vectors.sets import trees
from rulekit.verify.work_order import Material, sample_configurations

__all__ = ["stones"]

Stones = tuple[Game, list[MadeVector]]


@attrs.frozen
class Here:
    """An engine of this file's own."""

    made: type[Adapter]
    game: str

    def open(self) -> InProcess:
        """It plays the starter game under whatever name that has here."""
        adapter, hello = self.made(), self.made().hello()
        adapter.hello = lambda: {**hello, "games": [{"game": self.game, "seats": [2]}]}  # type: ignore[method-assign]
        return InProcess(adapter)


def verified(stones: Stones, engine: type[Adapter], *right: str, vectors: bool = True) -> EngineOutcome:
    game, made = stones
    wrong = FaultyEngine(engine.__name__, Here(engine, game.name), right, sample_configurations(game))
    told = Material(tuple(one.vector for one in made) if vectors else (), trees(game.checked))
    return outcome(game, wrong, told, games=2)


def test_a_right_engine_is_not_found(stones: Stones) -> None:
    told = verified(stones, Adapter)
    assert not told.is_found and not told.named


def test_what_vectors_find_is_played_no_more(stones: Stones) -> None:
    told = verified(stones, mistakes.FewMoves)
    assert told.vectors and not told.games


def test_what_vectors_do_not_find_games_may(stones: Stones) -> None:
    told = verified(stones, mistakes.FewMoves, vectors=False)
    assert told.games and not told.vectors and told.is_found


def test_a_clause_is_right_by_its_name_or_by_a_sentence_that_it_cites(stones: Stones) -> None:
    named = verified(stones, mistakes.FewMoves).named
    sentences = [cited for name in named for cited in stones[0].clauses.cites.get(name, ())]
    assert verified(stones, mistakes.FewMoves, named[1]).place == 2
    assert sentences and verified(stones, mistakes.FewMoves, sentences[0]).place is not None
    assert verified(stones, mistakes.FewMoves, "no.clause").place is None


def test_an_engine_that_breaks_down_counts_as_found(stones: Stones) -> None:
    class Breaks(Adapter):
        def legal(self, seat: int) -> list[dict[str, object]]:
            raise KeyError("lost")

    told = verified(stones, Breaks)
    assert len(told.vectors) == 1 and not told.named  # it would break down again


def test_figures_are_shares_of_what_they_can_be_shares_of() -> None:
    late = (False,) * EARLY + (True,)
    made = [
        EngineOutcome("first", ("scene/v1", "scene/v3", "game/v1"), (), ("a",), (True,), True),
        EngineOutcome("late", (), ("game 0",), ("a", "b", "c", "d"), late, True),
        EngineOutcome("in no rule", ("scene/v2",), (), ("a",), (False,), False),
        EngineOutcome("missed", (), (), (), (), True),
    ]
    told = adequacy(made)
    assert (told.engines, told.by_vectors, told.found, told.missed) == (4, 2, 3, ("missed",))
    assert (told.first, told.early, told.blamable) == (1, 1, 2)
    assert told.sorts == {"scene": 2, "game": 1}
    assert list(told.lines())[-1] == "not found: missed"
