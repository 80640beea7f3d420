"""Endings, results, laws and demands."""

from __future__ import annotations

from rulekit.check.elaboration import coercions
from rulekit.check.elaboration.elaborator import Elaborator
from rulekit.check.elaboration.place_elaboration import moments
from rulekit.check.names.scope import Binding, Scope, ScopeKind
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.checked_rulebook import CheckedCase, CheckedEnding, CheckedLaw, CheckedResult
from rulekit.check.tree.typed_walk import children
from rulekit.diagnostics import nearest
from rulekit.model import declarations as d
from rulekit.model import expressions as x
from rulekit.records import evolve
from rulekit.source import NOWHERE, Span
from rulekit.typesystem import types as t
from rulekit.words.vocabulary import FACING

KINDS = "always at-rest never at-end each-step never-rises never-falls never-changes at-most same demands".split()
NUMBERS = ("never-rises", "never-falls", "never-changes")
TIES = ("shared", "undecided", "drawn")
WANTED = {"space": "a space", "kind": "a card, tile, piece or list", "Player": "Player"}  # fmt: skip
HOW = {
    "rotating": "Player", "renaming": "type", "swapping": "kind", "turning": "space", "mirroring": "space",
    "shuffling": "zone", "changing": "option", "reordering": "together",
}  # fmt: skip


def _free(scope: Scope, found: v.T) -> frozenset[str]:
    names = unbound_names(found)
    return frozenset(n for n in ("p", "player") if n in names and (n == "p" or scope.find(n) is None))


def unbound_names(node: object) -> frozenset[str]:
    """The names a value needs from outside: those no quantifier or filter in it binds.

    A value::

        every c in hand of p has cost of c < 9

    Needs `p`, for `c` is bound by the quantifier.
    """
    if isinstance(node, v.Local):
        return frozenset((node.name,))
    if isinstance(node, v.T) and node.binds:
        found: frozenset[str] = unbound_names(node.body)
        for name, source in reversed(node.binds):
            found = (found - {name}) | unbound_names(source)
        return found
    return frozenset().union(*(unbound_names(child) for child in children(node)))


def _law_scope() -> Scope:
    """Free `p` and `player` mean every player."""
    scope = Scope(frame=ScopeKind("law", earlier=True, last=False))
    scope.bind(Binding("p", t.SEAT, NOWHERE, "law"))
    return scope


class LawElaborator:
    """Works out how a game ends, who wins, and what must hold; `grades` are the types of what results grade with."""

    def __init__(self, e: Elaborator) -> None:
        self.e = e
        self.grades: list[t.Type] = []

    # -------------------------------------------------------------- endings and results

    def ending(self, node: d.Ending) -> CheckedEnding:
        """A line of `end`. An unknown moment is a problem, and the ending is kept all the same.

        A declaration::

            end
              [end.heap]  at end of turn when heap = 0

        The moment is the end of the block `turn`; without `at end of` it is looked at after every step.
        """
        if node.moment is not None and node.moment not in moments(self.e.symbols):
            self.e.unknown(node.span, node.moment, moments(self.e.symbols), "moment")
        scope = Scope(frame=ScopeKind("result"))
        return CheckedEnding(node.id, node.moment, self.e.condition(node.condition, scope), node)

    def result(self, node: d.Ranking | d.Winner | d.Grade) -> CheckedResult:
        """A line of `result`: ranking, winner or grade.

        A declaration::

            result
              [result.most]  most score wins, ties are shared

        A ranking by `score`. The other two are `winner is active` and a grade.
        """
        scope = Scope(frame=ScopeKind("result"))
        condition = (
            self.e.condition(node.condition, Scope(frame=ScopeKind("result"))) if node.condition is not None else None
        )
        if isinstance(node, d.Winner):
            who = self.e.as_(node.who, Scope(frame=ScopeKind("result")), t.SetOf(t.SEAT), "value", name="winner")
            return CheckedResult(node.id, "winner", (who,), None, condition, node)
        if isinstance(node, d.Grade):
            grade = self.e.value(node.value, Scope(frame=ScopeKind("result")), None)
            self.grades.append(grade.type)
            return CheckedResult(node.id, "grade", (grade,), None, condition, node)
        criteria = tuple(self.criterion(c, scope) for c in node.criteria)
        return CheckedResult(node.id, "most", criteria, self._ties(node), condition, node)

    def _ties(self, node: d.Ranking) -> str:
        name = node.ties.name if isinstance(node.ties, x.Name) else self.e.operand_text(node.ties)
        self.tie_word(name, node.ties.span)
        return name

    def tie_word(self, name: str, span: Span) -> None:
        """What a result and a scene can say of ties."""
        if name not in TIES:
            self.e.complain("K15", span, name=name, type="tie word", members=TIES, near=nearest(name, TIES))

    def criterion(self, node: x.Expr, scope: Scope) -> v.T:
        """A number for each player; a bare word of one Player takes the player, also in `0 - golf-score`."""
        return coercions.value(self.e.as_(self._of_player(node), scope, t.ANY_NUMBER, "value", name="most"))

    def _of_player(self, node: x.Expr) -> x.Expr:
        if isinstance(node, x.Sum | x.Product):
            rest = tuple((sign, self._of_player(part)) for sign, part in node.rest)
            return evolve(node, first=self._of_player(node.first), rest=rest)
        if isinstance(node, x.Name):
            words = [w for w in self.e.symbols.words.get(node.name, ()) if len(w.params) == 1]
            state = self.e.symbols.states.get(node.name)
            if words or (state is not None and state.indexes):
                return x.Of(node.name, None, x.Name("player", span=node.span), span=node.span)
        return node

    # -------------------------------------------------------------- laws

    def law(self, kind: str, case: d.Case) -> CheckedLaw:
        """A line of laws. The names of the event are known behind `after play: ..`; `player` stands for each
        player in turn.
        """
        node = case.law
        scope = _law_scope()
        if isinstance(node, d.Under):
            condition = self._under(node)
            return CheckedLaw(case.id, kind, "under", condition, frozenset(), case)
        if isinstance(node, d.Only):
            self._only(node, scope)
            return CheckedLaw(case.id, kind, "only", None, frozenset(), case)
        if isinstance(node, d.After):
            for name, kind_ in self._after_names(node).items():
                scope.bind(Binding(name, kind_, node.span, "parameter"))
            condition = self.e.condition(node.condition, scope)
            return CheckedLaw(case.id, kind, "after", condition, _free(scope, condition), case)
        if kind in NUMBERS:
            found = coercions.contents(coercions.value(self.e.operand(node, scope, None)))
            if found.type.is_known and not isinstance(
                found.type.bare, t.Number | t.SetOf | t.Sequence | t.YesNo | t.BagOf
            ):
                if kind != "never-changes":
                    self.e.complain(
                        "K16", case.span, "value", name=kind, found=found.type.phrase, wanted="a number or a set"
                    )
            return CheckedLaw(case.id, kind, "plain", found, _free(scope, found), case)
        condition = self.e.condition(node, scope)
        return CheckedLaw(case.id, kind, "plain", condition, _free(scope, condition), case)

    def _after_names(self, node: d.After | d.Only) -> dict[str, t.Type]:
        """Parameters and names bound in the outermost body, as far as all the named events share them."""
        found: dict[str, t.Type] | None = None
        for name in node.events if isinstance(node, d.After) else (node.name,):
            keys = [f"action {name}"] + [f"proc {p.key}" for p in self.e.symbols.procs.get(name, [])]
            bodies = [self.e.bodies[k] for k in keys if k in self.e.bodies] or [
                self.e.bodies[k] for k in (name,) if k in self.e.bodies
            ]
            if not bodies:
                known = [*self.e.symbols.actions, *self.e.symbols.procs]
                self.e.unknown(node.span, name, known, "moment")
            for body in bodies:
                names = dict(body.locals)
                names |= {p.name: p.type for p in body.front if hasattr(p, "type")}
                for proc in self.e.symbols.procs.get(name, []):
                    if f"proc {proc.key}" in self.e.bodies and self.e.bodies[f"proc {proc.key}"] is body:
                        names |= {p.name: p.type for p in proc.params}
                found = names if found is None else {k: v_ for k, v_ in found.items() if k in names}
        return found or {}

    def _under(self, node: d.Under) -> v.T | None:
        symbols = self.e.symbols
        known: dict[str, dict[str, object]] = {
            "Player": {"Player": 1},
            "type": {**symbols.types},
            "kind": {**symbols.kinds},
            "space": {**symbols.spaces},
            "zone": {**symbols.zones, "box": 1},
            "option": {**symbols.options},
            "together": {"together": 1, "reactions": 1},
        }
        if node.how not in HOW:
            self.e.unknown(node.span, node.how, HOW, "symmetry")
        elif node.over not in known[HOW[node.how]]:
            sort = HOW[node.how]
            over = list(known[sort])
            if node.over in symbols.types:
                found, wanted = symbols.types[node.over].phrase, WANTED.get(sort, f"the name of a {sort}")
                self.e.complain(
                    "K16", node.span, "argument", word=node.how, value=node.over, found=found, wanted=wanted
                )
            else:
                self.e.unknown(node.span, node.over, over, "symmetry")
        for name in node.compared:
            if name not in ("legal", "views", "scores", "result"):
                self.e.complain("K07", node.span, "symmetry", name=name, near=("legal", "views", "scores", "result"))
        return self.e.condition(node.condition, _law_scope()) if node.condition is not None else None

    def _only(self, node: d.Only, scope: Scope) -> None:
        for name, kind in self._after_names(node).items():
            scope.bind(Binding(name, kind, node.span, "parameter"))
        scope.bind(Binding("all", t.UNKNOWN, NOWHERE, "law"))
        for path in node.paths:
            if isinstance(path, x.Of) and path.word == "all":
                self.e.operand(path.arg, scope, t.SEAT)
            elif isinstance(path, x.Name) and path.name == FACING:
                continue
            else:
                self.e.operand(path, scope, None)

    def demand(self, case: d.Case) -> CheckedCase:
        """A line of demands; it can read options and the number of players only.

        A declaration::

            demands
              [opt.few]  count of Player < 4
        """
        condition = self.e.condition(case.law, Scope(frame=ScopeKind("demands")))
        return CheckedCase(case.id, condition, None, case, "case")
