"""Direct effects: what a piece of checked text does and reads by itself, found in one walk.

States and zones stand in `reads` and `writes` by name, `state heap` and `zone deck`. `inputs` says what a value depends
on besides: `option x`, how many play (`seats`), where any pieces lie (`zones`), what only the course of play can tell
(`time`).

A sample. Of this line

A line::

    take 1 from coins of player then draw

the writes are `state coins` (downwards) and `last`, the reads `state coins`, and an edge of sort "call" leads
to the procedure `draw`; what `draw` does is not asked here but in `effect_summary`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, ClassVar

from rulekit.check.effects.zone_flow import ZoneFlow
from rulekit.check.names.symbols import Symbols
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.typed_walk import WALKER
from rulekit.records import record
from rulekit.source import Span
from rulekit.typesystem import types as t
from rulekit.verbs.verb import Verb, VerbAction
from rulekit.words import vocabulary
from rulekit.words.vocabulary import FACING
from rulekit.words.word import Gives
from rulekit.words.word_context import ASKED, END, PAST, POSITION, PRINTED

SEATS, ZONES, TIME = "seats", "zones", "time"  # how many play; where pieces lie; what play alone can tell
PIECES = frozenset((ZONES, "state facing"))  # what changes where pieces are moved
TIMELY = frozenset((ASKED, PAST, END))
SEATED = ("everyone", "others")  # constants that hold as many as play


@record
class PlaceWrite:
    """One place that a statement may change, and in which direction."""

    name: str  # `state x`, `zone z`, `local n`
    way: str  # up | down | any
    args: tuple[v.T, ...]
    span: Span


@record
class TriggerEdge:
    """Something that sets off something else."""

    target: str
    sort: str  # call | offer | perform | row | replaced | before | after | instead of | anytime
    span: Span


@record
class DirectEffects:
    """What a piece of text does itself."""

    writes: tuple[PlaceWrite, ...] = ()
    reads: frozenset[str] = frozenset()
    uses: frozenset[str] = frozenset()
    edges: tuple[TriggerEdge, ...] = ()
    marks: frozenset[str] = frozenset()  # asks, draws, shows, finishes
    inputs: frozenset[str] = frozenset()
    binds: frozenset[str] = frozenset()  # names that get a value, as `local n`

    @property
    def changes(self) -> frozenset[str]:
        """What it writes, coarsely: where pieces lie is one thing."""
        zones = any(write.name.startswith("zone ") for write in self.writes)
        plain = frozenset(write.name for write in self.writes if not write.name.startswith("zone "))
        return plain | PIECES if zones else plain


def join_effects(parts: Iterable[DirectEffects]) -> DirectEffects:
    """What several pieces of text do together."""
    all_ = list(parts)
    reads, uses, marks, inputs, binds = (
        frozenset[str]().union(*(getattr(part, name) for part in all_))
        for name in ("reads", "uses", "marks", "inputs", "binds")
    )
    writes, edges = (tuple(one for part in all_ for one in getattr(part, name)) for name in ("writes", "edges"))
    return DirectEffects(writes, reads, uses, edges, marks, inputs, binds)


Replacing = Mapping[str, Sequence[typed_statements.Line]]  # the lines that may be done instead of one, by its id


class EffectCollector:
    """Collects what one piece of text of a body does."""

    def __init__(self, symbols: Symbols, zone_flow: ZoneFlow, instead: Replacing, key: str) -> None:
        self.symbols = symbols
        self.zone_flow = zone_flow
        self.instead = instead
        self.key = key
        self.left_out: set[int] = set()
        self.writes: list[PlaceWrite] = []
        self.reads: set[str] = set()
        self.uses: set[str] = set()
        self.edges: list[TriggerEdge] = []
        self.marks: set[str] = set()
        self.inputs: set[str] = set()
        self.binds: set[str] = set()

    def effects_of(self, nodes: Iterable[Any]) -> DirectEffects:
        """What these nodes do themselves."""
        self.look_at(nodes)
        reads, uses, marks, inputs = map(frozenset, (self.reads, self.uses, self.marks, self.inputs))
        return DirectEffects(tuple(self.writes), reads, uses, tuple(self.edges), marks, inputs, frozenset(self.binds))

    def look_at(self, nodes: Iterable[object]) -> None:
        """Note what these nodes do themselves."""
        find, left_out = self.LOOKS.get, self.left_out
        for root in nodes:
            for node in WALKER.nodes_under(root):
                looks = find(type(node))
                if looks is not None and id(node) not in left_out:
                    looks(self, node)

    # -------------------------------------------------------------- statements

    def call(self, node: typed_statements.Call) -> None:
        """A verb: what it writes or moves, or an edge to the procedure or column it runs."""
        verb = node.core
        if node.proc is not None:
            self.edges.append(TriggerEdge(f"proc {node.proc}", "call", node.span))
        elif verb.writes is not None:
            self._note_write(node, verb)
        elif verb.places:
            self._note_move(node, verb)
        elif verb.runs and node.args:
            kind = node.args[0][1].type.bare
            if kind.effects:
                self.edges.append(TriggerEdge(f"column {kind.kind}.{kind.column}", "perform", node.span))
        elif node.verb in self.symbols.programme:
            self.edges.append(TriggerEdge(node.verb, "call", node.span))
        if verb.draws:
            self.marks.add("draws")
        if verb.does is VerbAction.SHOW:
            self.marks.add("shows")

    def _note_write(self, node: typed_statements.Call, verb: Verb) -> None:
        place = node.place
        self.left_out.add(id(place))  # what is written is not read, but its indexes are
        place = place.container if place is not None else None
        if place is not None and place.state:
            if not verb.overwrites:
                self.reads.add(f"state {place.state}")
            self.writes.append(PlaceWrite(f"state {place.state}", verb.way, place.indexes, node.span))
        elif place is not None and place.local:
            self.writes.append(PlaceWrite(f"local {place.local}", verb.way, (), node.span))

    def _note_move(self, node: typed_statements.Call, verb: Verb) -> None:
        for slot, value in node.args:
            source = slot == "" and len(node.args) > 1
            way = "down" if source else verb.way
            for zone, args in self.zone_flow.zones_of(value, self.key):
                self.writes.append(PlaceWrite(f"zone {zone}", way, args, node.span))

    def ask(self, node: Any) -> None:
        """A decision: edges to the actions that are offered, and to those that may be made at any time."""
        self.marks.add("asks")
        offers = (
            [node.offers] if isinstance(node, typed_statements.Ask) else [g.offers for g in getattr(node, "groups", ())]
        )
        self.edges += [TriggerEdge(f"action {name}", "offer", node.span) for group in offers for name in group]
        anytime = [a.name for a in self.symbols.actions.values() if a.decl.anytime]
        self.edges += [TriggerEdge(f"action {name}", "anytime", node.span) for name in anytime]

    def draw(self, node: typed_statements.Roll | typed_statements.Lot) -> None:
        """A roll or lot: chance is asked, and its names are bound."""
        self.marks.add("draws")
        if isinstance(node, typed_statements.Roll):
            self.binds |= {f"local {name}" for name in node.names}

    def finish(self, node: typed_statements.Finish) -> None:
        """The end of the game."""
        self.marks.add("finishes")

    def line(self, node: typed_statements.Line) -> None:
        """A line that others replace: edges to these."""
        if node.id in self.instead:
            self.edges.append(TriggerEdge(f"instead {node.id}", "replaced", node.span))

    def note_binding(self, node: Any) -> None:
        """A name is bound: whoever asks what is free leaves it out."""
        self.binds.add(f"local {node.name}")

    # -------------------------------------------------------------- values

    def note_read(self, node: v.Read) -> None:
        """A state is read."""
        self.reads.add(f"state {node.state}")

    def note_placed(self, node: v.T) -> None:
        """A value that depends on where pieces lie."""
        self.inputs.add(ZONES)

    def zone(self, node: v.ZoneAt) -> None:
        """A zone is read."""
        self.reads.add(f"zone {node.zone}")
        self.note_placed(node)

    def core(self, node: v.CoreUse) -> None:
        """A word of the kit: what it declares that it reads, as the zones and states of this game."""
        reads = node.reads
        if reads - {PAST, END}:
            self.note_placed(node)
        if ASKED in reads:
            self._note_asked_moves(node)
        if POSITION in reads:
            self.reads |= {f"zone {name}" for name in self._looked_through(node)}
        if PRINTED in reads and FACING in self.symbols.states:
            self.reads.add("state facing")
        if reads & TIMELY:
            self.inputs.add(TIME)
        round_the_table = node.definition.gives is Gives.ROUND or node.word in SEATED
        if round_the_table and _one(node.type).player:
            self.inputs.add(SEATS)
        if node.word == "others":
            self.reads.add("state active")

    def _note_asked_moves(self, node: v.CoreUse) -> None:
        """Guards of actions, and prices of effects, that a word is asked of."""
        for _, arg in node.args:
            kind = arg.type.bare
            if action := arg.named("action"):
                self.uses.add(f"legal {action}")
            elif kind.effects:
                self.uses.add(f"payable {kind.kind}.{kind.column}")

    def _looked_through(self, node: v.CoreUse) -> set[str]:
        """The zones in which a word looks for pieces of the kinds it is given; between others nothing changes."""
        held = [(arg.type.member or arg.type).bare for _, arg in node.args]
        found = {name for one in held if one.piece for name in self.zone_flow.zones(one.kind)}
        return {name for name in found if vocabulary.tells(node.word, self.symbols.zones[name])}

    def note_named(self, node: v.Named) -> None:
        """A relation or adjective that a word is given to ask: it is used. Of anything else any zone may be read."""
        if node.sort == "relation":
            self.uses.add(f"relation {node.name}")
        elif node.sort == "adjective":
            self.uses |= {f"word {w.key}" for w in self.symbols.words.get(node.name, ())}
        else:
            self.inputs |= {ZONES, TIME}

    def note_supposing(self, node: v.Supposing) -> None:
        """A supposition: what it calls is used, but nothing of what that does happens."""
        self.left_out.add(id(node.call))  # it is not done
        self.inputs |= {ZONES, TIME}
        if node.call.proc is not None:
            self.uses.add(f"proc {node.call.proc}")

    def legal(self, node: v.Legal) -> None:
        """A question for a legal move: the guards of the action are used."""
        self.inputs |= {ZONES, TIME}
        self.uses.add(f"legal {node.action}")

    def members(self, node: v.Members) -> None:
        """All members of a type: of Player they depend on how many play."""
        if node.of.player:
            self.inputs.add(SEATS)

    def const(self, node: v.Const) -> None:
        """A seat that is named may be there or not."""
        if node.type.optional:
            self.inputs.add(SEATS)

    LOOKS: ClassVar[dict[type, Callable[..., Any]]] = {
        typed_statements.Call: call,
        typed_statements.Ask: ask,
        typed_statements.Choose: ask,
        typed_statements.Menu: ask,
        typed_statements.Roll: draw,
        typed_statements.Lot: draw,
        typed_statements.Finish: finish,
        typed_statements.Line: line,
        typed_statements.Bound: note_binding,
        typed_statements.Param: note_binding,
        typed_statements.Each: note_binding,
        typed_statements.Together: note_binding,
        v.Read: note_read,
        v.ZoneAt: zone,
        v.Held: lambda self, node: self.note_placed(node),
        v.CoreUse: core,
        v.Named: note_named,
        v.Supposing: note_supposing,
        v.Legal: legal,
        v.Use: lambda self, node: self.uses.add(f"word {node.word}"),
        v.Related: lambda self, node: self.uses.add(f"relation {node.relation}"),
        v.OptionValue: lambda self, node: self.inputs.add(f"option {node.name}"),
        v.Members: members,
        v.Const: const,
        v.Earlier: lambda self, node: self.inputs.add(TIME),
    }


def _one(kind: t.Type) -> t.Type:
    """The type of the members of a set, or the type itself."""
    kind = kind.bare
    return kind.of.bare if kind.distinct else kind
