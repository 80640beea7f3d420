"""Bodies: lines in order, the names they bind, the decisions they put."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulekit.check.elaboration.opener_elaboration import opened
from rulekit.check.elaboration.statement_elaboration import ITEMS, STEPS
from rulekit.check.names.scope import Binding, Scope
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.diagnostics import nearest
from rulekit.model import expressions as x
from rulekit.model import statements as s
from rulekit.records import evolve
from rulekit.source import Span
from rulekit.typesystem import types as t
from rulekit.words.core import VERBS

if TYPE_CHECKING:
    from rulekit.check.elaboration.elaborator import Elaborator

FRONT = (s.Pick, s.Picks, s.Require, s.Let)


MOVE = "do"  # what a written move is called


class Reader:
    """Reads one body; `bound` are the names its lines bind, for scenes and positions."""

    def __init__(self, e: Elaborator, scope: Scope, owner: str) -> None:
        self.e = e
        self.scope = scope
        self.owner = owner
        self.front: list[typed_statements.Param | typed_statements.Guard | typed_statements.Bound] = []
        self.bound: dict[str, t.Type] = {}
        self.id: str | None = None
        self.mixed: set[int] = set()  # choices behind effects, told already

    # -------------------------------------------------------------- bands

    def bands(self, body: s.Body, params: bool) -> tuple[typed_statements.Line, ...]:
        """Parameters, guards and lets first, then what happens; K30 where they are mixed."""
        items = [unwrapped(item) for item in body.items]
        while items and self._is_front(items[0], params):
            self._front(items.pop(0))
        for item in items:
            self._mixed(item, params)
        return self.lines(tuple(items), self.scope)

    def _is_front(self, item: s.Item, params: bool) -> bool:
        if not isinstance(item, s.Line) or item.openers or item.steps.price is not None:
            return False
        allowed = FRONT if params else (s.Require, s.Let)
        return all(isinstance(step, allowed) or (params and self._meant(step)) for step in item.steps.does)

    def _meant(self, step: s.Stmt) -> bool:
        """`card from hand of player`: a choice, written like a verb that nobody knows."""
        plain = isinstance(step, x.Call) and step.arg is None and [prep for prep, _ in step.args] == ["from"]
        return plain and step.verb not in (*VERBS, *self.e.symbols.procs)  # type: ignore[attr-defined]

    def _front(self, item: s.Item) -> None:
        assert isinstance(item, s.Line)
        self.id = item.id
        for step in item.steps.does:
            self.front.append(self._front_step(step, item.id))

    def _front_step(
        self, step: s.Stmt, id_: str | None
    ) -> typed_statements.Param | typed_statements.Guard | typed_statements.Bound:
        if isinstance(step, s.Require):
            return typed_statements.Guard(
                id_, self.e.condition(step.condition, self.scope), step.openly, span=step.span
            )
        if isinstance(step, s.Let):
            found = self.e.value(step.value, self.scope, None)
            kind = t.ANY_NUMBER if isinstance(found.type, t.Number) else found.type
            self.bind(step.name, kind, step.span, self.scope)
            return typed_statements.Bound(id_, step.name, found, span=step.span)
        if isinstance(step, x.Call):
            broken = self.e.wrong("K08", step.span, "parameter", verb=step.verb)
            self.bind(step.verb, t.UNKNOWN, step.span, self.scope)
            return typed_statements.Bound(id_, step.verb, broken, span=step.span)
        assert isinstance(step, s.Pick | s.Picks)
        return self.param(step, id_, self.scope, "parameter")

    def _mixed(self, item: s.Item, params: bool) -> None:
        """A parameter or a guard that stands behind an effect; behind a draw or a question it is K39's."""
        if not isinstance(item, s.Line):
            self.drawn = False
            return
        if not item.openers and all(isinstance(step, s.Roll | s.Lot | s.Ask | s.Choose) for step in item.steps.does):
            return
        if self.drawn and item.steps.price is None and any(isinstance(step, s.Require) for step in item.steps.does):
            return
        self.drawn = False
        for step in item.steps.does:
            if isinstance(step, s.Pick | s.Picks):
                self.mixed.add(id(step))
                self.e.wrong("K30", item.span, "parameter", id=f"[{item.id}]" if item.id else "this line")
            elif isinstance(step, s.Require) and not item.openers and self.owner != "effect":
                variant = "price" if item.steps.price is not None else "guard"
                self.e.wrong("K30", item.span, variant, id=f"[{item.id}]" if item.id else "this line")

    # -------------------------------------------------------------- names

    def bind(self, name: str, kind: t.Type, span: Span, scope: Scope, sort: str = "local") -> None:
        """Bind a name; one that is taken in an open body is refused, save in the other arm of an if."""
        known = scope.find(name)
        if known is not None and known.sort not in ("it", "scene") and not self._other_arm(name, scope):
            there = ((known.span, "bound here"),)
            self.e.wrong("K29", span, "twice", also=there, name=name)
        elif known is not None and self._other_arm(name, scope):
            joined = t.join(t.bare(known.type), t.bare(kind))
            kind = t.maybe(joined) if joined is not None and isinstance(kind, t.Maybe) else joined or kind
        scope.bind(Binding(name, kind, span, sort))
        self.bound[name] = kind

    arms: frozenset[str] = frozenset()
    drawn = True  # so far nothing but draws and questions stood before

    def _other_arm(self, name: str, scope: Scope) -> bool:
        return name in self.arms

    def param(self, step: s.Pick | s.Picks, id_: str | None, scope: Scope, sort: str) -> typed_statements.Param:
        """A parameter of a move, or a member drawn by lot."""
        if step.name == MOVE:
            self.e.wrong("K29", step.span, "move", name=step.name)
        source = self.e.collection(step.source, scope)
        held = t.member(source.type) or t.UNKNOWN
        if isinstance(step, s.Pick):
            kind: t.Type = held
            normal = None
            self.bind(step.name, kind, step.span, scope, sort)
            if step.normal is not None:
                normal = self.e.as_(step.normal, scope, kind, "value", name=step.name)
            return typed_statements.Param(id_, step.name, source, "one", None, normal, kind, span=step.span)
        kind = t.Sequence(held) if step.amount == "order" else t.SetOf(held)
        count = self.e.as_(step.count, scope, t.ANY_NUMBER) if step.count is not None else None
        self.bind(step.name, kind, step.span, scope, sort)
        return typed_statements.Param(id_, step.name, source, step.amount, count, None, kind, span=step.span)

    # -------------------------------------------------------------- lines

    def lines(self, items: tuple[s.Item, ...], scope: Scope) -> tuple[typed_statements.Line, ...]:
        found: list[typed_statements.Line] = []
        before: s.Item | None = None
        for item in items:
            found.append(self.line(item, scope, before))
            before = item
        return tuple(found)

    def line(self, item: s.Item, scope: Scope, before: s.Item | None) -> typed_statements.Line:
        item = unwrapped(item)
        self.id = item.id
        openers = getattr(item, "openers", ())
        self._lonely(item, openers, before)
        outer = scope
        inner = scope if not openers else Scope(scope)
        kept_arms = self.arms
        if openers and isinstance(openers[0], s.Else):
            self.arms = self.arms | _bound_by(before)
        read = tuple(opened(self, opener, inner) for opener in openers)
        made = ITEMS[type(item)](self, item, inner, read)
        self._sealed(made)
        if openers:
            self._keep(inner, outer, openers)
        self.arms = kept_arms
        return made

    def _sealed(self, line: typed_statements.Line) -> None:
        """Answers that lie face down: right behind `together each` stands who is asked."""
        for n, opener in enumerate(line.openers):
            asks = any(isinstance(step, typed_statements.Ask | typed_statements.Choose) for step in line.does)
            if isinstance(opener, typed_statements.Together) and (n + 1 < len(line.openers) or not asks):
                self.e.wrong("K01", opener.span, "sealed", name=opener.name)

    def _keep(self, inner: Scope, outer: Scope, openers: tuple[s.Opener, ...]) -> None:
        """Names bound behind an opener live on to the end of the body; they may be nothing if it did not fire."""
        sure = all(isinstance(o, s.AsFar) for o in openers)
        for name, binding in inner._names.items():
            if binding.sort == "loop":
                continue
            kind = (
                binding.type if sure else t.maybe(binding.type) if not t.is_collection(binding.type) else binding.type
            )
            both = name in self.arms
            if both:
                known = outer.find(name)
                joined = t.join(t.bare(known.type), t.bare(binding.type)) if known is not None else None
                kind = joined or kind
                if isinstance(binding.type, t.Maybe):
                    kind = t.maybe(kind)
            outer.bind(Binding(name, kind, binding.span, binding.sort))
            self.bound[name] = kind

    def _lonely(self, item: s.Item, openers: tuple[s.Opener, ...], before: s.Item | None) -> None:
        """`else` belongs to the line just above, which must begin with `if`."""
        for n, opener in enumerate(openers):
            if not isinstance(opener, s.Else):
                continue
            above: tuple[s.Opener, ...] = getattr(before, "openers", ())
            first = above[0] if above else None
            if n or not isinstance(first, s.When):
                second = isinstance(first, s.Else)
                self.e.wrong("K31", opener.span, "second" if second else "")

    def chain(
        self, steps: s.Steps, scope: Scope
    ) -> tuple[tuple[typed_statements.Step, ...] | None, tuple[typed_statements.Step, ...]]:
        frame = scope.frame
        kept, frame.last = frame.last, False
        price = None if steps.price is None else tuple(self.step(step, scope) for step in steps.price)
        done = tuple(self.step(step, scope) for step in steps.does)
        frame.last = kept
        return price, done

    def step(self, step: s.Stmt, scope: Scope) -> typed_statements.Step:
        made = STEPS[type(step)](self, step, scope)
        if isinstance(step, s.Do):
            scope.frame.last = True
        return made

    # -------------------------------------------------------------- decisions

    def who(self, node: x.Expr, scope: Scope) -> v.T:
        found = self.e.value(node, scope, t.SEAT)
        if t.known(found.type) and not isinstance(t.bare(found.type), t.Seat):
            return self.e.wrong("K16", node.span, "who", value=self.e.written(node), found=found.type.phrase)
        return found

    def offers(self, names: tuple[str, ...], span: Span) -> tuple[str, ...]:
        known = []
        for name in names:
            if name in self.e.symbols.actions:
                known.append(name)
            else:
                self.e.wrong("K07", span, "action", name=name, near=nearest(name, list(self.e.symbols.actions)))
        return tuple(known)


def unwrapped(item: s.Item) -> s.Item:
    """A sentence that stands alone under its id is the line of that id."""
    if isinstance(item, s.Block) and not item.openers and len(item.body.items) == 1:
        inner = item.body.items[0]
        if isinstance(inner, s.Line) and inner.id is None:
            return evolve(inner, id=item.id, cites=item.cites + inner.cites)
    return item


def _bound_by(item: s.Item | None) -> frozenset[str]:
    """The names a line binds, in its chain or its block."""
    from rulekit.model.base import walk

    names: set[str] = set()
    for node in walk(item) if item is not None else ():
        if isinstance(node, s.Let | s.Pick | s.Picks):
            names.add(node.name)
        elif isinstance(node, s.Roll):
            names.update(node.names)
    return frozenset(names)
