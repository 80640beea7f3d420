"""The base of all elaboration: symbols, problems found, values read and brought to the type that is wanted."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from typing import Any

from rulekit.check.elaboration import coercions
from rulekit.check.elaboration.preposition_binding import PrepositionBinder, WordUse, operand_text
from rulekit.check.emit import TooManyProblems, problem_at
from rulekit.check.names import symbol_info as i
from rulekit.check.names.scope import Binding, Scope
from rulekit.check.names.symbols import Symbols
from rulekit.check.tree import typed_expressions as v
from rulekit.diagnostics import Problem, nearest
from rulekit.limits import PROBLEMS_LIMIT
from rulekit.model import expressions as x
from rulekit.source import Span
from rulekit.typesystem import types as t
from rulekit.words.word import Word


class ProblemsAside:
    """While it is open, what is found wrong goes to another list; every value that is tried opens one."""

    __slots__ = ("context", "found", "kept")

    def __init__(self, context: ElaborationContext, found: list[Problem]) -> None:
        self.context = context
        self.found = found

    def __enter__(self) -> list[Problem]:
        self.kept, self.context.problems = self.context.problems, self.found
        return self.found

    def __exit__(self, *fault: object) -> None:
        self.context.problems = self.kept


class ElaborationContext(ABC):
    """One rulebook that is worked out; `problems` grows, the symbols are only read.

    The elaborator stands on it in levels, each of which knows those below: names, words, expressions, operators,
    sentences. What a level asks of those above it is abstract here.
    """

    def __init__(self, symbols: Symbols) -> None:
        self.symbols = symbols
        self.problems: list[Problem] = list(symbols.problems)
        self.declared: list[Problem] = []  # of words and relations, however they were come to
        self.depth = 0  # values inside each other that are being read
        self.path: list[str] = []  # words being worked out, to find circles
        self.here: dict[tuple[str, str], t.Type] = {}  # effects column -> what `here` is
        # What bodies leave for later: only when all of them are read is it known which effects there are, who is
        # asked what, and which lines exist. `RulebookElaborator` takes it up from here; nothing is ever removed.
        self.calls: list[Any] = []  # performs and supposings
        self.bodies: dict[str, Any] = {}
        self.measures: dict[str, v.T] = {}  # procedure -> what falls
        self.chooses: list[Any] = []
        self.menu_keys: list[Any] = []
        self.bends: list[Any] = []
        self.replacements: list[Any] = []
        self.excepted: list[Any] = []

    # -------------------------------------------------------------- what the levels above give

    @abstractmethod
    def operand(self, operand: Any, scope: Scope, want: t.Type | None = None) -> v.T:
        """The checked value of an expression or operand; `want` is the type expected here, if any."""

    @abstractmethod
    def expr(self, node: x.Expr, scope: Scope, want: t.Type | None = None) -> v.T:
        """The same of an expression as it is written."""

    @abstractmethod
    def use(self, word: i.WordInfo, args: tuple[v.T, ...], span: Span, scope: Scope) -> v.T:
        """A word of the game with its arguments."""

    @abstractmethod
    def core(self, word: Word, app: WordUse, scope: Scope, want: t.Type | None) -> v.T:
        """A word of the kit with its arguments."""

    @abstractmethod
    def ensure(self, word: i.WordInfo, span: Span) -> None:
        """Work a word of the game out, if it is not yet."""

    @abstractmethod
    def relation(self, info: i.RelationInfo) -> None:
        """Work a relation of the game out, if it is not yet."""

    # -------------------------------------------------------------- saying

    def complain(self, code: str, where: Any, variant: str = "", **facts: Any) -> v.T:
        """Note a problem at a span, or at an operand; gives what stands in the place of its value."""
        span = where if where is None or isinstance(where, Span) else self.span(where)
        self.problems.append(problem_at(code, span, variant, **facts))
        if len(self.problems) > PROBLEMS_LIMIT:
            raise TooManyProblems
        return v.Broken(span=span or Span("", 0, 0, 0, 0))

    def unknown(
        self, span: Any, name: str, known: Iterable[str], variant: str = "", code: str = "K07", **facts: Any
    ) -> v.T:
        """A name that is none of those that are known here."""
        return self.complain(code, span, variant, name=name, near=nearest(name, list(known)), **facts)

    def wrong_argument(self, span: Any, word: str, given: Any, found: t.Type, wanted: str) -> v.T:
        """A word is asked of something else than it wants."""
        value = self.operand_text(given)
        return self.complain("K16", span, "argument", word=word, value=value, found=found.phrase, wanted=wanted)

    def complain_of_argument(self, given: Any, verb: str, found: t.Type, wanted: str, **facts: Any) -> v.T:
        """A verb is given something else than it wants."""
        facts |= {"verb": verb, "value": self.operand_text(given), "found": found.phrase, "wanted": wanted}
        return self.complain("K16", given, "verb", **facts)

    def next_index(self, place: v.T) -> str:
        """The preposition of the first index of a state or zone that is still open."""
        if not place.stored:
            return "of"
        info = self.symbols.states.get(place.stored) or self.symbols.zones[place.stored]
        return "of" if len(place.indexes) < len(info.of) else "at"

    def missing_index(self, where: Any, word: str, wanted: t.Type, prep: str) -> v.T:
        """`score` where only `score of` somebody is a value."""
        return self.complain("K19", where, "missing", word=word, wanted=wanted.phrase, prep=prep)

    def complain_of_types(self, span: Any, one: t.Type, other: t.Type, variant: str = "branches", **facts: Any) -> v.T:
        """Two types that cannot meet."""
        return self.complain("K16", span, variant, left_type=one.phrase, right_type=other.phrase, **facts)

    def span(self, operand: Any) -> Span:
        """Where an operand stands, with the arguments that prepositions gave it."""
        found: Span = operand.whole if isinstance(operand, WordUse) else operand.span
        return found

    def operand_text(self, operand: Any) -> str:
        """An operand as it stands in the text, for messages."""
        return operand_text(operand)

    def collect_problems(self) -> ProblemsAside:
        """Try something; what is found wrong is set aside."""
        return ProblemsAside(self, [])

    def declaration(self) -> ProblemsAside:
        """What is found wrong in a declaration stays, even if the use that led to it is only tried."""
        return ProblemsAside(self, self.declared)

    def value_without_complaints(self, operand: Any, scope: Scope, want: t.Type | None = None) -> v.T:
        """The checked value of an operand, with all complaints left out: to try what a text could mean."""
        with self.collect_problems():
            return self.operand(operand, scope, want)

    # -------------------------------------------------------------- reading

    def sentence(self, scope: Scope) -> PrepositionBinder:
        """What binds prepositions to words in this scope, where a local name can hide a word."""

        def takes(name: str) -> frozenset[str]:
            binding = scope.find(name)
            if binding is not None and (binding.type.bare.counted or binding.type.bare.indexes):
                return self.symbols.takes(name) | {"at"}
            if binding is not None and not self.symbols.is_word(name):
                return frozenset()
            return self.symbols.takes(name)

        return PrepositionBinder(takes, self.problems, self.symbols.takers, self.symbols.room, self.symbols.belongs)

    def value(self, node: Any, scope: Scope, want: t.Type | None = None) -> v.T:
        """A value; a place for one piece is read as the piece."""
        return coercions.value(self.operand(node, scope, want))

    def as_(self, node: Any, scope: Scope, want: t.Type, variant: str = "value", **facts: Any) -> v.T:
        """A value of the wanted type, or one complaint."""
        found = self.operand(node, scope, want)
        return self.fit(found, want, node, variant, **facts)

    def fit(self, found: v.T, want: t.Type, node: Any, variant: str = "value", **facts: Any) -> v.T:
        """The value brought to the type wanted; `Broken`, with a problem noted, if there is no conversion."""
        converted = coercions.convert(found, want)
        if converted is not None:
            return converted
        shown = coercions.value(found).type
        asked = {"value": self.operand_text(node), "name": self.operand_text(node), **facts}
        if isinstance(node, x.ForEach) and want.bare.numeric:
            return self.complain("K16", node, "summed", value=self.operand_text(node.value))
        return self.complain("K16", node, variant, found=shown.phrase, wanted=want.phrase, **asked)

    def condition(self, node: Any, scope: Scope) -> v.T:
        """A yes or no."""
        found = coercions.value(self.operand(node, scope, t.YES_NO))
        if t.is_same_kind(found.type, t.YES_NO) and not isinstance(found.type.bare, t.Never):
            return found
        return self.complain("K18", node, value=self.operand_text(node), found=found.type.phrase)

    def collection(self, node: Any, scope: Scope, want: t.Type | None = None) -> v.T:
        """Something to walk through: a set or a sequence."""
        found = self.operand(node, scope, None if want is None else t.SetOf(want))
        return self.walkable(found, node)

    def walkable(self, found: v.T, node: Any) -> v.T:
        """The value as something to go through: a set or list as it is, one thing as the set of it. `Broken` with
        K17 for anything else.
        """
        inner = coercions.contents(found)
        if isinstance(inner.type.bare, (t.SetOf, t.Sequence, t.Unknown)):
            return inner
        if inner.type.bare.counted:
            return v.AsSet(inner, type=t.SetOf(inner.type.member or t.UNKNOWN), span=inner.span)
        single = coercions.value(found)
        if single.type.player and isinstance(node, x.Name):
            return self.complain("K17", node, "seat", value=self.operand_text(node))
        if isinstance(single.type.bare, t.Piece | t.Row | t.Place | t.Seat | t.Choice | t.Edge | t.EffectOf):
            return v.Single(single, type=t.SetOf(single.type.bare), span=single.span)
        return self.complain("K17", node, value=self.operand_text(node), found=single.type.phrase)

    def scope_with_member(self, name: str, found: v.T, span: Span, scope: Scope, sort: str = "loop") -> Scope:
        """A scope where a name stands for a member of a collection."""
        held = found.type.member
        return scope.with_(Binding(name, held if held is not None else t.UNKNOWN, span, sort))

    def check_divisor(self, by: v.T, part: Any) -> v.T | None:
        """Complain of a divisor that is no positive number; of one that play decides `questions/division` does."""
        kind = by.type.bare
        if by.known and by.constant == 0:
            return self.complain("K22", part, "zero")
        if by.option and kind.numeric and kind.low < 1:
            return self.complain("K22", part, "option", option=by.option)
        if not isinstance(kind, t.Number | t.Unknown):
            return self.complain("K22", part, divisor=self.operand_text(part))
        return None
