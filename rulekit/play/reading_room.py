"""What stands behind the lines of a game, and the hash of its texts: gathered once when it is loaded."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Mapping, Sequence

from rulekit.check.clauses import Place, clauses
from rulekit.check.examined import Checked
from rulekit.check.holders import name_of
from rulekit.check.ledger import Ledger, Ruling, Rulings
from rulekit.model import declarations as d
from rulekit.model import scenes as sc
from rulekit.play.reasons import Clauses, Sentence, Written


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
        found[name] = Sentence(one.text, ", ".join(one.source), one.certainty, dict(one.when))
    return found | {f"ruling:{one.id}": _ruled(one, rulings.file) for one in rulings.ruled}


def _ruled(ruling: Ruling, file: str) -> Sentence:
    """The question with the usual answer, and with those under other options."""
    under = tuple((dict(when), f"{ruling.question} {_with(when)}: {text}") for when, text in ruling.under)
    return Sentence(f"{ruling.question} {ruling.answer}".strip(), file, "ruling", answers=under)


def _with(when: Iterable[tuple[str, str]]) -> str:
    return f"With `{', '.join(f'{name} {value}' for name, value in when)}`"


def spec_hash(texts: Iterable[tuple[str, str]]) -> str:
    """One hash of names and texts, in the order of the names; scenes, ledger and rulings are no part of it."""
    digest = hashlib.sha256()
    for name, text in sorted(texts):
        body = text.encode()
        digest.update(f"{name}\n{len(body)}\n".encode() + body)
    return "sha256:" + digest.hexdigest()
