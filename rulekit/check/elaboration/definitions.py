"""Words and relations of the game: worked out when first used, each once."""

from __future__ import annotations

from typing import TYPE_CHECKING

from rulekit.check.elaboration import coercions, let_binding
from rulekit.check.elaboration.preposition_binding import App
from rulekit.check.names import symbol_info as i
from rulekit.check.names.scope import Binding, Frame, Scope
from rulekit.check.tree import typed_expressions as v
from rulekit.diagnostics import nearest
from rulekit.model import declarations as d
from rulekit.model import expressions as x
from rulekit.records import record
from rulekit.typesystem import types as t

if TYPE_CHECKING:
    from rulekit.check.elaboration.elaborator import Elaborator


@record
class CheckedCase:
    """One line of a first-of, a total, a relation or a block of laws."""

    id: str | None
    value: v.T | None
    condition: v.T | None
    node: d.ValueCase | d.Term | d.Bound | d.Case | d.Bending
    sort: str = "value"  # value | term | bound | case | bend


def heading(params: tuple[i.ParamInfo, ...], frame: Frame) -> Scope:
    """A scope with the parameters of a head."""
    scope = Scope(frame=frame)
    for param in params:
        scope.bind(Binding(param.name, param.type, param.span, "parameter"))
    return scope


def define(e: Elaborator, word: i.WordInfo) -> None:
    """Work out what a word gives and which hidden parameters it has."""
    frame = Frame("word")
    scope = heading(word.params, frame)
    decl = word.decl
    if isinstance(decl, d.Define):
        found = let_binding.named(e, decl.namings, decl.value, scope)
        word.body = found
        word.result = found.type
    elif isinstance(decl, d.Cases):
        word.body, word.result = _cases(e, decl, scope)
    else:
        word.body, word.result = _total(e, decl, scope), t.ANY_NUMBER
    word.hidden = frame.uses - {p.name for p in word.params}  # one who is called `player` himself is meant
    _one_person(e, word.params, word.hidden, word.name, decl)


def _one_person(e: Elaborator, params: tuple[i.ParamInfo, ...], hidden: set[str], name: str, decl: d.Decl) -> None:
    if "player" in hidden and any(isinstance(p.type, t.Seat) for p in params):
        e.wrong("K81", decl.span, word=name)


def _cases(e: Elaborator, decl: d.Cases, scope: Scope) -> tuple[tuple[CheckedCase, ...], t.Type]:
    cases: list[CheckedCase] = []
    kind: t.Type = t.Never()
    for case in decl.cases:
        condition = e.condition(case.condition, scope) if case.condition is not None else None
        found = e.value(case.value, scope, None if isinstance(kind, t.Never) else kind)
        joined = t.join(kind, found.type)
        if joined is None:
            e.wrong("K16", case.span, "branches", left_type=kind.phrase, right_type=found.type.phrase)
        kind = joined or kind
        cases.append(CheckedCase(case.id, found, condition, case))
    return tuple(cases), kind


def _total(e: Elaborator, decl: d.Total, scope: Scope) -> tuple[CheckedCase, ...]:
    lines = []
    for line in decl.lines:
        found = coercions.value(e.as_(line.value, scope, t.ANY_NUMBER, "argument", word=decl.head.name))
        condition = None
        if isinstance(line, d.Term) and line.condition is not None:
            condition = e.condition(line.condition, scope)
        lines.append(CheckedCase(line.id, found, condition, line, "bound" if isinstance(line, d.Bound) else "term"))
    return tuple(lines)


# ------------------------------------------------------------------ relations


def relation(e: Elaborator, info: i.RelationInfo) -> None:
    """Work out the cases of a relation; relations may not need themselves."""
    if info.state == "done":
        return
    key = f"relation {info.name}"
    if info.state == "open":
        chain = [p.removeprefix("relation ").split("/")[0] for p in e.path[e.path.index(key) :]] + [info.name]
        e.wrong("K34", info.decl.span, "self" if len(chain) == 2 else "", name=info.name, chain=chain)
        return
    info.state = "open"
    e.path.append(key)
    frame = Frame("word")
    scope = heading(info.params, frame)
    for case in info.decl.cases:
        if isinstance(case, d.Bending):
            info.cases.append(CheckedCase(case.id, None, e.condition(case.condition, scope), case, "bend"))
        elif isinstance(case.law, d.After | d.Under | d.Only):
            e.wrong("K18", case.span, value="this line", found="a law")
        else:
            info.cases.append(CheckedCase(case.id, e.condition(case.law, scope), None, case, "case"))
    info.hidden = frame.uses - {p.name for p in info.params}
    _one_person(e, info.params, info.hidden, info.name, info.decl)
    e.path.pop()
    info.state = "done"


SMALL_WORDS = "at within through stopping turned beyond towards by where otherwise under after".split()
CORE_RELATIONS = ("beside", "inside", "before")


def related(e: Elaborator, node: x.Related, scope: Scope, want: t.Type | None) -> v.T:
    """`a verb b`: a relation of the game or one of the kit's."""
    info = e.symbols.relations.get(node.verb)
    before = len(e.problems)
    sentence = e.sentence(scope)
    verb = sentence.verb(node.verb, info.preps if info else (), node.span)
    left, right = sentence.read(node.left), sentence.read(node.right)
    if info is None:
        if node.verb in CORE_RELATIONS:
            return _core_related(e, node, left, right, scope)
        known = [*e.symbols.relations, *CORE_RELATIONS]
        near, small = nearest(node.verb, known), nearest(node.verb, SMALL_WORDS)
        e.problems[before:] = []
        if small and not near:
            return e.wrong("K01", node.span, "misspelt", found=node.verb, near=small)
        return e.wrong("K07", node.span, "relation", name=node.verb, near=near)
    relation(e, info)
    given = {"": left, "=": right, **verb.preps}
    args = []
    for slot, param in zip(_slots(info), info.params, strict=True):
        if slot not in given:
            return e.wrong("K09", node.span, "missing", word=node.verb, prep=slot)
        args.append(e.as_(given[slot], scope, param.type, "relation", relation=node.verb))
    hidden = e.hidden(info.hidden, node.span, scope)
    scope.frame.reads.add(f"relation {info.name}")
    return v.Related(info.name, tuple(args), hidden, type=t.YES_NO, span=node.span)


def _slots(info: i.RelationInfo) -> list[str]:
    return ["", "=", *(p.prep for p in info.params[2:])]


def _core_related(e: Elaborator, node: x.Related, left: object, right: object, scope: Scope) -> v.T:
    from rulekit.words import core

    word = core.find(node.verb)
    assert word is not None
    return e.core(word, App(node.verb, None, left, {"=": right}, node.span, node.span), scope, None)  # type: ignore[arg-type,dict-item]
