"""Values as text: brackets stand where the model has them and where the order of binding needs them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekit.model import expressions as x
from rulekit.model.printer_layout import HANG, break_line

# How tightly a form binds: a value printed where a tighter one is expected gets brackets. Readers get some more than
# the parser needs: round `and` inside `or`, and round `otherwise` inside a test.
EXPR, EITHER, BOTH, NEG, TEST, ALT, SUM, TERM, FACTOR, CHAIN, PATH = range(11)

LEVELS: dict[type[x.Expr], int] = {
    x.Quantifier: EXPR,
    x.Implies: EXPR,
    x.Supposing: EXPR,
    x.Or: EITHER,
    x.And: BOTH,
    x.Not: NEG,
    x.Compare: TEST,
    x.In: TEST,
    x.Is: TEST,
    x.Related: TEST,
    x.Range: ALT,
    x.Otherwise: ALT,
    x.Sum: SUM,
    x.Product: TERM,
    x.Where: CHAIN,
    x.ForEach: CHAIN,
    x.Chain: CHAIN,
    x.Of: PATH,
    x.Old: PATH,
    x.Name: PATH,
    x.KindName: PATH,
    x.It: PATH,
}
BARE = (x.Number, x.Choice, x.Bracket)  # may follow a word without brackets of ours
WIDE = 120  # a longer sentence needs a place to be broken
LISTED = (*BARE, x.Tuple)


def show(value: x.Expr, level: int = EXPR) -> str:
    """The text of a value for a place that takes forms of this level and tighter."""
    text = FORMS[type(value)](value)
    return text if tightness(value) >= level else f"({text})"


def sentence(value: x.Expr) -> str:
    """A value with a place of its own; one too long for a line gets brackets, so that the line can be broken."""
    text = show(value)
    if len(text) <= WIDE or all(len(piece) <= WIDE for piece in break_line(text, HANG)):
        return text
    return f"{_quantifier_head(value)} has ({show(value.body)})" if isinstance(value, x.Quantifier) else f"({text})"


def tightness(value: x.Expr) -> int:
    """How tightly a value binds; a bracket with prepositions is a value of its own kind."""
    if isinstance(value, x.Chain) and isinstance(value.head, x.Bracket):
        return FACTOR
    return LEVELS.get(type(value), FACTOR)


def domain(value: x.Expr) -> str:
    """What may be walked through or chosen from: also `1 to 6`."""
    if isinstance(value, x.Range):
        return f"{show(value.low, SUM)} to {show(value.high, SUM)}"
    return show(value, ALT)


def _after_word(value: x.Expr, plain: tuple[type[x.Expr], ...]) -> str:
    """A value behind a word: paths and a few closed forms stand bare, all others in brackets."""
    text = FORMS[type(value)](value)
    return text if isinstance(value, plain) or tightness(value) == PATH else f"({text})"


def _number_text(value: x.Expr) -> str:
    """A number before a word: `6`, `(n)`."""
    text = FORMS[type(value)](value)
    return text if isinstance(value, BARE) else f"({text})"


def pairs(args: tuple[tuple[str, x.Expr], ...]) -> str:
    """Prepositions with what follows them."""
    return "".join(f" {prep} {_after_word(value, LISTED)}" for prep, value in args)


def _of(value: x.Of) -> str:
    """`count of deck`, `top 6 of deck`."""
    number = f" {_number_text(value.number)}" if value.number is not None else ""
    return f"{value.word}{number} of {_after_word(value.arg, (*LISTED, x.Those, x.Extreme))}"


def _extreme(value: x.Extreme) -> str:
    """`those p in Player with most (score of p)`."""
    mark = _after_word(value.mark, (x.Bracket, x.Choice))
    return f"those {value.name} in {domain(value.source)} with {value.limit} {mark}"


def _bracket(value: x.Bracket) -> str:
    """Round brackets, except where the form inside brings its own."""
    inner = show(value.inner)
    return inner if isinstance(value.inner, x.Choice) else f"({inner})"


def _chain(value: x.Chain) -> str:
    """A head and its prepositions; a head in brackets keeps them, for without them the prepositions would belong to
    what is inside.
    """
    head = _bracket(value.head) if isinstance(value.head, x.Bracket) else show(value.head, PATH)
    return head + pairs(value.args)


def _signed(first: x.Expr, rest: tuple[tuple[str, x.Expr], ...], level: int) -> str:
    """Terms or factors with their signs, one pair of brackets less than a tree of pairs would need."""
    text = show(first, level)
    for sign, value in rest:
        text += f" {sign} {show(value, level)}"
    return text


def _is(value: x.Is) -> str:
    """`x is y`, `x is not y`."""
    return f"{show(value.left, SUM)} is {'not ' if value.negated else ''}{show(value.right, SUM)}"


def _in(value: x.In) -> str:
    """`x in y`, `x not in y`."""
    return f"{show(value.left, SUM)} {'not ' if value.negated else ''}in {show(value.right, SUM)}"


def _quantifier_head(value: x.Quantifier) -> str:
    """`every p in Player, c in hand of p`."""
    return f"{value.kind} " + ", ".join(f"{b.name} in {domain(b.source)}" for b in value.binds)


def call(value: x.Call) -> str:
    """A verb with all that follows it."""
    parts = [value.verb]
    if value.arg is not None:
        parts.append(show(value.arg, ALT))
    parts += [f"{prep} {show(arg, ALT)}" for prep, arg in value.args]
    if value.per is not None:
        number, what = value.per
        parts.append(f"per {f'{number} ' if number != 1 else ''}{show(what, PATH)}")
    limit = f", at {value.limit[0]} {show(value.limit[1], ALT)}" if value.limit else ""
    return " ".join(parts) + limit


def move(value: x.Move) -> str:
    """A move written out."""
    args = ", ".join(f"{name} {show(arg, ALT)}" for name, arg in value.args)
    return f"{value.name} {args}" if args else value.name


FORMS: dict[type[x.Expr], Callable[[Any], str]] = {
    x.Number: lambda v: str(v.value),
    x.Negative: lambda v: f"-{v.number.value}",
    x.Amount: lambda v: f"{_number_text(v.count)} {v.good}",
    x.Yes: lambda v: "yes",
    x.No: lambda v: "no",
    x.Nothing: lambda v: "nothing",
    x.It: lambda v: "it",
    x.Name: lambda v: v.name,
    x.KindName: lambda v: v.name,
    x.Old: lambda v: f"old {show(v.word, PATH)}",
    x.Of: _of,
    x.Bracket: _bracket,
    x.Chain: _chain,
    x.Where: lambda v: f"{show(v.source, CHAIN)} where ({show(v.condition)})",
    x.ForEach: lambda v: f"{show(v.value, CHAIN)} for each {v.name} in {_after_word(v.source, LISTED)}",
    x.Those: lambda v: f"those {v.name} in {domain(v.source)} having ({show(v.condition)})",
    x.Extreme: _extreme,
    x.All: lambda v: f"every {v.noun} of {show(v.source, CHAIN)}",
    x.Choice: lambda v: f"({show(v.yes)} if {show(v.condition)} else {show(v.no)})",
    x.Tuple: lambda v: f"({', '.join(show(item) for item in v.items)})",
    x.Sum: lambda v: _signed(v.first, v.rest, TERM),
    x.Product: lambda v: _signed(v.first, v.rest, FACTOR),
    x.Otherwise: lambda v: f"{show(v.value, SUM)} otherwise {show(v.default, SUM)}",
    x.Range: domain,
    x.Compare: lambda v: f"{show(v.left, SUM)} {v.op} {show(v.right, SUM)}",
    x.In: _in,
    x.Is: _is,
    x.Related: lambda v: f"{show(v.left, CHAIN)} {v.verb} {show(v.right, CHAIN)}",
    x.And: lambda v: " and ".join(show(part, NEG) for part in v.parts),
    x.Or: lambda v: " or ".join(show(part, NEG) for part in v.parts),
    x.Not: lambda v: f"not {show(v.inner, NEG)}",
    x.Quantifier: lambda v: f"{_quantifier_head(v)} has {show(v.body)}",
    x.Implies: lambda v: f"if {show(v.condition, EITHER)} then {show(v.then)}",
    x.Supposing: lambda v: f"supposing {call(v.call)}: {show(v.condition)}",
    x.Legal: lambda v: f"legal ({move(v.move)})",
}
