"""Choosing vectors by what they cover, by the lines they are about, and by lists whose order counts.

Far more vectors are made than anybody wants to replay. Each says what it covers, and how long it is; chosen is
greedily what brings most for its length, until each thing is covered TIMES times. The length counts by its root, or no
long vector would ever be chosen, and with it nothing that takes long to come to.
"""

from __future__ import annotations

import heapq
import math
from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Any

from rulekit.check.tree import typed_statements
from rulekit.check.tree.typed_walk import walk
from rulekit.play.games.game import Game
from rulekit.play.machine.random_bits import stream
from rulekit.vectorgen.draft import Feature, MadeVector, VectorDraft
from rulekit.vectorgen.games import RecordedGame, in_turn, path_steps
from rulekit.verify.blaming.line_effects import line_effects
from rulekit.verify.blaming.step_values import words_read_by

TIMES = 3  # so often each thing is wanted


def greedy_cover(
    told: Sequence[Iterable[Feature]],
    sizes: Sequence[int],
    most: int | None = None,
    times: int = 1,
    had: Counter[Feature] | None = None,
) -> list[int]:
    """The numbers of what is chosen, in the order in which it is chosen; the price is the root of the size.

    What one brings only becomes less while others are chosen, so only the one on top is looked at anew.
    """
    covered = Counter[Feature]() if had is None else had
    # Fractions are added up in one order, or the last digit may be another.
    features = [tuple(one) if times == 1 else tuple(sorted(one, key=repr)) for one in told]

    def worth(number: int) -> float:
        new = sum(1 / (1 + covered[feature]) for feature in features[number] if covered[feature] < times)
        return new / math.sqrt(max(1, sizes[number]))

    heap = [(-worth(number), number) for number in range(len(features))]
    heapq.heapify(heap)
    found: list[int] = []
    while heap and (most is None or len(found) < most):
        _, number = heapq.heappop(heap)
        now = worth(number)
        if now <= 0:
            continue
        if heap and -heap[0][0] > now:
            heapq.heappush(heap, (-now, number))
            continue
        found.append(number)
        covered.update(features[number])
    return found


def choose_vectors(
    made: Iterable[MadeVector], most: int | None = None, had: Counter[Feature] | None = None
) -> list[MadeVector]:
    """Vectors, chosen by what they cover for the root of their steps."""
    all_ = sorted(made, key=lambda one: one.vector.id)
    return [all_[n] for n in greedy_cover([one.covers for one in all_], [one.size for one in all_], most, TIMES, had)]


# ------------------------------------------------------------------ what a manifest says of the lines of the rules


Json = Any


def lines(game: Game) -> dict[str, Json]:
    """For each line the clauses it rests on, and the states and zones it writes itself."""
    own = line_effects(game.checked).own
    cites = game.clauses.cites
    return {
        line: {"clauses": list(cites.get(line, ())), "writes": sorted(own.get(line, ()))}
        for line in sorted({*game.clauses.lines, *own})
    }


def moves(game: Game) -> dict[str, list[str]]:
    """For each kind of move the lines that decide about it: what it is chosen from, its guards, its price."""
    checked = game.checked
    found: dict[str, set[str]] = {}
    for info in checked.symbols.actions.values():
        body = checked.bodies[f"action {info.name}"]
        ids = (getattr(step, "id", None) for step in body.front)
        found.setdefault(info.written, set()).update(one for one in ids if one)
    for body in checked.bodies.values():
        for node in walk(body):
            if isinstance(node, typed_statements.Choose):
                found.setdefault(node.name, set()).update(one.id for one in node.params if one.id)
    for word, prices in line_effects(checked).prices.items():
        found.setdefault(word, set()).update(prices)
    return {word: sorted(ids) for word, ids in sorted(found.items())}


def names(game: Game) -> dict[str, list[str]]:
    """For each state and zone the clauses its declaration rests on."""
    symbols = game.checked.symbols
    infos: list[Any] = [*symbols.states.values(), *symbols.zones.values()]
    found = {info.name: [one.text for one in info.decl.cites] for info in infos if info.decl is not None}
    return {name: cited for name, cited in sorted(found.items()) if cited}


def results(game: Game) -> tuple[str, ...]:
    """The lines of the result, and the terms of what it counts."""
    checked = game.checked
    totals = [word.body for word in words_read_by(checked) if isinstance(word.body, tuple)]
    terms = [case.id for total in totals for case in total if case.sort == "term"]
    return tuple(dict.fromkeys(name for name in (*(line.id for line in checked.results), *terms) if name))


# ------------------------------------------------------------------ legal lists whose order counts


ORDER = "order"  # the kind of a sentence of the ledger that gives the order of a list


def order_vectors(games: Sequence[RecordedGame], most: int) -> list[MadeVector]:
    """Legal lists in their order, where a sentence of the ledger gives one to every kind of move in them."""
    words, clauses = move_order(games[0].game) if games else (frozenset(), ())
    found: list[MadeVector] = []
    for number, game in in_turn(games, most) if words else ():
        for n in stream("0", ORDER, number).order(game.decisions()):
            here, seat = game.positions[n], game.answers[n][0]
            legal = here.legal(seat)
            if len(legal) > 1 and {str(move["do"]) for move in legal} <= words:
                draft = VectorDraft(ORDER, here, clauses)
                draft.path = path_steps(game)[:n]
                draft.look((), ordered=True)
                found.append(draft.finish())
                break
    return found


def move_order(game: Game) -> tuple[frozenset[str], tuple[str, ...]]:
    """The kinds of moves whose order is given, and the sentences that give it."""
    clauses = tuple(name for name, clause in game.clauses.ledger.items() if clause.kind == ORDER)
    cites = game.clauses.cites
    told = {word: {one for line in found for one in cites.get(line, ())} for word, found in moves(game).items()}
    return frozenset(word for word, cited in told.items() if not cited.isdisjoint(clauses)), clauses
