"""One rulebook in one configuration, made ready to run."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any, TypeVar

from rulekit.check.evaluation.constant_folding import ConstantFolder
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.check.tree.typed_walk import all_of, walk
from rulekit.gamestate.configuration_layout import ConfigIndex
from rulekit.model.declarations import After
from rulekit.play.machine import ops as o
from rulekit.play.machine.cacheable_words import pure_names
from rulekit.play.machine.frames import Move
from rulekit.play.machine.lowering import lower
from rulekit.source import Span
from rulekit.typesystem import types as t

Params = tuple[typed_statements.Param, ...]
K = TypeVar("K")
V = TypeVar("V")


class Program:
    """One rulebook in one configuration, made ready to run; nothing in it changes."""

    def __init__(self, checked: CheckedRulebook, plan: ConfigIndex) -> None:
        self.checked = checked
        self.plan = plan
        self.blocks = lower(checked)
        self.words = {w.key: w for w in checked.words}
        self.relations = checked.symbols.relations
        self.bends: dict[str, list[Any]] = _group((bend.target, bend) for bend in checked.bends)
        reacting = ((key, body) for key, body in checked.bodies.items() if body.sort == "reaction")
        self.reactions: dict[tuple[str, str], list[o.Block]] = _group(
            ((body.timing, event), self.blocks[key]) for key, body in reacting for event in body.events
        )
        self.at_once = [e for e in checked.endings if e.moment is None]
        self.endings: dict[str, list[Any]] = _group((e.moment, e) for e in checked.endings if e.moment is not None)
        stated = ((state, state.decl) for state in checked.symbols.states.values() if state.decl is not None)
        self.resets: dict[str, list[str]] = _group(
            (moment, state.name) for state, decl in stated for moment in decl.resets
        )
        self.folder = ConstantFolder(checked, plan.chosen_options, plan.seats)
        self.gone = dead_actions(checked, self.folder)
        infos = checked.symbols.zones
        limits = ((zone, name, infos[name].capacity) for zone, (name, _) in enumerate(plan.zones))
        self.capacities = tuple(
            (zone, name, most) for zone, name, most in limits if most is not None and infos[name].shape != "one"
        )
        after = ((law, law.node.law.events) for law in checked.laws if isinstance(law.node.law, After))
        self.after: dict[str, list[Any]] = _group((event, law) for law, events in after for event in events)
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

    def never_holds(self, condition: v.T) -> bool:
        """Can a condition never hold with these options and so many players, whatever the position?"""
        return self.folder.ask(condition) is False

    def begun_by(self, op: o.Op) -> set[str]:
        """The blocks an op can begin, anytime actions left out."""
        if isinstance(op, o.Invoke):
            return {"turn" if op.call.proc is None else f"proc {op.call.proc}"}
        if isinstance(op, o.Perform):
            kind = op.call.args[0][1].type.bare
            assert kind.effects
            return {e.key for e in self.plan.effects if (e.kind, e.column) == (kind.kind, kind.column)}
        if isinstance(op, o.Ask) and isinstance(op.step, typed_statements.Ask):
            return {f"action {name}" for name in op.step.offers}
        if isinstance(op, o.Menu):
            return {f"action {name}" for group in op.step.groups for name in group.offers}
        return set()

    # -------------------------------------------------------------- what its declarations say of views

    def owner_of(self, name: str, args: tuple[Any, ...]) -> int | None:
        """The Player index of a zone or state instance."""
        info = self.plan.symbols.zones.get(name) or self.plan.symbols.states.get(name)
        for kind, value in zip(info.indexes, args, strict=False):
            if kind.player:
                return int(value)
        return None

    def never_lies(self, kind: str) -> bool:
        """Has a kind no zone of its own? Then it is read like a list, and there is nothing to hide."""
        return all(info.decl is None for info in self.plan.symbols.zones.values() if info.kind == kind)

    def names_piece(self, kind: str, sides: frozenset[str]) -> bool:
        """Can a reader who sees these sides name the piece?"""
        decl = self.plan.symbols.kinds[kind].decl
        return any(f.names_it and (f.side or "face") in sides for f in decl.faces)

    # -------------------------------------------------------------- parameters

    def params_of(self, move: Move) -> Params:
        """The parameters of a move, with those that a chosen effect brings along."""
        if move.how == "choose":
            own = self.choose_params(move.name)
        elif move.action is not None:
            own = self.action_params(move.action)
        else:
            return ()
        found: list[typed_statements.Param] = []
        for param in own:
            found.append(param)
            kind, value = param.type.bare, move.value(param.name)
            if kind.effects and isinstance(value, int):
                found += self.effect_params(value)
        return tuple(found)

    def action_params(self, action: str) -> Params:
        """The parameters of an action, in order."""
        return self._params(f"action {action}")

    def effect_params(self, effect: int) -> Params:
        """The parameters of an effect, by its number."""
        return self._params(self.plan.effects[effect].key)

    def _params(self, key: str) -> Params:
        body = self.blocks[key].body
        return only_params(body.front) if body is not None else ()

    def choose_params(self, name: str) -> Params:
        """One name of a choice has the same parameters everywhere."""
        for body in self.checked.bodies.values():
            for node in all_of(body, typed_statements.Choose):
                if node.name == name:
                    return node.params
        return ()

    def range_name(self, param: typed_statements.Param) -> str | None:
        """The name of a range with a written form, if the parameter's members are of it."""
        kind = (param.source.type.member or t.UNKNOWN).bare
        if not kind.numeric or _is_plain_range(param.source):
            return None
        return next((name for name in self.checked.writtens if self.checked.symbols.types.get(name) == kind), None)


def _group(pairs: Iterable[tuple[K, V]]) -> dict[K, list[V]]:
    """All values with one key, in their order."""
    found: dict[K, list[V]] = {}
    for key, value in pairs:
        found.setdefault(key, []).append(value)
    return found


def only_params(front: Iterable[Any]) -> Params:
    """The parameters among guards and lets."""
    return tuple(step for step in front if isinstance(step, typed_statements.Param))


def _is_plain_range(source: v.T) -> bool:
    """Is it a plain `a to b`, which is of no named range?"""
    if isinstance(source, v.Filter):
        return _is_plain_range(source.source)
    return isinstance(source, v.Interval)


def _within(body: Span, at: Span) -> bool:
    return body.file == at.file and body.start <= at.start <= body.end


def _before(let: typed_statements.Bound, name: v.Local) -> bool:
    return let.span.start < name.span.start


def dead_actions(checked: CheckedRulebook, folder: ConstantFolder) -> frozenset[str]:
    """The actions that left this configuration: a guard of theirs is no whatever the position."""
    bent = {bend.target for bend in checked.bends}
    found = set()
    for body in checked.bodies.values():
        guards = [s for s in body.front if isinstance(s, typed_statements.Guard) and s.id not in bent]
        if body.sort == "action" and any(folder.ask(guard.condition) is False for guard in guards):
            found.add(body.name)
    return frozenset(found)
