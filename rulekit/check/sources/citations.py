"""Where every line comes from: ids that stand once, citations that lead somewhere, a ledger that is covered."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from rulekit.check.emit import problem_at
from rulekit.check.names.symbols import Symbols
from rulekit.check.sources.clause_holders import claimed_ids
from rulekit.check.sources.clauses import ClausePlace, clauses
from rulekit.check.sources.ledger import Ledger, Rulings, option_value_text
from rulekit.check.sources.ledger_coverage import check_coverage
from rulekit.check.sources.ledger_report import ledger_report
from rulekit.diagnostics import Problem, nearest
from rulekit.model import declarations as d
from rulekit.model import expressions as x
from rulekit.model import scenes as sc
from rulekit.model import statements as s
from rulekit.model.base import Cite, Clause, walk
from rulekit.model.rulebook import Rulebook
from rulekit.source import Span
from rulekit.verbs.known_verbs import find

__all__ = ["check_citations", "ledger_report"]

CLAUSE = re.compile(r"[a-z0-9]+(?:[.-][a-z0-9]+)*")
SOURCE = re.compile(r"(?P<letter>[A-Z][A-Za-z0-9]*):(?P<place>.*)")
DEMANDS = "demands"  # the one block of clauses that binds the rules and not their machine


def check_citations(symbols: Symbols, rulebook: Rulebook, ledger: Ledger | None, rulings: Rulings) -> list[Problem]:
    """K04, K05, K06 and K69 of a whole game.

    A line::

        [draw.do]  move top 5 of deck to hand  @draw.five

    K06 where the ledger has no sentence `draw.five`.
    """
    places = list(clauses(rulebook))
    found = [*_twice(places), *_check_sources(places, symbols), *_leads(places, symbols, ledger, rulings)]
    found += _under_options(symbols, ledger, rulings)
    if ledger is not None and not ledger.broken:
        held = claimed_ids(places, rulebook.declarations_of(sc.Scene))
        found += check_coverage(held, ledger, rulings)
    return found


# ------------------------------------------------------------------ ids


def _twice(places: Iterable[ClausePlace]) -> Iterator[Problem]:
    """An id is the name of one line."""
    first: dict[str, Span] = {}
    for place in places:
        clause = place.clause
        if clause.id is None:
            continue
        known = first.setdefault(clause.id, clause.span)
        if known is not clause.span:
            yield problem_at("K04", _head(clause), also=((known, "the first one"),), id=f"[{clause.id}]")


def _head(clause: Clause) -> Span:
    """The id of a line, with its brackets; a row of a table stands as it is."""
    if clause.id is None or clause.span.file.endswith(".toml"):
        return clause.span
    return Span.point(clause.span.file, clause.span.line, clause.span.column, len(clause.id) + 2)


# ------------------------------------------------------------------ sources


def _check_sources(places: Iterable[ClausePlace], symbols: Symbols) -> Iterator[Problem]:
    """A line with an id says where it comes from, itself or through a line it stands in."""
    excused = {id(decl) for decl in symbols.reactions if _ghostly(decl, symbols)}
    for place in places:
        clause = place.clause
        for cite in clause.cites:
            if not cite.text:
                yield problem_at("K05", cite.span, "empty")
        if clause.id is None or clause.cites or id(place.decl) in excused or _free(place, symbols):
            continue
        if not any(around.cites for around in place.around):
            yield problem_at("K05", _head(clause), "source", id=f"[{clause.id}]")


def _free(place: ClausePlace, symbols: Symbols) -> bool:
    """Laws, scenes and starts need no source; a row may live on that of its table."""
    decl = place.decl
    if isinstance(decl, d.Laws):
        return decl.kind != DEMANDS
    if isinstance(decl, d.Rows):
        info = symbols.kinds.get(decl.kind)
        return decl.span.file.endswith(".toml") or (info is not None and bool(info.decl.cites))
    return isinstance(decl, sc.Scene | sc.Start)


def _ghostly(reaction: d.Reaction, symbols: Symbols) -> bool:
    """Does a reaction write ghosts and nothing else?"""
    calls = [node.call for node in walk(reaction.body) if isinstance(node, s.Do)]
    waits = any(isinstance(node, s.Ask | s.Choose | s.Roll | s.Lot | s.Finish) for node in walk(reaction.body))
    return bool(calls) and not waits and all(_writes_ghost(call, symbols) for call in calls)


def _writes_ghost(call: x.Call, symbols: Symbols) -> bool:
    slot = find(call.verb).writes
    written = call.arg if slot == "" else dict(call.args).get(slot or "")
    if slot is None or written is None:
        return False
    info = symbols.states.get(_word(written) or "")
    return info is not None and info.decl is not None and info.decl.ghost


def _word(written: x.Expr) -> str | None:
    """The word at the head of what is written to."""
    while not isinstance(written, x.Name | x.Of):
        if isinstance(written, x.Chain):
            written = written.head
        elif isinstance(written, x.Bracket):
            written = written.inner
        else:
            return None
    return written.name if isinstance(written, x.Name) else written.word


# ------------------------------------------------------------------ citations


def _leads(
    places: Iterable[ClausePlace], symbols: Symbols, ledger: Ledger | None, rulings: Rulings
) -> Iterator[Problem]:
    """Does every citation lead somewhere?"""
    told = False
    for place in places:
        public = False
        for cite in place.clause.cites:
            loose = public and _form(cite.text) == "form"  # a comma inside the words of a public source
            public = loose or cite.text.startswith("public:")
            if loose or not cite.text:
                continue
            problem = _lead(cite, symbols, ledger, rulings)
            if problem is not None and problem.variant == "no-ledger":
                problem, told = (None if told else problem), True
            if problem is not None:
                yield problem


def _under_options(symbols: Symbols, ledger: Ledger | None, rulings: Rulings) -> Iterator[Problem]:
    """Sentences and answers that hold under an option only must name one of its values."""
    said = [(one.when, one.span) for one in (ledger.clauses.values() if ledger is not None else ())]
    said += [(when, ruling.span) for ruling in rulings.ruled for when, _ in ruling.under]
    for when, span in said:
        for name, value in when:
            info = symbols.options.get(name)
            values = [option_value_text(one) for one in info.values] if info is not None else []
            if value not in values:
                near = [f"{name} {one}" for one in nearest(value, values) or values] or nearest(name, symbols.options)
                yield problem_at("K69", span, "when", when=f"{name} {value}".strip(), near=near)


def _form(text: str) -> str:
    """Which kind of citation this is."""
    if text.startswith("ruling:"):
        return "ruling"
    if text.startswith("public:"):
        return "public"
    if CLAUSE.fullmatch(text):
        return "clause"
    return "source" if SOURCE.fullmatch(text) else "form"


def _lead(cite: Cite, symbols: Symbols, ledger: Ledger | None, rulings: Rulings) -> Problem | None:
    form = _form(cite.text)
    if form == "ruling":
        return _ruling(cite, rulings)
    if form == "public":
        return _public(cite, ledger)
    if form == "source":
        return _source(cite, symbols)
    if cite.text in ("public", "ruling"):
        return problem_at("K06", cite.span, "public" if cite.text == "public" else "form", cite=cite.text)
    if form == "clause":
        return _clause(cite, symbols, ledger)
    return problem_at("K06", cite.span, "form", cite=cite.text)


def _ruling(cite: Cite, rulings: Rulings) -> Problem | None:
    name = cite.text.removeprefix("ruling:").strip()
    if name in rulings.ids:
        return None
    if not name:
        return problem_at("K06", cite.span, "form", cite=cite.text)
    near = [f"ruling:{other}" for other in nearest(name, rulings.ids)]
    return problem_at("K06", cite.span, "ruling", cite=cite.text, ruling=name, near=near)


def _public(cite: Cite, ledger: Ledger | None) -> Problem | None:
    words = cite.text.removeprefix("public:").strip()
    if not words:
        return problem_at("K06", cite.span, "public", cite=cite.text)
    if ledger is not None and words in ledger.clauses:
        return problem_at("K06", cite.span, "public", cite=cite.text, clause=words)
    return None


def _source(cite: Cite, symbols: Symbols) -> Problem | None:
    parts = SOURCE.fullmatch(cite.text)
    assert parts is not None
    letter = parts["letter"]
    if letter not in symbols.sources:
        near = nearest(letter, symbols.sources)
        return problem_at("K06", cite.span, cite=cite.text, source=letter, near=near or list(symbols.sources)[:3])
    return None if parts["place"].strip() else problem_at("K06", cite.span, "form", cite=cite.text)


def _clause(cite: Cite, symbols: Symbols, ledger: Ledger | None) -> Problem | None:
    if ledger is None:
        return problem_at("K69", cite.span, "no-ledger", game=symbols.game.name if symbols.game else "")
    if ledger.broken or cite.text in ledger.clauses:
        return None
    bare = cite.text.removeprefix(f"{ledger.game}.")
    near = [bare] if bare in ledger.clauses else nearest(cite.text, ledger.clauses)
    return problem_at("K69", cite.span, "unknown", id=cite.text, near=near)
