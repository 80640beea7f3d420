"""What holds in a position, as players say it: by the sentences of the manual (`told`), else by plain ones."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping

import attrs

from rulekit.looks.declared_looks import noun
from rulekit.looks.wording import name_pieces
from rulekit.model import expressions as x
from rulekit.model.printer_expressions import show
from rulekit.site.page import count, plural
from rulekit.site.reader_words import ReaderWords, join_list
from rulekit.words.numbers.count import WORD as COUNT
from rulekit.words.numbers.sum import WORD as SUM
from rulekit.words.order.bottom import WORD as BOTTOM
from rulekit.words.order.item import WORD as ITEM
from rulekit.words.order.top import WORD as TOP

ANY, NOT, CALLED = "", "not", "called"  # of a word: for a value that has none of its own; for all others; as a place
EVERY = "every"  # before a word of which all places are meant at once: `every hut is nothing`
HOLE = re.compile(r"\{(?P<name>of|at|it|is)(?: (?P<noun>[^{}]*))?\}")
EMPTY = ("nothing", "empty")  # say the same to a reader
ENDS = {TOP.name: "lies on top of", BOTTOM.name: "lies at the bottom of"}
TOTALS = (COUNT.name, SUM.name)  # what they are taken of has a sentence of its own: `count of hand`
AMOUNTS = {"=": "", ">=": "at least ", "<=": "at most ", ">": "more than ", "<": "less than "}
PLAIN = {"finished": ("the game is over", "the game goes on")}  # words of the language that are conditions
Sentences = Mapping[str, Mapping[str, str]]  # by a word of the rules: by its value, or for any


@attrs.frozen
class WordQuestion:
    """A word of the rules and what it is asked of: `wealth of anna at gold`."""

    name: str
    of: x.Expr | None = None
    at: x.Expr | None = None


class FactWords:
    """Conditions of scenes in the words of one game."""

    def __init__(self, words: ReaderWords, told: Sentences) -> None:
        self.words, self.told = words, told

    def condition(self, node: x.Expr) -> str:
        """A condition in words; empty if readers need not know it, or it cannot be told."""
        parts = node.parts if isinstance(node, x.And) else (node,)
        return join_list([said for part in parts if self.words.speaks(part) and (said := self._part(part))])

    def given_text(self, place: x.Expr, values: Iterable[x.Expr]) -> str | None:
        """What is given to a place; None if the manual has no sentence for it."""
        values = [*values]
        if len(values) == 1:
            return self._told(word_question(place), values[0], "=")
        said = self._sentences(word_question(place)).get(ANY)
        return None if said is None else self._filled(said, word_question(place), self.words.values(values))

    def _part(self, node: x.Expr) -> str:
        if isinstance(node, x.Not):
            inner = node.inner
            return (
                self._is(x.Is(inner.left, inner.right, True))
                if isinstance(inner, x.Is)
                else self._held(inner, yes=False)
            )
        if isinstance(node, x.Compare):
            return self._compared(node.left, node.right, node.op)
        if isinstance(node, x.Is):
            return self._is(node)
        if isinstance(node, x.In):
            return self._inside(node)
        return self._held(node, yes=True)

    def _held(self, node: x.Expr, yes: bool) -> str:
        """A word that is itself a condition."""
        told = self._told(word_question(node), x.Yes() if yes else x.No(), "=")
        plain = PLAIN.get(show(node))
        if told is not None or plain is None:
            return f"{'' if yes else 'not '}{self.words.expression(node)}" if told is None else told
        return plain[0] if yes else plain[1]

    def _is(self, node: x.Is) -> str:
        if not node.negated:
            return self._compared(node.left, node.right, "=")
        said = self._sentences(word_question(node.left)).get(NOT)
        told = None if said is None else self._filled(said, word_question(node.left), self._value(node.right))
        return self.words.expression(node) if told is None else told

    def _compared(self, left: x.Expr, right: x.Expr, op: str) -> str:
        told = self._told(word_question(left), right, op)
        if told is not None:
            return told
        counted = left.arg if isinstance(left, x.Of) and left.word == COUNT.name else None
        if counted is not None:
            return self._counted(counted, right, op)
        if op != "=":
            return self.words.expression(x.Compare(op, left, right))
        if isinstance(left, x.Of) and (where := self._in_order(left)):
            return f"{self._value(right)} {where} {self._place(left.arg)}"
        return f"{self._place(left)} is {self._value(right)}"

    def _in_order(self, piece: x.Of) -> str:
        """`top of deck`: where that is."""
        if piece.word == ITEM.name and isinstance(piece.number, x.Number):
            return f"is number {piece.number.value} in"
        return ENDS.get(piece.word, "") if piece.number is None else ""

    def _counted(self, counted: x.Expr, number: x.Expr, op: str) -> str:
        """How many there are: members of a kind, or pieces in a zone."""
        if isinstance(counted, x.KindName) and isinstance(number, x.Number):
            verb = "is" if number.value == 1 else "are"
            return f"there {verb} {self._amount(number, op, counted.name.lower())}"
        name, zones = word_question(counted).name, self.words.looks.symbols.zones
        noun = zones[name].kind.lower() if name in zones else ""
        return f"{self._place(counted)} holds {self._amount(number, op, noun)}"

    def _amount(self, number: x.Expr, op: str, noun: str) -> str:
        """ "3 cards", "at most 3 cards", "no cards"."""
        if not isinstance(number, x.Number) or not noun:
            return f"{AMOUNTS[op]}{self._value(number)}"
        said = count(number.value, noun)
        return AMOUNTS[op] + said if number.value or op != "=" else f"no {said.partition(' ')[2]}"

    def _inside(self, node: x.In) -> str:
        zone = word_question(node.right)
        said = self.told.get(f"in {zone.name}", {}).get(NOT if node.negated else ANY)
        told = None if said is None else self._filled(said, zone, self._value(node.left))
        there = "is not in" if node.negated else "is in"
        return f"{self._value(node.left)} {there} {self._place(node.right)}" if told is None else told

    # -------------------------------------------------------------- sentences of the manual

    def _told(self, word: WordQuestion, value: x.Expr, op: str) -> str | None:
        """The sentence for a value of a word; None if there is none."""
        sentences = self._sentences(word)
        keys = [*(EMPTY if show(value) in EMPTY else [show(value)]), ANY] if op == "=" else [ANY]
        said = next((sentences[key] for key in keys if key in sentences), None)
        if said is None:
            return None
        return self._filled(said, word, AMOUNTS[op] + self._value(value), lambda noun: self._amount(value, op, noun))

    def _sentences(self, word: WordQuestion) -> Mapping[str, str]:
        if word.of is not None and word.name in TOTALS:
            return self.told.get(f"{word.name} of {word_question(word.of).name}", {})
        at = f"{word.name} at {show(word.at)}" if word.at is not None else f"{EVERY} {word.name}"
        return self.told.get(at) or self.told.get(word.name, {})

    def _filled(
        self, said: str, word: WordQuestion, value: str, amount: Callable[[str], str] | None = None
    ) -> str | None:
        """A sentence with its holes filled; None if it wants something that the word is not asked of."""
        inner = word_question(word.of) if word.name in TOTALS and word.of is not None else word
        inner = inner if inner.at is not None else attrs.evolve(inner, at=word.at)
        missing = ("{of}" in said and inner.of is None) or ("{at}" in said and inner.at is None)

        def put(hole: re.Match[str]) -> str:
            if hole["name"] in ("of", "at"):
                node = inner.of if hole["name"] == "of" else inner.at
                return self._value(node) if node is not None else ""
            return amount(hole["noun"]) if hole["noun"] and amount else value

        return None if missing else name_pieces(self.words.looks, HOLE.sub(put, said))

    def _place(self, node: x.Expr) -> str:
        """A zone, or anything else that is no value: as the manual calls it."""
        word = word_question(node)
        called = self._sentences(word).get(CALLED)
        told = self._filled(called, word, "") if called is not None else None
        if told is not None:
            return told
        if isinstance(node, x.KindName):
            return f"the list of {plural(noun(node.name).lower())}"
        if isinstance(node, x.Of) and (said := self._in_a_pile(node)):
            return said
        bare = isinstance(node, x.Name) and node.name in self.words.looks.symbols.zones
        return f"{'the ' if bare else ''}{self.words.expression(node)}"

    def _in_a_pile(self, node: x.Of) -> str:
        """`item 3 of deck`, `top of deck`, `colour of top of deck`; empty if it is something else."""
        if node.word in ENDS and node.number is None:
            return f"the {node.word} of {self._place(node.arg)}"
        if node.word == ITEM.name and isinstance(node.number, x.Number):
            zone = self.words.looks.symbols.zones.get(word_question(node.arg).name)
            piece = "number" if zone is None else noun(zone.kind).lower()
            return f"{piece} {node.number.value} of {self._place(node.arg)}"
        inner = self._in_a_pile(node.arg) if isinstance(node.arg, x.Of) and node.number is None else ""
        return f"the {noun(node.word)} of {inner}" if inner else ""

    def _value(self, node: x.Expr) -> str:
        if isinstance(node, x.Bracket):
            return self._value(node.inner)
        if isinstance(node, x.Tuple) and not all(isinstance(one, x.Number | x.Negative) for one in node.items):
            return join_list([self.words.expression(one) for one in node.items])
        return self._place(node) if isinstance(node, x.Of | x.Chain) else self.words.expression(node)


def word_question(node: x.Expr) -> WordQuestion:
    """The word that a value is, and what it is asked of."""
    if isinstance(node, x.Bracket):
        return word_question(node.inner)
    if isinstance(node, x.Name):
        return WordQuestion(node.name)
    if isinstance(node, x.Of):
        return WordQuestion(node.word, node.arg) if node.number is None else WordQuestion("")
    if isinstance(node, x.Related):
        return WordQuestion(node.verb, node.left, node.right)
    if isinstance(node, x.Chain):
        head, more = word_question(node.head), dict(node.args)
        return WordQuestion(head.name, more.get("of", head.of), more.get("at", head.at))
    return WordQuestion("")
