"""One rulebook in one configuration, made ready to run."""

from __future__ import annotations

from functools import cached_property
from typing import Any

from rulekit.check.evaluation.constant_folding import Folder
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import Checked
from rulekit.check.tree.typed_walk import walk
from rulekit.gamestate.configuration_layout import Plan
from rulekit.model.declarations import After
from rulekit.play.machine import ops as o
from rulekit.play.machine.cacheable_words import pure_names
from rulekit.play.machine.lowering import lower
from rulekit.source import Span


class Program:
    """One rulebook in one configuration, made ready to run; nothing in it changes."""

    def __init__(self, checked: Checked, plan: Plan) -> None:
        self.checked = checked
        self.plan = plan
        self.blocks = lower(checked)
        self.words = {w.key: w for w in checked.words}
        self.relations = checked.symbols.relations
        self.bends: dict[str, list[Any]] = {}
        for bend in checked.bends:
            self.bends.setdefault(bend.target, []).append(bend)
        self.reactions: dict[tuple[str, str], list[o.Block]] = {}
        for key, body in checked.bodies.items():
            if body.sort == "reaction":
                for event in body.events:
                    self.reactions.setdefault((body.timing, event), []).append(self.blocks[key])
        self.at_once = [e for e in checked.endings if e.moment is None]
        self.endings: dict[str, list[Any]] = {}
        for ending in checked.endings:
            if ending.moment is not None:
                self.endings.setdefault(ending.moment, []).append(ending)
        self.resets: dict[str, list[str]] = {}
        for state in checked.symbols.states.values():
            for moment in state.decl.resets if state.decl else ():
                self.resets.setdefault(moment, []).append(state.name)
        self.folder = Folder(checked, plan.chosen, plan.seats)
        self.gone = gone(checked, self.folder)
        infos = checked.symbols.zones
        limits = ((zone, name, infos[name].capacity) for zone, (name, _) in enumerate(plan.zones))
        self.capacities = tuple(
            (zone, name, most) for zone, name, most in limits if most is not None and infos[name].shape != "one"
        )
        self.after: dict[str, list[Any]] = {}
        for law in checked.laws:
            if isinstance(law.node.law, After):
                for event in law.node.law.events:
                    self.after.setdefault(event, []).append(law)
        self.last_first = False  # sealed bodies in the opposite order, for laws that say the order does not matter
        self.anytime = [a for a in checked.symbols.actions.values() if a.decl.anytime]
        self.pure = pure_names(checked)
        self.temporary: dict[Any, o.Block] = {}
        self.settled: dict[int, bool | None] = {}  # laws: what is true of every position, None if it depends
        game = checked.symbols.game
        self.forced_taken = game is not None and game.forced == "taken"

    @cached_property
    def lets(self) -> dict[str, list[tuple[Span, typed_statements.Bound]]]:
        """Every `let` by its name, with the span of the body it stands in."""
        found: dict[str, list[tuple[Span, typed_statements.Bound]]] = {}
        for body in self.checked.bodies.values():
            for step in walk(body):
                if isinstance(step, typed_statements.Bound):
                    found.setdefault(step.name, []).append((body.span, step))
        return found

    def let_of(self, name: v.Local) -> typed_statements.Bound | None:
        """The `let` that gave a name its value: the last one before it, in the body it stands in."""
        known = [let for body, let in self.lets.get(name.name, ()) if _within(body, name.span) and _before(let, name)]
        return max(known, key=lambda let: let.span.start, default=None)

    def closed(self, condition: v.T) -> bool:
        """Can a condition never hold with these options and so many players, whatever the position?"""
        return self.folder.ask(condition) is False


def _within(body: Span, at: Span) -> bool:
    return body.file == at.file and body.start <= at.start <= body.end


def _before(let: typed_statements.Bound, name: v.Local) -> bool:
    return let.span.start < name.span.start


def gone(checked: Checked, folder: Folder) -> frozenset[str]:
    """The actions that left this configuration: a guard of theirs is no whatever the position."""
    bent = {bend.target for bend in checked.bends}
    found = set()
    for body in checked.bodies.values():
        guards = [s for s in body.front if isinstance(s, typed_statements.Guard) and s.id not in bent]
        if body.sort == "action" and any(folder.ask(guard.condition) is False for guard in guards):
            found.add(body.name)
    return frozenset(found)
