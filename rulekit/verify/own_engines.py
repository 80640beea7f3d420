"""Cross-check of rulekit's own engines before an external engine is blamed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from rulekit.play.codegen.engine_variants import VARIANTS
from rulekit.play.games.variant_agreement import (
    Answer,
    apply_answer,
    first_difference,
    question_of,
    table_contents,
    variants,
)
from rulekit.play.machine.prepared_game import PreparedGame
from rulekit.play.refusals import Refused

WHOLE = tuple(name for name, manner in VARIANTS.items() if manner.whole)


def own_fault(setting: PreparedGame, number: int, answers: Sequence[Answer], pair: Any = None) -> None:
    """Do our own engines agree on this game? `Refused` if they do not: that says nothing of the other.

    All of them are asked before the other is blamed; where it agreed, `pair` is what has been played with it, and the
    code that plays whole games, of which nobody sees what is under way, must have come to the same position.
    """
    if pair is not None and _same_as_whole(setting, answers, pair):
        return
    found = first_difference(setting, answers)
    if found is not None:
        told = f"rulekit plays game {number} in two ways: that is a fault of rulekit, not of this engine"
        raise Refused("refused", f"{told}; {found}")


def _same_as_whole(setting: PreparedGame, answers: Sequence[Answer], pair: Any) -> bool:
    name = WHOLE[len(answers) % len(WHOLE)]
    engine = variants(setting, (name,))[name]
    here = engine.start()
    for answer in answers:
        here = apply_answer(engine, here, answer)
    theirs, ours = pair.engine.pending(pair.state), engine.pending(here)
    return question_of(ours) == question_of(theirs) and table_contents(here.table()) == table_contents(
        pair.state.table()
    )


__all__ = ["own_fault"]
