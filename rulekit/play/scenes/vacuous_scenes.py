"""K68: scenes that come true all the same when the clause they are named after is taken out."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulekit.check.elaboration.rulebook_elaboration import assemble
from rulekit.check.elaboration.scene_elaboration import clause_ids
from rulekit.check.emit import problem_at
from rulekit.check.lints import run_lints
from rulekit.check.tree.checked_rulebook import CheckedRulebook, CheckedScene
from rulekit.diagnostics import Problem
from rulekit.model import base
from rulekit.model import declarations as d
from rulekit.model import scenes as sc
from rulekit.model import statements as s
from rulekit.model.rulebook import Rulebook
from rulekit.play.machine.prepared_game import PreparedGames
from rulekit.play.scenes.scene_runner import play_scene
from rulekit.records import evolve


class ClauseNeeded(Exception):
    """What is left would be no sentence: the clause is all there is to it."""


def vain_scenes(checked: CheckedRulebook, only: str | None = None) -> Iterator[Problem]:
    """Of scenes that come true, those that show nothing; a law changes no play, so its scenes are left alone."""
    settings = PreparedGames(checked)
    ids = clause_ids(checked.rulebook)
    laws = {case.id for block in checked.rulebook.declarations_of(d.Laws) for case in block.cases}
    shown: dict[str, list[CheckedScene]] = {}
    for scene in checked.scenes:
        if scene.node.clause in ids - laws and only in (None, scene.node.clause):
            shown.setdefault(scene.node.clause, []).append(scene)
    for id_, scenes in shown.items():
        less = _without(checked.rulebook, id_, ids)
        for here, there in zip(scenes, less.scenes if less is not None else (), strict=False):
            assert less is not None
            if play_scene(PreparedGames(less), there).is_passed and play_scene(settings, here).is_passed:
                yield problem_at("K68", here.node.span, id=f"[{id_}]")


def _without(rulebook: Rulebook, id_: str, ids: set[str]) -> CheckedRulebook | None:
    """The rules without a clause, with the scenes that show it; nothing if they need it."""
    kept = [one for one in rulebook.declarations if not isinstance(one, sc.Scene) or one.clause == id_]
    try:
        less = Rulebook(tuple(one if isinstance(one, sc.Scene) else _less(one, id_) for one in kept))
    except ClauseNeeded:
        return None
    checked, found = assemble(less, frozenset(ids))
    if any(problem.severity == "error" for problem in found):
        return None
    return None if any(problem.severity == "error" for problem in run_lints(checked)) else checked


def _less(node: Any, id_: str) -> Any:
    """A piece of the rulebook without the clause of that id."""
    if isinstance(node, base.Node):
        parts = {name: (getattr(node, name), _less(getattr(node, name), id_)) for name in base.fields(node)}
        if not isinstance(node, s.Body) and any(before and after == () for before, after in parts.values()):
            raise ClauseNeeded
        changed = {name: after for name, (before, after) in parts.items() if after is not before}
        return evolve(node, **changed) if changed else node
    if not isinstance(node, tuple):
        return node
    kept = tuple(_less(one, id_) for one in node if not (isinstance(one, base.Clause) and one.id == id_))
    same = len(kept) == len(node) and all(one is other for one, other in zip(kept, node, strict=True))
    return node if same else kept
