"""The symbol table: all names of a rulebook, collected before anything is read, so that they may stand in any order."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulekit.check.emit import problem_at
from rulekit.check.names import symbol_info as i
from rulekit.diagnostics import Problem, nearest
from rulekit.limits import MEMBERS_LIMIT, PROBLEMS_LIMIT
from rulekit.model import declarations as d
from rulekit.model.rulebook import Rulebook
from rulekit.records import evolve
from rulekit.source import NOWHERE, Span
from rulekit.spaces import geometry
from rulekit.typesystem import types as t
from rulekit.typesystem.builtin_types import kinds
from rulekit.verbs.known_verbs import VERBS
from rulekit.words import vocabulary
from rulekit.words.space.place_types import place_type
from rulekit.words.vocabulary import ACTIVE, FACING

MOST_SEATS = 16
PREPOSITIONS = ("at", "within", "through", "stopping", "turned", "beyond", "towards", "by")


def noun(name: str) -> str:
    """The noun of a kind: `Card` is `card`, `BonusTile` is `bonus-tile`."""
    return "".join(("-" if n and c.isupper() else "") + c.lower() for n, c in enumerate(name))


def _direct(proc: i.ProcInfo) -> bool:
    """Whether a procedure has a parameter without a preposition, as `pay n`."""
    return any(not p.prep for p in proc.params)


class Symbols:
    """What each name may mean. Filled once by `collect_symbols`, then only read."""

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
        """Notes a problem; behind PROBLEMS_LIMIT of them no more, for nobody reads on."""
        if len(self.problems) <= PROBLEMS_LIMIT:  # with so many nobody goes on, see assemble.py
            self.problems.append(problem_at(code, span, variant, **facts))

    # -------------------------------------------------------------- types

    def type_named(self, name: str, span: Span) -> t.Type:
        """The type a Kind stands for."""
        found = self.types.get(name)
        if found is not None:
            return found
        self.complain("K12", span, name=name, near=nearest(name, list(self.types)))
        return t.UNKNOWN

    def collection(self, shape: str, of: str, span: Span) -> t.Type:
        """The type `set of Hue`, `bag of Good` or `pile of Card`; a pile of pieces is a zone, any other a list."""
        inner = self.type_named(of, span)
        if shape == "set":
            return t.SetOf(inner)
        if shape == "bag":
            return t.BagOf(inner)
        if inner.piece:
            return t.Zone(inner.kind, "pile")
        return t.Sequence(inner)

    def type_of(self, written: d.TypeExpr, name: str) -> t.Type:
        """The type a declaration writes out; `name` names it if it is a choice of its own."""
        if isinstance(written, d.NamedType):
            found = self.type_named(written.name, written.span)
            return t.or_nothing(found) if written.or_nothing else found
        if isinstance(written, d.RangeType):
            return t.number(written.low, written.high)
        if isinstance(written, d.YesNoType):
            return t.YES_NO
        if isinstance(written, d.TextType):
            return t.TEXT
        if isinstance(written, d.CollectionType):
            found = self.collection(written.shape, written.of, written.span)
            return t.Sequence(t.Piece(found.kind)) if found.zone else found
        if isinstance(written, d.ChoiceType | d.RingType):
            choice = t.Choice(name, written.members, isinstance(written, d.RingType))
            self.note_members(choice, written.span)
            return choice
        return t.UNKNOWN

    def note_members(self, choice: t.Choice, span: Span) -> None:
        """Makes the members of a choice known by name; one name may be a member of several types."""
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
        """Worked out once for each word: those of the kit, of the game's words, of places with an `at`, and of bags.
        Of a word that is not known it is all, so that nobody complains of the preposition too.
        """
        if name in self.broken or not self.is_word(name):
            return set(PREPOSITIONS)  # whatever is wrong is not the preposition
        preps: set[str] = set(vocabulary.preps(name))
        if name in self.zones and self.zones[name].at:
            preps.add("at")
        if name in self.states and self.states[name].at:
            preps.add("at")
        for word in self.words.get(name, ()):
            preps |= word.preps
        if any(field.type.bare.counted for field in self.fields.get(name, ())):
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
        if vocabulary.is_core_name(name):
            return True
        known: tuple[Any, ...] = (self.zones, self.states, self.words, self.fields, self.options, self.members)
        known = (*known, self.rows, self.boxes, self.relations, self.actions, self.procs)
        if any(name in names for names in known) or name in self.plurals() | self.whole_nouns():
            return True
        rings = [geometry.directions(space, self) for space in self.spaces.values()]
        return any(ring is not None and name in ring.members for ring in rings)

    def takers(self, prep: str) -> list[str]:
        """Words that take a preposition, for advice."""
        names = [*self.zones, *self.states, *self.words, *vocabulary.words_taking(prep)]
        return [n for n in dict.fromkeys(names) if prep in self.takes(n)][:4]

    def nouns(self) -> dict[str, str]:
        """Lower-case kinds, as in `every card of z`."""
        return {noun(name): name for name, kind in self.kinds.items() if kind.is_piece}

    def all_words(self) -> list[str]:
        """Every name that can stand before `of`."""
        return list(
            dict.fromkeys([*self.words, *self.fields, *self.zones, *self.states, *vocabulary.names(), *self.plurals()])
        )

    def plurals(self) -> dict[str, str]:
        """`corridors` for the parts of a piece: plural -> kind"""
        return {noun(name) + "s": name for name, kind in self.kinds.items() if kind.sort == "part"}

    def whole_nouns(self) -> dict[str, str]:
        """`tile` of a part: noun -> kind of the part's whole"""
        return {noun(k.whole): k.whole for k in self.kinds.values() if k.whole}

    def constants(self) -> list[str]:
        """Every name that can stand alone for a value."""
        return list(
            dict.fromkeys(
                [
                    *self.words,
                    *self.zones,
                    *self.states,
                    *self.options,
                    *self.members,
                    *self.rows,
                    *vocabulary.CONSTANTS,
                ]
            )
        )

    # -------------------------------------------------------------- collecting

    def collect(self, rulebook: Rulebook) -> None:
        """Every declaration under its name, in passes: types first, then what is built on them."""
        self._game(rulebook)
        self._types(rulebook)
        self._kinds(rulebook)
        self._options(rulebook)
        self._zones(rulebook)
        self._words(rulebook)
        self._verbs(rulebook)

    def _game(self, rulebook: Rulebook) -> None:
        """The one declaration `game` with a number of players that can be. Without any, two players are assumed, so
        that the rest can be read; of several the first counts.
        """
        games = rulebook.declarations_of(d.Game)
        if not games:
            first = rulebook.declarations[0].span if rulebook.declarations else None
            self.complain("K90", first and Span(first.file, 1, 1, 1, 2), "none")
            return
        for extra in games[1:]:
            self.complain("K90", extra.span, "two", also=((games[0].span, "the first one"),))
        self.game = game = games[0]
        self.seats = (game.fewest, game.most)
        if not 1 <= game.fewest <= game.most <= MOST_SEATS:
            self.complain("K90", game.span, "seats", low=game.fewest, high=game.most)
            self.seats = (2, 2)
        if game.forced not in (None, "asked", "taken"):
            self.complain("K07", game.span, "forced", name=game.forced)
        for source in rulebook.declarations_of(d.Source):
            self.sources[source.letter] = source

    def _declare(self, name: str, span: Span, what: str, names: dict[str, tuple[Span, str]]) -> bool:
        """Note a name; a second declaration of it is complained about."""
        if name in names:
            first, known = names[name]
            self.complain("K11", span, "declared", name=name, what=known, also=((first, "first declared here"),))
            return False
        names[name] = (span, what)
        return True

    def _types(self, rulebook: Rulebook) -> None:
        """Kinds, spaces and types by name. The places of a space may be rows of a list that is declared later, so
        spaces are looked at again at the end.
        """
        seen: dict[str, tuple[Span, str]] = dict.fromkeys(kinds(), (NOWHERE, "a kind of the kit"))
        things: list[d.Kind | d.Space | d.TypeDecl] = [
            x for x in rulebook.declarations if isinstance(x, d.Kind | d.Space | d.TypeDecl)
        ]
        for decl in things:
            if not self._declare(decl.name, decl.span, "a kind", seen):
                continue
            self.spans[decl.name] = decl.span
            if isinstance(decl, d.Kind):
                info = i.KindInfo(decl.name, decl.sort, decl, whole=decl.whole)
                self.kinds[decl.name] = info
                self.types[decl.name] = t.Piece(decl.name) if info.is_piece else t.Row(decl.name)
            elif isinstance(decl, d.Space):
                self.spaces[decl.name] = decl
                self.types[decl.name] = t.Place(decl.name)
                self.types[decl.name + "Edge"] = t.Edge(decl.name)
        for space in self.spaces.values():  # the places of a graph are rows of a list, which may be declared later
            kind = place_type(space)
            if kind.row and kind.kind in self.kinds and not self.kinds[kind.kind].is_piece:
                self.types[space.name] = kind
        for named in rulebook.declarations_of(d.TypeDecl):
            if seen.get(named.name, (None,))[0] is named.span:
                self.types[named.name] = self.type_of(named.type, named.name)

    def _kinds(self, rulebook: Rulebook) -> None:
        """The fields on the faces of every kind; a part needs a piece that it is printed on."""
        for info in self.kinds.values():
            decl = info.decl
            if info.sort == "part":
                whole = self.kinds.get(decl.whole or "")
                if whole is None or not whole.is_piece:
                    self.complain("K12", decl.span, "no-part", name=decl.name, of=decl.whole or "nothing")
            for face in decl.faces:
                for field in face.fields:
                    self._field(info, face, field)

    def _field(self, info: i.KindInfo, face: d.Face, field: d.Field) -> None:
        """One field. On both sides of a piece it is one field of two sides, if its types agree."""
        side = face.side or "face"
        if isinstance(field.type, d.EffectsType):
            kind: t.Type = t.SetOf(t.EffectOf(info.name, field.name))
            info.columns.setdefault(field.name, {})
        else:
            kind = self.type_of(field.type, f"{field.name} of {info.name}")
        known = info.fields.get(field.name)
        sides: tuple[str, ...] = (side,)
        if known is not None:
            if side in known.sides:
                self.complain("K11", field.span, "declared", name=field.name, what=f"a field of {info.name}")
                return
            if not t.is_same_kind(known.type, kind):
                self.complain("K16", field.span, "value", name=field.name, found=kind.phrase, wanted=known.type.phrase)
            sides = (*known.sides, side)
            self.fields[field.name].remove(known)
        turning = kind.set_of.ring
        made = i.FieldInfo(field.name, info.name, kind, sides, turning, field.span)
        info.fields[field.name] = made
        self.fields.setdefault(field.name, []).append(made)

    def _options(self, rulebook: Rulebook) -> None:
        """Each option with its type and what it usually is."""
        seen: dict[str, tuple[Span, str]] = {}
        for decl in rulebook.declarations_of(d.Option):
            if not self._declare(decl.name, decl.span, "an option", seen):
                continue
            kind = self._option_type(decl)
            default = decl.values[0] if decl.usually is None else decl.usually
            if default not in decl.values:
                self.complain("K15", decl.span, name=str(default), type=f"`{decl.name}`", members=map(str, decl.values))
                default = decl.values[0]
            self.options[decl.name] = i.OptionInfo(decl.name, kind, decl.values, default, decl)

    def _option_type(self, decl: d.Option) -> t.Type:
        """Yes or no, a range of numbers, or a choice with the values as members."""
        values = decl.values
        if all(isinstance(v, bool) for v in values):
            return t.YES_NO
        if all(isinstance(v, int) and not isinstance(v, bool) for v in values):
            numbers = [int(v) for v in values]  # type: ignore[arg-type]
            return t.number(min(numbers), max(numbers))
        choice = t.Choice(decl.name, tuple(str(v) for v in values))
        self.note_members(choice, decl.span)
        return choice

    def _indexes(self, names: Iterable[str], span: Span) -> tuple[t.Type, ...]:
        """The types behind `of` or `at`."""
        return tuple(self.type_named(name, span) for name in names)

    def _zones(self, rulebook: Rulebook) -> None:
        """Zones and states. Each kind of piece has a box, declared or not, in which its pieces lie at first; `active`
        and the facing of tiles are states that no game declares.
        """
        seen: dict[str, tuple[Span, str]] = {}
        for zone in rulebook.declarations_of(d.Zone):
            kind = self.kinds.get(zone.kind)
            if kind is None or not kind.is_piece:
                variant = "not-pieces" if zone.kind in self.types else ""
                self.complain("K12", zone.span, variant, name=zone.kind, near=nearest(zone.kind, list(self.kinds)))
                self.broken.add(zone.name)
                continue
            name = zone.name
            if name == "box":
                name = f"box of {zone.kind}"
                self.boxes[zone.kind] = name
            if not self._declare(name, zone.span, "a zone", seen):
                continue
            of, at = self._indexes(zone.of, zone.span), self._indexes(zone.at, zone.span)
            self.zones[name] = i.ZoneInfo(name, of, at, zone.shape, zone.kind, zone)
        for info in self.kinds.values():
            if info.is_piece and info.name not in self.boxes:
                name = f"box of {info.name}"
                self.boxes[info.name] = name
                self.zones[name] = i.ZoneInfo(name, (), (), "set", info.name, None)
        for state in rulebook.declarations_of(d.State):
            if not self._declare(state.name, state.span, "a state", seen):
                continue
            of, at = self._indexes(state.of, state.span), self._indexes(state.at, state.span)
            type_ = self.type_of(state.type, state.name)
            self.states[state.name] = i.StateInfo(state.name, of, at, type_, state)
        self.states.setdefault(ACTIVE, i.StateInfo(ACTIVE, (), (), t.SEAT, None))
        for info in self.kinds.values():
            if info.sort == "tile" and FACING not in self.states:
                self.states[FACING] = i.StateInfo(FACING, (t.Piece(info.name),), (), t.number(0, 7), None)

    def _params(self, written: Iterable[d.Param]) -> tuple[i.ParamInfo, ...]:
        """Typed parameters of a head, complaining about doubled names."""
        found: list[i.ParamInfo] = []
        for param in written:
            kind = (
                self.collection(param.shape, param.type, param.span)
                if param.shape
                else self.type_named(param.type, param.span)
            )
            if any(p.name == param.name for p in found):
                self.complain("K29", param.span, "parameter", name=param.name)
            found.append(i.ParamInfo(param.prep or "", param.name, kind, param.type == "Number", param.span))
        return tuple(found)

    def _words(self, rulebook: Rulebook) -> None:
        """Definitions and relations. Words may share a name if what they are asked of tells them apart; none may have
        the name of a place.
        """
        seen: dict[str, tuple[Span, str]] = {}
        for decl in rulebook.declarations:
            if not isinstance(decl, d.Define | d.Cases | d.Total):
                continue
            name = decl.head.name
            word = i.WordInfo(name, self._params(decl.head.params), decl)
            if name in vocabulary.CLOSED:
                self.complain("K11", decl.head.span, "core", word=name)
                continue
            known = self.words.setdefault(name, [])
            any(self._may_overload(word, other) for other in known)
            if name in self.zones or name in self.states or name in self.options:
                place = self.zones.get(name) or self.states.get(name) or self.options[name]
                there = place.decl.span if place.decl else NOWHERE
                self.complain(
                    "K11", decl.head.span, "declared", name=name, what="a place", also=((there, "declared here"),)
                )
                continue
            word.key = name if not known else f"{name}/{len(known) + 1}"
            known.append(word)
        for relation in rulebook.declarations_of(d.Relation):
            if not self._declare(relation.verb, relation.span, "a relation", seen):
                continue
            more = (relation.left, relation.right, *relation.more)
            found = self._params(more)
            self.relations[relation.verb] = i.RelationInfo(relation.verb, found, relation)

    def _may_overload(self, word: i.WordInfo, other: i.WordInfo) -> bool:
        """Two words of one name must differ in what they are asked of, and take the same prepositions."""
        here, there = word.decl.head.span, other.decl.head.span
        also = ((there, "the other one"),)
        if word.preps != other.preps:
            shown = [", ".join(f"`{p}`" for p in sorted(w.preps)) or "no preposition" for w in (other, word)]
            self.complain("K11", here, "prepositions", word=word.name, first=shown[0], second=shown[1], also=also)
        elif not word.params or not other.params or t.is_same_kind(word.params[0].type, other.params[0].type):
            self.complain("K11", here, "twice", word=word.name, also=also)
        else:
            return False
        return True

    def _verbs(self, rulebook: Rulebook) -> None:
        """Actions, procedures, blocks, reactions, and how kinds are written in moves."""
        seen: dict[str, tuple[Span, str]] = {}
        for action in rulebook.declarations_of(d.Action):
            if self._declare(action.name, action.span, "an action", seen):
                self.actions[action.name] = i.ActionInfo(action.name, action)
        for proc in rulebook.declarations_of(d.Procedure):
            info = i.ProcInfo(proc.verb, self._params(proc.params), proc)
            if proc.verb in VERBS:
                self.complain("K11", proc.span, "core", word=proc.verb)
                continue
            known = self.procs.setdefault(proc.verb, [])
            clash = next((k for k in known if k.preps == info.preps and _direct(k) == _direct(info)), None)
            if clash is not None:
                self.complain("K11", proc.span, "twice", word=proc.verb, also=((clash.decl.span, "the other one"),))
                continue
            info.key = proc.verb if not known else f"{proc.verb}/{len(known) + 1}"
            known.append(info)
        for block in rulebook.declarations_of(d.Programme):
            if block.name in self.programme:
                first = self.programme[block.name].span
                self.complain(
                    "K11", block.span, "declared", name=block.name, what="a block", also=((first, "the first one"),)
                )
                continue
            self.programme[block.name] = block
        self.reactions = rulebook.declarations_of(d.Reaction)
        for written in rulebook.declarations_of(d.Written):
            self.writtens[written.kind] = written
            self.type_named(written.kind, written.span)

    # -------------------------------------------------------------- spaces

    def check_spaces(self) -> None:
        """A geometry that the kit has, with the settings it takes."""
        for space in self.spaces.values():
            shape = geometry.shapes().get(space.shape)
            if shape is None:
                self.complain(
                    "K07", space.span, "space", name=space.shape, near=nearest(space.shape, list(geometry.shapes()))
                )
                continue
            given = dict(space.attributes)
            for name, value in given.items():
                wanted = shape.attributes.get(name)
                if wanted is None or isinstance(value, int) != wanted.startswith("number"):
                    near = nearest(name, list(shape.attributes))
                    self.complain("K07", space.span, "space-setting", name=name, space=space.shape, near=near)
                elif not isinstance(value, int) and value not in self.types:
                    self.complain("K12", space.span, name=value, near=nearest(value, list(self.types)))
            missing = [n for n, w in shape.attributes.items() if w.endswith("!") and n not in given]
            if space.shape == "square-grid" and "reaching" not in given:
                missing += [n for n in ("across", "down") if n not in given]
            for name in missing[:1]:
                self.complain("K07", space.span, "setting-missing", name=name, space=space.shape)

    def bound_spaces(self) -> None:
        """K71 before anybody lays a space out, as rows do that nobody wrote."""
        for space in self.spaces.values():
            self._not_too_large(space)

    def _not_too_large(self, space: d.Space) -> None:
        """What is too large is read on as a small one."""
        numbers = {name: value for name, value in space.attributes if isinstance(value, int)}
        wide = 2 * numbers.get("reaching", 0) + 1
        size = numbers.get("across", 1) * numbers.get("down", 1) * numbers.get("long", 1)
        count = max(size, wide * (numbers["deep"] if "deep" in numbers else wide))
        if count > MEMBERS_LIMIT:
            self.complain("K71", space.span, "type", name=space.name, count=count, limit=MEMBERS_LIMIT)
            small = tuple(
                (name, min(value, 8) if isinstance(value, int) else value) for name, value in space.attributes
            )
            self.spaces[space.name] = evolve(space, attributes=small)


def collect_symbols(rulebook: Rulebook) -> Symbols:
    """The symbol table of a rulebook."""
    symbols = Symbols()
    symbols.collect(rulebook)
    return symbols
