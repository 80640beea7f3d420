"""The laws on an engine by other hands, played in step with the rules; where it differs, they judge its position."""

from __future__ import annotations

from typing import Any

import attrs

from rulekit.laws.cases import FREE, SCENE, cases, mark_of
from rulekit.laws.failing import point_before
from rulekit.laws.finding import Case, Finding
from rulekit.laws.judges import Effort, Unfit
from rulekit.play import lawful
from rulekit.play.configured import Chosen
from rulekit.play.game import Game
from rulekit.play.lawful import Breach
from rulekit.play.machine import Machine
from rulekit.play.moment import Position
from rulekit.play.position_read import from_json
from rulekit.play.refusals import Refused
from rulekit.play.trace import Trace
from rulekit.verify import in_step
from rulekit.verify.impl import Fails, Impl, Source, call, closed
from rulekit.verify.story import again, difference, headline

IN_STEP = "in-step"  # the law that the kit itself adds
SENTENCE = "The engine asks, lists, does, shows and counts as the rules do."


@attrs.frozen
class Met:
    """Where an engine parted from the rules first, and which laws its position breaks there."""

    number: int
    step: int
    wrong: str
    story: str
    trace: Trace | None
    breaches: dict[str, Breach]
    failed: bool = False


class Stranger:
    """One engine; what it did in a configuration is kept for every law that asks."""

    def __init__(self, named: str) -> None:
        self.source = Source(named)
        self.known: dict[tuple[str, Chosen], Met | None] = {}

    def cases(self, game: Game, every: bool) -> tuple[Case, ...]:
        """Those of a game, and for each configuration one about the engine as a whole."""
        found = cases(game, every)
        chosen = list(dict.fromkeys(case.configuration for case in found if case.configuration is not None))
        marks = [mark_of(game, one) if len(chosen) > 1 else "" for one in chosen]
        whole = (
            Case(game.name, IN_STEP, FREE, one, SENTENCE, "", "", mark, of=game)
            for one, mark in zip(chosen, marks, strict=True)
        )
        return (*whole, *found)

    def judge(self, case: Case, effort: Effort) -> Finding | None:
        """None if the case holds as far as the engine went along."""
        if case.sort == SCENE:
            raise Unfit("a scene begins in mid-game; an engine by other hands begins at the start")
        if case.sort == FREE and case.clause != IN_STEP:
            raise Unfit("this law is about how rulekit itself holds a game")
        if case.configuration is None:
            raise Unfit("this law is judged over the text of the rules")
        key = (case.game, case.configuration)
        if key not in self.known:
            self.known[key] = self._play(case.of, case.configuration, effort)
        met = self.known[key]
        if met is None:
            return None
        if case.clause == IN_STEP:
            return Finding(case, met.wrong, met.trace, met.story, met.number, met.step)
        if met.failed:
            raise Unfit(f"nothing was judged, for {met.wrong}")
        breach = met.breaches.get(case.clause)
        if breach is None:
            return None
        return Finding(case, f"in the engine {breach} does not hold", met.trace, met.story, met.number, met.step)

    def played(self, case: Case, effort: Effort) -> tuple[int, int] | None:
        """What was played in step is told by `rulekit in-step`."""
        return None

    def _play(self, game: Game, chosen: Chosen, effort: Effort) -> Met | None:
        """Games until the first that parts."""
        impl = self.source.open()
        try:
            manner = in_step.Manner(longest=effort.longest)
            for number in range(effort.games):
                played = in_step.play(game, chosen, impl, effort.seed, number, manner)
                if played.parting is not None:
                    return _met(game, impl, played)
        finally:
            closed(impl)
        return None


def _met(game: Game, impl: Impl, played: in_step.Played) -> Met:
    told = difference(game, played)
    failed = told.parting.what == "failure"
    said = headline(told.parting)
    wrong = f"{said}: {told.parting.engine}" if failed else f"the engine and the rules part in: {said}"
    found = {one.id: one for one in _broken(impl, again(game, played))} if told.parting.what == "position" else {}
    return Met(played.number, told.step, wrong, told.story(), told.trace, found, failed)


def _broken(impl: Impl, here: Position) -> list[Breach]:
    """The laws that the engine's own position breaks; what it does not say is as the rules have it."""
    try:
        theirs = call(impl, "position")
        m = _laid_out(here, theirs)
    except (Fails, Refused):
        return []
    return lawful.breaches(m, point_before(here))


def _laid_out(here: Position, theirs: Any) -> Machine:
    """The position with the states and zones that the engine says."""
    data = here.to_json()
    for part in ("states", "zones"):
        data[part] = {**data[part], **theirs.get(part, {})}
    return from_json(here.game.setting(here.chosen).program, data, laws=False)
