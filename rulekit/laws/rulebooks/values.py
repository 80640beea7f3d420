"""Values drawn at random, as models: every form of expression, with brackets where a reader's text would have them."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any, ParamSpec, TypeVar, cast

from hypothesis import strategies as st

from rulekit.model import expressions as x

T = TypeVar("T")
P = ParamSpec("P")
S = st.SearchStrategy
Expr = S[x.Expr]

NAMES = ("oak", "ash", "elm-tree", "w", "y-2", "grove-of-pine", "fits", "best", "reached", "player", "fir4")
KINDS = ("Card", "Cell", "Player", "B2")
IDS = ("a.b", "round.one", "z", "quite-long.and-longer-id", "n.1")
PREPS = ("at", "within", "through", "stopping", "turned", "beyond", "towards", "by")
VERB_PREPS = ("to", "into", "onto", "from", "with", "on", "as")
DEPTH = 3  # so deep are values nested

names = st.sampled_from(NAMES)
kinds = st.sampled_from(KINDS)
ids = st.sampled_from(IDS)
numbers = st.integers(0, 1200)


def lazily(make: Callable[P, S[T]]) -> Callable[P, S[T]]:
    """A strategy that is put together once, and only when it is drawn from: ours name each other in circles."""
    kept = cache(make)

    def draw_from(draw: Callable[[S[Any]], Any], *args: Any) -> Any:
        return draw(kept(*args))

    draw_from.__name__ = make.__name__
    return cast(Callable[P, S[T]], cache(st.composite(draw_from)))


def some(what: S[T], least: int = 1, most: int = 3) -> S[tuple[T, ...]]:
    """A few of these."""
    return st.lists(what, min_size=least, max_size=most).map(tuple)


def maybe(what: S[T]) -> S[T | None]:
    """One of these or nothing."""
    return st.none() | what


@lazily
def name_or_kind() -> Expr:
    return st.builds(x.Name, names) | st.builds(x.KindName, kinds) | st.builds(x.It)


@lazily
def leaves() -> Expr:
    plain = st.sampled_from([x.Yes(), x.No(), x.Nothing()])
    number = st.builds(x.Number, numbers)
    return name_or_kind() | number | st.builds(x.Negative, number) | plain


def deep(depth: int, *forms: Expr) -> Expr:
    """One of the forms, or something plain if this is deep enough."""
    return st.one_of(*forms) if depth > 0 else name_or_kind()


@lazily
def path(depth: int = DEPTH) -> Expr:
    """A name, or a word of something."""
    if depth <= 0:
        return name_or_kind()
    below = depth - 1
    counted = maybe(st.builds(x.Number, numbers) | anything(below))
    of = st.builds(x.Of, names, counted, behind_word(below))
    return name_or_kind() | of | st.builds(x.Old, path(below))


@lazily
def behind_word(depth: int) -> Expr:
    """What stands behind `of` or a preposition: what takes prepositions itself stands in a bracket there."""
    held = (plain_chain(depth) | applied(depth)).filter(lambda v: isinstance(v, x.Of | x.Old | x.Chain))
    return path(depth) | st.builds(x.Bracket, held) | anything(depth).filter(lambda v: not isinstance(v, x.Chain))


@lazily
def args(depth: int) -> S[tuple[tuple[str, x.Expr], ...]]:
    return some(st.tuples(st.sampled_from(PREPS), behind_word(depth)), 1, 2)


@lazily
def plain_chain(depth: int) -> Expr:
    """A path, perhaps with prepositions."""
    return deep(depth, path(depth), st.builds(x.Chain, path(depth - 1), args(depth - 1)))


@lazily
def applied(depth: int) -> Expr:
    """A bracket with prepositions."""
    return st.builds(x.Chain, st.builds(x.Bracket, anything(depth)), args(depth))


@lazily
def filtered(depth: int) -> Expr:
    return st.builds(x.Where, plain_chain(depth), anything(depth - 1))


@lazily
def chain(depth: int = DEPTH) -> Expr:
    """A path with all that may follow it."""
    source = path(depth - 1) | anything(depth - 1)
    each = st.builds(x.ForEach, plain_chain(depth) | filtered(depth), names, source)
    return deep(depth, plain_chain(depth), filtered(depth), each)


@lazily
def bound(depth: int = DEPTH) -> Expr:
    """What may be walked through."""
    return anything(depth) | st.builds(x.Range, anything(depth), anything(depth))


def signed(form: type[x.Sum] | type[x.Product], signs: str, depth: int) -> Expr:
    return st.builds(form, anything(depth), some(st.tuples(st.sampled_from(signs), anything(depth)), 1, 2))


@lazily
def move(depth: int = DEPTH) -> S[x.Move]:
    return st.builds(x.Move, names, some(st.tuples(names, anything(depth)), 0, 2))


@lazily
def call(depth: int = DEPTH) -> S[x.Call]:
    """A verb with all that may follow it."""
    what = anything(depth)
    return st.builds(
        x.Call,
        names,
        maybe(what),
        some(st.tuples(st.sampled_from(VERB_PREPS), what), 0, 2),
        maybe(st.tuples(st.integers(1, 3), path(depth))),
        maybe(st.tuples(st.sampled_from(["most", "least"]), what)),
    )


@lazily
def tests(depth: int) -> Expr:
    part, side = anything(depth), st.booleans()
    return st.one_of(
        st.builds(x.Compare, st.sampled_from([">=", "<=", "=", "<", ">"]), part, part),
        st.builds(x.In, part, part, side),
        st.builds(x.Is, part, part, side),
        st.builds(x.Related, chain(depth), names, chain(depth)),
        st.builds(x.And, some(part, 2)),
        st.builds(x.Or, some(part, 2)),
        st.builds(x.Not, part),
    )


@lazily
def closed(depth: int) -> Expr:
    part = anything(depth)
    return st.one_of(
        st.builds(x.Amount, part, names),
        applied(depth),
        st.builds(x.Those, names, bound(depth), part),
        st.builds(x.Extreme, names, bound(depth), st.sampled_from(["most", "least"]), path(depth) | part),
        st.builds(x.All, names, path(depth)),
        st.builds(x.Choice, part, part, part),
        st.builds(x.Tuple, some(part, 2)),
        st.builds(x.Legal, move(depth)),
    )


@lazily
def sentences(depth: int) -> Expr:
    part = anything(depth)
    binds = some(st.builds(x.Bind, names, bound(depth)), 1, 2)
    return st.one_of(
        st.builds(x.Quantifier, st.sampled_from(["every", "some", "no"]), binds, part),
        st.builds(x.Implies, part, part),
        st.builds(x.Supposing, call(depth), part),
        st.builds(x.Otherwise, part, part),
        signed(x.Sum, "+-", depth),
        signed(x.Product, "*/", depth),
    )


@lazily
def anything(depth: int = DEPTH) -> Expr:
    """Any value."""
    if depth <= 0:
        return leaves()
    below = depth - 1
    return st.one_of(leaves(), leaves(), chain(below), tests(below), closed(below), sentences(below))
