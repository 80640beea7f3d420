"""Form of answers: what no position of a game could hold is the fault of an adapter, told before any rule is blamed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any

import attrs

from rulekit.memo import memoize
from rulekit.play.games.game import Game
from rulekit.protocol.game_schema import GameShapes
from rulekit.protocol.json_shapes import (
    NULL,
    AnyOf,
    JsonShape,
    ListOf,
    ObjectByName,
    ObjectShape,
    OneOfValues,
    TextShape,
    TupleShape,
    WholeNumber,
    YesNoShape,
    short_json,
)
from rulekit.verify.differences.divergence import ABSENT, TABLE
from rulekit.verify.differences.found_difference import FoundDifference, reader_name
from rulekit.verify.model import DifferenceKind

Json = Any
CHANGED = "refused, and yet it changes"  # how a divergence begins where a refusal was not free of charge


@attrs.frozen
class WrongForm:
    """One place of an answer that has a wrong form."""

    name: str  # the state, zone, key or kind of move
    wanted: str  # what the protocol wants there, as a sentence
    said: str  # what stands there, as a sentence


# ------------------------------------------------------------------ forms without the ranges that rules decide


def loose_shape(shape: JsonShape) -> JsonShape:
    """The same form for every number and every name: whether 49 may stand there is a matter of the rules."""
    change = LOOSER.get(type(shape))
    return shape if change is None else change(shape)


def _only(shape: OneOfValues) -> JsonShape:
    forms = {str: TextShape(), int: WholeNumber(), bool: YesNoShape(), type(None): NULL}
    found = tuple(dict.fromkeys(forms[type(value)] for value in shape.values))
    return found[0] if len(found) == 1 else AnyOf(found)


def _record(shape: ObjectShape) -> JsonShape:
    parts, more = ({key: loose_shape(one) for key, one in each.items()} for each in (shape.parts, shape.optional))
    return attrs.evolve(
        shape, parts={key: one for key, one in shape.parts.items() if key == "do"} | parts, optional=more
    )


LOOSER: Mapping[type, Callable[[Any], JsonShape]] = {
    WholeNumber: lambda shape: WholeNumber(),
    OneOfValues: _only,
    ListOf: lambda shape: attrs.evolve(shape, of=loose_shape(shape.of)),
    TupleShape: lambda shape: attrs.evolve(shape, items=tuple(map(loose_shape, shape.items))),
    ObjectByName: lambda shape: attrs.evolve(shape, of=loose_shape(shape.of)),
    ObjectShape: _record,
    AnyOf: lambda shape: attrs.evolve(shape, choices=tuple(map(loose_shape, shape.choices))),
}


@attrs.frozen
class GameForms:
    """The forms of one game: of states and zones in a position and in a view, of moves, and the keys of the result."""

    tables: Mapping[str, Mapping[str, Mapping[str, JsonShape]]]
    moves: Mapping[str, JsonShape]
    result: ObjectShape


@memoize
def forms_of(game: Game) -> GameForms:
    """Worked out once for a game."""
    forms = GameShapes(game)
    tables = {
        what: {
            part: {**each.parts, **each.optional} for part, each in whole.parts.items() if isinstance(each, ObjectShape)
        }
        for what, whole in (("position", forms.position()), ("view", forms.view()))
    }
    loose = {
        what: {part: {name: loose_shape(one) for name, one in each.items()} for part, each in parts.items()}
        for what, parts in tables.items()
    }
    return GameForms(loose, {name: loose_shape(one) for name, one in forms.moves().items()}, forms.result())


# ------------------------------------------------------------------ answers


def wrong_tables(game: Game, what: str, said: Json, unsaid: frozenset[str], whole: bool) -> Iterator[WrongForm]:
    """States and zones of a position or a view; `whole`: a name that is missing is wrong, too."""
    for part in TABLE:
        known, lying = forms_of(game).tables[what][part], said.get(part) or {}
        sort = part.removesuffix("s")
        for name, value in lying.items():
            if name in unsaid:
                continue
            if name not in known:
                yield WrongForm(
                    name, f"These rules have no {sort} `{name}`.", f"A {what} holds `{name}` {short_json(value)}."
                )
            else:
                yield from _faults(known[name], value, name, f"of a {what}", f"{part}.{name}")
        if whole:
            yield from (
                WrongForm(name, f"Every {what} holds the {sort} `{name}`.", "It is left out and not named in `unsaid`.")
                for name in known
                if name not in lying and name not in unsaid
            )


def wrong_move(game: Game, move: Json) -> Iterator[WrongForm]:
    """A move in a list, or one that was taken; a kind of move that the rules never ask for has no form."""
    known = forms_of(game).moves.get(str(move.get("do"))) if isinstance(move, dict) else None
    if known is not None:
        yield from _faults(known, move, str(move["do"]), f"of the move {short_json(move)}", "")


def _faults(shape: JsonShape, value: Json, name: str, of: str, path: str) -> Iterator[WrongForm]:
    for where, wanted, found in shape.faults(value, path):
        place = f"`{where.lstrip('.')}` {of}" if where else f"The form {of}"
        yield WrongForm(name, f"{place} must be {wanted}.", f"There stands {short_json(found)}.")


def wrong_result(game: Game, said: Json, unsaid: frozenset[str]) -> Iterator[WrongForm]:
    """The keys of a result, and their forms."""
    known = forms_of(game).result
    for name, value in said.items():
        if name in unsaid:
            continue
        if name not in (*known.parts, *known.optional):
            yield WrongForm(
                name, f"The results of this game have no `{name}`.", f"It says `{name}` {short_json(value)}."
            )
        else:
            yield from _faults(loose_shape(known.part_shape(name)), value, name, "of a result", name)
    for name in known.parts:
        if name not in said and name not in unsaid:
            yield WrongForm(name, f"Every result holds `{name}`.", "It is left out and not named in `unsaid`.")


# ------------------------------------------------------------------ differences


def as_wrong_form(game: Game, unsaid: frozenset[str], met: FoundDifference) -> FoundDifference:
    """The same difference; if a wrong form explains it, told as that."""
    parting = met.parting
    found = next(iter(SORTS.get(parting.what, _nothing)(game, unsaid, met)), None)
    if found is None:
        return met
    form = (found.wanted, found.said)
    return attrs.evolve(
        met, parting=attrs.evolve(parting, what=DifferenceKind.SHAPE, where=(found.name,), form=form, fades=False)
    )


def _nothing(game: Game, unsaid: frozenset[str], met: FoundDifference) -> Iterator[WrongForm]:
    yield from ()


def _of_table(game: Game, unsaid: frozenset[str], met: FoundDifference) -> Iterator[WrongForm]:
    """Only what stands in the states and zones that differ."""
    parting = met.parting
    if len(parting.where) == 1 and parting.rules == ABSENT:
        key = str(parting.where[0])
        yield WrongForm(key, f"A {parting.what} has no key `{key}`.", f"There stands {short_json(parting.engine)}.")
        return
    view = parting.what == DifferenceKind.VIEW
    told = met.engine.views.get(reader_name(parting.seat)) if view else _table(met)
    differing = {*parting.names, *map(str, parting.where[1:2])}
    for one in wrong_tables(game, "view" if view else "position", told, unsaid, not view) if told else ():
        if one.name in differing or one.name.partition(" of ")[0] in differing:
            yield one


def _table(met: FoundDifference) -> Json:
    side = met.engine
    return None if side.states is None and side.zones is None else {"states": side.states, "zones": side.zones}


def _of_legal(game: Game, unsaid: frozenset[str], met: FoundDifference) -> Iterator[WrongForm]:
    parting = met.parting
    if parting.engine == "offered more than once":
        verb = str(parting.move.get("do"))
        yield WrongForm(
            verb,
            "A list of legal moves is a set: each stands there once.",
            f"{short_json(parting.move)} stands there twice.",
        )
    elif parting.engine == "offered":
        yield from wrong_move(game, parting.move)
    elif isinstance(listed := met.engine.legal.get(str(parting.seat)), list):
        yield from (one for move in listed for one in wrong_move(game, move))


def _of_refusal(game: Game, unsaid: frozenset[str], met: FoundDifference) -> Iterator[WrongForm]:
    """What was taken although it is no move at all; or what is wrong with the position that a refusal left."""
    parting = met.parting
    if str(parting.engine).startswith(CHANGED):
        yield from wrong_tables(game, "position", table, unsaid, True) if (table := _table(met)) else ()
    elif parting.engine == "taken":
        yield from _forms_of_taken(game, met)


def _forms_of_taken(game: Game, met: FoundDifference) -> Iterator[WrongForm]:
    seat, move = met.parting.seat, met.parting.move
    verb = str(move.get("do")) if isinstance(move, dict) else "move"
    said = f"The move {short_json(move)} is taken."
    if seat not in range(met.seats):
        yield WrongForm("seat", f"Seats count from 0 to {met.seats - 1}.", f"A move of seat {seat} is taken.")
    elif verb not in forms_of(game).moves:
        yield WrongForm("do", f"These rules have no move `{verb}`: it must be refused.", said)
    else:
        for one in wrong_move(game, move):
            yield attrs.evolve(one, wanted=f"{one.wanted} It must be refused.", said=said)


def _of_result(game: Game, unsaid: frozenset[str], met: FoundDifference) -> Iterator[WrongForm]:
    key = str(met.parting.where[0]) if met.parting.where else ""
    for one in wrong_result(game, met.engine.result or {}, unsaid):
        if one.name == key:
            yield one


SORTS: Mapping[str, Callable[[Game, frozenset[str], FoundDifference], Iterator[WrongForm]]] = {
    DifferenceKind.POSITION: _of_table,
    DifferenceKind.VIEW: _of_table,
    DifferenceKind.COPY: _of_table,
    DifferenceKind.LOADED: _of_table,
    DifferenceKind.LEGAL: _of_legal,
    DifferenceKind.REFUSAL: _of_refusal,
    DifferenceKind.RESULT: _of_result,
}

__all__ = ["WrongForm", "as_wrong_form", "wrong_move", "wrong_result", "wrong_tables"]
