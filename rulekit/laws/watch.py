"""All laws of one configuration over the positions of a generated engine, looked at wherever somebody is asked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from weakref import WeakKeyDictionary

from rulekit.play.compiled import lawbook
from rulekit.play.compiled.book import Manner
from rulekit.play.compiled.marks import ALL
from rulekit.play.compiled.runtime import CHANCE, OVER, RUNNING, SEALED
from rulekit.play.configured import Chosen
from rulekit.play.game import Game
from rulekit.play.generated import Generated
from rulekit.play.lawful import Breach, went
from rulekit.play.setting import Setting

WATCHED = Manner(watched=True)
Look = Callable[[Any, list[tuple[int, int | None]]], None]


class Woken(dict[int, tuple[Any, ...]]):
    """The laws of one phase by the marks that were made: those that read something of it."""

    def __init__(self, laws: list[tuple[int, Any]]) -> None:
        super().__init__()
        self.laws = laws

    def __missing__(self, marks: int) -> tuple[Any, ...]:
        found = self[marks] = tuple([look for mask, look in self.laws if marks & mask])
        return found


class Laws:
    """The written laws of one configuration; they serve every game that is played in it."""

    def __init__(self, setting: Setting) -> None:
        self.engine = Generated(setting, WATCHED)
        module = self.engine.driver.module
        self.checked = setting.program.checked.laws
        self.space, self.written = module.space, module.space["LAWS"]
        self.broken_tables = lawbook.tables(module.book)

    def woken(self, phase: str, only: frozenset[str] | None) -> Woken:
        wanted = [one for one in self.written if one.phase == phase and (only is None or one.law.id in only)]
        return Woken([(one.mask, self._look(one)) for one in wanted])

    def _look(self, one: Any) -> Any:
        function = self.space[one.function]
        return function if one.phase != lawbook.NUMBER else (one.number, one.law, function)

    def breach(self, number: int, seat: int | None) -> Breach:
        law = self.checked[number]
        return Breach(law.id or "", law.kind, seat)


_KNOWN: WeakKeyDictionary[Setting, Laws] = WeakKeyDictionary()


def laws_of(game: Game, chosen: Chosen) -> Laws:
    """Written once for each configuration."""
    setting = game.setting(chosen)
    if setting not in _KNOWN:
        _KNOWN[setting] = Laws(setting)
    return _KNOWN[setting]


class Watch:
    """One for each game played: it keeps the law point before. Play on its `engine`, which marks what it writes."""

    def __init__(self, game: Game, chosen: Chosen, only: frozenset[str] | None = None) -> None:
        laws = self.laws = laws_of(game, chosen)
        self.engine = laws.engine
        self.only = only
        self.always, self.rest, self.step, self.end, self.numbers = (
            laws.woken(phase, only)
            for phase in (lawbook.ALWAYS, lawbook.REST, lawbook.STEP, lawbook.END, lawbook.NUMBER)
        )
        self.keeps, self.kept = bool(self.step.laws), laws.space["kept"]
        self.values: dict[int, tuple[Any, ...]] = {}
        self.was: Any = None
        self.first = True
        self.last = self.rested = ALL  # marks of the step before, and since laws at rest were looked at

    def see(self, s: Any) -> list[Breach]:
        """What is broken at this position; nothing is looked at where fate is asked, nor during set-up."""
        if s.stage == CHANCE or s.stage == RUNNING or not s.started:
            return []
        found: list[tuple[int, int | None]] = [*self.laws.broken_tables]
        if s.heard:
            found += s.heard
            s.heard = ()
        over = s.stage == OVER
        marks = ALL if over or self.first else s.marks
        s.marks = 0
        for look in self.always[marks]:
            look(s, found)
        self.rested |= marks
        if over or (s.stage != SEALED and at_rest(s)):
            for look in self.rest[self.rested]:
                look(s, found)
            self.rested = 0
        if over:
            for look in self.end[ALL]:
                look(s, found)
        self._stepped(s, marks, found)
        self.first = False
        if not found:
            self.last = marks
            return []
        self.last = self.rested = ALL
        s.marks = ALL
        return [one for one in (self.laws.breach(*one) for one in found) if self.only is None or one.id in self.only]

    def _stepped(self, s: Any, marks: int, found: list[tuple[int, int | None]]) -> None:
        """Laws about the step from the law point before; a step in which nothing was written may need them once."""
        looks = self.step[marks | self.last]
        if looks and not self.first:
            s.was = self.was
            for look in looks:
                look(s, found)
            s.was = None
        for number, law, function in self.numbers[marks]:
            new = function(s)
            if not self.first:
                old = self.values[number]
                if new != old:
                    self._moved(number, law, old, new, found)
            self.values[number] = new
        if self.keeps and (marks or self.first):
            self.was = self.kept(s)

    def _moved(self, number: int, law: Any, old: Any, new: Any, found: list[tuple[int, int | None]]) -> None:
        for seat, (one, other) in enumerate(zip(old, new, strict=True)):
            if went(law.kind, one, other, law.condition.type):
                found.append((number, seat if law.free else None))


def at_rest(s: Any) -> bool:
    """No action, reaction or effect is in progress."""
    return all(f.key in ("play", "turn") or f.key.startswith("proc ") for f in s.frames)
