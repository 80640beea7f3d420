"""From trees to lines of a body: openers, chains, decisions, menus."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekit.model import statements as s
from rulekit.model.base import Cite
from rulekit.model.build_expressions import At, call, expr, values
from rulekit.source import Span
from rulekit.syntax.lexer import Token
from rulekit.syntax.parse_tree import Tree


def margins(tree: Tree, at: At) -> dict[str, Any]:
    """Span, id on the left and sources on the right of a line."""
    ids = [k for k in tree.kids if type(k) is Token and k.type == "CLAUSE"]
    own = ids[0].text[1:-1] if ids and tree.kids[0] is ids[0] else None
    return {"span": at(tree), "id": own, "cites": cites(tree, at)}


def cites(tree: Tree, at: At) -> tuple[Cite, ...]:
    return tuple(c for token in tree.tokens("CITE") for c in _cites(token, at.file))


def _cites(token: Token, file: str) -> list[Cite]:
    """The sources of one citation, each with its own place."""
    found = []
    column = token.column + 1
    for part in token.text[1:].split(","):
        text = part.strip()
        start = column + len(part) - len(part.lstrip())
        if text:
            found.append(Cite(text, span=Span(file, token.line, start, token.line, start + len(text))))
        column += len(part) + 1
    return found or [Cite("", span=Span(file, token.line, token.column, token.line, token.end))]


def sentence(tree: Tree) -> str | None:
    texts = tree.words("STRING")
    return texts[0][1:-1] if texts else None


def body(tree: Tree, at: At) -> s.Body:
    return s.Body(sentence(tree), tuple(item(k, at) for k in tree.trees()), span=at(tree))


def item(tree: Tree, at: At) -> s.Item:
    return ITEMS[tree.name](tree, at)


def _line(tree: Tree, at: At) -> s.Item:
    return s.Line(_openers(tree, at), steps(tree.trees("chainline")[0], at), **margins(tree, at))


def _block(tree: Tree, at: At) -> s.Item:
    return s.Block(_openers(tree, at), body(tree.trees("body")[0], at), **margins(tree, at))


def _menu_item(tree: Tree, at: At) -> s.Item:
    asked = tree.trees("menu")[0]
    groups = tuple(_group(g, at) for g in tree.trees("group"))
    amount, count = _amount(asked.trees("amount"), at, "free")
    menu = s.Menu(expr(asked.kids[0], at), amount, count, asked.words("NAME")[-1], groups, span=at(asked))
    return s.MenuItem(_openers(tree, at), menu, **margins(tree, at))


def _group(tree: Tree, at: At) -> s.Group:
    mode, key = "freely", None
    if tree.has("ONCE"):
        mode = "once each" if tree.has("EACH") else "once"
    if mode == "once each":
        each = next(i for i, k in enumerate(tree.kids) if type(k) is Token and k.type == "EACH")
        key = expr(tree.kids[each + 1], at)
    return s.Group(mode, key, _names(tree.trees("actions")[0]), **margins(tree, at))


def _bend(tree: Tree, at: At) -> s.Item:
    return s.Bend(tree.words("CLAUSE")[1][1:-1], expr(_after(tree, "WHEN"), at), **margins(tree, at))


def _replace(tree: Tree, at: At) -> s.Item:
    condition = expr(_after(tree, "WHEN"), at) if tree.has("WHEN") else None
    chains = tree.trees("chainline")
    does: s.Steps | s.Body = steps(chains[0], at) if chains else body(tree.trees("body")[0], at)
    return s.Replace(tree.words("CLAUSE")[1][1:-1], condition, does, **margins(tree, at))


def _after(tree: Tree, type_: str) -> Any:
    """The kid right behind a keyword."""
    place = next(i for i, k in enumerate(tree.kids) if type(k) is Token and k.type == type_)
    return tree.kids[place + 1]


ITEMS: dict[str, Callable[[Tree, At], s.Item]] = {
    "item": _line,
    "nest": _block,
    "clause": _block,
    "menuitem": _menu_item,
    "bend": _bend,
    "replace": _replace,
}


# ------------------------------------------------------------------ openers


def _openers(tree: Tree, at: At) -> tuple[s.Opener, ...]:
    return openers(tree.trees(*OPENERS), at)


def openers(trees: list[Tree], at: At) -> tuple[s.Opener, ...]:
    return tuple(OPENERS[t.name](t, at) for t in trees)


def _until(tree: Tree, at: At) -> s.Opener:
    times = expr(_after(tree, "MOST"), at) if tree.has("MOST") else None
    falling = [measure(t, at) for t in tree.trees("measure", "depth")]
    return s.Until(expr(tree.kids[1], at), times, falling[0] if falling else None, span=at(tree))


def measure(tree: Tree, at: At) -> s.Measure:
    falling = expr(_after(tree, "FALLING"), at) if tree.has("FALLING") else None
    numbers = [tree.kids[i - 1] for i, k in enumerate(tree.kids) if type(k) is Token and k.type == "DEEP"]
    deep = int(numbers[0].text) if numbers else None  # type: ignore[union-attr]
    return s.Measure(falling, deep, span=at(tree))


def _each(tree: Tree, at: At) -> s.Opener:
    link = "of" if tree.has("OF") else "in"
    first = expr(tree.kids[-2], at) if tree.has("FIRST") else None
    return s.Each(tree.kids[2].text, link, expr(tree.kids[4], at), first, span=at(tree))  # type: ignore[union-attr]


def _together(tree: Tree, at: At) -> s.Opener:
    condition = expr(_after(tree, "WHERE"), at) if tree.has("WHERE") else None
    return s.Together(tree.words("NAME")[0], condition, span=at(tree))


OPENERS: dict[str, Callable[[Tree, At], s.Opener]] = {
    "when": lambda tree, at: s.When(expr(tree.kids[1], at), span=at(tree)),
    "else": lambda tree, at: s.Else(span=at(tree)),
    "repeat": lambda tree, at: s.Repeat(expr(tree.kids[1], at), span=at(tree)),
    "until": _until,
    "each": _each,
    "ever": lambda tree, at: s.Ever(span=at(tree)),
    "together": _together,
    "asfar": lambda tree, at: s.AsFar(span=at(tree)),
}


# ------------------------------------------------------------------ statements


def steps(tree: Tree, at: At) -> s.Steps:
    series = [_series(t, at) for t in tree.trees("series")]
    price = series[0] if len(series) > 1 else None
    return s.Steps(price, series[-1], span=at(tree))


def _series(tree: Tree, at: At) -> tuple[s.Stmt, ...]:
    return tuple(STATEMENTS[t.name](t, at) for t in tree.trees())


def _ask(tree: Tree, at: At) -> s.Stmt:
    able, declining = _able(tree)
    who, mode = expr(tree.kids[0], at), tree.trees("modal")[0].kids[0].text  # type: ignore[union-attr]
    return s.Ask(who, mode, _names(tree.trees("actions")[0]), able, declining, span=at(tree))


def _choose(tree: Tree, at: At) -> s.Stmt:
    able, declining = _able(tree)
    who, mode = expr(tree.kids[0], at), tree.trees("modal")[0].kids[0].text  # type: ignore[union-attr]
    name = tree.kids[3].text  # type: ignore[union-attr]
    chosen = tuple(pick(t, at) for t in tree.trees("pick", "picks"))
    return s.Choose(who, mode, name, chosen, able, declining, span=at(tree))


def _able(tree: Tree) -> tuple[bool, str | None]:
    found = tree.trees("able")
    if not found:
        return False, None
    return found[0].has("ABLE"), found[0].kids[-1].text if found[0].has("DECLINING") else None  # type: ignore[union-attr]


def _names(tree: Tree) -> tuple[str, ...]:
    return tuple(tree.words("NAME"))


def pick(tree: Tree, at: At) -> s.Pick | s.Picks:
    name = tree.kids[0].text  # type: ignore[union-attr]
    if tree.name == "pick":
        normal = expr(tree.kids[-1], at) if tree.has("AS") else None
        return s.Pick(name, expr(tree.kids[2], at), normal, span=at(tree))
    amount, count = _amount(tree.trees("amount"), at, "any")
    return s.Picks(name, amount, count, expr(tree.kids[-1], at), span=at(tree))


def _amount(trees: list[Tree], at: At, default: str) -> tuple[str, Any]:
    if not trees:
        return default, None
    tree = trees[0]
    if tree.has("ANY"):
        return "any", None
    if tree.has("ORDER"):
        return "order", None
    return "up to" if tree.has("UP") else "exactly", expr(tree.kids[-1], at)


def _roll(tree: Tree, at: At) -> s.Stmt:
    place = next(i for i, k in enumerate(tree.kids) if type(k) is Token and k.type == "IN")
    names = tuple(k.text for k in tree.kids[1:place] if type(k) is Token)
    return s.Roll(names, expr(tree.kids[place + 1], at), span=at(tree))


def _finish(tree: Tree, at: At) -> s.Stmt:
    return s.Finish(expr(_after(tree, "BY"), at) if tree.has("BY") else None, span=at(tree))


STATEMENTS: dict[str, Callable[[Tree, At], s.Stmt]] = {
    "call": lambda tree, at: s.Do(call(tree, at), span=at(tree)),
    "ask": _ask,
    "choose": _choose,
    "pick": pick,
    "picks": pick,
    "require": lambda tree, at: s.Require(expr(tree.kids[-1], at), False, span=at(tree)),
    "require_openly": lambda tree, at: s.Require(expr(tree.kids[-1], at), True, span=at(tree)),
    "let": lambda tree, at: s.Let(tree.kids[1].text, expr(tree.kids[3], at), span=at(tree)),  # type: ignore[union-attr]
    "roll": _roll,
    "lot": lambda tree, at: s.Lot(pick(tree.kids[1], at), span=at(tree)),  # type: ignore[arg-type]
    "finish": _finish,
}

__all__ = ["At", "body", "cites", "margins", "measure", "openers", "pick", "sentence", "steps", "values"]
