"""One difference with everything that is needed to decide it: both tables, the move, values, lines and sentences."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from rulekit.check.configuration_space import GameConfig
from rulekit.play import json_api
from rulekit.play.games.game import Game, Position
from rulekit.play.position.strict_json import dumps
from rulekit.play.reasons.clause_texts import RefusalReason as Said
from rulekit.play.reasons.condition_explanation import ConditionExplainer
from rulekit.play.reasons.explanation_parts import grounds
from rulekit.play.refusals import ExplanationLine, Refused, RulesLine
from rulekit.verify import case_files, model
from rulekit.verify.blaming.changed_lines import last_compared_position, led_here, positions_since
from rulekit.verify.blaming.step_values import OperationValues, ResultTerm, terms
from rulekit.verify.differences import difference_words
from rulekit.verify.differences.divergence import Divergence
from rulekit.verify.differences.found_difference import FoundDifference, reader_name, readers

LAST = 6  # moves that are told
MOST_REASONS, MOST_VALUES = 12, 8
MOST_MOVES = 40  # moves that only one side has
SPECTATOR = "-"
Json = Any


def position_of(game: Game, met: FoundDifference) -> Position:
    """The position at which the two part."""
    here = (
        game.start(met.configuration.seats, dict(met.configuration.options))
        if met.start is None
        else game.position(met.start)
    )
    for step in met.steps:
        if "move" in step:
            here = here.apply(step["seat"], step["move"])
        else:
            here = here.drawn_so(here.outcome_of(step["outcome"]))
    return here


# ------------------------------------------------------------------ both accounts


def side_of_rules(here: Position, parting: Divergence) -> model.Side:
    """The account of the rules."""
    seats = [] if here.is_over else list(here.pending.seats)
    lying = json_api.tables(here.machine)
    views = {reader_name(one): json_api.view(here.machine, one) for one in readers(parting, seats, here.seats)}
    pending = {"kind": "end"} if here.is_over else {"kind": here.pending.kind, "seats": seats}
    legal = {str(seat): here.legal(seat) for seat in seats}
    return model.Side(
        pending, legal, lying["states"], lying["zones"], views, json_api.result(here.machine) if here.is_over else None
    )


# ------------------------------------------------------------------ where they differ


def first_place(game: Game, met: FoundDifference, rules: model.Side) -> model.DifferencePlace:
    """The first difference, with everything of its kind beside it."""
    parting = met.parting
    ours, theirs = _accounts(parting, rules, met.engine)
    place, _, _ = difference_words.place_and_sides(game, parting, ours, theirs)
    missing, extra = _moves(parting, rules, met.engine)
    return model.DifferencePlace(
        parting.what,
        parting.seat,
        tuple(parting.where),
        place,
        parting.rules,
        parting.engine,
        None if parting.move is None else told_move(parting.seat, parting.move),
        missing,
        extra,
        parting.names,
    )


def sentences(game: Game, met: FoundDifference, rules: model.Side) -> tuple[str, str]:
    """What the rules say and what the engine says."""
    _, by_rules, by_engine = difference_words.place_and_sides(
        game, met.parting, *_accounts(met.parting, rules, met.engine)
    )
    missing, extra = _moves(met.parting, rules, met.engine)
    if met.parting.what == "legal" and met.parting.seat is not None:
        legal = len(rules.legal.get(str(met.parting.seat), ()))
        more = (
            [f"{legal - len(missing)} of the {difference_words.plural(legal, 'legal move')} are offered"]
            if missing
            else []
        )
        more += (
            [f"{difference_words.plural(len(extra), 'move')} that {'is' if len(extra) == 1 else 'are'} not legal"]
            if extra
            else []
        )
        by_engine = f"{by_engine} In all, {' and '.join(more)}." if more else by_engine
    return by_rules, by_engine


def _accounts(parting: Divergence, rules: model.Side, engine: model.Side) -> tuple[Json, Json]:
    if parting.answer == "view":
        return rules.views.get(reader_name(parting.seat)), engine.views.get(reader_name(parting.seat))
    if parting.answer == "result":
        return rules.result, engine.result
    return tuple({"states": one.states or {}, "zones": one.zones or {}} for one in (rules, engine))  # type: ignore[return-value]


def _moves(
    parting: Divergence, rules: model.Side, engine: model.Side
) -> tuple[tuple[model.MoveTold, ...], tuple[model.MoveTold, ...]]:
    """All moves that only one side has, of the seat in question."""
    seat = str(parting.seat)
    if parting.what != "legal" or not isinstance(engine.legal.get(seat), list):
        return (), ()
    ours, theirs = rules.legal.get(seat, []), engine.legal[seat]
    known, said = {dumps(one) for one in ours}, {dumps(one) for one in theirs}
    missing = [one for one in ours if dumps(one) not in said][:MOST_MOVES]
    extra = [one for one in theirs if dumps(one) not in known][:MOST_MOVES]
    return tuple(told_move(parting.seat, one) for one in missing), tuple(told_move(parting.seat, one) for one in extra)


def told_move(seat: int | None, move: Json) -> model.MoveTold:
    """A move with its seat and in words."""
    return model.MoveTold(-1 if seat is None else seat, move, difference_words.move(move))


# ------------------------------------------------------------------ an example


def example(game: Game, met: FoundDifference, rules: model.Side, here: Position) -> model.Example:
    """The case in which it was met, from the position before the last move on."""
    before = last_compared_position(here)
    line = list(here.line())[1:]
    moves = [one.step for one in line if "move" in one.step]
    last = tuple(told_move(step["seat"], step["move"]) for step in moves[-LAST:])
    drawn = tuple(one.step for one in reversed(list(positions_since(here))) if "chance" in one.step)
    return model.Example(
        met.source,
        met.stage,
        met.number,
        met.source if met.stage == "vectors" else "",
        configuration_with_amount(game, met.configuration),
        len(moves),
        None if before is None else before.to_json(),
        {}
        if before is None
        else {reader_name(one): before.view(one) for one in readers(met.parting, before.pending.seats, before.seats)},
        last,
        drawn,
        rules,
        met.engine,
        first_place(game, met, rules),
        "",
        case_files.case(game, met, here),
        (),
    )


def configuration_with_amount(game: Game, chosen: GameConfig, games: int = 0, decisions: int = 0) -> model.Configured:
    """A configuration with how much was played of it."""
    return model.Configured(dict(chosen.options), chosen.seats, game.describe(chosen), games, decisions)


# ------------------------------------------------------------------ why the rules say so


def reasons(game: Game, met: FoundDifference, here: Position, asked: tuple[OperationValues, ...]) -> tuple[Said, ...]:
    """The lines that decide by the rules, with the values they looked at."""
    parting = met.parting
    if parting.what == "shape":
        return ()
    if parting.move is not None and parting.seat is not None:
        at = _where_offered(here, parting)
        if at is not None:
            return _of_move(game, at, parting)
    if parting.what == "result":
        return ()
    told = [ground for one in asked if one.causes for ground in grounds([list(one.causes)])]
    if here.is_over or (parting.what == "asked" and not parting.engine):
        told = [*_of_endings(here), *told]
    return game.clauses.reasons_of(dict.fromkeys(told), dict(here.chosen.options))


def _where_offered(here: Position, parting: Divergence) -> Position | None:
    """Where the move in question stood to be made: here, or before the last step if it was legal and refused."""
    if parting.what == "refusal" and parting.rules == "legal":
        found = [one for one in positions_since(here) if led_here(one, parting.seat or 0, parting.move)]
        return found[0].before if found else last_compared_position(here)
    return here


def _of_move(game: Game, at: Position, parting: Divergence) -> tuple[Said, ...]:
    seat, m = parting.seat or 0, at.machine
    try:
        if parting.rules == "legal":
            return game.clauses.reasons_of(
                json_api.explain_permission(m, seat, json_api.move_number(m, seat, parting.move)),
                dict(at.chosen.options),
            )
        return game.clauses.reasons_of(json_api.explain_refusal(m, seat, parting.move), dict(at.chosen.options))
    except Refused as refused:
        return tuple(game.clauses.reason(one) for one in refused.reasons)


def _of_endings(here: Position) -> Iterator[ExplanationLine]:
    """The conditions of the endings, with what they came to."""
    e = here.machine.evaluator()
    for ending in here.game.checked.endings:
        there = ConditionExplainer(e, {}, (RulesLine(ending.id, ending.node.span),))
        held = there.truth_of(ending.condition)
        if held is not None:
            yield from grounds([there.causes(ending.condition, held)])


def values(
    game: Game, met: FoundDifference, here: Position, asked: tuple[OperationValues, ...], clauses: tuple[str, ...]
) -> tuple[model.Value, ...]:
    """The values that decided: of the lines that are named, or the terms of the result."""
    if met.parting.what == "result":
        return tuple(
            model.Value(
                f"[{term.clause}] {_term_text(game, term)}".removeprefix("[] "),
                ", ".join(f"{amount} for seat {seat}" for seat, amount in enumerate(term.amounts)),
            )
            for term in terms(here)
        )
    facts = [game.clauses.fact(fact) for name in clauses for one in asked if one.line == name for fact in one.facts]
    told = [fact.rpartition(" is ") for fact in dict.fromkeys(facts) if fact]
    return tuple(model.Value(what, said) for what, _, said in told if what)[:MOST_VALUES]


def _term_text(game: Game, term: ResultTerm) -> str:
    """What it counts, without its name and its sources."""
    return game.clauses.text_at(term.span).removeprefix(f"[{term.clause}]").partition(" @")[0].strip()
