"""All names of a rulebook, collected before anything is read: declarations may stand in any order."""

from __future__ import annotations

from typing import Any

from rulekit.check.emit import say
from rulekit.check.names import symbol_info as i
from rulekit.diagnostics import Problem, nearest
from rulekit.limits import PROBLEMS_LIMIT
from rulekit.model import declarations as d
from rulekit.source import Span
from rulekit.spaces import geometry
from rulekit.typesystem import types as t
from rulekit.typesystem.builtin_types import kinds
from rulekit.words import core

MOST_SEATS = 16
PREPOSITIONS = ("at", "within", "through", "stopping", "turned", "beyond", "towards", "by")


class Symbols:
    """What each name may mean. Filled once by `collect`, then only read."""

    def __init__(self) -> None:
        self.problems: list[Problem] = []
        self.game: d.Game | None = None
        self.seats: tuple[int, int] = (2, 2)
        self.types: dict[str, t.Type] = {name: kind.type for name, kind in kinds().items()}
        self.spans: dict[str, Span] = {}
        self.kinds: dict[str, i.KindInfo] = {}
        self.spaces: dict[str, d.Space] = {}
        self.zones: dict[str, i.ZoneInfo] = {}
        self.states: dict[str, i.StateInfo] = {}
        self.words: dict[str, list[i.WordInfo]] = {}
        self.relations: dict[str, i.RelationInfo] = {}
        self.procs: dict[str, list[i.ProcInfo]] = {}
        self.actions: dict[str, i.ActionInfo] = {}
        self.options: dict[str, i.OptionInfo] = {}
        self.fields: dict[str, list[i.FieldInfo]] = {}
        self.sources: dict[str, d.Source] = {}
        self.members: dict[str, list[t.Choice]] = {}
        self.rows: dict[str, list[tuple[t.Type, str]]] = {}
        self.writtens: dict[str, d.Written] = {}
        self.reactions: list[d.Reaction] = []
        self.programme: dict[str, d.Programme] = {}
        self.boxes: dict[str, str] = {}  # kind -> its box zone
        self.taken: dict[str, frozenset[str]] = {}
        self.broken: set[str] = set()  # declared, but not so that they could be used

    def complain(self, code: str, span: Span | None, variant: str = "", **facts: Any) -> None:
        if len(self.problems) <= PROBLEMS_LIMIT:  # with so many nobody goes on, see assemble.py
            self.problems.append(say(code, span, variant, **facts))

    # -------------------------------------------------------------- types

    def type_named(self, name: str, span: Span) -> t.Type:
        """The type a Kind stands for."""
        found = self.types.get(name)
        if found is not None:
            return found
        self.complain("K12", span, name=name, near=nearest(name, list(self.types)))
        return t.UNKNOWN

    def collection(self, shape: str, of: str, span: Span) -> t.Type:
        inner = self.type_named(of, span)
        if shape == "set":
            return t.SetOf(inner)
        if shape == "bag":
            return t.BagOf(inner)
        if isinstance(inner, t.Piece):
            return t.Zone(inner.kind, "pile")
        return t.Sequence(inner)

    def type_of(self, written: d.TypeExpr, name: str) -> t.Type:
        """The type a declaration writes out; `name` names it if it is a choice of its own."""
        if isinstance(written, d.NamedType):
            found = self.type_named(written.name, written.span)
            return t.maybe(found) if written.or_nothing else found
        if isinstance(written, d.RangeType):
            return t.number(written.low, written.high)
        if isinstance(written, d.YesNoType):
            return t.YES_NO
        if isinstance(written, d.TextType):
            return t.TEXT
        if isinstance(written, d.CollectionType):
            found = self.collection(written.shape, written.of, written.span)
            return t.Sequence(t.Piece(found.kind)) if isinstance(found, t.Zone) else found
        if isinstance(written, d.ChoiceType | d.RingType):
            choice = t.Choice(name, written.members, isinstance(written, d.RingType))
            self.note_members(choice, written.span)
            return choice
        return t.UNKNOWN

    def note_members(self, choice: t.Choice, span: Span) -> None:
        seen: set[str] = set()
        for member in choice.members:
            if member in seen:
                self.complain("K11", span, "declared", name=member, what=f"a member of `{choice.name}`")
            seen.add(member)
            known = self.members.setdefault(member, [])
            if choice not in known:
                known.append(choice)

    # -------------------------------------------------------------- what a name takes

    def takes(self, name: str) -> frozenset[str]:
        """The prepositions a word takes, whatever it is a word for."""
        found = self.taken.get(name)
        if found is None:
            found = frozenset(self._takes(name))
            self.taken[name] = found
        return found

    def _takes(self, name: str) -> set[str]:
        if name in self.broken or not self.is_word(name):
            return set(PREPOSITIONS)  # whatever is wrong is not the preposition
        preps: set[str] = set(core.preps(name))
        if name in self.zones and self.zones[name].at:
            preps.add("at")
        if name in self.states and self.states[name].at:
            preps.add("at")
        for word in self.words.get(name, ()):
            preps |= word.preps
        if any(isinstance(t.bare(field.type), t.BagOf) for field in self.fields.get(name, ())):
            preps.add("at")
        return preps

    def room(self, name: str) -> int:
        """How many `at` a place takes."""
        info = self.zones.get(name) or self.states.get(name)
        return len(info.at) if info is not None and info.at else 1

    def belongs(self, name: str) -> bool:
        """Is it a place that says with `of` whose it is?"""
        info = self.zones.get(name) or self.states.get(name)
        return info is not None and bool(info.of)

    def is_word(self, name: str) -> bool:
        """Is there any word, place or constant of this name?"""
        known: tuple[Any, ...] = (self.zones, self.states, self.words, self.fields, self.options, self.members)
        known = (*known, self.rows, self.boxes, self.relations, self.actions, self.procs)
        if any(name in names for names in known) or core.known(name) or name in self.plurals() | self.wholes():
            return True
        rings = [geometry.directions(space, self) for space in self.spaces.values()]
        return any(isinstance(ring, t.Choice) and name in ring.members for ring in rings)

    def takers(self, prep: str) -> list[str]:
        """Words that take a preposition, for advice."""
        names = [*self.zones, *self.states, *self.words, *core.taking(prep)]
        return [n for n in dict.fromkeys(names) if prep in self.takes(n)][:4]

    def nouns(self) -> dict[str, str]:
        """Lower-case kinds, as in `every card of z`."""
        return {_noun(name): name for name, kind in self.kinds.items() if kind.is_piece}

    def all_words(self) -> list[str]:
        """Every name that can stand before `of`."""
        return list(
            dict.fromkeys([*self.words, *self.fields, *self.zones, *self.states, *core.names(), *self.plurals()])
        )

    def plurals(self) -> dict[str, str]:
        """`corridors` for the parts of a piece: plural -> kind"""
        return {_noun(name) + "s": name for name, kind in self.kinds.items() if kind.sort == "part"}

    def wholes(self) -> dict[str, str]:
        """`tile` of a part: noun -> kind of the part's whole"""
        return {_noun(k.whole): k.whole for k in self.kinds.values() if k.whole}

    def constants(self) -> list[str]:
        """Every name that can stand alone for a value."""
        return list(
            dict.fromkeys(
                [*self.words, *self.zones, *self.states, *self.options, *self.members, *self.rows, *core.CONSTANTS]
            )
        )


def _noun(name: str) -> str:
    """The noun of a kind: `Card` is `card`, `BonusTile` is `bonus-tile`."""
    return "".join(("-" if n and c.isupper() else "") + c.lower() for n, c in enumerate(name))


noun = _noun
