"""What a piece of checked text does and reads by itself, found in one walk."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from rulekit.check.dataflow.zone_flow import Lying
from rulekit.check.names.symbols import Symbols
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree import typed_statements
from rulekit.check.tree.typed_walk import WALKER
from rulekit.records import record
from rulekit.source import Span
from rulekit.typesystem import types as t
from rulekit.words import core
from rulekit.words.eyes import ASKED, POSITION, PRINTED

PLACES = {"set": "", "raise": "", "lower": "", "add": "to", "take": "from"}  # verb -> the slot that is written
WAYS = {"set": "any", "raise": "up", "lower": "down", "add": "up", "take": "down"}


@record
class Write:
    """One place that a statement may change, and in which direction."""

    name: str  # `state x`, `zone z`, `local n`
    way: str  # up | down | any
    args: tuple[v.T, ...]
    span: Span


@record
class Edge:
    """Something that sets off something else."""

    target: str
    sort: str  # call | offer | perform | row | before | after | instead of | anytime
    span: Span


@record
class Direct:
    """What a piece of text does itself."""

    writes: tuple[Write, ...] = ()
    reads: frozenset[str] = frozenset()
    uses: frozenset[str] = frozenset()
    edges: tuple[Edge, ...] = ()
    marks: frozenset[str] = frozenset()  # asks, draws, shows, finishes


def gather(symbols: Symbols, lying: Lying, key: str, nodes: Iterable[Any]) -> Direct:
    """What these nodes of a body do themselves."""
    made = _Gathered(symbols, lying, key)
    find, left_out = LOOKS.get, made.left_out
    for root in nodes:
        for node in WALKER.under(root):
            looks = find(type(node))
            if looks is not None and id(node) not in left_out:
                looks(made, node)
    return made.direct()


class _Gathered:
    """Collects what one piece of text does."""

    def __init__(self, symbols: Symbols, lying: Lying, key: str) -> None:
        self.symbols = symbols
        self.lying = lying
        self.key = key
        self.left_out: set[int] = set()
        self.writes: list[Write] = []
        self.reads: set[str] = set()
        self.uses: set[str] = set()
        self.edges: list[Edge] = []
        self.marks: set[str] = set()

    def direct(self) -> Direct:
        reads, uses, marks = (frozenset(found) for found in (self.reads, self.uses, self.marks))
        return Direct(tuple(self.writes), reads, uses, tuple(self.edges), marks)

    # -------------------------------------------------------------- statements

    def call(self, node: typed_statements.Call) -> None:
        if node.proc is not None:
            self.edges.append(Edge(f"proc {node.proc}", "call", node.span))
        elif node.verb in PLACES:
            self._written(node)
        elif node.verb in ("move", "shuffle"):
            self._moved(node)
        elif node.verb == "perform" and node.args:
            kind = t.bare(node.args[0][1].type)
            if isinstance(kind, t.EffectOf):
                self.edges.append(Edge(f"column {kind.kind}.{kind.column}", "perform", node.span))
        elif node.verb in self.symbols.programme:
            self.edges.append(Edge(node.verb, "call", node.span))
        self.marks |= {"shuffle": {"draws"}, "show": {"shows"}}.get(node.verb, set())

    def _written(self, node: typed_statements.Call) -> None:
        place = node.get(PLACES[node.verb])
        self.left_out.add(id(place))  # what is written is not read, but its indexes are
        while isinstance(place, v.At):
            place = place.bag
        if isinstance(place, v.Read):
            if node.verb != "set":
                self.reads.add(f"state {place.state}")
            self.writes.append(Write(f"state {place.state}", WAYS[node.verb], place.args, node.span))
        elif isinstance(place, v.Local):
            self.writes.append(Write(f"local {place.name}", WAYS[node.verb], (), node.span))

    def _moved(self, node: typed_statements.Call) -> None:
        for slot, value in node.args:
            source = slot == "" and len(node.args) > 1
            way = "down" if source else "up" if node.verb == "move" else "any"
            for zone, args in self.lying.of(value, self.key):
                self.writes.append(Write(f"zone {zone}", way, args, node.span))

    def ask(self, node: Any) -> None:
        self.marks.add("asks")
        offers = (
            [node.offers] if isinstance(node, typed_statements.Ask) else [g.offers for g in getattr(node, "groups", ())]
        )
        self.edges += [Edge(f"action {name}", "offer", node.span) for group in offers for name in group]
        anytime = [a.name for a in self.symbols.actions.values() if a.decl.anytime]
        self.edges += [Edge(f"action {name}", "anytime", node.span) for name in anytime]

    def draw(self, node: Any) -> None:
        self.marks.add("draws")

    def finish(self, node: typed_statements.Finish) -> None:
        self.marks.add("finishes")

    # -------------------------------------------------------------- values

    def read(self, node: v.Read) -> None:
        self.reads.add(f"state {node.state}")

    def zone(self, node: v.ZoneAt) -> None:
        self.reads.add(f"zone {node.zone}")

    def core(self, node: v.CoreUse) -> None:
        reads = node.reads
        if ASKED in reads:
            self._asked(node)
        if POSITION in reads:
            self.reads |= {f"zone {name}" for name in self._looked_through(node)}
        if PRINTED in reads and "facing" in self.symbols.states:
            self.reads.add("state facing")

    def _asked(self, node: v.CoreUse) -> None:
        """Guards of actions, and prices of effects, that a word is asked of."""
        for _, arg in node.args:
            kind = t.bare(arg.type)
            if isinstance(arg, v.Named) and arg.sort == "action":
                self.uses.add(f"legal {arg.name}")
            elif isinstance(kind, t.EffectOf):
                self.uses.add(f"payable {kind.kind}.{kind.column}")

    def _looked_through(self, node: v.CoreUse) -> set[str]:
        """The zones in which a word looks for pieces of the kinds it is given; between others nothing changes."""
        held = [t.bare(t.member(arg.type) or arg.type) for _, arg in node.args]
        found = {name for one in held if isinstance(one, t.Piece) for name in self.lying.zones(one.kind)}
        return {name for name in found if core.tells(node.word, self.symbols.zones[name])}

    def named(self, node: v.Named) -> None:
        if node.sort == "relation":
            self.uses.add(f"relation {node.name}")
        elif node.sort == "adjective":
            self.uses |= {f"word {w.key}" for w in self.symbols.words.get(node.name, ())}

    def supposing(self, node: v.Supposing) -> None:
        self.left_out.add(id(node.call))  # it is not done
        if node.call.proc is not None:
            self.uses.add(f"proc {node.call.proc}")


LOOKS: dict[type, Any] = {
    typed_statements.Call: _Gathered.call,
    typed_statements.Ask: _Gathered.ask,
    typed_statements.Choose: _Gathered.ask,
    typed_statements.Menu: _Gathered.ask,
    typed_statements.Roll: _Gathered.draw,
    typed_statements.Lot: _Gathered.draw,
    typed_statements.Finish: _Gathered.finish,
    v.Read: _Gathered.read,
    v.ZoneAt: _Gathered.zone,
    v.CoreUse: _Gathered.core,
    v.Named: _Gathered.named,
    v.Supposing: _Gathered.supposing,
    v.Use: lambda made, node: made.uses.add(f"word {node.word}"),
    v.Related: lambda made, node: made.uses.add(f"relation {node.relation}"),
    v.Legal: lambda made, node: made.uses.add(f"legal {node.action}"),
}
