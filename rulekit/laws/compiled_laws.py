"""The laws of one configuration as they were written for its engine, and which of them the marks of a step wake."""

from __future__ import annotations

from collections.abc import Set
from typing import Any

import attrs

from rulekit.memo import kept
from rulekit.play.codegen import lawbook
from rulekit.play.codegen.marks import ALL
from rulekit.play.codegen.variants import WATCHED
from rulekit.play.games.game import Game
from rulekit.play.games.game_config import Chosen
from rulekit.play.games.generated_engine import Generated
from rulekit.play.machine.law_evaluation import Breach
from rulekit.play.machine.prepared_game import Setting


class Woken(dict[int, tuple[Any, ...]]):
    """The laws of one phase by the marks that were made: those that read something of it, or that may read anything."""

    def __init__(self, laws: list[tuple[int, Any]]) -> None:
        super().__init__()
        self.laws = laws

    def __missing__(self, marks: int) -> tuple[Any, ...]:
        found = self[marks] = tuple([look for mask, look in self.laws if mask == ALL or marks & mask])
        return found


@attrs.frozen(eq=False)
class Phase:
    """Some laws, by when they are looked at."""

    always: Woken
    rest: Woken
    step: Woken
    numbers: Woken
    end: Woken


class Laws:
    """The written laws of one configuration; they serve every game that is played in it."""

    def __init__(self, setting: Setting) -> None:
        self.engine = Generated(setting, WATCHED)
        module = self.engine.driver.module
        self.checked = setting.program.checked.laws
        self.space = module.space
        self.written: list[lawbook.WrittenLaw] = module.space["LAWS"]
        self.broken_tables = lawbook.tables(module.book)
        self.memories: list[int] = module.space["MEMORIES"]
        self.worthless = Woken([(mask, n) for n, mask in enumerate(self.memories)])
        self._parts: dict[tuple[frozenset[str] | None, int], tuple[Phase, ...]] = {}

    def parts(self, only: frozenset[str] | None, share: int) -> tuple[Phase, ...]:
        """All laws that are wanted, dealt out in so many parts."""
        if (only, share) not in self._parts:
            wanted = [one for one in self.written if only is None or one.law.id in only]
            self._parts[only, share] = tuple(self._part(wanted[n::share]) for n in range(share))
        return self._parts[only, share]

    def _part(self, laws: list[lawbook.WrittenLaw]) -> Phase:
        phases = (lawbook.ALWAYS, lawbook.REST, lawbook.STEP, lawbook.NUMBER, lawbook.END)
        return Phase(*(Woken([(one.mask, self._look(one)) for one in laws if one.phase == name]) for name in phases))

    def _look(self, one: lawbook.WrittenLaw) -> Any:
        function = self.space[one.function]
        return function if one.phase != lawbook.NUMBER else (one.number, one.law, function)

    def keeps(self, only: frozenset[str] | None) -> bool:
        """Does some law about a step want the position before it?"""
        return any(one.phase == lawbook.STEP and (only is None or one.law.id in only) for one in self.written)

    def judged(self, phases: Set[str]) -> frozenset[str]:
        """Laws of these phases, those that no position can change, and those about single runs that took place."""
        stated = {one.number: one.phase for one in self.written}
        runs: set[int] = self.space["JUDGED"]
        return frozenset(
            law.id or ""
            for number, law in enumerate(self.checked)
            if (stated[number] in phases if number in stated else law.sort != "after" or number in runs)
        )

    def breach(self, found: tuple[int, int | None]) -> Breach:
        law = self.checked[found[0]]
        return Breach(law.id or "", law.kind, found[1])


def laws_of(game: Game, chosen: Chosen) -> Laws:
    """Written once for each configuration."""
    return _written(game.setting(chosen))


@kept
def _written(setting: Setting) -> Laws:
    return Laws(setting)
