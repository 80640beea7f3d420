"""Forms of expressions: literals, sets and lists, choices, places beyond others, `old`."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from rulekit.check.elaboration import coercions
from rulekit.check.elaboration.preposition_binding import OldUse, OperatorUse, operand_text
from rulekit.check.elaboration.word_elaboration import WordElaborator
from rulekit.check.names.scope import Scope
from rulekit.check.tree import typed_expressions as v
from rulekit.diagnostics import nearest
from rulekit.model import expressions as x
from rulekit.spaces import geometry
from rulekit.typesystem import types as t
from rulekit.words import vocabulary


def _inner(want: t.Type | None) -> t.Type | None:
    return want.member if want is not None else None


def collect(name: str, source: v.T, found: v.T, node: x.Expr) -> v.T:
    """Numbers a list, things a set, sets their union.

    A value::

        sum of (cost of c for each c in hand of player)

    Numbers are collected as a list, so that two equal ones count twice.
    """
    single = coercions.value(found)
    if single.type.bare.numeric or single.type.bare == t.YES_NO:
        return v.Collect(single, name, source, "list", type=t.Sequence(single.type.bare), span=node.span)
    inner = coercions.contents(found) if not single.type.bare.piece else single
    if inner.type.collection:
        kind: t.Type = t.SetOf(inner.type.member or t.UNKNOWN)
        return v.Collect(inner, name, source, "union", type=kind, span=node.span)
    return v.Collect(single, name, source, "set", type=t.SetOf(single.type.bare), span=node.span)


def _low(kind: t.Type) -> int:
    kind = kind.bare
    return kind.low if kind.numeric else -t.LARGEST


def _high(kind: t.Type) -> int:
    kind = kind.bare
    return kind.high if kind.numeric else t.LARGEST


class ExpressionElaborator(WordElaborator):
    """The third level: what parts an expression must have and what it gives."""

    # -------------------------------------------------------------- literals

    def _number(self, node: x.Number, scope: Scope, want: t.Type | None) -> v.T:
        return v.Const(node.value, type=t.number(node.value, node.value), span=node.span)

    def _negative(self, node: x.Negative, scope: Scope, want: t.Type | None) -> v.T:
        value = -node.number.value
        return v.Const(value, type=t.number(value, value), span=node.span)

    def _yes_no(self, node: x.Yes | x.No, scope: Scope, want: t.Type | None) -> v.T:
        return v.Const(isinstance(node, x.Yes), type=t.YES_NO, span=node.span)

    def _nothing(self, node: x.Nothing, scope: Scope, want: t.Type | None) -> v.T:
        return v.Const(None, type=t.NOTHING, span=node.span)

    def _it(self, node: x.It, scope: Scope, want: t.Type | None) -> v.T:
        binding = scope.find("it")
        if binding is None:
            return self.complain("K07", node.span, "it")
        return v.Local("it", type=binding.type, span=node.span)

    def _kind(self, node: x.KindName, scope: Scope, want: t.Type | None) -> v.T:
        kind = self.symbols.types.get(node.name)
        if kind is None:
            return self.unknown(node.span, node.name, self.symbols.types, code="K12")
        if isinstance(kind, t.SetOf | t.BagOf | t.Sequence | t.Zone | t.Text):
            return self.complain("K16", node.span, "infinite", name=node.name)
        return v.Members(kind, type=t.SetOf(kind), span=node.span)

    def _amount(self, node: x.Amount, scope: Scope, want: t.Type | None) -> v.T:
        count = self.as_(node.count, scope, t.ANY_NUMBER)
        goal = (want or t.UNKNOWN).bare
        inner = goal.of if goal.counted else goal.indexes[-1] if goal.indexes else None
        before = len(self.problems)
        member = self.operand(x.Name(node.good, span=node.span), scope, inner)
        if len(self.problems) > before:
            del self.problems[before:]
            known = (
                inner.members
                if inner is not None and inner.members
                else list(self.symbols.members) + list(self.symbols.rows)
            )
            if inner is None and not nearest(node.good, known):
                return self.complain("K23", node.span, "things", name=node.good, count=self.operand_text(node.count))
            return self.complain(
                "K23", node.span, name=node.good, type=str(inner or "member"), near=nearest(node.good, known)
            )
        kind = coercions.value(member).type.bare
        if isinstance(kind, t.Number | t.YesNo | t.SetOf | t.BagOf | t.Sequence | t.Zone | t.Map):
            return self.complain("K23", node.span, "number", value=node.good, found=kind.phrase)
        if inner is not None and not coercions.fits(kind, inner):
            return self.complain("K23", node.span, name=node.good, type=str(inner))
        return v.AmountOf(count, member, type=t.BagOf(kind), span=node.span)

    # -------------------------------------------------------------- sets and lists

    def _head(self, node: x.Expr) -> tuple[str, x.Expr] | None:
        """The aggregate at the head of a chain, and the chain without it."""
        head = node.head if isinstance(node, x.Chain) else node
        if isinstance(head, x.Of) and vocabulary.ends_chain(head.word) and head.number is None:
            rest = head.arg if not isinstance(node, x.Chain) else x.Chain(head.arg, node.args, span=node.span)
            return head.word, x.Bracket(rest, span=rest.span)
        if isinstance(node, x.Where):
            inner = self._head(node.source)
            return (inner[0], x.Where(inner[1], node.condition, span=node.span)) if inner else None
        return None

    def _where(self, node: x.Where, scope: Scope, want: t.Type | None) -> v.T:
        head = self._head(node.source)
        if head is not None:
            inner = x.Bracket(x.Where(head[1], node.condition, span=node.span), span=node.span)
            return self.expr(x.Of(head[0], None, inner, span=node.span), scope, want)
        source = self.collection(node.source, scope)
        return self._filter("it", source, node.condition, node, scope)

    def _those(self, node: x.Those, scope: Scope, want: t.Type | None) -> v.T:
        source = self.collection(node.source, scope)
        return self._filter(node.name, source, node.condition, node, scope)

    def _filter(self, name: str, source: v.T, condition: x.Expr, node: x.Expr, scope: Scope) -> v.T:
        inner = self.scope_with_member(name, source, node.span, scope, "it" if name == "it" else "loop")
        checked = self.condition(condition, inner)
        return v.Filter(name, source, checked, type=source.type, span=node.span)

    def _for_each(self, node: x.ForEach, scope: Scope, want: t.Type | None) -> v.T:
        head = self._head(node.value)
        if head is not None:
            inner = x.Bracket(x.ForEach(head[1], node.name, node.source, span=node.span), span=node.span)
            return self.expr(x.Of(head[0], None, inner, span=node.span), scope, want)
        source = self.collection(node.source, scope)
        found = self.operand(node.value, self.scope_with_member(node.name, source, node.span, scope), _inner(want))
        return collect(node.name, source, found, node)

    def _every(self, node: x.All, scope: Scope, want: t.Type | None) -> v.T:
        """`every card of z`: the pieces there; `every camp of Race`: those zones."""
        zone, nouns = self.symbols.zones.get(node.noun), self.symbols.nouns()
        if zone is not None and isinstance(node.source, x.KindName) and len(zone.indexes) == 1:
            source = self.expr(node.source, scope)
            index = v.Local("each", type=zone.indexes[0], span=node.span)
            at = v.ZoneAt(zone.name, (index,), type=t.Zone(zone.kind, zone.shape, zone.name), span=node.span)
            return v.Collect(at, index.name, source, "set", type=t.SetOf(at.type), span=node.span)
        if node.noun not in nouns:
            return self.unknown(node.span, node.noun, [*nouns, *self.symbols.zones], "noun")
        piece = t.Piece(nouns[node.noun])
        found = self.operand(node.source, scope, t.Zone(piece.kind, ""))
        kind = found.type.bare
        if not kind.zone or kind.kind == piece.kind:
            inner = self.walkable(found, node.source)
            held = inner.type.member
            if held is None or coercions.fits(held, piece):
                return inner
        return self.wrong_argument(node.span, f"every {node.noun}", node.source, found.type, f"a place of {piece.kind}")

    def _range(self, node: x.Range, scope: Scope, want: t.Type | None) -> v.T:
        low, high = (self.as_(n, scope, t.ANY_NUMBER) for n in (node.low, node.high))
        kind = t.number(_low(low.type), _high(high.type))
        return v.Interval(low, high, type=t.SetOf(kind), span=node.span)

    def _extreme(self, node: x.Extreme, scope: Scope, want: t.Type | None) -> v.T:
        """All whose number is the greatest of all, or the least: that one is worked out once."""
        source = self.collection(node.source, scope)
        inner = self.scope_with_member(node.name, source, node.span, scope)
        mark = coercions.value(self.as_(node.mark, inner, t.ANY_NUMBER, "argument", word=node.limit))
        marks = v.Collect(mark, node.name, source, "list", type=t.Sequence(mark.type.bare), span=node.span)
        best = v.CoreUse(node.limit, (("of", marks),), type=t.or_nothing(mark.type.bare), span=node.span)
        name = f"{node.limit} of {node.name}"  # no name that can be written, so that none is hidden
        same = v.Equal(mark, v.Local(name, type=best.type, span=node.span), False, span=node.span)
        chosen = v.Filter(node.name, source, same, type=source.type, span=node.span)
        return v.Let(chosen, name, best, "extreme", type=source.type, span=node.span)

    def _elaborate_list(self, node: x.Tuple, scope: Scope, want: t.Type | None) -> v.T:
        """Coordinates where a place is expected, else a list; sets among the values are joined."""
        goal = (want or t.UNKNOWN).bare
        place = goal.of if goal.distinct and all(isinstance(n, x.Number) for n in node.items) else goal
        if place.place:
            items = tuple(self.as_(n, scope, t.ANY_NUMBER) for n in node.items)
            space = self.symbols.spaces[place.space]
            if len(items) != geometry.arity(space):
                return self.complain(
                    "K16",
                    node.span,
                    "value",
                    name=operand_text(node),
                    found=f"{len(items)} numbers",
                    wanted=place.phrase,
                )
            return v.Coordinates(items, type=t.or_nothing(place), span=node.span)
        pair = self._combination(node, goal, scope)
        if pair is not None:
            return pair
        inner = (want.member if want is not None else None) or self._listed_places(node)
        found = [coercions.value(self.operand(n, scope, inner)) for n in node.items]
        if any(f.type.set_of.zone for f in found):
            return self._listed_zones(node, found)
        flat = any(f.type.collection for f in found)
        kinds = [(f.type.member or t.UNKNOWN).bare if f.type.collection else f.type.bare for f in found]
        kind: t.Type = kinds[0]
        for other, where in zip(kinds[1:], node.items[1:], strict=True):
            joined = t.join(kind, other)
            if joined is None and kind.zone and other.zone:
                joined = t.Zone(kind.kind if kind.kind == other.kind else "", "")
            if joined is None:
                return self.complain_of_types(where, kind, other)
            kind = joined
        if flat:
            found = [self.walkable(f, n) for f, n in zip(found, node.items, strict=True)]
        if (kind.numeric or kind == t.YES_NO) or goal.ordered:
            return v.Listed(tuple(found), flat, type=t.Sequence(kind), span=node.span)
        return v.Listed(tuple(found), flat, type=t.SetOf(kind), span=node.span)

    def _combination(self, node: x.Tuple, goal: t.Type, scope: Scope) -> v.T | None:
        """A row of a list that is every combination of its fields, said by their values: `(c, red)`."""
        kind = goal.of.bare if goal.plural else goal
        info = self.symbols.kinds.get(kind.kind) if kind.row else None
        if info is None or not info.combined or len(node.items) != len(info.fields):
            return None
        fields = [(name, field.type) for name, field in info.fields.items()]
        if kind is not goal and not self._can_be(node.items[0], fields[0][1], scope):
            return None  # a list of such rows
        pairs = zip(node.items, fields, strict=True)
        items = tuple(self.as_(n, scope, field, "value", name=name) for n, (name, field) in pairs)
        sure = not any(item.type.optional or item.type.numeric for item in items)
        return v.Coordinates(items, type=kind if sure else t.or_nothing(kind), span=node.span)

    def _can_be(self, node: x.Expr, kind: t.Type, scope: Scope) -> bool:
        with self.collect_problems():
            found = coercions.value(self.operand(node, scope, kind))
        return coercions.convert(found, kind) is not None

    def _listed_zones(self, node: x.Tuple, found: list[v.T]) -> v.T:
        """A list of zones among which there is a set of zones: zones as such, not what lies in them."""
        kinds = [f.type.of if f.type.distinct else f.type for f in found]
        for kind, where in zip(kinds, node.items, strict=True):
            if not kind.zone or kind.kind != kinds[0].kind:
                return self.complain_of_types(where, kinds[0], kind)
        shapes = {kind.shape for kind in kinds if kind.zone}
        zone = t.Zone(kinds[0].kind, shapes.pop() if len(shapes) == 1 else "")
        sets = [f if f.type.distinct else v.Single(f, type=t.SetOf(f.type), span=f.span) for f in found]
        return v.Listed(tuple(sets), True, type=t.SetOf(zone), span=node.span)

    def _listed_places(self, node: x.Tuple) -> t.Type | None:
        """A list of coordinates needs no type beside it if there is but one space they can lie in."""
        if len(self.symbols.spaces) != 1 or not all(isinstance(n, x.Tuple) for n in node.items):
            return None
        (space,) = self.symbols.spaces.values()
        plain = all(len(n.items) == geometry.arity(space) for n in node.items if isinstance(n, x.Tuple))
        return t.Place(space.name) if plain else None

    # -------------------------------------------------------------- choices

    def _choice(self, node: x.Choice, scope: Scope, want: t.Type | None) -> v.T:
        condition = self.condition(node.condition, scope)
        yes, no = (self.operand(n, scope, want) for n in (node.yes, node.no))
        return self._branches(node, yes, no, lambda a, b, kind: v.Choice(a, condition, b, type=kind, span=node.span))

    def _branches(self, node: x.Expr, left: v.T, right: v.T, make: Callable[[v.T, v.T, t.Type], v.T]) -> v.T:
        """Two values one of which is taken: they need one type."""
        kind = t.join(left.type, right.type)
        if kind is None:
            if left.type.zone and right.type.zone and left.type.kind == right.type.kind:
                return make(left, right, t.Zone(left.type.kind, ""))
            one, other = coercions.value(left), coercions.value(right)
            kind = t.join(one.type, other.type)
            if kind is None:
                for a, b in ((one, other), (other, one)):
                    converted = coercions.convert(b, a.type)
                    if converted is not None:
                        pair = (a, converted) if a is one else (converted, a)
                        return make(*pair, a.type)
                return self.complain_of_types(node.span, one.type, other.type)
            left, right = one, other
        return make(left, right, kind)

    def _otherwise(self, node: x.Otherwise, scope: Scope, want: t.Type | None) -> v.T:
        left = self.value(node.value, scope, want)
        right = self.value(node.default, scope, left.type.bare if left.type.is_known else want)

        def make(a: v.T, b: v.T, kind: t.Type) -> v.T:
            whole = kind if b.type.optional else kind.bare
            return v.Otherwise(a, b, type=whole, span=node.span)

        return self._branches(node, left, right, make)

    def _bracket(self, node: x.Bracket, scope: Scope, want: t.Type | None) -> v.T:
        return self.expr(node.inner, scope, want)

    # -------------------------------------------------------------- operators of places and sets, and `old`

    def operator(self, op: OperatorUse, scope: Scope, want: t.Type | None) -> v.T:
        """`beyond` and `turned` without a taker, and `at` behind a bracket.

        A value::

            c beyond s

        No word to the left takes `beyond`, so it is the operator on `c`.
        """
        if op.prep == "at":
            bag = self.operand(op.operand, scope, None)
            kind = bag.type.bare
            if kind.indexes:
                return self.bag_at(bag, self.as_(op.arg, scope, kind.indexes[0]), op.span)
            if kind.counted:
                return self.bag_at(bag, self.as_(op.arg, scope, kind.of), op.span)
            if not kind.is_known:
                return bag
            return self.complain("K09", op.span, prep="at", phrase=operand_text(op.operand))
        return self._geometry_operator(op, scope)

    def _geometry_operator(self, op: OperatorUse, scope: Scope) -> v.T:
        operand = self.value(op.operand, scope, None)
        if op.prep == "turned":
            held = operand.type.member if operand.type.collection else operand.type
            if held is not None and (held.bare.ring or not held.bare.is_known):
                turns = self.as_(op.arg, scope, t.ANY_NUMBER)
                return v.CoreUse("turned", (("of", operand), ("turned", turns)), type=operand.type, span=op.span)
            return self.wrong_argument(op.span, "turned", op.operand, operand.type, "directions of a ring")
        place = operand.type.bare
        if not place.is_known:
            return operand
        if not place.place:
            return self.wrong_argument(op.span, "beyond", op.operand, operand.type, "a place of a space")
        ring = geometry.directions(self.symbols.spaces[place.space], self.symbols)
        if ring is None:
            return self.complain("K07", op.span, "no-sides", name="sides", space=place.space)
        side = self.as_(op.arg, scope, ring)
        return v.CoreUse("beyond", (("of", operand), ("beyond", side)), type=t.or_nothing(place), span=op.span)

    def elaborate_old(self, op: OldUse, scope: Scope, want: t.Type | None) -> v.T:
        """`old w`. Only where there is an earlier position: in laws after an event, in bodies that an event began;
        else K80.

        A value::

            count of deck < old count of deck

        `old` reads the word in the position before the event; its arguments are those of now.
        """
        if not scope.frame.earlier:
            return self.complain("K80", op.span, "place")
        if isinstance(op.operand, OldUse):
            self.complain("K01", op.span, "twice", found="old")
        found = self.operand(op.operand, scope, want)
        return v.Earlier(found, type=found.type, span=op.span)

    forms: ClassVar[dict[type, Callable[..., v.T]]] = {
        x.Number: _number,
        x.Negative: _negative,
        x.Yes: _yes_no,
        x.No: _yes_no,
        x.Nothing: _nothing,
        x.It: _it,
        x.KindName: _kind,
        x.Amount: _amount,
        x.Where: _where,
        x.Those: _those,
        x.Extreme: _extreme,
        x.ForEach: _for_each,
        x.All: _every,
        x.Tuple: _elaborate_list,
        x.Range: _range,
        x.Choice: _choice,
        x.Otherwise: _otherwise,
        x.Bracket: _bracket,
    }
