"""From trees to declarations: one small function for each sentence at the margin; things are in build_things.py."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekit.model import declarations as d
from rulekit.model.build_expressions import At, expr
from rulekit.model.build_scenes import scene, start
from rulekit.model.build_statements import _after, body, margins, measure, sentence
from rulekit.model.build_things import THINGS, letters
from rulekit.syntax.lexer import Token
from rulekit.syntax.parse_tree import Kid, Tree


def declaration(tree: Tree, at: At) -> d.Decl:
    """What one sentence at the margin declares."""
    return DECLARATIONS[tree.name](tree, at)


# ------------------------------------------------------------------ words and relations


def _head(tree: Tree, at: At) -> d.Head:
    name = letters(tree.kids[0])
    return d.Head(name, tree.has("OF"), _params(tree.kids[1:], at), span=at(tree))


def _params(kids: list[Kid], at: At) -> tuple[d.Param, ...]:
    """Parameters with the prepositions before them; `of` and nothing at all are the same."""
    found, prep = [], None
    for kid in kids:
        if type(kid) is Tree and kid.name in ("eprep", "prep"):
            prep = letters(kid.kids[0])
        elif type(kid) is Tree and kid.name == "param":
            found.append(param(kid, at, prep))
            prep = None
    return tuple(found)


def param(tree: Tree, at: At, prep: str | None) -> d.Param:
    shapes = tree.words("SHAPE")
    shape = shapes[0].split()[0] if shapes else None
    return d.Param(prep, tree.words("NAME")[0], tree.words("UPPER")[0], shape, span=at(tree))


def _define(tree: Tree, at: At) -> d.Decl:
    namings = tuple(_naming(one, at) for one in tree.trees("naming"))
    return d.Define(_head(tree.trees("head")[0], at), expr(_after(tree, "IS"), at), namings, **margins(tree, at))


def _naming(tree: Tree, at: At) -> d.Naming:
    return d.Naming(tree.words("NAME")[0], expr(tree.kids[-1], at), span=at(tree))


def _cases(tree: Tree, at: At) -> d.Decl:
    cases = tuple(_value_case(t, at) for t in tree.trees("pcase"))
    return d.Cases(_head(tree.trees("head")[0], at), cases, **margins(tree, at))


def _condition(tree: Tree, at: At) -> Any:
    return expr(_after(tree, "IF"), at) if tree.has("IF") else None


def _value_case(tree: Tree, at: At) -> d.ValueCase:
    return d.ValueCase(expr(tree.kids[1], at), _condition(tree, at), **margins(tree, at))


def _total(tree: Tree, at: At) -> d.Decl:
    lines = tuple(_total_line(t, at) for t in tree.trees("tline", "bound"))
    return d.Total(_head(tree.trees("head")[0], at), lines, **margins(tree, at))


def _total_line(tree: Tree, at: At) -> d.Term | d.Bound:
    if tree.name == "bound":
        limit = letters(tree.trees("limit")[0].kids[0])
        return d.Bound(limit, expr(tree.kids[3], at), **margins(tree, at))
    return d.Term(letters(tree.kids[1]), expr(tree.kids[2], at), _condition(tree, at), **margins(tree, at))


def _relation(tree: Tree, at: At) -> d.Decl:
    params = _params(tree.kids, at)
    mode = letters(tree.trees("anyall")[0].kids[0])
    cases = tuple(_bending(t, at) if t.name == "bending" else case(t, at) for t in tree.trees("case", "bending"))
    verb = tree.words("NAME")[0]
    return d.Relation(params[0], verb, params[1], params[2:], mode, cases, **margins(tree, at))


def _bending(tree: Tree, at: At) -> d.Bending:
    return d.Bending(tree.words("CLAUSE")[1][1:-1], expr(_after(tree, "WHEN"), at), **margins(tree, at))


def case(tree: Tree, at: At) -> d.Case:
    law = [k for k in tree.kids if type(k) is Tree or k.type in ("NAME", "UPPER", "NUMBER")]  # type: ignore[union-attr]
    return d.Case(sentence(tree), _law(law[-1], at), **margins(tree, at))


def _law(kid: Kid, at: At) -> Any:
    form = LAWS.get(kid.name) if type(kid) is Tree else None
    return form(kid, at) if form else expr(kid, at)  # type: ignore[arg-type]


def _law_after(tree: Tree, at: At) -> Any:
    return d.After(tuple(tree.trees("actions")[0].words("NAME")), expr(tree.kids[-1], at), span=at(tree))


def _law_under(tree: Tree, at: At) -> Any:
    names = [k.text for k in tree.kids if type(k) is Token and k.type in ("NAME", "UPPER")]
    return d.Under(names[0], names[1], tuple(names[2:]), _condition(tree, at), span=at(tree))


def _law_only(tree: Tree, at: At) -> Any:
    verb = "reads" if tree.has("READS") else "changes"
    place = next(i for i, k in enumerate(tree.kids) if type(k) is Token and k.type == "ONLY")
    paths = tuple(expr(k, at) for k in tree.kids[place + 1 :])
    name = next(k.text for k in tree.kids if type(k) is Token and k.type == "NAME")
    return d.Only(tree.has("LEGALITY"), name, verb, paths, span=at(tree))


LAWS: dict[str, Callable[[Tree, At], Any]] = {"after": _law_after, "under": _law_under, "only": _law_only}


# ------------------------------------------------------------------ what happens


def _programme(tree: Tree, at: At) -> d.Decl:
    return d.Programme(letters(tree.kids[0]), body(tree.trees("body")[0], at), **margins(tree, at))


def _action(tree: Tree, at: At) -> d.Decl:
    names = tree.words("NAME")
    written = names[1] if tree.has("WRITTEN") else None
    anytime = tree.trees("anytime")
    excepted = tuple(n for t in anytime for a in t.trees("actions") for n in a.words("NAME"))
    return d.Action(names[0], written, bool(anytime), excepted, body(tree.trees("body")[0], at), **margins(tree, at))


def _procedure(tree: Tree, at: At) -> d.Decl:
    bounds = [measure(t, at) for t in tree.trees("measure", "depth")]
    verb = tree.words("NAME")[0]
    done = body(tree.trees("body")[0], at)
    return d.Procedure(verb, _params(tree.kids, at), bounds[0] if bounds else None, done, **margins(tree, at))


def _reaction(tree: Tree, at: At) -> d.Decl:
    timing = " ".join(letters(k) for k in tree.trees("timing")[0].kids)
    return d.Reaction(timing, tuple(tree.words("NAME")), body(tree.trees("body")[0], at), **margins(tree, at))


def _endings(tree: Tree, at: At) -> d.Decl:
    return d.Endings(tuple(_ending(t, at) for t in tree.trees("ending")), **margins(tree, at))


def _ending(tree: Tree, at: At) -> d.Ending:
    moment = None if tree.has("ONCE") else letters(_after(tree, "OF"))
    return d.Ending(moment, expr(_after(tree, "WHEN"), at), **margins(tree, at))


def _results(tree: Tree, at: At) -> d.Decl:
    return d.Results(tuple(RESULTS[t.name](t, at) for t in tree.trees()), **margins(tree, at))


def _ranking(tree: Tree, at: At) -> d.Ranking:
    wins = next(i for i, k in enumerate(tree.kids) if type(k) is Token and k.type == "WINS")
    criteria = tuple(expr(k, at) for k in tree.kids[2:wins] if type(k) is Tree or k.type != "THEN")  # type: ignore[union-attr]
    return d.Ranking(criteria, expr(_after(tree, "ARE"), at), _condition(tree, at), **margins(tree, at))


def _winner(tree: Tree, at: At) -> d.Winner:
    return d.Winner(expr(_after(tree, "IS"), at), _condition(tree, at), **margins(tree, at))


def _grade(tree: Tree, at: At) -> d.Grade:
    return d.Grade(expr(_after(tree, "IS"), at), _condition(tree, at), **margins(tree, at))


RESULTS: dict[str, Callable[[Tree, At], Any]] = {"rline": _ranking, "winner": _winner, "grade": _grade}


def _laws(tree: Tree, at: At) -> d.Decl:
    return d.Laws(letters(tree.kids[0]), tuple(case(t, at) for t in tree.trees("case")), **margins(tree, at))


DECLARATIONS: dict[str, Callable[[Tree, At], d.Decl]] = {
    **THINGS,
    "define": _define,
    "cases": _cases,
    "total": _total,
    "relation": _relation,
    "block": _programme,
    "action": _action,
    "to": _procedure,
    "whenever": _reaction,
    "end": _endings,
    "result": _results,
    "laws": _laws,
    "scene": scene,
    "begin": start,
}
