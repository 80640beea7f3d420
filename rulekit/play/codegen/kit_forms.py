"""Python for those words of the kit that are worth writing out; None where the word's own meaning must be run."""

from __future__ import annotations

from collections.abc import Callable

from rulekit.check.tree import typed_expressions as v
from rulekit.play.codegen import cells, emptiness, kit_walks, loops, offers, speculation, state_reads, values
from rulekit.play.codegen.book import NOTHING, Book, Scope
from rulekit.play.codegen.ground import Steps
from rulekit.typesystem import types as t
from rulekit.words.actions.payable import WORD as PAYABLE
from rulekit.words.actions.possible import WORD as POSSIBLE
from rulekit.words.numbers.count import WORD as COUNT
from rulekit.words.numbers.remainder import WORD as REMAINDER
from rulekit.words.numbers.sum import WORD as SUM
from rulekit.words.order.bottom import WORD as BOTTOM
from rulekit.words.order.item import WORD as ITEM
from rulekit.words.order.next import WORD as NEXT
from rulekit.words.order.previous import WORD as PREVIOUS
from rulekit.words.order.top import WORD as TOP
from rulekit.words.pieces.owner import WORD as OWNER
from rulekit.words.pieces.place import WORD as PLACE
from rulekit.words.pieces.places import WORD as PLACES
from rulekit.words.pieces.zone import WORD as ZONE
from rulekit.words.sets.empty import WORD as EMPTY
from rulekit.words.sets.inside import WORD as INSIDE
from rulekit.words.space.beside import WORD as BESIDE
from rulekit.words.space.neighbours import WORD as NEIGHBOURS
from rulekit.words.space.past_run import WORD as PAST_RUN
from rulekit.words.space.reach import WORD as REACH
from rulekit.words.space.run import WORD as RUN
from rulekit.words.vocabulary import ACTIVE

WIDE = 200  # places that are not worth being looked at one by one


def _finished(b: Book, node: v.CoreUse, scope: Scope) -> str:
    return "(s.stage == OVER)"


def _others(b: Book, node: v.CoreUse, scope: Scope) -> str:
    me = values.value(b, _one(node), scope)
    return f"tuple([p for p in {b.constant(tuple(range(b.plan.seats)))} if p != {me}])"


def _turned(b: Book, node: v.CoreUse, scope: Scope) -> str:
    of, turns = (values.value(b, arg, scope) for _, arg in node.args)
    kind = node.type.bare
    ring = kind.of if isinstance(kind, t.SetOf | t.Sequence) else kind
    return f"turned({of}, {turns}, {len(ring.members) if isinstance(ring, t.Choice) else 1})"


def _beyond(b: Book, node: v.CoreUse, scope: Scope) -> str:
    layout = b.plan.layout(node.type.bare.space)
    guard, (place, side) = values.several(b, [arg for _, arg in node.args], scope)
    key = ("steps", id(layout))
    if key not in b.kept:
        b.kept[key] = b.give("STEPS", Steps(layout))
    return values.guarded(guard, f"{b.kept[key]}[{place}][{side}]")


def _neighbours(b: Book, node: v.CoreUse, scope: Scope) -> str | None:
    """All places beside one, or beside some of a set, in reading order."""
    of = _one(node)
    kind = (of.type.member or of.type).bare
    if not isinstance(kind, t.Place):
        return None
    table = kit_walks.near(b, kind.space)
    guard, code, _ = values.bare(b, of, scope)
    if of.type.collection:
        return values.guarded(guard, f"beside({table}, {code})", "()")
    return values.guarded(guard, f"{table}[{code}]", "()")


def _inside(b: Book, node: v.CoreUse, scope: Scope) -> str | None:
    """`every x in a has x in b` for sets."""
    of, right = _one(node), node.get("=")
    if right is None or not all(isinstance(n.type.bare, t.SetOf) for n in (of, right)):
        return None
    if not (values.sure(b, of, scope) and values.sure(b, right, scope)):
        return None
    member = right.type.member or t.UNKNOWN
    if isinstance(member, t.Maybe) or isinstance(of.type.member, t.Maybe):
        return None
    if state_reads.cells_in(b, right, frozenset(n for n, x in scope.items() if x.sure)) is None:
        guard, (left, found) = values.several(b, (of, right), scope)
        return values.guarded(guard, f"(set({left}) <= set({found}))", "False")
    name = f" {b.fresh('one')}"
    every = v.Quantifier(
        "every", ((name, of),), v.IsIn(v.Local(name, type=member), right, False, type=t.YES_NO), type=t.YES_NO
    )
    b.purity.kept.append(every)
    return values.value(b, every, scope)


def divided(op: str, by: v.T, left: str, right: str) -> str:
    """A quotient or what is left over; a number that is written out is not looked at again."""
    plain = isinstance(by, v.Const) and by.value
    return f"({left} {op} {right})" if plain else f"{'quotient' if op == '//' else 'left_over'}({left}, {right})"


def _remainder(b: Book, node: v.CoreUse, scope: Scope) -> str:
    slots = dict(node.args)
    guard, (of, by) = values.several(b, (slots["of"], slots["by"]), scope)
    return values.guarded(guard, divided("%", slots["by"], of, by))


def _payable(b: Book, node: v.CoreUse, scope: Scope) -> str:
    of, at = node.get("of"), node.get("at")
    assert of is not None
    here = "None" if at is None else values.value(b, at, scope)
    return speculation.payable(b, of, here, seat(b, scope), scope)


def seat(b: Book, scope: Scope) -> str:
    """Who `player` is: somebody bound to the name, else whose turn it is."""
    player = scope.get("player", NOTHING)
    if ACTIVE not in b.shelves.states:
        return player.code
    active = f"s.{b.shelves.slot(ACTIVE)}"
    if player.sure:
        return player.code
    return active if player.code == "None" else f"({active} if {player.code} is None else {player.code})"


def _possible(b: Book, node: v.CoreUse, scope: Scope) -> str:
    by, action = node.get("by"), node.get("of")
    assert isinstance(action, v.Named)
    if by is None:
        return offers.exists(b, action.name, seat(b, scope))
    guard, code, _ = values.bare(b, by, scope)
    return values.guarded(guard, offers.exists(b, action.name, code), "False")


def _one(node: v.CoreUse) -> v.T:
    found = node.get("of")
    assert found is not None
    return found


def _step(b: Book, node: v.CoreUse, scope: Scope, by: int) -> str | None:
    kind = node.type.bare
    if not isinstance(kind, t.Choice | t.Seat):
        return None
    size = len(kind.members) if isinstance(kind, t.Choice) else b.plan.seats
    guard, code, _ = values.bare(b, _one(node), scope)
    if size == 2:
        return values.guarded(guard, f"(1 - {code})")
    return values.guarded(guard, f"({code} {'+' if by > 0 else '-'} 1) % {size}")


def resolved(b: Book, node: v.T) -> v.T:
    """A word without arguments in place of its name, so that its form can be seen."""
    while isinstance(node, v.Use) and not node.args and not node.hidden and isinstance(b.words[node.word].body, v.T):
        node = b.words[node.word].body
    return node


def _sought(b: Book, of: v.T, scope: Scope) -> tuple[str, str, bool] | None:
    """`those c in ALL having (STATE at c = x)`: the list, the value sought, and whether the others are meant."""
    if not isinstance(of, v.Filter) or not isinstance(of.source, v.Members):
        return None
    test, value = of.condition, None
    if isinstance(test, v.IsNothing):
        read, value = test.value, "None"
    elif isinstance(test, v.Equal) and isinstance(test.left, v.Read) and not test.negated:
        read = test.left
        if of.name not in b.purity.free_names(test.right) and values.sure(b, test.right, scope):
            value = values.value(b, test.right, scope)
    else:
        return None
    if value is None or not isinstance(read, v.Read) or len(read.args) != 1 or read.type.collection:
        return None
    shelf, at = b.shelves.states[read.state], read.args[0]
    good = (
        isinstance(at, v.Local) and at.name == of.name and len(shelf.axes) == 1 and shelf.axes[0].type == of.source.of
    )
    return (f"s.{b.shelves.slot(read.state)}", value, test.negated) if good else None


def _count(b: Book, node: v.CoreUse, scope: Scope) -> str | None:
    of = resolved(b, _one(node))
    sought = _sought(b, of, scope)
    if sought is not None:
        slot, value, others = sought
        return f"(len({slot}) - {slot}.count({value}))" if others else f"{slot}.count({value})"
    kind = of.type.bare
    if isinstance(kind, t.BagOf):
        return f"sum(({values.value(b, of, scope)} or NO_BAG).values())"
    if isinstance(kind, t.Map) or (isinstance(kind, t.Sequence) and isinstance(kind.of.bare, t.YesNo)):
        return None
    if isinstance(of, v.Filter) and not b.purity.constant(of):
        return loops.counted(b, of, scope)
    return f"len({values.iterable(b, of, scope)})"


def _sum(b: Book, node: v.CoreUse, scope: Scope) -> str | None:
    of = _one(node)
    if isinstance(of, v.Collect) and of.sort == "list":
        return loops.summed(b, of, scope)
    return None


def _empty(b: Book, node: v.CoreUse, scope: Scope) -> str | None:
    of = resolved(b, _one(node))
    sought = _sought(b, of, scope)
    if sought is not None and not sought[2]:
        return f"({sought[1]} not in {sought[0]})"
    kind = of.type.bare
    if isinstance(kind, t.Map):
        return None
    seen = cells.looked_up(b, emptiness.opened(b, of, scope), scope)
    if seen is not None:
        return f"(not {seen})"
    if emptiness.worthwhile(b, of, scope):
        return emptiness.empty(b, of, scope)
    guard, code, _ = values.bare(b, of, scope)
    test = f"not {state_reads.lying(b, of, code)}" if isinstance(kind, t.Zone) else f"not {code}"
    return f"({guard} and {test})" if guard else f"({test})"


def _end(last: bool) -> Callable[[Book, v.CoreUse, Scope], str | None]:
    def form(b: Book, node: v.CoreUse, scope: Scope) -> str | None:
        if node.get("n") is not None:
            return None
        name = b.fresh("_t")
        return f"({name}[{-1 if last else 0}] if ({name} := {values.value(b, _one(node), scope)}) else None)"

    return form


def _item(b: Book, node: v.CoreUse, scope: Scope) -> str | None:
    n = node.get("n")
    assert n is not None
    guard, (code, of) = values.several(b, (n, _one(node)), scope)
    return values.guarded(guard, f"item({of}, {code})")


def _of_zone(b: Book, node: v.CoreUse, scope: Scope, table: tuple[object, ...]) -> str:
    guard, code, _ = values.bare(b, _one(node), scope)
    kind = _one(node).type.bare
    assert isinstance(kind, t.Piece)
    key = "zones", str(id(table))  # of a plan, which keeps it; a game on a large grid has tens of thousands of zones
    if key not in b.kept:
        b.kept[key] = b.constant(table)
    return values.guarded(guard, f"{b.kept[key]}[s.{b.shelves.where(kind.kind)}[{code}]]")


def _zone(b: Book, node: v.CoreUse, scope: Scope) -> str:
    guard, code, _ = values.bare(b, _one(node), scope)
    kind = _one(node).type.bare
    assert isinstance(kind, t.Piece)
    return values.guarded(guard, f"s.{b.shelves.where(kind.kind)}[{code}]")


def _owner(b: Book, node: v.CoreUse, scope: Scope) -> str:
    return _of_zone(b, node, scope, b.plan.zone_owners)


def _place(b: Book, node: v.CoreUse, scope: Scope) -> str:
    at = node.get("at")
    return _of_zone(b, node, scope, b.plan.zone_places(at.name if isinstance(at, v.Named) else None))


def _places(b: Book, node: v.CoreUse, scope: Scope) -> str | None:
    of = _one(node)
    if not isinstance(of, v.ZoneAt):
        return None
    shelf = b.shelves.zones[of.zone]
    guard, place = state_reads.index(b, shelf, of.args, scope)
    keys, span = state_reads.open_part(b, shelf, len(of.args))
    info = b.symbols.zones[of.zone]
    if span > WIDE and span > 2 * b.plan.size(t.Piece(info.kind)):  # there are fewer pieces than places
        where = f"s.{b.shelves.where(info.kind)}"
        taken = f"sorted({{n for n in {where} if {place} <= n < {place} + {span}}})"
        plain = keys == tuple(range(span))
        listed = (
            f"tuple({taken})"
            if plain and place == "0"
            else f"tuple([{b.constant(keys)}[n - ({place})] for n in {taken}])"
        )
        return values.guarded(guard, listed, "()")
    return values.guarded(guard, f"filled({b.constant(keys)}, s.z[{place}:{place} + {span}])", "()")


FORMS: dict[str, Callable[[Book, v.CoreUse, Scope], str | None]] = {
    "finished": _finished,
    "others": _others,
    "turned": _turned,
    "beyond": _beyond,
    NEIGHBOURS.name: _neighbours,
    BESIDE.name: kit_walks.beside,
    INSIDE.name: _inside,
    PAYABLE.name: _payable,
    POSSIBLE.name: _possible,
    REMAINDER.name: _remainder,
    NEXT.name: lambda b, node, scope: _step(b, node, scope, 1),
    PREVIOUS.name: lambda b, node, scope: _step(b, node, scope, -1),
    COUNT.name: _count,
    SUM.name: _sum,
    EMPTY.name: _empty,
    TOP.name: _end(True),
    BOTTOM.name: _end(False),
    ITEM.name: _item,
    ZONE.name: _zone,
    OWNER.name: _owner,
    PLACE.name: _place,
    PLACES.name: _places,
    RUN.name: kit_walks.run(False),
    PAST_RUN.name: kit_walks.run(True),
    REACH.name: kit_walks.reach,
}
