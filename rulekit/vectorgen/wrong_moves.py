"""Moves that must be refused: of another time or seat, out of form, with a foreign value, and those just beside."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import attrs

from rulekit.laws.near_misses import near_misses
from rulekit.play.games.game import Position
from rulekit.play.machine.random_bits import Bits, stream
from rulekit.play.position.strict_json import dumps
from rulekit.vectorgen.draft import MadeVector, VectorDraft, freshly_loaded, reasons
from rulekit.vectorgen.games import RecordedGame, in_turn, path_steps

Json = Any
Wrong = tuple[int, Json, str]  # a seat, a move, what is wrong with it
UNKNOWN = "nothing-of-this-name"
FAR = 999
EACH = 3  # near misses wanted of each line
OTHERS = 4  # moves of kinds that are not offered, at one position
KEPT = 40  # moves of each kind
LOOK = 3  # in so many positions each


def after_the_end(draft: VectorDraft, game: RecordedGame) -> None:
    """The last moves once more, and one of each seat."""
    for n in game.decisions()[-3:]:
        seat, number = game.answers[n]
        move = game.positions[n].legal(seat)[number]
        for one in range(draft.here.seats):
            draft.add_refused_move(one, move, "over", ())


# ------------------------------------------------------------------ not now, out of form, foreign


def wrong_move_vectors(games: Sequence[RecordedGame], most: int) -> Iterator[MadeVector]:
    """At some positions, two vectors each: moves of another time or seat, and moves with a wrong value."""
    pool = pool_of(games)
    for number, game in in_turn(games, most):
        bits = stream("0", "wrong", number)
        at = game.decisions()
        if not at:
            continue
        n = bits.pick(at)
        early = (*untimely_moves(game, n, bits), *of_other_kinds(game.positions[n], pool, bits))
        for sort in (iter(early), misshapen(game.positions[n], pool.values, bits)):
            draft = VectorDraft("wrong", game.positions[n])
            draft.path = path_steps(game)[:n]
            for seat, move, kind in refused_moves(draft.here, sort):
                draft.add_refused_move(seat, move, kind, _because(draft.here, seat, move))
            if draft.steps:
                draft.look()
                yield draft.finish()


def refused_moves(here: Position, moves: Iterator[Wrong]) -> Iterator[Wrong]:
    """Those that the rules do refuse, each once."""
    seen: set[str] = set()
    for seat, move, kind in moves:
        text = dumps([seat, move])
        if text not in seen and (seat >= here.seats or reasons(here, seat, move)):
            seen.add(text)
            yield seat, move, kind


def _because(here: Position, seat: int, move: Json) -> tuple[str, ...]:
    return reasons(here, seat, move) if seat < here.seats else ()


def untimely_moves(game: RecordedGame, n: int, bits: Bits) -> Iterator[Wrong]:
    """Moves that were legal before, and legal moves from the wrong seat."""
    here = game.positions[n]
    seats = here.pending.seats
    legal = here.legal(seats[0])
    for earlier in [one for one in game.decisions() if one < n][-6:]:
        seat, number = game.answers[earlier]
        moves = game.positions[earlier].legal(seat)
        yield seats[0], moves[number], "stale"
        yield seats[0], bits.pick(moves), "stale"
    for seat in range(here.seats):
        if seat not in seats:
            yield seat, bits.pick(legal), "other-seat"
    yield here.seats, bits.pick(legal), "no-seat"


def of_other_kinds(here: Position, pool: MovePool, bits: Bits) -> Iterator[Wrong]:
    """Moves of kinds of which none is legal now, of each kind one that was legal at some time."""
    seat = here.pending.seats[0]
    legal = {str(move["do"]) for move in here.legal(seat)}
    for word in [word for word in bits.order(sorted(pool.moves)) if word not in legal][:OTHERS]:
        yield seat, bits.pick(pool.moves[word]), "not-now"


def misshapen(here: Position, pool: dict[tuple[str, str], list[Json]], bits: Bits) -> Iterator[Wrong]:
    """Legal moves with one thing changed: of each kind one, and two with a value that was legal elsewhere."""
    seat = here.pending.seats[0]
    kinds: dict[str, list[Json]] = {}
    for move in here.legal(seat):
        kinds.setdefault(str(move["do"]), []).append(move)
    for word, moves in kinds.items():
        move = bits.pick(moves)
        yield seat, {**move, "do": UNKNOWN}, "verb"
        yield seat, {**move, "also": 1}, "extra"
        for key in [key for key in move if key != "do"]:
            for _ in range(3):
                yield seat, {**bits.pick(moves), key: bits.pick(pool[word, key])}, "foreign"
            yield seat, {name: value for name, value in move.items() if name != key}, "missing"
            yield seat, {**move, key: 1 if isinstance(move[key], str | list) else UNKNOWN}, "type"
            if isinstance(move[key], str):
                yield seat, {**move, key: UNKNOWN}, "value"
            elif type(move[key]) is int:
                yield seat, {**move, key: FAR}, "range"
                yield seat, {**move, key: -1}, "range"


@attrs.frozen
class MovePool:
    """What was legal at some time: every value of a field of a kind of move, and some moves of each kind."""

    values: dict[tuple[str, str], list[Json]]
    moves: dict[str, list[Json]]


def pool_of(games: Sequence[RecordedGame]) -> MovePool:
    """From the legal moves of all decisions."""
    found: dict[tuple[str, str], dict[str, Json]] = {}
    moves: dict[str, dict[str, Json]] = {}
    for game in games:
        for n in game.decisions():
            for move in game.positions[n].legal(game.answers[n][0]):
                word = str(move["do"])
                some = moves.setdefault(word, {})
                if len(some) < KEPT:
                    some.setdefault(dumps(move), move)
                for key, value in move.items():
                    if key != "do":
                        found.setdefault((word, key), {}).setdefault(dumps(value), value)
    values = {key: [told[text] for text in sorted(told)] for key, told in found.items()}
    return MovePool(values, {word: list(some.values()) for word, some in moves.items()})


# ------------------------------------------------------------------ near misses


def near_miss_vectors(games: Sequence[RecordedGame], most: int) -> Iterator[MadeVector]:
    """At some positions: moves that one line alone refuses, as long as that line is wanted."""
    had: Counter[str] = Counter()
    for number, game in in_turn(games, most):
        at = game.decisions()
        if not at:
            continue
        n = stream("0", "near", number).pick(at)
        here = freshly_loaded(game.positions[n])
        draft = VectorDraft("near-miss", here)
        draft.path = path_steps(game)[:n]
        here_had: Counter[str] = Counter()
        for miss in near_misses(here):
            key = f"{miss.clause} {miss.move.get('do')}"
            if had[key] >= EACH * LOOK or here_had[key] >= EACH:
                continue
            had[key] += 1
            here_had[key] += 1
            draft.add_refused_move(miss.seat, miss.move, "near", [f"[{one}]" for one in miss.because])
        if draft.steps:
            draft.look()
            yield draft.finish()


__all__ = ["after_the_end", "near_miss_vectors", "pool_of", "refused_moves", "wrong_move_vectors"]
