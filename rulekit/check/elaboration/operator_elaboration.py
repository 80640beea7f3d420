"""Arithmetic and conditions: what can be added, compared and asked of each other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from rulekit.check.elaboration import coercions
from rulekit.check.elaboration.expression_elaboration import ExpressionElaborator
from rulekit.check.elaboration.preposition_binding import WordUse, operand_alone
from rulekit.check.names.scope import Scope
from rulekit.check.tree import typed_expressions as v
from rulekit.model import expressions as x
from rulekit.source import Span
from rulekit.typesystem import types as t
from rulekit.words import vocabulary


def _adding(node: x.Expr) -> bool:
    """Whether a value begins with a word that takes everything behind it up to the end of the chain, as `sum of`."""
    head = node.head if isinstance(node, x.Chain) else node
    return isinstance(head, x.Of) and vocabulary.ends_chain(head.word)


def _hint(left: v.T) -> t.Type | None:
    """What the right side of a sum is tried as first: the type of the left, if it is one whose members need it to be
    told apart.
    """
    return left.type if isinstance(left.type.bare, t.BagOf | t.SetOf | t.Choice) else None


def _meets(left: v.T, right: v.T) -> bool:
    """Whether a value is of the type of the members of a collection."""
    return t.is_same_kind(coercions.value(left).type, right.type.member or t.UNKNOWN)


def _adjective_test(found: v.T, node: x.Is) -> v.T:
    """The adjective, or under `not` its denial, which is no for what is nothing."""
    if not node.negated or isinstance(found, v.Broken):
        return found
    value = found.get("of") if isinstance(found, v.CoreUse) else found.args[0] if isinstance(found, v.Use) else None
    return v.IsNot(value if value is not None else found, found, span=node.span)


class OperatorElaborator(ExpressionElaborator):
    """The fourth level: two values that meet.

    What goes in is a node of the syntax tree with the scope it stands in, what comes out a typed value. A mismatch is
    reported once, at the side that is easier to mend, and gives `Broken`, of which nobody complains again. A value::

        coins of p + 2 >= cost of c
    """

    # -------------------------------------------------------------- sums and products: numbers, bags, sets, sequences

    def _sum(self, node: x.Sum, scope: Scope, want: t.Type | None) -> v.T:
        """`2 + n`, `hand + gifts`, `goods - (2 wood)`: from left to right, each part read with the type of the one
        before as a hint.
        """
        slip = self._cut_short(node)
        if slip is not None:
            return slip
        left = self.operand(node.first, scope, want)
        for sign, part in node.rest:
            hint = want if want is not None else _hint(left)
            left = self._plus(sign, left, self.operand(part, scope, hint), node, part)
        return left

    def _cut_short(self, node: x.Sum | x.Product) -> v.T | None:
        """`sum of a * b for each c in S`: the word reaches only to the sign."""
        slip = next((part for _, part in node.rest if isinstance(part, x.ForEach) and not _adding(part.value)), None)
        first = node.first.head if isinstance(node.first, x.Chain) else node.first
        if slip is None or not _adding(node.first) or not isinstance(first, x.Of):
            return None
        sign, whole = node.rest[0][0], self.operand_text(first.arg)
        facts = {
            "word": first.word,
            "value": whole,
            "sign": sign,
            "more": self.operand_text(slip.value),
            "name": slip.name,
        }
        return self.complain("K16", slip.span, "cut-short", **facts)

    def _plus(self, sign: str, left: v.T, right: v.T, node: x.Sum, part: x.Expr) -> v.T:
        """Numbers, bags, sets or sequences; nothing else is added."""
        one, other = coercions.value(left), coercions.value(right)
        if not one.type.is_known or not other.type.is_known:
            return v.Broken(span=node.span)
        a, b = one.type.bare, other.type.bare
        if isinstance(a, t.Number | t.Never) and isinstance(b, t.Number | t.Never):
            kind: t.Type = t.ANY_NUMBER
            lost = one.type.optional or other.type.optional
            return v.Arith(sign, one, other, type=t.or_nothing(kind) if lost else kind, span=node.span)
        if a.counted or b.counted:
            goal = a if a.counted else b
            bags = [coercions.convert(z, goal) for z in (left, right)]
            if bags[0] is not None and bags[1] is not None:
                return v.Combine(sign, "bag", bags[0], bags[1], type=goal, span=node.span)
        if sign == "+" and a.ordered and isinstance(left, v.Read | v.Local | v.Listed) and coercions.fits(b, a.of):
            return v.Combine(sign, "sequence", left, other, type=a, span=node.span)
        return self._sets_joined(sign, left, right, node, part)

    def _sets_joined(self, sign: str, left: v.T, right: v.T, node: x.Sum, part: x.Expr) -> v.T:
        """Two collections as one set of their common type; a set of numbers takes a number as one more or one fewer.
        Elsewhere a number on one side means a sum, so it is said of the other side that it is none.
        """
        a, b = coercions.value(left).type.bare, coercions.value(right).type.bare
        if (a.numeric or b.numeric) and not (a.distinct and _meets(right, left)):
            many, place = (right, part) if a.numeric else (left, node.first)
            if many.type.bare.collection:
                facts = {"value": self.operand_text(place), "type": many.type.phrase}
                if isinstance(place, x.Extreme):
                    facts |= {"limit": place.limit, "number": self.operand_text(place.mark), "sign": sign}
                return self.complain("K16", many.span, "extreme" if "limit" in facts else "collection", **facts)
            return self._no_sum(self.span(part), sign, a, b, node.first, part)
        held = [
            coercions.contents(found).type.member if found.type.collection else kind
            for found, kind in ((left, a), (right, b))
        ]
        one, other = (coercions.convert(f, t.SetOf(h or t.UNKNOWN)) for f, h in zip((left, right), held, strict=True))
        kind = t.join(held[0] or t.UNKNOWN, held[1] or t.UNKNOWN)
        if kind is None or one is None or other is None or isinstance(a, t.YesNo | t.Text):
            return self._no_sum(self.span(part), sign, a, b, node.first, part)
        return v.Combine(sign, "set", one, other, type=t.SetOf(kind), span=node.span)

    def _no_sum(self, span: Span, op: str, left: t.Type, right: t.Type, one: x.Expr, other: x.Expr) -> v.T:
        """`2 + red`: neither numbers nor bags nor sets of one type."""
        return self.complain_of_types(
            span, left, right, "sum", op=op, left=self.operand_text(one), right=self.operand_text(other)
        )

    def _product(self, node: x.Product, scope: Scope, want: t.Type | None) -> v.T:
        """`2 * n`, `n / 2`, `3 * (2 wood)`, from left to right."""
        slip = self._cut_short(node)
        if slip is not None:
            return slip
        left = self.value(node.first, scope, want)
        for sign, part in node.rest:
            right = self.value(part, scope, want)
            left = self._divide(left, right, node, part) if sign == "/" else self._times(left, right, node, part)
        return left

    def _times(self, left: v.T, right: v.T, node: x.Product, part: x.Expr) -> v.T:
        """Two numbers, or a number and a bag in either order."""
        if not left.type.is_known or not right.type.is_known:
            return v.Broken(span=node.span)
        a, b = left.type.bare, right.type.bare
        if a.numeric and b.numeric:
            lost = left.type.optional or right.type.optional
            return v.Arith("*", left, right, type=t.or_nothing(t.ANY_NUMBER) if lost else t.ANY_NUMBER, span=node.span)
        for times, bag in ((left, right), (right, left)):
            kind = bag.type.bare
            if times.type.bare.numeric and (kind.counted or kind.indexes):
                goal = t.BagOf(kind.of if kind.counted else kind.indexes[0])
                made = coercions.convert(bag, goal)
                if made is not None:
                    return v.Scaled(times, made, type=goal, span=node.span)
        return self._no_sum(node.span, "*", a, b, node.first, part)

    def _divide(self, left: v.T, right: v.T, node: x.Product, part: x.Expr) -> v.T:
        """A number by a number. A divisor that can be seen to be wrong is told here (K22); one that play decides is
        left to the check of divisions.
        """
        kind = right.type.bare
        if not isinstance(left.type.bare, t.Number | t.Unknown):
            return self.wrong_argument(node.span, "/", node.first, left.type, "a number")
        if not kind.is_known:
            return right
        wrong = self.check_divisor(right, part)
        if wrong is not None:
            return wrong
        lost = left.type.optional or right.type.optional
        return v.Arith("/", left, right, type=t.or_nothing(t.ANY_NUMBER) if lost else t.ANY_NUMBER, span=node.span)

    # -------------------------------------------------------------- comparisons

    def _pair(self, one: Any, other: Any, scope: Scope) -> tuple[v.T, v.T]:
        """Two values that meet: the one whose meaning is plain tells the other what is expected."""
        with self.collect_problems() as trouble:
            left = self.operand(one, scope, None)
        if trouble or isinstance(one, x.Tuple):
            right = self.operand(other, scope, None)
            left = self.operand(one, scope, coercions.value(right).type if right.type.is_known else None)
            return left, right
        if not left.type.is_known:
            return left, self.value_without_complaints(other, scope)
        if not isinstance(one, x.Name):
            return left, self.operand(other, scope, coercions.value(left).type)
        right = self.operand(other, scope, coercions.value(left).type)
        if (
            isinstance(left, v.Const)
            and right.type.is_known
            and not t.is_same_kind(coercions.value(left).type, coercions.value(right).type)
        ):
            left = self.operand(one, scope, coercions.value(right).type)
        return left, right

    def _compare(self, node: x.Compare, scope: Scope, want: t.Type | None) -> v.T:
        """`n >= 2` of two numbers; `=` is the same as `is`."""
        if node.op == "=":
            return self._equal(node.left, node.right, False, node, scope)
        left, right = (coercions.value(z) for z in self._pair(node.left, node.right, scope))
        if not left.type.is_known or not right.type.is_known:
            return v.Broken(span=node.span)
        for found in (left, right):
            if not isinstance(found.type.bare, t.Number | t.Never):
                return self._cannot_meet(left, right, node.left, node.right, node)
        return v.Compare(node.op, left, right, span=node.span)

    def _cannot_meet(self, left: v.T, right: v.T, one: Any, other: Any, node: x.Expr) -> v.T:
        """The message for two values that are not of one type. Where one side is a state or zone that only lacks an
        index, the index is what is told.
        """
        for found, meets, where in ((left, right, one), (right, left, other)):
            kind = found.type.bare
            if isinstance(found, v.Read | v.ZoneAt) and kind.indexes and not meets.type.collection:
                word = found.state if isinstance(found, v.Read) else found.zone
                return self.missing_index(where, word, kind.indexes[0], self.next_index(found))
        shown = {"left": self.operand_text(one), "right": self.operand_text(other)}
        return self.complain_of_types(node.span, left.type, right.type, "compare", **shown)

    def _equal(self, one: Any, other: Any, negated: bool, node: x.Expr, scope: Scope) -> v.T:
        """`x is y`: two values of one type, one of them converted if need be; two zones are compared as places, and
        behind `nothing` is a test of its own.
        """
        left, right = self._pair(one, other, scope)
        if isinstance(right, v.Const) and right.value is None and isinstance(right.type.bare, t.Never):
            return v.IsNothing(coercions.value(left), negated, span=node.span)
        if left.type.zone and right.type.zone and left.type.shape != "one":
            return v.Equal(left, right, negated, span=node.span)
        a, b = coercions.value(left), coercions.value(right)
        if not a.type.is_known or not b.type.is_known:
            return v.Broken(span=node.span)
        if not t.is_same_kind(a.type, b.type) or type(a.type.bare) is not type(b.type.bare):
            for one_, other_ in ((a, b), (b, a)):
                made = coercions.convert(other_, one_.type)
                if made is not None:
                    return v.Equal(one_, made, negated, span=node.span)
            return self._cannot_meet(a, b, one, other, node)
        return v.Equal(a, b, negated, span=node.span)

    def _in(self, node: x.In, scope: Scope, want: t.Type | None) -> v.T:
        """`c in hand`: the member is read first and tells what the collection holds, unless its name means something
        only as a member of that collection.
        """
        with self.collect_problems() as trouble:
            left = self.operand(node.left, scope, None)
        if trouble or isinstance(node.left, x.Tuple):
            right = self.collection(node.right, scope)
            left = self.value(node.left, scope, right.type.member)
        else:
            right = self.collection(node.right, scope, coercions.value(left).type)
            if not _meets(left, right):
                left = self.operand(node.left, scope, right.type.member)
        held = right.type.member or t.UNKNOWN
        single = left if held.zone else coercions.value(left)
        if not single.type.is_known or not held.is_known:
            return v.Broken(span=node.span)
        if not t.is_same_kind(single.type, held) or single.type.collection != held.collection:
            return self.complain(
                "K16",
                node.span,
                "member",
                value=self.operand_text(node.left),
                found=single.type.phrase,
                wanted=held.phrase,
            )
        return self._any_copy(single, right, node) or v.IsIn(single, right, node.negated, span=node.span)

    def _any_copy(self, single: v.T, right: v.T, node: x.In) -> v.T | None:
        """`c in (oak, elm)`: a row's name means any of its copies, in brackets as elsewhere."""
        kind = single.type.bare
        if not kind.piece or not isinstance(right, v.Listed) or isinstance(single, v.Const):
            return None
        members = self.symbols.kinds[kind.kind].members
        if len(set(members)) == len(members) or not all(isinstance(item, v.Const) for item in right.items):
            return None
        tests = tuple(v.Equal(single, item, node.negated, span=node.span) for item in right.items)
        return (v.And if node.negated else v.Or)(tests, span=node.span)

    # -------------------------------------------------------------- adjectives

    def _is(self, node: x.Is, scope: Scope, want: t.Type | None) -> v.T:
        """Equality with a value, or an adjective."""
        adjective = self._adjective(node, scope)
        if adjective is not None:
            return adjective
        before = len(self.problems)
        found = self._equal(node.left, node.right, node.negated, node, scope)
        meant = [
            p for p in self.problems[before:] if p.code == "K07" and p.facts.get("near") in vocabulary.adjectives()
        ]
        if meant:
            self.problems[before:] = meant[:1]  # with the adjective mended the other side may be what it should be
        return found

    def _adjective(self, node: x.Is, scope: Scope) -> v.T | None:
        """The test that stands on the right side of `is`; None if it is a value and no adjective."""
        right = node.right
        if isinstance(right, x.Name | x.Chain):
            app = operand_alone(right) if isinstance(right, x.Name) else self.sentence(scope).bind(right)
            if isinstance(app, WordUse) and app.arg is None and app.number is None and scope.find(app.word) is None:
                return self._core_adjective(app, node, scope) or self._own_adjective(app, node, scope)
        return None

    def _core_adjective(self, app: WordUse, node: x.Is, scope: Scope) -> v.T | None:
        """An adjective of the kit, as `empty`; None if it is none."""
        word = vocabulary.find(app.word)
        if word is None or not word.adjective:
            return None
        operand = self.sentence(scope).bind(node.left)
        found = self.core(word, WordUse(app.word, None, operand, app.preps, app.span, node.span), scope, None)
        return _adjective_test(found, node)

    def _own_adjective(self, app: WordUse, node: x.Is, scope: Scope) -> v.T | None:
        """An adjective that the game defines: the word of this name that fits what is asked of; None if the name is
        rather a member of the left side's type.
        """
        words = [w for w in self.symbols.words.get(app.word, ()) if w.params and not w.params[0].prep]
        if not words:
            return None
        left = coercions.value(self.operand(node.left, scope, words[0].params[0].type))
        for word in words:
            fits = coercions.convert(left, word.params[0].type) is not None
            if fits or (len(words) == 1 and not self._names_member(app.word, left)):
                operand = self.sentence(scope).bind(node.left)
                found = self.apply(word, WordUse(app.word, None, operand, app.preps, app.span, node.span), left, scope)
                if found.type.is_known and found.type.bare != t.YES_NO:
                    return self.complain("K18", node.span, value=app.word, found=found.type.phrase)
                return _adjective_test(found, node)
        if self._names_member(app.word, left):
            return None
        return self.complain("K07", app, "adjective", name=app.word, value=self.operand_text(node.left))

    def _names_member(self, name: str, left: v.T) -> bool:
        """A word that wants something else leaves the name to the member of the other side."""
        kind = left.type.bare
        known = isinstance(kind, t.Choice | t.Piece | t.Row | t.Seat)
        return known and self.member_named(name, left.span, kind) is not None

    # -------------------------------------------------------------- conditions

    def _elaborate_junction(self, node: x.And | x.Or, scope: Scope, want: t.Type | None) -> v.T:
        """Conditions joined by `and` or `or`."""
        make = v.And if isinstance(node, x.And) else v.Or
        return make(tuple(self.condition(p, scope) for p in node.parts), span=node.span)

    def _not(self, node: x.Not, scope: Scope, want: t.Type | None) -> v.T:
        """`not c`."""
        return v.Not(self.condition(node.inner, scope), span=node.span)

    def _quantifier(self, node: x.Quantifier, scope: Scope, want: t.Type | None) -> v.T:
        """`every p in Player, c in hand of p has ..`: each collection is read where the names before it are known."""
        binds = []
        for bind in node.binds:
            source = self.collection(bind.source, scope)
            binds.append((bind.name, source))
            scope = self.scope_with_member(bind.name, source, bind.span, scope)
        return v.Quantifier(node.kind, tuple(binds), self.condition(node.body, scope), span=node.span)

    def _implies(self, node: x.Implies, scope: Scope, want: t.Type | None) -> v.T:
        """`if a then b` as a condition: b holds, or a does not."""
        condition, then = self.condition(node.condition, scope), self.condition(node.then, scope)
        return v.Or((v.Not(condition, span=condition.span), then), span=node.span)

    forms: ClassVar[dict[type, Callable[..., v.T]]] = {
        **ExpressionElaborator.forms,
        x.Sum: _sum,
        x.Product: _product,
        x.Compare: _compare,
        x.In: _in,
        x.Is: _is,
        x.Related: ExpressionElaborator.elaborate_relation,
        x.And: _elaborate_junction,
        x.Or: _elaborate_junction,
        x.Not: _not,
        x.Quantifier: _quantifier,
        x.Implies: _implies,
    }
