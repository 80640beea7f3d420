"""`reordering together`, `reordering reactions`: sealed bodies, or reactions to one event, in the opposite order."""

from __future__ import annotations

from collections.abc import Iterator

from rulekit.laws.law_context import LawContext
from rulekit.laws.metamorphic.renaming import Renaming
from rulekit.laws.metamorphic.twin import Twin, twin
from rulekit.memo import memoize
from rulekit.play.engines import Interpreter
from rulekit.play.machine.machine import Program
from rulekit.play.machine.prepared_game import PreparedGame


def twins(look: LawContext, over: str) -> Iterator[Twin]:
    """A twin that does in the opposite order what has no order of its own."""
    engine = reversed_engine(look, over)
    found = twin(look.here, Renaming(look.m.plan), engine, engine.setting.program)
    if found is not None:
        yield found


def reversed_engine(look: LawContext, over: str) -> Interpreter:
    """The reference engine of rules whose order is turned round; made once."""
    return _backwards(look.here.game.setting(look.here.chosen), over)


@memoize
def _backwards(setting: PreparedGame, over: str) -> Interpreter:
    program = setting.program
    made = Program(program.checked, program.plan)
    if over == "reactions":
        made.reactions = {event: found[::-1] for event, found in program.reactions.items()}
    else:
        made.last_first = True
    return Interpreter(PreparedGame(made, setting.table))
