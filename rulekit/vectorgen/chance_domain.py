"""Vectors of outcomes that chance cannot have: a side that a die has not, a card twice; they should be refused."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from rulekit.protocol.rules_engine import pending_json
from rulekit.vectorgen.draft import MadeVector, VectorDraft
from rulekit.vectorgen.from_games import play
from rulekit.vectorgen.games import RecordedGame
from rulekit.vectors.form import DOMAIN

OUTCOME = "outcome"  # the kind of a sentence of the ledger that demands such a refusal
LONGEST = 20_000  # letters of what is drawn at one point; a vector holds it several times
EARLY = 120  # answers of a game in which its draws are looked for
NO_NAME = "no-such-thing"
Json = Any


def chance_domain_vectors(games: Sequence[RecordedGame], most: int) -> Iterator[MadeVector]:
    """One for each line that draws, so many at most; advice, where no sentence that the line rests on demands it."""
    met: set[str] = set()
    for game in games:
        for n, answer in enumerate(game.answers[:EARLY]):
            if len(met) >= most:
                return
            if len(answer) == 2:
                continue
            here = game.positions[n]
            label = str(here.pending.label)
            line = label.partition("#")[0]
            if line not in met and len(str(pending_json(here)["of"])) < LONGEST:
                met.add(line)
                yield _wrong_outcomes(game, n, label)


def _wrong_outcomes(game: RecordedGame, n: int, label: str) -> MadeVector:
    """The game up to here, every sort of wrong outcome, and then one that can come."""
    line = label.partition("#")[0]
    demanded = demanding_sentences(game, line)
    draft = VectorDraft(DOMAIN, game.positions[0], demanded, loaded=False)
    for answer in game.answers[:n]:
        play(draft, answer)
    before = len(draft.steps)
    play(draft, game.answers[n])
    (drawn,) = draft.steps[before:]
    told = {**pending_json(game.positions[n]), **drawn["chance"]}
    draft.steps[before:] = [
        *({"not-chance": {"label": label, "outcome": wrong}, "kind": kind} for kind, wrong in outcomes_outside(told)),
        drawn,
    ]
    draft.covers.add((DOMAIN, line))
    draft.look(legal=False)
    draft.advice = not demanded
    return draft.finish()


def demanding_sentences(game: RecordedGame, line: str) -> tuple[str, ...]:
    """The sentences behind a line that draws which say that it takes nothing else."""
    ledger, cites = game.game.clauses.ledger, game.game.clauses.cites
    return tuple(one for one in cites.get(line, ()) if one in ledger and ledger[one].kind == OUTCOME)


def outcomes_outside(told: Json) -> Iterator[tuple[str, Json]]:
    """Outcomes that cannot come, each with its kind, made from one that can."""
    outcome, of = told["outcome"], told["of"]
    if told["draw"] == "pick":
        yield "foreign", foreign(of)
        return
    if told["draw"] == "order":  # a long list, so one alone
        other = next((one for one in outcome[1:] if one != outcome[0]), None)
        yield from [("short", outcome[:-1])] if other is None else [("twice", [other, *outcome[1:]])]
        return
    yield "foreign", [foreign(of), *outcome[1:]]
    yield "short", outcome[:-1]
    yield "long", [*outcome, outcome[0]]


def foreign(of: Sequence[Json]) -> Json:
    """What is none of these, and looks as if it could be: the next number, or a name that nobody has."""
    return max(of) + 1 if all(type(one) is int for one in of) else NO_NAME


__all__ = ["chance_domain_vectors", "outcomes_outside"]
