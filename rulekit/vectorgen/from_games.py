"""Vectors from played games: whole ones, dense turns, rare answers, views, and turns that are broken off or copied."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any

import attrs

from rulekit.play.machine.random_bits import stream
from rulekit.play.position.strict_json import dumps
from rulekit.vectorgen.covering import greedy_cover
from rulekit.vectorgen.draft import EVERYBODY, Feature, MadeVector, VectorDraft
from rulekit.vectorgen.games import RecordedGame, in_turn, path_steps
from rulekit.vectorgen.printed_rows import covered_cells
from rulekit.vectorgen.wrong_moves import after_the_end

LOOKS = 8  # in a whole game everybody is looked at once in so many answers, else one reader in turn
TURN = 8  # answers of a turn at most
TURNS = 2000  # among which the densest are looked for
SHORT = 8  # moves of a list that is told at every look
FIRST = 5  # answers of players in an opening


@attrs.frozen
class GameStretch:
    """Some answers of a game in a row."""

    game: RecordedGame
    first: int
    last: int  # the first answer that no longer belongs to it

    def answers(self) -> Iterator[tuple[int, Any]]:
        """The answers of this part of the game, each with its number."""
        for n in range(self.first, self.last):
            yield n, self.game.answers[n]


def play(draft: VectorDraft, answer: Any) -> None:
    """One answer of a game, in a vector."""
    if len(answer) == 2:
        draft.take(*answer)
    else:
        draft.draw(answer[0])


# ------------------------------------------------------------------ whole games


def whole_game_vector(game: RecordedGame) -> MadeVector:
    """Looked at after every answer; everybody's view now and then, else one reader's; long lists not every time."""
    draft = VectorDraft("game", game.positions[0], loaded=False)
    draft.look(EVERYBODY)
    readers: list[int | None] = [*range(game.positions[0].seats), None]
    asked = 0
    for answer in game.answers:
        play(draft, answer)
        asked += 1
        every = asked % LOOKS == 0 or draft.here.is_over
        draft.look(
            EVERYBODY if every else (readers[asked % len(readers)],) if asked % 4 == 1 else (),
            legal=asked % 4 == 0 or _short(draft),
        )
    return draft.finish()


def opening(game: RecordedGame) -> MadeVector:
    """The set-up of a configuration and its first answers, all looked at."""
    draft = VectorDraft("opening", game.positions[0], loaded=False)
    draft.look(EVERYBODY)
    for answer in game.answers[: 1 + max(game.decisions()[:FIRST], default=-1)]:
        play(draft, answer)
        draft.look()
    draft.look(EVERYBODY)
    return draft.finish()


def select_varied(games: Sequence[RecordedGame], most: int) -> list[RecordedGame]:
    """Games that show most values of options and numbers of players, in the order in which they were played."""
    told = [{("seats", one.config.seats), *one.config.options, *combinations(one.config.options, 2)} for one in games]
    found = greedy_cover(told, [1 for _ in games], most)
    rest = [n for n in range(len(games)) if n not in found]
    return [games[n] for n in sorted([*found, *rest][:most])]


def _short(draft: VectorDraft) -> bool:
    """Is what may be done told in a few moves?"""
    pending = draft.here.pending
    return pending.kind != "decision" or sum(len(draft.here.legal(seat)) for seat in pending.seats) <= SHORT


def to_the_end(game: RecordedGame) -> MadeVector | None:
    """Nothing is looked at but the end; after it nothing is legal any more."""
    if not game.is_over:
        return None
    draft = VectorDraft("end", game.positions[0], loaded=False)
    for answer in game.answers:
        play(draft, answer)
    draft.look(EVERYBODY)
    after_the_end(draft, game)
    draft.look()
    return draft.finish()


# ------------------------------------------------------------------ turns


def turns(game: RecordedGame) -> Iterator[GameStretch]:
    """From one change of who is asked to the next; long ones are cut."""
    first, seat, made = 0, None, 0
    for n, answer in enumerate(game.answers):
        if len(answer) == 1:
            continue
        if seat is not None and (answer[0] != seat or made >= TURN):
            yield GameStretch(game, first, n)
            first, made = n, 0
        elif seat is None:
            first = n
        seat, made = answer[0], made + 1
    if seat is not None:
        yield GameStretch(game, first, len(game.answers))


def pairs(stretch: GameStretch) -> set[Feature]:
    """Two lines of the rules that meet in one turn."""
    lines: set[str] = set()
    for n, _ in stretch.answers():
        lines |= {
            *stretch.game.positions[n + 1].lines_run,
            *(one.strip("[]") for one in stretch.game.positions[n + 1].clauses_held),
        }
    return {("pair", *two) for two in combinations(sorted(lines), 2)}


def dense_turn_vectors(games: Sequence[RecordedGame], most: int) -> list[MadeVector]:
    """The turns in which most lines meet, by greedy cover."""
    found = [stretch for game in games for stretch in turns(game)]
    found = found[:: 1 + len(found) // TURNS]
    known: dict[Feature, Feature] = {}  # a pair that comes in many turns is held once
    told = [{known.setdefault(pair, pair) for pair in pairs(one)} for one in found]
    order = greedy_cover(told, [one.last - one.first for one in found], most)
    return [turn(found[n]) for n in sorted(order)]  # one game after the other


def turn(stretch: GameStretch) -> MadeVector:
    """A turn from its written position, looked at after every answer."""
    draft = draft_at("turn", stretch)
    draft.look(EVERYBODY)
    last = stretch.last - 1
    for n, answer in stretch.answers():
        play(draft, answer)
        draft.look(EVERYBODY if n == last else (answer[0],) if len(answer) == 2 else ())
    return draft.finish()


def draft_at(sort: str, stretch: GameStretch) -> VectorDraft:
    """A vector that begins where the stretch does."""
    draft = VectorDraft(sort, stretch.game.positions[stretch.first])
    draft.path = path_steps(stretch.game)[: stretch.first]
    return draft


# ------------------------------------------------------------------ single answers


def rare_answer_vectors(games: Sequence[RecordedGame], most: int) -> list[MadeVector]:
    """One answer for each thing that comes up, the rarest first: a line with a kind of move, a value of a move."""
    where: dict[Feature, GameStretch] = {}
    told: dict[tuple[int, int], set[Feature]] = {}
    count: Counter[Feature] = Counter()
    for game in games:
        for n in game.decisions():
            told[game.number, n] = _features(game, n)
            for feature in told[game.number, n]:
                count[feature] += 1
                where.setdefault(feature, GameStretch(game, n, n + 1))
    had: set[Feature] = set()
    picked: dict[tuple[int, int], GameStretch] = {}
    for feature in sorted(count, key=lambda one: (count[one], dumps(one))):
        stretch = where[feature]
        at = (stretch.game.number, stretch.first)
        if feature not in had and len(picked) < most:
            had |= told[at]
            picked[at] = stretch
    return [single_answer_vector(picked[at]) for at in sorted(picked)]


def printed_row_vectors(games: Sequence[RecordedGame], most: int) -> list[MadeVector]:
    """Answers that read what is printed on rows, by greedy cover: few of them read much of every table."""
    found = [GameStretch(game, n, n + 1) for game in games for n in game.decisions()]
    told = [covered_cells(one.game.positions[one.first], one.game.answers[one.first]) for one in found]
    return [single_answer_vector(found[n]) for n in sorted(greedy_cover(told, [1 for _ in found], most))]


def _features(game: RecordedGame, n: int) -> set[Feature]:
    seat, number = game.answers[n]
    move = game.positions[n].legal(seat)[number]
    word = str(move["do"])
    after = game.positions[n + 1]
    found: set[Feature] = {("line", line, word) for line in after.lines_run}
    found |= {("held", line.strip("[]"), word) for line in after.clauses_held}
    return found | {("value", word, key, dumps(value)) for key, value in move.items() if key != "do"}


def single_answer_vector(stretch: GameStretch) -> MadeVector:
    """One answer with all that chance says to it, and a look of everybody."""
    draft = draft_at("rare", stretch)
    play(draft, stretch.game.answers[stretch.first])
    for answer in stretch.game.answers[stretch.first + 1 :]:
        if len(answer) == 2:
            break
        play(draft, answer)
    draft.look(EVERYBODY)
    return draft.finish()


def views(games: Sequence[RecordedGame], most: int) -> list[MadeVector]:
    """What everybody sees of some positions."""
    bits = stream("0", "views")
    found: list[MadeVector] = []
    for _, game in in_turn(games, most):
        at = game.decisions() or [0]
        n = bits.pick(at)
        draft = draft_at("view", GameStretch(game, n, n))
        draft.look(EVERYBODY, legal=False)
        found.append(draft.finish())
    return found


__all__ = [
    "GameStretch",
    "dense_turn_vectors",
    "draft_at",
    "opening",
    "play",
    "printed_row_vectors",
    "rare_answer_vectors",
    "select_varied",
    "to_the_end",
    "turns",
    "views",
    "whole_game_vector",
]
