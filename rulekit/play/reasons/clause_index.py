"""What stands behind the lines of a game, and the hash of its rules: gathered once when it is loaded."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence

from rulekit.check.sources.clause_holders import name_of
from rulekit.check.sources.clauses import Place, clauses
from rulekit.check.sources.ledger import Ledger, Ruling, Rulings
from rulekit.check.tree.checked_rulebook import Checked
from rulekit.model import declarations as d
from rulekit.model import scenes as sc
from rulekit.model.printer import rows
from rulekit.model.rulebook import Rulebook
from rulekit.play.reasons.clause_texts import Clauses, Sentence, Written


def clauses_of(checked: Checked, texts: Mapping[str, str], ledger: Mapping[str, Sentence]) -> Clauses:
    """Every line that may be quoted, with what it cites; `texts` are rules and tables by the names of their files."""
    lines: dict[str, str] = {}
    cites: dict[str, tuple[str, ...]] = {}
    places: dict[tuple[str, int], Written] = {}
    split = {name: tuple(text.split("\n")) for name, text in texts.items()}
    for place in clauses(checked.rulebook):
        clause = place.clause
        if isinstance(place.decl, sc.Scene):
            continue
        written = split.get(clause.span.file, ())
        here = _words(written[clause.span.line - 1 : max(clause.span.line, clause.span.end_line)])
        if clause.id is not None and clause.id not in lines:
            cites[clause.id] = tuple(cite.text for cite in clause.cites)
            lines[clause.id] = here
        told = Written(clause.id, name_of(place), here, tuple(dict.fromkeys(_cited(place))))
        places.setdefault((clause.span.file, clause.span.line), told)
    return Clauses(lines, cites, dict(ledger), places, split)


def _cited(place: Place) -> Iterable[str]:
    """What a line cites; an effect rests on its row too, and a line that cites nothing on the line it stands in."""
    clause = place.clause
    found = [cite.text for cite in clause.cites]
    for around in reversed(place.around):
        if (found and not isinstance(clause, d.Effect)) or isinstance(around, d.Rows):
            break
        found += [cite.text for cite in around.cites]
    return found


def _words(lines: Sequence[str]) -> str:
    """What a line says; where its words stand under its id, those."""
    return (bare(lines[0]) or " ".join(bare(line) for line in lines[1:])) if lines else ""


def bare(line: str) -> str:
    """A line of rules without its id, its sources and its margins."""
    return re.sub(r"^\s*\[[^\]]*\]\s*", "", re.sub(r"\s+@[^\"]*$", "", line)).strip()


# ------------------------------------------------------------------ sentences


def sentences_of(ledger: Ledger | None, rulings: Rulings) -> dict[str, Sentence]:
    """The sentences of the ledger by their ids, and what was ruled by the citation `ruling:AMB-2`."""
    found: dict[str, Sentence] = {}
    for name, one in ledger.clauses.items() if ledger is not None else ():
        found[name] = Sentence(one.text, ", ".join(one.source), one.certainty, dict(one.when), kind=one.kind)
    return found | {f"ruling:{one.id}": _ruled(one, rulings.file) for one in rulings.ruled}


def _ruled(ruling: Ruling, file: str) -> Sentence:
    """The question with the usual answer, and with those under other options."""
    under = tuple((dict(when), f"{ruling.question} {_with(when)}: {text}") for when, text in ruling.under)
    return Sentence(f"{ruling.question} {ruling.answer}".strip(), file, "ruling", answers=under)


def _with(when: Iterable[tuple[str, str]]) -> str:
    return f"With `{', '.join(f'{name} {value}' for name, value in when)}`"


def hash_of(text: str) -> str:
    """The hash of a table of one's own."""
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()


def spec_hash(rulebook: Rulebook) -> str:
    """One hash of what rules and tables say; remarks, layout, citations, scenes, ledger and rulings are no part of it.

    So tidying a file, explaining a line or correcting a citation makes no recorded game out of date.
    """
    digest = hashlib.sha256()
    played = tuple(one for one in rulebook.declarations if not isinstance(one, sc.Scene | sc.Start))
    left = [(0, row) for row in reversed(rows(Rulebook(played)))]
    while left:
        depth, row = left.pop()
        words = " ".join(f"{row.opener} {row.text} {row.unless_fits or ''}".split())
        digest.update(f"{depth} {row.id or ''} {words}\n".encode())
        left += [(depth + 1, one) for one in reversed(row.under)]
    return "sha256:" + digest.hexdigest()
