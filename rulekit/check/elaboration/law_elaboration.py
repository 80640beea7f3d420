"""Endings, results and laws."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulekit.check.elaboration import coercions
from rulekit.check.elaboration.definitions import CheckedCase
from rulekit.check.names.scope import Binding, Frame, Scope
from rulekit.check.names.zones_and_states import moments
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.checked_rulebook import CheckedEnding, CheckedLaw, CheckedResult
from rulekit.check.tree.typed_walk import children
from rulekit.diagnostics import nearest
from rulekit.model import declarations as d
from rulekit.model import expressions as x
from rulekit.records import evolve
from rulekit.source import NOWHERE, Span
from rulekit.typesystem import types as t

if TYPE_CHECKING:
    from rulekit.check.elaboration.elaborator import Elaborator

KINDS = "always at-rest never at-end each-step never-rises never-falls never-changes at-most same demands".split()
NUMBERS = ("never-rises", "never-falls", "never-changes")
TIES = ("shared", "undecided", "drawn")
WANTED = {"space": "a space", "kind": "a card, tile, piece or list", "Player": "Player"}
HOW = {
    "rotating": "Player", "renaming": "type", "swapping": "kind", "turning": "space", "mirroring": "space",
    "shuffling": "zone", "changing": "option", "reordering": "together",
}  # fmt: skip


def ending(e: Elaborator, node: d.Ending) -> CheckedEnding:
    if node.moment is not None and node.moment not in moments(e):
        e.wrong("K07", node.span, "moment", name=node.moment, near=nearest(node.moment, moments(e)))
    scope = Scope(frame=Frame("result"))
    return CheckedEnding(node.id, node.moment, e.condition(node.condition, scope), node)


def result(e: Elaborator, node: d.Ranking | d.Winner | d.Grade) -> CheckedResult:
    scope = Scope(frame=Frame("result"))
    condition = e.condition(node.condition, Scope(frame=Frame("result"))) if node.condition is not None else None
    if isinstance(node, d.Winner):
        who = e.as_(node.who, Scope(frame=Frame("result")), t.SetOf(t.SEAT), "value", name="winner")
        return CheckedResult(node.id, "winner", (who,), None, condition, node)
    if isinstance(node, d.Grade):
        grade = e.value(node.value, Scope(frame=Frame("result")), None)
        e.grades.append(grade.type)
        return CheckedResult(node.id, "grade", (grade,), None, condition, node)
    criteria = tuple(criterion(e, c, scope) for c in node.criteria)
    return CheckedResult(node.id, "most", criteria, _ties(e, node), condition, node)


def _ties(e: Elaborator, node: d.Ranking) -> str:
    name = node.ties.name if isinstance(node.ties, x.Name) else e.written(node.ties)
    tie_word(e, name, node.ties.span)
    return name


def tie_word(e: Elaborator, name: str, span: Span) -> None:
    """What a result and a scene can say of ties."""
    if name not in TIES:
        e.wrong("K15", span, name=name, type="tie word", members=TIES, near=nearest(name, TIES))


def criterion(e: Elaborator, node: x.Expr, scope: Scope) -> v.T:
    """A number for each player; a bare word with one Player parameter takes the player, also in `0 - golf-score`."""
    return coercions.value(e.as_(_of_player(e, node), scope, t.ANY_NUMBER, "value", name="most"))


def _of_player(e: Elaborator, node: x.Expr) -> x.Expr:
    if isinstance(node, x.Sum | x.Product):
        rest = tuple((sign, _of_player(e, part)) for sign, part in node.rest)
        return evolve(node, first=_of_player(e, node.first), rest=rest)
    if isinstance(node, x.Name):
        words = [w for w in e.symbols.words.get(node.name, ()) if len(w.params) == 1]
        state = e.symbols.states.get(node.name)
        if words or (state is not None and state.indexes):
            return x.Of(node.name, None, x.Name("player", span=node.span), span=node.span)
    return node


# ------------------------------------------------------------------ laws


def law_scope(e: Elaborator, law: bool = True) -> Scope:
    """Free `p` and `player` mean every player."""
    scope = Scope(frame=Frame("law", earlier=True, last=False))
    scope.bind(Binding("p", t.SEAT, NOWHERE, "law"))
    return scope


def law(e: Elaborator, kind: str, case: d.Case) -> CheckedLaw:
    node = case.law
    scope = law_scope(e)
    if isinstance(node, d.Under):
        condition = _under(e, node)
        return CheckedLaw(case.id, kind, "under", condition, frozenset(), case)
    if isinstance(node, d.Only):
        _only(e, node, scope)
        return CheckedLaw(case.id, kind, "only", None, frozenset(), case)
    if isinstance(node, d.After):
        for name, kind_ in _after_names(e, node).items():
            scope.bind(Binding(name, kind_, node.span, "parameter"))
        condition = e.condition(node.condition, scope)
        return CheckedLaw(case.id, kind, "after", condition, _free(scope, condition), case)
    if kind in NUMBERS:
        found = coercions.contents(coercions.value(e.operand(node, scope, None)))
        if t.known(found.type) and not isinstance(
            t.bare(found.type), t.Number | t.SetOf | t.Sequence | t.YesNo | t.BagOf
        ):
            if kind != "never-changes":
                e.wrong("K16", case.span, "value", name=kind, found=found.type.phrase, wanted="a number or a set")
        return CheckedLaw(case.id, kind, "plain", found, _free(scope, found), case)
    condition = e.condition(node, scope)
    return CheckedLaw(case.id, kind, "plain", condition, _free(scope, condition), case)


def _free(scope: Scope, found: v.T) -> frozenset[str]:
    names = unbound(found)
    return frozenset(n for n in ("p", "player") if n in names and (n == "p" or scope.find(n) is None))


def unbound(node: object) -> frozenset[str]:
    """The names a value needs from outside: those no quantifier or filter in it binds."""
    if isinstance(node, v.Local):
        return frozenset((node.name,))
    if isinstance(node, v.Filter):
        return unbound(node.source) | (unbound(node.condition) - {node.name})
    if isinstance(node, v.Collect):
        return unbound(node.source) | (unbound(node.value) - {node.name})
    if isinstance(node, v.Quantifier):
        found: frozenset[str] = unbound(node.body)
        for name, source in reversed(node.binds):
            found = (found - {name}) | unbound(source)
        return found
    return frozenset().union(*(unbound(child) for child in children(node)))


def _after_names(e: Elaborator, node: d.After | d.Only) -> dict[str, t.Type]:
    """Parameters and names bound in the outermost body, as far as all the named events share them."""
    found: dict[str, t.Type] | None = None
    for name in node.events if isinstance(node, d.After) else (node.name,):
        keys = [f"action {name}"] + [f"proc {p.key}" for p in e.symbols.procs.get(name, [])]
        bodies = [e.bodies[k] for k in keys if k in e.bodies] or [e.bodies[k] for k in (name,) if k in e.bodies]
        if not bodies:
            known = [*e.symbols.actions, *e.symbols.procs]
            e.wrong("K07", node.span, "moment", name=name, near=nearest(name, known))
        for body in bodies:
            names = dict(body.locals)
            names |= {p.name: p.type for p in body.front if hasattr(p, "type")}
            for proc in e.symbols.procs.get(name, []):
                if f"proc {proc.key}" in e.bodies and e.bodies[f"proc {proc.key}"] is body:
                    names |= {p.name: p.type for p in proc.params}
            found = names if found is None else {k: v_ for k, v_ in found.items() if k in names}
    return found or {}


def _under(e: Elaborator, node: d.Under) -> v.T | None:
    symbols = e.symbols
    known: dict[str, dict[str, object]] = {
        "Player": {"Player": 1}, "type": {**symbols.types}, "kind": {**symbols.kinds}, "space": {**symbols.spaces},
        "zone": {**symbols.zones, "box": 1}, "option": {**symbols.options}, "together": {"together": 1, "reactions": 1},
    }  # fmt: skip
    if node.how not in HOW:
        e.wrong("K07", node.span, "symmetry", name=node.how, near=nearest(node.how, list(HOW)))
    elif node.over not in known[HOW[node.how]]:
        sort = HOW[node.how]
        over = list(known[sort])
        if node.over in symbols.types:
            found, wanted = symbols.types[node.over].phrase, WANTED.get(sort, f"the name of a {sort}")
            e.wrong("K16", node.span, "argument", word=node.how, value=node.over, found=found, wanted=wanted)
        else:
            e.wrong("K07", node.span, "symmetry", name=node.over, near=nearest(node.over, over))
    for name in node.compared:
        if name not in ("legal", "views", "scores", "result"):
            e.wrong("K07", node.span, "symmetry", name=name, near=("legal", "views", "scores", "result"))
    return e.condition(node.condition, law_scope(e)) if node.condition is not None else None


def _only(e: Elaborator, node: d.Only, scope: Scope) -> None:
    for name, kind in _after_names(e, node).items():
        scope.bind(Binding(name, kind, node.span, "parameter"))
    scope.bind(Binding("all", t.UNKNOWN, NOWHERE, "law"))
    for path in node.paths:
        if isinstance(path, x.Of) and path.word == "all":
            e.operand(path.arg, scope, t.SEAT)
        elif isinstance(path, x.Name) and path.name == "facing":
            continue
        else:
            e.operand(path, scope, None)


def demand(e: Elaborator, case: d.Case) -> CheckedCase:
    condition = e.condition(case.law, Scope(frame=Frame("demands")))
    return CheckedCase(case.id, condition, None, case, "case")
