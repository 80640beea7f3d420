"""Every mutant of a rulebook: one node of its rules changed by one operator; and mutants as text."""

from __future__ import annotations

import difflib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs

from rulekit.files import reading, writing
from rulekit.model import declarations as d
from rulekit.model import expressions as x
from rulekit.model import scenes as sc
from rulekit.model.base import Node, fields, walk
from rulekit.model.printer import print_rulebook
from rulekit.model.rulebook import Rulebook
from rulekit.mutate.mutation_site import MutationSite, NodeChange, RulebookIndex, node_at, replace_at, walk_below
from rulekit.mutate.operators import operators
from rulekit.pipeline import LEDGER, RULINGS
from rulekit.records import evolve
from rulekit.source import NOWHERE, Span

READ = (d.Define, d.Cases, d.Total, d.Relation)  # rules only as far as a rule reads them
SILENT = (d.Source, d.Written, sc.Scene, sc.Start)  # presentation, and what tests the rules


def rules(rulebook: Rulebook) -> tuple[int, ...]:
    """The places of the declarations that are rules."""
    ghosts = {state.name for state in rulebook.declarations_of(d.State) if state.ghost}
    sure = [n for n, decl in enumerate(rulebook.declarations) if _sure(decl, ghosts)]
    read = _names(rulebook.declarations[n] for n in sure)
    waiting = {n: decl for n, decl in enumerate(rulebook.declarations) if isinstance(decl, READ)}
    found = set(sure)
    while fresh := [n for n, decl in waiting.items() if _name(decl) in read]:
        found.update(fresh)
        read |= _names(waiting.pop(n) for n in fresh)
    return tuple(sorted(found))


def _sure(decl: d.Decl, ghosts: set[str]) -> bool:
    """A rule whoever reads it."""
    if isinstance(decl, (*READ, *SILENT)):
        return False
    if isinstance(decl, d.Laws):
        return decl.kind == "demands"
    if isinstance(decl, d.State):
        return not decl.ghost
    return not (isinstance(decl, d.Reaction) and _ghostly(decl, ghosts))


def _ghostly(reaction: d.Reaction, ghosts: set[str]) -> bool:
    """It only keeps tallies for laws."""
    calls = [node for node in walk(reaction) if isinstance(node, x.Call)]
    return bool(calls) and all(strings(call) & ghosts for call in calls)


def _name(decl: Any) -> str:
    return str(decl.verb if isinstance(decl, d.Relation) else decl.head.name)


def _names(decls: Iterator[d.Decl]) -> set[str]:
    return {name for decl in decls for name in strings(decl)}


def strings(root: Node) -> set[str]:
    """Every name that stands somewhere in a node."""
    return {text for node in walk(root) for name in fields(node) for text in _texts(getattr(node, name))}


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, tuple):
        for one in value:
            yield from _texts(one)


@attrs.frozen(eq=False)
class Mutant:
    """One change of a rulebook. Its id is the operator, the clause it changes, and a number."""

    id: str
    operator: str
    family: str
    clause: str
    change: NodeChange
    span: Span  # of the node that is changed

    def apply(self, rulebook: Rulebook) -> Rulebook:
        """The rulebook with the change in it."""
        found: Rulebook = replace_at(rulebook, self.change.path, self.change.new)
        return found

    @property
    def sentence(self) -> str:
        """What was changed, in words."""
        return self.change.sentence


def mutants(rulebook: Rulebook) -> Iterator[Mutant]:
    """All of them in the order of the rulebook; what two operators propose alike counts once."""
    facts = RulebookIndex(rulebook)
    seen: set[object] = set()
    numbers: Counter[tuple[str, str]] = Counter()
    for n in rules(rulebook):
        for path, above in walk_below(rulebook.declarations[n], ("declarations", n)):
            spot = MutationSite(facts, path, above)
            for operator in operators():
                for change in operator.propose(spot):
                    key = (change.path, change.new)
                    if key in seen or node_at(rulebook, change.path) == change.new:
                        continue
                    seen.add(key)
                    numbers[operator.name, spot.clause] += 1
                    number = numbers[operator.name, spot.clause]
                    name = f"{operator.name}@{spot.clause}#{number}"
                    yield Mutant(name, operator.name, operator.family, spot.clause, change, span_of(spot))


def span_of(spot: MutationSite) -> Span:
    """Where the change is: the innermost node on the way that was read from a file."""
    return next((node.span for node in reversed(spot.above) if node.span is not NOWHERE), NOWHERE)


# ------------------------------------------------------------------ mutants as rules


AROUND = 1  # lines shown on either side of a change


def inline_tables(rulebook: Rulebook) -> str:
    """The rulebook without files beside it: rows that were listed in a table are written out."""
    kinds = [evolve(decl, file=None) if isinstance(decl, d.Kind) else decl for decl in rulebook.declarations]
    return print_rulebook(Rulebook(tuple(kinds)))


def difference(rulebook: Rulebook, mutant: Mutant) -> list[str]:
    """The lines that are different, as a patch without its head."""
    before, after = inline_tables(rulebook).splitlines(), inline_tables(mutant.apply(rulebook)).splitlines()
    lines = list(difflib.unified_diff(before, after, lineterm="", n=AROUND))
    return lines[2:]


def folder_name(mutant: Mutant) -> str:
    """The id of a mutant as the name of a folder."""
    return mutant.id.replace("@", "_").replace("#", "_")


def write(folder: Path, game: Path, rulebook: Rulebook, mutant: Mutant) -> Path:
    """One mutant as a game of its own: one file of rules, and what lies beside the rules of the original."""
    made = folder / folder_name(mutant)
    text = f"# {mutant.id}: {mutant.sentence}\n{inline_tables(mutant.apply(rulebook))}"
    writing.write(made / "rules.rules", text)
    for name in (LEDGER, RULINGS):
        if game.is_dir() and (game / name).is_file():
            writing.write(made / name, reading.read(game / name, within=game))
    return made
