"""The whole rulebook worked out, in the order in which things need each other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial

from rulekit.check.elaboration.body_elaboration import BodyReader
from rulekit.check.elaboration.elaborator import Elaborator
from rulekit.check.elaboration.law_elaboration import KINDS, LawElaborator
from rulekit.check.elaboration.place_elaboration import PlaceElaborator
from rulekit.check.elaboration.scene_elaboration import SceneElaborator, closings
from rulekit.check.elaboration.word_elaboration import heading
from rulekit.check.emit import TooManyProblems
from rulekit.check.names import symbol_info as i
from rulekit.check.names.component_rows import read_rows
from rulekit.check.names.prelude import with_prelude
from rulekit.check.names.scope import Binding, Scope, ScopeKind
from rulekit.check.names.symbols import collect_symbols
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import CheckedException, CheckedRulebook
from rulekit.check.tree.typed_walk import all_of, walk
from rulekit.diagnostics import Problem, nearest
from rulekit.limits import PROBLEMS_LIMIT
from rulekit.model import base
from rulekit.model import declarations as d
from rulekit.model import expressions as x
from rulekit.model.rulebook import Rulebook
from rulekit.source import Span
from rulekit.typesystem import types as t
from rulekit.verbs.known_verbs import VERBS, find

Here = dict[tuple[str, str], t.Type]
WORDS = (d.Define, d.Cases, d.Total, d.Relation)


def assemble(rulebook: Rulebook, ledger_ids: frozenset[str] = frozenset()) -> tuple[CheckedRulebook, list[Problem]]:
    """Everything that can be worked out of a rulebook, and everything found wrong on the way."""
    rulebook = with_prelude(rulebook)
    e = _elaborator(rulebook)
    try:
        checked = RulebookElaborator(e).elaborate(rulebook, ledger_ids)
    except TooManyProblems:
        checked = CheckedRulebook(rulebook, e.symbols, e.bodies, {}, {}, {}, (), (), (), (), (), ())
    return checked, _once([*e.problems, *e.declared])


def _elaborator(rulebook: Rulebook) -> Elaborator:
    """An elaborator that knows all names, and as yet nothing else."""
    symbols = collect_symbols(rulebook)
    symbols.bound_spaces()
    read_rows(symbols, rulebook)
    if len(symbols.problems) <= PROBLEMS_LIMIT:
        symbols.check_spaces()
    return Elaborator(symbols)


def _once(problems: list[Problem]) -> list[Problem]:
    """Each complaint once: some sentences are looked at from two sides."""
    seen: set[tuple[str, Span | None]] = set()
    found = []
    for problem in problems:
        key = (problem.code, problem.span)
        if key not in seen:
            seen.add(key)
            found.append(problem)
    return found


def _both(scope: Scope, where: Scope) -> Scope:
    """The target's names, and the names of the body in which the exception is written."""
    merged = Scope(frame=where.frame)
    for source in (scope, where):
        for name in source.names():
            binding = source.find(name)
            if binding is not None and merged.find(name) is None:
                merged.bind(binding)
    return merged


def here_before(rulebook: Rulebook) -> Here:
    """What `here` is in each effects column, from the bodies that perform something `with` something.

    Words may ask for it, so it is found before they are read, by an elaborator of its own.
    """
    if not any(_says_here(decl) for decl in rulebook.declarations if isinstance(decl, WORDS)):
        return {}
    reader = RulebookElaborator(_elaborator(rulebook))
    for read in reader.readers_of_performing():
        read()
    reader.note_here()
    return reader.e.here


def _says_here(decl: base.Node) -> bool:
    return any(isinstance(node, x.Name) and node.name == "here" for node in base.walk(decl))


def _gives(decl: base.Node) -> bool:
    calls = (node for node in base.walk(decl) if isinstance(node, x.Call) and find(node.verb).runs)
    return any(prep == "with" for call in calls for prep, _ in call.args)


class RulebookElaborator:
    """Works out everything in a rulebook; its parts share one elaborator."""

    def __init__(self, e: Elaborator) -> None:
        self.e = e
        self.keys: dict[tuple[str, str], v.T] = {}

    def elaborate(self, rulebook: Rulebook, ledger_ids: frozenset[str]) -> CheckedRulebook:
        """All of it; or `TooManyProblems`, in the middle."""
        symbols = self.e.symbols
        if len(self.e.problems) > PROBLEMS_LIMIT:
            raise TooManyProblems
        self.e.here = here_before(rulebook)
        for word in [w for known in symbols.words.values() for w in known]:
            self.e.ensure(word, word.decl.span)
        for relation in symbols.relations.values():
            self.e.relation(relation)
        self._bodies()
        laws = LawElaborator(self.e)
        scenes = SceneElaborator(self.e, laws, rulebook.declarations_of(d.Edition))
        checked = self._rest(rulebook, laws, scenes)
        checked.starts, checked.scenes = scenes.all_of(rulebook, ledger_ids)
        return checked

    # -------------------------------------------------------------- bodies

    def _bodies(self) -> None:
        symbols = self.e.symbols
        for action in symbols.actions.values():
            self.e.bodies[f"action {action.name}"] = self.action(action)
        for proc in [p for known in symbols.procs.values() for p in known]:
            self.e.bodies[f"proc {proc.key}"] = self.procedure(proc)
        for block in symbols.programme.values():
            self.e.bodies[block.name] = self.programme(block)
        self.note_here()
        for kind in symbols.kinds.values():
            for column in kind.columns:
                for row, effects in kind.columns[column].items():
                    for effect in effects:
                        key = f"effect {kind.name}.{column}.{row}.{effect.label}"
                        self.e.bodies[key] = self.effect(kind.name, column, row, effect)
        for number, reaction in enumerate(symbols.reactions, 1):
            self.e.bodies[f"reaction {number}"] = self.reaction(reaction, number)
        self._late()

    def _late(self) -> None:
        """What could only be read once every body is known: menu keys, exceptions, names of excepted decisions."""
        for group, offers, scope in self.e.menu_keys:
            for action in offers:
                inner = Scope(scope)
                for param in self.e.symbols.actions[action].params:
                    inner.bind(Binding(param.name, param.type, param.span, "parameter"))
                assert group.key is not None
                self.keys[(group.id or "", action)] = self.e.value(group.key, inner, None)
        known = [*self.e.symbols.actions, *(n.name for _, n, _ in self.e.chooses), *closings(self.e.bodies.values())]
        for name, info in self.e.excepted:
            if name not in known:
                self.e.unknown(info.decl.span, name, known, "action")

    def programme(self, decl: d.Programme) -> typed_statements.Body:
        """`setup`, `turn` or `play`; here `player` is whoever is active.

        A declaration::

            turn
              [turn.grab]  player must grab
        """
        r = BodyReader(self.e, Scope(frame=ScopeKind("programme", earlier=True)), decl.name)
        return r.body(decl.name, decl.name, r.lines(decl.body.items, r.scope), decl.span)

    def action(self, info: i.ActionInfo) -> typed_statements.Body:
        """The body of an action; its parameters become known to whoever writes the move.

        A declaration::

            action grab
              [grab.size]  n in 1 to 3
              [grab.do]    take n from heap

        Whoever writes the move `grab 2` is asked for `n`.
        """
        r = BodyReader(self.e, Scope(frame=ScopeKind("action", earlier=True)), "action")
        lines = r.bands(info.decl.body, params=True)
        info.params = [f for f in r.front if isinstance(f, typed_statements.Param)]
        for name in info.decl.excepted:
            self.e.excepted.append((name, info))
        return r.body("action", info.name, lines, info.decl.span)

    def procedure(self, info: i.ProcInfo) -> typed_statements.Body:
        """The body of a procedure of the game; the measure by which it ends is kept apart, for K33.

        A declaration::

            to draw p: Player
              [draw.do]  move top 2 of deck to hand of p
        """
        r = BodyReader(self.e, heading(info.params, ScopeKind("procedure", earlier=True)), "procedure")
        measure = info.decl.measure
        if measure is not None and measure.falling is not None:
            self.e.measures[info.key] = r.check_measure(measure.falling, r.scope)
        lines = r.bands(info.decl.body, params=False)
        return r.body("procedure", info.key, lines, info.decl.span)

    def reaction(self, decl: d.Reaction, number: int) -> typed_statements.Body:
        """Parameters of its events are in scope under the names all of them share.

        A declaration::

            whenever after draw
              [more.one]  add 1 to drawn
        """
        r = BodyReader(self.e, Scope(frame=ScopeKind("reaction", earlier=True)), "reaction")
        shared = self._shared_parameters(decl)
        for name, kind in shared.items():
            r.scope.bind(Binding(name, kind, decl.span, "parameter"))
        lines = r.lines(decl.body.items, r.scope)
        return r.body("reaction", str(number), lines, decl.span, events=decl.events, timing=decl.timing)

    def _shared_parameters(self, decl: d.Reaction) -> dict[str, t.Type]:
        found: dict[str, t.Type] | None = None
        for name in decl.events:
            for params in self._event_parameters(name, decl):
                found = params if found is None else {k: v for k, v in found.items() if k in params}
        return found or {}

    def _event_parameters(self, name: str, decl: d.Reaction) -> list[dict[str, t.Type]]:
        if name in self.e.symbols.actions:
            params = {p.name: p.type for p in self.e.symbols.actions[name].params}
            procs = []
        else:
            params = None
            procs = self.e.symbols.procs.get(name, [])
        if params is not None:
            return [params]
        if procs:
            return [{p.name: p.type for p in proc.params} for proc in procs]
        if name == "turn" and "turn" in self.e.symbols.programme:
            return [{}]
        if name in VERBS:
            self.e.complain("K64", decl.span, verb=name)
        else:
            known = [*self.e.symbols.actions, *self.e.symbols.procs]
            self.e.unknown(decl.span, name, known, "moment")
        return []

    def effect(self, kind: str, column: str, row: str, node: d.Effect) -> typed_statements.Body:
        """One line of an effects column, with the hidden `player` and `here`."""
        r = BodyReader(self.e, Scope(frame=ScopeKind("effect", earlier=True, column=(kind, column))), "effect")
        r.id = node.id
        for pick in node.picks:
            r.front.append(r.param(pick, node.id, r.scope, "parameter"))
        openers = tuple(r.check_opener(opener, r.scope) for opener in node.openers)
        price, done = r.chain(node.steps, r.scope)
        line = typed_statements.Line(None, node.cites, openers, price, done, None, node.span)
        return r.body("effect", f"{row}.{node.label}", (line,), node.span)

    # -------------------------------------------------------------- what `here` is

    def note_here(self) -> None:
        """What `here` is in each column: what its `perform .. with` give."""
        for sort, what, _ in self.e.calls:
            if sort == "perform" and what[1] is not None:
                column = (what[0].kind, what[0].column)
                known = self.e.here.get(column)
                joined = what[1].bare if known is None else t.join(known, what[1].bare)
                self.e.here[column] = joined or t.UNKNOWN
        for sort, what, _ in self.e.calls:
            if sort == "perform":
                self.e.here.setdefault((what[0].kind, what[0].column), t.UNKNOWN)

    def readers_of_performing(self) -> Iterator[Callable[[], object]]:
        """How to read each body that gives a `here`."""
        symbols = self.e.symbols
        for action in symbols.actions.values():
            if _gives(action.decl):
                yield partial(self.action, action)
        for proc in [p for known in symbols.procs.values() for p in known]:
            if _gives(proc.decl):
                yield partial(self.procedure, proc)
        for block in symbols.programme.values():
            if _gives(block):
                yield partial(self.programme, block)

    # -------------------------------------------------------------- what is not played, but holds

    def _rest(self, rulebook: Rulebook, laws: LawElaborator, scenes: SceneElaborator) -> CheckedRulebook:
        symbols, places = self.e.symbols, PlaceElaborator(self.e)
        views = {name: places.zone_views(info) for name, info in symbols.zones.items()}
        states = {name: places.state(info) for name, info in symbols.states.items()}
        writtens = {w.kind: places.written_form(w) for w in rulebook.declarations_of(d.Written)}
        endings = tuple(laws.ending(n) for block in rulebook.declarations_of(d.Endings) for n in block.endings)
        results = tuple(laws.result(n) for block in rulebook.declarations_of(d.Results) for n in block.lines)
        held, demands = [], []
        for block in rulebook.declarations_of(d.Laws):
            if block.kind not in KINDS:
                self.e.unknown(block.span, block.kind, KINDS, "law")
                continue
            for case in block.cases:
                if block.kind == "demands":
                    demands.append(laws.demand(case))
                else:
                    held.append(laws.law(block.kind, case))
        for edition in rulebook.declarations_of(d.Edition):
            for setting in edition.settings:
                scenes.option_value(setting)
        bends = self._bends()
        return CheckedRulebook(
            rulebook,
            symbols,
            self.e.bodies,
            views,
            states,
            writtens,
            endings,
            results,
            tuple(held),
            tuple(demands),
            bends,
            (),
            tuple(self.e.chooses),
            tuple(self.e.calls),
            self.keys,
            self.e.measures,
        )

    # -------------------------------------------------------------- exceptions

    def _bends(self) -> tuple[CheckedException, ...]:
        """Each exception read where the clause it bends stands: in that action's or relation's scope."""
        scopes = self._guard_scopes()
        found = []
        for item, _ in self.e.bends:
            if item.id and item.target in scopes:
                scopes[item.id] = scopes[item.target]  # an exception may itself be excepted
        for item, scope in self.e.bends:
            where = scopes.get(item.target)
            if where is None:
                self._unknown_target(item, scopes, "")
                continue
            if item.id:
                scopes[item.id] = _both(scope, where)  # an exception may itself be excepted
            condition = self.e.condition(item.condition, _both(scope, where))
            found.append(CheckedException(item.id, item.target, condition, item.span))
        for relation in self.e.symbols.relations.values():
            for case in relation.cases:
                if case.sort == "bend":
                    assert isinstance(case.node, d.Bending)
                    if case.node.target not in scopes:
                        self._unknown_target(case.node, scopes, "")
                    found.append(
                        CheckedException(case.id, case.node.target, case.condition or case.value, case.node.span)
                    )
        ids = self._line_ids()
        for item in self.e.replacements:
            if item.target not in ids:
                self._unknown_target(item, ids, "instead")
        return tuple(found)

    def _guard_scopes(self) -> dict[str, Scope]:
        """For every guard and case: a scope with the names it could use."""
        found: dict[str, Scope] = {}
        for key, body in self.e.bodies.items():
            if not key.startswith(("action ", "proc ")):
                continue
            scope = Scope(frame=ScopeKind("action", earlier=True))
            for name, kind in body.locals:
                scope.bind(Binding(name, kind, body.span, "local"))
            for step in body.front:
                if isinstance(step, typed_statements.Guard) and step.id:
                    found[step.id] = scope
        for relation in self.e.symbols.relations.values():
            scope = heading(relation.params, ScopeKind("word"))
            for case in relation.cases:
                if case.sort in ("case", "bend") and case.id:
                    found[case.id] = scope
        return found

    def _unknown_target(self, item: object, known: object, variant: str) -> None:
        target, span = item.target, item.span  # type: ignore[attr-defined]
        everything = self.all_ids()
        if target in everything:
            sort = everything[target]
            self.e.complain("K51", span, variant, id=f"[{target}]", sort=sort)
        else:
            self.e.complain("K50", span, id=f"[{target}]", near=[f"[{n}]" for n in nearest(target, list(known))])  # type: ignore[call-overload]

    def _line_ids(self) -> set[str]:
        return {n.id for body in self.e.bodies.values() for n in all_of(body, typed_statements.Line) if n.id}

    def all_ids(self) -> dict[str, str]:
        """Every clause id of the rulebook and what sort of clause it is."""
        found: dict[str, str] = {}
        for body in self.e.bodies.values():
            for step in body.front:
                if step.id:
                    found.setdefault(step.id, "a guard" if isinstance(step, typed_statements.Guard) else "a parameter")
            for node in walk(body):
                if isinstance(node, typed_statements.Line) and node.id:
                    found.setdefault(
                        node.id,
                        "a menu" if any(isinstance(s, typed_statements.Menu) for s in node.does) else "an effect",
                    )
                elif isinstance(node, typed_statements.Group) and node.id:
                    found.setdefault(node.id, "a group of a menu")
        return found
