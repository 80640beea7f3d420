"""A clause on its page: the sentence large, source in the margin, its ruling; example, rules and certainty folded."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from rulekit.check.sources.ledger import option_value_text
from rulekit.site.addresses import relative
from rulekit.site.as_rules import as_rules
from rulekit.site.book import BookClause, BookScene, RuleLine, SiteModel
from rulekit.site.component_data import words_of
from rulekit.site.editions import edition_title, editions
from rulekit.site.links import clause_title, own_page
from rulekit.site.page import count, escape, escape_md
from rulekit.site.prose import OPTIONS, option_anchor
from rulekit.site.reached_words import reached_data, reached_words
from rulekit.site.reader_words import join_list
from rulekit.site.scenes.examples import ClauseExample
from rulekit.site.source_words import known_rulings, source_line

MOST_TITLES = 3
ASSUMED = "assumed"


def clause_part(
    book: SiteModel, clause: BookClause, page: str, example: ClauseExample | None = None, shown: bool = False
) -> str:
    """The Markdown of one clause. `shown`: its example is open from the start."""
    off = " .off" if off_by_default(book, clause) else ""
    marks = f'#{clause.id} .clause{off} data-toc-label="{escape(clause_title(book, clause.id))}"'
    head = f"### {escape_md(clause.text)} {{ {marks} }}"
    source = f"[{clause.id}](#{clause.id}){{ .id }} <br> {source_line(book, clause, page)}\n{{ .src }}"
    rulings = [f"{text}\n{{ .ruling }}" for text in ruling_texts(book, clause, page)]
    return "\n\n".join([head, source, *rulings, folds(book, clause, page, example, shown)])


def off_by_default(book: SiteModel, clause: BookClause) -> bool:
    """Whether a clause holds only if the table chooses so."""
    usual = {name: option.default for name, option in book.game.checked.symbols.options.items()}
    return any(name in usual and option_value_text(usual[name]) != value for name, value in clause.said.when)


def ruling_texts(book: SiteModel, clause: BookClause, page: str) -> Iterable[str]:
    """What was ruled, in short, with the way to all of it; and the choice of the table on which a clause rests."""
    for name in known_rulings(book, clause):
        ruling = book.rulings_by_id[name]
        answer = ruling.short or ruling.answer
        said = escape_md(answer[:1].upper() + answer[1:])
        asked = f"{ruling_name(name)}: {escape_md(ruling.question)}" if ruling.question else f"{ruling_name(name)}."
        yield f"**{asked}** {said} [More]({relative(page, book.ruling_address(name))})"
    if off_by_default(book, clause):
        yield f"**Only by agreement.** {_agreed(book, clause, page)}"


def _agreed(book: SiteModel, clause: BookClause, page: str) -> str:
    """What the table must have chosen, and the editions that choose so."""
    usual = {name: option_value_text(option.default) for name, option in book.game.checked.symbols.options.items()}
    chosen = [(name, value) for name, value in clause.said.when if usual.get(name, value) != value]
    at = relative(page, own_page(book, OPTIONS))
    words = join_list([f"[{escape_md(words_of(book).option(*one))}]({at}#{option_anchor(one[0])})" for one in chosen])
    held = [edition_title(book, one) for one, said in editions(book).items() if all(said[n] == v for n, v in chosen)]
    return f"This holds if the table has chosen: {words}" + (f"; so does the {join_list(held)}." if held else ".")


def ruling_name(ruling: str) -> str:
    """`Ruling 13` for AMB-13; other names stay."""
    head, _, number = ruling.rpartition("-")
    return f"Ruling {number}" if head == "AMB" else f"Ruling {ruling}"


def folds(book: SiteModel, clause: BookClause, page: str, example: ClauseExample | None, shown: bool) -> str:
    """What can be opened, in one raw block on one line."""
    state = (" shown", " open") if shown else ("", "")
    parts = [_fold("Example", example.html, *state), example.play] if example else []
    rules = as_rules(book, rule_lines(clause), book.site_root(page))
    parts += [_fold("As rules", rules)] if rules else []
    parts.append(_fold("How sure", _sure(book, clause)))
    return f'<div class="folds">{"".join(parts)}</div>'.replace("\n", "&#10;")


def _fold(title: str, inside: str, style: str = "", state: str = "") -> str:
    return f'<details class="fold{style}"{state}><summary data-search-exclude>{title}</summary>{inside}</details>'


def rule_lines(clause: BookClause) -> tuple[RuleLine, ...]:
    """The lines that do what a clause says; where only laws claim it, these."""
    return clause.lines or clause.laws


def _sure(book: SiteModel, clause: BookClause) -> str:
    """What would notice if the rules said something else."""
    said = []
    if clause.scenes:
        said.append(f"{count(len(clause.scenes), 'scene')}: {_titles(clause.scenes)}.")
    if clause.laws:
        names = ", ".join(f"<code>{escape(one.id or one.name)}</code>" for one in clause.laws)
        said.append(f"{count(len(clause.laws), 'law')}: {names}.")
    if played := reached_words(book, clause):
        said.append(played)
    if clause.wrong:
        told = "; ".join(escape(one.says.rstrip(".")) for one in clause.wrong[:MOST_TITLES])
        more = f"; and {len(clause.wrong) - MOST_TITLES} more" if len(clause.wrong) > MOST_TITLES else ""
        said.append(f"{count(len(clause.wrong), 'engine')} made wrong on purpose, found: {told}{more}.")
    if clause.vectors:
        said.append(f"{count(clause.vectors, 'vector')}: recorded questions to other engines that are about this.")
    if clause.said.certainty == ASSUMED:
        said.append("No source tells this: it is assumed, and may be otherwise in the box.")
    if clause.reason:
        said.append(f"No line of the rules holds this: {escape(clause.reason.rstrip('.'))}.")
    if not said:
        said.append("The line of the rules alone; no scene or law is about it.")
    return f'<ul class="sure">{"".join(f"<li>{one}</li>" for one in said)}</ul>'


def _titles(scenes: tuple[BookScene, ...]) -> str:
    told = [escape(one.caption.rstrip(".")) for one in scenes[:MOST_TITLES]]
    return "; ".join(told + ([f"and {len(scenes) - MOST_TITLES} more"] if len(scenes) > MOST_TITLES else []))


def clause_data(book: SiteModel, clause: BookClause) -> Mapping[str, Any]:
    """The same for programs."""
    return {
        "id": clause.id,
        "text": clause.text,
        "certainty": clause.said.certainty,
        "kind": clause.said.kind,
        "when": dict(clause.said.when),
        "chapter": clause.chapter,
        "sources": [
            {
                "cited": one.cited,
                "title": one.source.title if one.source else None,
                "sections": [{"title": s.title, "page": s.page} for s in one.sections],
            }
            for one in clause.sources
        ],
        "rulings": [*clause.rulings],
        "lines": [{"name": one.name, "sort": one.sort, "text": one.text, "in": one.head} for one in clause.lines],
        "laws": [{"name": one.name, "text": one.text} for one in clause.laws],
        "scenes": [{"clause": one.clause, "title": one.title} for one in clause.scenes],
        "wrong engines": [one.name for one in clause.wrong],
        "vectors": clause.vectors,
        "random games": reached_data(book, clause),
        "reason": clause.reason or None,
    }
