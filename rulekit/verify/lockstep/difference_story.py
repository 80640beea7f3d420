"""Text of a difference: the last answers, what both sides say, clauses and sentences."""

from __future__ import annotations

from typing import Any

import attrs

from rulekit.play.games.game import Game, Position, Trace
from rulekit.play.position.strict_json import dumps
from rulekit.play.reasons.clause_texts import RefusalReason
from rulekit.verify.blaming.blame import blamed_clauses
from rulekit.verify.blaming.changed_lines import led_here
from rulekit.verify.differences.divergence import OVER, Divergence, place
from rulekit.verify.lockstep.played_game import LockstepResult
from rulekit.verify.quotations import line_of

LAST = 6  # answers that are told
LONGEST = 300  # letters of one value


@attrs.frozen(eq=False)
class LockstepDifference:
    """Where an engine and the rules part, and everything that is needed to see it again."""

    number: int
    config: dict[str, Any]
    step: int  # answers of players and of chance before it
    parting: Divergence
    clauses: tuple[RefusalReason, ...]
    last: tuple[Any, ...]
    trace: Trace | None  # none if the game did not begin at its beginning
    start: Any = None  # then the position it began with

    def to_json(self) -> dict[str, Any]:
        """As data for tools."""
        parting = attrs.asdict(self.parting)
        return {
            "game": self.number,
            "config": self.config,
            "step": self.step,
            **{key: list(value) if isinstance(value, tuple) else value for key, value in parting.items()},
            "clauses": [reason.to_json() for reason in self.clauses],
            "story": self.story(),
            "trace": None if self.trace is None else self.trace.to_json(),
            "start": self.start,
        }

    def story(self) -> str:
        """In words, several lines."""
        options = ", ".join(f"{name} {_value_text(value)}" for name, value in self.config["options"].items())
        lines = [f"game {self.number} parts after {self.step} answers, in: {headline(self.parting)}"]
        lines += [f"  {self.config['seats']} seats{'; ' + options if options else ''}"]
        lines += ["  the last answers:", *(f"    {_step(one)}" for one in self.last)] if self.last else []
        lines += [f"  {line}" for line in story_lines(self.parting)]
        lines += ["  clauses to read:"] if self.clauses else []
        lines += [f"    {reason}" for reason in self.clauses]
        return "\n".join(lines)


def difference(game: Game, played: LockstepResult) -> LockstepDifference:
    """The game once more on the engine that notes everything, up to where the two part."""
    assert played.parting is not None
    here = rebuild_position(game, played)
    if played.parting.what == "refusal" and played.parting.rules == "legal":
        here = _refused_at(here, played.parting)
    names = () if played.parting.what == "failure" else blamed_clauses(here, played.parting)
    steps = [one.step for one in here.line()[1:]]
    return LockstepDifference(
        played.number,
        {"game": game.name, **played.chosen.to_json()},
        len(steps),
        played.parting,
        tuple(_reason(game, name) for name in names),
        tuple(step for step in steps if "move" in step)[-LAST:],
        here.trace() if played.start is None else None,
        played.start,
    )


def _reason(game: Game, name: str) -> RefusalReason:
    """A line with an id as it is quoted everywhere; a declaration by its sentences."""
    known = line_of(game, name)
    if known is None or known.id is not None:
        return game.clause(name)
    ledger = game.clauses.ledger
    cited = tuple((one, ledger[one].text) for one in known.cites if one in ledger and not one.startswith("ruling:"))
    return RefusalReason("", f"what is said of {name.split()[-1]}", cited)


def rebuild_position(game: Game, played: LockstepResult) -> Position:
    """The position at which the two part."""
    begun = played.start is None
    here = game.start(played.chosen.seats, dict(played.chosen.options)) if begun else game.position(played.start)
    for answer in played.answers:
        here = here.drawn_so(answer[0]) if len(answer) == 1 else here.take(*answer)
    return here


def _refused_at(here: Position, parting: Divergence) -> Position:
    """Of the last answers the one that was refused."""
    line = [one for one in reversed(here.line()) if led_here(one, parting.seat or 0, parting.move)]
    return line[0] if line else here


# ------------------------------------------------------------------ in words


def headline(parting: Divergence) -> str:
    """What the two part in, in a few words."""
    reader = "the spectator" if parting.seat is None else f"seat {parting.seat}"
    if parting.what == "legal":
        return f"what {reader} may do"
    if parting.what == "view":
        return f"what {reader} sees: {place(parting.where)}"
    if parting.what == "refusal":
        return f"whether {reader} may do this"
    return {"asked": "who must answer", "failure": "the engine failed"}.get(
        parting.what, f"the {parting.what}: {place(parting.where)}"
    )


def story_lines(parting: Divergence) -> list[str]:
    """What each of them says."""
    asks = _asks(parting)
    if parting.move is not None:
        return [
            f"the move {dumps(parting.move)}",
            f"by the rules it is {parting.rules}; in the engine {parting.engine}",
            *asks,
        ]
    if parting.what == "failure":
        return [str(parting.engine)]
    return [f"by the rules: {_cut(parting.rules)}", f"in the engine: {_cut(parting.engine)}", *asks]


def _asks(parting: Divergence) -> list[str]:
    """What the engine asks for and the rules do not."""
    if OVER in parting.asks:
        return ["in the engine the game is over"]
    return [f"the engine asks for {', '.join(parting.asks)}, the rules do not"] if parting.asks else []


def _cut(value: Any) -> str:
    text = dumps(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}.."


def _value_text(value: Any) -> str:
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def _step(step: Any) -> str:
    return f"seat {step['seat']}: {dumps(step['move'])}"
