"""From written values to checked ones: the desk where names, prepositions and types meet."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from rulekit.check.elaboration import coercions, expression_elaboration, overloads, preposition_binding, space_operators
from rulekit.check.elaboration.core_word_typing import CoreAsked
from rulekit.check.emit import Enough, say
from rulekit.check.names import name_resolution
from rulekit.check.names import symbol_info as i
from rulekit.check.names.scope import Binding, Frame, Scope
from rulekit.check.names.symbols import Symbols
from rulekit.check.tree import operand_text
from rulekit.check.tree import typed_expressions as v
from rulekit.diagnostics import Problem
from rulekit.limits import CHAIN_LIMIT, PROBLEMS_LIMIT
from rulekit.model import expressions as x
from rulekit.source import Span
from rulekit.spaces import geometry
from rulekit.typesystem import types as t
from rulekit.words.word import Word

OPERANDS: dict[type, Any] = {
    preposition_binding.App: overloads.applied,
    preposition_binding.Op: space_operators.operator,
    preposition_binding.Earlier: space_operators.earlier,
}


class Elaborator:
    """Works out one rulebook; `problems` grows, everything else is only read."""

    def __init__(self, symbols: Symbols) -> None:
        self.symbols = symbols
        self.problems: list[Problem] = list(symbols.problems)
        self.keeps: frozenset[str] = frozenset()
        self.depth = 0  # values inside each other that are being read
        self.path: list[str] = []  # words being worked out, to find circles
        self.here: dict[tuple[str, str], t.Type] = {}  # effects column -> what `here` is
        self.calls: list[Any] = []  # performs and supposings
        self.bodies: dict[str, Any] = {}
        self.measures: dict[str, v.T] = {}  # procedure -> what falls
        self.chooses: list[Any] = []
        self.menu_keys: list[Any] = []
        self.keys: dict[tuple[str, str], v.T] = {}
        self.bends: list[Any] = []
        self.replacements: list[Any] = []
        self.excepted: list[Any] = []
        self.editions: list[Any] = []
        self.ledger_ids: set[str] = set()
        self.local_types: dict[str, t.Type] = {}
        self.chance_types: dict[str, t.Type] = {}
        self.grades: list[t.Type] = []  # what the result grades with

    # -------------------------------------------------------------- saying

    def wrong(self, code: str, span: Span | None, variant: str = "", **facts: Any) -> v.T:
        self.problems.append(say(code, span, variant, **facts))
        if len(self.problems) > PROBLEMS_LIMIT:
            raise Enough
        return v.Broken(type=t.UNKNOWN, span=span or Span("", 0, 0, 0, 0))

    def span(self, operand: Any) -> Span:
        found: Span = operand.whole if isinstance(operand, preposition_binding.App) else operand.span
        return found

    def written(self, operand: Any) -> str:
        """An operand as it stands in the text, for messages."""
        return operand_text.written(operand)

    @contextmanager
    def quietly(self) -> Iterator[list[Problem]]:
        """Try something; what is found wrong is set aside."""
        kept, self.problems = self.problems, []
        try:
            yield self.problems
        finally:
            self.problems = kept

    def quiet(self, operand: Any, scope: Scope, want: t.Type | None = None) -> v.T:
        with self.quietly():
            return self.operand(operand, scope, want)

    # -------------------------------------------------------------- reading

    def expr(self, node: x.Expr, scope: Scope, want: t.Type | None = None) -> v.T:
        """The checked value of an expression; `want` is the type expected here, if any."""
        if type(node) is x.Name:
            return name_resolution.plain(self, node.name, node.span, scope, want)
        if self.depth >= 2 * CHAIN_LIMIT:  # brackets count here too
            return self.wrong("K88", node.span, "chain", limit=CHAIN_LIMIT)
        self.depth += 1
        found = self._compound(node, scope, want)
        self.depth -= 1
        return found

    def _compound(self, node: x.Expr, scope: Scope, want: t.Type | None) -> v.T:
        if isinstance(node, (x.Of, x.Old)):
            return self.operand(preposition_binding.alone(node), scope, want)
        if isinstance(node, x.Chain):
            return self.operand(self.sentence(scope).read(node), scope, want)
        return expression_elaboration.FORMS[type(node)](self, node, scope, want)

    def operand(self, operand: Any, scope: Scope, want: t.Type | None = None) -> v.T:
        """An operand whose prepositions are given out already."""
        form = OPERANDS.get(type(operand))
        return self.expr(operand, scope, want) if form is None else form(self, operand, scope, want)

    def sentence(self, scope: Scope) -> preposition_binding.Sentence:
        def takes(name: str) -> frozenset[str]:
            binding = scope.find(name)
            if binding is not None and isinstance(t.bare(binding.type), t.BagOf | t.Map):
                return self.symbols.takes(name) | {"at"}
            if binding is not None and not self.symbols.is_word(name):
                return frozenset()
            return self.symbols.takes(name)

        return preposition_binding.Sentence(
            takes, self.problems, self.symbols.takers, self.symbols.room, self.symbols.belongs
        )

    def value(self, node: Any, scope: Scope, want: t.Type | None = None) -> v.T:
        """A value; a place for one piece is read as the piece."""
        return coercions.value(self.operand(node, scope, want))

    def as_(self, node: Any, scope: Scope, want: t.Type, variant: str = "value", **facts: Any) -> v.T:
        """A value of the wanted type, or one complaint."""
        found = self.operand(node, scope, want)
        return self.fit(found, want, node, variant, **facts)

    def fit(self, found: v.T, want: t.Type, node: Any, variant: str = "value", **facts: Any) -> v.T:
        converted = coercions.convert(found, want)
        if converted is not None:
            return converted
        shown = coercions.value(found).type
        asked = {"value": self.written(node), "name": self.written(node), **facts}
        if isinstance(node, x.ForEach) and isinstance(t.bare(want), t.Number):
            return self.wrong("K16", self.span(node), "summed", value=self.written(node.value))
        return self.wrong("K16", self.span(node), variant, found=shown.phrase, wanted=want.phrase, **asked)

    def condition(self, node: Any, scope: Scope) -> v.T:
        """A yes or no."""
        found = coercions.value(self.operand(node, scope, t.YES_NO))
        if t.same(found.type, t.YES_NO) and not isinstance(t.bare(found.type), t.Never):
            return found
        return self.wrong("K18", self.span(node), value=self.written(node), found=found.type.phrase)

    def collection(self, node: Any, scope: Scope, want: t.Type | None = None) -> v.T:
        """Something to walk through: a set or a sequence."""
        found = self.operand(node, scope, None if want is None else t.SetOf(want))
        return self.walkable(found, node)

    def walkable(self, found: v.T, node: Any) -> v.T:
        inner = coercions.contents(found)
        if isinstance(t.bare(inner.type), t.SetOf | t.Sequence | t.Unknown):
            return inner
        if isinstance(t.bare(inner.type), t.BagOf):
            return v.AsSet(inner, type=t.SetOf(t.member(inner.type) or t.UNKNOWN), span=inner.span)
        single = coercions.value(found)
        if isinstance(single.type, t.Seat) and isinstance(node, x.Name):
            return self.wrong("K17", self.span(node), "seat", value=self.written(node))
        if isinstance(t.bare(single.type), t.Piece | t.Row | t.Place | t.Seat | t.Choice | t.Edge | t.EffectOf):
            return v.Single(single, type=t.SetOf(t.bare(single.type)), span=single.span)
        return self.wrong("K17", self.span(node), value=self.written(node), found=single.type.phrase)

    # -------------------------------------------------------------- things that are read

    def zone(self, info: i.ZoneInfo, args: tuple[v.T, ...], span: Span) -> v.T:
        kind = coercions.zone(info.kind, info.shape, info.name)
        left = info.indexes[len(args) :]
        return v.ZoneAt(info.name, args, type=t.Map(left, kind) if left else kind, span=span)

    def state(self, info: i.StateInfo, args: tuple[v.T, ...], span: Span) -> v.T:
        left = info.indexes[len(args) :]
        return v.Read(info.name, args, type=t.Map(left, info.type) if left else info.type, span=span)

    def field(self, info: i.FieldInfo, of: v.T, app: preposition_binding.App, scope: Scope) -> v.T:
        kind = t.maybe(info.type) if isinstance(of.type, t.Maybe) and not t.is_collection(info.type) else info.type
        found = v.FieldOf(info.kind, info.name, of, info.sides, type=kind, span=app.whole)
        if "at" in app.preps and isinstance(info.type, t.BagOf):
            return self.bag_at(found, self.as_(app.preps["at"], scope, info.type.of), app.whole)
        if app.preps:
            self.wrong("K09", app.whole, prep=next(iter(app.preps)), phrase=app.word)
        return found

    def parts(self, kind: str, of: v.T, app: preposition_binding.App) -> v.T:
        whole = self.symbols.kinds[kind].whole or ""
        wanted = t.Piece(whole)
        if not coercions.fits(of.type, wanted):
            facts = {"word": app.word, "value": self.written(app.arg), "found": of.type.phrase, "wanted": wanted.phrase}
            return self.wrong("K16", app.whole, "argument", **facts)
        return v.Parts(kind, of, type=t.SetOf(t.Row(kind)), span=app.whole)

    def whole(self, kind: str, of: v.T, app: preposition_binding.App) -> v.T:
        found = t.bare(of.type)
        owner = self.symbols.kinds.get(found.kind) if isinstance(found, t.Row) else None
        if owner is None or owner.whole != kind:
            facts = {
                "word": app.word,
                "value": self.written(app.arg),
                "found": of.type.phrase,
                "wanted": f"a part of a {kind}",
            }
            return self.wrong("K16", app.whole, "argument", **facts)
        type_: t.Type = t.Piece(kind)
        return v.Whole(kind, of, type=t.maybe(type_) if isinstance(of.type, t.Maybe) else type_, span=app.whole)

    def bag_at(self, bag: v.T, key: v.T, span: Span) -> v.T:
        kind = t.bare(bag.type)
        if isinstance(kind, t.Map):
            if isinstance(bag, v.Read):
                return self.state(self.symbols.states[bag.state], (*bag.args, key), span)
            if isinstance(bag, v.ZoneAt):
                return self.zone(self.symbols.zones[bag.zone], (*bag.args, key), span)
            left = kind.indexes[1:]
            return v.At(bag, key, type=t.Map(left, kind.value) if left else kind.value, span=span)
        high = kind.highest if isinstance(kind, t.BagOf) else t.LARGEST
        return v.At(bag, key, type=t.number(0, high), span=span)

    def place_named(self, name: str, span: Span, goal: t.Place | t.Edge) -> v.T | None:
        space = self.symbols.spaces.get(goal.space)
        found = geometry.named(space, name, self.symbols) if space is not None else None
        return None if found is None else v.Const(found, type=goal, span=span)

    def effect_named(self, name: str, span: Span, goal: t.EffectOf) -> v.T | None:
        """An effect by its label, or `row.label`; labels that several rows share stay a label."""
        rows = self.symbols.kinds[goal.kind].columns.get(goal.column, {})
        found = [(row, n) for row, effects in rows.items() for n, effect in enumerate(effects) if effect.label == name]
        return v.Const(tuple(found), type=goal, span=span) if found else None

    def here_type(self, frame: Frame) -> t.Type:
        if frame.column is not None:
            return t.maybe(self.here.get(frame.column, t.UNKNOWN))
        kinds = [kind for kind in dict.fromkeys(self.here.values()) if t.known(kind)]
        return t.maybe(kinds[0]) if len(kinds) == 1 else t.UNKNOWN

    # -------------------------------------------------------------- words of the game

    def use(self, word: i.WordInfo, args: tuple[v.T, ...], span: Span, scope: Scope) -> v.T:
        """A word with its arguments; it is worked out when it is first met."""
        self.ensure(word, span)
        hidden = self.hidden(word.hidden, span, scope)
        scope.frame.reads.add(f"word {word.key}")
        kind = word.result or t.UNKNOWN
        if (
            any(isinstance(a.type, t.Maybe) for a in args)
            and not t.is_collection(kind)
            and not isinstance(kind, t.YesNo)
        ):
            kind = t.maybe(kind)
        return v.Use(word.key, args, hidden, type=kind, span=span)

    def ensure(self, word: i.WordInfo, span: Span) -> None:
        if word.state == "open":
            chain = [*(p.split("/")[0] for p in self.path[self.path.index(word.key) :]), word.name]
            if len(chain) == 2:
                self.wrong("K34", word.decl.head.span, "self", name=word.name)
            else:
                self.wrong("K34", word.decl.head.span, chain=chain)
        elif word.state == "new":
            word.state = "open"
            self.path.append(word.key)
            expression_elaboration.define(self, word)
            self.path.pop()
            word.state = "done"

    def hidden(self, wanted: set[str], span: Span, scope: Scope) -> tuple[tuple[str, v.T], ...]:
        found = []
        for name in sorted(wanted):
            if name == "player":
                found.append((name, name_resolution.plain(self, "player", span, scope, t.SEAT)))
            elif scope.find("here") is not None or scope.frame.has_here:
                found.append((name, name_resolution.plain(self, "here", span, scope, None)))
            else:
                found.append((name, v.Const(None, type=t.NOTHING, span=span)))
        return tuple(found)

    def apply(self, word: i.WordInfo, app: preposition_binding.App, first: v.T | None, scope: Scope) -> v.T:
        """A word of the game with the arguments written."""
        args: list[v.T] = []
        given: dict[str, Any] = dict(app.preps)
        for param in word.params:
            if not param.prep:
                if app.arg is None:
                    return self.wrong("K09", app.span, "missing", word=app.word, prep="of")
                kept = first if first is not None else self.operand(app.arg, scope, param.type)
                args.append(self.fit(kept, param.type, app.arg, "argument", word=app.word))
            elif param.prep in given:
                args.append(self.as_(given.pop(param.prep), scope, param.type, "argument", word=app.word))
            else:
                return self.wrong("K09", app.whole, "missing", word=app.word, prep=param.prep)
        for prep in given:
            return self.wrong("K09", app.whole, prep=prep, phrase=app.word)
        return self.use(word, tuple(args), app.whole, scope)

    def core(self, word: Word, app: preposition_binding.App, scope: Scope, want: t.Type | None) -> v.T:
        return CoreAsked(self, word, app, scope, want).answer()

    def inside(self, name: str, found: v.T, span: Span, scope: Scope, sort: str = "loop") -> Scope:
        """A scope where a name stands for a member of a collection."""
        held = t.member(found.type)
        return scope.with_(Binding(name, held if held is not None else t.UNKNOWN, span, sort))
