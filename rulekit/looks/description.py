"""A position in words, for those who do not see the picture: what lies where, and what the counters say."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

import attrs

from rulekit.check.names.symbol_info import StateInfo, ZoneInfo
from rulekit.looks.boards.board_layout import grounds
from rulekit.looks.boards.seat_board import seat_boards, states_on_boards
from rulekit.looks.counters import in_brief, speaks, value_in_words
from rulekit.looks.declared_looks import noun
from rulekit.looks.game_looks import PictureModel, in_words
from rulekit.looks.looks_terms import DICE, TOKENS
from rulekit.looks.pieces.derived_row_names import row_name
from rulekit.looks.pieces.ways import sides_by_name, sides_in_words, ways_of
from rulekit.looks.place_names import index_name, place_name
from rulekit.looks.things_counted import shown_by_dice
from rulekit.looks.view_parts import (
    NOT_A_MARK,
    Index,
    Key,
    asked_seats,
    is_pile,
    lies_on_pieces,
    nested_zones,
    seen_piece,
    state_instances,
    zone_instances,
)
from rulekit.looks.wording import member_words
from rulekit.typesystem import types as t
from rulekit.words.vocabulary import ACTIVE, FACING

Only = Collection[Key] | None
Seen = Mapping[str, Any]  # a view, or what of it lies in one place
Row = tuple[str, str, str]  # what it is, where or whose it is, what is told of it
MOST, MOST_NAMES, LONGEST = 40, 16, 240  # rows, pieces of one row, letters of one value
FEW = 4  # pieces that need not be counted
YES, TOGETHER, EMPTY = "yes", "several together", "nothing lies on the table yet"


@attrs.frozen
class _Fact:
    """What is told of one instance: of which zone or state, for which member of a choice, whose, and where."""

    what: str
    member: str
    owner: str
    place: str
    told: str


def position_in_words(
    looks: PictureModel, view: Seen, only: Collection[Key] | None = None, names: Sequence[str] = ()
) -> str:
    """What lies where, and which states say something; at most so many sentences, and `only` of these instances.

    `names` are those of the players, where they have some.
    """
    rows = position_rows(looks, view, only, names)
    parts = [f"{' '.join(part for part in row[:2] if part)}: {row[2]}" for row in rows]
    return ("; ".join(parts[:MOST]) or EMPTY) + ("; and more" if len(parts) > MOST else "") + "."


def position_rows(
    looks: PictureModel, view: Seen, only: Collection[Key] | None = None, names: Sequence[str] = ()
) -> list[Row]:
    """The same as a table: what it is, where or whose it is, and what lies there or what it is worth.

    Neighbouring places of which the same is told share a row. What the looks file hides is left out, as in the picture.
    """
    told = _Told(looks, view, only, names)
    return [*told.turn(), *_together([*told.zones(), *told.states()])]


def zone_title(looks: PictureModel, name: str) -> str:
    """What readers call a zone."""
    return str(looks.section("zones").get(name, {}).get("title", noun(name)))


def instance_in_words(looks: PictureModel, name: str, index: Index, kinds: Sequence[t.Type] | None = None) -> str:
    """What a zone or state is called where it is told for somebody or something: `hand of seat 1`.

    `kinds`: of these indexes only, where not all of them are said.
    """
    symbols = looks.symbols
    section, info = ("zones", symbols.zones[name]) if name in symbols.zones else ("states", symbols.states[name])
    fact = _Told(looks, {}, None, ()).fact(section, name, info.indexes if kinds is None else kinds, index, "")
    place = f"at {fact.place}" if fact.place else ""
    member = f"of {fact.member}" if fact.member else ""
    return " ".join(part for part in (fact.what, member, fact.owner, place) if part)


def marks_in_words(looks: PictureModel, seen: Seen) -> list[str]:
    """What is seen of a piece whose name is not."""
    on_it = {zone.name for zone, _ in nested_zones(looks.symbols, dict(seen))}
    marks = {key: value for key, value in seen.items() if key not in {"name", FACING, *NOT_A_MARK, *on_it}}
    return [_mark(key, value) for key, value in marks.items() if speaks(value)]


def _together(facts: Iterable[_Fact]) -> Iterator[Row]:
    """One row for all places of which the same is told, and one for all members of a choice."""
    places: dict[tuple[str, str, str], list[str]] = {}
    for (what, owner, place), many in _by_member(facts).items():
        places.setdefault((what, owner, ", ".join(many)), []).append(place)
    for (what, owner, told), where in places.items():
        joined = (" and " if any("," in one for one in where) else ", ").join(one for one in where if one)
        yield what, " ".join(part for part in (owner, f"at {joined}" if joined else "") if part), told


def _by_member(facts: Iterable[_Fact]) -> dict[tuple[str, str, str], list[str]]:
    """What is told of each place, member by member where it has these."""
    found: dict[tuple[str, str, str], list[str]] = {}
    for fact in facts:
        said = fact.told if not fact.member else fact.member if fact.told == YES else f"{fact.member} {fact.told}"
        found.setdefault((fact.what, fact.owner, fact.place), []).append(said)
    return found


@attrs.frozen
class _Told:
    """One view, with the names of those who play."""

    looks: PictureModel
    view: Seen
    only: Only
    names: Sequence[str]

    def turn(self) -> Iterator[Row]:
        """Who is to move; a view does not tell who still owes an answer of several that are given together."""
        seats = asked_seats(self.view)
        if self.only is None and "together" in self.view.get("asks", {}):
            yield "to move", "", TOGETHER
        elif self.only is None and seats:
            yield "to move", "", ", ".join(map(self._person, seats))

    def zones(self) -> Iterator[_Fact]:
        """What lies in each zone, and where."""
        looks, hidden = self.looks, self.looks.hidden_names
        for zone, index, content in zone_instances(looks.symbols, self.view):
            wanted = self.only is None or ("zone", zone.name, index) in self.only
            if wanted and content["count"] and not lies_on_pieces(zone) and zone.name not in hidden:
                fact = self.fact("zones", zone.name, zone.indexes, index, self._zone(zone, index, content))
                # `shelf: red (3 cards)`; of a state the member and its number stand side by side, as in `wood 3`
                yield attrs.evolve(fact, told=f"({fact.told})") if fact.member else fact

    def states(self) -> Iterator[_Fact]:
        """What each state says; none where nothing is on a place."""
        elsewhere = {ACTIVE, *self.looks.hidden_names}  # whose turn it is: told as `to move`
        of_boards = {*states_on_boards(self.looks)}
        for state, index, value in state_instances(self.looks.symbols, self.view):
            wanted = self.only is None or ("state", state.name, index) in self.only
            silent = value == 0 and not state.type.bare.player and self._is_quiet(state, of_boards)
            silent = silent or (self._manner(state) == DICE and not shown_by_dice(state, index, value))
            if wanted and speaks(value) and not silent and state.name not in elsewhere:
                yield self._of_state(state, index, value)

    def _of_state(self, state: StateInfo, index: Index, value: Any) -> _Fact:
        """What one instance of a state says, as things where it is drawn as things."""
        how = self._manner(state)
        if how == DICE:
            shown = ", ".join(map(str, shown_by_dice(state, index, value)))
            owned = [(kind, one) for kind, one in zip(state.indexes, index, strict=True) if kind.player]
            fact = self.fact("states", state.name, [kind for kind, _ in owned], tuple(one for _, one in owned), YES)
            return attrs.evolve(fact, member=shown)
        told = self._way(state.type.bare, value) or value_in_words(self.looks, state, value, self.names)
        told = told if len(told) <= LONGEST else in_brief(self.looks, state, value, self.names)
        told = f"{told} of {state.type.bare.high}" if how == TOKENS else told
        return self.fact("states", state.name, state.indexes, index, told)

    def _way(self, kind: t.Type, value: Any) -> str | None:
        """A way of a tile by its shape and by where the tile lies; with its sides, where the tile has several."""
        whole = self.looks.kind(kind.kind).whole if kind.row and isinstance(value, str) else None
        if whole is None or self.looks.ring_of(whole) is None:
            return None
        for zone, index, content in zone_instances(self.looks.symbols, self.view):
            for piece in content.get("pieces", ()) if zone.kind == whole else ():
                seen = seen_piece(piece)
                ways = ways_of(self.looks, whole, seen["name"], seen.get(FACING, 0)) if "name" in seen else []
                for way in (one for one in ways if one.part == value):
                    named = row_name(self.looks, kind.kind, value)
                    sides = sides_in_words(sides_by_name(self.looks, whole, way)) if len(ways) > 1 else ""
                    at = [index_name(self.looks, of, one) for of, one in zip(zone.indexes, index, strict=True)]
                    return " ".join([named, *(["to", sides] if sides else []), *(["at", ", ".join(at)] if at else [])])
        return None

    def _manner(self, state: StateInfo) -> str:
        return str(self.looks.section("states").get(state.name, {}).get("as", ""))

    def _is_quiet(self, state: StateInfo, of_boards: Collection[str]) -> bool:
        """Whether 0 need not be told: the looks file says so, or it is the usual number on a place of a board."""
        said = self.looks.section("states").get(state.name, {}).get("quiet", False)
        return bool(said) or state.name in of_boards or any(self._is_place(kind) for kind in state.indexes)

    def fact(self, section: str, name: str, kinds: Sequence[t.Type], index: Index, told: str) -> _Fact:
        """A fact about one instance of a zone or state."""
        what, member, owner, place = [self._title(section, name)], "", "", ""
        for kind, one in zip(kinds, index, strict=True):
            if kind.player:
                owner = f"of {self._person(one)}"
            elif self._is_place(kind):
                place = place_name(self.looks, kind.space, one) if kind.place else noun(in_words(one))
            elif kind.members or kind.row:
                member = (
                    member_words(self.looks, str(kind.bare), in_words(one)) if kind.members else noun(in_words(one))
                )
            else:
                what.append(index_name(self.looks, kind, one))
        return _Fact(" ".join(what), member, owner, place, told)

    def _title(self, section: str, name: str) -> str:
        return str(self.looks.section(section).get(name, {}).get("title", noun(name)))

    def _is_place(self, kind: t.Type) -> bool:
        counted = (self.looks.symbols.types[name] for name in seat_boards(self.looks))
        return kind.place or kind in grounds(self.looks) or kind in counted

    def _person(self, seat: int) -> str:
        return self.looks.seat_name(seat, self.names)

    # -------------------------------------------------------------- pieces

    def _zone(self, zone: ZoneInfo, index: Index, content: Seen) -> str:
        """What lies in one zone; of a pile the top, and how many there are."""
        how, pieces = self.looks.section("zones").get(zone.name, {}).get("as", ""), content.get("pieces", ())
        count = content["count"]
        if how == "count":
            return self._lying(zone.kind, {"count": count})
        if count < 2 or not pieces or not is_pile(how, zone, index, count, self.only is not None):
            return self._lying(zone.kind, content)
        top = self._piece(zone.kind, pieces[-1])
        return f"{self._lying(zone.kind, {'count': count})}{f', on top: {top}' if top else ''}"

    def _lying(self, kind: str, content: Seen) -> str:
        """What lies in one instance: each piece that is seen, else how many there are."""
        count = content["count"]
        told = Counter(said for piece in content.get("pieces", ()) if (said := self._piece(kind, piece)))
        counted = f"{count} {noun(kind).lower()}{'' if count == 1 else 's'}"
        if not told:
            return counted
        listed = [said if many == 1 else f"{many} times {said}" for said, many in told.items()]
        more = [f"and {len(listed) - MOST_NAMES} more"] if len(listed) > MOST_NAMES else []
        words = ", ".join([*listed[:MOST_NAMES], *more])
        if told.total() < count:
            return f"{counted}, seen of them: {words}"
        return words if count < FEW else f"{counted}: {words}"

    def _piece(self, kind: str, piece: Any) -> str:
        """A piece by its name, or by what is seen of it; how it lies, and what lies on it."""
        seen = seen_piece(piece)
        row = str(seen.get("name", "")).partition("#")[0]
        said = " ".join(marks_in_words(self.looks, seen))
        on_it = [
            f"{self._title('zones', z.name)}: {self._lying(z.kind, c)}"
            for z, c in nested_zones(self.looks.symbols, piece)
        ]
        if row:
            lies = self._opening(kind, row, seen.get(FACING, 0))
            said = row_name(self.looks, kind, row) + (f" {lies}" if lies else "") + (f" with {said}" if said else "")
        return f"{said or noun(kind).lower()} ({'; '.join(on_it)})" if on_it else said

    def _opening(self, kind: str, row: str, facing: Any) -> str:
        """The sides to which the ways of a tile open as it lies, way by way."""
        if self.looks.ring_of(kind) is None:
            return f"turned {facing}" if facing else ""
        ways = ways_of(self.looks, kind, row, facing or 0)
        return f"open to {', and to '.join(sides_in_words(sides_by_name(self.looks, kind, way)) for way in ways)}"


def _mark(name: str, value: Any) -> str:
    """What is seen of a piece: a thing that is so by its name alone."""
    return noun(name) if value is True else f"{noun(name)} {noun(in_words(value))}"
