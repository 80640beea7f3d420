"""From trees to values: one method for each form of expression.

How tightly signs bind is in the grammar, so nothing is decided here. Two things are kept that the meaning alone would
not need: brackets in which a chain stood, for prepositions are shared out later and must not reach into them, and the
span of every node, for messages. A value::

    count of (cards of kind at level) for each level in Level
"""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from rulekit.model import expressions as x
from rulekit.source import Span
from rulekit.syntax.lexer import Token
from rulekit.syntax.parse_tree import Kid, Tree

new_tuple = tuple.__new__  # a span without the detour through its constructor


def values(tree: Tree) -> list[Kid]:
    """The kids that are values: trees, names, numbers; keywords left out."""
    return [k for k in tree.kids if type(k) is Tree or k.type in ("NAME", "UPPER", "NUMBER")]  # type: ignore[union-attr]


def _marks(kid: Kid) -> bool:
    """Whether what comes next is a preposition, `per` or `at`, and so no argument of the verb itself."""
    return kid.name == "prep" if type(kid) is Tree else kid.type in ("PER", "AT")  # type: ignore[union-attr]


class ExpressionBuilder:
    """One file: its trees become nodes with spans of the file."""

    __slots__ = ("file",)

    def __init__(self, file: str) -> None:
        self.file = file

    def span_of(self, kid: Kid) -> Span:
        """Where a tree or token stands."""
        if type(kid) is Tree:
            first, last = kid.first, kid.last
            return new_tuple(Span, (self.file, first[2], first[3], last[2], last[4]))
        return new_tuple(Span, (self.file, kid[2], kid[3], kid[2], kid[4]))  # type: ignore[index]

    def span_between(self, first: Kid, last: Kid) -> Span:
        """From one to another."""
        return self.span_of(first).joined_with(self.span_of(last))

    def expr(self, kid: Kid) -> x.Expr:
        """The value a tree or a token stands for."""
        if type(kid) is Tree:
            return self.FORMS[kid.name](self, kid)
        return self._token(kid)  # type: ignore[arg-type]

    def exprs(self, kids: list[Kid]) -> tuple[x.Expr, ...]:
        """The values of these trees and tokens, in their order."""
        return tuple([self.expr(kid) for kid in kids])

    def _token(self, token: Token) -> x.Expr:
        """A number, the name of a kind (it begins with a capital letter) or any other name."""
        kind, text = token[0], token[1]
        span = self.span_of(token)
        if kind == "NUMBER":
            return x.Number(int(text), span=span)
        return x.KindName(text, span=span) if kind == "UPPER" else x.Name(text, span=span)

    def build_bracketed(self, kid: Kid) -> x.Expr:
        """A value where prepositions are shared out: a chain there can only have stood in brackets."""
        value = self.expr(kid)
        if type(kid) is Tree and kid.name == "paren" and isinstance(value, (x.Of, x.Chain, x.Old)):
            return x.Bracket(value, span=value.span)
        return value

    def _of(self, tree: Tree) -> x.Expr:
        """`count of deck`, `top 6 of deck`: a word, perhaps a number, and what it is asked of."""
        word = tree.kids[0]
        number, arg = (tree.kids[1], tree.kids[3]) if len(tree.kids) == 4 else (None, tree.kids[2])
        counted = self.expr(number) if number is not None else None
        return x.Of(word.text, counted, self.build_bracketed(arg), span=self.span_of(tree))  # type: ignore[union-attr]

    def _args(self, kids: list[Kid]) -> tuple[tuple[str, x.Expr], ...]:
        """Prepositions and what follows them, two by two."""
        found = []
        for prep, value in zip(kids[::2], kids[1::2], strict=True):
            found.append((x.Prep.at(prep.word(0), self.span_of(prep)), self.build_bracketed(value)))  # type: ignore[union-attr]
        return tuple(found)

    def _group(self, kids: list[Kid]) -> x.Expr:
        """What is gone through: a word with its prepositions; the tidy form writes brackets round them."""
        if len(kids) == 1:
            return self.expr(kids[0])
        return x.Chain(self.build_bracketed(kids[0]), self._args(kids[1:]), span=self.span_between(kids[0], kids[-1]))

    def _chain(self, tree: Tree) -> x.Expr:
        """A word with prepositions, then perhaps `where (..)`, then perhaps `for each x in ..`, each around what
        stands before it.
        """
        kids = tree.kids
        end = 1
        while end < len(kids) and type(kids[end]) is Tree and kids[end].name == "eprep":  # type: ignore[union-attr]
            end += 2
        value = self.expr(kids[0])
        if end > 1:
            value = x.Chain(value, self._args(kids[1:end]), span=self.span_between(kids[0], kids[end - 1]))
        if end < len(kids) and kids[end].type == "WHERE":  # type: ignore[union-attr]
            value = x.Where(value, self.expr(kids[end + 1]), span=self.span_between(kids[0], kids[end + 1]))
            end += 2
        if end < len(kids):
            value = x.ForEach(value, kids[end + 2].text, self._group(kids[end + 4 :]), span=self.span_of(tree))  # type: ignore[union-attr]
        return value

    def _applied(self, tree: Tree) -> x.Expr:
        """A bracket with prepositions behind it, which belong to the whole of the bracket."""
        head = x.Bracket(self.expr(tree.kids[0]), span=self.span_of(tree.kids[0]))
        return x.Chain(head, self._args(tree.kids[1:]), span=self.span_of(tree))

    def _amount(self, tree: Tree) -> x.Expr:
        """`2 wood`."""
        return x.Amount(self.expr(tree.kids[0]), tree.word(1), span=self.span_of(tree))

    def _signed(self, tree: Tree, form: type[x.Sum] | type[x.Product]) -> x.Expr:
        """Sums and products as they are written, from left to right, flat: a hundred terms make no deep tree."""
        kids = tree.kids
        rest = tuple((s.text, self.expr(v)) for s, v in zip(kids[1::2], kids[2::2], strict=True))  # type: ignore[union-attr]
        return form(self.expr(kids[0]), rest, span=self.span_of(tree))

    def _negative(self, tree: Tree) -> x.Expr:
        """`-2`: only a number can have a sign."""
        number = tree.kids[1]
        return x.Negative(x.Number(int(number.text), span=self.span_of(number)), span=self.span_of(tree))  # type: ignore[union-attr]

    def _two(self, tree: Tree, form: Callable[..., x.Expr], *more: bool) -> x.Expr:
        """A form of two values with keywords between them that say nothing more."""
        return form(self.expr(tree.kids[0]), self.expr(tree.kids[-1]), *more, span=self.span_of(tree))

    def _domain(self, tree: Tree) -> x.Expr:
        """One value to choose from, or the numbers from one to another."""
        return self._two(tree, x.Range) if len(tree.kids) > 1 else self.expr(tree.kids[0])

    def _compare(self, tree: Tree) -> x.Expr:
        """`n >= 2`."""
        left, op, right = tree.kids
        return x.Compare(op.text, self.expr(left), self.expr(right), span=self.span_of(tree))  # type: ignore[union-attr]

    def _related(self, tree: Tree) -> x.Expr:
        """`unit fits mine`."""
        left, verb, right = tree.kids
        return x.Related(self.expr(left), verb.text, self.expr(right), span=self.span_of(tree))  # type: ignore[union-attr]

    def _joined(self, tree: Tree, form: type[x.And] | type[x.Or]) -> x.Expr:
        """Parts joined by `and`, or by `or`, flat."""
        parts = [k for k in tree.kids if type(k) is Tree or k.type not in ("AND", "OR")]  # type: ignore[union-attr]
        return form(self.exprs(parts), span=self.span_of(tree))

    def _quantifier(self, tree: Tree, kind: str) -> x.Expr:
        """`every p in Player, c in hand of p has ..`."""
        binds = tuple(self._bind(b) for b in tree.trees("bind"))
        return x.Quantifier(kind, binds, self.expr(tree.kids[-1]), span=self.span_of(tree))

    def _bind(self, tree: Tree) -> x.Bind:
        """`p in Player`: a name and what it goes through."""
        return x.Bind(tree.word(0), self.expr(tree.kids[-1]), span=self.span_of(tree))

    def _those(self, tree: Tree) -> x.Expr:
        """`those c in hand having (cost of c > 2)`."""
        _, name, _, source, _, condition = tree.kids
        return x.Those(name.text, self.expr(source), self.expr(condition), span=self.span_of(tree))  # type: ignore[union-attr]

    def _extreme(self, tree: Tree) -> x.Expr:
        """`those p in Player with most (score of p)`."""
        _, name, _, source, _, limit, mark = tree.kids
        word = limit.word(0)  # type: ignore[union-attr]
        return x.Extreme(name.text, self.expr(source), word, self.expr(mark), span=self.span_of(tree))  # type: ignore[union-attr]

    def _choice(self, tree: Tree) -> x.Expr:
        """`(3 if round > 2 else 1)`."""
        yes, _, condition, _, no = tree.kids
        return x.Choice(self.expr(yes), self.expr(condition), self.expr(no), span=self.span_of(tree))

    def _every(self, tree: Tree) -> x.Expr:
        """`every card of hand`."""
        return x.All(tree.word(1), self._group(tree.kids[3:]), span=self.span_of(tree))

    def _implies(self, tree: Tree) -> x.Expr:
        """`if a then b`."""
        return x.Implies(self.expr(tree.kids[1]), self.expr(tree.kids[3]), span=self.span_of(tree))

    def _supposing(self, tree: Tree) -> x.Expr:
        """`supposing move c to hand: count of deck > 0`."""
        return x.Supposing(self.call(tree.kids[1]), self.expr(tree.kids[2]), span=self.span_of(tree))  # type: ignore[arg-type]

    def _negate(self, tree: Tree) -> x.Expr:
        """`not c`."""
        return x.Not(self.expr(tree.kids[1]), span=self.span_of(tree))

    def call(self, tree: Tree) -> x.Call:
        """A verb, its own argument, its prepositions, and how often and how much."""
        kids = list(tree.kids)
        verb = kids.pop(0).text  # type: ignore[union-attr]
        direct = None
        if kids and not _marks(kids[0]):
            direct = self.build_bracketed(kids.pop(0))
        args: list[tuple[str, x.Expr]] = []
        while kids and type(kids[0]) is Tree and kids[0].name == "prep":
            args.append((kids[0].kids[0].text, self.build_bracketed(kids[1])))  # type: ignore[union-attr]
            del kids[:2]
        per: tuple[int, x.Expr] | None = None
        if kids and type(kids[0]) is Token and kids[0].type == "PER":
            kids.pop(0)
            times = 1
            if type(kids[0]) is Token and kids[0].type == "NUMBER":
                times = int(kids.pop(0).text)  # type: ignore[union-attr]
            per = (times, self.expr(kids.pop(0)))
        limit = (kids[1].kids[0].text, self.expr(kids[2])) if kids else None  # type: ignore[union-attr]
        return x.Call(verb, direct, tuple(args), per, limit, span=self.span_of(tree))

    def move(self, tree: Tree) -> x.Move:
        """`play card oak`: a move with what is chosen for each parameter."""
        args = tuple((a.word(0), self.expr(a.kids[1])) for a in tree.trees("marg"))
        return x.Move(tree.word(0), args, span=self.span_of(tree))

    FORMS: ClassVar[dict[str, Callable[[ExpressionBuilder, Tree], x.Expr]]] = {
        "of": _of,
        "chain": _chain,
        "paren": lambda self, tree: self.expr(tree.kids[0]),
        "applied": _applied,
        "amount_of": _amount,
        "number": lambda self, tree: self._token(tree.kids[0]),  # type: ignore[arg-type]
        "negative": _negative,
        "sum": lambda self, tree: self._signed(tree, x.Sum),
        "term": lambda self, tree: self._signed(tree, x.Product),
        "alt": lambda self, tree: self._two(tree, x.Otherwise),
        "domain": _domain,
        "compare": _compare,
        "within": lambda self, tree: self._two(tree, x.In, False),
        "outside": lambda self, tree: self._two(tree, x.In, True),
        "same": lambda self, tree: self._two(tree, x.Is, False),
        "differs": lambda self, tree: self._two(tree, x.Is, True),
        "related": _related,
        "either": lambda self, tree: self._joined(tree, x.Or),
        "both": lambda self, tree: self._joined(tree, x.And),
        "negate": _negate,
        "every": lambda self, tree: self._quantifier(tree, "every"),
        "some": lambda self, tree: self._quantifier(tree, "some"),
        "none": lambda self, tree: self._quantifier(tree, "no"),
        "those": _those,
        "extreme": _extreme,
        "choice": _choice,
        "tuple": lambda self, tree: x.Tuple(self.exprs(tree.kids), span=self.span_of(tree)),
        "all": _every,
        "implies": _implies,
        "supposing": _supposing,
        "legal": lambda self, tree: x.Legal(self.move(tree.kids[1]), span=self.span_of(tree)),  # type: ignore[arg-type]
        "yes": lambda self, tree: x.Yes(span=self.span_of(tree)),
        "no": lambda self, tree: x.No(span=self.span_of(tree)),
        "nothing": lambda self, tree: x.Nothing(span=self.span_of(tree)),
        "it": lambda self, tree: x.It(span=self.span_of(tree)),
        "old": lambda self, tree: x.Old(self.expr(tree.kids[1]), span=self.span_of(tree)),
    }
