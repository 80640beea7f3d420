"""Python for laws about single runs: where an action or procedure begins and ends in a watched engine."""

from __future__ import annotations

from typing import Any

from rulekit.check.effects.effect_summary import effects
from rulekit.check.tree import typed_expressions as v
from rulekit.check.tree.typed_walk import walk
from rulekit.play.codegen import conditions
from rulekit.play.codegen.book import Book, Bound, Lines, Scope
from rulekit.play.codegen.shelf import is_kept, quoted, safe
from rulekit.play.machine.body_end_steps import event_name
from rulekit.words.vocabulary import ACTIVE
from rulekit.words.word_context import ASKED

EVENTS = ("action ", "proc ", "turn")
ENOUGH = ("stage", "started", "tallies")


def laws(b: Book, key: str) -> list[Any]:
    """The laws about runs of a body."""
    return b.program.after.get(event_name(key), []) if b.manner.watched and key.startswith(EVENTS) else []


def glimpse(b: Book, found: Any) -> str:
    """The function that keeps what `old` will ask for in these laws; None if nothing asks."""
    olds = [node.value for law in found for node in walk((law.condition,)) if isinstance(node, v.Earlier)]
    if not olds:
        return "None"
    slots = _slots(b, olds)
    key = ("glimpse", slots)
    if key not in b.done:
        name = b.done[key] = b.fresh("glimpse")
        lines = Lines(f"def {name}(s):")
        lines.put("t = new(Position)" if slots is not None else "t = s.alias()")
        for slot in (*ENOUGH, *slots) if slots is not None else b.shelves.lists:
            lines.put(f"t.{slot} = s.{slot}{'[:]' if slot in b.shelves.lists else ''}")
        lines.put("shares(s, t)")
        lines.put("t.tallies, t.memos = dict(s.tallies), None")
        lines.put("return t")
        b.add(lines)
    return f"{b.done[key]}(s)"


def _slots(b: Book, olds: list[v.T]) -> tuple[str, ...] | None:
    """What must be kept; None: everything."""
    found = effects(b.program.checked)
    keys = found.names_used(found.gather("", olds))
    nodes = [*olds, *(node for key in keys for node in found.values.get(key, ()))]
    if any(isinstance(n, v.Legal | v.Supposing) or _tries(n) for one in nodes for n in walk(one)):
        return None
    names = found.reads(*olds)
    slots = {b.shelves.slot(n.removeprefix("state ")) for n in names if n.startswith("state ")}
    slots |= {b.shelves.slot(ACTIVE)} if ACTIVE in b.shelves.states else set()
    zones = [n.removeprefix("zone ") for n in names if n.startswith("zone ")]
    slots |= {"z", *(b.shelves.where(b.symbols.zones[name].kind) for name in zones)} if zones else set()
    return tuple(sorted(slots))


def _tries(node: Any) -> bool:
    return isinstance(node, v.CoreUse) and ASKED in node.reads


# ------------------------------------------------------------------ one run


def begun(b: Book, lines: Lines, key: str, place: str) -> None:
    """What a run will be compared with is kept; `place` is a variable or an entry of its frame."""
    found = laws(b, key)
    if found and glimpse(b, found) != "None":
        lines.put(f"{place} = {glimpse(b, found)}")


def framed(b: Book, key: str) -> Scope:
    """The names these laws ask for, out of the frame of the run."""
    names = frozenset().union(*(b.purity.free_names(law.condition) for law in laws(b, key)))
    return {name: Bound(f"E.get({quoted(name)})") for name in {*names, "player"} if not is_kept(name)}


def ended(b: Book, lines: Lines, key: str, place: str, scope: Scope) -> None:
    """A run is over: its laws are looked at."""
    found = laws(b, key)
    if found and glimpse(b, found) != "None":
        lines.put(f"s.was = {place}")
    for law in found:
        names = sorted(set(b.purity.free_names(law.condition)) & set(scope) - {"last"})
        player = scope["player"].code if "player" in scope else "None"
        given = ", ".join(["s", player, *(scope[name].code for name in names)])
        lines.put(f"{_law(b, law, names, {n: scope[n].sure for n in names})}({given})")


def _law(b: Book, law: Any, names: list[str], sure: dict[str, bool]) -> str:
    """A function that notes whether a law about one run is broken."""
    key = ("after", id(law), tuple(sure.items()))
    if key not in b.done:
        name = b.done[key] = b.fresh("after")
        lines = Lines(f"def {name}({', '.join(['s', 'seat', *(f'l_{safe(n)}' for n in names)])}):")
        scope = {n: Bound(f"l_{safe(n)}", sure[n]) for n in names}
        number = b.program.checked.laws.index(law)
        lines.put(f"JUDGED.add({number})")
        lines.put(f"if not {conditions.boolean(b, law.condition, scope)}: s.heard += (({number}, seat),)")
        b.add(lines)
    return b.done[key]
