"""Abstract interpretation: what each value reads, following where the pieces of a value may lie.

`ReadCollector.info(value, context)` gives a `ValueInfo` (possible locations, whose seat) and appends every read to
`context.found`. Words, relations and actions are entered once for each way they are called; recursion stops at a call
that is open already. `action_clauses` and `choice_clauses` do this for everything that decides whether a move is legal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, ClassVar

from rulekit.check.evaluation.constant_folding import ConstantFolder
from rulekit.check.names.symbol_info import StateInfo
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import CheckedCase, CheckedRulebook
from rulekit.check.tree.typed_walk import children, walk
from rulekit.check.visibility.domain import (
    IMPLIED,
    NOTHING,
    PRINTED,
    ClauseReads,
    PieceLocation,
    ReadContext,
    ValueInfo,
    union,
)
from rulekit.check.visibility.sites import DefUse
from rulekit.check.visibility.views import ANY, ASKED, OTHER, VALUE, HiddenRead, VisibleFacts, player_index
from rulekit.records import evolve
from rulekit.typesystem import types as t
from rulekit.words import vocabulary, word_context
from rulekit.words.word import Gives

DEEPEST = 60  # calls inside calls; deeper than this a value counts as reading everything
NOT_FOLDED = (v.Quantifier, v.Filter, v.Collect, v.CoreUse, v.Related, v.Local)
LOOKING = frozenset(
    (word_context.POSITION, word_context.GIVEN, word_context.ASKED)
)  # what a word that looks about by itself reads


class ReadCollector:
    """Collects the reads of one rulebook, in one configuration as far as `given` settles it."""

    def __init__(self, checked: CheckedRulebook, visibility: VisibleFacts, uses: DefUse, given: ConstantFolder) -> None:
        self.checked, self.symbols, self.given = checked, checked.symbols, given
        self.visibility, self.uses = visibility, uses
        self.words = {word.key: word for word in checked.words}
        self.exceptions: dict[str, list[v.T]] = {}  # clause id -> conditions under which it is waived
        for bend in checked.bends:
            self.exceptions.setdefault(bend.target, []).append(bend.condition)
        self.done: dict[Any, tuple[ValueInfo, tuple[HiddenRead, ...]]] = {}
        self.open: set[Any] = set()
        self._settled: dict[int, tuple[v.T, bool | None]] = {}  # keeps the node, so that its id stays its own

    def info(self, node: v.T, at: ReadContext) -> ValueInfo:
        """What is known of a value; what it reads is added to `at.found`."""
        found = self._form(node, at)
        if at.asked and node.type.bare.player and any(_same_seat(node, who) for who in at.asked):
            return ValueInfo(found.spots, ASKED)
        return found

    def infos(self, nodes: Iterable[v.T], at: ReadContext) -> ValueInfo:
        """What is known of several values together: the union of the places, owners and reads of each."""
        return union([self.info(node, at) for node in nodes])

    def decided_by_options(self, condition: v.T) -> bool | None:
        """True or False where the options alone decide a condition."""
        if id(condition) not in self._settled:
            closed = self.given.options and not any(isinstance(n, NOT_FOLDED) for n in walk(condition))
            found = self.given.ask(condition) if closed else None
            self._settled[id(condition)] = (condition, found if isinstance(found, bool) else None)
        return self._settled[id(condition)][1]

    def visible(self, read: HiddenRead, whose: str | None = None) -> bool:
        """Does the player who decides see what was read (with `whose=ANY`: does every player)?"""
        owner = read.whose if whose is None else whose
        return read.sort == "all" or self.visibility.sees(read.place, read.sides, owner, read.end, self.given)

    # ------------------------------------------------------------------ forms of values

    def _form(self, node: v.T, at: ReadContext) -> ValueInfo:
        """By the class of the value; what has no method of its own reads what its parts read."""
        form = self.FORMS.get(type(node), ReadCollector._parts)
        return form(self, node, at)

    def _name(self, node: v.Local, at: ReadContext) -> ValueInfo:
        """What a parameter or bound name was given, else where it comes from in the body."""
        return at.env[node.name] if node.name in at.env else self._local(node, at)

    def _use(self, node: v.Use, at: ReadContext) -> ValueInfo:
        """Into a word of the game, with what its parameters are given."""
        return self._call(self._word, node.word, self._parameters(node, at), node, at)

    def _read_relation(self, node: v.Related, at: ReadContext) -> ValueInfo:
        """Into a relation of the game, with what its parameters are given."""
        return self._call(self._relation, node.relation, self._parameters(node, at), node, at)

    def _let(self, node: v.Let, at: ReadContext) -> ValueInfo:
        """The body, with the name for what the value is."""
        return self.info(node.value, evolve(at, env={**at.env, node.name: self.info(node.source, at)}))

    def _parts(self, node: v.T, at: ReadContext) -> ValueInfo:
        """Any other form: what is known of all it is made of."""
        return ValueInfo(self.infos((part for part in children(node) if isinstance(part, v.T)), at).spots)

    def _printed_member(self, kind: t.Type) -> ValueInfo:
        """A member that stands in the rules or in the table: a piece so named may lie anywhere, and naming it reads
        nothing.
        """
        return PRINTED if self.piece_kind(kind) else NOTHING

    def _zone(self, node: v.ZoneAt, at: ReadContext) -> ValueInfo:
        """A zone as a place: whose it is follows from the index that is a player. Pieces among its indexes are kept,
        for which of them is asked tells something of them.
        """
        indexes = self.symbols.zones[node.zone].indexes
        given = [self.info(arg, at) for arg in node.args]
        pieces = [n for n, kind in enumerate(indexes) if kind.piece]
        keys = union([given[n] if n < len(given) else PRINTED for n in pieces]).spots
        return ValueInfo(frozenset((PieceLocation(node.zone, _owner(indexes, given), keys=keys),)))

    def _read(self, node: v.Read, at: ReadContext) -> ValueInfo:
        """A state is read, from the seat that its index says. If it holds a piece, that lies where a condition says,
        or wherever a piece lay that was written into it.
        """
        state = self.symbols.states[node.state]
        whose = _owner(state.indexes, [self.info(arg, at) for arg in node.args])
        at.found.append(HiddenRead("value", f"state {node.state}", whose, (VALUE,), span=node.span))
        for other, info in at.lying:
            if other == node:
                return info
        return self._stored_pieces(state, whose) if self.piece_kind(state.type) else NOTHING

    def _field(self, node: v.FieldOf, at: ReadContext) -> ValueInfo:
        """A field is printed on a side, so that side is read; of a part it is the side of its whole."""
        found, kind = self.info(node.of, at), self.symbols.kinds[node.kind]
        if kind.is_piece:
            self._side(at, found, node.kind, node.sides, node)
        elif kind.whole in self.symbols.kinds:
            self._side(at, found, str(kind.whole), self.visibility.telling_sides(str(kind.whole)), node)
        return self._printed_member(node.type)

    def _binding(self, node: v.Filter | v.Collect | v.Quantifier, at: ReadContext) -> ValueInfo:
        """`those x in source having condition`, `value for x in source`, `some x in source has body`"""
        if isinstance(node, v.Collect):
            return self.info(node.value, self._bind(node.name, node.source, at))
        if isinstance(node, v.Filter):
            at = self._narrow(self._bind(node.name, node.source, at), (node.condition,))
            self.info(node.condition, at)
            return at.env[node.name]
        for name, source in node.binds:
            at = self._bind(name, source, at)
        self.info(node.body, at if node.kind == "every" else self._narrow(at, (node.body,)))
        return NOTHING

    def _bind(self, name: str, source: v.T, at: ReadContext) -> ReadContext:
        """Inside, where a name runs through a collection."""
        found = self.info(source, at)
        whole = found.from_table or (source.type.member or t.UNKNOWN).bare.player
        return evolve(at, env={**at.env, name: found}, free=at.free | {name} if whole else at.free - {name})

    def _pair(self, node: v.Combine | v.Equal | v.IsIn, at: ReadContext) -> ValueInfo:
        """Two values held against each other; of a sum nothing is compared."""
        left, right = self.info(node.left, at), self.info(node.right, at)
        if isinstance(node, v.Combine) and node.op == "+":
            return union((left, right))
        self._note_comparison(at, left, right, node)
        return left if isinstance(node, v.Combine) else NOTHING

    def _logic(self, node: v.And | v.Or | v.Choice | v.Supposing, at: ReadContext) -> ValueInfo:
        """Nothing is read of an `and` with a part that the options make false, nor of an `or` with one they make true;
        else all parts are, with what the whole says of where names lie.
        """
        if isinstance(node, v.And):
            if not any(self.decided_by_options(part) is False for part in node.parts):
                self.infos(node.parts, self._narrow(at, node.parts))
        elif isinstance(node, v.Or):
            if not any(self.decided_by_options(part) is True for part in node.parts):
                self.infos(node.parts, self._narrow(at, tuple(p.inner for p in node.parts if isinstance(p, v.Not))))
        elif isinstance(node, v.Choice):
            return self._choice(node, at)
        else:  # whatever happens in a move that is only supposed may be read
            self.infos((arg for _, arg in node.call.args), at)
            self.info(node.condition, at)
            at.found.append(HiddenRead("all", "", ANY, (), span=node.span))
        return NOTHING

    def _choice(self, node: v.Choice, at: ReadContext) -> ValueInfo:
        """Both branches, except those that the options leave out."""
        holds = self.decided_by_options(node.condition)
        self.info(node.condition, at)
        found = []
        if holds is not False:
            found.append(self.info(node.yes, self._narrow(at, (node.condition,))))
        if holds is not True:
            found.append(self.info(node.no, at))
        return union(found)

    # ------------------------------------------------------------------ what is read

    def _note(self, at: ReadContext, sort: str, spot: PieceLocation, sides: tuple[str, ...], node: v.T) -> None:
        """Something of the place was read: how many lie there, which, a side of one, or a value."""
        at.found.append(HiddenRead(sort, f"zone {spot.zone}", spot.whose, sides, spot.end, node.span))

    def _how_many(self, found: ValueInfo, node: v.T, at: ReadContext) -> ValueInfo:
        """That the zones are read at all tells how many pieces lie there."""
        for spot in found.piece_locations:
            self._note(at, "count", spot, (), node)
        return found

    def _side(self, at: ReadContext, info: ValueInfo, kind: str, sides: tuple[str, ...], node: v.T) -> None:
        """A side of a piece is read, wherever it may lie; of a piece out of the printed table it is known."""
        for spot in self._everywhere(info, kind):
            self._note(at, "side", spot, sides, node)

    def _which(self, at: ReadContext, spots: Iterable[PieceLocation], node: v.T) -> None:
        """It is asked which piece lies there."""
        for spot in spots:
            self._note(at, "which", spot, self.visibility.telling_sides(self.symbols.zones[spot.zone].kind), node)

    def _everywhere(self, info: ValueInfo, kind: str) -> list[PieceLocation]:
        """Where it may lie; if nobody can say, in any declared zone of its kind."""
        lost = any(spot.sort == "lost" for spot in info.spots)
        zones = [z for z in self.symbols.zones.values() if z.kind == kind and z.decl is not None] if lost else []
        return info.piece_locations + [PieceLocation(zone.name) for zone in zones]

    def _note_comparison(self, at: ReadContext, left: ValueInfo, right: ValueInfo, node: v.T) -> None:
        """A known piece is compared with one that lies somewhere: that tells which one lies there."""
        if left.from_table:
            self._which(at, right.piece_locations, node)
        if right.from_table:
            self._which(at, left.piece_locations, node)

    def piece_kind(self, kind: t.Type) -> str | None:
        """The kind of piece a value is, is a part of, or holds."""
        kind = kind.innermost
        if kind.piece:
            return kind.kind
        is_part = kind.row and kind.kind in self.symbols.kinds
        return self.symbols.kinds[kind.kind].whole if is_part else None

    # ------------------------------------------------------------------ names and states

    def _local(self, node: v.Local, at: ReadContext) -> ValueInfo:
        """A name bound by a line or passed by a caller, and not yet in the environment."""
        if at.body is None:
            return NOTHING
        key = ("local", id(at.body), node.name, tuple(w.name if isinstance(w, v.Local) else id(w) for w in at.asked))
        if key in self.open:
            return NOTHING
        player = {name: info for name, info in at.env.items() if name == "player"}
        inner = evolve(at, env=player, free=frozenset(), found=[])
        self.open.add(key)
        try:
            found = self._origin(node.name, inner, at.body)
        finally:
            self.open.discard(key)
        if (id(at.body), node.name) in self.uses.lets:
            at.found += [evolve(read, span=node.span, inner=read.span) for read in inner.found]
        call = self.uses.last.get(id(node))
        if call is not None:
            self._outcome(call, node, at)
        return found

    def _outcome(self, call: typed_statements.Call, node: v.Local, at: ReadContext) -> None:
        """`last`: what a call did tells of all that decided it."""
        body, values = self.uses.outcome(call)
        inner, key = at.without_counting(), ("outcome", id(call))
        if body is not None:
            inner = evolve(
                at.in_procedure({name: self.info(arg, at.without_counting()) for name, arg in call.args}, body),
                early=False,
            )
        if key not in self.open:
            self.open.add(key)
            self.infos(values, inner)
            self.open.discard(key)
        at.report(inner.found, node.span)

    def _origin(self, name: str, at: ReadContext, body: typed_statements.Body) -> ValueInfo:
        """The zones it was moved to, else the values it is bound to, else what callers pass or a trigger knows."""
        moved = [] if at.early else self.uses.moves(body, name)
        if moved:
            return self.infos(moved, at.without_counting())
        values = self.uses.values(body, name)
        if values:
            return self.infos(values, at)
        passed = self.uses.arguments(body, name)
        if passed:
            return union([self._argument_info(call, value, caller, at) for call, value, caller in passed])
        return union(self._local(v.Local(name, type=t.UNKNOWN), ReadContext({}, b)) for b in self.uses.triggers(body))

    def _argument_info(
        self, call: typed_statements.Call, value: v.T, caller: typed_statements.Body, at: ReadContext
    ) -> ValueInfo:
        """What a caller passes; the seats that are the deciding player here are so there as well."""
        names = {who.name for who in at.asked if isinstance(who, v.Local)}
        names |= {name for name, info in at.env.items() if info.seat == ASKED}
        asked = [arg for slot, arg in call.args if slot in names]
        if "player" in names and call.get("player") is None:
            asked.append(PLAYER)
        asked += [who for who in at.asked if not isinstance(who, v.Local)]
        return self.info(value, ReadContext({}, caller, tuple(asked)))

    def _stored_pieces(self, state: StateInfo, whose: str) -> ValueInfo:
        """The pieces a state may hold: those that are written into it, places told from the side of `whose`."""
        key = ("written", state.name)
        if key in self.open:
            return NOTHING
        if key not in self.done:
            self.open.add(key)
            index, found = player_index(state.indexes), []
            for place, value, body in self.uses.writes.get(state.name, ()):
                asked = (place.indexes[index],) if index is not None and index < len(place.indexes) else ()
                found.append(self.info(value, ReadContext({}, body, asked)))
            known, kind = union(found), self.piece_kind(state.type)
            self.done[key] = (
                known if known.spots else ValueInfo(frozenset((PieceLocation(str(kind), sort="lost"),))),
                (),
            )
            self.open.discard(key)
        info = self.done[key][0]
        if whose == ASKED:
            return info
        spots = (evolve(spot, whose=whose if spot.whose == ASKED else ANY) for spot in info.spots)
        return ValueInfo(frozenset(spots), whose if info.seat == ASKED else ANY)

    # ------------------------------------------------------------------ what conditions say about names

    def _narrow(self, at: ReadContext, conditions: tuple[v.T, ...]) -> ReadContext:
        """Where these conditions hold, `x in zone` says where x lies if x could be anywhere."""
        better = {}
        for name, local in {local.name: local for c in conditions for local in _subjects(c)}.items():
            if name in at.free or any(spot.sort == "lost" for spot in self.info(local, at.without_counting()).spots):
                found = self._first_location(conditions, name, at.without_counting())
                if found is not None:
                    better[name] = found
        states = tuple(self._state_locations(conditions, at.without_counting()))
        return evolve(at, env={**at.env, **better}, lying=at.lying + states) if better or states else at

    def _state_locations(self, conditions: tuple[v.T, ...], at: ReadContext) -> Iterator[tuple[v.T, ValueInfo]]:
        """`lead in trick`, where `lead` is a state that holds a piece."""
        for condition in conditions:
            if isinstance(condition, v.And):
                yield from self._state_locations(condition.parts, at)
            elif isinstance(condition, v.IsIn) and not condition.negated and isinstance(condition.left, v.Read):
                found = _certain(self.info(condition.right, at))
                if found is not None:
                    yield condition.left, found

    def _first_location(self, conditions: tuple[v.T, ...], name: str, at: ReadContext) -> ValueInfo | None:
        """Where a name lies by the first of these conditions that says so."""
        return next((i for c in conditions if (i := self._location(c, name, at)) is not None), None)

    def _location(self, node: v.T, name: str, at: ReadContext) -> ValueInfo | None:
        """Where a name lies if this condition holds."""
        match node:
            case v.And():
                return self._first_location(node.parts, name, at)
            case v.Or():
                found = [self._location(part, name, at) for part in node.parts]
                return union([f for f in found if f is not None]) if None not in found else None
            case v.IsIn(negated=False, left=v.Local(name=left)) if left == name:
                return _certain(self.info(node.right, at))
            case v.Equal(negated=False, left=v.Local(name=left)) if left == name:
                return _certain(self.info(node.right, at))
            case v.Equal(negated=False, right=v.Local(name=right)) if right == name:
                return _certain(self.info(node.left, at))
            case v.Use() if node.word in self.words:
                word = self.words[node.word]
                for param, arg in zip(word.params, node.args, strict=False):
                    if isinstance(arg, v.Local) and arg.name == name and isinstance(word.body, v.T):
                        return self._location(word.body, param.name, self._parameters(node, at))
        return None

    # ------------------------------------------------------------------ words and relations of the game

    def _parameters(self, node: v.Use | v.Related, at: ReadContext) -> ReadContext:
        """Inside a word or relation: its parameters are what was given, and so are `player` and `here`."""
        of = self.words[node.word] if isinstance(node, v.Use) else self.symbols.relations[node.relation]
        env = {p.name: self.info(arg, at) for p, arg in zip(of.params, node.args, strict=False)}
        env |= {name: self.info(value, at) for name, value in node.hidden}
        return ReadContext(env, asked=tuple(who for who in at.asked if isinstance(who, v.Read) and not who.args))

    def _call(
        self, enter: Callable[[Any, ReadContext], ValueInfo], name: Any, inner: ReadContext, node: v.T, at: ReadContext
    ) -> ValueInfo:
        """Enter a definition once for each way it is called; what it reads counts where it is called."""
        key = (enter, name, tuple(sorted(inner.env.items(), key=lambda item: item[0])), bool(inner.asked))
        if key in self.open:
            return NOTHING
        if len(self.open) > DEEPEST:
            at.found.append(HiddenRead("all", "", ANY, (), span=node.span))
            return NOTHING
        if key not in self.done:
            self.open.add(key)
            self.done[key] = (enter(name, inner), tuple(dict.fromkeys(inner.found)))
            self.open.discard(key)
        info, found = self.done[key]
        at.report(found, node.span)
        return info

    def _word(self, name: str, at: ReadContext) -> ValueInfo:
        """The body of a word, or its cases."""
        body = self.words[name].body
        if body is None:
            return NOTHING
        return self.info(body, at) if isinstance(body, v.T) else self._cases(body, at)

    def _cases(self, cases: tuple[CheckedCase, ...], at: ReadContext) -> ValueInfo:
        """The lines of a first-of or a total, as far as the options leave them in."""
        infos = []
        for case in cases:
            holds = True if case.condition is None else self.decided_by_options(case.condition)
            if holds is False:
                continue
            if case.condition is not None:
                self.info(case.condition, at)
            if case.value is not None:
                infos.append(self.info(case.value, at))
            if holds is True and case.sort == "value":
                break
        return union(infos)

    def _relation(self, name: str, at: ReadContext) -> ValueInfo:
        """The cases of a relation with their conditions and exceptions, as far as the options leave them open."""
        for case in self.symbols.relations[name].cases:
            for part in (case.value, case.condition, *self.exceptions.get(case.id or "", ())):
                if part is not None and self.decided_by_options(part) is None:
                    self.info(part, at)
        return NOTHING

    # ------------------------------------------------------------------ words of the language

    def _core(self, node: v.CoreUse, at: ReadContext) -> ValueInfo:
        """A word of the kit, by what it gives: the end of a pile, somebody's neighbour, a piece's whereabouts, a
        number, or what it is given.
        """
        of, word = node.get("of"), node.definition
        match word.gives:
            case Gives.END:
                found = self._read_arguments(node, at)
                if node.get("n") is not None:  # several of them may be any of the pile
                    return found
                return ValueInfo(frozenset(evolve(s, end=node.word) if s.sort == "lies" else s for s in found.spots))
            case Gives.ROUND:
                return ValueInfo(seat=OTHER if of is not None and self.info(of, at).seat == ASKED else ANY)
            case Gives.OWNER | Gives.WHEREABOUTS:
                return self._whereabouts(node, of, at)
            case Gives.INCLUSION:
                infos = [self.info(arg, at) for _, arg in node.args]
                if len(infos) == 2:
                    self._note_comparison(at, infos[0], infos[1], node)
                return NOTHING
        if node.word == "others":
            return ValueInfo(seat=OTHER)
        if word.sizes:
            return self._read_count(node, of, at)
        if word.reads == (word_context.PRINTED,):
            return self._read_poses(node, of, at)
        if word.asks_moves or word.asks_prices:
            return self._legality(node, at)
        return self._other(node, at) if node.reads & LOOKING else self._read_arguments(node, at)

    def _read_poses(self, node: v.CoreUse, of: v.T | None, at: ReadContext) -> ValueInfo:
        """`poses of t`: how a tile is drawn is read off its face."""
        self.infos((arg for slot, arg in node.args if slot != "of"), at)
        kind = self.piece_kind(of.type) if of is not None else None
        if of is not None and kind is not None:
            self._side(at, self.info(of, at), kind, self.visibility.telling_sides(kind), node)
        return NOTHING

    def _other(self, node: v.CoreUse, at: ReadContext) -> ValueInfo:
        """A word that looks about by itself: the pieces it is given, and all that lie with them, decide its answer."""
        for _, arg in node.args:
            kind = self.piece_kind(arg.type) or arg.type.zone_of or None
            if kind is not None and node.reads & {word_context.POSITION, word_context.GIVEN}:
                found = self.info(arg, at)
                where = ValueInfo(found.spots | self._zones(kind)) if found.from_table else found
                self._which(at, self._everywhere(where, kind), node)
        return self._legality(node, at) if word_context.ASKED in node.reads else self._read_arguments(node, at)

    def _zones(self, kind: str) -> frozenset[PieceLocation]:
        """Every declared zone for a kind of piece."""
        return frozenset(
            PieceLocation(z.name) for z in self.symbols.zones.values() if z.kind == kind and z.decl is not None
        )

    def _read_arguments(self, node: v.CoreUse, at: ReadContext) -> ValueInfo:
        """Most words only read what they are given; a relation or adjective they name reads for any member."""
        found = self.infos((arg for _, arg in node.args if not isinstance(arg, v.Named)), at)
        implied = {name: info for name, info in at.env.items() if name in IMPLIED}
        for _, arg in node.args:
            if not isinstance(arg, v.Named):
                continue
            if arg.sort == "relation" and arg.name in self.symbols.relations:
                params = self.symbols.relations[arg.name].params
                env = implied | {p.name: self._printed_member(p.type) for p in params}
                self._call(self._relation, arg.name, ReadContext(env), node, at)
            elif arg.sort == "adjective":
                for word in self.symbols.words.get(arg.name, ()):
                    env = implied | {p.name: self._printed_member(p.type) for p in word.params}
                    self._call(self._word, word.key, ReadContext(env), node, at)
        return ValueInfo(found.spots)

    def _read_count(self, node: v.CoreUse, of: v.T | None, at: ReadContext) -> ValueInfo:
        """`z is empty`, `count of z`: only how many lie there is read."""
        found = self._read_arguments(node, at)
        if of is not None and of.type.zone_of:
            self._how_many(found, node, at)
        return NOTHING

    def _whereabouts(self, node: v.CoreUse, of: v.T | None, at: ReadContext) -> ValueInfo:
        """Where a piece lies: for a piece out of the printed table, all zones of which the answer could speak."""
        found = self.info(of, at) if of is not None else NOTHING
        if found.from_table and of is not None:
            kind, named = self.piece_kind(of.type) or "", node.get("at")
            zones = {s for s in self._zones(kind) if vocabulary.tells(node.word, self.symbols.zones[s.zone])}
            if isinstance(named, v.Named):
                zones &= {PieceLocation(named.name)}
            self._which(at, ValueInfo(frozenset(zones)).piece_locations, node)
        seats = {spot.whose for spot in found.piece_locations} if node.definition.gives is Gives.OWNER else set()
        return ValueInfo(found.spots, seats.pop() if len(seats) == 1 else ANY)

    def _legality(self, node: v.CoreUse, at: ReadContext) -> ValueInfo:
        """What the guards of an action or the prices of effects read, `by` somebody or for `player`."""
        self.infos((arg for _, arg in node.args if not isinstance(arg, v.Named)), at)
        player = ReadContext({"player": self.info(node.get("by") or PLAYER, at)})
        for _, arg in node.args:
            kind = arg.type.bare
            if isinstance(arg, v.Named) and arg.name in self.symbols.actions:
                self._call(self._action, arg.name, evolve(player, found=[]), node, at)
            elif kind.effects:
                self._call(self._effects, (kind.kind, kind.column), evolve(player, found=[]), node, at)
        return NOTHING

    def _action(self, name: str, at: ReadContext) -> ValueInfo:
        """What its own player does not see is reported at the action itself, and only there."""
        player = at.env["player"]
        for clause in self.action_clauses(f"action {name}", player):
            if not clause.openly:
                at.found += [read for read in clause.found if player.seat != ASKED or self.visible(read)]
        return NOTHING

    def _effects(self, column: tuple[str, str], at: ReadContext) -> ValueInfo:
        """The parameters, guards and prices of all effects of one column: which of them is meant is known only in
        play.
        """
        found: dict[HiddenRead, None] = {}
        for key, body in self.checked.bodies.items():
            if key.startswith("effect {}.{}.".format(*column)):
                inner = ReadContext(dict(at.env), body, early=True)
                for clause in self._front(body, inner):
                    found.update(dict.fromkeys(clause.found))
                for line in body.lines:
                    self._price(line.price or (), inner)
                found.update(dict.fromkeys(inner.found))
        at.found += found
        return NOTHING

    FORMS: ClassVar[dict[type, Callable[..., ValueInfo]]] = {
        v.Local: _name,
        v.Const: lambda self, node, at: self._printed_member(node.type),
        v.Members: lambda self, node, at: self._printed_member(node.of),
        v.CoreUse: _core,
        v.Use: _use,
        v.Related: _read_relation,
        v.Read: _read,
        v.ZoneAt: _zone,
        v.Held: lambda self, node, at: self._how_many(self.info(node.zone, at), node, at),
        v.FieldOf: _field,
        v.Parts: lambda self, node, at: self.info(node.of, at),
        v.Whole: lambda self, node, at: self.info(node.of, at),
        v.AsSet: lambda self, node, at: self.info(node.source, at),
        v.Single: lambda self, node, at: self.info(node.member, at),
        v.Earlier: lambda self, node, at: self.info(node.value, at),
        v.Otherwise: lambda self, node, at: self.infos((node.value, node.default), at),
        v.Listed: lambda self, node, at: self.infos(node.items, at),
        v.Legal: lambda self, node, at: NOTHING,
        v.Let: _let,
        v.Filter: _binding,
        v.Collect: _binding,
        v.Quantifier: _binding,
        v.Combine: _pair,
        v.Equal: _pair,
        v.IsIn: _pair,
        v.And: _logic,
        v.Or: _logic,
        v.Choice: _logic,
        v.Supposing: _logic,
    }

    # ------------------------------------------------------------------ clauses of moves

    def action_clauses(self, key: str, player: ValueInfo, asked: tuple[v.T, ...] = ()) -> Iterator[ClauseReads]:
        """Every clause that decides whether an action or effect, by the key of its body, is legal for the player."""
        body = self.checked.bodies.get(key)
        if body is None:
            return
        yield from self._front(body, ReadContext({"player": player}, body, asked, early=True))
        for line in body.lines:
            if line.price is not None and not line.openers:
                at = ReadContext({"player": player}, body, asked, early=True)
                self._price(line.price, at)
                yield ClauseReads(line.id, "price", False, tuple(at.found), line.span)

    def choice_clauses(self, choose: typed_statements.Choose, body: typed_statements.Body) -> Iterator[ClauseReads]:
        """The same for a choice that a line asks for."""
        for param in choose.params:
            yield self._parameter(param, ReadContext({}, body, (choose.who,)))

    def _front(self, body: typed_statements.Body, at: ReadContext) -> Iterator[ClauseReads]:
        """Parameters and guards in order; a guard narrows what those after it know."""
        for step in body.front:
            if isinstance(step, typed_statements.Param):
                yield self._parameter(step, at.without_counting())
            elif isinstance(step, typed_statements.Guard):
                inner = at.without_counting()
                for condition in (step.condition, *self.exceptions.get(step.id or "", ())):
                    if self.decided_by_options(condition) is None:
                        self.info(condition, inner)
                yield ClauseReads(step.id, "guard", step.openly, tuple(inner.found), step.span)
                at = self._narrow(at, (step.condition,))

    def _parameter(self, param: typed_statements.Param, at: ReadContext) -> ClauseReads:
        """The reads of a parameter: its domain, how many are chosen, and its normal form."""
        self.infos((node for node in (param.source, param.count, param.normal) if node is not None), at)
        return ClauseReads(param.id, "parameter", False, tuple(at.found), param.span)

    def _price(self, steps: tuple[typed_statements.Step, ...], at: ReadContext) -> None:
        """A price is tried before the move: what it asks for, and the guards of what it calls, are read."""
        for step in steps:
            if isinstance(step, typed_statements.Guard):
                self.info(step.condition, at)
            elif isinstance(step, typed_statements.Bound):
                self.info(step.value, at)
            elif isinstance(step, typed_statements.Call):
                env = {name: self.info(arg, at) for name, arg in step.args}
                body, key = self.checked.bodies.get(f"proc {step.proc}"), ("price", step.proc)
                if body is not None and key not in self.open:
                    inner = at.in_procedure(env, body)
                    self.open.add(key)
                    for clause in self._front(body, inner):
                        inner.found += clause.found
                    for line in body.lines:
                        self._price((line.price or ()) + line.does, inner)
                    self.open.discard(key)
                    at.report(inner.found, step.span)


PLAYER = v.Local("player", type=t.SEAT)


def _owner(indexes: tuple[t.Type, ...], given: list[ValueInfo]) -> str:
    """Whose a place is, by the argument that says so."""
    index = player_index(indexes)
    return given[index].seat if index is not None and index < len(given) else ANY


def _same_seat(left: v.T, right: v.T) -> bool:
    """Whether two values are the same player, as far as their text tells."""
    if isinstance(left, v.Local) and isinstance(right, v.Local):
        return left.name == right.name
    return left == right


def _certain(info: ValueInfo) -> ValueInfo | None:
    """Only what tells a place, or that it is the deciding player, makes a name better known."""
    if info.piece_locations and len(info.piece_locations) == len(info.spots):
        return info
    return ValueInfo(seat=ASKED) if info.seat == ASKED else None


def _subjects(condition: v.T) -> Iterator[v.Local]:
    """The names of which a condition may say where they lie."""
    parts: tuple[v.T, ...] = ()
    match condition:
        case v.And() | v.Or():
            for part in condition.parts:
                yield from _subjects(part)
        case v.IsIn():
            parts = (condition.left,)
        case v.Equal():
            parts = (condition.left, condition.right)
        case v.Use():
            parts = condition.args
    yield from (part for part in parts if isinstance(part, v.Local))
