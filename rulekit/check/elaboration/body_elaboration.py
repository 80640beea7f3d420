"""Bodies: lines in order, what stands before a colon, statements, the names they bind, the decisions they put."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from rulekit.check.elaboration.elaborator import Elaborator
from rulekit.check.names.scope import Binding, Scope
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.model import expressions as x
from rulekit.model import statements as s
from rulekit.model.base import walk
from rulekit.records import evolve
from rulekit.source import Span
from rulekit.typesystem import types as t
from rulekit.verbs.known_verbs import VERBS

FRONT = (s.Pick, s.Picks, s.Require, s.Let)
MOVE = "do"  # what a written move is called


def unwrap_item(item: s.Item) -> s.Item:
    """A sentence that stands alone under its id is the line of that id.

    A declaration::

        action grab
          [grab.do]  take 1 from heap
    """
    if isinstance(item, s.Block) and not item.openers and len(item.body.items) == 1:
        inner = item.body.items[0]
        if isinstance(inner, s.Line) and inner.id is None:
            return evolve(inner, id=item.id, cites=item.cites + inner.cites)
    return item


def _bound_by(item: s.Item | None) -> frozenset[str]:
    """The names a line binds, in its chain or its block."""
    names: set[str] = set()
    for node in walk(item) if item is not None else ():
        if isinstance(node, s.Let | s.Pick | s.Picks):
            names.add(node.name)
        elif isinstance(node, s.Roll):
            names.update(node.names)
    return frozenset(names)


def _is_word(node: x.Expr) -> bool:
    return isinstance(node, x.Name | x.Of | x.Chain | x.KindName | x.Old)


class BodyReader:
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
        """Parameters, guards and lets first, then what happens; K30 where they are mixed.

        A declaration::

            action grab
              [grab.size]  n in 1 to 3
              [grab.fits]  require n <= heap
              [grab.do]    take n from heap

        Here the first two are in front, the third is what happens.
        """
        items = [unwrap_item(item) for item in body.items]
        while items and self._is_front(items[0], params):
            self._front(items.pop(0))
        for item in items:
            self._check_order(item)
        return self.lines(tuple(items), self.scope)

    def _is_front(self, item: s.Item, params: bool) -> bool:
        if not isinstance(item, s.Line) or item.openers or item.steps.price is not None:
            return False
        allowed = FRONT if params else (s.Require, s.Let)
        return all(isinstance(step, allowed) or (params and self._is_choice_as_verb(step)) for step in item.steps.does)

    def _is_choice_as_verb(self, step: s.Stmt) -> bool:
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
            kind = t.ANY_NUMBER if found.type.numeric else found.type
            self.bind(step.name, kind, step.span, self.scope)
            return typed_statements.Bound(id_, step.name, found, span=step.span)
        if isinstance(step, x.Call):
            broken = self.e.complain("K08", step.span, "parameter", verb=step.verb)
            self.bind(step.verb, t.UNKNOWN, step.span, self.scope)
            return typed_statements.Bound(id_, step.verb, broken, span=step.span)
        assert isinstance(step, s.Pick | s.Picks)
        return self.param(step, id_, self.scope, "parameter")

    def _check_order(self, item: s.Item) -> None:
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
                self.e.complain("K30", item.span, "parameter", id=f"[{item.id}]" if item.id else "this line")
            elif isinstance(step, s.Require) and not item.openers and self.owner != "effect":
                variant = "price" if item.steps.price is not None else "guard"
                self.e.complain("K30", item.span, variant, id=f"[{item.id}]" if item.id else "this line")

    # -------------------------------------------------------------- names

    def bind(self, name: str, kind: t.Type, span: Span, scope: Scope, sort: str = "local") -> None:
        """Bind a name; one that is taken in an open body is refused, save in the other arm of an if."""
        known = scope.find(name)
        if known is not None and known.sort not in ("it", "scene") and not self._other_arm(name):
            there = ((known.span, "bound here"),)
            self.e.complain("K29", span, "twice", also=there, name=name)
        elif known is not None and self._other_arm(name):
            joined = t.join(known.type.bare, kind.bare)
            kind = t.or_nothing(joined) if joined is not None and kind.optional else joined or kind
        scope.bind(Binding(name, kind, span, sort))
        self.bound[name] = kind

    arms: frozenset[str] = frozenset()
    drawn = True  # so far nothing but draws and questions stood before

    def _other_arm(self, name: str) -> bool:
        return name in self.arms

    def param(self, step: s.Pick | s.Picks, id_: str | None, scope: Scope, sort: str) -> typed_statements.Param:
        """A parameter of a move, or a member drawn by lot.

        A line::

            n in 1 to 3

        Gives the name, the collection its members come from, and how many of them are chosen: one.
        """
        if step.name == MOVE:
            self.e.complain("K29", step.span, "move", name=step.name)
        source = self.e.collection(step.source, scope)
        held = source.type.member or t.UNKNOWN
        if isinstance(step, s.Pick):
            kind: t.Type = held
            normal = None
            self.bind(step.name, kind, step.span, scope, sort)
            if step.normal is not None:
                normal = self.e.as_(step.normal, scope, kind, "value", name=step.name)
            return typed_statements.Param(id_, step.name, source, "one", None, normal, kind, span=step.span)
        kind = t.Sequence(held) if step.amount == "order" else t.SetOf(held)
        if step.amount != "order" and source.type.bare.ordered and not held.bare.piece:
            source = v.AsSet(source, type=t.SetOf(held), span=source.span)  # what stands in a list twice is one member
        count = self.e.as_(step.count, scope, t.ANY_NUMBER) if step.count is not None else None
        self.bind(step.name, kind, step.span, scope, sort)
        return typed_statements.Param(id_, step.name, source, step.amount, count, None, kind, span=step.span)

    # -------------------------------------------------------------- lines

    def lines(self, items: tuple[s.Item, ...], scope: Scope) -> tuple[typed_statements.Line, ...]:
        """The lines of a body in order. Each is told the line before it, on which `else` leans."""
        found: list[typed_statements.Line] = []
        before: s.Item | None = None
        for item in items:
            found.append(self.line(item, scope, before))
            before = item
        return tuple(found)

    def line(self, item: s.Item, scope: Scope, before: s.Item | None) -> typed_statements.Line:
        """One line: openers from left to right, each binding its names for the next, then what the line does."""
        item = unwrap_item(item)
        self.id = item.id
        openers = getattr(item, "openers", ())
        self._lonely(openers, before)
        outer = scope
        inner = scope if not openers else Scope(scope)
        kept_arms = self.arms
        if openers and isinstance(openers[0], s.Else):
            self.arms = self.arms | _bound_by(before)
        read = tuple(self.check_opener(opener, inner) for opener in openers)
        made = self.items[type(item)](self, item, inner, read)
        self._check_sealed(made)
        if openers:
            self._keep(inner, outer, openers)
        self.arms = kept_arms
        return made

    def _check_sealed(self, line: typed_statements.Line) -> None:
        """Answers that lie face down: right behind `together each` stands who is asked."""
        for n, opener in enumerate(line.openers):
            asks = any(isinstance(step, typed_statements.Ask | typed_statements.Choose) for step in line.does)
            if isinstance(opener, typed_statements.Together) and (n + 1 < len(line.openers) or not asks):
                self.e.complain("K01", opener.span, "sealed", name=opener.name)

    def body(
        self, sort: str, name: str, lines: tuple[typed_statements.Line, ...], span: Span, **more: Any
    ) -> typed_statements.Body:
        """What was read, as a whole."""
        uses = frozenset(self.scope.frame.uses)
        return typed_statements.Body(
            sort, name, tuple(self.front), lines, uses, span, tuple(self.bound.items()), **more
        )

    def _keep(self, inner: Scope, outer: Scope, openers: tuple[s.Opener, ...]) -> None:
        """Names bound behind an opener live on to the end of the body; they may be nothing if it did not fire."""
        sure = all(isinstance(o, s.AsFar) for o in openers)
        for name, binding in inner._names.items():
            if binding.sort == "loop":
                continue
            kind = binding.type if sure else t.or_nothing(binding.type) if not binding.type.collection else binding.type
            both = name in self.arms
            if both:
                known = outer.find(name)
                joined = t.join(known.type.bare, binding.type.bare) if known is not None else None
                kind = joined or kind
                if binding.type.optional:
                    kind = t.or_nothing(kind)
            outer.bind(Binding(name, kind, binding.span, binding.sort))
            self.bound[name] = kind

    def _lonely(self, openers: tuple[s.Opener, ...], before: s.Item | None) -> None:
        """`else` belongs to the line just above, which must begin with `if`."""
        for n, opener in enumerate(openers):
            if not isinstance(opener, s.Else):
                continue
            above: tuple[s.Opener, ...] = getattr(before, "openers", ())
            first = above[0] if above else None
            if n or not isinstance(first, s.When):
                second = isinstance(first, s.Else)
                self.e.complain("K31", opener.span, "second" if second else "")

    def chain(
        self, steps: s.Steps, scope: Scope
    ) -> tuple[tuple[typed_statements.Step, ...] | None, tuple[typed_statements.Step, ...]]:
        """The price and the statements of a chain, elaborated in the order in which they run. There is no price
        (None) without an arrow.

        A line::

            take 2 from coins of player -> move c to hand then add 1 to score

        Left of the arrow is the price, right of it are two statements.
        """
        frame = scope.frame
        kept, frame.last = frame.last, False
        price = None if steps.price is None else tuple(self.step(step, scope) for step in steps.price)
        done = tuple(self.step(step, scope) for step in steps.does)
        frame.last = kept
        return price, done

    def step(self, step: s.Stmt, scope: Scope) -> typed_statements.Step:
        """One statement; after a verb `last` is known.

        A line::

            move top 3 of deck to hand then add last to score

        `last` is how many pieces were really moved.
        """
        made = self.statements[type(step)](self, step, scope)
        if isinstance(step, s.Do):
            scope.frame.last = True
        return made

    # -------------------------------------------------------------- decisions

    def deciding_player(self, node: x.Expr, scope: Scope) -> v.T:
        """The player who decides; K16 if the value is no player.

        A line::

            next of player must grab

        Here it is `next of player`, a Player.
        """
        found = self.e.value(node, scope, t.SEAT)
        if found.type.is_known and not found.type.bare.player:
            return self.e.complain("K16", node.span, "who", value=self.e.operand_text(node), found=found.type.phrase)
        return found

    def offers(self, names: tuple[str, ...], span: Span) -> tuple[str, ...]:
        """The names that are actions; for each other name a problem with the nearest action.

        A line::

            player may grab or rest

        Gives `grab` and `rest`; a misspelt one is K07 with the nearest name.
        """
        known = []
        for name in names:
            if name in self.e.symbols.actions:
                known.append(name)
            else:
                self.e.unknown(span, name, self.e.symbols.actions, "action")
        return tuple(known)

    # -------------------------------------------------------------- what stands before a colon

    def check_opener(self, opener: s.Opener, scope: Scope) -> typed_statements.Step:
        """The checked opener; the names it binds are visible behind it.

        A line::

            for each p of Player: draw p

        The opener is `for each p of Player`, and `p` is known behind the colon.
        """
        return self.openers[type(opener)](self, opener, scope)

    def _when(self, opener: s.When, scope: Scope) -> typed_statements.Step:
        return typed_statements.When(self.e.condition(opener.condition, scope), span=opener.span)

    def _else(self, opener: s.Else, scope: Scope) -> typed_statements.Step:
        return typed_statements.Else(span=opener.span)

    def _repeat(self, opener: s.Repeat, scope: Scope) -> typed_statements.Step:
        return typed_statements.Repeat(self.e.as_(opener.times, scope, t.ANY_NUMBER), span=opener.span)

    def _until(self, opener: s.Until, scope: Scope) -> typed_statements.Step:
        condition = self.e.condition(opener.condition, scope)
        times = self.e.as_(opener.times, scope, t.ANY_NUMBER) if opener.times is not None else None
        falling = None
        if opener.falling is not None and opener.falling.falling is not None:
            falling = self.check_measure(opener.falling.falling, scope)
        return typed_statements.Until(condition, times, falling, span=opener.span)

    def check_measure(self, node: x.Expr, scope: Scope) -> v.T:
        """A measure is a number."""
        found = self.e.value(node, scope, t.ANY_NUMBER)
        if found.type.is_known and not found.type.bare.numeric:
            return self.e.complain("K33", node.span, "kind", measure=self.e.operand_text(node), found=found.type.phrase)
        return found

    def _each(self, opener: s.Each, scope: Scope) -> typed_statements.Step:
        place = (
            self.e.operand(self.e.sentence(scope).bind(opener.source), scope, None) if _is_word(opener.source) else None
        )
        found = self.e.walkable(place, opener.source) if place is not None else self.e.collection(opener.source, scope)
        held = found.type.member or t.UNKNOWN
        first, by = self._first(opener, place, held, scope)
        self.bind(opener.name, held, opener.span, scope, "loop")
        return typed_statements.Each(opener.name, found, first, by, span=opener.span)

    def _first(self, opener: s.Each, place: v.T | None, held: t.Type, scope: Scope) -> tuple[v.T | str | None, str]:
        """`top first`, `v first`, `number first`: the order in which members are taken."""
        node = opener.first
        if node is None:
            return None, "set"
        if isinstance(node, x.Name) and node.name in ("top", "bottom"):
            kind = place.type.bare if place is not None else t.UNKNOWN
            pile = isinstance(kind, t.Sequence | t.Unknown) or (kind.zone and kind.shape == "pile")
            if not pile:
                self.e.complain("K41", opener.span, "first-kind", name=node.name)
            return node.name, "pile"
        if held.bare.row and isinstance(node, x.Name):
            info = self.e.symbols.kinds[held.bare.kind]
            if node.name in info.fields:
                return node.name, "rows"
            return self.e.complain("K07", node.span, "field", name=node.name, kind=info.name), "rows"
        return self.e.as_(node, scope, t.SEAT, "who"), "seats"

    def _ever(self, opener: s.Ever, scope: Scope) -> typed_statements.Step:
        return typed_statements.Ever(span=opener.span)

    def _together(self, opener: s.Together, scope: Scope) -> typed_statements.Step:
        self.bind(opener.name, t.SEAT, opener.span, scope, "loop")
        condition = self.e.condition(opener.condition, scope) if opener.condition is not None else None
        return typed_statements.Together(opener.name, condition, span=opener.span)

    def _as_far(self, opener: s.AsFar, scope: Scope) -> typed_statements.Step:
        return typed_statements.AsFar(span=opener.span)

    # -------------------------------------------------------------- lines and statements

    def _plain_line(
        self, item: s.Line, scope: Scope, openers: tuple[typed_statements.Step, ...]
    ) -> typed_statements.Line:
        price, done = self.chain(item.steps, scope)
        return typed_statements.Line(item.id, item.cites, openers, price, done, None, item.span)

    def _block(self, item: s.Block, scope: Scope, openers: tuple[typed_statements.Step, ...]) -> typed_statements.Line:
        body = self.lines(item.body.items, Scope(scope))
        return typed_statements.Line(item.id, item.cites, openers, None, (), body, item.span)

    def _menu(
        self, item: s.MenuItem, scope: Scope, openers: tuple[typed_statements.Step, ...]
    ) -> typed_statements.Line:
        menu = item.menu
        who = self.deciding_player(menu.who, scope)
        count = self.e.as_(menu.count, scope, t.ANY_NUMBER) if menu.count is not None else None
        groups = tuple(self._group(g, scope) for g in menu.groups)
        made = typed_statements.Menu(who, menu.amount, count, menu.close, groups, span=menu.span)
        return typed_statements.Line(item.id, item.cites, openers, None, (made,), None, item.span)

    def _group(self, group: s.Group, scope: Scope) -> typed_statements.Group:
        offers = self.offers(group.offers, group.span)
        by_action = isinstance(group.key, x.Name) and group.key.name == "action"
        key = None
        if group.key is not None and not by_action:
            self.e.menu_keys.append((group, offers, scope))
        return typed_statements.Group(group.id, group.mode, key, by_action, offers, group.span)

    def _bend(self, item: s.Bend, scope: Scope, openers: tuple[typed_statements.Step, ...]) -> typed_statements.Line:
        self.e.bends.append((item, scope))
        broken = v.Broken(type=t.YES_NO, span=item.span)
        return typed_statements.Line(
            item.id, item.cites, openers, None, (), None, item.span, bend=(item.target, broken)
        )

    def _replace(
        self, item: s.Replace, scope: Scope, openers: tuple[typed_statements.Step, ...]
    ) -> typed_statements.Line:
        condition = self.e.condition(item.condition, scope) if item.condition is not None else None
        if isinstance(item.does, s.Steps):
            price, done = self.chain(item.does, scope)
            body = None
        else:
            price, done, body = None, (), self.lines(item.does.items, Scope(scope))
        self.e.replacements.append(item)
        return typed_statements.Line(
            item.id, item.cites, openers, price, done, body, item.span, replaces=(item.target, condition)
        )

    def _do(self, step: s.Do, scope: Scope) -> typed_statements.Step:
        return self.e.call(step.call, scope)

    def _declinable(self, step: s.Ask | s.Choose) -> None:
        if step.mode == "must" and step.declining is not None:
            self.e.complain("K01", step.span, "must-declining", name=step.declining)

    def _ask(self, step: s.Ask, scope: Scope) -> typed_statements.Step:
        self._declinable(step)
        who = self.deciding_player(step.who, scope)
        return typed_statements.Ask(
            who, step.mode, self.offers(step.offers, step.span), step.able, step.declining, span=step.span
        )

    def _choose(self, step: s.Choose, scope: Scope) -> typed_statements.Step:
        self._declinable(step)
        who = self.deciding_player(step.who, scope)
        inner = Scope(scope)
        params = tuple(self.param(pick, self.id, inner, "local") for pick in step.picks)
        lost = step.able or step.mode == "may"
        for param in params:
            kind = t.or_nothing(param.type) if lost and not param.type.collection else param.type
            self.bind(param.name, kind, param.span, scope)
        self.e.chooses.append((self.id, step, params))
        return typed_statements.Choose(who, step.mode, step.name, params, step.able, step.declining, span=step.span)

    def _require(self, step: s.Require, scope: Scope) -> typed_statements.Step:
        return typed_statements.Guard(self.id, self.e.condition(step.condition, scope), step.openly, span=step.span)

    def _let(self, step: s.Let, scope: Scope) -> typed_statements.Step:
        found = self.e.value(step.value, scope, None)
        kind = found.type
        if kind.numeric:
            kind = t.ANY_NUMBER
        self.bind(step.name, kind, step.span, scope)
        return typed_statements.Bound(self.id, step.name, found, span=step.span)

    def _roll(self, step: s.Roll, scope: Scope) -> typed_statements.Step:
        source = self.e.collection(step.source, scope)
        for name in step.names:
            self.bind(name, source.type.member or t.UNKNOWN, step.span, scope)
        return typed_statements.Roll(step.names, source, span=step.span)

    def _lot(self, step: s.Lot, scope: Scope) -> typed_statements.Step:
        """Out of nothing chance draws nothing; only what is as large in every game always has a member."""
        param = self.param(step.pick, self.id, Scope(scope), "local")
        sure = param.type.collection or param.source.never_empty
        self.bind(param.name, param.type if sure else t.or_nothing(param.type), param.span, scope)
        return typed_statements.Lot(param, span=step.span)

    def _finish(self, step: s.Finish, scope: Scope) -> typed_statements.Step:
        if step.winners is None:
            return typed_statements.Finish(None, span=step.span)
        return typed_statements.Finish(
            self.e.as_(step.winners, scope, t.SetOf(t.SEAT), "value", name="won by"), span=step.span
        )

    def _stray(self, step: s.Pick | s.Picks, scope: Scope) -> typed_statements.Step:
        """A choice where nobody chooses: moves have parameters, bodies do not."""
        if id(step) not in self.mixed:
            self.e.complain("K30", step.span, "stray", name=step.name)
        return self.param(step, self.id, scope, "local")

    openers: ClassVar[dict[type, Callable[..., typed_statements.Step]]] = {
        s.When: _when,
        s.Else: _else,
        s.Repeat: _repeat,
        s.Until: _until,
        s.Each: _each,
        s.Ever: _ever,
        s.Together: _together,
        s.AsFar: _as_far,
    }

    items: ClassVar[dict[type, Callable[..., typed_statements.Line]]] = {
        s.Line: _plain_line,
        s.Block: _block,
        s.MenuItem: _menu,
        s.Bend: _bend,
        s.Replace: _replace,
    }

    statements: ClassVar[dict[type, Callable[..., typed_statements.Step]]] = {
        s.Do: _do,
        s.Ask: _ask,
        s.Choose: _choose,
        s.Require: _require,
        s.Let: _let,
        s.Roll: _roll,
        s.Lot: _lot,
        s.Finish: _finish,
        s.Pick: _stray,
        s.Picks: _stray,
    }
