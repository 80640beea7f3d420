"""One use of a word of the kit: reads its arguments as the word asks for them."""

from __future__ import annotations

from typing import Any

from rulekit.check.elaboration import coercions
from rulekit.check.elaboration.elaboration_context import ElaborationContext
from rulekit.check.elaboration.preposition_binding import OldUse, WordUse
from rulekit.check.names.scope import Scope
from rulekit.check.tree import typed_expressions as v
from rulekit.diagnostics import nearest
from rulekit.model import expressions as x
from rulekit.typesystem import types as t
from rulekit.words import vocabulary
from rulekit.words.word import Word
from rulekit.words.word_context import ASKED


class CoreWordCall:
    """Holds what was given, by slot: "of", "n", and the prepositions."""

    def __init__(self, e: ElaborationContext, word: Word, app: WordUse, scope: Scope, want: t.Type | None) -> None:
        self.e = e
        self.word = word
        self.app = app
        self.scope = scope
        self.wanted = want
        self.given: dict[str, Any] = dict(app.preps)
        if app.arg is not None:
            self.given["of"] = app.arg
        if app.number is not None:
            self.given["n"] = app.number
        self.read: dict[str, v.T] = {}
        self.failed = False

    def answer(self) -> v.T:
        """The checked use of the word. `Broken` if anything is wrong with it; a problem has been noted then."""
        problem = self._shape()
        if problem is not None:
            return problem
        kind = self.word.typing(self)
        if self.failed:
            return v.Broken(span=self.app.whole)
        for slot in self.given:
            if slot not in self.read:
                self.place(slot)
        if ASKED in self.word.reads and not self.has("by"):
            self._for_player()
        if self.word.divisor:
            problem = self.e.check_divisor(self.read[self.word.divisor], self.given[self.word.divisor])
            if problem is not None:
                return problem
        args = tuple((slot, self.read[slot]) for slot in self.given)
        return v.CoreUse(self.word.name, args, type=kind, span=self.app.whole)

    def _shape(self) -> v.T | None:
        """Are the number, the `of` and the prepositions there that must be, and no others?"""
        word, app = self.word, self.app
        if word.of and app.arg is None:
            return self.e.complain(
                "K09", app.span, "adjective" if word.adjective else "missing", word=word.name, prep="of"
            )
        if word.number == "must" and app.number is None:
            return self.e.complain(
                "K16", app.span, "argument", word=word.name, value="it", found="nothing", wanted="a number in brackets"
            )
        if word.number == "never" and app.number is not None:
            return self.e.complain("K19", app.span, "extra", word=word.name, value=self.e.operand_text(app.number))
        for prep, must in word.takes.items():
            if must and prep not in self.given:
                return self.e.complain("K09", app.whole, "missing", word=word.name, prep=prep)
        return None

    # -------------------------------------------------------------- what words ask for

    def has(self, slot: str) -> bool:
        """Whether the argument is given at all."""
        return slot in self.given

    def place(self, slot: str, hint: t.Type | None = None) -> t.Type:
        """The type of an argument as it stands: a zone stays a zone, a map a map."""
        if slot not in self.read:
            self.read[slot] = self._slot_value(slot, hint)
        return self.read[slot].type

    def _slot_value(self, slot: str, want: t.Type | None = None) -> v.T:
        if slot in self.word.named:
            return self._slot_name(slot)
        return self.e.operand(self.given[slot], self.scope, want)

    def _slot_name(self, slot: str) -> v.T:
        """A relation, adjective, action or zone by its name."""
        given = self.given[slot]
        name = given.word if isinstance(given, WordUse) else given.name if isinstance(given, x.KindName) else ""
        symbols = self.e.symbols
        sorts: dict[str, Any] = {
            "relation": {**symbols.relations, **dict.fromkeys(vocabulary.relations())},
            "adjective": symbols.words,
            "action": symbols.actions,
            "zone": symbols.zones,
        }
        known: list[str] = []
        for sort in self.word.named[slot]:
            if name in sorts[sort]:
                self._touch(sort, name)
                return v.Named(sort, name, type=t.YES_NO, span=self.e.span(given))
            known += sorts[sort]
        self.failed = True
        if self.word.asks_past:
            return self.e.complain("K66", given, name=name or self.e.operand_text(given), near=nearest(name, known))
        variant = {"relation": "relation", "adjective": "adjective", "action": "action"}.get(
            self.word.named[slot][0], "zone"
        )
        return self.e.complain(
            "K07", given, variant, name=name or self.e.operand_text(given), near=nearest(name, known)
        )

    def _touch(self, sort: str, name: str) -> None:
        """What is named is worked out as well, so that its hidden parameters are known."""
        self.scope.frame.reads.add(f"{sort} {name}")
        if sort == "adjective":
            for word in self.e.symbols.words[name]:
                self.e.ensure(word, self.app.span)
                self.scope.frame.uses |= word.hidden
        elif sort == "relation" and name in self.e.symbols.relations:
            info = self.e.symbols.relations[name]
            self.e.relation(info)
            self.scope.frame.uses |= info.hidden

    def _for_player(self) -> None:
        """What is asked without naming `player` is asked for him all the same; `possible by p` for that one."""
        if self.scope.frame.has_player and self.scope.find("player") is None:
            self.scope.frame.uses.add("player")

    def type(self, slot: str, hint: t.Type | None = None) -> t.Type:
        """The type of an argument as a value: of a zone what lies there."""
        self.place(slot, hint)
        self.read[slot] = coercions.value(self.read[slot])
        return self.read[slot].type

    def name(self, slot: str) -> str:
        """The name of a relation, adjective or action given as such; "" if the argument is a value."""
        self.place(slot)
        return self.read[slot].named()

    def members(self, slot: str, hint: t.Type | None = None) -> t.Type:
        """The type of the members of an argument that has any; else a problem is noted and the type is unknown."""
        self.place(slot, hint)
        found = coercions.contents(self.read[slot])
        held = found.type.member
        if held is None:
            self.failed = True
            shown = coercions.value(self.read[slot])
            if self.word.adjective and shown.type.is_known:
                facts = {"value": self.e.operand_text(self.given[slot]), "found": shown.type.phrase}
                maybe = "-maybe" if shown.type.optional else ""
                self.e.complain("K16", self.given[slot], f"adjective{maybe}", word=self.word.name, **facts)
                return t.UNKNOWN
            self.e.complain(
                "K17", self.given[slot], value=self.e.operand_text(self.given[slot]), found=shown.type.phrase
            )
            return t.UNKNOWN
        self.read[slot] = found
        return held

    def items(self, slot: str) -> tuple[t.Type, ...]:
        """The types of the values listed in brackets; none if the argument is no such list."""
        self.place(slot)
        return tuple(item.type for item in self.read[slot].elements or ())

    def want(self, slot: str, kind: t.Type) -> None:
        """Brings an argument to a type, or notes a problem."""
        if slot not in self.read:
            self.read[slot] = self._slot_value(slot, kind)
        before = len(self.e.problems)
        variant, fact = ("relation", "relation") if self.word.infix else ("argument", "word")
        self.read[slot] = self.e.fit(self.read[slot], kind, self.given[slot], variant, **{fact: self.word.name})
        if len(self.e.problems) > before:
            self.failed = True

    def complain(self, code: str, variant: str = "", **facts: Any) -> t.Type:
        """Notes a problem with the use as a whole, and gives the unknown type to go on with."""
        self.failed = True
        self.e.complain(code, self.app.whole, variant, **facts)
        return t.UNKNOWN

    def things(self) -> Any:
        """The symbol table of the rulebook, for words that ask for kinds, zones or spaces."""
        return self.e.symbols

    def expected_type(self) -> t.Type | None:
        """The type expected of the whole, if any."""
        return self.wanted

    def argument_text(self, slot: str) -> str:
        """An argument as the author wrote it, for messages."""
        given = self.given[slot]
        return self.e.operand_text(given.operand if isinstance(given, OldUse) else given)
