"""The meaning of typed expressions: one method for each form.

A value in Python: a number, a member by its number (a seat is 0, 1, ..), yes and no as `True` and `False`, nothing as
`None`, a bag as a dict from member to number, sets and lists as tuples, a zone by its id. Nothing is passed on: a sum
with `None` in it is `None`, and a comparison with it is no. A value faults only where a number or a list grows too
large; the machine says so, since it knows the line.
"""

from __future__ import annotations

import itertools
import operator
from collections.abc import Callable, Iterator
from typing import Any, ClassVar

from rulekit.check.evaluation.kept_answers import AnswerCache
from rulekit.check.evaluation.live_context import LiveContext, PastZone
from rulekit.check.names.symbol_info import StateInfo
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.substitution import is_read_earlier, is_word, with_arguments
from rulekit.gamestate.configuration_layout import ConfigIndex
from rulekit.gamestate.game_state import GameState
from rulekit.limits import LARGEST
from rulekit.typesystem import types as t
from rulekit.words import vocabulary
from rulekit.words.actions.payable import WORD as PAYABLE
from rulekit.words.actions.possible import WORD as POSSIBLE
from rulekit.words.vocabulary import ACTIVE
from rulekit.words.word import WordRelation, keyword

Env = dict[str, Any]

NUMBERS: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": lambda left, right: left // right if right else 0,  # by 0 only where no guard lets anybody through
}
COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}


def add_bags(left: dict[int, int], right: dict[int, int], sign: int) -> dict[int, int]:
    """Two bags kind by kind; what is nought is left out."""
    keys = dict.fromkeys((*left, *right))
    sums = {k: left.get(k, 0) + sign * right.get(k, 0) for k in sorted(keys)}
    return {k: n for k, n in sums.items() if n}


def distinct_values(values: Iterator[Any] | Any) -> tuple[Any, ...]:
    """Each value once, in the order in which it first came."""
    return tuple(dict.fromkeys(values))


ALL = object()  # in the place of the second thing: all that the first is related to


class AskedRelation:
    """A relation of the game as something that can be asked again and again."""

    def __init__(self, e: Evaluator, name: str, hidden: Env) -> None:
        info = e.machine.relations[name]
        self.e, self.name, self.hidden = e, name, hidden
        self.one, self.other = info.params[0].name, info.params[1].name
        self.members = e.plan.members(info.params[1].type)

    def __call__(self, a: Any, b: Any) -> bool:
        """Whether it relates the two."""
        found: bool = self.e.answer(self.name, {**self.hidden, self.one: a, self.other: b}, self.e.relation_holds)
        return found

    def leads(self, a: Any) -> tuple[Any, ...]:
        """All that it leads to from here."""
        found: tuple[Any, ...] = self.e.answer(self.name, {**self.hidden, self.one: a, self.other: ALL}, self._all)
        return found

    def _all(self, name: str, env: Env) -> tuple[Any, ...]:
        return tuple([b for b in self.members if self.e.relation_holds(name, {**env, self.other: b})])


class Evaluator(AnswerCache):
    """Reads one position. `machine` lists numbers and answers what needs moves: payable, possible, legal, supposing.

    A variant overrides the methods of the forms that mean something else to it: `constant_folding.Folder` knows no
    position yet, `SeatEvaluator` in `play/views` sees what one seat sees.
    """

    def __init__(self, plan: ConfigIndex, table: GameState, machine: Any, earlier: Evaluator | None = None) -> None:
        super().__init__(plan, table, machine)
        self.earlier = earlier
        self.context: LiveContext = self  # what words ask of the position goes here; a watcher may stand between

    def __init_subclass__(cls) -> None:
        cls.forms = {kind: getattr(cls, form.__name__) for kind, form in Evaluator.forms.items()}

    def value(self, node: v.T, env: Env) -> Any:
        """The value of `count of hand of p`, where `env` has `p`; None is nothing."""
        return self.forms[type(node)](self, node, env)

    def argument(self, node: v.T, env: Env) -> Any:
        """What a word or relation is given."""
        return self.value(node, env)

    def holds(self, node: v.T, env: Env) -> bool:
        """A condition; a test with nothing in it is false."""
        return self.value(node, env) is True

    def near(self, found: Any, node: v.T) -> Any:
        """What was worked out, if it is not too far from 0; whoever plays tells what happens else."""
        numbers = found.values() if isinstance(found, dict) else (found,)
        if all(one.__class__ is int and -LARGEST <= one <= LARGEST for one in numbers):
            return found
        return self.machine.near(found, node.span)

    # -------------------------------------------------------------- words of the game

    def word(self, key: str, env: Env) -> Any:
        """A word of the game, with what it is asked of in `env`."""
        word = self.machine.words[key]
        if isinstance(word.body, v.T):
            return self.value(word.body, env)
        if word.body and word.body[0].sort in ("term", "bound"):
            return self.near(self._total(word.body, env), word.body[0].value)
        for case in word.body:
            if case.condition is None or self.holds(case.condition, env):
                return self.value(case.value, env)
        return None

    def _total(self, lines: Any, env: Env) -> int | None:
        """An account: lines add up in order, bounds apply where they stand."""
        total = 0
        for line in lines:
            if line.condition is not None and not self.holds(line.condition, env):
                continue
            amount = self.value(line.value, env)
            if amount is None:
                return None
            if line.sort == "bound":
                total = min(total, amount) if line.node.limit == "most" else max(total, amount)
            else:
                total = total + amount if line.node.sign == "+" else total - amount
        return total

    def relation_holds(self, name: str, env: Env) -> bool:
        """Does a relation of the game hold, of what `env` has under its parameters?"""
        info = self.machine.relations[name]
        some = info.decl.mode == "any"
        for case in info.cases:
            if case.sort == "case" and self.case(case, env) is some:
                return some
        return not some

    def case(self, case: Any, env: Env) -> bool:
        """Does one case of a relation hold, or is it waived?"""
        return self.value(case.value, env) is True or self.is_waived(case.id, env)

    def is_waived(self, clause: str | None, env: Env) -> bool:
        """Does an exception lift this guard or case? An exception may itself be excepted."""
        for bend in self.machine.bends.get(clause or "", ()):
            if self.holds(bend.condition, env) and not self.is_waived(bend.id, env):
                return True
        return False

    # -------------------------------------------------------------- names, states, zones, printed fields

    def seat_of(self, env: Env) -> Any:
        """Who `player` is: somebody bound to the name, else whose turn it is."""
        found = env.get("player")
        if found is None and ACTIVE in self.table.states:
            return self.table.read(ACTIVE, ())
        return found

    def _const(self, node: v.Const, env: Env) -> Any:
        """What is written; a seat at which nobody sits in this configuration is nothing."""
        if node.value is None or not node.type.bare.player:
            return node.value
        return self.plan.seat_if_taken(node.value)

    def _local(self, node: v.Local, env: Env) -> Any:
        """A name; `player`, where nobody is bound to it, is whose turn it is."""
        found = env.get(node.name)
        return self.seat_of(env) if found is None and node.name == "player" else found

    def _option(self, node: v.OptionValue, env: Env) -> Any:
        """What was chosen for an option; it is the same for the whole game."""
        return self.plan.options[node.name]

    def _members(self, node: v.Members, env: Env) -> Any:
        """Every member of a type by its number; of `Player` the seats that are taken in this configuration."""
        return self.plan.members(node.of)

    def _args(self, args: tuple[v.T, ...], env: Env) -> tuple[Any, ...] | None:
        """The values of some indexes, or None if one of them is nothing: then there is no such place."""
        if len(args) == 1:
            one = self.value(args[0], env)
            return None if one is None else (one,)
        found = tuple([self.value(a, env) for a in args])
        return None if None in found else found

    def _read(self, node: v.Read, env: Env) -> Any:
        """A state at all its indexes; with some of them left open the pairs of the others and what is there."""
        args = self._args(node.args, env)
        if args is None:
            return None
        info = self.plan.symbols.states[node.state]
        if len(args) < len(info.of) + len(info.at):
            return self._map(info, args, lambda full: self.table.read(node.state, full))
        return self.table.find(node.state, args)

    def _zone(self, node: v.ZoneAt, env: Env) -> Any:
        """The id of a zone; a map of ids if indexes are left open. None for a place that this configuration does not
        have.
        """
        args = self._args(node.args, env)
        if args is None:
            return None
        info = self.plan.symbols.zones[node.zone]
        if len(args) < len(info.of) + len(info.at):
            return self.plan.zone_map(node.zone, args)
        return self.plan.zone_ids[node.zone].get(args)

    def _map(self, info: StateInfo, args: tuple[Any, ...], read: Callable[[tuple[Any, ...]], Any]) -> Any:
        """Pairs of the open indexes and what is there, in index order."""
        left = info.indexes[len(args) :]
        rests = itertools.product(*(self.plan.members(kind) for kind in left))
        return tuple((rest[0] if len(rest) == 1 else rest, read(args + rest)) for rest in rests)

    def _held(self, node: v.Held, env: Env) -> Any:
        """The piece of a zone for one piece, else all pieces in order, those of a map of zones one zone after the
        other.
        """
        found = self.value(node.zone, env)
        if node.type.plural:
            return self.pieces_in(found)
        pieces = self.context.contents(found) if found is not None else ()
        return pieces[0] if pieces else None

    def pieces_in(self, found: Any) -> tuple[int, ...]:
        """What lies in a zone, or in all zones of a map."""
        if found is None:
            return ()
        if isinstance(found, tuple):
            return tuple(p for _, zone in found for p in self.pieces_in(zone))
        return self.context.contents(found)

    def _map_values(self, node: v.MapValues, env: Env) -> Any:
        """The values of a map without those that are nothing; of a map of sets everything that is in one of them."""
        pairs = self.value(node.map, env)
        values = [value for _, value in pairs or () if value is not None]
        if values and isinstance(values[0], tuple):
            return distinct_values(m for value in values for m in value)
        return tuple(values) if node.type.ordered else distinct_values(values)

    def _field(self, node: v.FieldOf, env: Env) -> Any:
        """What is printed on a row. Of nothing it is the empty set, the empty bag or nothing, by the type of the
        field.
        """
        of = self.value(node.of, env)
        if of is None:
            return () if node.type.bare.distinct else {} if node.type.counted else None
        return self.plan.column(node.kind, node.field)[of]

    def _parts(self, node: v.Parts, env: Env) -> Any:
        """The parts of a piece in the order in which its row lists them."""
        of = self.value(node.of, env)
        return () if of is None else self.plan.parts(node.kind).get(of, ())

    def _whole(self, node: v.Whole, env: Env) -> Any:
        """The piece that a part is printed on."""
        part = self.value(node.of, env)
        kind = node.of.type.bare
        return None if part is None else self.plan.whole_of(kind.kind, part)

    # -------------------------------------------------------------- words and relations of the game and of the kit

    def _implicit_arguments(self, node: Any, env: Env) -> Env:
        """The values for `player` and `here` that a word or relation asks for without being given them."""
        return {name: self.argument(value, env) for name, value in node.hidden} if node.hidden else {}

    def _use(self, node: v.Use, env: Env) -> Any:
        """A word of the game. With an argument that is nothing it is not asked at all and is nothing, or the empty
        set.
        """
        inner = self._implicit_arguments(node, env)
        for param, arg in zip(self.machine.words[node.word].params, node.args, strict=True):
            found = self.argument(arg, env)
            if found is None:
                return () if node.type.collection else None
            inner[param.name] = found
        return self.answer(node.word, inner, self.word)

    def _core(self, node: v.CoreUse, env: Env) -> Any:
        """A word of the kit: its arguments by preposition go into the function that its file declares.

        Words that need a form instead of a value, or the machine, stand in `plain` and are answered here.
        """
        plain = self.plain.get(node.word)
        if plain is not None:
            return plain(self, node, env)
        types = {slot: arg.type for slot, arg in node.args}
        given = {keyword(slot): self._argument_value(arg, types, env) for slot, arg in node.args}
        types[""] = node.type
        found = vocabulary.vocabulary()[node.word].run(self.context, types=types, **given)
        return self.near(found, node) if node.type == t.ANY_NUMBER else found

    def _argument_value(self, arg: v.T, types: dict[str, t.Type], env: Env) -> Any:
        """The value of one slot; a relation of the kit that is named compares members of what the word is asked of."""
        if isinstance(arg, v.Named) and arg.sort == "relation" and arg.name not in self.machine.relations:
            word = vocabulary.vocabulary()[arg.name]
            of = types.get("of", t.UNKNOWN)
            one = of.member or of.bare
            kinds = {"of": one, "=": one, "": t.YES_NO}
            return WordRelation(word, self.context, kinds)
        return self.value(arg, env)

    def _named(self, node: v.Named, env: Env) -> Any:
        """A relation or adjective as something that can be asked again and again."""
        if node.sort == "relation":
            hidden = sorted(self.machine.relations[node.name].hidden)
            return AskedRelation(
                self, node.name, {name: self.value(v.Local(name, type=t.SEAT), env) for name in hidden}
            )
        if node.sort == "adjective":
            words = self.plan.symbols.words[node.name]
            name = words[0].params[0].name
            return lambda a: self.word(words[0].key, {**env, name: a}) is True
        return node.name

    def _related(self, node: v.Related, env: Env) -> Any:
        """Whether a relation of the game holds; with an argument that is nothing it does not."""
        inner = self._implicit_arguments(node, env)
        for param, arg in zip(self.machine.relations[node.relation].params, node.args, strict=True):
            found = self.argument(arg, env)
            if found is None:
                return False
            inner[param.name] = found
        return self.answer(node.relation, inner, self.relation_holds)

    def _finished(self, node: v.CoreUse, env: Env) -> Any:
        """Whether the game is over, which only laws and results can see."""
        return self.machine.is_over

    def _everyone(self, node: v.CoreUse, env: Env) -> Any:
        """All seats of this configuration."""
        return tuple(range(self.plan.seats))

    def _others(self, node: v.CoreUse, env: Env) -> Any:
        """All seats but one; if that one is nothing, all of them."""
        ((_, who),) = node.args
        me = self.value(who, env)
        return tuple(s for s in range(self.plan.seats) if s != me)

    def _origin(self, node: v.CoreUse, env: Env) -> Any:
        """The place `origin` of the space that is meant, None if its shape has none."""
        layout = self.plan.layout(node.type.bare.space)
        return None if layout.origin is None else layout.number.get(layout.origin)

    def _turned(self, node: v.CoreUse, env: Env) -> Any:
        """A direction or a set of directions, so many steps round its ring."""
        (_, what), (_, by) = node.args
        of, turns = self.value(what, env), self.value(by, env)
        if turns is None or of is None:
            return of
        kind = node.type.bare
        size = len((kind.of if kind.plural else kind).members) or 1
        if isinstance(of, tuple):
            return tuple(sorted((side + turns) % size for side in of))
        return (of + turns) % size

    def _beyond(self, node: v.CoreUse, env: Env) -> Any:
        """The place on the other side of an edge or corner, None at the rim."""
        (_, of), (_, by) = node.args
        place, side = self.value(of, env), self.value(by, env)
        if place is None or side is None:
            return None
        return self.plan.layout(node.type.bare.space).next_place(place, side)

    def _payable(self, node: v.CoreUse, env: Env) -> Any:
        """Whether `player` could pay the price of an effect now; an effect that is nothing nobody can pay."""
        at = node.get("at")
        of = node.get("of")
        effect, here = None if of is None else self.value(of, env), None if at is None else self.value(at, env)
        return False if effect is None else self.machine.payable(self, effect, here, self.seat_of(env))

    def _possible(self, node: v.CoreUse, env: Env) -> Any:
        """Whether a seat, `player` if none is named, has a legal move of an action now."""
        by = node.get("by")
        action, seat = node.get("of"), self.seat_of(env) if by is None else self.value(by, env)
        assert isinstance(action, v.Named)
        return False if seat is None else self.machine.possible(self, action.name, seat)

    # -------------------------------------------------------------- numbers, bags, sets and lists

    def _arith(self, node: v.Arith, env: Env) -> Any:
        """Sum, difference, product or quotient rounded down; nothing if one side is."""
        left, right = self.value(node.left, env), self.value(node.right, env)
        return None if left is None or right is None else self.near(NUMBERS[node.op](left, right), node)

    def _combine(self, node: v.Combine, env: Env) -> Any:
        """Bags are added kind by kind, a sequence gets one more at its end, sets are joined or taken apart; what is
        nothing counts as empty.
        """
        left, right = self.value(node.left, env), self.value(node.right, env)
        if node.sort == "bag":
            return self.near(add_bags(left or {}, right or {}, 1 if node.op == "+" else -1), node)
        if node.sort == "sequence":
            return (*(left or ()), right)
        left, right = left or (), right or ()
        if node.op == "+":
            return distinct_values((*left, *right))
        return tuple(m for m in left if m not in right)

    def _amount(self, node: v.AmountOf, env: Env) -> Any:
        """`2 wood` as a bag, the empty one for none or of nothing."""
        count, member = self.value(node.count, env), self.value(node.member, env)
        return {} if not count or member is None else {member: count}

    def _scaled(self, node: v.Scaled, env: Env) -> Any:
        """A bag with each number so many times as large."""
        times, bag = self.value(node.times, env), self.value(node.bag, env)
        return {} if not times or not bag else self.near({k: n * times for k, n in bag.items()}, node)

    def _at(self, node: v.At, env: Env) -> Any:
        """How many of one member a bag has (0 if none), or what a map holds at one index (nothing if it has no such
        entry).
        """
        bag, key = self.value(node.bag, env), self.value(node.key, env)
        if key is None or bag is None:
            return None
        if isinstance(bag, tuple):
            return dict(bag).get(key)
        return bag.get(key, 0)

    def _single(self, node: v.Single, env: Env) -> Any:
        """A set of one, the empty set if it is nothing."""
        found = self.value(node.member, env)
        return () if found is None else (found,)

    def _as_set(self, node: v.AsSet, env: Env) -> Any:
        """What is in a list, zone or map, each once."""
        found = self.value(node.source, env)
        return distinct_values(found or ())

    def _as_bag(self, node: v.AsBag, env: Env) -> Any:
        """A map of numbers as a bag; indexes at which there is 0 are not in it."""
        return {k: n for k, n in self.value(node.map, env) or () if n}

    def _listed(self, node: v.Listed, env: Env) -> Any:
        """The values in brackets that are something; `flat` takes what is in the sets among them. As a set each stands
        once.
        """
        found = [self.value(item, env) for item in node.items]
        if node.flat:
            return distinct_values(m for f in found for m in (f or ()))
        kept = tuple(f for f in found if f is not None)
        return kept if node.type.ordered else distinct_values(kept)

    def _coordinates(self, node: v.Coordinates, env: Env) -> Any:
        """The number of the place with these coordinates, None outside of the space."""
        spot = tuple(self.value(item, env) for item in node.items)
        return self.plan.by_parts(node.type).get(spot)

    def _interval(self, node: v.Interval, env: Env) -> Any:
        """All numbers from low to high. The machine makes the list, since it says how long a list may be."""
        low, high = self.value(node.low, env), self.value(node.high, env)
        return () if low is None or high is None else self.machine.numbers(low, high)

    def _filter(self, node: v.Filter, env: Env) -> Any:
        """The members for which the condition is yes, in their order; a condition that is nothing is not yes."""
        source = self.value(node.source, env) or ()
        name, condition = node.name, node.condition
        return tuple([m for m in source if self.value(condition, {**env, name: m}) is True])

    def _collect(self, node: v.Collect, env: Env) -> Any:
        """The value for each member: all of them as a list, or what is in them as a set in the order of the members'
        type.
        """
        found = [self.value(node.value, {**env, node.name: m}) for m in self.value(node.source, env) or ()]
        if node.sort == "list":
            return tuple(f for f in found if f is not None)
        if node.sort == "union":
            return tuple(sorted({m for f in found for m in (f or ())}))
        return tuple(sorted({f for f in found if f is not None}))

    def _let(self, node: v.Let, env: Env) -> Any:
        """The body with the name bound to the value, which is worked out once."""
        return self.value(node.value, {**env, node.name: self.value(node.source, env)})

    # -------------------------------------------------------------- tests and choices: of nothing none is true

    def _choice(self, node: v.Choice, env: Env) -> Any:
        """One of two values; the other is not worked out, so it may be one that would fault."""
        return self.value(node.yes if self.holds(node.condition, env) else node.no, env)

    def _otherwise(self, node: v.Otherwise, env: Env) -> Any:
        """The default where the value is nothing, 0 and the empty set being something."""
        found = self.value(node.value, env)
        return self.value(node.default, env) if found is None else found

    def _compare(self, node: v.Compare, env: Env) -> Any:
        """No if one side is nothing."""
        left, right = self.value(node.left, env), self.value(node.right, env)
        return left is not None and right is not None and COMPARISONS[node.op](left, right)

    def _equal(self, node: v.Equal, env: Env) -> Any:
        """Equal or, `negated`, different; both are no if one side is nothing, so `x is not y` says that both are
        there.
        """
        left, right = self.value(node.left, env), self.value(node.right, env)
        if left is None or right is None:
            return False
        return self.is_equal(node.left, left, right) != node.negated

    def is_equal(self, node: v.T, left: Any, right: Any) -> bool:
        """Equality: sets without regard to order, copies of one row as one thing where the row is named."""
        kind = node.type.bare
        if kind.distinct:
            return set(left) == set(right)
        if kind.effects and (isinstance(left, tuple) or isinstance(right, tuple)):
            return bool(set(self.plan.effects_told(kind, left)) & set(self.plan.effects_told(kind, right)))
        if kind.piece and left != right:
            copies = self.plan.copies(kind.kind)
            return right in copies[left] and len(copies[left]) > 1
        return bool(left == right)

    def _is_nothing(self, node: v.IsNothing, env: Env) -> Any:
        """`x is nothing`, the one comparison that is yes of nothing."""
        return (self.value(node.value, env) is None) != node.negated

    def _is_in(self, node: v.IsIn, env: Env) -> Any:
        """Whether it is a member. A piece that is named means any copy of its row: `oak in hand` is yes with the
        second oak.
        """
        left, right = self.value(node.left, env), self.value(node.right, env)
        if left is None:
            return False
        there = right or ()
        kind = node.left.type.bare
        if isinstance(node.left, v.Const) and kind.piece:
            found = any(c in there for c in self.plan.copies(kind.kind)[left])
        else:
            found = left in there
        return found != node.negated

    def _is_not(self, node: v.IsNot, env: Env) -> Any:
        """An adjective denied; of nothing it is no, as the adjective itself."""
        return self.value(node.value, env) is not None and not self.holds(node.test, env)

    def _and(self, node: v.And, env: Env) -> Any:
        """From left to right, up to the first that is not yes: what stands behind may rest on what stands before."""
        for part in node.parts:
            if self.value(part, env) is not True:
                return False
        return True

    def _or(self, node: v.Or, env: Env) -> Any:
        """From left to right, up to the first that is yes."""
        for part in node.parts:
            if self.value(part, env) is True:
                return True
        return False

    def _not(self, node: v.Not, env: Env) -> Any:
        """Yes for whatever is not yes, so also where something was nothing."""
        return not self.holds(node.inner, env)

    def _quantifier(self, node: v.Quantifier, env: Env) -> Any:
        """`every` is yes of the empty collection, `some` is no of it, and `no` yes."""
        every = node.kind == "every"
        for inner in self._bind_all(node.binds, env):
            if (self.value(node.body, inner) is True) != every:
                return node.kind == "some"
        return node.kind != "some"

    def _bind_all(self, binds: tuple[tuple[str, v.T], ...], env: Env) -> Iterator[Env]:
        """The environments for all combinations of members, the last name changing fastest; a later collection may
        depend on an earlier name.
        """
        if not binds:
            yield env
            return
        (name, source), rest = binds[0], binds[1:]
        for member in self.value(source, env) or ():
            inner = {**env, name: member}
            if rest:
                yield from self._bind_all(rest, inner)
            else:
                yield inner

    def _supposing(self, node: v.Supposing, env: Env) -> Any:
        """The machine makes the call on a copy of the position and asks the condition there."""
        return self.machine.would_hold(self, node, env)

    def _legal(self, node: v.Legal, env: Env) -> Any:
        """The machine looks for the move among those that are legal now, so it is no where nobody is asked."""
        return self.machine.legal_now(self, node.action, {name: self.value(a, env) for name, a in node.args}, env)

    # -------------------------------------------------------------- `old`: a word as it was, its arguments as now

    def _earlier(self, node: v.Earlier, env: Env) -> Any:
        """In a body the value was kept when it began; elsewhere there is an earlier position to look at."""
        kept = env.get("old")
        if kept is not None and id(node) in kept:
            return kept[id(node)]
        return self.as_it_was(node, env)

    def as_it_was(self, node: v.Earlier, env: Env) -> Any:
        """The value in the earlier position, or as it is now where a body begins; a zone keeps what lies in it."""
        before = self if self.earlier is None else self.earlier
        found = self.value(node.value, env) if self.earlier is None else self.old_word(node.value, env)
        return before.zones_in_past(found) if node.type.zones else found

    def zones_in_past(self, found: Any) -> Any:
        """Zones with what lies in them now."""
        if found is None:
            return None
        if isinstance(found, tuple):
            return tuple((key, self.zones_in_past(zone)) for key, zone in found)
        return PastZone(found, self.context.contents(found))

    def old_word(self, node: v.T, env: Env) -> Any:
        """The word read in the earlier position, its arguments evaluated now.

        What only adds up (`count`, `sum`..) and what turns a place into its contents is read there too:
        `old count of hand of p` is how many there were.
        """
        before = self.earlier
        assert before is not None
        if is_word(node):
            return before.value(with_arguments(node, lambda arg: v.Const(self.value(arg, env), type=arg.type)), env)
        if isinstance(node, v.CoreUse):
            args = []
            for slot, arg in node.args:
                inner = self.old_word(arg, env) if is_read_earlier(node, slot, arg) else self.value(arg, env)
                args.append((slot, v.Const(inner, type=arg.type)))
            return before.value(v.CoreUse(node.word, tuple(args), type=node.type), env)
        return before.value(node, env)

    plain: ClassVar[dict[str, Callable[..., Any]]] = {  # words worked out here
        PAYABLE.name: _payable,
        POSSIBLE.name: _possible,
        "finished": _finished,
        "everyone": _everyone,
        "others": _others,
        "origin": _origin,
        "turned": _turned,
        "beyond": _beyond,
    }
    forms: ClassVar[dict[type, Callable[..., Any]]] = {
        v.Const: _const,
        v.Local: _local,
        v.OptionValue: _option,
        v.Members: _members,
        v.Read: _read,
        v.ZoneAt: _zone,
        v.Held: _held,
        v.MapValues: _map_values,
        v.FieldOf: _field,
        v.Parts: _parts,
        v.Whole: _whole,
        v.Use: _use,
        v.CoreUse: _core,
        v.Named: _named,
        v.Related: _related,
        v.Arith: _arith,
        v.Combine: _combine,
        v.AmountOf: _amount,
        v.Scaled: _scaled,
        v.At: _at,
        v.Single: _single,
        v.AsSet: _as_set,
        v.AsBag: _as_bag,
        v.Listed: _listed,
        v.Coordinates: _coordinates,
        v.Interval: _interval,
        v.Filter: _filter,
        v.Collect: _collect,
        v.Let: _let,
        v.Choice: _choice,
        v.Otherwise: _otherwise,
        v.Compare: _compare,
        v.Equal: _equal,
        v.IsNothing: _is_nothing,
        v.IsIn: _is_in,
        v.IsNot: _is_not,
        v.And: _and,
        v.Or: _or,
        v.Not: _not,
        v.Quantifier: _quantifier,
        v.Supposing: _supposing,
        v.Legal: _legal,
        v.Earlier: _earlier,
    }
