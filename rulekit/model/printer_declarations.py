"""Declarations as text.

The inverse of `build_declarations`: what is printed here and read again is the same tree, which a test holds for
random rulebooks. A function gives a `PrintedRow`: a line, the id at its margin and the rows below it. Where lines are
broken and how columns are aligned is decided later, in the layout.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rulekit.model import declarations as d
from rulekit.model import scenes as sc
from rulekit.model.base import Clause
from rulekit.model.expressions import Expr, Name
from rulekit.model.printer_expressions import ALT, CHAIN, EITHER, PATH, TERM, move, sentence, show
from rulekit.model.printer_layout import (
    PrintedRow,
    head,
    indexes,
    named_type_text,
    param,
    params,
    settings,
    span_of,
    type_of,
    upto,
)
from rulekit.model.printer_layout import value as plain
from rulekit.model.printer_statements import body, measure, openers, pick, steps
from rulekit.model.scenes import Scene, Start


def row(value: Clause, text: str, under: tuple[PrintedRow, ...] = ()) -> PrintedRow:
    """One line with the margins of its node; the lines under it have their own places."""
    line = value.span.line
    return PrintedRow(
        text, value.id, cites=value.cites, under=under, source=line, last=line if under else value.span.end_line
    )


def condition(value: Expr | None, level: int = 0) -> str:
    """` if c` behind a case, or no text. `level` says how tightly the neighbours bind, and so whether brackets are
    needed.
    """
    return f" if {show(value, level)}" if value is not None else ""


# ------------------------------------------------------------------ the game and its things


def _game(g: d.Game) -> PrintedRow:
    """`game pebbles for 2 to 4 players, forced moves are taken`."""
    forced = f", forced moves are {g.forced}" if g.forced is not None else ""
    return row(g, f"game {g.name} for {span_of(g.fewest, g.most)} player{'s' * (g.most != 1)}{forced}")


def _option(o: d.Option) -> PrintedRow:
    """`option refill is one or all, usually one`."""
    usually = f", usually {plain(o.usually)}" if o.usually is not None else ""
    return row(o, f"option {o.name} is {' or '.join(map(plain, o.values))}{usually}")


def _space(s: d.Space) -> PrintedRow:
    """`space Cell is square, columns 3, rows 3`."""
    return row(s, f"space {s.name} is {s.shape}" + "".join(f", {name} {what}" for name, what in s.attributes))


def _kind(k: d.Kind) -> PrintedRow:
    """`card Plan, listed in "plans.toml"`, its faces below it."""
    whole = f" of {k.whole}" if k.whole is not None else ""
    count = f", {k.count} in all" if k.count is not None else ""
    file = f', listed in "{k.file}"' if k.file is not None else ""
    return row(k, f"{k.sort} {k.name}{whole}{count}{file}", tuple(_face(f) for f in k.faces))


def _face(f: d.Face) -> PrintedRow:
    """`front side names it: crop Hue`."""
    fields = ", ".join(f"{field.name} {type_of(field.type)}" for field in f.fields)
    side = "face" if f.side is None else f"{f.side} side"
    return row(f, f"{side}{' names it' * f.names_it}: {fields}")


def _with_settings(name: str, values: tuple[d.Setting, ...]) -> str:
    """A name with its settings, if there are any: `dig: cost 2`."""
    return f"{name}: {settings(values)}" if values else name


def _row(r: d.Row) -> PrintedRow:
    """`dig: cost 2`, with parts and then effects below it, in whatever order they were written."""
    parts = tuple(row(p, f"with {p.kind} {_with_settings(p.name, p.settings)}") for p in r.parts)
    return row(r, _with_settings(r.name, r.settings), parts + tuple(_effect(e) for e in r.effects))


def _effect(e: d.Effect) -> PrintedRow:
    """`2 with c in Card: if count of deck > 3: move c to hand`."""
    picks = f" with {', '.join(pick(p) for p in e.picks)}" if e.picks else ""
    opened = f" {openers(e.openers)}" if e.openers else ""
    return row(e, f"{e.label}{picks}:{opened} {steps(e.steps)}")


# ------------------------------------------------------------------ places and numbers


def _view(v: d.View) -> str:
    """`player sees count if round > 2`."""
    side = v.what if v.what in ("it", "face", "count") else f"{v.what} side"
    end = f" of {v.end}" if v.end is not None else ""
    return f"{show(v.viewer, CHAIN)} sees {side}{end}{condition(v.condition, EITHER)}"


def zone_parts(z: d.Zone) -> tuple[str, str, str]:
    """The three columns of a zone: where, what lies there, who sees it."""
    views = [_view(v) for v in z.views] + ([f"known by {z.known_by}"] if z.known_by is not None else [])
    shape = "one" if z.shape == "one" else f"{z.shape} of"
    return f"zone {z.name}{indexes(z.of, z.at)}", f"{shape} {z.kind}{upto(z.upto)}", ", ".join(views)


def _zone(z: d.Zone) -> PrintedRow:
    """`zone hand of Player set of Card up to 5 player sees it`."""
    return row(z, " ".join(zone_parts(z)))


def _state(s: d.State) -> PrintedRow:
    """`state coins of Player is 0 to 20, starts 2, must fit`: what stands behind the type comes in one order,
    whichever it was written in.
    """
    bounds = [f"at {limit} {show(v, ALT)}" for limit, v in s.bounds]
    overflow = [] if s.overflow is None else ["excess lost" if s.overflow == "lost" else "must fit"]
    starts = [] if s.starts is None else [f"starts {show(s.starts, ALT)}"]
    resets = [f"new each {name}" for name in s.resets]
    more = bounds + overflow + starts + resets + ["ghost"] * s.ghost + [_view(v) for v in s.views]
    return row(s, ", ".join([f"state {s.name}{indexes(s.of, s.at)} is {type_of(s.type)}", *more]))


# ------------------------------------------------------------------ words, relations, laws


def _define(v: d.Define) -> PrintedRow:
    """`define price of c: Card is 3`; with names that are worked out before, each on a line of its own."""
    if not v.namings:
        return row(v, f"define {head(v.head)} is {sentence(v.value)}")
    lets = [(f"let {one.name} be {show(one.value, ALT)}", one.span) for one in v.namings]
    lines = [*lets, (f"is {sentence(v.value)}", v.value.span)]
    return row(v, f"define {head(v.head)}", tuple(PrintedRow(t, source=at.line, last=at.end_line) for t, at in lines))


def _cases(c: d.Cases) -> PrintedRow:
    """`define price of c: Card, first of`, its cases below it."""
    under = tuple(row(v, f"{show(v.value, ALT)}{condition(v.condition)}") for v in c.cases)
    return row(c, f"define {head(c.head)}, first of", under)


def _total(t: d.Total) -> PrintedRow:
    """`total points of p: Player`, its lines below it."""
    return row(t, f"total {head(t.head)}", tuple(_total_line(v) for v in t.lines))


def _total_line(v: d.Term | d.Bound) -> PrintedRow:
    """`+ coins of p`, `- 3 if coins of p = 0`, `at least 0`."""
    if isinstance(v, d.Bound):
        return row(v, f"at {v.limit} {show(v.value, ALT)}")
    return row(v, f"{v.sign} {show(v.value, TERM)}{condition(v.condition)}")


def _relation(r: d.Relation) -> PrintedRow:
    """`relation c: Card beats d: Card, if any`, its cases below it."""
    heading = f"relation {param(r.left)} {r.verb} {param(r.right)}{params(r.more)}, if {r.mode}"
    return row(r, heading, tuple(_case(c) for c in r.cases))


def _case(c: d.Case | d.Bending) -> PrintedRow:
    """A case, law or exception. A law without a sentence goes on the line of its id if it fits there, else below it;
    only the layout knows which.
    """
    if isinstance(c, d.Bending):
        return row(c, f"except [{c.target}] when {sentence(c.condition)}")
    form = LAWS.get(type(c.law))
    text = form(c.law) if form else sentence(c.law)
    line, law = c.span.line, c.law.span
    if c.sentence is None:
        return PrintedRow(id=c.id, cites=c.cites, source=line, last=c.span.end_line, unless_fits=text)
    under = (PrintedRow(f'"{c.sentence}"'), PrintedRow(text, source=law.line, last=law.end_line))
    return PrintedRow(id=c.id, cites=c.cites, under=under, source=line, last=line)


def _under(v: d.Under) -> str:
    """`under rotating Player in views`."""
    compared = f" in {', '.join(v.compared)}" if v.compared else ""
    return f"under {v.how} {v.over}{compared}{condition(v.condition, EITHER)}"


def _only(v: d.Only) -> str:
    """`legality of play reads only hand, centre`."""
    paths = ", ".join(show(p, PATH) for p in v.paths)
    return f"{'legality of ' * v.legality}{v.name} {v.verb} only {paths}"


LAWS: dict[type[Expr], Callable[[Any], str]] = {
    d.After: lambda v: f"after {' or '.join(v.events)}: {sentence(v.condition)}",
    d.Under: _under,
    d.Only: _only,
}


# ------------------------------------------------------------------ what happens, and how it ends


def _action(a: d.Action) -> PrintedRow:
    """`action trade, written swap, anytime except rest`."""
    written = f", written {a.written}" if a.written is not None else ""
    excepted = f" except {' or '.join(a.excepted)}" if a.excepted else ""
    return row(a, f"action {a.name}{written}{', anytime' * a.anytime}{excepted}", body(a.body))


def _procedure(p: d.Procedure) -> PrintedRow:
    """`to pay n: Number to p: Player`, with the measure that lets it call itself."""
    bound = f", {measure(p.measure)}" if p.measure else ""
    return row(p, f"to {p.verb}{params(p.params)}{bound}", body(p.body))


def _reaction(r: d.Reaction) -> PrintedRow:
    """`whenever after pay or draw`."""
    return row(r, f"whenever {r.timing} {' or '.join(r.events)}", body(r.body))


def _ending(e: d.Ending) -> PrintedRow:
    """`at end of turn when deck is nothing`, `at once when ..`."""
    moment = "once" if e.moment is None else f"end of {e.moment}"
    return row(e, f"at {moment} when {sentence(e.condition)}")


def _result(v: d.Ranking | d.Winner | d.Grade) -> PrintedRow:
    """`most score, then coins wins, ties are shared`, `winner is active`, `grade is captain`."""
    if isinstance(v, d.Ranking):
        criteria = ", then ".join(show(c, ALT) for c in v.criteria)
        text = f"most {criteria} wins, ties are {show(v.ties, ALT)}"
    elif isinstance(v, d.Winner):
        text = f"winner is {show(v.who, ALT)}"
    else:
        text = f"grade is {show(v.value, ALT)}"
    return row(v, text + condition(v.condition))


# ------------------------------------------------------------------ scenes as text


def scene(value: sc.Scene) -> PrintedRow:
    """A worked example with its lines."""
    return _block(value, f'scene [{value.clause}] "{value.title}"')


def start(value: sc.Start) -> PrintedRow:
    """What many scenes begin with."""
    return _block(value, f'start {value.name} "{value.title}"')


def _block(value: sc.Scene | sc.Start, head: str) -> PrintedRow:
    """A scene or start: its head and one row for each line."""
    under = tuple(PrintedRow(LINES[type(v)](v), source=v.span.line, last=v.span.end_line) for v in value.lines)
    line = value.span.line
    return PrintedRow(head, under=under, source=line, last=line)


def _ids(ids: tuple[str, ...]) -> str:
    """Ids in brackets, with commas."""
    return ", ".join(f"[{i}]" for i in ids)


def _values(values: tuple[Expr, ...]) -> str:
    """Values with commas between them."""
    return ", ".join(show(v, ALT) for v in values)


def _given(value: sc.Given) -> str:
    """`given hand of anna is oak, elm`; of players it is `given players are 3`."""
    verb = "are" if value.place == Name("players") else "is"
    return f"given {show(value.place, CHAIN)} {verb} {_values(value.values)}"


def _may(value: sc.May) -> str:
    """`anna may not pay because [pay.enough]`."""
    because = f" because {_ids(value.because)}" if value.because else ""
    return f"{show(value.who, PATH)} may {'' if value.allowed else 'not '}{move(value.move)}{because}"


def _wins(value: sc.Wins) -> str:
    """`anna wins`, `anna and ben win`, `nobody wins`."""
    if not value.who:
        return "nobody wins"
    return f"{' and '.join(show(one, PATH) for one in value.who)} {'wins' if len(value.who) == 1 else 'win'}"


LINES: dict[type[sc.SceneLine], Callable[[Any], str]] = {
    sc.From: lambda v: f"from {v.name}",
    sc.Despite: lambda v: f"despite {_ids(v.ids)}",
    sc.GivenOption: lambda v: f"given option {settings(v.settings)}",
    sc.Given: _given,
    sc.GivenRest: lambda v: f"given rest of {v.kind} in {show(v.zone, PATH)}",
    sc.GivenAsking: lambda v: f"given asking is {_ids(v.ids)}",
    sc.GivenLocal: lambda v: f"given {v.name} in [{v.id}] is {show(v.value, ALT)}",
    sc.Chance: lambda v: f"chance [{v.id}] is {_values(v.values)}",
    sc.Does: lambda v: f"when {show(v.who, PATH)} does {move(v.move)}",
    sc.Then: lambda v: f"then {show(v.condition)}",
    sc.Asked: lambda v: f"{show(v.who, PATH)} is asked [{v.id}]",
    sc.Sees: lambda v: f"{show(v.who, PATH)} sees {show(v.condition)}",
    sc.May: _may,
    sc.MayExactly: lambda v: f"{show(v.who, PATH)} may exactly {' or '.join(move(m) for m in v.moves)}",
    sc.Wins: _wins,
    sc.Tied: lambda v: f"ties are {v.ties}",
    sc.Graded: lambda v: f"grade is {show(v.grade, ALT)}",
    sc.Refused: lambda v: f"refused because {_ids(v.because)}",
}


FORMS: dict[type[d.Decl], Callable[[Any], PrintedRow]] = {
    d.Game: _game,
    d.Source: lambda v: row(v, f'source {v.letter} "{v.title}"'),
    d.Option: _option,
    d.Edition: lambda v: row(v, f"edition {v.name}: {settings(v.settings)}"),
    d.TypeDecl: lambda v: row(v, f"type {v.name} is {named_type_text(v.type)}"),
    d.Space: _space,
    d.Kind: _kind,
    d.Written: lambda v: row(v, f"written {v.kind} as {show(v.value, ALT)}"),
    d.Rows: lambda v: row(v, f"rows of {v.kind}", tuple(_row(r) for r in v.rows)),
    d.Zone: _zone,
    d.State: _state,
    d.Define: _define,
    d.Cases: _cases,
    d.Total: _total,
    d.Relation: _relation,
    d.Programme: lambda v: row(v, v.name, body(v.body)),
    d.Action: _action,
    d.Procedure: _procedure,
    d.Reaction: _reaction,
    d.Endings: lambda v: row(v, "end", tuple(_ending(e) for e in v.endings)),
    d.Results: lambda v: row(v, "result", tuple(_result(line) for line in v.lines)),
    d.Laws: lambda v: row(v, v.kind, tuple(_case(c) for c in v.cases)),
    Scene: scene,
    Start: start,
}
