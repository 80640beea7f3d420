"""Legal lists whose order counts, because a sentence of the ledger gives it."""

from __future__ import annotations

from collections.abc import Sequence

from rulekit.play.games.game import Game
from rulekit.play.games.random_bits import stream
from rulekit.vectorgen.draft import Draft, Made
from rulekit.vectorgen.games import Played, in_turn
from rulekit.vectorgen.line_index import moves

ORDER = "order"  # the kind of a sentence of the ledger that gives the order of a list


def made(games: Sequence[Played], most: int) -> list[Made]:
    """Legal lists in their order, where a sentence of the ledger gives one to every kind of move in them."""
    words, clauses = ordered(games[0].game) if games else (frozenset(), ())
    found: list[Made] = []
    for number, game in in_turn(games, most) if words else ():
        for n in stream("0", ORDER, number).order(game.decisions()):
            here, seat = game.positions[n], game.answers[n][0]
            legal = here.legal(seat)
            if len(legal) > 1 and {str(move["do"]) for move in legal} <= words:
                draft = Draft(ORDER, here, clauses)
                draft.look((), ordered=True)
                found.append(draft.made())
                break
    return found


def ordered(game: Game) -> tuple[frozenset[str], tuple[str, ...]]:
    """The kinds of moves whose order is given, and the sentences that give it."""
    clauses = tuple(name for name, clause in game.clauses.ledger.items() if clause.kind == ORDER)
    cites = game.clauses.cites
    told = {word: {one for line in found for one in cites.get(line, ())} for word, found in moves(game).items()}
    return frozenset(word for word, cited in told.items() if not cited.isdisjoint(clauses)), clauses


__all__ = ["made", "ordered"]
