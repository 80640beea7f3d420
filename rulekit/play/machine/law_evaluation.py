"""Laws at law points: which of them a position breaks, alone or against the one before."""

from __future__ import annotations

from typing import Any

import attrs

from rulekit.check.evaluation.evaluator import Env, Evaluator
from rulekit.check.tree.checked_rulebook import CheckedLaw
from rulekit.gamestate.game_state import GameState
from rulekit.play.machine.frames import Decision, Over, Sealed
from rulekit.play.machine.purity import Purity
from rulekit.play.machine.state import MachineState
from rulekit.typesystem import types as t


@attrs.frozen
class Breach:
    """A law that does not hold, and for whom."""

    id: str
    kind: str
    seat: int | None = None

    def __str__(self) -> str:
        return f"[{self.id}]" + ("" if self.seat is None else f" for seat {self.seat}")


class LawEvaluation:
    """The laws of a rulebook, asked of one position."""

    def __init__(self, m: MachineState) -> None:
        self.m = m

    def law_point(self) -> bool:
        """Laws are tested where somebody is asked, and when the game is over."""
        return isinstance(self.m.pending, Decision | Sealed | Over)

    def at_rest(self) -> bool:
        """No action, reaction or effect is in progress."""
        return all(f.key in ("play", "turn") or f.key.startswith("proc ") for f in self.m.frames)

    def position_breaches(self) -> list[Breach]:
        """What must hold of a position by itself, as when it is loaded: `always`, `never`, and `at-rest` at rest."""
        kinds = ["always", "never"]
        if (self.at_rest() and not isinstance(self.m.pending, Sealed)) or isinstance(self.m.pending, Over):
            kinds.append("at-rest")
        return self._broken(self.m.evaluator(), kinds)

    def end_breaches(self) -> list[Breach]:
        """What must hold when the game is over."""
        return self._broken(self.m.evaluator(), ["at-end", "at-most"]) if isinstance(self.m.pending, Over) else []

    def step_breaches(self, before: GameState) -> list[Breach]:
        """What must hold between two neighbouring law points."""
        e = self.m.evaluator(before)
        found = self._broken(e, ["each-step"])
        assert e.earlier is not None
        for law in self._plain(("never-rises", "never-falls", "never-changes")):
            assert law.condition is not None
            for env in self._envs(law):
                old, new = e.earlier.value(law.condition, env), e.value(law.condition, env)
                if went_that_way(law.kind, old, new, law.condition.type):
                    found.append(_breach(law, env))
        return found

    def breaches(self, before: GameState | None) -> list[Breach]:
        """All that is broken at a law point."""
        found = [*self.position_breaches(), *self.end_breaches()]
        return found if before is None else found + self.step_breaches(before)

    def _plain(self, kinds: tuple[str, ...] | list[str]) -> list[CheckedLaw]:
        return [law for law in self.m.program.checked.laws if law.sort == "plain" and law.kind in kinds]

    def _broken(self, e: Evaluator, kinds: list[str]) -> list[Breach]:
        found = []
        for law in self._plain(kinds):
            assert law.condition is not None
            for env in self._envs(law):
                if self._holds(e, law, env) == (law.kind == "never"):
                    found.append(_breach(law, env))
        return found

    def _holds(self, e: Evaluator, law: CheckedLaw, env: Env) -> bool:
        """A law that reads nothing of the position is judged once for all positions."""
        assert law.condition is not None
        if law.free:
            return e.holds(law.condition, env)
        settled = self.m.program.settled
        if id(law) not in settled:
            settled[id(law)] = (
                e.holds(law.condition, env) if Purity(self.m.program, self.m).is_pure(law.condition) else None
            )
        known = settled[id(law)]
        return e.holds(law.condition, env) if known is None else known

    def _envs(self, law: CheckedLaw) -> list[Env]:
        """Free `p` and `player` mean every player."""
        return [dict.fromkeys(law.free, seat) for seat in range(self.m.plan.seats)] if law.free else [{}]

    def after_event(self, law: CheckedLaw, env: Env, before: GameState) -> Breach | None:
        """`after A: c` at the end of a run of A; `old` looks at its beginning."""
        assert law.condition is not None
        names = {k: x for k, x in env.items() if k not in ("last", "old")}
        return (
            None
            if self.m.evaluator(before).holds(law.condition, names)
            else Breach(law.id or "", law.kind, env.get("player"))
        )


def _breach(law: CheckedLaw, env: Env) -> Breach:
    return Breach(law.id or "", law.kind, next(iter(env.values()), None))


def went_that_way(kind: str, old: Any, new: Any, of: t.Type) -> bool:
    """Did a number rise, fall or change; did a set win or lose members?"""
    if kind == "never-changes":
        return bool(set(old) != set(new)) if of.bare.distinct else bool(old != new)
    if old is None or new is None:
        return False
    less, more = (old, new) if kind == "never-rises" else (new, old)
    if isinstance(less, tuple):
        return not set(more) <= set(less)
    return bool(more > less)
