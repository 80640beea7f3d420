"""Hypothesis strategies for games: `games`, `positions`, `moves`, `near_misses` and `rulebooks`.

    from hypothesis import given
    from rulekit.testing.strategies import games

    @given(games("my-game"))
    def test_my_engine(game):
        for position in game.positions():
            ...

A game is drawn as a configuration and two strings of bytes (rulekit/testing/choices.py), and it is played evenly: every
legal move is as likely as every other. What fails shrinks to few players, few moves, first moves and calm chance.
Hypothesis itself is imported where a strategy is made, so that the rest of rulekit works without it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import attrs

from rulekit.check.configuration_space import GameConfig, configurations
from rulekit.laws import near_misses as missing
from rulekit.laws.near_misses import NearMiss
from rulekit.memo import memoize
from rulekit.play.engines import CHANCE, DECISION
from rulekit.play.games.game import Game, Position
from rulekit.play.games.playouts import bits_of, point_of
from rulekit.play.machine.rule_faults import Fault
from rulekit.testing.choices import BYTE
from rulekit.testing.drawn import DrawnGame, load_game

if TYPE_CHECKING:
    from hypothesis.strategies import SearchStrategy

OLDEST = (6, 140)  # of Hypothesis; pyproject.toml says the same
SCOUTED, DECISIONS = 60, 2_000  # random games by which the length of games is measured, and decisions in all of them
SHORTEST, LONGEST = 16, 3_500  # bytes of moves; Hypothesis draws no more than 8,192 bytes in one example
MOST_CHANCE = 2_300  # bytes of chance, each of which is a letter of two bytes
FIRST_LETTER = 0x100  # of 256 that stand in a row
MORE = 2  # times as many bytes of moves as the longest measured game took
MORE_CHANCE = 1.25  # the same of chance, which differs less from game to game and takes longer to draw
WHOLE = 19  # of twenty games that many may last to their end; the others are short, and there examples shrink best
LENGTHS = range(1, 10)  # eighths of a game, after which a position is drawn
FARTHEST = 300  # moves behind which no position is drawn: its laws replay the whole game, on the slow engine too
BACK = 40  # positions in which a near miss is looked for, from the last one backwards


def games(
    game: Game | str | Path,
    *,
    players: int | None = None,
    options: Mapping[str, Any] | None = None,
    finished: bool = False,
) -> SearchStrategy[DrawnGame]:
    """Whole games in every configuration the rules allow, or in those with these `players` and `options`.

    A drawn game may stop before its end, as every example must be able to shrink; `finished` ones have ended.
    """
    found = load_game(game)
    drawn = games_in(found, configurations_with(found, players, options or {}), whole=finished)
    return drawn.filter(lambda one: one.last_position().is_over) if finished else drawn


def positions(
    game: Game | str | Path, *, players: int | None = None, options: Mapping[str, Any] | None = None
) -> SearchStrategy[Position]:
    """Positions from the start of a game to its end, reached by legal moves."""
    found = load_game(game)
    return places_in(found, configurations_with(found, players, options or {})).map(last_position)


def moves(position: Position) -> SearchStrategy[tuple[int, dict[str, Any]]]:
    """A seat that is asked and one of its legal moves; the example is rejected where nobody is asked."""
    st = _strategies()
    legal = [] if position.pending.kind == "chance" else [
        (seat, move) for seat in position.pending.seats for move in position.legal(seat)
    ]  # fmt: skip
    found: SearchStrategy[tuple[int, dict[str, Any]]] = st.sampled_from(legal) if legal else st.nothing()
    return found


def near_misses(game: Game | str | Path) -> SearchStrategy[NearMiss]:
    """Moves that are refused by exactly one guard, each with a position at which it is and the id of the clause."""
    st = _strategies()

    @st.composite  # type: ignore[untyped-decorator]
    def drawn(draw: Callable[[SearchStrategy[Any]], Any]) -> NearMiss:
        from hypothesis import reject

        at: Position | None = draw(positions(game))
        for _ in range(BACK):
            if at is None:
                break
            known = list(missing.near_misses(at))
            if known:
                found: NearMiss = draw(st.sampled_from(_by_clause(known)))
                return found
            at = at.before
        reject()

    return drawn()  # type: ignore[no-any-return]


def rulebooks() -> SearchStrategy[Any]:
    """Rulebooks as models: every class of node occurs in some of them. They can be printed and parsed, not played."""
    _strategies()
    from rulekit.testing.random_rulebooks import rulebooks as drawn

    return drawn()


# ------------------------------------------------------------------ games in given configurations


def games_in(game: Game, chosen: tuple[GameConfig, ...], whole: bool = False) -> SearchStrategy[DrawnGame]:
    """Games in these configurations; the first is where counter-examples shrink to."""
    size = sizes(game).enough_for(chosen)
    long = (size.moves, size.moves, size.chance, size.chance)
    return _strings(game, chosen, ([] if whole else [(0, size.moves, 0, size.chance)]) + [long] * WHOLE)


def places_in(game: Game, chosen: tuple[GameConfig, ...]) -> SearchStrategy[DrawnGame]:
    """Games that stop anywhere between their start and their end: the last position is the one that is meant."""
    size = sizes(game).enough_for(chosen)
    most = min(size.moves // MORE, FARTHEST)
    lengths = sorted({max(1, most * eighths // 8) for eighths in LENGTHS})
    return _strings(game, chosen, [(0, most, 0, size.chance), *((n, n, size.chance, size.chance) for n in lengths)])


def _strings(
    game: Game, chosen: tuple[GameConfig, ...], shapes: list[tuple[int, int, int, int]]
) -> SearchStrategy[DrawnGame]:
    """Drawn games; a shape is the least and most bytes of moves and of chance, the first is where examples shrink.

    No two draws are of one sort, and chance is drawn as letters: where two are, Hypothesis copies one over the other
    now and then. Then half of the games repeated others with calm chance, and rare faults were found far too late.
    For the same reason long games with nothing but calm chance are rejected: of the first hundred every second would be
    one, since Hypothesis plays what it has begun to draw with zeros behind it too, until five such games were rejected.
    """
    st = _strategies()
    from hypothesis import reject

    letters = st.characters(min_codepoint=FIRST_LETTER, max_codepoint=FIRST_LETTER + BYTE - 1)

    @st.composite  # type: ignore[untyped-decorator]
    def drawn(draw: Callable[[SearchStrategy[Any]], Any]) -> DrawnGame:
        one = draw(st.sampled_from(chosen))
        least, most, fewest, letters_at_most = shapes[draw(st.integers(0, len(shapes) - 1))]
        moves = draw(st.binary(min_size=least, max_size=most))
        text = draw(st.text(letters, min_size=fewest, max_size=letters_at_most))
        if fewest > shapes[0][2] and len(set(text)) == 1:
            reject()
        return DrawnGame(game, one, moves, bytes([ord(letter) - FIRST_LETTER for letter in text]))

    made: SearchStrategy[DrawnGame] = drawn()
    return made


def last_position(drawn: DrawnGame) -> Position:
    """Where a drawn game ends; of one with a fault, the position before it. It is shown so that it can be pasted."""
    found: list[Position] = []
    again = f"{drawn!r}.last_position()"
    try:
        found.extend(drawn.positions())
    except Fault:
        again = f"last_position({drawn!r})"
    return found[-1].shown_as(again)


def configurations_with(
    game: Game, players: int | None = None, options: Mapping[str, Any] | None = None
) -> tuple[GameConfig, ...]:
    """Those the rules allow: fewest players first, and then as many options as possible as usual."""
    known, wanted = game.checked.symbols.options, dict(options or {})
    found = list(configurations(game.checked))
    fit = [one for one in found if players in (None, one.seats) and wanted.items() <= dict(one.options).items()]
    if not fit:
        fit = [game.start(players, wanted).chosen]  # refuses what the rules forbid, and says why
    unusual = {one: sum(value != known[name].default for name, value in one.options) for one in fit}
    return tuple(sorted(fit, key=lambda one: (one.seats, unusual[one])))


# ------------------------------------------------------------------ what a game needs


def hypothesis_missing() -> str | None:
    """Why nothing can be drawn, with the cure: rulekit is there without its extra, or beside an older Hypothesis."""
    least = ".".join(map(str, OLDEST))
    cure = "which comes with the extra `test`: pip install 'tabletop-rules[test]'"
    try:
        from hypothesis import __version_info__ as found
    except ModuleNotFoundError:
        return f"this needs Hypothesis, {cure}"
    if found < OLDEST:
        return f"Hypothesis {'.'.join(map(str, found))} is too old; this needs {least} or later, {cure}"
    return None


def _strategies() -> Any:
    missing = hypothesis_missing()
    if missing is not None:
        raise ModuleNotFoundError(missing)
    from hypothesis import strategies

    return strategies


@attrs.frozen
class Sizes:
    """How many bytes of moves and of chance whole games take, with the fewest players."""

    moves: int
    chance: int
    seats: int

    def enough_for(self, chosen: tuple[GameConfig, ...]) -> Sizes:
        """Enough for the most players: games grow about as their number does."""
        times = max(one.seats for one in chosen) / self.seats
        needed = int(self.moves * times * MORE), int(self.chance * times * MORE_CHANCE)
        moves, chance = (max(n, SHORTEST) for n in needed)
        return Sizes(min(moves, LONGEST), min(chance, MOST_CHANCE), self.seats)


@memoize
def sizes(game: Game) -> Sizes:
    """Measured once in the smallest configuration, by many random games where they are short: some are much longer."""
    chosen = configurations_with(game)[0]
    left, moves, chance = DECISIONS, 0, 0
    for number in range(SCOUTED):
        made, drawn, decisions = _scout_lengths(game, chosen, number, left)
        moves, chance, left = max(moves, made), max(chance, drawn), left - decisions
        if left <= 0:
            break
    return Sizes(moves, chance, chosen.seats)


def _scout_lengths(game: Game, chosen: GameConfig, number: int, most: int) -> tuple[int, int, int]:
    """One random game: bytes of moves, bytes of chance, decisions."""
    engine, bits = game.engine(chosen).for_playouts(), bits_of("sizes", number)
    moves = chance = decisions = 0
    try:
        state = engine.start()
        while decisions < most:
            kind, _, seat, count = engine.short_question(state)
            if kind == CHANCE:
                point = point_of(engine, state)
                chance += max(1, len(point.domain) - 1) if point.kind == "order" else point.count
                state = engine.draw(state, point.draw_one(bits))
            elif kind == DECISION:
                moves += 0 if count == 1 else 1 if count <= BYTE else 2
                decisions += 1
                state = engine.advance(state, seat, bits.below(count))
            else:
                break
    except Fault:
        pass  # the campaign will meet it and report it
    return moves, chance, decisions


def _by_clause(known: list[NearMiss]) -> list[NearMiss]:
    """In turns, so that no clause with many ways to fail crowds out one with few."""
    rows: dict[str, list[NearMiss]] = {}
    for one in known:
        rows.setdefault(one.clause, []).append(one)
    return list(_in_turns(list(rows.values())))


def _in_turns(rows: list[list[NearMiss]]) -> Iterator[NearMiss]:
    longest = max(map(len, rows))
    for n in range(longest):
        yield from (row[n] for row in rows if n < len(row))
