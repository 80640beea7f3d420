"""From trees to scenes."""

from __future__ import annotations

from collections.abc import Callable

from rulekit.model import scenes as sc
from rulekit.model.build_expressions import At, expr, move, values
from rulekit.model.build_things import setting
from rulekit.syntax.lexer import Token
from rulekit.syntax.parse_tree import Kid, Tree


def scene(tree: Tree, at: At) -> sc.Scene:
    """A worked example: the clause it holds or breaks, its title, its lines."""
    lines = tuple(LINES[t.name](t, at) for t in tree.trees())
    title = tree.words("STRING")[0][1:-1]
    return sc.Scene(tree.words("CLAUSE")[0][1:-1], title, lines, span=at(tree))


def start(tree: Tree, at: At) -> sc.Start:
    """What many scenes begin with: its name, its title, its lines."""
    lines = tuple(LINES[t.name](t, at) for t in tree.trees())
    return sc.Start(tree.words("NAME")[0], tree.words("STRING")[0][1:-1], lines, span=at(tree))


def _ids(tree: Tree) -> tuple[str, ...]:
    return tuple(word[1:-1] for word in tree.words("CLAUSE"))


def _behind(tree: Tree, *types: str) -> list[Kid]:
    """The values behind the first of these keywords."""
    place = next(i for i, k in enumerate(tree.kids) if type(k) is Token and k.type in types)
    return tree.kids[place + 1 :]


def _given(tree: Tree, at: At) -> sc.SceneLine:
    values = tuple(expr(k, at) for k in _behind(tree, "IS", "ARE"))
    return sc.Given(expr(tree.kids[1], at), values, span=at(tree))


def _given_option(tree: Tree, at: At) -> sc.SceneLine:
    return sc.GivenOption(tuple(setting(t, at) for t in tree.trees("setting")), span=at(tree))


def _given_rest(tree: Tree, at: At) -> sc.SceneLine:
    return sc.GivenRest(tree.words("UPPER")[0], expr(tree.kids[-1], at), span=at(tree))


def _given_local(tree: Tree, at: At) -> sc.SceneLine:
    return sc.GivenLocal(tree.words("NAME")[0], _ids(tree)[0], expr(tree.kids[-1], at), span=at(tree))


def _chance(tree: Tree, at: At) -> sc.SceneLine:
    return sc.Chance(_ids(tree)[0], tuple(expr(k, at) for k in _behind(tree, "IS")), span=at(tree))


def _does(tree: Tree, at: At) -> sc.SceneLine:
    return sc.Does(expr(tree.kids[1], at), move(tree.trees("move")[0], at), span=at(tree))


def _because(tree: Tree) -> tuple[str, ...]:
    return tuple(i for t in tree.trees("because") for i in _ids(t))


def _may(allowed: bool) -> Callable[[Tree, At], sc.SceneLine]:
    def read(tree: Tree, at: At) -> sc.SceneLine:
        made = move(tree.trees("move")[0], at)
        return sc.May(expr(tree.kids[0], at), made, allowed, _because(tree), span=at(tree))

    return read


def _exactly(tree: Tree, at: At) -> sc.SceneLine:
    moves = tuple(move(t, at) for t in tree.trees("move"))
    return sc.MayExactly(expr(tree.kids[0], at), moves, span=at(tree))


def _won(tree: Tree, at: At) -> sc.SceneLine:
    return sc.Wins(tuple(expr(kid, at) for kid in values(tree)), span=at(tree))


LINES: dict[str, Callable[[Tree, At], sc.SceneLine]] = {
    "origin": lambda tree, at: sc.From(tree.words("NAME")[0], span=at(tree)),
    "despite": lambda tree, at: sc.Despite(_ids(tree), span=at(tree)),
    "given_option": _given_option,
    "given": _given,
    "given_rest": _given_rest,
    "given_asking": lambda tree, at: sc.GivenAsking(_ids(tree), span=at(tree)),
    "given_local": _given_local,
    "chance": _chance,
    "made": _does,
    "outcome": lambda tree, at: sc.Then(expr(tree.kids[1], at), span=at(tree)),
    "asked": lambda tree, at: sc.Asked(expr(tree.kids[0], at), _ids(tree)[0], span=at(tree)),
    "sees": lambda tree, at: sc.Sees(expr(tree.kids[0], at), expr(tree.kids[2], at), span=at(tree)),
    "allowed": _may(True),
    "refused": _may(False),
    "exactly": _exactly,
    "won": _won,
    "tied": lambda tree, at: sc.Tied(tree.kids[2].text, span=at(tree)),  # type: ignore[union-attr]
    "graded": lambda tree, at: sc.Graded(expr(tree.kids[2], at), span=at(tree)),
    "unlawful": lambda tree, at: sc.Refused(_because(tree), span=at(tree)),
}
