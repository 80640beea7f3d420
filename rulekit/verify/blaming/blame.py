"""Fault localisation: the clauses that allow or refuse a move, wrote a place, or count a score, likeliest first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

import attrs

from rulekit.play import json_api
from rulekit.play.games.game import Game, Position
from rulekit.play.machine.rule_faults import Fault
from rulekit.play.position.value_json import ValueCodec
from rulekit.play.refusals import Refused
from rulekit.verify.blaming.changed_lines import (
    LineWrite,
    last_compared_position,
    led_here,
    ran_of,
    under_way,
    writes_of,
)
from rulekit.verify.blaming.line_effects import line_effects
from rulekit.verify.blaming.step_values import term_grounds, terms, values_looked_at, words_read_by
from rulekit.verify.differences.divergence import OVER, Divergence
from rulekit.verify.quotations import line_of

CHANGED = (-1, 1, -2)  # a term that is left out, counted twice, turned
MOST = 6  # clauses that are named


def blamed_clauses(here: Position, parting: Divergence) -> tuple[str, ...]:
    """Clause ids without brackets, the likeliest first. `here` is where the two part, after the last answer.

    What is seen, and what is printed, rests on a declaration or a row: `zone hand`, if it has no id.
    """
    found = (*_of_declaration(here, parting), *_of_question(here, parting))
    found = (*found, *SORTS.get(parting.what, _of_step)(here, parting))
    names = dict.fromkeys(name.strip("[]") for name in found if name)
    known = [name for name in names if line_of(here.game, name) is not None]
    return tuple(dict.fromkeys(_with_words(here.game, known, _rows(here, parting))))[:MOST]


def _with_words(game: Game, names: list[str], rows: list[str]) -> Iterator[str]:
    """The lines, and among them what those named first rest on: words without an id of their own, rows of the move."""
    lines = line_effects(game.checked)
    words = [[one for word in lines.words_behind(name) if (one := _definition(game, word))] for name in names[:2]]
    first, second = [*words, [], []][:2]
    yield from (*names[:2], *rows[:1], *first[:1], *names[2:3], *first[1:2], *second[:1], *names[3:], *first[2:])


def _definition(game: Game, word: str) -> str:
    """How a word that has no id is called where it stands; empty if its lines have ids of their own."""
    decl = next((one.decl for one in game.checked.words if one.name == word), None)
    told = game.clauses.line_at(None, decl.span) if decl is not None else None
    return told.name if told is not None and told.id is None else ""


def _rows(here: Position, parting: Divergence) -> list[str]:
    """Rows with an id that the move in question names, if it is a move that chooses an effect printed on one."""
    if not isinstance(parting.move, dict) or parting.move.get("do") not in line_effects(here.game.checked).effecting:
        return []
    said = {str(value) for value in parting.move.values()}
    ids = [one.id for kind in here.game.checked.symbols.kinds.values() for one in kind.rows if one.id and one.effects]
    return [name for name in ids if said & {name, name.rpartition(".")[2]}]


def _of_declaration(here: Position, parting: Divergence) -> Iterator[str]:
    """What a view shows, and how things lie at the start, rests on the declaration; what is printed on a row."""
    line = here.line()
    begins = parting.what == "position" and line[0].fresh and not any("move" in one.step for one in line[1:])
    if len(parting.where) < 2 or not (parting.what == "view" or begins):
        return
    rows = list(_printed_rows(here, parting))
    yield from rows[:1] if len(rows) == 1 else ()
    name = str(parting.where[1]).partition(" of ")[0]
    symbols = here.game.checked.symbols
    info = symbols.zones.get(name) or symbols.states.get(name)
    if info is not None and info.decl is not None and (parting.what == "view" or name in symbols.states):
        told = here.game.clauses.line_at(None, info.decl.span)
        yield told.name if told is not None else ""
    yield from rows


def _printed_rows(here: Position, parting: Divergence) -> Iterator[str]:
    """The rows of the pieces that lie there, if the two differ in nothing but what is printed on one."""
    m, symbols = here.machine, here.game.checked.symbols
    zone, field = str(parting.where[1]), parting.where[-1]
    info = symbols.zones.get(zone)
    kind = symbols.kinds.get(info.kind) if info is not None else None
    if kind is None or field not in kind.fields:
        return
    lying = [piece for n, (name, *_) in enumerate(m.plan.zones) if name == zone for piece in m.table.contents(n)]
    for piece in dict.fromkeys(lying):
        row = m.plan.row(kind.name, piece)
        value = row.values.get(str(field))
        if parting.rules in (value, ValueCodec(m).write(value, kind.fields[str(field)].type)):
            yield row.id or ""


def _of_question(here: Position, parting: Divergence) -> Iterator[str]:
    """Where only one of the two is at its end, the endings; where the engine asks for something else, who asks that."""
    if (here.is_over and parting.asks) or OVER in parting.asks:
        yield from (ending.id or "" for ending in here.game.checked.endings)
    ran = set(ran_of(here))
    askers = _askers(here, parting, ran)
    passed = not here.is_over and bool(parting.asks) and OVER not in parting.asks and parting.engine != "offered"
    if passed and parting.what == "position" and not any(ran.intersection(found) for found in askers):
        asked = [line for found in askers[:1] for line in found[:2]]  # a question that the rules do not ask at all,
        yield from (*asked[:1], here.pending.line, *asked[1:])  # or that of the rules was passed over
    if parting.what == "position":
        yield from (line for found in askers for line in found[:2] if line in ran and line != _last_asking_line(here))
        return
    yield from _asking(here, askers, parting.engine == "offered")
    if passed:
        yield from list(dict.fromkeys((here.pending.line, *under_way(here.machine))))[:2]


def _askers(here: Position, parting: Divergence, ran: set[str]) -> list[list[str]]:
    """The lines that ask what the engine asks for; those first that ran, for what has asked just now may ask again."""
    known = line_effects(here.game.checked)
    ran = ran | {_last_asking_line(here)}
    return [sorted(known.lines_asking_for(word), key=lambda line: line not in ran) for word in parting.asks[:2]]


def _last_asking_line(here: Position) -> str:
    """The line that had asked what was answered last."""
    before = last_compared_position(here)
    return before.pending.line if before is not None else ""


def _asking(here: Position, askers: list[list[str]], listed: bool) -> Iterator[str]:
    """`listed`: a move in the right list is one too many; then nobody asks too often."""
    before = last_compared_position(here)
    for found in askers:
        yield from found[:2]
        if before is not None and found[:1] == [before.pending.line] and not listed:
            yield from list(under_way(before.machine))[1:3]  # whoever had it asked says how often


# ------------------------------------------------------------------ moves


def _of_legal(here: Position, parting: Divergence) -> Iterator[str]:
    """What allows or refuses the move; then what decides among which it is one: cases behind a choice, a price."""
    found = list(_of_move(here, parting))
    lines = line_effects(here.game.checked)
    yield from found
    for name in found:
        yield from lines.cases_choosing(name.strip("[]"))
    if parting.engine != "missing" and parting.move is not None:
        yield from lines.prices.get(str(parting.move.get("do")), ())


def _of_move(here: Position, parting: Divergence) -> Iterable[str]:
    """A move that is missing rests on what allows it and no agreed move; one too many is refused by something."""
    seat = parting.seat if parting.seat is not None else 0
    if parting.move is None:
        return (here.pending.line,)
    if parting.engine == "missing":
        number = json_api.move_number(here.machine, seat, parting.move)
        lines = line_effects(here.game.checked)
        held = [name.strip("[]") for name in json_api.allowing_clauses(here.machine, seat, number)]
        own = [name.strip("[]") for name in _own(here, seat, number)]
        rest = sorted(held, key=lambda name: (name in lines.choices, name not in lines.guards)) if own else held
        led = [guard for name in own[:1] for guard in lines.asking_case(name) if guard in held]
        written = json_api.normal_lines(here.machine, seat, parting.move)
        return (*written, *own[:1], *led, *own[1:], *rest, here.pending.line)
    return _against(here, seat, parting.move)


def _own(here: Position, seat: int, number: int) -> tuple[str, ...]:
    """What allows this move but not every other one; guards first, for they say more than the range of a choice."""
    others = [
        set(json_api.allowing_clauses(here.machine, seat, n)) for n in range(len(here.legal(seat))) if n != number
    ]
    common = set.intersection(*others) if others else set()
    own = [name for name in json_api.allowing_clauses(here.machine, seat, number) if name not in common]
    guards = line_effects(here.game.checked).guards
    return tuple(sorted(own, key=lambda name: name.strip("[]") not in guards))


def _against(here: Position, seat: int, move: Any) -> tuple[str, ...]:
    try:
        found = json_api.why_not(here.machine, seat, move)
    except Refused as refused:
        found = refused.reasons
    asked = tuple(ending.id or "" for ending in here.game.checked.endings) if here.is_over else (here.pending.line,)
    return tuple(name for name in found if name.startswith("[")) or asked


def _of_refusal(here: Position, parting: Divergence) -> Iterable[str]:
    """A legal move was refused, or one that is not legal was taken."""
    seat = parting.seat if parting.seat is not None else 0
    if parting.rules == "legal":
        before = here.before
        if before is None or here.answer is None or not led_here(here, seat, parting.move):  # it was to be made here
            return _of_move(here, attrs.evolve(parting, engine="missing"))
        written = json_api.normal_lines(before.machine, seat, parting.move)
        return written or _own(before, here.answer[0], here.answer[1]) or here.clauses_held
    return _against(here, seat, parting.move)


# ------------------------------------------------------------------ what changed


def _of_explanation(here: Position, parting: Divergence) -> Iterable[str]:
    """The lines that refuse the move."""
    return tuple(parting.rules)


def _of_place(here: Position, parting: Divergence) -> Iterator[str]:
    """Lines of this step that could have changed all that differs; then those that changed any of it, the most first.

    What a line changed counts for it as well if it shows in what lines after it changed: who takes the trick decides
    who draws. Where the rules changed nothing of what differs, something was done that they do only under a condition.
    """
    names = frozenset(parting.names) or frozenset(str(part).partition(" of ")[0] for part in parting.where[1:2])
    wrote = [one for one in writes_of(here, parting.where) if one.names & names]
    alone = names.difference(*(one.names for one in wrote))
    lines, ran = line_effects(here.game.checked), set(ran_of(here))
    before = last_compared_position(here)
    if not wrote:
        yield from [line for name in sorted(names) for line in lines.lines_writing(name) if line in ran][:2]
    if alone and before is not None:
        yield from [line for line in _lines_that_refrained(here) if alone <= lines.own.get(line, frozenset())][:1]
        yield from lines.lines_reaching(names, ran, {*under_way(here.machine), *under_way(before.machine)})
    if not wrote:
        yield here.pending.line  # the rules wait here; the engine went on
    wrote = _by_consequences(wrote, names, lines.reads)
    by_lines = {name for one in wrote for name in one.names & lines.own.get((*one.lines, "")[0], frozenset())}
    for n, one in enumerate(wrote):
        yield from one.lines[:2]
        if n == min(1, len(wrote) - 1):  # whether a line that refrained should have done something comes after who did
            yield from _silent(here, (*wrote[0].lines, "")[0])
            yield from lines.laws_about(names - by_lines)[:2]  # no line says what is done by itself; a law may
    yield from _asking(here, _askers(here, parting, ran), False)
    yield before.pending.line if before is not None else ""
    for name in sorted(alone or names):
        yield from (line for line in lines.lines_writing(name) if line in ran)
    for name in sorted(alone or names):
        yield from lines.lines_writing(name)


def _by_consequences(
    wrote: list[LineWrite], names: frozenset[str], reads: Mapping[str, frozenset[str]]
) -> list[LineWrite]:
    """Changes, the last first, in the order of what they made: the place in question, then most of the names.

    Of those alike in that, whichever answers for most comes first: for its own names and for those of later lines that
    read one of them.
    """
    found: list[tuple[LineWrite, bool, frozenset[str]]] = []
    for one in wrote:
        there, answers = one.there, one.names & names
        for later, later_there, more in found:
            if one.names & names & reads.get((*later.lines, "")[0], frozenset()):
                there, answers = there or later_there, answers | more
        found.append((one, there, answers))

    def rank(each: tuple[LineWrite, bool, frozenset[str]]) -> tuple[bool, int, bool, int]:
        one, there, answers = each
        return not one.there, -len(one.names & names), not there, -len(answers)

    return [one for one, _, _ in sorted(found, key=rank)]


def _silent(here: Position, line: str) -> Iterator[str]:
    """Lines of the same block that changed nothing, the last first: they say how often, and whether at all."""
    block, wrote = line.rpartition(".")[0], {(*one.lines, "")[0] for one in writes_of(here)}
    found = dict.fromkeys((*reversed(_lines_that_refrained(here)), *reversed(ran_of(here))))
    yield from (name for name in found if name.rpartition(".")[0] == block and name not in wrote)


def _lines_that_refrained(here: Position) -> list[str]:
    """Lines whose condition did not hold."""
    return [one.line for one in values_looked_at(here) if one.held is False]


def _of_asked(here: Position, parting: Divergence) -> Iterator[str]:
    """Whose turn it is rests on the lines of the last step; whether it is over, on the endings."""
    if not (parting.rules and parting.engine):
        yield from (ending.id or "" for ending in here.game.checked.endings)
    yield here.pending.line
    yield from _of_step(here, parting)


def _of_step(here: Position, parting: Divergence) -> Iterator[str]:
    """The line that changed something last, then all that ran, then all others that changed anything."""
    wrote = [line for one in writes_of(here) for line in one.lines[:1]]
    yield from wrote[:1]
    yield from ran_of(here)
    yield from wrote
    yield here.pending.line


def _of_result(here: Position, parting: Divergence) -> Iterator[str]:
    """The lines of the result and of what it counts."""
    checked = here.game.checked
    totals = [word.body for word in words_read_by(checked) if isinstance(word.body, tuple)]
    scored = [case.id for total in totals for case in total if case.sort == "term"]
    e = here.machine.evaluator()
    told = [line.id for line in checked.results if line.condition is None or e.holds(line.condition, {})]
    counted = parting.where[:1] == ("scores",)
    explaining = list(dict.fromkeys(_explaining(here, parting))) if counted else []
    yield from explaining[:1]
    yield from _behind_terms(here, parting, explaining[:1])
    yield from explaining[1:]
    yield from _behind_outcomes(here, parting)
    yield from (name for name in ((*scored, *told) if counted else (*told, *scored)) if name)
    yield from (ending.id or "" for ending in checked.endings)  # how it ended decides who has won
    yield from _of_step(here, parting)


def _behind_terms(here: Position, parting: Divergence, named: list[str]) -> Iterator[str]:
    """What decides whether a term counts for the seats whose scores differ: who beats whom, not for how much."""
    apart = [seat for seat, gap in _apart(parting).items() if gap]
    for name in named:
        yield from term_grounds(here, name, apart)[:2]


def _behind_outcomes(here: Position, parting: Divergence) -> Iterator[str]:
    """The cases of a word in the result that come to what the rules say, and to what the engine says."""
    e, codec = here.machine.evaluator(), ValueCodec(here.machine)
    for said in (parting.rules, parting.engine):
        for word in words_read_by(here.game.checked):
            for case in word.body if isinstance(word.body, tuple) else ():
                if case.sort == "value" and said == _alone(e, codec, case.value):
                    yield case.id or ""


def _alone(e: Any, codec: ValueCodec, value: Any) -> Any:
    """What a value comes to that hangs on nothing; none if it does."""
    try:
        return codec.write(e.value(value, {}), value.type)
    except (Fault, KeyError):
        return None


def _explaining(here: Position, parting: Divergence) -> Iterator[str]:
    """Terms of the result that, left out, counted twice or turned, make what the engine says."""
    apart = _apart(parting)
    counted = [term for term in terms(here) if len(term.amounts) > max(apart, default=0) and any(term.amounts)]
    for term in counted:
        if any(all(gap == factor * term.amounts[seat] for seat, gap in apart.items()) for factor in CHANGED):
            yield term.clause
    for term in counted:
        if any(gap and gap in [factor * term.amounts[seat] for factor in CHANGED] for seat, gap in apart.items()):
            yield term.clause
    for term in counted:
        if all(term.amounts[seat] for seat, gap in apart.items() if gap):
            yield term.clause  # it counts for each seat whose score is wrong


def _apart(parting: Divergence) -> dict[int, int]:
    """By how much scores differ, by seat: of all seats, or of the first that differs."""
    ours, theirs = parting.rules, parting.engine
    if isinstance(ours, list) and isinstance(theirs, list) and len(ours) == len(theirs):
        pairs = list(enumerate(zip(ours, theirs, strict=True)))
    else:
        pairs = [(parting.where[-1], (ours, theirs))]
    known = [(seat, one, other) for seat, (one, other) in pairs if type(seat) is type(one) is type(other) is int]
    return {seat: other - one for seat, one, other in known}


def _of_chance(here: Position, parting: Divergence) -> Iterator[str]:
    """The line that draws; then what has run before it."""
    yield here.pending.line
    yield from _of_step(here, parting)


def _of_kept(here: Position, parting: Divergence) -> Iterator[str]:
    """After a copy, a save or a load: what was lost shows in a move, or in a name that guards and endings ask for."""
    if parting.move is not None:
        yield from _of_legal(here, parting)
        return
    lines = line_effects(here.game.checked)
    names = frozenset(parting.names)
    yield from lines.guards_reading(names)
    for name in sorted(names):
        yield from lines.lines_writing(name)
    yield from _of_step(here, parting) if names else _of_asked(here, parting)


SORTS: dict[str, Any] = {
    "copy": _of_kept,
    "loaded": _of_kept,
    "chance": _of_chance,
    "asked": _of_asked,
    "legal": _of_legal,
    "refusal": _of_refusal,
    "explanation": _of_explanation,
    "position": _of_place,
    "view": _of_place,
    "result": _of_result,
}
