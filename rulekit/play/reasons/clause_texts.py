"""Texts of clauses: each line as it is written, with the sentences and rulings that it cites."""

from __future__ import annotations

import hashlib
import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import attrs

from rulekit.check.sources.clause_holders import name_of
from rulekit.check.sources.clauses import ClausePlace, clauses
from rulekit.check.sources.ledger import Ledger, Ruling, Rulings, option_value_text
from rulekit.check.tree.checked_rulebook import CheckedRulebook
from rulekit.model import declarations as d
from rulekit.model import scenes as sc
from rulekit.model.printer import rows
from rulekit.model.printer_layout import PrintedRow as PrintedLine
from rulekit.model.rulebook import Rulebook
from rulekit.play.refusals import DECIDES, ExplanationLine, ObservedValue
from rulekit.source import NOWHERE, Span

NOT_ASKED = "not-asked"


NOT_ASKED_WORDS = "nothing of this kind is asked of this seat now"


@attrs.frozen
class RefusalReason:
    """One line that says no; or, where none is needed, plain words in `line` and no clause.

    `name` is its id in brackets, or what it declares (`define crew`); `facts` are the values it looked at. `role` is
    `decides`, `looked at` (a word, row or state behind the values) or `led here` (the guard that asked).
    """

    clause: str
    line: str = ""
    sentences: tuple[tuple[str, str], ...] = ()  # ledger id, sentence
    name: str = ""
    facts: tuple[str, ...] = ()
    role: str = DECIDES

    def to_json(self) -> dict[str, Any]:
        """As answers of the API hold it: the clause, its line, the sentences cited, the facts and what part it
        plays.
        """
        cited = [{"id": name, "text": text} for name, text in self.sentences]
        found = {"clause": self.clause, "line": self.line, "sentences": cited}
        return {**found, "name": self.name, "facts": list(self.facts), "role": self.role}

    def __str__(self) -> str:
        said = " ".join(text for _, text in self.sentences) or self.line
        named = f"{said} ({', '.join(self.facts)})" if self.facts else said
        return ": ".join(part for part in (self.name, named) if part)


@attrs.frozen
class QuotedLine:
    """A line of the rules: its id, if it has one, what it is called, its words, and what it cites."""

    id: str | None
    name: str
    line: str
    cites: tuple[str, ...]


@attrs.frozen
class QuotedSentence:
    """A sentence of the rulebook or a ruling, its place, how certain it is, and the options under which it holds.

    `answers` are those of a ruling under options other than the usual ones.
    """

    text: str
    place: str = ""
    certainty: str = ""
    when: Mapping[str, str] = {}
    answers: tuple[tuple[Mapping[str, str], str], ...] = ()
    kind: str = ""

    def text_in(self, chosen: Mapping[str, Any] | None) -> str | None:
        """What it says in a configuration; nothing if it speaks of another one."""
        if chosen is None:
            return self.text
        told = {name: option_value_text(value) for name, value in chosen.items()}
        if any(told.get(name) != value for name, value in self.when.items()):
            return None
        answer = (text for when, text in self.answers if all(told.get(n) == value for n, value in when.items()))
        return next(answer, self.text)


@attrs.frozen
class ClauseTexts:
    """Every line of a game that may be quoted, and the sentences they rest on."""

    lines: Mapping[str, str] = {}  # by id
    cites: Mapping[str, tuple[str, ...]] = {}  # by id
    ledger: Mapping[str, QuotedSentence] = {}
    places: Mapping[tuple[str, int], QuotedLine] = {}  # by file and number of line
    texts: Mapping[str, tuple[str, ...]] = {}  # the lines of every file

    def reason(self, name: str) -> RefusalReason:
        """One reason: an id in brackets, or words."""
        if not name.startswith("["):
            return RefusalReason("", NOT_ASKED_WORDS if name == NOT_ASKED else name)
        clause = name.strip("[]")
        return RefusalReason(
            clause, self.lines.get(clause, ""), self._sentences(self.cites.get(clause, ()), None), f"[{clause}]"
        )

    def reasons_of(self, grounds: Iterable[ExplanationLine], chosen: Mapping[str, Any]) -> tuple[RefusalReason, ...]:
        """An explanation in the words of the rules; a line without id that cites nothing is told only if it decides."""
        found = [self._reason_of(ground, chosen) for ground in grounds]
        kept = (one for one in found if one.clause or one.sentences or one.facts or one.role == DECIDES)
        return tuple(dict.fromkeys(kept))

    def _reason_of(self, ground: ExplanationLine, chosen: Mapping[str, Any]) -> RefusalReason:
        if ground.words:
            return self.reason(ground.words)
        written = self.line_at(ground.line.id, ground.line.span)
        if written is None:
            return attrs.evolve(self.reason(f"[{ground.line.id or ''}]"), role=ground.role)
        facts = dict.fromkeys(text for fact in ground.facts if (text := self.fact(fact)))
        if ground.line.option:
            option = written.name.split()[-1]
            facts[f"{option} is {option_value_text(chosen.get(option))}"] = None
        sentences = self._sentences(written.cites, chosen)
        return RefusalReason(written.id or "", written.line, sentences, written.name, tuple(facts), ground.role)

    def line_at(self, clause: str | None, span: Span) -> QuotedLine | None:
        """The line at a place, or the last one before it; a line with an id is found by it."""
        if clause is not None and clause in self.lines:
            return QuotedLine(clause, f"[{clause}]", self.lines[clause], self.cites.get(clause, ()))
        numbers = sorted(number for file, number in self.places if file == span.file)
        before = bisect_right(numbers, span.line)
        return self.places[span.file, numbers[before - 1]] if before else None

    def fact(self, fact: ObservedValue) -> str:
        """`strength of unit` is 3: the words of the rules and the value."""
        if fact.span == NOWHERE:
            return fact.value
        words = self.text_at(fact.span)
        return f"{words} is {fact.value}" if words and fact.value and words != fact.value else ""

    def text_at(self, span: Span) -> str:
        """The words of the rules at a place."""
        lines = self.texts.get(span.file, ())[span.line - 1 : span.end_line]
        if not lines:
            return ""
        last = lines[-1][: span.end_column - 1]
        whole = [*lines[:-1], last]
        words = " ".join(" ".join([whole[0][span.column - 1 :], *whole[1:]]).split())
        return words + ")" * (words.count("(") - words.count(")"))

    def _sentences(self, cites: Iterable[str], chosen: Mapping[str, Any] | None) -> tuple[tuple[str, str], ...]:
        told = ((one, self.ledger[one].text_in(chosen)) for one in cites if one in self.ledger)
        return tuple((one, text) for one, text in told if text is not None)

    def reasons(self, names: Iterable[str]) -> tuple[RefusalReason, ...]:
        """All of them in the order given, each once."""
        return tuple(self.reason(name) for name in dict.fromkeys(names) if name)


NO_CLAUSES = ClauseTexts()


def clauses_of(checked: CheckedRulebook, texts: Mapping[str, str], ledger: Mapping[str, QuotedSentence]) -> ClauseTexts:
    """Every line that may be quoted, with what it cites; `texts` are rules and tables by the names of their files."""
    lines: dict[str, str] = {}
    cites: dict[str, tuple[str, ...]] = {}
    places: dict[tuple[str, int], QuotedLine] = {}
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
        told = QuotedLine(clause.id, name_of(place), here, tuple(dict.fromkeys(_cites_of(place))))
        places.setdefault((clause.span.file, clause.span.line), told)
    return ClauseTexts(lines, cites, dict(ledger), places, split)


def _cites_of(place: ClausePlace) -> Iterable[str]:
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
    return (sentence_alone(lines[0]) or " ".join(sentence_alone(line) for line in lines[1:])) if lines else ""


def sentence_alone(line: str) -> str:
    """A line of rules without its id, its sources and its margins."""
    return re.sub(r"^\s*\[[^\]]*\]\s*", "", re.sub(r"\s+@[^\"]*$", "", line)).strip()


# ------------------------------------------------------------------ sentences


def sentences_of(ledger: Ledger | None, rulings: Rulings) -> dict[str, QuotedSentence]:
    """The sentences of the ledger by their ids, and what was ruled by the citation `ruling:AMB-2`."""
    found: dict[str, QuotedSentence] = {}
    for name, one in ledger.clauses.items() if ledger is not None else ():
        found[name] = QuotedSentence(one.text, ", ".join(one.source), one.certainty, dict(one.when), kind=one.kind)
    return found | {f"ruling:{one.id}": _ruling_sentence(one, rulings.file) for one in rulings.ruled}


def _ruling_sentence(ruling: Ruling, file: str) -> QuotedSentence:
    """The question with the usual answer, and with those under other options."""
    under = tuple((dict(when), f"{ruling.question} {_with(when)}: {text}") for when, text in ruling.under)
    return QuotedSentence(f"{ruling.question} {ruling.answer}".strip(), file, "ruling", answers=under)


def _with(when: Iterable[tuple[str, str]]) -> str:
    return f"With `{', '.join(f'{name} {value}' for name, value in when)}`"


def hash_of(text: str) -> str:
    """The hash of a table of one's own."""
    return "sha256:" + hashlib.sha256(text.encode()).hexdigest()


def spec_hash(rulebook: Rulebook) -> str:
    """One hash of what rules and tables say; remarks, layout, citations, scenes, ledger and rulings are no part of it.

    So tidying a file, explaining a line or correcting a citation makes no recorded game out of date. A line that stands
    alone below its id, as `fmt` puts it where citations are long, is the line behind that id.
    """
    digest = hashlib.sha256()
    played = tuple(one for one in rulebook.declarations if not isinstance(one, sc.Scene | sc.Start))
    left = [(0, row) for row in reversed(rows(Rulebook(played)))]
    while left:
        depth, row = left.pop()
        said = _said_in(row)
        words = " ".join(f"{said.opener} {said.text} {said.unless_fits or ''}".split())
        digest.update(f"{depth} {row.id or ''} {words}\n".encode())
        left += [(depth + 1, one) for one in reversed(said.under)]
    return "sha256:" + digest.hexdigest()


def _said_in(row: PrintedLine) -> PrintedLine:
    """The row that says something: the only one below an id, if nothing else stands there."""
    says_nothing = bool(row.id) and not (row.opener or row.text or row.unless_fits) and len(row.under) == 1
    return row.under[0] if says_nothing and not row.under[0].id else row
