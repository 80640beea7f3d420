"""Cost estimates: steps to work out a value, to list a decision, to carry out a body.

Sizes that the rules themselves name count in full: all members of a kind, numbers from one to another. What only play
knows (what is left of a set, what lies in a zone) counts as a few. So the figure is no promise of how long it takes;
it finds what multiplies beyond all reason.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import isqrt
from typing import Any

from rulekit.check.dataflow.type_sizes import Sizing
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.check.tree.typed_walk import children
from rulekit.limits import ANSWERS_LIMIT, PASSES_LIMIT, WORK_LIMIT
from rulekit.memo import memoize
from rulekit.typesystem import types as t
from rulekit.words.word import NO_WORD, Gives

MOST = 1 << 60  # sums and products stop here
STATEMENT = 25  # steps of a statement: it writes, and everything that follows what is written looks again
FEW = 8  # members of a collection that only play knows
SHARE = 8  # of a set as many are left when a condition chose from it
AROUND = 4  # ways from one place


class Costs:
    """For one rulebook; each value, word and body is worked out once, and a circle counts once round."""

    def __init__(self, checked: CheckedRulebook) -> None:
        self.checked = checked
        self.sizing = Sizing(checked.symbols)
        self.words = {w.key: w for w in checked.words}
        self.named: dict[str, int] = {}
        self.excess: dict[str, int] = {}  # words and bodies that take too much; for whoever uses them they count as one
        self.known: dict[int, tuple[Any, int]] = {}  # with the node, so that its number stays its own

    # -------------------------------------------------------------- sizes

    def size(self, node: Any) -> int:
        """How many members a collection has: named by the rules, or a few."""
        form = SIZES.get(type(node))
        return form(self, node) if form is not None else self._size_by_type(node.type)

    def _size_by_type(self, kind: t.Type) -> int:
        return min(self.sizing.capacity(kind), FEW) if kind.collection else 1

    # -------------------------------------------------------------- values

    def steps_of(self, node: Any) -> int:
        """Steps to work out one value or case."""
        found = self.known.get(id(node))
        if found is None:
            found = self.known[id(node)] = (node, min(self._of(node), MOST))
        return found[1]

    def all(self, nodes: Iterable[Any]) -> int:
        """Steps for all of these, one behind the other; never more than MOST."""
        return min(sum(map(self.steps_of, nodes)), MOST)

    def _of(self, node: Any) -> int:
        if type(node) in BINDING:
            return self._for_each(node)
        more = BEHIND.get(type(node))
        return 1 + self.all(children(node)) + (more(self, node) if more is not None else 0)

    def _for_each(self, node: v.T) -> int:
        cost = 1 + self.steps_of(node.body)
        for _, source in reversed(node.binds):
            cost = min(self.steps_of(source) + self.size(source) * cost, MOST)
        return cost

    def _core(self, node: v.CoreUse) -> int:
        """A word of the kit looks at what it is given; one that walks asks its relation at every place."""
        asked = sum(self._cost_of_named(value) for _, value in node.args if value.named())
        of = node.get("of")
        if node.definition.gives is Gives.NONE:
            return 0  # whatever it is asked of, there is nothing in it
        kinds = [value.type.bare for _, value in node.args]
        places = max((self.sizing.places(kind.space) for kind in kinds if kind.place), default=1)
        walked = 2 * isqrt(places) if node.definition.along or node.definition is NO_WORD else places * AROUND
        return (self.size(of) if of is not None else 1) + asked * walked

    def _cost_of_named(self, node: v.T) -> int:
        """What a relation, adjective or action costs that is given by its name."""
        if relation := node.named("relation"):
            return self.relation(relation)
        if words := self.checked.symbols.words.get(node.named("adjective")):
            return max(self.word(word.key) for word in words)
        return self.steps_to_list(node.refers) if node.named("action") else 1

    def _once(self, key: str, count: Callable[[], int]) -> int:
        if key not in self.named:
            self.named[key] = 1
            found = count()
            if found > WORK_LIMIT:
                self.excess[key], found = found, 1
            self.named[key] = found
        return self.named[key]

    def word(self, key: str) -> int:
        """Steps to work out a word of the game, its arguments not counted; worked out once for each word."""
        body = self.words[key].body
        return self._once(f"word {key}", lambda: self.all(body if isinstance(body, tuple) else (body,)))

    def relation(self, name: str) -> int:
        """Steps to try all cases of a relation; 1 for a relation that is not known."""
        info = self.checked.symbols.relations.get(name)
        return 1 if info is None else self._once(f"relation {name}", lambda: self.all(info.cases))

    # -------------------------------------------------------------- decisions

    def steps_to_list(self, key: str) -> int:
        """Steps to list all moves of an action."""
        body = self.checked.bodies.get(key)
        return 1 if body is None else self._once(f"front {key}", lambda: self.steps_of_choices(body.front))

    def steps_of_choices(self, front: Iterable[Any]) -> int:
        """Each parameter for each choice of those before it, and each guard for each of these."""
        cost, ways = 0, 1
        for step in front:
            if isinstance(step, typed_statements.Param):
                cost += ways * self.steps_of(step.source)
                size = self.size(step.source) if step.amount == "one" else FEW
                ways = min(ways * size, ANSWERS_LIMIT)  # more is refused for being so many
                cost += ways
            else:
                cost += ways * self.steps_of(step.condition if isinstance(step, typed_statements.Guard) else step.value)
        return min(cost, MOST)

    # -------------------------------------------------------------- statements

    def body(self, key: str) -> int:
        """Steps to carry a body out, once round each loop that only play counts."""
        body = self.checked.bodies.get(key)
        return 1 if body is None else self._once(f"body {key}", lambda: self.lines(body.lines))

    def lines(self, lines: Iterable[typed_statements.Line]) -> int:
        """Steps for lines of a body."""
        return min(sum(self.line(one) for one in lines), MOST)

    def line(self, line: typed_statements.Line) -> int:
        """Steps for one line: what is inside, as often as its openers have it run."""
        inner = sum(self.step(s) for s in (*(line.price or ()), *line.does)) + self.lines(line.body or ())
        return self.steps_behind_openers(line.openers, inner)

    def steps_behind_openers(self, openers: tuple[typed_statements.Step, ...], inner: int) -> int:
        """What stands behind openers, as often as they say it runs."""
        for opener in reversed(openers):
            inner = min(self.passes(opener) * (inner + 1) + self.all(children(opener)), MOST)
        return inner

    def passes(self, opener: typed_statements.Step) -> int:
        """How often a loop runs, where its own words say so."""
        if isinstance(opener, typed_statements.Each):
            return self.size(opener.source)
        return fixed_number(opener.times) or 1 if isinstance(opener, typed_statements.Repeat) else 1

    def step(self, step: typed_statements.Step) -> int:
        """A decision waits: what it lists, and what comes of it, is another matter."""
        if isinstance(step, typed_statements.Call):
            return self.call(step)
        if isinstance(step, typed_statements.Ask | typed_statements.Choose | typed_statements.Menu):
            return STATEMENT
        return STATEMENT + self.all(children(step))

    def call(self, call: typed_statements.Call) -> int:
        """Steps for a verb: its arguments, itself, and the body of the procedure if it is one."""
        inner = self.all(value for _, value in (*call.args, *call.hidden))
        return min(STATEMENT + inner + (self.body(f"proc {call.proc}") if call.proc is not None else 0), MOST)


# ------------------------------------------------------------------ sizes


def fixed_number(node: v.T) -> int | None:
    """A number that the rules themselves name."""
    value = node.constant
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _interval(costs: Costs, node: v.Interval) -> int:
    low, high = fixed_number(node.low), fixed_number(node.high)
    return FEW if low is None or high is None else max(0, high - low + 1)


def _filter(costs: Costs, node: v.Filter) -> int:
    size = costs.size(node.source)
    return min(size, FEW // 2 + size // SHARE)


def _list_size(costs: Costs, node: v.Listed) -> int:
    return min(sum(costs.size(item) for item in node.items), MOST) if node.flat else len(node.items)


def _combine(costs: Costs, node: v.Combine) -> int:
    more = costs.size(node.right) if (node.op, node.sort) == ("+", "set") else 0
    return min(costs.size(node.left) + more, MOST)


SIZES: dict[type, Any] = {
    v.Members: lambda costs, node: costs.sizing.members(node.of),
    v.Interval: _interval,
    v.Filter: _filter,
    v.Collect: lambda costs, node: FEW if node.sort == "union" else costs.size(node.source),
    v.AsSet: lambda costs, node: costs.size(node.source),
    v.Single: lambda costs, node: 1,
    v.Listed: _list_size,
    v.Combine: _combine,
    v.Choice: lambda costs, node: max(costs.size(node.yes), costs.size(node.no)),
}

BINDING = (v.Filter, v.Collect, v.Let, v.Quantifier)  # their bodies are worked out once for each member
BEHIND: dict[type, Callable[[Costs, Any], int]] = {  # what a value sets off besides working out its parts
    v.Use: lambda costs, node: costs.word(node.word),
    v.Related: lambda costs, node: costs.relation(node.relation),
    v.CoreUse: lambda costs, node: costs._core(node),
    v.Legal: lambda costs, node: costs.steps_to_list(node.refers),
    v.Supposing: lambda costs, node: costs.call(node.call),
}
DEARER = frozenset((*BINDING, *BEHIND))  # all else takes one step for itself


# ------------------------------------------------------------------ loops that only play counts


@memoize
def costs_of(checked: CheckedRulebook) -> Costs:
    """Worked out once for a rulebook."""
    return Costs(checked)


def charge(costs: Costs, line: typed_statements.Line, opener: typed_statements.Step) -> int:
    """What play counts for one pass of a loop; nothing, if the rules say how often it runs, or it is never often."""
    if isinstance(opener, typed_statements.Each) and (
        costs.size(opener.source) > FEW or holds_few(costs, opener.source)
    ):
        return 0
    if isinstance(opener, typed_statements.Repeat) and fixed_number(opener.times) is not None:
        return 0
    inner = sum(costs.step(s) for s in (*(line.price or ()), *line.does)) + costs.lines(line.body or ())
    behind = line.openers[line.openers.index(opener) + 1 :]
    return steps_of_passes(costs.steps_behind_openers(behind, inner) + costs.all(children(opener)))


def holds_few(costs: Costs, source: v.T) -> bool:
    """Whether the value holds so few members that a walk over it is no matter of cost."""
    return costs.sizing.capacity(source.type) <= FEW * FEW


def steps_of_passes(work: int) -> int:
    """As much as it costs; but a thousand passes there may be of anything."""
    return max(1, min(work, PASSES_LIMIT // 1000))
