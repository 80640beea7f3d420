"""Small rulebooks for mutants: the toys of the player, and a few of our own."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from rulekit.model.rulebook import Rulebook
from rulekit.mutate.judging import Effort, MutantJudge
from rulekit.mutate.mutant_generation import Mutant, mutants
from rulekit.mutate.mutant_verdicts import MutantVerdict
from rulekit.mutate.mutation_campaign import prepare_judge, with_scenes
from rulekit.pipeline import build_folder

HERE = Path(__file__).parent
TOYS = HERE.parent / "games"
QUICK = Effort(law_games=4, law_steps=40, games=30, close_games=2, steps=60, play_seconds=1.0)


def toy(name: str) -> Path:
    """A toy by its name."""
    own = HERE / f"{name}.rules"
    return own if own.is_file() else TOYS / f"{name}.rules"


@cache
def rules(name: str) -> Rulebook:
    return build_folder(toy(name))


@cache
def mutants_of(name: str) -> dict[str, Mutant]:
    """All mutants of a toy by their ids."""
    return {mutant.id: mutant for mutant in mutants(rules(name))}


@cache
def judge(name: str) -> MutantJudge:
    """A judge of a toy that knows its scenes."""
    return with_scenes(prepare_judge(toy(name), QUICK)[0])


def fate(name: str, mutant: str) -> MutantVerdict:
    """What becomes of one mutant of a toy."""
    return judge(name).verdict(mutants_of(name)[mutant])
