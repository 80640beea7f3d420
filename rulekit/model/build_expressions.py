"""From trees to values: one small function for each form of expression."""

from __future__ import annotations

from collections.abc import Callable

from rulekit.model import expressions as x
from rulekit.source import Span
from rulekit.syntax.lexer import Token
from rulekit.syntax.parse_tree import Kid, Tree

new_tuple = tuple.__new__  # a span without the detour through its constructor


class At:
    """Where the trees come from: turns a tree or token into a span of its file."""

    __slots__ = ("file",)

    def __init__(self, file: str) -> None:
        self.file = file

    def __call__(self, kid: Kid) -> Span:
        if type(kid) is Tree:
            first, last = kid.first, kid.last
            return new_tuple(Span, (self.file, first[2], first[3], last[2], last[4]))
        return new_tuple(Span, (self.file, kid[2], kid[3], kid[2], kid[4]))  # type: ignore[index]

    def over(self, first: Kid, last: Kid) -> Span:
        return self(first).to(self(last))


def expr(kid: Kid, at: At) -> x.Expr:
    """The value a tree or a token stands for."""
    if type(kid) is Tree:
        return FORMS[kid.name](kid, at)
    return _token(kid, at)  # type: ignore[arg-type]


def exprs(kids: list[Kid], at: At) -> tuple[x.Expr, ...]:
    return tuple(expr(k, at) for k in kids)


def values(tree: Tree) -> list[Kid]:
    """The kids that are values: trees, names, numbers; keywords left out."""
    return [k for k in tree.kids if type(k) is Tree or k.type in ("NAME", "UPPER", "NUMBER")]  # type: ignore[union-attr]


def _token(token: Token, at: At) -> x.Expr:
    if token.type == "NUMBER":
        return x.Number(int(token.text), span=at(token))
    if token.type == "UPPER":
        return x.KindName(token.text, span=at(token))
    return x.Name(token.text, span=at(token))


def bracketed(kid: Kid, at: At) -> x.Expr:
    """A value where prepositions are shared out: a chain there can only have stood in brackets."""
    value = expr(kid, at)
    if type(kid) is Tree and isinstance(value, x.Of | x.Chain | x.Old) and kid.name == "paren":
        return x.Bracket(value, span=value.span)
    return value


def _of(tree: Tree, at: At) -> x.Expr:
    word = tree.kids[0]
    number, arg = (tree.kids[1], tree.kids[3]) if len(tree.kids) == 4 else (None, tree.kids[2])
    counted = expr(number, at) if number is not None else None
    return x.Of(word.text, counted, bracketed(arg, at), span=at(tree))  # type: ignore[union-attr]


def _args(kids: list[Kid], at: At) -> tuple[tuple[str, x.Expr], ...]:
    """Prepositions and what follows them, two by two."""
    found = []
    for prep, value in zip(kids[::2], kids[1::2], strict=True):
        found.append((x.Prep.at(prep.kids[0].text, at(prep)), bracketed(value, at)))  # type: ignore[union-attr]
    return tuple(found)


def _group(kids: list[Kid], at: At) -> x.Expr:
    """What is gone through: a word with its prepositions; the tidy form writes brackets round them."""
    if len(kids) == 1:
        return expr(kids[0], at)
    return x.Chain(bracketed(kids[0], at), _args(kids[1:], at), span=at.over(kids[0], kids[-1]))


def _chain(tree: Tree, at: At) -> x.Expr:
    kids = tree.kids
    end = 1
    while end < len(kids) and type(kids[end]) is Tree and kids[end].name == "eprep":  # type: ignore[union-attr]
        end += 2
    value = expr(kids[0], at)
    if end > 1:
        value = x.Chain(value, _args(kids[1:end], at), span=at.over(kids[0], kids[end - 1]))
    if end < len(kids) and kids[end].type == "WHERE":  # type: ignore[union-attr]
        value = x.Where(value, expr(kids[end + 1], at), span=at.over(kids[0], kids[end + 1]))
        end += 2
    if end < len(kids):
        value = x.ForEach(value, kids[end + 2].text, _group(kids[end + 4 :], at), span=at(tree))  # type: ignore[union-attr]
    return value


def _applied(tree: Tree, at: At) -> x.Expr:
    head = x.Bracket(expr(tree.kids[0], at), span=at(tree.kids[0]))
    return x.Chain(head, _args(tree.kids[1:], at), span=at(tree))


def _amount(tree: Tree, at: At) -> x.Expr:
    return x.Amount(expr(tree.kids[0], at), tree.kids[1].text, span=at(tree))  # type: ignore[union-attr]


def _signed(form: type[x.Sum] | type[x.Product]) -> Callable[[Tree, At], x.Expr]:
    def read(tree: Tree, at: At) -> x.Expr:
        kids = tree.kids
        rest = tuple((s.text, expr(v, at)) for s, v in zip(kids[1::2], kids[2::2], strict=True))  # type: ignore[union-attr]
        return form(expr(kids[0], at), rest, span=at(tree))

    return read


def _negative(tree: Tree, at: At) -> x.Expr:
    number = tree.kids[1]
    return x.Negative(x.Number(int(number.text), span=at(number)), span=at(tree))  # type: ignore[union-attr]


def _two(form: Callable[..., x.Expr]) -> Callable[[Tree, At], x.Expr]:
    """A form of two values with keywords between them that say nothing more."""

    def read(tree: Tree, at: At) -> x.Expr:
        return form(expr(tree.kids[0], at), expr(tree.kids[-1], at), span=at(tree))

    return read


def _domain(tree: Tree, at: At) -> x.Expr:
    """One value to choose from, or the numbers from one to another."""
    return _two(x.Range)(tree, at) if len(tree.kids) > 1 else expr(tree.kids[0], at)


def _test(form: Callable[..., x.Expr], negated: bool) -> Callable[[Tree, At], x.Expr]:
    def read(tree: Tree, at: At) -> x.Expr:
        return form(expr(tree.kids[0], at), expr(tree.kids[-1], at), negated, span=at(tree))

    return read


def _compare(tree: Tree, at: At) -> x.Expr:
    left, op, right = tree.kids
    return x.Compare(op.text, expr(left, at), expr(right, at), span=at(tree))  # type: ignore[union-attr]


def _related(tree: Tree, at: At) -> x.Expr:
    left, verb, right = tree.kids
    return x.Related(expr(left, at), verb.text, expr(right, at), span=at(tree))  # type: ignore[union-attr]


def _joined(form: type[x.And] | type[x.Or]) -> Callable[[Tree, At], x.Expr]:
    def read(tree: Tree, at: At) -> x.Expr:
        parts = [k for k in tree.kids if type(k) is Tree or k.type not in ("AND", "OR")]  # type: ignore[union-attr]
        return form(exprs(parts, at), span=at(tree))

    return read


def _quantifier(kind: str) -> Callable[[Tree, At], x.Expr]:
    def read(tree: Tree, at: At) -> x.Expr:
        binds = tuple(_bind(b, at) for b in tree.trees("bind"))
        return x.Quantifier(kind, binds, expr(tree.kids[-1], at), span=at(tree))

    return read


def _bind(tree: Tree, at: At) -> x.Bind:
    return x.Bind(tree.kids[0].text, expr(tree.kids[-1], at), span=at(tree))  # type: ignore[union-attr]


def _those(tree: Tree, at: At) -> x.Expr:
    _, name, _, source, _, condition = tree.kids
    return x.Those(name.text, expr(source, at), expr(condition, at), span=at(tree))  # type: ignore[union-attr]


def _extreme(tree: Tree, at: At) -> x.Expr:
    _, name, _, source, _, limit, mark = tree.kids
    word = limit.kids[0].text  # type: ignore[union-attr]
    return x.Extreme(name.text, expr(source, at), word, expr(mark, at), span=at(tree))  # type: ignore[union-attr]


def _choice(tree: Tree, at: At) -> x.Expr:
    yes, _, condition, _, no = tree.kids
    return x.Choice(expr(yes, at), expr(condition, at), expr(no, at), span=at(tree))


def _every(tree: Tree, at: At) -> x.Expr:
    return x.All(tree.kids[1].text, _group(tree.kids[3:], at), span=at(tree))  # type: ignore[union-attr]


def _implies(tree: Tree, at: At) -> x.Expr:
    return x.Implies(expr(tree.kids[1], at), expr(tree.kids[3], at), span=at(tree))


def _supposing(tree: Tree, at: At) -> x.Expr:
    return x.Supposing(call(tree.kids[1], at), expr(tree.kids[2], at), span=at(tree))  # type: ignore[arg-type]


def _negate(tree: Tree, at: At) -> x.Expr:
    return x.Not(expr(tree.kids[1], at), span=at(tree))


def _literal(form: type[x.Expr]) -> Callable[[Tree, At], x.Expr]:
    def read(tree: Tree, at: At) -> x.Expr:
        return form(span=at(tree))

    return read


def call(tree: Tree, at: At) -> x.Call:
    """A verb, its own argument, its prepositions, and how often and how much."""
    kids = list(tree.kids)
    verb = kids.pop(0).text  # type: ignore[union-attr]
    direct = None
    if kids and not _marks(kids[0]):
        direct = bracketed(kids.pop(0), at)
    args: list[tuple[str, x.Expr]] = []
    while kids and type(kids[0]) is Tree and kids[0].name == "prep":
        args.append((kids[0].kids[0].text, bracketed(kids[1], at)))  # type: ignore[union-attr]
        del kids[:2]
    per: tuple[int, x.Expr] | None = None
    if kids and type(kids[0]) is Token and kids[0].type == "PER":
        kids.pop(0)
        times = 1
        if type(kids[0]) is Token and kids[0].type == "NUMBER":
            times = int(kids.pop(0).text)  # type: ignore[union-attr]
        per = (times, expr(kids.pop(0), at))
    limit = (kids[1].kids[0].text, expr(kids[2], at)) if kids else None  # type: ignore[union-attr]
    return x.Call(verb, direct, tuple(args), per, limit, span=at(tree))


def _marks(kid: Kid) -> bool:
    return kid.name == "prep" if type(kid) is Tree else kid.type in ("PER", "AT")  # type: ignore[union-attr]


def move(tree: Tree, at: At) -> x.Move:
    args = tuple((a.kids[0].text, expr(a.kids[1], at)) for a in tree.trees("marg"))  # type: ignore[union-attr]
    return x.Move(tree.kids[0].text, args, span=at(tree))  # type: ignore[union-attr]


FORMS: dict[str, Callable[[Tree, At], x.Expr]] = {
    "of": _of,
    "chain": _chain,
    "paren": lambda tree, at: expr(tree.kids[0], at),
    "applied": _applied,
    "amount_of": _amount,
    "number": lambda tree, at: _token(tree.kids[0], at),  # type: ignore[arg-type]
    "negative": _negative,
    "sum": _signed(x.Sum),
    "term": _signed(x.Product),
    "alt": _two(x.Otherwise),
    "domain": _domain,
    "compare": _compare,
    "within": _test(x.In, False),
    "outside": _test(x.In, True),
    "same": _test(x.Is, False),
    "differs": _test(x.Is, True),
    "related": _related,
    "either": _joined(x.Or),
    "both": _joined(x.And),
    "negate": _negate,
    "every": _quantifier("every"),
    "some": _quantifier("some"),
    "none": _quantifier("no"),
    "those": _those,
    "extreme": _extreme,
    "choice": _choice,
    "tuple": lambda tree, at: x.Tuple(exprs(tree.kids, at), span=at(tree)),
    "all": _every,
    "implies": _implies,
    "supposing": _supposing,
    "legal": lambda tree, at: x.Legal(move(tree.kids[1], at), span=at(tree)),  # type: ignore[arg-type]
    "yes": _literal(x.Yes),
    "no": _literal(x.No),
    "nothing": _literal(x.Nothing),
    "it": _literal(x.It),
    "old": lambda tree, at: x.Old(expr(tree.kids[1], at), span=at(tree)),
}
