"""From trees to lines of a body: openers, chains, decisions, menus.

A line has up to four parts, which are read apart: the id at its left margin, openers up to their colons, the chain of
statements (with an arrow behind what is a price), and sources at its right margin. A line::

    [pay.coin]  if coins of p > 0: take 1 from coins of p -> add 1 to score of p  @payment.coin
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar

from rulekit.model import statements as s
from rulekit.model.base import Cite
from rulekit.model.build_expressions import ExpressionBuilder
from rulekit.source import Span
from rulekit.syntax.lexer import Token
from rulekit.syntax.parse_tree import Tree


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
    """The sentence in quotes at the head of a body or law, without the quotes; None if there is none."""
    texts = tree.words("STRING")
    return texts[0][1:-1] if texts else None


def _able(tree: Tree) -> tuple[bool, str | None]:
    """Whether a decision is asked of those alone who can, and what declining is called; (False, None) if nothing is
    said.
    """
    found = tree.trees("able")
    if not found:
        return False, None
    return found[0].has("ABLE"), found[0].kids[-1].text if found[0].has("DECLINING") else None  # type: ignore[union-attr]


def _names(tree: Tree) -> tuple[str, ...]:
    """The names that stand directly in a tree."""
    return tuple(tree.words("NAME"))


class StatementBuilder(ExpressionBuilder):
    """What a body holds, and the margins of every line."""

    __slots__ = ()

    def margins(self, tree: Tree) -> dict[str, Any]:
        """Span, id on the left and sources on the right of a line."""
        ids = [k for k in tree.kids if type(k) is Token and k.type == "CLAUSE"]
        own = ids[0].text[1:-1] if ids and tree.kids[0] is ids[0] else None
        return {"span": self.span_of(tree), "id": own, "cites": self.cites(tree)}

    def cites(self, tree: Tree) -> tuple[Cite, ...]:
        """The sources on the right of a line, in the order written."""
        return tuple(c for token in tree.tokens("CITE") for c in _cites(token, self.file))

    def body(self, tree: Tree) -> s.Body:
        """The indented lines below a head."""
        return s.Body(sentence(tree), tuple(self.item(k) for k in tree.trees()), span=self.span_of(tree))

    def item(self, tree: Tree) -> s.Item:
        """One line of a body, by the rule of the grammar that read it."""
        return self.ITEMS[tree.name](self, tree)

    def _line(self, tree: Tree) -> s.Item:
        """A line with openers and statements."""
        return s.Line(self._openers(tree), self.steps(tree.child("chainline")), **self.margins(tree))

    def _block(self, tree: Tree) -> s.Item:
        """Openers with an indented body, or a line that is only an id with a body."""
        return s.Block(self._openers(tree), self.body(tree.child("body")), **self.margins(tree))

    def _menu_item(self, tree: Tree) -> s.Item:
        """`player picks up to 3 until done`, with its groups below it."""
        asked = tree.child("menu")
        groups = tuple(self._menu_group(g) for g in tree.trees("group"))
        amount, count = self._amount_of(asked.trees("amount"), "free")
        menu = s.Menu(
            self.expr(asked.kids[0]), amount, count, asked.words("NAME")[-1], groups, span=self.span_of(asked)
        )
        return s.MenuItem(self._openers(tree), menu, **self.margins(tree))

    def _menu_group(self, tree: Tree) -> s.Group:
        """`[shop.one] once: buy or sell`, `once each ..: buy`, `freely: look`."""
        mode, key = "freely", None
        if tree.has("ONCE"):
            mode = "once each" if tree.has("EACH") else "once"
        if mode == "once each":
            each = next(i for i, k in enumerate(tree.kids) if type(k) is Token and k.type == "EACH")
            key = self.expr(tree.kids[each + 1])
        return s.Group(mode, key, _names(tree.child("actions")), **self.margins(tree))

    def _bend(self, tree: Tree) -> s.Item:
        """`[rule.new] except [rule.old] when c`: the second id is the line that is lifted."""
        return s.Bend(tree.words("CLAUSE")[1][1:-1], self.expr(tree.children_behind("WHEN")[0]), **self.margins(tree))

    def _replace(self, tree: Tree) -> s.Item:
        """`[rule.new] instead of [rule.old] when c: ..`, always if there is no `when`."""
        condition = self.expr(tree.children_behind("WHEN")[0]) if tree.has("WHEN") else None
        chains = tree.trees("chainline")
        does: s.Steps | s.Body = self.steps(chains[0]) if chains else self.body(tree.child("body"))
        opening = tree.trees(*self.OPENERS)
        if opening:
            does = self._opened(opening, does)
        return s.Replace(tree.words("CLAUSE")[1][1:-1], condition, does, **self.margins(tree))

    def _opened(self, opening: list[Tree], does: s.Steps | s.Body) -> s.Body:
        """What stands behind openers on the line of an exception is what stands in a block of one line below it."""
        margins: dict[str, Any] = {"span": self.span_of(opening[0]).joined_with(does.span), "id": None, "cites": ()}
        kind = s.Line if isinstance(does, s.Steps) else s.Block
        line = kind(self.openers(opening), does, **margins)  # type: ignore[arg-type]
        return s.Body(None, (line,), span=line.span)

    # -------------------------------------------------------------- openers

    def _openers(self, tree: Tree) -> tuple[s.Opener, ...]:
        """All openers of a line, from the outside in."""
        return self.openers(tree.trees(*self.OPENERS))

    def openers(self, trees: list[Tree]) -> tuple[s.Opener, ...]:
        """What stands before colons on a line, in order."""
        return tuple(self.OPENERS[t.name](self, t) for t in trees)

    def _until(self, tree: Tree) -> s.Opener:
        """`until c, at most n times:`; the bound on passes is a number of times or a measure that falls."""
        times = self.expr(tree.children_behind("MOST")[0]) if tree.has("MOST") else None
        falling = [self.measure(t) for t in tree.trees("measure", "depth")]
        return s.Until(self.expr(tree.kids[1]), times, falling[0] if falling else None, span=self.span_of(tree))

    def measure(self, tree: Tree) -> s.Measure:
        """`falling v`, `at most n deep`, or both."""
        falling = self.expr(tree.children_behind("FALLING")[0]) if tree.has("FALLING") else None
        numbers = [tree.kids[i - 1] for i, k in enumerate(tree.kids) if type(k) is Token and k.type == "DEEP"]
        deep = int(numbers[0].text) if numbers else None  # type: ignore[union-attr]
        return s.Measure(falling, deep, span=self.span_of(tree))

    def _each(self, tree: Tree) -> s.Opener:
        """`for each p in Player, active first:`, or `for each player of Player:`."""
        link = "of" if tree.has("OF") else "in"
        first = self.expr(tree.kids[-2]) if tree.has("FIRST") else None
        return s.Each(tree.word(2), link, self.expr(tree.kids[4]), first, span=self.span_of(tree))

    def _together(self, tree: Tree) -> s.Opener:
        """`together each p where (c):`."""
        condition = self.expr(tree.children_behind("WHERE")[0]) if tree.has("WHERE") else None
        return s.Together(tree.words("NAME")[0], condition, span=self.span_of(tree))

    # -------------------------------------------------------------- statements

    def steps(self, tree: Tree) -> s.Steps:
        """What a line does. Two series mean that an arrow stood between them: the first is the price."""
        series = [self._series(t) for t in tree.trees("series")]
        price = series[0] if len(series) > 1 else None
        return s.Steps(price, series[-1], span=self.span_of(tree))

    def _series(self, tree: Tree) -> tuple[s.Stmt, ...]:
        """Statements joined by `then`."""
        return tuple(self.STATEMENTS[t.name](self, t) for t in tree.trees())

    def _ask(self, tree: Tree) -> s.Stmt:
        """`player may grab or draw, declining as rest`."""
        able, declining = _able(tree)
        who, mode = self.expr(tree.kids[0]), tree.child("modal").word(0)
        return s.Ask(who, mode, _names(tree.child("actions")), able, declining, span=self.span_of(tree))

    def _choose(self, tree: Tree) -> s.Stmt:
        """`player must choose paint: h in Hue`."""
        able, declining = _able(tree)
        who, mode = self.expr(tree.kids[0]), tree.child("modal").word(0)
        name = tree.word(3)
        chosen = tuple(self.pick(t) for t in tree.trees("pick", "picks"))
        return s.Choose(who, mode, name, chosen, able, declining, span=self.span_of(tree))

    def pick(self, tree: Tree) -> s.Pick | s.Picks:
        """`c in hand`, or `cs are 3 from hand`."""
        name = tree.word(0)
        if tree.name == "pick":
            normal = self.expr(tree.kids[-1]) if tree.has("AS") else None
            return s.Pick(name, self.expr(tree.kids[2]), normal, span=self.span_of(tree))
        amount, count = self._amount_of(tree.trees("amount"), "any")
        return s.Picks(name, amount, count, self.expr(tree.kids[-1]), span=self.span_of(tree))

    def _amount_of(self, trees: list[Tree], default: str) -> tuple[str, Any]:
        """How many, as a word and a number: `any`, `order`, `up to` n or `exactly` n. `default` where
        nothing is said.
        """
        if not trees:
            return default, None
        tree = trees[0]
        if tree.has("ANY"):
            return "any", None
        if tree.has("ORDER"):
            return "order", None
        return "up to" if tree.has("UP") else "exactly", self.expr(tree.kids[-1])

    def _roll(self, tree: Tree) -> s.Stmt:
        """`roll first, second in 1 to 6`."""
        place = next(i for i, k in enumerate(tree.kids) if type(k) is Token and k.type == "IN")
        names = tuple(k.text for k in tree.kids[1:place] if type(k) is Token)
        return s.Roll(names, self.expr(tree.kids[place + 1]), span=self.span_of(tree))

    def _finish(self, tree: Tree) -> s.Stmt:
        """`finish, won by active`."""
        return s.Finish(self.expr(tree.children_behind("BY")[0]) if tree.has("BY") else None, span=self.span_of(tree))

    ITEMS: ClassVar[dict[str, Callable[[StatementBuilder, Tree], s.Item]]] = {
        "item": _line,
        "nest": _block,
        "clause": _block,
        "menuitem": _menu_item,
        "bend": _bend,
        "replace": _replace,
    }

    OPENERS: ClassVar[dict[str, Callable[[StatementBuilder, Tree], s.Opener]]] = {
        "when": lambda self, tree: s.When(self.expr(tree.kids[1]), span=self.span_of(tree)),
        "else": lambda self, tree: s.Else(span=self.span_of(tree)),
        "repeat": lambda self, tree: s.Repeat(self.expr(tree.kids[1]), span=self.span_of(tree)),
        "until": _until,
        "each": _each,
        "ever": lambda self, tree: s.Ever(span=self.span_of(tree)),
        "together": _together,
        "asfar": lambda self, tree: s.AsFar(span=self.span_of(tree)),
    }

    STATEMENTS: ClassVar[dict[str, Callable[[StatementBuilder, Tree], s.Stmt]]] = {
        "call": lambda self, tree: s.Do(self.call(tree), span=self.span_of(tree)),
        "ask": _ask,
        "choose": _choose,
        "pick": pick,
        "picks": pick,
        "require": lambda self, tree: s.Require(self.expr(tree.kids[-1]), False, span=self.span_of(tree)),
        "require_openly": lambda self, tree: s.Require(self.expr(tree.kids[-1]), True, span=self.span_of(tree)),
        "let": lambda self, tree: s.Let(tree.word(1), self.expr(tree.kids[3]), span=self.span_of(tree)),
        "roll": _roll,
        "lot": lambda self, tree: s.Lot(self.pick(tree.kids[1]), span=self.span_of(tree)),  # type: ignore[arg-type]
        "finish": _finish,
    }
