"""K67: scenes that no position can show: too many pieces, one piece twice, values out of range, answers left open."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from rulekit.check.effects.effect_summary import EVERY, effects
from rulekit.check.emit import problem_at
from rulekit.check.tree import typed_statements
from rulekit.check.tree.checked_rulebook import CheckedLine, CheckedMove, CheckedRulebook, CheckedScene, CheckedStart
from rulekit.check.tree.statement_walk import lines_of
from rulekit.diagnostics import Problem
from rulekit.model import scenes as sc
from rulekit.source import Span

Played = CheckedScene | CheckedStart


def check(checked: CheckedRulebook) -> Iterable[Problem]:
    """Yields K67 for each scene that gives what no position can hold.

    A scene line::

        given heap is 12

    K67 where the heap holds 9 at most.
    """
    homes = _Homes(checked)
    for scene in checked.starts_and_scenes:
        yield from _players(checked, scene)
        if _expects_refusal(scene):
            continue  # what is refused may be as impossible as it likes
        yield from _pieces(checked, scene)
        yield from _frames(scene, homes)
        for line in scene.lines:
            yield from _capacity(checked, line)
            yield from _values(line)
            for move in line.moves:
                yield from _answers(checked, move)


def _players(checked: CheckedRulebook, scene: Played) -> Iterator[Problem]:
    """More or fewer players than the game has."""
    low, high = checked.symbols.seats
    for line in scene.lines:
        if isinstance(line.node, sc.Given) and line.place is None and line.values:
            count = line.values[0]
            if count.known and not low <= count.constant <= high and not _expects_refusal(scene):
                yield problem_at("K67", count.span, "value", name="players", value=count.constant)


def _expects_refusal(scene: Played) -> bool:
    return any(isinstance(line.node, sc.Refused) for line in scene.lines)


def _pieces(checked: CheckedRulebook, scene: Played) -> Iterator[Problem]:
    """One piece cannot lie in two places; a row with copies is as many pieces."""
    seen: dict[tuple[str, int], list[Span]] = {}
    for line in scene.lines:
        if line.place is None or not line.place.zone_name:
            continue
        for value in line.values:
            kind = value.type.bare
            if value.known and kind.piece:
                seen.setdefault((kind.kind, value.constant), []).append(value.span)
    for (kind_name, piece), spans in seen.items():
        info = checked.symbols.kinds[kind_name]
        row = info.rows[info.members[piece]]
        if len(spans) > row.copies:
            also = ((spans[0], "given here already"),)
            yield problem_at("K67", spans[row.copies], "twice", also=also, piece=row.name)


def _frames(scene: Played, homes: _Homes) -> Iterator[Problem]:
    """Lines of which none leads to the next."""
    for line in scene.lines:
        if not isinstance(line.node, sc.GivenAsking):
            continue
        for above, below in pairwise(line.node.ids):
            if not homes.leads(above, below):
                yield problem_at("K67", line.node.span, "frames", id=f"[{below}]", below=f"[{above}]")


class _Homes:
    """The body and the line of every id that stands in a body, and what each can set off."""

    def __init__(self, checked: CheckedRulebook) -> None:
        self.effects = effects(checked)
        self.lines: dict[str, tuple[str, typed_statements.Line]] = {}
        for key, body in checked.bodies.items():
            self.lines |= {line.id: (key, line) for line in lines_of(body.lines) if line.id}
        self._set_off: dict[str, frozenset[str]] = {}

    def leads(self, above: str, below: str) -> bool:
        """Is the lower line in a body that the upper one can set off, or in a block below it?"""
        if above not in self.lines or below not in self.lines:
            return True
        (key, line), (home, inner) = self.lines[above], self.lines[below]
        if above not in self._set_off:
            self._set_off[above] = self.effects.summary_inside(key, (line,), EVERY).keys
        return home in self._set_off[above] or any(one is inner for one in lines_of(line.body or ()))


def _capacity(checked: CheckedRulebook, line: CheckedLine) -> Iterator[Problem]:
    """More pieces than there is room."""
    if line.place is None or not line.place.zone_name or line.place.type.indexes:
        return
    info = checked.symbols.zones[line.place.zone_name]
    limit = info.capacity
    given = [value for value in line.values if not (value.known and value.constant is None)]
    if limit is not None and len(given) > limit:
        yield problem_at(
            "K67",
            line.node.span,
            "capacity",
            zone=info.decl.name if info.decl else info.name,
            count=len(given),
            limit=limit,
        )


def _values(line: CheckedLine) -> Iterator[Problem]:
    """A value outside the range of its state."""
    if line.place is None or not line.place.state or len(line.values) != 1:
        return
    held = line.place.type.value if line.place.type.indexes else line.place.type
    kind, value = held.bare, line.values[0]
    if kind.numeric and isinstance(value.constant, int) and not kind.low <= value.constant <= kind.high:
        yield problem_at("K67", value.span, "value", name=line.place.state, value=value.constant)


def _answers(checked: CheckedRulebook, move: CheckedMove) -> Iterator[Problem]:
    """A move that leaves a parameter open, where every move of that name has it."""
    needed: list[set[str]] = []
    for action in checked.symbols.actions.values():
        if action.written == move.name:
            needed.append({p.name for p in action.params if not p.type.bare.effects})
    for _, node, params in checked.chooses:
        if node.name == move.name:
            needed.append({p.name for p in params if not p.type.bare.effects})
    given = {name for name, _ in move.args}
    missing = [sorted(names - given) for names in needed]
    if missing and all(missing):
        yield problem_at("K67", move.span, "missing", what=f"`{missing[0][0]}` in `{move.name}`")
