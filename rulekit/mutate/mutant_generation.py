"""Every mutant of a rulebook: one node changed by one operator."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import attrs

from rulekit.model.rulebook import Rulebook
from rulekit.mutate.model_paths import at, below, put
from rulekit.mutate.mutable_declarations import rules
from rulekit.mutate.mutation_site import Change, Spot
from rulekit.mutate.operators import operators
from rulekit.mutate.substitutes import Facts
from rulekit.source import NOWHERE, Span


@attrs.frozen(eq=False)
class Mutant:
    """One change of a rulebook. Its id is the operator, the clause it changes, and a number."""

    id: str
    operator: str
    family: str
    clause: str
    change: Change
    span: Span  # of the node that is changed

    def applied(self, rulebook: Rulebook) -> Rulebook:
        """The rulebook with the change in it."""
        found: Rulebook = put(rulebook, self.change.path, self.change.new)
        return found

    @property
    def sentence(self) -> str:
        return self.change.sentence


def mutants(rulebook: Rulebook) -> Iterator[Mutant]:
    """All of them in the order of the rulebook; what two operators propose alike counts once."""
    facts = Facts(rulebook)
    seen: set[object] = set()
    numbers: Counter[tuple[str, str]] = Counter()
    for n in rules(rulebook):
        for path, above in below(rulebook.declarations[n], ("declarations", n)):
            spot = Spot(facts, path, above)
            for operator in operators():
                for change in operator.propose(spot):
                    key = (change.path, change.new)
                    if key in seen or at(rulebook, change.path) == change.new:
                        continue
                    seen.add(key)
                    numbers[operator.name, spot.clause] += 1
                    number = numbers[operator.name, spot.clause]
                    name = f"{operator.name}@{spot.clause}#{number}"
                    yield Mutant(name, operator.name, operator.family, spot.clause, change, span_of(spot))


def span_of(spot: Spot) -> Span:
    """Where the change is: the innermost node on the way that was read from a file."""
    return next((node.span for node in reversed(spot.above) if node.span is not NOWHERE), NOWHERE)
