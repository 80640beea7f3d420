"""Coverage of a campaign: lines that ran, guards that alone refused a move, effects with the lines they ran."""

from __future__ import annotations

from collections.abc import Container, Iterable, Mapping
from typing import Any

import attrs

from rulekit.check.configuration_space import GameConfig
from rulekit.fuzz.coverage_goals import GUARD, INTO, LINE, PAIR, SORTS, Goal, Goals, fits, goals_of, match_excuses, pair
from rulekit.fuzz.guided_search import ActionReach, GoalGuidance
from rulekit.play.codegen.counting import TRIED
from rulekit.play.codegen.engine_variants import COUNTED, COUNTED_WHOLE_GAME
from rulekit.play.codegen.generated_engine import Generated
from rulekit.play.games.game import Game


class CoverageCounter:
    """The instrumented engine of one configuration, and what the game at hand has reached."""

    def __init__(self, game: Game, chosen: GameConfig, whole: bool = True) -> None:
        setting = game.setting(chosen)
        quick = whole and not setting.program.plan.effects  # an effect is told by the frame it runs in
        self.engine = Generated(setting, COUNTED_WHOLE_GAME if quick else COUNTED)
        self.goals: Goals = goals_of(self.engine.driver.module.book)
        space = self.engine.driver.module.space
        self.noted: dict[str, set[str]] = space["NOTED"]
        self.alone: dict[str, Any] = space["ALONE"]
        self.fell: set[str] = space["FELL"]
        self.look: list[bool] = space["LOOK"]
        self.told: dict[tuple[str, str], tuple[Goal, ...]] = {}
        self.ahead = ActionReach(self.engine.driver.module.book)

    def begin(self, known: Iterable[Goal] = ()) -> None:
        """Forget all games; guards that are known to refuse alone are not looked at again."""
        for ids in self.noted.values():
            ids.clear()
        self.fell.clear()
        self.alone.clear()
        self.alone.update((name, None) for sort, name in known if sort == GUARD)
        self.look[0] = True

    def witnesses(self) -> dict[str, tuple[int, Any]]:
        """For each guard found since `begin` a seat and a move that nothing else refused."""
        return {name: found for name, found in self.alone.items() if found is not None}

    def take_reached_goals(self, state: Any) -> set[Goal]:
        """The goals of one game, which is over or was left; the next one begins with nothing."""
        found: set[Goal] = {(LINE, name) for name in state.lines[-1:]} if state is not None else set()
        for effect, ids in self.noted.items():
            if ids and effect != TRIED:
                for name in ids:
                    found.update(self._goals_of(effect, name))
            ids.clear()
        found |= {(GUARD, name) for name in self.fell} | {(GUARD, name) for name in self.witnesses()}
        self.fell.clear()
        for name in self.witnesses():
            self.alone[name] = None
        return found & self.goals.open

    def guidance_to(self, left: Iterable[Goal]) -> GoalGuidance:
        """Which moves may lead to these goals, as far as this configuration has them."""
        return GoalGuidance(self.engine.driver.module, self.ahead, self.goals.open.intersection(left))

    def _goals_of(self, effect: str, name: str) -> tuple[Goal, ...]:
        key = (effect, name)
        if key not in self.told:
            line = ((LINE, name),) if name else ()
            self.told[key] = (*line, (PAIR, pair(effect, name))) if effect else line
        return self.told[key]


# ------------------------------------------------------------------ of a whole campaign


@attrs.define(eq=False)
class Coverage:
    """For each configuration what there is to reach, and what was; nothing is ever taken away."""

    goals: dict[GameConfig, Goals] = attrs.field(factory=dict)
    reached: dict[GameConfig, set[Goal]] = attrs.field(factory=dict)
    games: int = 0
    decisions: int = 0

    def goals_reached_in(self, chosen: GameConfig) -> frozenset[Goal]:
        """The goals reached in one configuration."""
        return frozenset(self.reached.get(chosen, ()))

    def add(self, chosen: GameConfig, found: Iterable[Goal]) -> None:
        """Counts these goals as reached in that configuration."""
        self.reached.setdefault(chosen, set()).update(found)

    def goals_reached(self) -> set[Goal]:
        """What was reached in any configuration."""
        return {goal for found in self.reached.values() for goal in found}

    def reachable_goals(self) -> set[Goal]:
        """What can be reached in some configuration."""
        return {goal for goals in self.goals.values() for goal in goals.open}

    def total(self, sort: str) -> tuple[int, int]:
        """How many were reached of how many, in any configuration."""
        wanted = {goal for goal in self.reachable_goals() if goal[0] == sort}
        seen = self.goals_reached()
        return len(wanted & seen), len(wanted)

    def goals_missing_in(self, chosen: GameConfig) -> list[Goal]:
        """What has not been reached in one configuration."""
        return sorted(self.goals[chosen].open - self.reached.get(chosen, set()))

    def goals_left_in(self, chosen: GameConfig) -> frozenset[Goal]:
        """What one configuration can reach and none has, or else what itself has not."""
        opened = self.goals[chosen].open
        seen = self.goals_reached()
        return (opened - seen) or (opened - self.goals_reached_in(chosen))

    def goals_never_reached(self) -> list[Goal]:
        """What has been reached in no configuration though it can be in some."""
        return sorted(self.reachable_goals() - self.goals_reached())

    def unreachable_goals(self) -> dict[Goal, str]:
        """What no configuration can reach, with the reason the first one gives."""
        opened = self.reachable_goals()
        found: dict[Goal, str] = {}
        for goals in self.goals.values():
            for goal, reason in goals.shut.items():
                if goal not in opened:
                    found.setdefault(goal, reason)
        return dict(sorted(found.items()))


def share(reached: int, of: int) -> float:
    """In per cent, rounded down so that 100 means all."""
    return 100.0 if reached == of else int(1000 * reached / of) / 10


def unexplained_goals(coverage: Coverage, excuses: Mapping[Goal, str]) -> set[Goal]:
    """What has been reached in no configuration and nobody says why."""
    left = coverage.goals_never_reached()
    seen = coverage.goals_reached()
    return set(left) - set(match_excuses(excuses, left, seen))


def in_json(
    coverage: Coverage, excuses: Mapping[Goal, str] | None = None, shown: Mapping[Goal, str] | None = None
) -> dict[str, Any]:
    """For tools: totals, configurations, what is left, what is left for a reason, and what nobody can reach.

    `shown` was reached from what scenes give alone; it counts in the totals, in no configuration, and is told apart.
    """
    from_scenes = shown or {}
    left = [goal for goal in coverage.goals_never_reached() if goal not in from_scenes]
    seen = coverage.goals_reached() | set(from_scenes)
    known = match_excuses(excuses or {}, left, seen)
    idle = [goal for goal in excuses or {} if not any(fits(goal, one) for one in known)]
    return {
        "games": coverage.games,
        "decisions": coverage.decisions,
        "total": {f"{sort}s": _count(coverage.reachable_goals(), seen, sort, known) for sort in SORTS},
        "missing": [_goal_json(goal) for goal in left if goal not in known],
        "from scenes": [{**_goal_json(goal), "why": why} for goal, why in sorted(from_scenes.items())],
        "excused": [{**_goal_json(goal), "why": known[goal]} for goal in left if goal in known],
        "idle excuses": [_goal_json(goal) for goal in idle],
        "unreachable": [{**_goal_json(goal), "why": why} for goal, why in coverage.unreachable_goals().items()],
        "configurations": [_one(coverage, chosen, known) for chosen in coverage.goals],
    }


def _one(coverage: Coverage, chosen: GameConfig, known: Mapping[Goal, str]) -> dict[str, Any]:
    wanted, seen = coverage.goals[chosen].open, coverage.reached.get(chosen, set())
    counts = {f"{sort}s": _count(wanted, seen, sort, known) for sort in SORTS}
    missing = [_goal_json(goal) for goal in coverage.goals_missing_in(chosen) if goal not in known]
    return {**chosen.to_json(), **counts, "missing": missing}


def _count(wanted: Iterable[Goal], seen: Container[Goal], sort: str, known: Mapping[Goal, str]) -> dict[str, Any]:
    goals = [goal for goal in wanted if goal[0] == sort and (goal in seen or goal not in known)]
    reached = sum(goal in seen for goal in goals)
    return {"reached": reached, "of": len(goals), "percent": share(reached, len(goals))}


def _goal_json(goal: Goal) -> dict[str, str]:
    return {"sort": goal[0], "name": goal[1]}


__all__ = [
    "GUARD",
    "INTO",
    "LINE",
    "PAIR",
    "SORTS",
    "Coverage",
    "CoverageCounter",
    "in_json",
    "share",
    "unexplained_goals",
]
