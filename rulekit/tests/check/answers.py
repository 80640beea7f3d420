"""Intermediate answers of the checks, one line each: from symbols and the typed tree to proofs, visibility and lints.

`python -m rulekit.tests.check.answers FILE [GAME..]` writes those of every bundled game, toy and corpus chunk; write
one file before and one after a change and compare them: a room that was only tidied gives the same lines. What is said
of a rulebook is written of the wrong ones too.
"""

from __future__ import annotations

import argparse
import hashlib
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import Any

import attrs

from rulekit.check.budgets.cost_estimate import costs_of
from rulekit.check.configuration_space import configurations
from rulekit.check.dataflow import facts as f
from rulekit.check.dataflow.range_inference import flow_of
from rulekit.check.effects.call_graph import call_graph, price_only_procedures
from rulekit.check.effects.effect_summary import EVERY, effects
from rulekit.check.evaluation.constant_folding import OPEN, ConstantFolder
from rulekit.check.lints import lints
from rulekit.check.lints.numeric.division import Divisors
from rulekit.check.proofs.case_analysis import cases_of
from rulekit.check.proofs.literals import excludes
from rulekit.check.proofs.nonempty import prover_of
from rulekit.check.proofs.path_conditions import musts
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.applicability import conditions
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.check.tree.statement_walk import lines_of, steps_of
from rulekit.check.tree.typed_roots import roots
from rulekit.check.tree.typed_walk import fields, locals_of, walk
from rulekit.check.visibility import ASKED, DefUse, ReadCollector, ValueInfo, VisibleFacts, decisions, offered_to
from rulekit.data import bundled_games
from rulekit.diagnostics import Problem, Problems, samples
from rulekit.model.base import Node
from rulekit.pipeline import examine_all
from rulekit.source import Span
from rulekit.tests.check.corpus import chunks
from rulekit.typesystem import types as t

Lines = Iterator[str]
GAMES = Path(__file__).parents[1] / "games"
MOST_CASES = 40  # of one proof by cases


def at(span: Span | None) -> str:
    return f"{Path(span.file).name}:{span.line}:{span.column}" if span is not None else "nowhere"


def told(node: Any) -> str:
    """Anything as text, the same in every run."""
    if isinstance(node, frozenset | set):
        return "{" + ", ".join(sorted(map(told, node))) + "}"
    if isinstance(node, dict):
        return "{" + ", ".join(sorted(f"{told(k)}: {told(value)}" for k, value in node.items())) + "}"
    if isinstance(node, tuple | list):
        return "(" + ", ".join(map(told, node)) + ")"
    if isinstance(node, Problem):
        return f"{node.code} {at(node.span)} {node.variant} {told(dict(node.facts))} {[at(s) for s, _ in node.second]}"
    if isinstance(node, Span):
        return at(node)
    names = fields(node)
    return f"{type(node).__name__}({', '.join(told(getattr(node, name)) for name in names)})" if names else str(node)


def known(facts: f.Facts) -> str:
    return " ".join((
        "dead" if facts.dead else "", told(dict(facts.bounds)), told(dict(facts.gaps)), told(facts.sure),
        told(facts.void),
    ))  # fmt: skip


@cache
def _names(kind: Any) -> tuple[str, ...]:
    """The fields of a record that are told: what was written, and what was kept on the way, is not."""
    return tuple(sorted(field.name for field in attrs.fields(kind) if not field.name.startswith("_")))


def whole(value: Any) -> str:
    """A value with everything in it, whatever the order of sets; nodes of the syntax tree only by their place."""
    if isinstance(value, Span):
        return f"{value.line}:{value.column}"
    if isinstance(value, Node):
        return f"<{type(value).__name__} {whole(value.span)}>"
    if isinstance(value, set | frozenset):
        return "{" + ", ".join(sorted(map(told, value))) + "}"
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{whole(key)}: {whole(one)}" for key, one in value.items()) + "}"
    if isinstance(value, tuple | list):
        return "(" + ", ".join(map(told, value)) + ")"
    if attrs.has(type(value)):
        kind: Any = type(value)
        inner = ", ".join(f"{name}={whole(getattr(value, name))}" for name in _names(kind))
        return f"{type(value).__name__}({inner})"
    return repr(value)


def answers(checked: CheckedRulebook) -> dict[str, list[str]]:
    """The lines of each room for one rulebook."""
    return {name: list(work(checked)) for name, work in ROOMS.items()}


def every_answer(place: Path) -> dict[str, list[str]]:
    """Those, what the rulebook was read as, and what is said of it; of one with errors only what is said."""
    try:
        examined = examine_all(place)
    except Problems as refused:
        return {"problems": said(refused.problems)}
    found = {"problems": said(examined.problems)}
    if examined.errors:
        return found
    return {**found, **{name: list(work(examined.checked)) for name, work in (READ | ROOMS).items()}}


def said(problems: Iterable[Problem]) -> list[str]:
    """What was found, and what is to be done about it."""
    return [" ".join(f"{at(one.span)} {one} {one.advice}".split()) for one in problems]


# ------------------------------------------------------------------ what was read


def of_symbols(checked: CheckedRulebook) -> Lines:
    for name, value in vars(checked.symbols).items():
        if name not in ("problems", "taken"):
            yield f"{name} {whole(value)}"


def of_tree(checked: CheckedRulebook) -> Lines:
    yield from (f"{root.sort} {whole(root.node)}" for root in roots(checked))
    yield from map(whole, (*checked.starts_and_scenes, checked.chooses, checked.performs))


def of_constants(checked: CheckedRulebook) -> Lines:
    """Every closed value that is known before play: with no configuration, and with the fewest and the most players."""
    fewest, most = checked.symbols.seats
    folders = (ConstantFolder(checked), ConstantFolder(checked, None, fewest), ConstantFolder(checked, None, most))
    met = set[int]()
    for node in (node for root in roots(checked) for node in walk(root.node)):
        asked = isinstance(node, v.T) and not isinstance(node, v.Const | v.Named | v.Broken)
        if asked and id(node) not in met and not locals_of(node):
            met.add(id(node))
            found = [folder.ask(node) for folder in folders]
            if any(one is not OPEN for one in found):
                yield f"{at(node.span)} {type(node).__name__} {found!r}"


# ------------------------------------------------------------------ dataflow


def of_dataflow(checked: CheckedRulebook) -> Lines:
    flow = flow_of(checked)
    yield from (f"param {key} {bounds} {flow.largest.get(key)}" for key, bounds in sorted(flow.params.items()))
    for key in checked.bodies:
        for seen in flow.body(key):
            line = seen.line.id if seen.line is not None else None
            where = f"{key} [{line}] {type(seen.node).__name__} {at(seen.node.span)}"
            yield f"{where} {seen.price} {seen.far} {known(seen.facts)}"
            for node in walk(seen.node):
                if isinstance(node, v.T):
                    yield f"  {at(node.span)} {' '.join(_valued(checked, node, seen.facts))}"
    for root in roots(checked):
        if root.sort != "body":
            for node in walk(root.node):
                if isinstance(node, v.T):
                    yield f"{root.sort} {at(node.span)} {' '.join(_valued(checked, node, f.NONE))}"


def _valued(checked: CheckedRulebook, node: v.T, facts: f.Facts) -> Lines:
    numbers = flow_of(checked).intervals
    kind = node.type.bare
    yield "maybe" if numbers.may_be_nothing(node, facts) else "sure"
    if isinstance(kind, t.Number):
        yield f"of {numbers.bounds_of(node, facts)}"
    if kind.collection:
        yield f"size {numbers.size(node, facts)} element {numbers.element(node, facts)}"
    if isinstance(kind, t.BagOf):
        yield f"bag {numbers.bag(node, None, facts)}"


def of_narrowing(checked: CheckedRulebook) -> Lines:
    flow = flow_of(checked)
    seen = [(s.node, s.facts) for key in checked.bodies for s in flow.body(key) if isinstance(s.node, v.T)]
    for condition, facts in [*((c.condition, f.NONE) for c in conditions(checked)), *seen]:
        for holds in (True, False):
            yield f"{at(condition.span)} {holds} {known(flow.intervals.assume(condition, facts, holds))}"


# ------------------------------------------------------------------ proofs


def of_proofs(checked: CheckedRulebook) -> Lines:
    flow = flow_of(checked)
    proofs, words = cases_of(checked), flow.intervals.effects.words
    clauses = list(conditions(checked))
    for clause in clauses:
        cases = proofs.values([clause.condition])
        found = None if cases is None else [(told(dict(c)), told(a)) for c, a in list(cases)[:MOST_CASES]]
        yield f"cases {clause.id} {found}"
    for one, other in pairwise(clauses):
        yield f"excludes {one.id} {other.id} {excludes(words, one.condition, other.condition)}"
    for root in roots(checked):
        for node in walk(root.node):
            if isinstance(node, v.T) and node.type.bare.collection and not isinstance(node.type, t.Map):
                if not isinstance(node.type.bare, t.Zone):
                    yield f"one {at(node.span)} {proofs.at_most_one(node)}"
    divisors = Divisors(checked)
    divisors.rulebook()
    yield from (f"divisors {at(by.span)} {bounds}" for by, bounds in divisors.doubts.values())
    decided = prover_of(checked)
    for place in musts(checked):
        yield f"must {at(place.step.span)} {decided.always_has_move(place)} {told(decided.nothing_left(place))}"
        yield f"  near {told(sorted(map(told, decided._near(place, frozenset()))))}"


# ------------------------------------------------------------------ effects


def of_effects(checked: CheckedRulebook) -> Lines:
    known_ = effects(checked)
    columns = [f"column {name}" for name in known_.columns]
    for key in [*checked.bodies, *columns, *known_.values]:
        direct = known_.direct_effects(key)
        writes = sorted((w.name, w.way, told(w.args), at(w.span)) for w in direct.writes)
        edges = sorted((e.target, e.sort, at(e.span)) for e in direct.edges)
        yield f"{key} {writes} {told(direct.reads)} {told(direct.uses)} {edges} {told(direct.marks)}"
        for follow in (EVERY, frozenset(("call",))):
            found = known_.summary_of(key, follow)
            yield f"  {told(found.writes)} {told(found.marks)} {told(found.keys)} {told(found.lowers)}"
    for key, body in checked.bodies.items():
        yield f"before {key} {told(known_.changes_before(body))}"
        for step in steps_of(body):
            yield f"  {at(step.span)} {told(known_.changes(step))} {told(known_.summary_inside(key, (step,)).writes)}"
        for line in lines_of(body.lines):
            yield f"  [{line.id}] {told(known_.changes_in((line,)))}"
    for root in roots(checked):
        for node in walk(root.node):
            if isinstance(node, v.T):
                yield f"{at(node.span)} {told(known_.depends(node))} {told(known_.reads(node))}"
    yield f"priced {told(price_only_procedures(checked))}"
    guards, costs = call_graph(checked), costs_of(checked)
    for key, body in checked.bodies.items():
        yield f"guarding {key} {guards.is_repeated(body)} {[s for s in checked.states if guards.is_guarded(body, s)]}"
        yield f"costs {key} {costs.steps_to_list(key)} {costs.body(key)}"


# ------------------------------------------------------------------ visibility, sources and lints


def of_visibility(checked: CheckedRulebook) -> Lines:
    visibility, uses, active = VisibleFacts(checked), DefUse(checked), offered_to(checked)
    facts = {key: [(one.viewer, one.sides) for one in found] for key, found in visibility.facts.items()}
    yield f"{told(active)} {told(facts)}"
    for given in visibility.configurations():
        collector = ReadCollector(checked, visibility, uses, given)
        for key, body in checked.bodies.items():
            clauses: Iterable[Any] = ()
            if body.sort in ("action", "effect"):
                clauses = collector.action_clauses(key, ValueInfo(seat=ASKED), active.get(body.name, ()))
            for clause in (*clauses, *(c for d in decisions(body) if isinstance(d.ask, typed_statements.Choose)
                                       for c in collector.choice_clauses(d.ask, body))):  # fmt: skip
                reads = sorted((r.sort, r.place, r.whose, r.sides, r.end or "", at(r.span)) for r in clause.found)
                yield f"{key} {clause.id} {clause.sort} {reads}"


def of_lints(checked: CheckedRulebook) -> Lines:
    yield f"{len(configurations(checked))} configurations"
    yield from sorted(told(problem) for ask in lints() for problem in ask(checked))


READ = {"symbols": of_symbols, "tree": of_tree, "constants": of_constants}
ROOMS = {
    "dataflow": of_dataflow,
    "narrowing": of_narrowing,
    "proofs": of_proofs,
    "effects": of_effects,
    "visibility": of_visibility,
    "lints": of_lints,
}


# ------------------------------------------------------------------ rulebooks


def toys() -> Iterator[tuple[str, CheckedRulebook]]:
    """The small games of the tests and every chunk of the corpus that has no errors, by file; each checked once."""
    with tempfile.TemporaryDirectory() as folder:
        for name, path in small(Path(folder)):
            yield from _checked(name, path)


def small(folder: Path) -> Iterator[tuple[str, Path]]:
    """The small games of the tests, and the chunks of the corpus, which are spread below a folder."""
    yield from ((file.stem, file) for file in sorted(GAMES.glob("*.rules")))
    for sort in ("right", "wrong"):
        for chunk in chunks(sort):
            place = folder / sort / chunk.name
            place.mkdir(parents=True)
            yield f"{sort}/{chunk.name.rpartition('-')[0]}", samples.write_sample(chunk.text, place)


def _checked(name: str, path: Path) -> Iterator[tuple[str, CheckedRulebook]]:
    try:
        examined = examine_all(path)
    except Problems:
        return
    if not examined.errors:
        yield name, examined.checked


def digests(games: Iterable[tuple[str, CheckedRulebook]]) -> str:
    """One line for each file and room: how many answers there are, and their hash."""
    lines: dict[tuple[str, str], list[str]] = {}
    for name, checked in games:
        for room, found in answers(checked).items():
            lines.setdefault((name, room), []).extend(found)
    return "".join(
        f"{name} {room} {len(found)} {hashlib.sha256(chr(10).join(found).encode()).hexdigest()[:12]}\n"
        for (name, room), found in lines.items()
    )


def main() -> None:
    """Every line of every rulebook into one file."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("target", type=Path)
    parser.add_argument("wanted", nargs="*", help="some games alone")
    asked = parser.parse_args()
    with asked.target.open("w", encoding="utf-8") as out, tempfile.TemporaryDirectory() as folder:
        for name, path in (*((one.name, one) for one in bundled_games()), *small(Path(folder))):
            if not asked.wanted or name in asked.wanted:
                for room, found in every_answer(path).items():
                    out.write("".join(f"{name} {room} {line}\n" for line in found).replace(f"{folder}/", ""))


if __name__ == "__main__":
    main()
