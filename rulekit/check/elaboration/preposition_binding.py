"""Rule P: which word takes a preposition. The last word before it that takes it and does not have it yet."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Any

from rulekit.check.emit import problem_at
from rulekit.diagnostics import Problem
from rulekit.model import expressions as x
from rulekit.records import draft
from rulekit.source import Span
from rulekit.words import vocabulary

# `Symbols.takes` lets a name that nobody knows take every preposition, so that one misspelt word gives one complaint
# and not a second about its prepositions. No word takes four; so whoever takes that many is such a name.
FEW = 4
OPERATORS = ("beyond", "turned")  # without a taker these work on the operand they follow
Takes = Callable[[str], Collection[str]]


@draft
class WordUse:
    """A word with what it took: `machines` of player, at cell."""

    word: str
    number: x.Expr | None
    arg: Operand | None
    preps: dict[str, Operand]
    span: Span
    whole: Span  # with everything it took
    broken: bool = False  # something was said of it already


@draft
class OperatorUse:
    """`c beyond s`, `mouths turned q`, `(a bag) at k`"""

    prep: str
    operand: Operand
    arg: Operand
    span: Span


@draft
class OldUse:
    """`old` before a word"""

    operand: Operand
    span: Span


Operand = WordUse | OperatorUse | OldUse | x.Expr


def operand_alone(node: x.Expr) -> Operand:
    """An operand without any preposition: nothing has to be given out."""
    if isinstance(node, x.Of):
        return WordUse(node.word, node.number, operand_alone(node.arg), {}, node.span, node.span)
    if isinstance(node, x.Name):
        return WordUse(node.name, None, None, {}, node.span, node.span)
    return OldUse(operand_alone(node.word), node.span) if isinstance(node, x.Old) else node


class PrepositionBinder:
    """The words of one sentence from left to right, while its prepositions are given out."""

    def __init__(
        self,
        takes: Takes,
        problems: list[Problem],
        known: Callable[[str], list[str]],
        room: Callable[[str], int] = lambda name: 1,
        belongs: Callable[[str], bool] = lambda name: False,
    ) -> None:
        self.takes = takes
        self.room = room
        self.belongs = belongs
        self.problems = problems
        self.takers_of = known
        self.words: list[WordUse] = []

    def verb(self, name: str, preps: Collection[str], span: Span) -> WordUse:
        """The verb of the sentence stands furthest left, whatever stands before it.

        A line::

            move top of deck to hand of player

        `move` takes "" and "to"; `of deck` went to `top`, and `of player` to `hand`.
        """
        app = WordUse(name, None, None, {}, span, span)
        self.words.append(app)
        self._verb = (app, frozenset(preps))
        return app

    _verb: tuple[WordUse, frozenset[str]] | None = None

    def bind(self, node: x.Expr) -> Operand:
        """An operand with its prepositions given out."""
        if not isinstance(node, x.Chain):
            return self._path(node)
        found = self._path(node.head)
        for prep, arg in node.args:
            found = self._attach(found, prep, arg, node.span)
        return found

    def _path(self, node: x.Expr) -> Operand:
        if isinstance(node, x.Name):
            return self._word(node.name, None, None, node.span)
        if isinstance(node, x.Of):
            app = self._word(node.word, node.number, None, node.span)
            app.arg = self._path(node.arg)
            return app
        if isinstance(node, x.Old):
            return OldUse(self._path(node.word), node.span)
        return node

    def _word(self, name: str, number: x.Expr | None, arg: Operand | None, span: Span) -> WordUse:
        app = WordUse(name, number, arg, {}, span, span)
        self.words.append(app)
        return app

    def _attach(self, found: Operand, prep: str, arg: x.Expr, span: Span) -> Operand:
        open_ = [w for w in reversed(self.words) if self._open(w, prep)]
        if isinstance(found, x.Bracket) and not open_ and prep == "at":
            return OperatorUse(prep, found, self._path(arg), span)
        if not open_:
            if prep in OPERATORS:
                return OperatorUse(prep, found, self._path(arg), found.span.joined_with(arg.span))
            self._no_taker(prep, arg)
            self._path(arg)
            return found
        taker = self._taker(open_, prep)
        if len(open_) > 1 and taker is open_[0] and open_[1].word != taker.word:
            self._two_takers(prep, arg, taker, open_[1])
        value = self._path(arg)
        taker.preps[self._slot(taker, prep)] = value
        taker.whole = taker.whole.joined_with(arg.span)
        return found

    def _taker(self, open_: list[WordUse], prep: str) -> WordUse:
        """The last; but a name that nobody knows takes nothing from a word that cannot do without."""
        if len(self._takes(open_[0])) < FEW:
            return open_[0]
        return next((app for app in open_ if vocabulary.needs(app.word, prep)), open_[0])

    def _open(self, app: WordUse, prep: str) -> bool:
        """Does the word take this preposition, and lack it yet? A place with several `at` takes as many."""
        if prep not in self._takes(app):
            return False
        return prep not in app.preps or (prep == "at" and self._given(app, prep) < self.room(app.word))

    def _slot(self, app: WordUse, prep: str) -> str:
        return f"{prep}/{self._given(app, prep) + 1}" if prep in app.preps else str(prep)

    def _given(self, app: WordUse, prep: str) -> int:
        return sum(1 for slot in app.preps if slot.split("/")[0] == prep)

    def _takes(self, app: WordUse) -> Collection[str]:
        if self._verb is not None and app is self._verb[0]:
            return self._verb[1]
        return self.takes(app.word)

    def _no_taker(self, prep: str, arg: x.Expr) -> None:
        facts = {"prep": prep, "takers": ", ".join(self.takers_of(prep))}
        span = getattr(prep, "span", arg.span)
        if self.words and not self.words[-1].preps and self.words[-1].arg is None:
            self.words[-1].broken = True
        for word in reversed(self.words):
            own = [*(["of"] if self.belongs(word.word) and word.arg is None else []), *sorted(self._takes(word))]
            other = [p for p in own if p not in word.preps]
            if other and len(other) < FEW:
                word.broken = True
                self.problems.append(problem_at("K09", span, "other", prep=prep, word=word.word, preps=other))
                return
        self.problems.append(problem_at("K09", span, **facts))

    def _two_takers(self, prep: str, arg: x.Expr, taker: WordUse, other: WordUse) -> None:
        phrase = f"{prep} {arg.name}" if isinstance(arg, x.Name | x.KindName) else f"{prep} .."
        span = getattr(prep, "span", arg.span)
        self.problems.append(problem_at("K10", span, phrase=phrase, taker=taker.word, other=other.word))


# ------------------------------------------------------------------ operands in messages


def operand_text(operand: Any) -> str:
    """An operand as a reader would find it in the text, shortened.

    A value::

        top of deck
    """
    if isinstance(operand, WordUse):
        number = f" {operand_text(operand.number)}" if operand.number is not None else ""
        of = f"{number} of {operand_text(operand.arg)}" if operand.arg is not None else ""
        return f"{operand.word}{of}" + "".join(f" {p} {operand_text(a)}" for p, a in operand.preps.items())
    if isinstance(operand, OperatorUse):
        return f"{operand_text(operand.operand)} {operand.prep} {operand_text(operand.arg)}"
    if isinstance(operand, OldUse):
        return f"old {operand_text(operand.operand)}"
    shown = WRITTEN.get(type(operand))
    return shown(operand) if shown else ".."


WRITTEN: dict[type, Callable[[Any], str]] = {
    x.Number: lambda n: str(n.value),
    x.Negative: lambda n: f"-{n.number.value}",
    x.Name: lambda n: str(n.name),
    x.KindName: lambda n: str(n.name),
    x.Yes: lambda n: "yes",
    x.No: lambda n: "no",
    x.Nothing: lambda n: "nothing",
    x.It: lambda n: "it",
    x.Amount: lambda n: f"{operand_text(n.count)} {n.good}",
    x.Of: lambda n: f"{n.word}{' ' + operand_text(n.number) if n.number else ''} of {operand_text(n.arg)}",
    x.Old: lambda n: f"old {operand_text(n.word)}",
    x.Bracket: lambda n: f"({operand_text(n.inner)})",
    x.Chain: lambda n: operand_text(n.head) + "".join(f" {p} {operand_text(a)}" for p, a in n.args),
    x.Sum: lambda n: operand_text(n.first) + "".join(f" {s} {operand_text(a)}" for s, a in n.rest),
    x.Product: lambda n: operand_text(n.first) + "".join(f" {s} {operand_text(a)}" for s, a in n.rest),
    x.All: lambda n: f"every {n.noun} of {operand_text(n.source)}",
    x.Where: lambda n: f"{operand_text(n.source)} where (..)",
    x.Extreme: lambda n: f"those {n.name} in {operand_text(n.source)} with {n.limit} {operand_text(n.mark)}",
    x.Those: lambda n: f"those {n.name} in {operand_text(n.source)} having (..)",
    x.Tuple: lambda n: f"({', '.join(operand_text(i) for i in n.items)})",
    x.Range: lambda n: f"{operand_text(n.low)} to {operand_text(n.high)}",
    x.Compare: lambda n: f"{operand_text(n.left)} {n.op} {operand_text(n.right)}",
    x.In: lambda n: f"{operand_text(n.left)}{' not' * n.negated} in {operand_text(n.right)}",
    x.Is: lambda n: f"{operand_text(n.left)} is{' not' * n.negated} {operand_text(n.right)}",
    x.Related: lambda n: f"{operand_text(n.left)} {n.verb} {operand_text(n.right)}",
}
