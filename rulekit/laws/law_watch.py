"""Laws watched while games go on: each law compiled to a predicate, asked at every point at which it counts."""

from __future__ import annotations

from collections import deque
from collections.abc import Set
from functools import reduce
from operator import or_
from typing import Any

import attrs

from rulekit.check.configuration_space import GameConfig
from rulekit.memo import memoize
from rulekit.play.codegen import lawbook
from rulekit.play.codegen.engine_variants import WATCHED
from rulekit.play.codegen.generated_engine import Generated
from rulekit.play.codegen.lawbook import ALWAYS, END, NUMBER, REST, STEP
from rulekit.play.codegen.marks import ALL
from rulekit.play.codegen.runtime import CHANCE, OVER, RUNNING, SEALED
from rulekit.play.games.game import Game
from rulekit.play.machine.law_evaluation import Breach, went_that_way
from rulekit.play.machine.prepared_game import PreparedGame


class LawsByMark(dict[int, tuple[Any, ...]]):
    """The laws of one phase by the marks that were made: those that read something of it, or that may read anything."""

    def __init__(self, laws: list[tuple[int, Any]]) -> None:
        super().__init__()
        self.laws = laws

    def __missing__(self, marks: int) -> tuple[Any, ...]:
        found = self[marks] = tuple([look for mask, look in self.laws if mask == ALL or marks & mask])
        return found


@attrs.frozen(eq=False)
class LawPhase:
    """Some laws, by when they are looked at."""

    always: LawsByMark
    rest: LawsByMark
    step: LawsByMark
    numbers: LawsByMark
    end: LawsByMark


class CompiledLaws:
    """The written laws of one configuration; they serve every game that is played in it."""

    def __init__(self, setting: PreparedGame) -> None:
        self.engine = Generated(setting, WATCHED)
        module = self.engine.driver.module
        self.checked = setting.program.checked.laws
        self.space = module.space
        self.written: list[lawbook.WrittenLaw] = module.space["LAWS"]
        self.broken_tables = lawbook.tables(module.book)
        self.memories: list[int] = module.space["MEMORIES"]
        self.worthless = LawsByMark([(mask, n) for n, mask in enumerate(self.memories)])
        self._parts: dict[tuple[frozenset[str] | None, int], tuple[LawPhase, ...]] = {}

    def parts(self, only: frozenset[str] | None, share: int) -> tuple[LawPhase, ...]:
        """All laws that are wanted, dealt out in so many parts."""
        if (only, share) not in self._parts:
            wanted = [one for one in self.written if only is None or one.law.id in only]
            self._parts[only, share] = tuple(self._part(wanted[n::share]) for n in range(share))
        return self._parts[only, share]

    def _part(self, laws: list[lawbook.WrittenLaw]) -> LawPhase:
        phases = (lawbook.ALWAYS, lawbook.REST, lawbook.STEP, lawbook.NUMBER, lawbook.END)
        return LawPhase(
            *(LawsByMark([(one.mask, self._look(one)) for one in laws if one.phase == name]) for name in phases)
        )

    def _look(self, one: lawbook.WrittenLaw) -> Any:
        function = self.space[one.function]
        return function if one.phase != lawbook.NUMBER else (one.number, one.law, function)

    def keeps(self, only: frozenset[str] | None) -> bool:
        """Does some law about a step want the position before it?"""
        return any(one.phase == lawbook.STEP and (only is None or one.law.id in only) for one in self.written)

    def judged_laws(self, phases: Set[str]) -> frozenset[str]:
        """Laws of these phases, those that no position can change, and those about single runs that took place."""
        stated = {one.number: one.phase for one in self.written}
        runs: set[int] = self.space["JUDGED"]
        return frozenset(
            law.id or ""
            for number, law in enumerate(self.checked)
            if (stated[number] in phases if number in stated else law.sort != "after" or number in runs)
        )

    def breach(self, found: tuple[int, int | None]) -> Breach:
        """What the compiled laws report by number, with the id and kind of the law."""
        law = self.checked[found[0]]
        return Breach(law.id or "", law.kind, found[1])


def laws_of(game: Game, chosen: GameConfig) -> CompiledLaws:
    """Written once for each configuration."""
    return _laws_of(game.setting(chosen))


@memoize
def _laws_of(setting: PreparedGame) -> CompiledLaws:
    return CompiledLaws(setting)


Found = list[tuple[int, int | None]]
BETWEEN = (STEP, NUMBER)  # phases that compare two positions


class LawWatch:
    """One for each game played: it keeps the law point before. Play on its `engine`, which marks what it writes.

    With a `share` of n each law is looked at every n-th time, and at the end: for long campaigns, which play a game in
    which something broke again with all of them. `turn` says which laws come first.
    """

    def __init__(
        self, game: Game, chosen: GameConfig, only: frozenset[str] | None = None, share: int = 1, turn: int = 0
    ) -> None:
        laws: CompiledLaws = laws_of(game, chosen)
        self.laws, self.engine, self.only, self.share, self.turn = laws, laws.engine, only, share, turn
        self.parts = laws.parts(only, share)
        self.memos: list[dict[Any, Any]] = [{} for _ in laws.memories]
        self.keeps, self.kept = laws.keeps(only), laws.space["kept_for_laws"]
        self.values: dict[int, tuple[Any, ...]] = {}
        self.was: Any = None
        self.first = True
        self.seen: set[str] = set()  # phases of laws that were looked at
        self.past: deque[int] = deque([ALL] * share, maxlen=share)  # marks of the last steps
        self.last = ALL
        self.rested = [ALL] * share  # marks since laws at rest were looked at

    def see(self, s: Any) -> list[Breach]:
        """What is broken at this position; nothing is looked at where chance is asked, nor during set-up."""
        if s.stage == CHANCE or s.stage == RUNNING or not s.started:
            return []
        found: Found = [*self.laws.broken_tables]
        if s.heard:
            found += s.heard
            s.heard = ()
        over = s.stage == OVER
        marks = ALL if over or self.first else s.marks
        s.marks = 0
        for n in self.laws.worthless[marks]:
            self.memos[n].clear()
        s.memos = self.memos
        if over:
            for k, part in enumerate(self.parts):
                self._look(part, k, s, ALL, found)
                for look in part.end[ALL]:
                    look(s, found)
            self.seen.add(END)
        else:
            self.past.append(marks)
            self.turn = k = (self.turn + 1) % self.share
            self._look(self.parts[k], k, s, marks if self.share == 1 else reduce(or_, self.past), found)
        if self.keeps and (marks or self.first):
            self.was = self.kept(s)
        s.memos = None
        if self.first:
            self.seen.add(ALWAYS)
            self.first = False
        else:
            self.seen.update(BETWEEN)
        self.last = ALL if found else marks
        if found:
            s.marks = ALL  # what is broken is looked at again
            return [one for one in map(self.laws.breach, found) if self.only is None or one.id in self.only]
        return []

    def judged_laws(self) -> frozenset[str]:
        """The ids of the laws that this game has put to the test so far; single runs are noted for all games."""
        return self.laws.judged_laws(self.seen)

    def _look(self, part: LawPhase, k: int, s: Any, marks: int, found: Found) -> None:
        """The laws of one part that read something of what was written."""
        for look in part.always[marks]:
            look(s, found)
        self.rested[k] |= marks
        if s.stage == OVER or (s.stage != SEALED and at_rest(s)):
            self.seen.add(REST)
            for look in part.rest[self.rested[k]]:
                look(s, found)
            self.rested[k] = 0
        looks = part.step[marks | self.last]
        if looks and not self.first:
            s.was = self.was
            for look in looks:
                look(s, found)
            s.was = None
        for number, law, function in part.numbers[marks]:
            new, old = function(s), self.values.get(number)
            if old is not None and new != old:
                _check_direction(number, law, old, new, found)
            self.values[number] = new


def _check_direction(number: int, law: Any, old: Any, new: Any, found: Found) -> None:
    for seat, (one, other) in enumerate(zip(old, new, strict=True)):
        if went_that_way(law.kind, one, other, law.condition.type):
            found.append((number, seat if law.free else None))


def at_rest(s: Any) -> bool:
    """No action, reaction or effect is in progress."""
    return all(f.key in ("play", "turn") or f.key.startswith("proc ") for f in s.frames)
