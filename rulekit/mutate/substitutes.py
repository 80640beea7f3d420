"""What operators ask about a rulebook: which names stand beside each other, and what can stand in for what."""

from __future__ import annotations

from functools import cached_property

import attrs

from rulekit.model import declarations as d
from rulekit.model.rulebook import Rulebook

Signature = tuple[str, ...]


@attrs.define(eq=False)
class Facts:
    """One rulebook, looked up by name."""

    rulebook: Rulebook

    @cached_property
    def members(self) -> dict[str, tuple[str, ...]]:
        """The names of one choice, ring, list or option, by each of them; names that several have are left out."""
        found: dict[str, tuple[str, ...]] = {}
        twice: set[str] = set()
        for group in self._groups():
            for name in group:
                twice.update([name] if found.setdefault(name, group) is not group else [])
        return {name: group for name, group in found.items() if name not in twice}

    def _groups(self) -> list[tuple[str, ...]]:
        lists = {kind.name for kind in self.rulebook.of(d.Kind) if kind.sort == "list"}
        return [
            *(t.type.members for t in self.rulebook.of(d.TypeDecl) if isinstance(t.type, d.ChoiceType | d.RingType)),
            *(tuple(str(v) for v in o.values if isinstance(v, str)) for o in self.rulebook.of(d.Option)),
            *(tuple(r.name for r in rows.rows) for rows in self.rulebook.of(d.Rows) if rows.kind in lists),
        ]

    def other_member(self, name: str) -> str | None:
        """The next name of its type, the first after the last."""
        return beside(name, self.members.get(name, ()))

    @cached_property
    def kinds(self) -> dict[str, d.Kind]:
        return {kind.name: kind for kind in self.rulebook.of(d.Kind)}

    @cached_property
    def rows(self) -> dict[str, tuple[str, ...]]:
        """The names of the rows of a kind."""
        found: dict[str, tuple[str, ...]] = {}
        for decl in self.rulebook.of(d.Rows):
            found[decl.kind] = (*found.get(decl.kind, ()), *(row.name for row in decl.rows))
        return found

    @cached_property
    def types(self) -> dict[str, d.TypeExpr]:
        return {decl.name: decl.type for decl in self.rulebook.of(d.TypeDecl)}

    @cached_property
    def zones(self) -> dict[str, d.Zone]:
        return {zone.name: zone for zone in self.rulebook.of(d.Zone)}

    @cached_property
    def options(self) -> dict[str, d.Option]:
        return {option.name: option for option in self.rulebook.of(d.Option)}

    @cached_property
    def places(self) -> dict[str, tuple[str, ...]]:
        """Zones and states that can stand in for each other: the same indexes, the same kind or type."""
        alike: dict[object, tuple[str, ...]] = {}
        for zone in self.rulebook.of(d.Zone):
            key = ("zone", zone.kind, zone.of, zone.at)
            alike[key] = (*alike.get(key, ()), zone.name)
        for state in self.rulebook.of(d.State):
            same = ("state", type(state.type), state.of, state.at, state.ghost)
            alike[same] = (*alike.get(same, ()), state.name)
        return {name: group for group in alike.values() for name in group}

    def other_place(self, name: str) -> str | None:
        return beside(name, self.places.get(name, ()))

    @cached_property
    def steps(self) -> dict[str, tuple[str, ...]]:
        """Relations and adjectives that can stand in for each other behind `through`."""
        alike: dict[Signature, tuple[str, ...]] = {}
        for relation in self.rulebook.of(d.Relation):
            key = (relation.left.type, relation.right.type, *(p.type for p in relation.more))
            alike[key] = (*alike.get(key, ()), relation.verb)
        for word in self.rulebook.of(d.Define):
            if word.head.params and not word.head.of:
                key = ("word", *(p.type for p in word.head.params))
                alike[key] = (*alike.get(key, ()), word.head.name)
        return {name: group for group in alike.values() for name in group}

    def other_step(self, name: str) -> str | None:
        return beside(name, self.steps.get(name, ()))

    @cached_property
    def moments(self) -> tuple[str, ...]:
        """What has an end: turn, play and the procedures without parameters or with one."""
        programme = [block.name for block in self.rulebook.of(d.Programme) if block.name != "setup"]
        return (*programme, *(p.verb for p in self.rulebook.of(d.Procedure)))


def beside(name: str, group: tuple[str, ...]) -> str | None:
    """The one after it in its group."""
    if name not in group or len(group) < 2:
        return None
    return group[(group.index(name) + 1) % len(group)]
